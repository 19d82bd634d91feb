//! What is checked of every game that is read, whatever its format.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::position::Position;
use crate::rules::moves::Move;
use crate::support::names::shortened;
use crate::text::notation::MoveError;
use crate::text::record::date;
use crate::text::record::ending::{GameResult, Termination};
use crate::text::record::error::{RecordCause, Refusal, shown};
use crate::text::record::game::{GameRecord, in_order};

/// A function that is called regularly, and returns whether to stop.
pub(crate) type ShouldStop<'a> = &'a dyn Fn() -> bool;

pub(crate) const NEVER: ShouldStop<'static> = &|| false;

/// The number of moves that are read between two calls of the function. Reading them takes a few milliseconds at most.
const BETWEEN_QUESTIONS: usize = 1 << 10;

/// Whether to stop after this number of moves or other parts of a game.
pub(super) fn is_to_stop(count: usize, stop: ShouldStop<'_>) -> bool {
    count % BETWEEN_QUESTIONS == BETWEEN_QUESTIONS - 1 && stop()
}

#[derive(Debug)]
pub(super) struct ReadGame {
    pub(super) record: GameRecord,
    /// The bytes of the document that are each move, so that a caller's check can refuse the game there.
    pub(super) places: Vec<Range<u32>>,
    /// The bytes that are to be quoted if no single move is wrong: the result, or all moves.
    pub(super) end: Range<u32>,
}

impl ReadGame {
    /// The game with one place for all of its moves.
    pub(super) fn all_at(self, at: Range<usize>) -> ReadGame {
        let places = vec![narrow(at.clone()); self.places.len()];
        ReadGame { places, end: narrow(at), ..self }
    }
}

/// A game that is being read: its moves are played as they come, and its tags and comments are checked.
#[derive(Debug, Default)]
pub(super) struct Draft {
    start: Position,
    position: Position,
    moves: Vec<Move>,
    places: Vec<Range<u32>>,
    tags: BTreeMap<String, String>,
    /// The comments, each with the number of moves before it, in this order.
    pub(super) comments: Vec<(usize, String)>,
}

impl Draft {
    pub(super) fn new(start: Position) -> Draft {
        Draft { start, position: start, ..Draft::default() }
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    pub(super) fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Plays a move, whose text is at this place of the document.
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

    pub(super) fn refused(&self, problem: String, at: Range<usize>) -> Refusal {
        Refusal::new(problem, at).at_ply(self.plies().saturating_add(1)).in_position(&self.position)
    }

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
        Draft { comments: comments.into_iter().collect(), ..self }
    }

    /// The game. `end` is its result, or the part of the document that has all moves.
    pub(super) fn finish(self, ending: (GameResult, Termination), end: Range<usize>) -> ReadGame {
        let Draft { start, moves, places, tags, comments, .. } = self;
        let (result, termination) = ending;
        let record = GameRecord { start, moves, tags: in_order(tags), comments, result, termination };
        ReadGame { record, places, end: narrow(end) }
    }
}

/// A place in a document, which is never as long as 4 GiB.
fn narrow(at: Range<usize>) -> Range<u32> {
    let narrow = |index| u32::try_from(index).unwrap_or(u32::MAX);
    narrow(at.start)..narrow(at.end)
}

pub(super) fn not_a_move(text: &str, error: &MoveError) -> String {
    match error {
        MoveError::Notation(error) => format!("{error} of {}", shown(text)),
        MoveError::Illegal(error) => format!("illegal move {}: {error}", shortened(text)),
    }
}

const LONGEST_NAME: usize = 64;

pub(super) fn is_tag_name(text: &str) -> bool {
    text.len() <= LONGEST_NAME
        && text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

pub(super) fn check_tag(name: &str, value: &str) -> Result<(), String> {
    let problem = if !is_tag_name(name) {
        let name = shortened(name);
        return Err(format!(
            "tag {name:?}: expected a name of a letter, then letters, digits and _, 64 at most"
        ));
    } else if matches!(name, "Rules" | "FEN") {
        "it is not to be given, it follows from where the game begins".to_string()
    } else if let Some((offset, character)) = value.chars().enumerate().find(|(_, found)| found.is_control())
    {
        format!("no value has the control character {character:?}, at offset {offset}")
    } else if name == "Date" && !date::is_date(value) {
        format!("{}, found {:?}", date::EXPECTED, shortened(value))
    } else {
        return Ok(());
    };
    Err(format!("tag {name}: {problem}"))
}

pub(super) fn check_comment(text: &str) -> Result<(), String> {
    let is_forbidden = |&(_, found): &(usize, char)| found.is_control() && found != '\n';
    match text.chars().enumerate().find(is_forbidden) {
        _ if text.is_empty() => Err("expected a text".to_string()),
        Some((offset, character)) => {
            Err(format!("no comment has the control character {character:?}, at offset {offset}"))
        }
        None => Ok(()),
    }
}
