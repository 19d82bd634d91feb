//! A game with its record.

use std::collections::BTreeMap;

use crate::game::Game;
use crate::position::Position;
use crate::rules::moves::Move;
use crate::text::record::MAX_LENGTH;
use crate::text::record::ending::{GameResult, Termination};

/// The tags that every record has, in their order, each with the value that means unknown. Every record also has
/// `Rules`, `Result` and `Termination`, which are stored separately.
pub(super) const STANDARD_TAGS: [(&str, &str); 5] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Orange", "?"), ("Blue", "?")];

/// The tags that follow from the start and the end of a game.
const DERIVED_TAGS: [&str; 4] = ["Rules", "FEN", "Result", "Termination"];

/// The tags that a record stores, in their order: the standard ones, of which those that are missing are unknown, then the
/// others. Nothing is removed from the map, because that would take much code.
pub(super) fn in_order(tags: BTreeMap<String, String>) -> Vec<(String, String)> {
    let standard = STANDARD_TAGS.map(|(name, unknown)| {
        (name.to_string(), tags.get(name).map_or(unknown, String::as_str).to_string())
    });
    let is_other = |(name, _): &(String, String)| {
        !STANDARD_TAGS.iter().map(|(standard, _)| standard).chain(&DERIVED_TAGS).any(|other| other == name)
    };
    standard.into_iter().chain(tags.into_iter().filter(is_other)).collect()
}

/// A game with its tags, comments and result.
///
/// All moves are legal. If the game is over by the rules, its result agrees with them. `to_string` writes the one
/// canonical text in the [native format](https://OWNER.github.io/volo/RECORDS.html).
///
/// ```
/// # use volo_rules::Position;
/// # use volo_rules::records::{GameRecord, GameResult, Termination};
/// let start = Position::new("standard-4".parse()?);
/// let moves = [start.parse_move("a3")?];
/// let tags = [("Orange", "Anna"), ("Result", "0-1"), ("Termination", "resignation")];
/// let tags = tags.map(|(name, value)| (name.to_string(), value.to_string()));
/// let record = GameRecord::new(start, moves, tags, [(1, "Alas.".to_string())])?;
/// let text = r#"[Event "?"]
/// [Site "?"]
/// [Date "????.??.??"]
/// [Orange "Anna"]
/// [Blue "?"]
/// [Rules "standard-4"]
/// [Result "0-1"]
/// [Termination "resignation"]
///
/// 1. a3 {Alas.} 0-1
/// "#;
/// assert_eq!(record.to_string(), text);
/// assert_eq!(GameRecord::parse(text)?, record);
/// assert_eq!((record.start(), record.moves()), (&start, &moves[..]));
/// assert_eq!(record.tags().nth(3), Some(("Orange", "Anna")));
/// assert!(record.comments().eq([(1, "Alas.")]));
/// assert_eq!((record.result(), record.termination()), (GameResult::BlueWins, Termination::Resignation));
/// assert_eq!(record.ended_otherwise(), Some((GameResult::BlueWins, Termination::Resignation)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameRecord {
    pub(super) start: Position,
    pub(super) moves: Vec<Move>,
    /// The standard tags first, then the others sorted by their names.
    pub(super) tags: Vec<(String, String)>,
    /// The comments, each with the number of moves before it, in this order.
    pub(super) comments: Vec<(usize, String)>,
    pub(super) result: GameResult,
    pub(super) termination: Termination,
}

impl GameRecord {
    /// The size of the largest record that is read or written, in bytes: 16 MiB.
    pub const MAX_LENGTH: usize = MAX_LENGTH;

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The moves. Kept regions are named by their lowest, then leftmost spaces.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The tags in canonical order: `Event`, `Site`, `Date`, `Orange`, `Blue`, then the others sorted by their
    /// names. `Rules`, `FEN`, `Result` and `Termination` are not included.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The tags without those that have an unknown value, sorted by their names.
    ///
    /// ```
    /// # use volo_rules::records::GameRecord;
    /// let record = GameRecord::parse_lenient("[Orange \"Anna\"]\n[Annotator \"Carla\"]\n[Rules \"standard-4\"]\n*")?;
    /// assert_eq!(record.known_tags(), [("Annotator", "Carla"), ("Orange", "Anna")]);
    /// # Ok::<(), volo_rules::records::GameRecordError>(())
    /// ```
    pub fn known_tags(&self) -> Vec<(&str, &str)> {
        let mut tags: Vec<(&str, &str)> = self.tags().filter(|tag| !STANDARD_TAGS.contains(tag)).collect();
        tags.sort_unstable();
        tags
    }

    /// The comments, each with the number of moves before it.
    pub fn comments(&self) -> impl Iterator<Item = (usize, &str)> {
        self.comments.iter().map(|(ply, text)| (*ply, text.as_str()))
    }

    /// The result: who has won, a draw, or no result.
    pub fn result(&self) -> GameResult {
        self.result
    }

    /// What ended the game.
    pub fn termination(&self) -> Termination {
        self.termination
    }

    /// The result and the termination of a game that ended, but not by the rules. `None` for other games.
    pub fn ended_otherwise(&self) -> Option<(GameResult, Termination)> {
        match self.termination {
            Termination::Rules(_) | Termination::Unterminated => None,
            termination => Some((self.result, termination)),
        }
    }
}

impl From<&GameRecord> for Game {
    /// The game, with all its positions.
    ///
    /// ```
    /// # use volo_rules::Game;
    /// # use volo_rules::records::GameRecord;
    /// let record = GameRecord::parse_lenient("[Rules \"standard-4\"]\na3 d5 *")?;
    /// let game = Game::from(&record);
    /// assert_eq!((game.moves(), game.positions().count()), (record.moves(), 3));
    /// assert_eq!(GameRecord::from(&game), record);
    /// # Ok::<(), volo_rules::records::GameRecordError>(())
    /// ```
    fn from(record: &GameRecord) -> Game {
        Game::of_legal_moves(record.start, &record.moves)
    }
}

impl From<&Game> for GameRecord {
    /// The record without known tags and without comments, whose result is that of the rules. Its text may have more than
    /// [`GameRecord::MAX_LENGTH`] bytes, unlike that of any other record.
    fn from(game: &Game) -> GameRecord {
        let outcome = game.outcome();
        GameRecord {
            start: *game.start(),
            moves: game.moves().to_vec(),
            tags: in_order(BTreeMap::new()),
            comments: Vec::new(),
            result: outcome.map_or(GameResult::Open, GameResult::of),
            termination: outcome.map_or(Termination::Unterminated, |end| Termination::Rules(end.reason)),
        }
    }
}
