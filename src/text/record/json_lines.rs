//! The format `jsonl`: each line is a game, as a JSON object.

use std::collections::BTreeMap;

use crate::position::Position;
use crate::rules::rule_set::Rules;
use crate::text::record::checks::{Draft, ReadGame, ShouldStop, check_comment, is_to_stop};
use crate::text::record::ending::{GameResult, WrongEnd, check_end};
use crate::text::record::error::{RecordCause, Refusal};
use crate::text::record::format::{CutError, Entry, Format, FormatReader, FoundGame, Joined};
use crate::text::record::game::GameRecord;
use crate::text::record::is_blank;
use crate::text::record::json::{self, Kind, Members, Refusals, Value};
use crate::text::record::source::{Document, File};

pub(super) const ENTRY: Entry = Entry {
    format: Format::JsonLines,
    name: "jsonl",
    suffix: ".jsonl",
    description: "JSON lines",
    has_unknown_tags: false,
    recognize: |text| json::recognize(text, is_member),
    reader: |options| Box::new(JsonLines { lenient: options.lenient, ..JsonLines::default() }),
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

/// Reads a file of JSON lines. In strict reading, each run of empty lines is one error.
#[derive(Debug, Default)]
struct JsonLines {
    lenient: bool,
    /// Whether the line that was read last is empty.
    was_empty: bool,
}

impl FormatReader for JsonLines {
    fn cut(&mut self, source: &mut File<'_>) -> Result<bool, CutError> {
        loop {
            if self.lenient || self.was_empty {
                skip_empty_lines(source)?;
            }
            if self.lenient {
                source.skip_mark()?;
            }
            if source.chunk()?.is_empty() {
                return Ok(false);
            }
            source.begin();
            let mut is_empty = true;
            loop {
                let chunk = source.chunk()?;
                let end = chunk.iter().position(|&byte| byte == b'\n');
                let length = end.unwrap_or(chunk.len());
                is_empty &= chunk.iter().take(length).copied().all(is_blank);
                source.take(length);
                if end.is_some() {
                    source.skip(1);
                }
                if end.is_some() || length == 0 {
                    break;
                }
            }
            let was_empty = std::mem::replace(&mut self.was_empty, is_empty);
            if !is_empty || !self.lenient && !was_empty {
                return Ok(true);
            }
            source.retract();
        }
    }

    fn read(&mut self, document: Document<'_>, stop: ShouldStop<'_>) -> FoundGame {
        let value = json::parse_document(document, "line").map_err(|refusal| vec![refusal])?;
        read_game(value, self.lenient, stop).map(Some)
    }

    fn path(&self, document: Document<'_>, at: usize) -> Option<String> {
        json::path(document, at)
    }
}

/// Skips the empty lines that come next in one step for each chunk.
fn skip_empty_lines(source: &mut File<'_>) -> std::io::Result<()> {
    loop {
        let chunk = source.chunk()?;
        let blanks = chunk.iter().take_while(|&&byte| is_blank(byte)).count();
        let Some(end) = chunk.iter().take(blanks).rposition(|&byte| byte == b'\n') else { return Ok(()) };
        source.skip(end.saturating_add(1));
    }
}

fn read_game(value: Value<'_>, lenient: bool, stop: ShouldStop<'_>) -> Result<ReadGame, Vec<Refusal>> {
    let refusals = Refusals::default();
    let known = (!lenient).then_some(&MEMBERS[..]);
    let members = Members::new(value, "a game", known, &refusals);
    let start = members.start(rules(&members), "fen");
    let each = |key, kind, name, is_required| -> Vec<Value<'_>> {
        members.items(key, is_required).inspect(|item| _ = refusals.checked(*item, kind, name)).collect()
    };
    let moves = each("moves", Kind::String, "a move", true);
    let counts = each("legal_moves", Kind::Integer, "a number of legal moves", !lenient);
    let plies = moves.len();
    if members.get("legal_moves").is_some() && counts.len() != plies {
        let problem = format!("moves has {plies} elements, but legal_moves has {}", counts.len());
        members.refuse("legal_moves", problem);
    }
    let result = members.required("winner").map_or(GameResult::Open, |winner| result(winner, &refusals));
    let termination = members.text("termination", false);
    let mut tags = BTreeMap::new();
    members.read_tags(&mut tags, "the members winner and termination", false);
    let comments = comments(&members, plies);
    refusals.none()?;
    let mut draft = Draft::new(start).with_tags(tags).with_comments(comments);
    let mut counts = counts.into_iter();
    for mv in moves {
        if is_to_stop(draft.plies(), stop) {
            return Err(Vec::new());
        }
        if let Some(count) = counts.next() {
            let legal = draft.position().count_moves();
            if count.integer() != Some(i128::from(legal)) {
                let problem = format!("{legal} legal moves, but the record has {}", count.raw());
                refusals.add(draft.refused(problem, count.span()));
            }
        }
        if let Err(refusal) = draft.play(&mv.string().unwrap_or_default(), mv.span()) {
            refusals.add(refusal);
            refusals.none()?;
        }
    }
    let ending = check_end(draft.position().outcome(), result, termination.as_deref(), lenient);
    let ending = ending.map_err(|wrong| {
        let (key, problem) = match wrong {
            WrongEnd::Result(problem) => ("winner", problem),
            WrongEnd::Termination(problem) => ("termination", problem),
        };
        refusals.add(draft.refused_end(problem, members.place(key)));
    });
    refusals.none()?;
    let end = members.get("moves").unwrap_or(value).span();
    ending.map(|ending| draft.finish(ending, end)).map_err(|()| Vec::new())
}

fn rules(members: &Members<'_>) -> Rules {
    let Some(text) = members.text("rules", true) else { return Rules::default() };
    text.parse().unwrap_or_else(|error| {
        let refusal = Refusal::new(format!("{error}"), members.place("rules"));
        members.refusals.add(refusal.because(RecordCause::Rules(error)));
        Rules::default()
    })
}

fn result(winner: Value<'_>, refusals: &Refusals) -> GameResult {
    let name = winner.string();
    if let Some((_, result)) = WINNERS.iter().find(|(word, _)| name.as_deref() == Some(*word)) {
        return *result;
    }
    if winner.kind() != Kind::Null {
        let words = WINNERS.map(|(word, _)| word).join(", ");
        refusals.add(Refusal::new(format!("winner must be one of {words}, or null"), winner.span()));
    }
    GameResult::Open
}

fn comments(members: &Members<'_>, plies: usize) -> BTreeMap<usize, String> {
    let mut read = BTreeMap::new();
    let (Some(given), refusals) = (members.get("comments"), members.refusals) else { return read };
    for (number, value) in Members::new(given, "comments", None, refusals).iter() {
        let text = refusals.checked(value, Kind::String, number).and_then(|value| value.string());
        let Some(ply) = whole(number).filter(|&ply| ply <= plies) else {
            let problem = format!("the key of a comment must be a number of moves from 0 to {plies}");
            refusals.add(Refusal::new(problem, value.span()));
            continue;
        };
        if let Some(text) = text {
            if let Err(problem) = check_comment(&text) {
                refusals.add(Refusal::new(problem, value.span()));
            }
            read.insert(ply, text.into_owned());
        }
    }
    read
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
