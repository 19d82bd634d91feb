//! [`Request`]: the position to search, and the limits.

use std::time::Duration;

use crate::game::Game;
use crate::position::Position;
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
    /// A request for the best move of a position, without earlier positions.
    pub const fn new(position: &'a Position, limit: Limit) -> Request<'a> {
        Request { position, earlier: &[], limit, lines: 1, stop: &NEVER }
    }

    /// A request for the best move in a game.
    ///
    /// ```
    /// # use volo_rules::Game;
    /// # use volo_rules::engine::{Limit, Request};
    /// let game = Game::default();
    /// let request = Request::of(&game, Limit::nodes(1_000));
    /// assert_eq!((request.position, request.earlier), (game.position(), game.earlier()));
    /// ```
    pub fn of(game: &'a Game, limit: Limit) -> Request<'a> {
        Request::new(game.position(), limit).with_earlier(game.earlier())
    }

    setters! {
        with_earlier(earlier: &'a [Position]);
        with_lines(lines: usize);
        until(stop: &'a Stop);
    }
}

/// When a search ends: as soon as one of the limits is reached, it is stopped, the result is proved, or it has looked 60
/// plies ahead.
///
/// ```
/// # use volo_rules::engine::Limit;
/// let limit = Limit::nodes(10_000).with_depth(6);
/// assert_eq!((limit.time, limit.nodes, limit.depth), (None, Some(10_000), Some(6)));
/// assert_eq!(Limit::NONE.with_depth(6), Limit::depth(6));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Limit {
    /// The time that the search may take.
    pub time: Option<Duration>,
    /// The number of positions that all threads together may search.
    pub nodes: Option<u64>,
    /// The number of plies to look ahead. A search looks 1 to 60 plies ahead, so other numbers count as the nearer of
    /// these.
    pub depth: Option<u32>,
}

impl Limit {
    /// No limit, for a search that is stopped by [`Request::until`]. Without a [`Stop`], it may take days.
    pub const NONE: Limit = Limit { time: None, nodes: None, depth: None };

    /// A limit of the time that the search may take.
    pub const fn time(time: Duration) -> Limit {
        Limit { time: Some(time), ..Limit::NONE }
    }

    /// A limit of the number of positions that all threads together may search.
    pub const fn nodes(nodes: u64) -> Limit {
        Limit { nodes: Some(nodes), ..Limit::NONE }
    }

    /// A limit of the number of plies to look ahead.
    pub const fn depth(depth: u32) -> Limit {
        Limit { depth: Some(depth), ..Limit::NONE }
    }

    setters! {
        with_time(time: Duration as Some);
        with_nodes(nodes: u64 as Some);
        with_depth(depth: u32 as Some);
    }
}
