//! [`Features`]: the numbers by which [`evaluate`](crate::search::evaluate) judges a position.
//!
//! All of them are whole numbers. They are the same for the twelve images of a position, and exchanging the colors
//! exchanges those of the mover and the opponent.

mod side;

pub use side::NAMES;

use crate::geometry::bitboard::SpaceSet;
use crate::position::Position;
use crate::search::features::side::side;

pub(super) const PER_PLAYER: usize = NAMES.len();

pub(super) const LATE: i32 = 64;

pub(super) struct Features {
    pub(super) mover: [i32; PER_PLAYER],
    pub(super) opponent: [i32; PER_PLAYER],
    /// The phase of the game, from 0 to [`LATE`]: the share of the spaces that have birds, doubled.
    pub(super) phase: i32,
}

impl Features {
    /// The features of an unfinished game. Threats are not among them, because the search follows them to their end.
    #[inline(always)]
    pub(super) fn of<S: SpaceSet>(position: &Position) -> Features {
        let (own, other) = (position.turn(), !position.turn());
        let (own, other) = (S::load(position.birds(own)), S::load(position.birds(other)));
        let sky = position.sky();
        let vacant = S::load(sky.spaces()).without(own | other);
        let birds = (own | other).len() as i32;
        Features {
            mover: side(own, other, vacant, sky),
            opponent: side(other, own, vacant, sky),
            phase: (2 * LATE * birds / sky.spaces().len() as i32).min(LATE),
        }
    }
}
