//! Reading the tags of a record.

use std::collections::BTreeMap;
use std::ops::Range;
use std::str::FromStr;

use crate::position::Position;
use crate::rules::rule_set::Rules;
use crate::support::names::UnknownName;
use crate::text::notation::FenError;
use crate::text::record::checks::ShouldStop;
use crate::text::record::date;
use crate::text::record::ending::{GameResult, Termination};
use crate::text::record::error::{RecordCause, Refusal};
use crate::text::record::game::STANDARD_TAGS;
use crate::text::record::native::reader::{Reader, unless_stopped};
use crate::text::record::native::tag;

#[derive(Debug)]
pub(super) struct Header<'a> {
    pub(super) tags: BTreeMap<String, String>,
    /// The names of the tags, and the places of their values.
    places: Vec<(&'a str, Range<usize>)>,
}

impl<'a> Header<'a> {
    /// Reads the tags and the empty line after them.
    pub(super) fn read(reader: &mut Reader<'a>, stop: ShouldStop<'_>) -> Result<Header<'a>, Refusal> {
        let (mut tags, mut places) = (BTreeMap::new(), Vec::new());
        loop {
            unless_stopped(tags.len(), reader, stop)?;
            let start = *reader;
            if !reader.take("[") {
                break;
            }
            let (name, value, at) = tag::read(reader)?;
            if tags.insert(name.to_string(), value).is_some() {
                let written = reader.read_since(*start).trim_end();
                return Err(start.refused(format!("expected the tag {name} once"), written.len()));
            }
            places.push((name, at));
        }
        if tags.is_empty() {
            return Err(reader.expected("expected a tag such as [Event \"?\"]"));
        }
        let end = *reader;
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
                return Err(end.refused(format!("expected a tag {name}"), 0));
            }
        }
        Ok(Header { tags, places })
    }

    /// The place of the value of a tag, if there is this tag.
    pub(super) fn place(&self, name: &str) -> Option<Range<usize>> {
        self.places.iter().find(|(tag, _)| *tag == name).map(|(_, at)| at.clone())
    }

    fn expected(&self, name: &str, problem: impl Into<String>) -> Refusal {
        Refusal::new(problem, self.place(name).unwrap_or_default())
    }

    /// The position before the first move, from the tags `Rules` and `FEN`, at least one of which is there.
    pub(super) fn start(&self) -> Result<Position, Refusal> {
        let wrong = |error| self.expected("Rules", "expected a rule set").because(RecordCause::Rules(error));
        let named = self.tags.get("Rules").map(|text| text.parse::<Rules>().map_err(wrong)).transpose()?;
        let Some(text) = self.tags.get("FEN") else { return Ok(Position::new(named.unwrap_or_default())) };
        let position: Position = text.parse().map_err(|error: FenError| {
            let problem = match &error {
                FenError::Notation(error) => error.problem.clone(),
                FenError::Rules(_) | FenError::Start(_) => {
                    "expected a rule set at the end of the position".to_string()
                }
                FenError::Position(error) => error.to_string(),
            };
            self.expected("FEN", problem).because(RecordCause::Fen { text: text.as_str().into(), error })
        })?;
        let rules = position.rules();
        match named {
            Some(named) if named != rules => {
                let problem = format!("expected a position by the rules {named}, as the tag Rules says");
                Err(self.expected("FEN", problem))
            }
            _ if position == Position::new(rules) => {
                Err(self.expected("FEN", "expected no tag FEN where a game begins at the start of its rules"))
            }
            _ => Ok(position),
        }
    }

    /// The result and the termination, if there are tags for them. Also checks the date.
    pub(super) fn ending(&self) -> Result<(Option<GameResult>, Option<Termination>), Refusal> {
        let ending = (self.named("Result")?, self.named("Termination")?);
        match self.tags.get("Date") {
            Some(date) if !date::is_date(date) => Err(self.expected("Date", date::EXPECTED)),
            _ => Ok(ending),
        }
    }

    /// The value of a tag that has one of a few names.
    fn named<T: FromStr<Err = UnknownName>>(&self, name: &str) -> Result<Option<T>, Refusal> {
        let Some(text) = self.tags.get(name) else { return Ok(None) };
        let expected = |error: UnknownName| format!("expected one of {}", error.expected().join(", "));
        text.parse().map(Some).map_err(|error| self.expected(name, expected(error)))
    }
}
