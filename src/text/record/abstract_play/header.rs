//! The header of a game report: rules, starting position, players, result and tags.

use std::collections::BTreeMap;

use crate::geometry::sky::Edge;
use crate::position::Position;
use crate::rules::rule_set::Rules;
use crate::text::record::abstract_play::time;
use crate::text::record::checks::{check_comment, check_tag};
use crate::text::record::ending::GameResult;
use crate::text::record::error::{RecordCause, Refusal};
use crate::text::record::game::STANDARD_TAGS;
use crate::text::record::json::{Kind, Members, Object, Value};

pub(super) const NAME: &str = "Volo";

/// The tags that are dates, and their members in the header.
pub(super) const DATES: [(&str, &str); 3] =
    [("DateStart", "date-start"), ("DateEnd", "date-end"), ("DateGenerated", "date-generated")];

pub(super) const FLAGS: [(&str, &str); 2] = [("Unrated", "unrated"), ("Pied", "pied")];

/// The tags with the names of the players, in the order of a report, and their colors.
pub(super) const PLAYERS: [(&str, &str); 2] = [("Orange", "orange"), ("Blue", "blue")];

/// The value of a date that the schema requires and that is unknown.
pub(super) const NO_DATE: &str = "0001-01-01T00:00:00Z";

/// The tag with the members of the header and of the players that are not tags themselves.
pub(super) const EXTRAS_TAG: &str = "HeaderExtras";

const HEADER: [&str; 12] = [
    "game",
    "event",
    "round",
    "site",
    "date-start",
    "date-end",
    "date-generated",
    "unrated",
    "pied",
    "players",
    "startingPosition",
    "volo",
];
const PLAYER: [&str; 6] = ["name", "userid", "score", "is_ai", "result", "color"];

#[derive(Debug)]
pub(super) struct Header {
    pub(super) start: Position,
    /// The result according to the players' results. A game that is not over has a draw here, because both players have
    /// the same result.
    pub(super) result: GameResult,
    pub(super) termination: Option<String>,
    pub(super) comment: Option<String>,
    pub(super) tags: BTreeMap<String, String>,
}

impl Header {
    pub(super) fn new(start: Position) -> Header {
        Header { start, result: GameResult::Draw, termination: None, comment: None, tags: BTreeMap::new() }
    }

    /// Reads the header of a report. Leniently, `site` and the dates may be missing, and `game`, `site` and `volo` may
    /// have unknown members.
    pub(super) fn read(value: Value<'_>, lenient: bool) -> Result<Header, Refusal> {
        let mut header = Header::new(Position::default());
        let members = Members::new(value, "the header", None)?;
        header.read_game(&members, lenient)?;
        header.read_texts(&members, lenient)?;
        let mut extras = Object::default();
        extras.object("header", others(&members, &HEADER));
        header.read_players(&members, &mut extras)?;
        if !extras.is_empty() {
            header.tags.insert(EXTRAS_TAG.to_string(), extras.written());
        }
        if let Some(extension) = members.get("volo") {
            let known = (!lenient).then_some(&["termination", "comment", "tags"][..]);
            header.read_extension(&Members::new(extension, "volo", known)?)?;
        }
        Ok(header)
    }

    fn read_game(&mut self, header: &Members<'_>, lenient: bool) -> Result<(), Refusal> {
        let known = (!lenient).then_some(&["name", "variants"][..]);
        let game = Members::new(header.required("game")?, "the game", known)?;
        if game.text("name", true)?.is_some_and(|name| name != NAME) {
            return Err(game.refused("name", format!("the name of the game must be {NAME}")));
        }
        let rules = rules(&game)?;
        let position = header.get("startingPosition").and_then(|position| position.string());
        // Abstract Play writes an empty string for the usual start.
        self.start = match position.is_some_and(|position| position.is_empty()) {
            true => Position::new(rules),
            false => header.start(rules, "startingPosition")?,
        };
        Ok(())
    }

    fn read_texts(&mut self, header: &Members<'_>, lenient: bool) -> Result<(), Refusal> {
        self.read_tag(header, "event", "Event", false)?;
        self.read_tag(header, "round", "Round", false)?;
        let site = if lenient { header.get("site") } else { Some(header.required("site")?) };
        if let Some(site) = site {
            let known = (!lenient).then_some(&["name", "gameid"][..]);
            let site = Members::new(site, "the site", known)?;
            self.read_tag(&site, "name", "Site", !lenient)?;
            match site.get("gameid").is_some_and(|id| id.kind() == Kind::String) {
                true => self.read_tag(&site, "gameid", "GameId", false)?,
                false => self.read_raw(&site, Kind::Number, "gameid", "GameNumber".to_string())?,
            }
        }
        for (name, key) in DATES {
            let Some(text) = header.text(key, !lenient)? else { continue };
            if !time::is_moment(&text) {
                return Err(header.refused(key, time::EXPECTED));
            } else if text != NO_DATE {
                self.tags.insert(name.to_string(), text.into_owned());
            }
        }
        let day = self.tags.get("DateStart").and_then(|time| time::date_of(time.get(..10)?));
        self.tags.extend(day.map(|day| ("Date".to_string(), day)));
        FLAGS.iter().try_for_each(|(name, key)| self.read_raw(header, Kind::Boolean, key, name.to_string()))
    }

