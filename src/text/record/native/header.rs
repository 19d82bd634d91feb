//! Reading the tags of a record.

use std::collections::BTreeMap;
use std::str::FromStr;

use crate::position::Position;
use crate::rules::rule_set::Rules;
use crate::support::names::UnknownName;
use crate::text::notation::FenError;
use crate::text::record::checks::ShouldStop;
use crate::text::record::date;
use crate::text::record::ending::{GameResult, Termination};
use crate::text::record::error::RecordCause;
use crate::text::record::game::STANDARD_TAGS;
use crate::text::record::native::fault::Fault;
use crate::text::record::native::reader::{Reader, unless_stopped};
use crate::text::record::native::tag::{self, Tag};

/// The tags of a record.
#[derive(Debug)]
pub(super) struct Header<'a> {
    tags: BTreeMap<&'a str, Tag<'a>>,
    pub(super) start: Position,
    pub(super) result: Option<GameResult>,
    pub(super) termination: Option<Termination>,
}

impl<'a> Header<'a> {
    /// Reads the tags and the empty line after them.
    pub(super) fn read(reader: &mut Reader<'a>, stop: ShouldStop<'_>) -> Result<Header<'a>, Fault<'a>> {
        let tags = read_tags(reader, stop)?;
        let header = Header {
            start: start(&tags)?,
            result: name(&tags, "Result")?,
            termination: name(&tags, "Termination")?,
            tags,
        };
        match header.tags.get("Date") {
            Some(date) if !date::is_date(&date.value) => return Err(date.expected(date::EXPECTED)),
            _ => {}
        }
        Ok(header)
    }

    /// The fault `end` moved to the value of a tag, or `end` itself if there is no such tag.
    pub(super) fn wrong_value(&self, name: &str, end: Fault<'a>) -> Fault<'a> {
        match self.tags.get(name) {
            Some(tag) => Fault { position: end.position, ..tag.expected(end.problem) },
            None => end,
        }
    }

    /// The tags that a record keeps: the standard tags, then the others sorted by their names.
    pub(super) fn into_tags(mut self) -> Vec<(String, String)> {
        for derived in ["Rules", "FEN", "Result", "Termination"] {
            self.tags.remove(derived);
        }
        let mut tags: Vec<(String, String)> = Vec::with_capacity(self.tags.len().max(STANDARD_TAGS.len()));
        for (name, unknown) in STANDARD_TAGS {
            let value = self.tags.remove(name).map_or(unknown.to_string(), |tag| tag.value.into_owned());
            tags.push((name.to_string(), value));
        }
        tags.extend(self.tags.into_iter().map(|(name, tag)| (name.to_string(), tag.value.into_owned())));
        tags
    }
}

/// Reads the tags and the empty line after them.
fn read_tags<'a>(
    reader: &mut Reader<'a>,
    stop: ShouldStop<'_>,
) -> Result<BTreeMap<&'a str, Tag<'a>>, Fault<'a>> {
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
                start.rest(),
                written(start, *reader),
            ));
        }
    }
    if tags.is_empty() {
        return Err(reader.expected("expected a tag such as [Event \"?\"]"));
    }
    let end = reader.rest();
    if reader.lenient {
        reader.blank();
    } else if !reader.take("\n") {
        return Err(reader.expected("expected another tag, or an empty line and the moves"));
    }
    // The moves cannot be read without the rules, which one of these two tags gives.
    let forgiven = |name| reader.lenient && (name != "Rules" || tags.contains_key("FEN"));
    let standard = STANDARD_TAGS.iter().map(|(name, _)| *name);
    for name in standard.chain(["Rules", "Result", "Termination"]) {
        if !tags.contains_key(name) && !forgiven(name) {
            return Err(Fault::new(format!("expected a tag {name}"), end, ""));
        }
    }
    Ok(tags)
}

/// The text between two places, without its line end.
fn written<'a>(from: Reader<'a>, to: Reader<'a>) -> &'a str {
    to.read_since(from).trim_end()
}

/// The position before the first move, from the tags `Rules` and `FEN`, at least one of which is present.
fn start<'a>(tags: &BTreeMap<&'a str, Tag<'a>>) -> Result<Position, Fault<'a>> {
    let named = tags.get("Rules").map(rules).transpose()?;
    let Some(tag) = tags.get("FEN") else { return Ok(Position::new(named.unwrap_or_default())) };
    let position = position(tag)?;
    let rules = position.rules();
    match named {
        Some(named) if named != rules => {
            Err(tag.expected(format!("expected a position by the rules {named}, as the tag Rules says")))
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
            FenError::Rules(_) | FenError::Start(_) => {
                "expected a rule set at the end of the position".to_string()
            }
            FenError::Position(error) => error.to_string(),
        };
        tag.expected(problem).because(RecordCause::Fen { text: tag.value.as_ref().into(), error })
    })
}

/// The value of a tag that has one of a few names.
fn name<'a, T: FromStr<Err = UnknownName>>(
    tags: &BTreeMap<&'a str, Tag<'a>>,
    tag: &str,
) -> Result<Option<T>, Fault<'a>> {
    let Some(tag) = tags.get(tag) else { return Ok(None) };
    let expected = |error: UnknownName| format!("expected one of {}", error.expected().join(", "));
    tag.value.parse().map(Some).map_err(|error| tag.expected(expected(error)))
}
