//! The format `jsonl`: each line is a game, as a JSON object.

use std::collections::BTreeMap;

use crate::position::Position;
use crate::rules::rule_set::{InvalidRules, Rules};
use crate::text::record::checks::{Draft, ReadGame, ShouldStop, check_comment, is_to_stop};
use crate::text::record::ending::{GameResult, WrongEnd, check_end};
use crate::text::record::error::{RecordCause, Refusal};
use crate::text::record::format::{CutError, Entry, Format, FormatReader, FoundGame, Joined};
use crate::text::record::game::GameRecord;
use crate::text::record::is_blank;
use crate::text::record::json::{self, Kind, Members, Value};
use crate::text::record::source::{Document, File};

pub(super) const ENTRY: Entry = Entry {
    format: Format::JsonLines,
    name: "jsonl",
    suffix: ".jsonl",
    description: "JSON lines",
    has_unknown_tags: false,
    recognize: |text| json::recognize(text, is_member),
    reader: |options| Box::new(JsonLines { lenient: options.lenient }),
    write,
    joined: Joined::Directly,
};

const MEMBERS: [&str; 8] =
    ["rules", "fen", "moves", "legal_moves", "winner", "termination", "tags", "comments"];

const WINNERS: [(&str, GameResult); 3] =
    [("orange", GameResult::OrangeWins), ("blue", GameResult::BlueWins), ("draw", GameResult::Draw)];

/// Whether an object with this member is a game. `value` is the beginning of the member.
fn is_member(key: &[u8], value: &[u8]) -> bool {
    match key {
        b"moves" => json::begins_with(value, b"[\""),
        _ => MEMBERS.iter().any(|name| name.as_bytes() == key),
    }
}

#[derive(Debug)]
struct JsonLines {
    lenient: bool,
}

impl FormatReader for JsonLines {
    fn cut(&mut self, source: &mut File<'_>) -> Result<bool, CutError> {
        source.skip_while(is_blank)?;
        if self.lenient {
            source.skip_mark()?;
        }
        if source.skip_while(is_blank)?.is_none() {
            return Ok(false);
        }
        source.begin();
        loop {
            let chunk = source.chunk()?;
            let (end, length) = (chunk.iter().position(|&byte| byte == b'\n'), chunk.len());
            source.take(end.unwrap_or(length));
            if end.is_some() || length == 0 {
                return Ok(true);
            }
        }
    }

    fn read(&mut self, document: Document<'_>, stop: ShouldStop<'_>) -> FoundGame {
        let value = json::parse_document(document, "line")?;
        read_game(value, self.lenient, stop).map(Some)
    }

    fn path(&self, document: Document<'_>, at: usize) -> Option<String> {
        json::path(document, at)
    }
}

fn read_game(value: Value<'_>, lenient: bool, stop: ShouldStop<'_>) -> Result<ReadGame, Refusal> {
    let members = Members::new(value, "a game", (!lenient).then_some(&MEMBERS[..]))?;
    let start = members.start(rules(&members)?, "fen")?;
    let moves = members.read(Kind::Array, "moves")?;
    let texts = moves.items();
    texts.iter().try_for_each(|text| text.checked(Kind::String, "a move").map(|_| ()))?;
    let counts = match lenient && members.get("legal_moves").is_none() {
        true => Vec::new(),
        false => {
            let counts = members.read(Kind::Array, "legal_moves")?.items();
            let name = "a number of legal moves";
            counts.iter().try_for_each(|count| count.checked(Kind::Integer, name).map(|_| ()))?;
            let (plies, found) = (texts.len(), counts.len());
            if found != plies {
                let problem = format!("moves has {plies} elements, but legal_moves has {found}");
                return Err(members.refused("legal_moves", problem));
            }
            counts
        }
    };
    let result = result(members.required("winner")?)?;
    let termination = members.text("termination", false)?;
    let mut tags = BTreeMap::new();
    members.read_tags(&mut tags, "the members winner and termination", false)?;
    let comments = comments(&members, texts.len())?;
    let mut draft = Draft::new(start).with_tags(tags).with_comments(comments);
    let mut counts = counts.into_iter();
    for mv in texts {
        if is_to_stop(draft.plies(), stop) {
            return Err(Refusal::stopped());
        }
        if let Some(count) = counts.next() {
            let legal = draft.position().count_moves();
            if count.integer() != Some(i64::from(legal)) {
                let problem = format!("{legal} legal moves, but the record has {}", count.raw());
                return Err(draft.refused(problem, count.span()));
            }
        }
        draft.play(&mv.string().unwrap_or_default(), mv.span())?;
    }
    let ending = check_end(draft.position().outcome(), result, termination.as_deref(), lenient);
    let ending = ending.map_err(|wrong| {
        let (key, problem) = match wrong {
            WrongEnd::Result(problem) => ("winner", problem),
            WrongEnd::Termination(problem) => ("termination", problem),
        };
        draft.refused_end(problem, members.place(key))
    })?;
    Ok(draft.finish(ending, moves.span()))
}

