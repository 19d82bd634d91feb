//! The options of a run of games.

use core::sync::atomic::AtomicUsize;

use crate::geometry::color::ByColor;
use crate::position::Position;
use crate::position::policy::Policy;
use crate::support::setters::setters;
use crate::support::stop::{NEVER, Stop};

/// The options of a run of games.
///
/// ```
/// # use volo_rules::{ByColor, Position};
/// # use volo_rules::playouts::{PlayoutOptions, Policy};
/// let first = PlayoutOptions::new(Position::default(), 100)
///     .with_seed(1)
///     .with_policies(ByColor::new(Policy::Careful, Policy::Uniform))
///     .with_max_plies(500)
///     .with_count_moves(true)
///     .with_tally(true);
/// // The same run goes on with games 100 to 149.
/// let next = first.with_first(100).with_games(50);
/// assert_eq!((next.seed, next.first, next.games, next.max_plies), (1, 100, 50, 500));
/// assert!(next.count_moves && next.tally && !next.record);
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct PlayoutOptions<'a, P = Policy> {
    /// The start position of every game.
    pub position: Position,
    /// The seed of the run.
    pub seed: u64,
    /// The number of the first game. The random choices in a game depend on the seed and the number of the game
    /// only. The number after `u64::MAX` is 0.
    pub first: u64,
    /// The number of games.
    pub games: usize,
    /// How each player chooses moves: a [`Policy`] or an [`AnyPolicy`](crate::playouts::AnyPolicy).
    pub policies: ByColor<P>,
    /// The number of plies after which a game is truncated (\[R19\]).
    pub max_plies: u32,
    /// Whether to count the legal moves of every position.
    pub count_moves: bool,
    /// Whether to record the moves.
    pub record: bool,
    /// Whether to keep a tally. A tally counts the legal moves too, even without `count_moves`.
    pub tally: bool,
    /// The flag that stops the run. It is checked at every ply, and every millisecond while an engine searches.
    pub stop: &'a Stop,
    /// The counter to which 1 is added after every game. Other threads may read it.
    pub finished: Option<&'a AtomicUsize>,
}

impl Default for PlayoutOptions<'_> {
    /// One game with seed 0 from the start of the standard rules, of at most 2000 plies. Both players use
    /// [`Policy::Uniform`].
    fn default() -> Self {
        PlayoutOptions {
            position: Position::default(),
            seed: 0,
            first: 0,
            games: 1,
            policies: ByColor::default(),
            max_plies: 2000,
            count_moves: false,
            record: false,
            tally: false,
            stop: &NEVER,
            finished: None,
        }
    }
}

impl PlayoutOptions<'_> {
    /// Options for games from a position. The other options have their default values.
    ///
    /// ```
    /// # use volo_rules::Position;
    /// # use volo_rules::playouts::PlayoutOptions;
    /// let options = PlayoutOptions::new(Position::default(), 100).with_seed(1).with_record(true);
    /// assert_eq!((options.games, options.seed, options.record, options.tally), (100, 1, true, false));
    /// ```
    pub fn new(position: Position, games: usize) -> Self {
        PlayoutOptions { position, games, ..PlayoutOptions::default() }
    }
}

impl<'a, P: Copy> PlayoutOptions<'a, P> {
    /// These options with other policies, also of the other type.
    ///
    /// ```
    /// # use volo_rules::{ByColor, Position};
    /// # use volo_rules::playouts::{PlayoutOptions, Policy};
    /// let policies = ByColor::new(Policy::Uniform, Policy::Careful);
    /// let options = PlayoutOptions::new(Position::default(), 100).with_policies(policies);
    /// assert_eq!(options.policies, policies);
    /// ```
    #[must_use]
    pub const fn with_policies<Q: Copy>(self, policies: ByColor<Q>) -> PlayoutOptions<'a, Q> {
        let PlayoutOptions { position, seed, first, games, policies: _, max_plies, .. } = self;
        let PlayoutOptions { count_moves, record, tally, stop, finished, .. } = self;
        PlayoutOptions {
            position,
            seed,
            first,
            games,
            policies,
            max_plies,
            count_moves,
            record,
            tally,
            stop,
            finished,
        }
    }

    setters! {
        with_seed(seed: u64);
        with_first(first: u64);
        with_games(games: usize);
        with_max_plies(max_plies: u32);
        with_count_moves(count_moves: bool);
        with_record(record: bool);
        with_tally(tally: bool);
        until(stop: &'a Stop);
        with_finished(finished: &'a AtomicUsize as Some);
    }
}
