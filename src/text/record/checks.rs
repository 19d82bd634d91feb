//! What is checked of every game that is read, whatever its format.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::position::Position;
use crate::rules::moves::Move;
use crate::rules::outcome::Outcome;
use crate::support::names::{UnknownName, shortened};
use crate::text::notation::MoveError;
use crate::text::record::date;
use crate::text::record::ending::{Contradiction, GameResult, Termination, settle};
use crate::text::record::error::{RecordCause, Refusal, shown};
use crate::text::record::game::{GameRecord, STANDARD_TAGS};
use crate::text::record::invalid::InvalidGameRecord;
use crate::text::record::native::{comment, tag};

/// A function that is called regularly, and returns whether to stop.
pub(crate) type ShouldStop<'a> = &'a dyn Fn() -> bool;

/// Never stops.
pub(crate) const NEVER: ShouldStop<'static> = &|| false;

/// The number of moves that are read between two calls of the function. Reading them takes a few milliseconds at most.
const BETWEEN_QUESTIONS: usize = 1 << 10;

/// Whether to stop after this number of moves or other parts of a game.
pub(super) fn is_to_stop(count: usize, stop: ShouldStop<'_>) -> bool {
    count % BETWEEN_QUESTIONS == BETWEEN_QUESTIONS - 1 && stop()
}

/// A game that has been read.
#[derive(Debug)]
pub(super) struct ReadGame {
    pub(super) record: GameRecord,
    /// The bytes of the document that are each move, so that a caller's check can refuse the game there.
    pub(super) places: Vec<Range<u32>>,
    /// The bytes that are to be quoted if no single move is wrong: the result, or all moves.
    pub(super) end: Range<u32>,
    /// The number of variations that were skipped.
    pub(super) variations: u64,
}

impl ReadGame {
    /// The game with one place for all of its moves.
    pub(super) fn all_at(self, at: Range<usize>) -> ReadGame {
        let places = vec![narrow(at.clone()); self.places.len()];
        ReadGame { places, end: narrow(at), ..self }
    }
}

/// A game that is being read: its moves are played as they come, and its tags and comments are checked.
#[derive(Debug)]
pub(super) struct Draft {
    start: Position,
    position: Position,
    moves: Vec<Move>,
    places: Vec<Range<u32>>,
    tags: BTreeMap<String, String>,
    comments: BTreeMap<usize, String>,
}

impl Draft {
    pub(super) fn new(start: Position) -> Draft {
        Draft {
            start,
            position: start,
            moves: Vec::new(),
            places: Vec::new(),
            tags: BTreeMap::new(),
            comments: BTreeMap::new(),
        }
    }

    /// The position after the moves that have been played.
    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    /// The number of moves that have been played.
    pub(super) fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Plays a move, whose text is at this place of the document.
    ///
    /// # Errors
    /// If it is not a legal move.
    pub(super) fn play(&mut self, text: &str, at: Range<usize>) -> Result<(), Refusal> {
        match self.position.parse_move(text) {
            Ok(mv) => {
                self.play_legal(mv, at);
                Ok(())
            }
            Err(error) => Err(self
                .refused(not_a_move(text, &error), at)
                .because(RecordCause::Move { text: text.into(), error })),
        }
    }

    /// Plays a move that is known to be legal, in its canonical form.
    pub(super) fn play_legal(&mut self, mv: Move, at: Range<usize>) {
        self.position = self.position.play_unchecked(mv);
        self.moves.push(mv);
        self.places.push(narrow(at));
    }

    /// A refusal of the next move.
    pub(super) fn refused(&self, problem: String, at: Range<usize>) -> Refusal {
        Refusal::new(problem, at).at_ply(self.plies().saturating_add(1)).in_position(&self.position)
    }

    /// A refusal of how the game ends.
    pub(super) fn refused_end(&self, problem: String, at: Range<usize>) -> Refusal {
        let refusal = Refusal::new(problem, at).in_position(&self.position);
        if self.moves.is_empty() { refusal } else { refusal.at_ply(self.plies()) }
    }

    /// Replaces all tags by others that have been checked.
    pub(super) fn with_tags(self, tags: BTreeMap<String, String>) -> Draft {
        Draft { tags, ..self }
    }

