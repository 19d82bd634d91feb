//! Dividing the opponent ([R15]): which flights do, and what the mover may then keep.

use crate::bitboard::SpaceSet;
use crate::flock::{is_one_flock, take_part};
use crate::movegen::arcs::in_two_arcs;
use crate::movegen::{Scene, Visitor};
use crate::moves::Flight;

/// The landings that have to be looked at more closely.
pub(super) struct Divide<S> {
    /// The vacant spaces round which the mover's walls (its birds, and all that is no space) stand
    /// in two arcs or more.
    ///
    /// Only a landing there can divide anybody: round any other, the open spaces hang together, so
    /// whatever way led over the space leads round it. What the birds left behind is open besides.
    between_walls: S,
}

impl<S: SpaceSet> Divide<S> {
    #[inline(always)]
    pub(super) fn new(scene: &Scene<S>) -> Self {
        // Open arcs and wall arcs alternate, so there are as many of the one as of the other.
        let open = scene.vacant | scene.other;
        Divide { between_walls: in_two_arcs(open) & scene.vacant }
    }

    /// Those of the landings of single birds that may divide the opponent.
    #[inline(always)]
    pub(super) fn candidates(&self, landings: S) -> S {
        landings & self.between_walls
    }
}

/// Whether the landing of a line may divide the opponent: not if the open spaces round it hang
/// together, since whatever way led over it then leads round it.
#[inline(always)]
pub(super) fn may_divide<S: SpaceSet>(scene: &Scene<S>, to: S) -> bool {
    let covered = to & scene.vacant;
    let open = (scene.vacant | scene.other).without(covered);
    let round = covered.around() & open;
    !round.is_connected()
}

/// Shows a flight as often as it has a choice: once for each region of the opponent that can be
/// kept ([R15]), and once if there is nothing to choose.
#[inline(always)]
pub(super) fn visit_choices<S: SpaceSet, V: Visitor<S>>(
    scene: &Scene<S>,
    flight: Flight,
    from: S,
    to: S,
    visitor: &mut V,
) {
    let own = scene.own.without(from) | to;
    let open = S::load(scene.sky.spaces()).without(own);
    let mut left = open_part(scene.other, open);
    // [R17] Where the mover wins, regions are not cleared.
    if left.holds(scene.other) || is_one_flock(own) {
        return visitor.flight(flight);
    }
    let mut birds = scene.other;
    loop {
        visitor.flight(Flight { keep: left.store().first(), ..flight });
        birds = birds.without(left);
        if birds.is_empty() {
            return;
        }
        left = open_part(birds, open);
    }
}

/// The part of `open` that holds the lowest of these birds.
#[inline(always)]
fn open_part<S: SpaceSet>(birds: S, open: S) -> S {
    birds.lowest().flood(open)
}

/// Whether a landing touches every piece that a flock falls into without the birds that flew
/// ([R11]). True where nothing is left.
#[inline(always)]
pub(super) fn touches_every_piece<S: SpaceSet>(left_behind: S, to: S) -> bool {
    let near = to.around();
    let mut rest = left_behind;
    while !rest.is_empty() {
        if !take_part(&mut rest).meets(near) {
            return false;
        }
    }
    true
}
