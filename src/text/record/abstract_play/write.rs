//! Writes a game as a game report.

use std::collections::BTreeMap;

use crate::geometry::color::Color;
use crate::position::Position;
use crate::rules::rule_set::Rules;
use crate::text::record::abstract_play::header::{
    DATES, EXTRAS_TAG, FLAGS, Header, NAME, NO_DATE, PLAYERS, is_header_member, is_player_member,
};
use crate::text::record::abstract_play::moves::{ENDINGS, Moves, RESULTS_TAG, are_objects};
use crate::text::record::abstract_play::time;
use crate::text::record::ending::{GameResult, Termination};
use crate::text::record::game::GameRecord;
use crate::text::record::json::{self, Kind, Object, Value, quote};

/// The greatest depth of JSON in tags.
const MAX_DEPTH: usize = 48;

pub(super) fn write(record: &GameRecord) -> Result<String, String> {
    let tags: BTreeMap<&str, &str> = record.known_tags().into_iter().collect();
    let rounds = rounds(record, &tags);
    let mut extension = Object::default();
    if let Some(termination) = unwritten_termination(record) {
        extension.text("termination", termination.name());
    }
    if let Some((_, comment)) = record.comments().find(|(ply, _)| *ply == 0) {
        extension.text("comment", comment);
    }
    extension.object("tags", differences(record, &tags, &rounds));
    let mut header = header(record, &tags);
    header.object("volo", extension);
    let mut report = Object::default();
    report.object("header", header);
    report.raw("moves", &rounds);
    Ok(report.written() + "\n")
}

/// The tags that a reader would not find in the rest of the report. A tag that it would find there, although the game does
/// not have it, is null.
fn differences(record: &GameRecord, tags: &BTreeMap<&str, &str>, rounds: &str) -> Object {
    let mut read = BTreeMap::new();
    let written = json::parse(rounds, json::MAX_DEPTH);
    if let Ok(moves) = written.and_then(|rounds| Moves::read(rounds, record.start().turn() == Color::Blue)) {
        read.extend(moves.results.map(|results| (RESULTS_TAG.to_string(), results)));
    }
    let header = header(record, tags).written();
    let written = json::parse(&header, json::MAX_DEPTH);
    if let Ok(header) = written.and_then(|header| Header::read(header, false)) {
        read.extend(header.tags);
    }
    let mut names: Vec<&str> = read.keys().map(String::as_str).chain(tags.keys().copied()).collect();
    names.sort_unstable();
    names.dedup();
    let mut differences = Object::default();
    for name in names {
        match tags.get(name) {
            Some(value) if read.get(name).is_some_and(|read| read == value) => {}
            Some(value) => differences.text(name, value),
            None => differences.raw(name, "null"),
        }
    }
    differences
}

/// The termination, if no word in place of a last move has it, and the rules did not end the game.
fn unwritten_termination(record: &GameRecord) -> Option<Termination> {
    let termination = record.termination();
    let has_word = ENDINGS.iter().any(|(_, ending)| *ending == termination);
    (!matches!(termination, Termination::Rules(_)) && !has_word).then_some(termination)
}

/// The members of the header, without the extension.
fn header(record: &GameRecord, tags: &BTreeMap<&str, &str>) -> Object {
    let extras = json_tag(tags, EXTRAS_TAG, &[Kind::Object]);
    let extra = |owner: &str| extras.and_then(|extras| extras.get(owner));
    let (start, rules) = (record.start(), record.start().rules());
    let variant = match rules == Rules::ABSTRACT_PLAY.on(rules.edge()) {
        true => format!("Size-{} board", rules.edge().length()),
        false => rules.to_string(),
    };
    let mut game = Object::default();
    game.text("name", NAME);
    game.raw("variants", &format!("[{}]", quote(&variant)));
    let mut header = Object::default();
    header.object("game", game);
    for (tag, key) in [("Event", "event"), ("Round", "round")] {
        if let Some(text) = tags.get(tag) {
            header.text(key, text);
        }
    }
    let mut site = Object::default();
    site.text("name", tags.get("Site").unwrap_or(&"?"));
    if let Some(id) = tags.get("GameId") {
        site.text("gameid", id);
    } else if let Some(number) = json_tag(tags, "GameNumber", &[Kind::Integer, Kind::Number]) {
        site.raw("gameid", number.raw());
    }
    header.object("site", site);
    // An unknown date is the one before it, if that is known.
    let day = tags.get("Date").filter(|day| !day.contains('?'));
    let mut date = day.map_or(NO_DATE.to_string(), |day| format!("{}T00:00:00Z", day.replace('.', "-")));
    for (tag, key) in DATES {
        if let Some(given) = tags.get(tag).filter(|given| time::is_moment(given)) {
            date = given.to_string();
        }
        header.text(key, &date);
    }
    for (tag, key) in FLAGS {
        if let Some(flag) = json_tag(tags, tag, &[Kind::Boolean]) {
            header.raw(key, flag.raw());
        }
    }
    header.raw("players", &players(record.result(), tags, extra));
    if *start != Position::new(rules) {
        header.text("startingPosition", &start.to_string());
    }
    add_extras(&mut header, extra("header"), is_header_member);
    header
}

