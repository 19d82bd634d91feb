//! All legal moves of a position, ruling by ruling: [`add`], [`fly`], [`pass`], and the choices
//! that a flight has which divides the opponent ([`divide`]).
//!
//! Moves are shown to a [`Visitor`], which lists or counts them; counting needs no list. A random
//! move is drawn without either ([`draw`]).

mod add;
mod arcs;
mod at_least;
mod contact;
mod divide;
mod draw;
mod fly;
mod flyers;
mod landing;
mod lines;
mod pass;
mod pick;
mod settle;
mod touch;
mod visit;

pub(crate) use draw::Slots;
pub(crate) use flyers::Flyers;
pub(crate) use lines::Lines;
pub(crate) use pick::PickMove;
pub(crate) use settle::visit_flights;
pub(crate) use visit::{CountMoves, ListMoves, Visitor};

use crate::bitboard::{Bitboard, SpaceSet};
use crate::rules::Passing;
use crate::sky::Sky;

/// What the rules of movement look at: the sky as the player to move sees it.
#[derive(Clone, Copy)]
pub(crate) struct Scene<S> {
    pub(crate) sky: &'static Sky,
    /// The mover's birds.
    pub(crate) own: S,
    /// The opponent's birds.
    pub(crate) other: S,
    pub(crate) vacant: S,
    /// Whether the mover has a bird left to add ([R8]).
    pub(crate) bird_in_hand: bool,
}

impl<S: SpaceSet> Scene<S> {
    #[inline(always)]
    pub(crate) fn new(sky: &'static Sky, own: Bitboard, other: Bitboard, bird_in_hand: bool) -> Self {
        let (own, other) = (S::load(own), S::load(other));
        let vacant = S::load(sky.spaces()).without(own | other);
        Scene { sky, own, other, vacant, bird_in_hand }
    }
}

/// Shows every legal move of an unfinished game.
#[inline(always)]
pub(crate) fn visit_moves<S: SpaceSet, V: Visitor<S>>(scene: &Scene<S>, passing: Passing, visitor: &mut V) {
    let adds = add::adds(scene);
    visitor.adds(adds);
    let has_flights = visit_flights(scene, visitor);
    if pass::is_legal(scene, passing, adds, has_flights) {
        visitor.pass();
    }
}

/// Whether the mover has any possible add or flight.
#[inline(always)]
pub(crate) fn can_act<S: SpaceSet>(scene: &Scene<S>) -> bool {
    !add::adds(scene).is_empty() || visit_flights(scene, &mut CountMoves::default())
}

/// Whether the mover may pass.
#[inline(always)]
pub(crate) fn can_pass<S: SpaceSet>(scene: &Scene<S>, passing: Passing) -> bool {
    let has_flights = visit_flights(scene, &mut CountMoves::default());
    pass::is_legal(scene, passing, add::adds(scene), has_flights)
}
