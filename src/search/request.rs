//! [`Request`]: the position to search and the limits, and [`Info`]: the results.

use std::time::Duration;

use crate::game::Game;
use crate::geometry::sky::Edge;
use crate::position::Position;
use crate::rules::moves::Move;
use crate::search::limit::Limit;
use crate::search::score::Score;
use crate::support::setters::setters;
use crate::support::stop::{NEVER, Stop};

/// A position to search, with the earlier positions of the game, the limit, and the number of lines to find.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Request<'a> {
    /// The position to search.
    pub position: &'a Position,
    /// The earlier positions of the game. A move that repeats one of them counts as a draw.
    pub earlier: &'a [Position],
    /// When to stop.
    pub limit: Limit,
    /// The number of best moves to find, each with its line; at least one.
    pub lines: usize,
    /// The flag that stops the search.
    pub stop: &'a Stop,
}

impl<'a> Request<'a> {
    /// A request for the best move of a position, without a limit and without earlier positions.
    pub const fn new(position: &'a Position) -> Request<'a> {
        let limit = Limit { time: None, nodes: None, depth: None };
        Request { position, earlier: &[], limit, lines: 1, stop: &NEVER }
    }

    /// A request for the best move in a game, without a limit.
    ///
    /// ```
    /// # use volo_rules::Game;
    /// # use volo_rules::engine::Request;
    /// let game = Game::default();
    /// assert_eq!(Request::of(&game).position, game.position());
    /// assert_eq!(Request::of(&game).earlier, game.earlier());
    /// ```
    pub fn of(game: &'a Game) -> Request<'a> {
        Request::new(game.position()).with_earlier(game.earlier())
    }

    setters! {
        with_earlier(earlier: &'a [Position]);
        with_limit(limit: Limit);
        with_lines(lines: usize);
        until(stop: &'a Stop);
    }
}

/// The result of a search for one move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Info {
    /// The edge of the sky, which the text of the moves depends on.
    pub edge: Edge,
    /// The score for the player to move.
    pub score: Score,
    /// The expected moves, beginning with the best one. Empty if the game is over.
    pub pv: Vec<Move>,
    /// The number of plies that the search looked ahead.
    pub depth: u32,
    /// The number of positions searched so far, by all threads.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
}