fn rules(members: &Members<'_>) -> Result<Rules, Refusal> {
    let text = members.text("rules", true)?.unwrap_or_default();
    text.parse().map_err(|error: InvalidRules| {
        members.refused("rules", error.to_string()).because(RecordCause::Rules(error))
    })
}

fn result(winner: Value<'_>) -> Result<GameResult, Refusal> {
    let name = winner.string();
    let found = WINNERS.iter().find(|(word, _)| name.as_deref() == Some(*word));
    match found {
        Some((_, result)) => Ok(*result),
        None if winner.kind() == Kind::Null => Ok(GameResult::Open),
        None => {
            let words = WINNERS.map(|(word, _)| word).join(", ");
            Err(Refusal::new(format!("winner must be one of {words}, or null"), winner.span()))
        }
    }
}

fn comments(members: &Members<'_>, plies: usize) -> Result<BTreeMap<usize, String>, Refusal> {
    let mut read = BTreeMap::new();
    let Some(given) = members.get("comments") else { return Ok(read) };
    for (number, value) in Members::new(given, "comments", None)?.iter() {
        let text = value.checked(Kind::String, number)?.string().unwrap_or_default();
        let refused = |problem| Refusal::new(problem, value.span());
        let ply = whole(number).filter(|&ply| ply <= plies).ok_or_else(|| {
            refused(format!("the key of a comment must be a number of moves from 0 to {plies}"))
        })?;
        check_comment(&text).map_err(refused)?;
        read.insert(ply, text.into_owned());
    }
    Ok(read)
}

/// A number without leading zeros.
fn whole(text: &str) -> Option<usize> {
    let is_canonical =
        text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if is_canonical { text.parse().ok() } else { None }
}

fn write(record: &GameRecord) -> Result<String, String> {
    let (start, rules) = (record.start(), record.start().rules());
    let mut members = json::Object::default();
    members.text("rules", &rules.to_string());
    if *start != Position::new(rules) {
        members.text("fen", &start.to_string());
    }
    let (mut moves, mut counts, mut position) = (Vec::new(), Vec::new(), *start);
    for &mv in record.moves() {
        moves.push(format!("\"{}\"", mv.display(start.sky())));
        counts.push(position.count_moves().to_string());
        position = position.play_unchecked(mv);
    }
    members.raw("moves", &format!("[{}]", moves.join(",")));
    members.raw("legal_moves", &format!("[{}]", counts.join(",")));
    match WINNERS.iter().find(|(_, result)| *result == record.result()) {
        Some((winner, _)) => members.text("winner", winner),
        None => members.raw("winner", "null"),
    }
    if let Some((_, termination)) = record.ended_otherwise() {
        members.text("termination", termination.name());
    }
    let mut tags = json::Object::default();
    for (name, value) in record.known_tags() {
        tags.text(name, value);
    }
    members.object("tags", tags);
    let mut comments = json::Object::default();
    for (ply, text) in record.comments() {
        comments.text(&ply.to_string(), text);
    }
    members.object("comments", comments);
    Ok(members.written() + "\n")
}
