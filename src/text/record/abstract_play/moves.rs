//! The moves of a game report: rounds of two moves, some with a result or a comment.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use crate::text::record::checks::check_comment;
use crate::text::record::ending::Termination;
use crate::text::record::error::Refusal;
use crate::text::record::json::{Kind, Members, Object, Value};

/// The words that Abstract Play writes in place of a last move, and the terminations that they mean.
pub(super) const ENDINGS: [(&str, Termination); 4] = [
    ("resign", Termination::Resignation),
    ("timeout", Termination::Time),
    ("draw", Termination::Agreement),
    ("abandoned", Termination::Abandoned),
];

/// The tag for results of moves that cannot be kept as comments: a JSON object whose names are the numbers of the moves.
pub(super) const RESULTS_TAG: &str = "MoveResults";

pub(super) fn ending_of(word: &str) -> Option<Termination> {
    ENDINGS.iter().find(|(name, _)| *name == word).map(|(_, termination)| *termination)
}

#[derive(Debug, Default)]
pub(super) struct Moves<'a> {
    /// The texts of the moves, with their places.
    pub(super) moves: Vec<(Cow<'a, str>, Range<usize>)>,
    /// The word in place of a last move, what it means, and its place.
    pub(super) ending: Option<(Cow<'a, str>, Termination, Range<usize>)>,
    pub(super) comments: BTreeMap<usize, String>,
    /// The tag [`RESULTS_TAG`], if some results cannot be kept as comments.
    pub(super) results: Option<String>,
}

impl<'a> Moves<'a> {
    /// Reads the moves of an array of rounds. If Blue makes the first move, the first round begins with null.
    pub(super) fn read(rounds: Value<'a>, blue_begins: bool) -> Result<Moves<'a>, Refusal> {
        let mut found = Moves::default();
        let mut results = Object::default();
        for entry in entries(rounds, blue_begins)? {
            let (text, at, result) = read_entry(entry)?;
            let ending = ending_of(&text);
            found.moves.push((text, at));
            let ply = found.moves.len();
            let Some(result) = result else { continue };
            match result.string() {
                Some(comment) if comment.is_empty() => {}
                Some(comment) if ending.is_none() => {
                    check_comment(&comment)
                        .map_err(|problem| Refusal::new(problem, result.span()).at_ply(ply))?;
                    found.comments.insert(ply, comment.into_owned());
                }
                None if result.items().is_empty() => {}
                _ => results.ascii(&ply.to_string(), result),
            }
        }
        if let Some((text, at)) = found.moves.pop() {
            match ending_of(&text) {
                Some(termination) => found.ending = Some((text, termination, at)),
                None => found.moves.push((text, at)),
            }
        }
        found.results = (!results.is_empty()).then(|| results.written());
        Ok(found)
    }
}

/// The entries of the rounds that are not null, in order.
fn entries(rounds: Value<'_>, blue_begins: bool) -> Result<Vec<Value<'_>>, Refusal> {
    let mut entries = Vec::new();
    let rounds = rounds.items();
    for (index, round) in (1..).zip(&rounds) {
        let (round, place, is_last) = (round.items(), round.span(), index == rounds.len());
        if !(round.len() == 2 || round.len() == 1 && is_last) {
            let problem = "a round must be an array of two moves, Orange's and Blue's";
            return Err(Refusal::new(problem, place));
        }
        for (player, entry) in (0..).zip(&round) {
            let may_be_first = index == 1 && player == 0 && blue_begins;
            let may_be_last = is_last && player == 1;
            let is_null = entry.kind() == Kind::Null;
            if !is_null && may_be_first {
                let problem = "expected null, because Blue makes the first move";
                return Err(Refusal::new(problem, entry.span()));
            } else if !is_null {
                entries.push(*entry);
            } else if !may_be_first && !may_be_last {
                let problem = "expected a move; null is permitted only after the last move, and as the first entry \
                               if Blue makes the first move";
                return Err(Refusal::new(problem, entry.span()));
            }
        }
    }
    Ok(entries)
}

type Entry<'a> = (Cow<'a, str>, Range<usize>, Option<Value<'a>>);

/// The text of a move, its place, and the result of the move.
fn read_entry(entry: Value<'_>) -> Result<Entry<'_>, Refusal> {
    if let Some(text) = entry.string() {
        return Ok((text, entry.span(), None));
    }
    if entry.kind() != Kind::Object {
        let problem = "a move must be a string, an object with the member move, or null";
        return Err(Refusal::new(problem, entry.span()));
    }
    let members = Members::new(entry, "a move", Some(&["sequence", "move", "result"]))?;
    members.optional(Kind::Integer, "sequence")?;
    let result = members.get("result");
    if result.is_some_and(|result| result.kind() != Kind::String && !are_objects(result)) {
        return Err(members.refused("result", "result must be a string or an array of objects"));
    }
    let mv = members.read(Kind::String, "move")?;
    Ok((mv.string().unwrap_or_default(), mv.span(), result))
}

pub(super) fn are_objects(value: Value<'_>) -> bool {
    value.kind() == Kind::Array && value.items().iter().all(|item| item.kind() == Kind::Object)
}
