//! The root node of a game: the size of the sky, the players and the tags.

use std::collections::BTreeMap;

use crate::geometry::sky::Edge;
use crate::rules::rule_set::Rules;
use crate::text::record::checks::check_tag;
use crate::text::record::date::is_date;
use crate::text::record::ending::GameResult;
use crate::text::record::error::Refusal;
use crate::text::record::sgf::syntax::{Node, Property, is_number};

/// The value of the tag `Site`.
const SITE: &str = "Boardspace.net";

/// The properties whose values are tags, in the order in which they are written, and the names of the tags.
pub(super) const TEXT_TAGS: [(&str, &str); 5] =
    [("TC", "TimeControl"), ("DT", "Saved"), ("GN", "GameName"), ("GS", "Speed"), ("RE", "ResultText")];

/// The value of `TC` for a game without a clock.
pub(super) const NO_TIME: &str = "None";

/// The sizes of skies, as they are written, and their edges.
pub(super) const SIZES: [(&str, Edge); 2] = [("Volo", Edge::STANDARD), ("Volo-84", Edge::SMALL)];

/// The properties that have one of two values.
const FIXED: [(&str, [&str; 2]); 3] = [("GM", ["volo", "11"]), ("VV", ["1", "2"]), ("CM", ["0,1", "1,0"])];

