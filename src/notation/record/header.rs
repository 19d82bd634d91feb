//! The tags of a record, and what they say.

use std::collections::BTreeMap;

use crate::notation::FenError;
use crate::notation::record::date;
use crate::notation::record::ending::{GameResult, Termination};
use crate::notation::record::error::{Fault, RecordCause};
use crate::notation::record::reader::Reader;
use crate::notation::record::stop::{Stop, unless_stopped};
use crate::notation::record::tag::{self, TOLD, Tag};
use crate::position::Position;
use crate::rules::Rules;

/// The tags of a record.
#[derive(Debug)]
pub(super) struct Header<'a> {
    tags: BTreeMap<&'a str, Tag<'a>>,
    pub(super) start: Position,
    pub(super) result: Option<GameResult>,
    pub(super) termination: Option<Termination>,
}

impl<'a> Header<'a> {
    /// Reads the tags, and the empty line behind them.
    pub(super) fn read(reader: &mut Reader<'a>, stop: Stop<'_>) -> Result<Header<'a>, Fault<'a>> {
        if reader.lenient {
            reader.take("\u{feff}");
            reader.blank();
        }
        let tags = read_tags(reader, stop)?;
        let header = Header {
            start: start(&tags)?,
            result: word(&tags, "Result", GameResult::named, GameResult::ALL.map(GameResult::name))?,
            termination: word(
                &tags,
                "Termination",
                Termination::named,
                Termination::ALL.map(Termination::name),
            )?,
            tags,
        };
        match header.tags.get("Date") {
            Some(told) if !date::is_date(&told.value) => return Err(told.expected(date::EXPECTED)),
            _ => {}
        }
        Ok(header)
    }

    /// The fault that the value of a tag is not what was expected; the one at `end` if there is no such tag.
    pub(super) fn wrong_value(&self, name: &str, end: Fault<'a>) -> Fault<'a> {
        match self.tags.get(name) {
            Some(told) => Fault { position: end.position, ..told.expected(end.problem) },
            None => end,
        }
    }

    /// The tags that tell of the game: those that every record has, then the others by their names.
    pub(super) fn into_told(mut self) -> Vec<(String, String)> {
        for derived in ["Rules", "FEN", "Result", "Termination"] {
            self.tags.remove(derived);
        }
        let mut told: Vec<(String, String)> = Vec::with_capacity(self.tags.len().max(TOLD.len()));
        for (name, unknown) in TOLD {
            let value = self.tags.remove(name).map_or(unknown.to_string(), |tag| tag.value.into_owned());
            told.push((name.to_string(), value));
        }
        told.extend(self.tags.into_iter().map(|(name, tag)| (name.to_string(), tag.value.into_owned())));
        told
    }
}

/// Reads the tags, and the empty line behind them.
fn read_tags<'a>(reader: &mut Reader<'a>, stop: Stop<'_>) -> Result<BTreeMap<&'a str, Tag<'a>>, Fault<'a>> {
    let mut tags = BTreeMap::new();
    loop {
        unless_stopped(tags.len(), reader, stop)?;
        if reader.lenient {
            reader.spaces();
        }
        let start = *reader;
        if !reader.take("[") {
            break;
        }
        let (name, tag) = tag::read(reader)?;
        if tags.insert(name, tag).is_some() {
            return Err(Fault::new(
                format!("expected the tag {name} once"),
                start.rest,
                written(start, *reader),
            ));
        }
    }
    if tags.is_empty() {
        return Err(reader.expected("expected a tag such as [Event \"?\"]"));
    }
    let end = reader.rest;
    if reader.lenient {
        reader.blank();
    } else if !reader.take("\n") {
        return Err(reader.expected("expected another tag, or an empty line and the moves"));
    }
    // Nothing but these two says by which rules the moves are to be read.
    let forgiven = |name| reader.lenient && (name != "Rules" || tags.contains_key("FEN"));
    let told = TOLD.iter().map(|(name, _)| *name);
    for name in told.chain(["Rules", "Result", "Termination"]) {
        if !tags.contains_key(name) && !forgiven(name) {
            return Err(Fault::new(format!("expected a tag {name}"), end, ""));
        }
    }
    Ok(tags)
}

/// What was read from one place to another, without its line end.
fn written<'a>(from: Reader<'a>, to: Reader<'a>) -> &'a str {
    to.read_of(from.rest).trim_end()
}

/// Where the game begins: one of `Rules` and `FEN` is there.
fn start<'a>(tags: &BTreeMap<&'a str, Tag<'a>>) -> Result<Position, Fault<'a>> {
    let told = tags.get("Rules").map(rules).transpose()?;
    let Some(tag) = tags.get("FEN") else { return Ok(Position::new(told.unwrap_or_default())) };
    let position = position(tag)?;
    let rules = position.rules();
    match told {
        Some(told) if told != rules => {
            Err(tag.expected(format!("expected a position by the rules {told}, as the tag Rules says")))
        }
        _ if position == Position::new(rules) => {
            Err(tag.expected("expected no tag FEN where a game begins at the start of its rules"))
        }
        _ => Ok(position),
    }
}

fn rules<'a>(tag: &Tag<'a>) -> Result<Rules, Fault<'a>> {
    let wrong = |error| tag.expected("expected a rule set").because(RecordCause::Rules(error));
    tag.value.parse().map_err(wrong)
}

fn position<'a>(tag: &Tag<'a>) -> Result<Position, Fault<'a>> {
    tag.value.parse().map_err(|error: FenError| {
        let problem = match &error {
            FenError::Notation(error) => error.problem.clone(),
            FenError::Rules(_) => "expected a rule set at the end of the position".to_string(),
            FenError::Position(error) => error.to_string(),
        };
        tag.expected(problem).because(RecordCause::Fen(tag.value.as_ref().into(), error))
    })
}

/// What the word in a tag stands for.
fn word<'a, T, const N: usize>(
    tags: &BTreeMap<&'a str, Tag<'a>>,
    name: &str,
    named: fn(&str) -> Option<T>,
    words: [&str; N],
) -> Result<Option<T>, Fault<'a>> {
    let Some(tag) = tags.get(name) else { return Ok(None) };
    match named(&tag.value) {
        None => Err(tag.expected(format!("expected one of {}", words.join(", ")))),
        known => Ok(known),
    }
}
