//! The format `jsonl`: each line is a game, as a JSON object.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::BufRead;

use crate::position::Position;
use crate::rules::rule_set::Rules;
use crate::text::record::checks::{
    Draft, ReadGame, ShouldStop, WrongEnd, check_comment, check_end, check_tag, is_to_stop,
};
use crate::text::record::ending::GameResult;
use crate::text::record::error::{RecordCause, Refusal};
use crate::text::record::formats::{CutError, Entry, Format, FormatReader, Joined, Unwritable};
use crate::text::record::game::GameRecord;
use crate::text::record::is_blank;
use crate::text::record::json::{self, Kind, Members, Refusals, Value};
use crate::text::record::source::{Document, Source};

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
    fn cut(&mut self, source: &mut Source<dyn BufRead + '_>) -> Result<bool, CutError> {
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

    fn read(
        &mut self,
        document: Document<'_>,
        stop: ShouldStop<'_>,
    ) -> Result<Option<ReadGame>, Vec<Refusal>> {
        let value = json::parse_document(document, "line").map_err(|refusal| vec![refusal])?;
        read_game(value, self.lenient, stop).map(Some)
    }

    fn path(&self, document: Document<'_>, at: usize) -> Option<String> {
        json::path(document, at)
    }
}

/// Skips the empty lines that come next in one step for each chunk.
fn skip_empty_lines(source: &mut Source<dyn BufRead + '_>) -> std::io::Result<()> {
    loop {
        let chunk = source.chunk()?;
        let blanks = chunk.iter().take_while(|&&byte| is_blank(byte)).count();
        let Some(end) = chunk.iter().take(blanks).rposition(|&byte| byte == b'\n') else { return Ok(()) };
        source.skip(end.saturating_add(1));
    }
}

fn read_game(value: Value<'_>, lenient: bool, stop: ShouldStop<'_>) -> Result<ReadGame, Vec<Refusal>> {
    let mut refusals = Refusals::default();
    let known = (!lenient).then_some(&MEMBERS[..]);
    let members = Members::new(value, "a game", known, &mut refusals);
    let rules = rules(&members, &mut refusals);
    let start = json::start(rules, &members, "fen", &mut refusals);
    let moves = array(&members, "moves", (Kind::String, "a move"), true, &mut refusals);
    let counts =
        array(&members, "legal_moves", (Kind::Integer, "a number of legal moves"), !lenient, &mut refusals);
    let plies = moves.map_or(0, |moves| moves.items().count());
    if let Some(given) = members.get("legal_moves") {
        let number = counts.map_or(0, |counts| counts.items().count());
        if number != plies {
            let problem = format!("moves has {plies} elements, but legal_moves has {number}");
            refusals.add(Refusal::new(problem, given.span()));
        }
    }
    let winner = members.required("winner", &mut refusals);
    let result = result(winner, &mut refusals);
    let termination = members.text("termination", false, &mut refusals);
    let tags = tags(&members, &mut refusals);
    let comments = comments(&members, plies, &mut refusals);
    refusals.none()?;
    let mut draft = Draft::new(start).with_tags(tags).with_comments(comments);
    let mut counts = counts.into_iter().flat_map(|counts| counts.items());
    for mv in moves.into_iter().flat_map(|moves| moves.items()) {
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
        refusals.add(draft.refused_end(problem, members.refuse(key, "").at));
    });
    refusals.none()?;
    let end = members.get("moves").unwrap_or(value).span();
    ending.map(|ending| draft.finish(ending, end)).map_err(|()| Vec::new())
}

fn rules(members: &Members<'_>, refusals: &mut Refusals) -> Rules {
    let Some(text) = members.text("rules", true, refusals) else { return Rules::default() };
    text.parse().unwrap_or_else(|error| {
        let problem = format!("{error}");
        refusals.add(members.refuse("rules", problem).because(RecordCause::Rules(error)));
        Rules::default()
    })
}

/// An array of values of a type.
fn array<'a>(
    members: &Members<'a>,
    key: &str,
    (kind, name): (Kind, &str),
    is_required: bool,
    refusals: &mut Refusals,
) -> Option<Value<'a>> {
    let array = members.read(Kind::Array, key, is_required, refusals)?;
    for item in array.items() {
        json::checked(item, kind, name, refusals);
    }
    Some(array)
}

fn result(winner: Option<Value<'_>>, refusals: &mut Refusals) -> GameResult {
    let Some(winner) = winner else { return GameResult::Open };
    let name = winner.string();
    match WINNERS.iter().find(|(word, _)| name.as_deref() == Some(*word)) {
        Some((_, result)) => *result,
        None => {
            if winner.kind() != Kind::Null {
                let words = WINNERS.map(|(word, _)| word).join(", ");
                let problem = format!("winner must be one of {words}, or null");
                refusals.add(Refusal::new(problem, winner.span()));
            }
            GameResult::Open
        }
    }
}

fn tags(members: &Members<'_>, refusals: &mut Refusals) -> BTreeMap<String, String> {
    let mut read = BTreeMap::new();
    let Some(given) = members.get("tags") else { return read };
    let tags = Members::new(given, "tags", None, refusals);
    for (name, value) in tags.iter() {
        let Some(text) = json::checked(value, Kind::String, name, refusals).and_then(|value| value.string())
        else {
            continue;
        };
        let problem = match name.as_ref() {
            "Result" | "Termination" => {
                Some(format!("the tag {name} is not permitted here; use the members winner and termination"))
            }
            _ => check_tag(name, &text).err().map(|error| error.reason()),
        };
        if let Some(problem) = problem {
            refusals.add(Refusal::new(problem, value.span()));
        }
        read.insert(name.to_string(), text.into_owned());
    }
    read
}

fn comments(members: &Members<'_>, plies: usize, refusals: &mut Refusals) -> BTreeMap<usize, String> {
    let mut read = BTreeMap::new();
    let Some(given) = members.get("comments") else { return read };
    let comments = Members::new(given, "comments", None, refusals);
    for (number, value) in comments.iter() {
        let text = json::checked(value, Kind::String, number, refusals).and_then(|value| value.string());
        let Some(ply) = whole(number).filter(|&ply| ply <= plies) else {
            let problem = format!("the key of a comment must be a number of moves from 0 to {plies}");
            refusals.add(Refusal::new(problem, value.span()));
            continue;
        };
        if let Some(text) = text {
            if let Err(error) = check_comment(ply, &text) {
                refusals.add(Refusal::new(error.reason(), value.span()));
            }
            read.insert(ply, text.into_owned());
        }
    }
    read
}

/// A number without leading zeros.
fn whole(text: &Cow<'_, str>) -> Option<usize> {
    let is_canonical =
        text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if is_canonical { text.parse().ok() } else { None }
}

fn write(record: &GameRecord) -> Result<String, Unwritable> {
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