    /// Replaces all comments by others that have been checked, each by the number of moves before it.
    pub(super) fn with_comments(self, comments: BTreeMap<usize, String>) -> Draft {
        Draft { comments, ..self }
    }

    /// The game. `end` is its result, or the part of the document that has all moves.
    pub(super) fn finish(self, ending: (GameResult, Termination), end: Range<usize>) -> ReadGame {
        let Draft { start, moves, places, mut tags, comments, .. } = self;
        let standard = STANDARD_TAGS.map(|(name, unknown)| {
            (name.to_string(), tags.remove(name).unwrap_or_else(|| unknown.to_string()))
        });
        let record = GameRecord {
            start,
            moves,
            tags: standard.into_iter().chain(tags).collect(),
            comments: comments.into_iter().collect(),
            result: ending.0,
            termination: ending.1,
        };
        ReadGame { record, places, end: narrow(end), variations: 0 }
    }
}

/// A place in a document, which is never as long as 4 GiB.
pub(super) fn narrow(at: Range<usize>) -> Range<u32> {
    let narrow = |index| u32::try_from(index).unwrap_or(u32::MAX);
    narrow(at.start)..narrow(at.end)
}

/// Why a text is not a legal move.
pub(super) fn not_a_move(text: &str, error: &MoveError) -> String {
    match error {
        MoveError::Notation(error) => format!("{error} of {}", shown(text)),
        MoveError::Illegal(error) => format!("illegal move {}: {error}", shortened(text)),
    }
}

/// Whether a record can have this tag.
///
/// # Errors
/// If it cannot.
pub(super) fn check_tag(name: &str, value: &str) -> Result<(), InvalidGameRecord> {
    if !tag::is_name(name) {
        return Err(InvalidGameRecord::TagName { name: shortened(name) });
    } else if matches!(name, "Rules" | "FEN") {
        return Err(InvalidGameRecord::DerivedTag { name: name.to_string() });
    } else if let Some((offset, character)) = tag::forbidden(value) {
        return Err(InvalidGameRecord::TagCharacter { name: name.to_string(), offset, character });
    } else if name == "Date" && !date::is_date(value) {
        return Err(InvalidGameRecord::Date { value: shortened(value) });
    }
    Ok(())
}

/// Whether a record can have this comment at this ply.
///
/// # Errors
/// If it cannot.
pub(super) fn check_comment(ply: usize, text: &str) -> Result<(), InvalidGameRecord> {
    if text.is_empty() {
        return Err(InvalidGameRecord::EmptyComment { ply });
    } else if let Some((offset, character)) = comment::forbidden(text) {
        return Err(InvalidGameRecord::CommentCharacter { ply, offset, character });
    }
    Ok(())
}

/// What is wrong about the end of a game, and why.
#[derive(Debug)]
pub(super) enum WrongEnd {
    Result(String),
    Termination(String),
}

/// Checks how a game ended according to its record.
///
/// A game that has a result, but did not end by the rules, may lack a termination if it is read leniently. It then
/// ended by adjudication.
///
/// # Errors
/// If the result or the termination contradicts the rules or each other.
pub(super) fn check_end(
    outcome: Option<Outcome>,
    result: GameResult,
    termination: Option<&str>,
    lenient: bool,
) -> Result<(GameResult, Termination), WrongEnd> {
    if let Some(outcome) = outcome {
        let (by_rules, reason) = (GameResult::of(outcome), outcome.reason.name());
        if result != by_rules {
            return Err(WrongEnd::Result(format!(
                "the game ended with {}, but the record has {}",
                by_rules.words(),
                result.words()
            )));
        } else if termination.is_some_and(|termination| termination != reason) {
            return Err(WrongEnd::Termination(format!("the game ended by {reason}")));
        }
        return Ok((by_rules, Termination::Rules(outcome.reason)));
    }
    if termination.is_none() && result != GameResult::Open && !lenient {
        return Err(WrongEnd::Result(format!(
            "the game is not over, but the record has {} and no termination",
            result.words()
        )));
    }
    let named = termination.map(str::parse).transpose();
    let named = named.map_err(|error: UnknownName| {
        WrongEnd::Termination(format!("expected one of {}", error.expected().join(", ")))
    })?;
    settle(None, Some(result), named).map_err(|error: Contradiction| WrongEnd::Termination(error.to_string()))
}