#[derive(Debug)]
pub(super) struct Header {
    pub(super) rules: Rules,
    /// The tags of P0 and P1, by their names without the color: empty for the name.
    pub(super) players: [BTreeMap<&'static str, String>; 2],
    /// The tags that are not about a player.
    pub(super) tags: BTreeMap<String, String>,
    pub(super) comments: Vec<String>,
    /// Whether the writer regarded the game as over.
    pub(super) is_over: bool,
}

impl Header {
    /// Reads the root node. Of properties that are repeated, the first one counts.
    pub(super) fn read(root: &Node<'_>) -> Result<Header, Refusal> {
        let first = |name: &str| root.properties.iter().find(|property| property.name == name);
        for (name, expected) in FIXED {
            if let Some(property) = first(name)
                && !expected.iter().any(|each| each.eq_ignore_ascii_case(property.value.trim()))
            {
                return Err(property.refused(format!("expected {}", expected.join(" or "))));
            }
        }
        let required = |name| {
            first(name).ok_or_else(|| Refusal::new(format!("the game must have the property {name}"), 0..0))
        };
        required("GM")?;
        let size = required("SU")?;
        let named = |(name, _): &&(&str, Edge)| name.eq_ignore_ascii_case(size.value.trim());
        let Some((_, edge)) = SIZES.iter().find(named) else {
            return Err(size.refused("unknown size; expected volo or volo-84"));
        };
        let mut tags = BTreeMap::from([("Site".to_string(), SITE.to_string())]);
        for (name, tag) in TEXT_TAGS {
            if let Some(property) = first(name)
                && let Some(text) = tag_of(tag, one_line(&property.value), property)?
            {
                tags.insert(tag.to_string(), text);
            }
        }
        if tags.get("TimeControl").is_some_and(|time| time == NO_TIME) {
            tags.remove("TimeControl");
        }
        if let Some(day) = tags.get("GameName").and_then(|name| day_of(name)) {
            tags.insert("Date".to_string(), day);
        }
        let mut header = Header {
            rules: Rules::BOARDSPACE.on(*edge),
            players: Default::default(),
            tags,
            comments: Vec::new(),
            is_over: first("RE").is_some(),
        };
        let [first_player, second_player] = &mut header.players;
        for property in &root.properties {
            match property.name {
                "P0" => read_player(first_player, property)?,
                "P1" => read_player(second_player, property)?,
                "C" => header.comments.extend(comment_of(property)),
                _ => {}
            }
        }
        Ok(header)
    }
}

/// The comment in a property, if it is not empty. Blanks take the place of control characters, which no record has.
pub(super) fn comment_of(property: &Property<'_>) -> Option<String> {
    let text = property.value.replace(|character: char| character.is_control() && character != '\n', " ");
    Some(text).filter(|text| !text.is_empty())
}

fn read_player(player: &mut BTreeMap<&'static str, String>, property: &Property<'_>) -> Result<(), Refusal> {
    let text = one_line(&property.value);
    let (kind, rest) = text.split_once(' ').unwrap_or((&text, ""));
    let (tag, value) = match kind {
        "id" => ("", without_numbers(&one_line(&rest.replace('"', "")))),
        "ranking" => ("Ranking", rest.to_string()),
        "country" => ("Country", rest.to_string()),
        _ => return Ok(()),
    };
    let is_unknown = tag.is_empty() && value == "?";
    let name = if tag.is_empty() { "Orange" } else { tag };
    if let Some(value) = tag_of(name, value, property)?.filter(|_| !is_unknown) {
        player.insert(tag, value);
    }
    Ok(())
}

/// A text as the value of a tag, if it is not empty.
fn tag_of(name: &str, text: String, property: &Property<'_>) -> Result<Option<String>, Refusal> {
    check_tag(name, &text).map_err(|problem| property.refused(problem))?;
    Ok(Some(text).filter(|text| !text.is_empty()))
}

/// The date at the end of the name of a game, as in the tag `Date`.
pub(super) fn day_of(name: &str) -> Option<String> {
    let mut parts = name.rsplitn(5, '-');
    let mut field = |length| {
        parts.next().filter(|text| text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let (_time, day, month, year) = (field(4)?, field(2)?, field(2)?, field(4)?);
    parts.next()?;
    Some(format!("{year}.{month}.{day}")).filter(|date| is_date(date))
}

/// The name that a game gets that has a date but no name.
pub(super) fn name_of_game(orange: &str, blue: &str, date: &str) -> Option<String> {
    if date.contains('?') {
        return None;
    }
    Some(one_line(&format!("VL-{orange}-{blue}-{}-0000", date.replace('.', "-"))))
}

/// The value of `RE` in English, if the game has a result.
pub(super) fn result_text(result: GameResult, orange: &str, blue: &str) -> Option<String> {
    let winner = match result {
        GameResult::Open => return None,
        GameResult::Draw => return Some("The game is a draw".to_string()),
        GameResult::OrangeWins => orange,
        GameResult::BlueWins => blue,
    };
    Some(one_line(&format!("Game won by {winner}")))
}

/// The text with one space in place of each run of blanks, and without blanks at its ends.
fn one_line(text: &str) -> String {
    let words = text.split([' ', '\t', '\n', '\x0b', '\x0c']).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// The name of a player as Boardspace writes it: special characters are numbers.
pub(super) fn with_numbers(name: &str) -> String {
    let mut written = String::with_capacity(name.len());
    let mut characters = name.chars().peekable();
    let mut before = ' ';
    while let Some(character) = characters.next() {
        let is_blank = character == ' ' && (before == ' ' || characters.peek().is_none());
        if is_blank || character.is_control() || matches!(character, '%' | '"' | '[' | ']' | '\\') {
            written.push_str(&format!("%{}%", u32::from(character)));
        } else {
            written.push(character);
        }
        before = character;
    }
    written
}

/// The name of a player with characters in place of their numbers.
fn without_numbers(text: &str) -> String {
    let mut name = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        let number = after.split_once('%').filter(|(digits, _)| is_number(digits, 7));
        name.push_str(before);
        rest = number.map_or(after, |(_, after)| after);
        let character = number.map(|(digits, _)| (digits, digits.parse().ok().and_then(char::from_u32)));
        match character {
            None => name.push('%'),
            Some((_, Some(character))) => name.push(character),
            Some((digits, None)) => name.push_str(&format!("%{digits}%")),
        }
    }
    name.push_str(rest);
    name
}
