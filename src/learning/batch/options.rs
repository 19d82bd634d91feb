//! [`BatchOptions`]: how the games of a batch begin and end, and who plays them.

use crate::geometry::color::Color;
use crate::learning::batch::game::BatchGame;
use crate::learning::decision::Decision;
use crate::position::policy::Policy;
use crate::support::names::listed;
use crate::support::setters::setters;

listed! {
    /// When a game that is over begins again. The names are those of Gymnasium's `AutoresetMode`.
    ///
    /// With `same-step`, [`Batch::last_decisions`](crate::learning::Batch::last_decisions) returns the end of the game.
    #[non_exhaustive]
    pub enum Autoreset: "mode" {
        /// The step after the last one ignores the game's action and resets the game.
        NextStep = "next-step",
        /// The step that ends a game also resets it.
        SameStep = "same-step",
    }
}

/// The seeds of the random numbers of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seeds<'a> {
    /// The game with index `i` takes stream `i` of this seed.
    One(u64),
    /// Each game has a seed of its own. Its numbers do not depend on its index.
    Each(&'a [u64]),
    /// Like `Each`, but games without a seed go on with the numbers that they have.
    Some(&'a [Option<u64>]),
}

/// How [`Batch::step`](crate::learning::Batch::step) plays.
///
/// ```
/// # use volo_rules::{Color, Position, Threads};
/// # use volo_rules::learning::{Autoreset, Batch, BatchOptions, Decision};
/// # use volo_rules::playouts::Policy;
/// let options = BatchOptions::default()
///     .with_max_plies(500)
///     .with_autoreset(Autoreset::SameStep)
///     .with_opponent(Policy::Careful)
///     .with_players(&[Color::Orange, Color::Blue]);
/// let starts = vec![Decision::new(Position::new("standard-4".parse()?)); 2];
/// let batch = Batch::with_options(starts, &options, Threads::new(1))?;
/// // Orange moves first. In the second game, this was the opponent.
/// assert!(batch.plies().eq([0, 1]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BatchOptions<'a> {
    /// The number of turns after which a game that is not over is truncated (\[R19\]). `None` means no limit.
    pub max_plies: Option<u32>,
    /// When games that are over begin again. `None` means never.
    pub autoreset: Option<Autoreset>,
    /// How the opponent plays. It answers each turn of the caller in the same step, and makes the first turn where it
    /// is to move. `None` means that the caller plays both players.
    pub opponent: Option<Policy>,
    /// The player of each game whose actions the caller chooses. The opponent is the other one. If empty, the caller
    /// plays Orange in all games.
    pub players: &'a [Color],
    /// The seeds of the random numbers of [`Batch::random_actions`](crate::learning::Batch::random_actions) and of the
    /// opponent.
    pub seeds: Seeds<'a>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) max_plies: Option<u32>,
    pub(super) autoreset: Option<Autoreset>,
    pub(super) opponent: Option<Policy>,
}

impl Default for BatchOptions<'_> {
    /// No limit of plies, no resets, no opponent, and seed 0.
    fn default() -> Self {
        BatchOptions { max_plies: None, autoreset: None, opponent: None, players: &[], seeds: Seeds::One(0) }
    }
}

impl<'a> BatchOptions<'a> {
    setters! {
        with_max_plies(max_plies: u32 as Some);
        with_autoreset(autoreset: Autoreset as Some);
        with_opponent(opponent: Policy as Some);
        with_players(players: &'a [Color]);
        with_seeds(seeds: Seeds<'a>);
    }

    pub(super) const fn settings(&self) -> Settings {
        Settings { max_plies: self.max_plies, autoreset: self.autoreset, opponent: self.opponent }
    }
}

impl Settings {
    /// Whether the game has reached the limit of plies and is not over (\[R19\]).
    pub(super) fn is_truncated(self, game: &BatchGame) -> bool {
        game.outcome.is_none() && self.max_plies.is_some_and(|most| game.plies >= most)
    }

    /// Whether this can be the last turn of a game, with the right number of turns before it.
    pub(super) fn can_end(self, turn: &Decision) -> bool {
        let is_whole = turn.chosen().is_none();
        is_whole && (self.max_plies.is_some() || turn.position().outcome().is_some())
    }

    pub(super) fn is_finished(self, game: &BatchGame) -> bool {
        game.outcome.is_some() || self.is_truncated(game)
    }
}