fn players<'a>(
    result: GameResult,
    tags: &BTreeMap<&str, &str>,
    extra: impl Fn(&str) -> Option<Value<'a>>,
) -> String {
    let (first, second) = match result {
        GameResult::OrangeWins => ("1", "0"),
        GameResult::BlueWins => ("0", "1"),
        GameResult::Draw => ("1", "1"),
        GameResult::Open => ("0", "0"),
    };
    let [orange, blue] = PLAYERS;
    let player = |(tag, color): (&str, &str), result: &str, has_color: bool| {
        let mut player = Object::default();
        player.text("name", tags.get(tag).unwrap_or(&"?"));
        if let Some(id) = tags.get(format!("{tag}Id").as_str()) {
            player.text("userid", id);
        }
        if let Some(score) = json_tag(tags, &format!("{tag}Score"), &[Kind::Integer, Kind::Number]) {
            player.raw("score", score.raw());
        }
        if let Some(is_ai) = json_tag(tags, &format!("{tag}IsAi"), &[Kind::Boolean]) {
            player.raw("is_ai", is_ai.raw());
        }
        player.raw("result", result);
        add_extras(&mut player, extra(color), is_player_member);
        if has_color {
            player.text("color", color);
        }
        player.written()
    };
    // The schema requires that the players differ.
    let are_equal = player(orange, first, false) == player(blue, second, false);
    format!("[{},{}]", player(orange, first, are_equal), player(blue, second, are_equal))
}

/// Adds the members of an object that the schema does not know.
fn add_extras(into: &mut Object, extras: Option<Value<'_>>, is_known: fn(&str) -> bool) {
    for (key, value) in extras.into_iter().flat_map(|extras| extras.pairs()) {
        let name = key.string().unwrap_or_default();
        if !is_known(&name) {
            into.compact(&name, value);
        }
    }
}

/// The rounds of a game, each with two entries.
fn rounds(record: &GameRecord, tags: &BTreeMap<&str, &str>) -> String {
    let sky = record.start().sky();
    let mut texts: Vec<String> = record.moves().iter().map(|mv| mv.display(sky).to_string()).collect();
    let plies = texts.len();
    let word = ENDINGS.iter().find(|(_, termination)| *termination == record.termination());
    texts.extend(word.map(|(word, _)| word.to_string()));
    if texts.is_empty() {
        return "[]".to_string();
    }
    let comments: BTreeMap<usize, &str> = record.comments().collect();
    let results = json_tag(tags, RESULTS_TAG, &[Kind::Object]);
    let results: BTreeMap<String, Value<'_>> = results
        .into_iter()
        .flat_map(|results| results.pairs())
        .filter_map(|(key, value)| Some((key.string()?.into_owned(), value)))
        .collect();
    let mut entries = Vec::new();
    if record.start().turn() == Color::Blue {
        entries.push("null".to_string());
    }
    for (ply, text) in (1..).zip(&texts) {
        // Only results that the reader puts back into the tag: a string is a comment, unless it is about a word.
        let result = results.get(&ply.to_string()).filter(|result| match result.string() {
            Some(text) => ply > plies && !text.is_empty(),
            None => are_objects(**result) && !result.items().is_empty(),
        });
        let mut entry = Object::default();
        entry.text("move", text);
        match (comments.get(&ply), result) {
            (Some(comment), _) => entry.text("result", comment),
            (None, Some(result)) => entry.compact("result", *result),
            (None, None) => {
                entries.push(quote(text));
                continue;
            }
        }
        entries.push(entry.written());
    }
    if !entries.len().is_multiple_of(2) {
        entries.push("null".to_string());
    }
    let rounds: Vec<String> = entries.chunks(2).map(|round| format!("[{}]", round.join(","))).collect();
    format!("[{}]", rounds.join(","))
}

fn json_tag<'a>(tags: &BTreeMap<&str, &'a str>, name: &str, kinds: &[Kind]) -> Option<Value<'a>> {
    json::parse(tags.get(name)?, MAX_DEPTH).ok().filter(|value| kinds.contains(&value.kind()))
}
