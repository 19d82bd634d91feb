//! [`BatchOptions`]: how the games of a batch begin and end, and who plays them.

use crate::batch::game::Game;
use crate::color::Color;
use crate::policy::Policy;

/// When a game that is over begins again. The names are those of Gymnasium's `AutoresetMode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Autoreset {
    /// The step after the last one ignores the game's action and resets the game.
    NextStep,
    /// The step that ends a game also resets it. [`Batch::last_turns`](crate::Batch::last_turns) has the end.
    SameStep,
}

impl Autoreset {
    /// Both modes.
    pub const ALL: [Autoreset; 2] = [Autoreset::NextStep, Autoreset::SameStep];

    /// The name: `next-step` or `same-step`.
    pub const fn name(self) -> &'static str {
        match self {
            Autoreset::NextStep => "next-step",
            Autoreset::SameStep => "same-step",
        }
    }
}

/// Where the random numbers of the games come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seeds<'a> {
    /// The game with index `i` takes stream `i` of this seed.
    One(u64),
    /// Each game has a seed of its own. Its numbers do not depend on its index.
    Each(&'a [u64]),
}

/// How [`Batch::step`](crate::Batch::step) plays.
///
/// # Examples
///
/// ```
/// # use std::sync::atomic::AtomicBool;
/// # use volo_rules::{Autoreset, Batch, BatchOptions, Color, Policy, Position, Turn};
/// let options = BatchOptions::new()
///     .with_max_plies(500)
///     .with_autoreset(Autoreset::SameStep)
///     .with_opponent(Policy::Careful)
///     .with_players(&[Color::Orange, Color::Blue]);
/// let starts = vec![Turn::new(Position::new("standard-4".parse()?)); 2];
/// let batch = Batch::with_options(starts, &options, 1, &AtomicBool::new(false))?;
/// // Orange moves first. In the second game, this was the opponent.
/// assert!(batch.plies().eq([0, 1]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchOptions<'a> {
    pub(super) settings: Settings,
    pub(super) players: &'a [Color],
    pub(super) seeds: Seeds<'a>,
}

/// The options that all games share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) max_plies: Option<u32>,
    pub(super) autoreset: Option<Autoreset>,
    pub(super) opponent: Option<Policy>,
}

impl Default for BatchOptions<'_> {
    fn default() -> Self {
        BatchOptions::new()
    }
}

impl<'a> BatchOptions<'a> {
    /// No limit of plies, no resets, no opponent, and seed 0.
    pub const fn new() -> BatchOptions<'a> {
        let settings = Settings { max_plies: None, autoreset: None, opponent: None };
        BatchOptions { settings, players: &[], seeds: Seeds::One(0) }
    }

    /// A game that is not over after this number of turns is truncated (\[R19\]).
    #[must_use]
    pub const fn with_max_plies(mut self, max_plies: u32) -> Self {
        self.settings.max_plies = Some(max_plies);
        self
    }

    /// Games that are over begin again.
    #[must_use]
    pub const fn with_autoreset(mut self, autoreset: Autoreset) -> Self {
        self.settings.autoreset = Some(autoreset);
        self
    }

    /// The opponent answers each turn of the caller in the same step, and makes the first turn where it is
    /// to move.
    #[must_use]
    pub const fn with_opponent(mut self, opponent: Policy) -> Self {
        self.settings.opponent = Some(opponent);
        self
    }

    /// The player of each game whose actions the caller chooses. The opponent is the other one. No players
    /// mean Orange in all games.
    #[must_use]
    pub const fn with_players(mut self, players: &'a [Color]) -> Self {
        self.players = players;
        self
    }

    /// Where the random numbers come from: of [`Batch::random_actions`](crate::Batch::random_actions) and of
    /// the opponent.
    #[must_use]
    pub const fn with_seeds(mut self, seeds: Seeds<'a>) -> Self {
        self.seeds = seeds;
        self
    }
}

impl Settings {
    /// Whether the game has reached the limit of plies and is not over (\[R19\]).
    pub(super) fn is_truncated(self, game: &Game) -> bool {
        game.outcome.is_none() && self.max_plies.is_some_and(|most| game.plies >= most)
    }

    /// Whether there is no further decision in the game.
    pub(super) fn is_finished(self, game: &Game) -> bool {
        game.outcome.is_some() || self.is_truncated(game)
    }
}