    fn read_players(&mut self, header: &Members<'_>, extras: &mut Object) -> Result<(), Refusal> {
        let players = header.read(Kind::Array, "players")?;
        let both = <[Value<'_>; 2]>::try_from(players.items()).map_err(|items| {
            Refusal::new(format!("expected two players, not {}", items.len()), players.span())
        })?;
        let mut results = [0, 0];
        for (((tag, color), player), result) in PLAYERS.into_iter().zip(both).zip(&mut results) {
            let player = Members::new(player, "a player", None)?;
            self.read_tag(&player, "name", tag, true)?;
            self.read_tag(&player, "userid", &format!("{tag}Id"), false)?;
            self.read_raw(&player, Kind::Number, "score", format!("{tag}Score"))?;
            self.read_raw(&player, Kind::Boolean, "is_ai", format!("{tag}IsAi"))?;
            if player.get("color").is_some_and(|given| given.string().as_deref() != Some(color)) {
                let problem = format!("expected {color}; Orange is the first player and Blue the second");
                return Err(player.refused("color", problem));
            }
            *result = player.read(Kind::Integer, "result")?.integer().unwrap_or(0);
            extras.object(color, others(&player, &PLAYER));
        }
        let [orange, blue] = results;
        if orange != blue {
            self.result = if orange > blue { GameResult::OrangeWins } else { GameResult::BlueWins };
        }
        Ok(())
    }

    /// Reads the member `volo`: what a native record has and the schema of reports does not provide for.
    fn read_extension(&mut self, extension: &Members<'_>) -> Result<(), Refusal> {
        self.termination = extension.text("termination", false)?.map(|text| text.into_owned());
        self.comment = extension.text("comment", false)?.map(|text| text.into_owned());
        let checked = self.comment.as_ref().map_or(Ok(()), |comment| check_comment(comment));
        checked.map_err(|problem| extension.refused("comment", problem))?;
        let instead = "the players' results and the member termination";
        extension.read_tags(&mut self.tags, instead, true)
    }

    /// Keeps a string as a tag, unless it is missing or means "unknown".
    fn read_tag(
        &mut self,
        members: &Members<'_>,
        key: &str,
        name: &str,
        is_required: bool,
    ) -> Result<(), Refusal> {
        let Some(text) = members.text(key, is_required)? else { return Ok(()) };
        check_tag(name, &text).map_err(|problem| members.refused(key, problem))?;
        if !STANDARD_TAGS.contains(&(name, &text)) {
            self.tags.insert(name.to_string(), text.into_owned());
        }
        Ok(())
    }

    /// Keeps a number or a flag as a tag, as it is written.
    fn read_raw(
        &mut self,
        members: &Members<'_>,
        kind: Kind,
        key: &str,
        name: String,
    ) -> Result<(), Refusal> {
        self.tags.extend(members.optional(kind, key)?.map(|value| (name, value.raw().to_string())));
        Ok(())
    }
}

pub(super) fn is_header_member(name: &str) -> bool {
    HEADER.contains(&name)
}

pub(super) fn is_player_member(name: &str) -> bool {
    PLAYER.contains(&name)
}

/// The edge of the sky that a variant names, in any language, such as `Size-6 board` or `Plateau de taille 7`. `None` if it
/// names none, or has several numbers.
pub(super) fn size_of(variant: &str) -> Option<Edge> {
    let english = variant.strip_prefix("Size-").or_else(|| variant.strip_prefix("size-"));
    let size = match english.map(|size| size.strip_suffix(" board").unwrap_or(size)) {
        Some(size) => size,
        // A text that could be the name of a rule set is no size: it has only ASCII characters, and no blank.
        None if variant.bytes().all(|byte| byte.is_ascii_graphic()) => return None,
        None => {
            let mut numbers =
                variant.split(|letter: char| !letter.is_ascii_digit()).filter(|number| !number.is_empty());
            let number = numbers.next()?;
            numbers.next().is_none().then_some(number)?
        }
    };
    let length = size.parse().ok().filter(|_| size.len() == 1)?;
    Edge::new(length)
}

/// The rule set of the variants: a board size as Abstract Play names it, or the name of a rule set.
fn rules(game: &Members<'_>) -> Result<Rules, Refusal> {
    let variants = game.optional(Kind::Array, "variants")?.map(|variants| variants.items());
    let variants = variants.unwrap_or_default();
    let Some(variant) = variants.first() else { return Ok(Rules::ABSTRACT_PLAY) };
    if let Some(second) = variants.get(1) {
        return Err(Refusal::new("expected at most one variant", second.span()));
    }
    let text = variant.checked(Kind::String, "a variant")?.string().unwrap_or_default();
    if let Some(edge) = size_of(&text) {
        return Ok(Rules::ABSTRACT_PLAY.on(edge));
    }
    text.parse().map_err(|error| {
        let problem = "unknown variant; expected Size-4 board to Size-8 board, in any language, or a rule set such \
                       as standard or french-5";
        Refusal::new(problem, variant.span()).because(RecordCause::Rules(error))
    })
}

/// The members that are not known, without blanks and in ASCII.
fn others(members: &Members<'_>, known: &[&str]) -> Object {
    let mut others = Object::default();
    for (name, value) in members.iter().filter(|(name, _)| !known.contains(&name.as_ref())) {
        others.ascii(name, value);
    }
    others
}
