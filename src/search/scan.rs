//! [`Scan`]: finds a win of the player to move in one ply, or a threat of the opponent to win in one.

use crate::geometry::bitboard::{Bitboard, SpaceSet, Task, run, run_short};
use crate::position::Position;
use crate::position::win::find_gathering;
use crate::rules::moves::{Flight, Move};
use crate::search::level::Sight;

/// The immediate win or threat in a position. The game must not be over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scan {
    /// The player to move wins in one ply.
    Win,
    Threatened(Threat),
    /// Neither player can win in one ply. After an add, the opponent still cannot: an add only takes a vacant space
    /// away.
    Quiet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Threat {
    /// The spaces that every such flight needs vacant. An add stops the threat only on one of them.
    common: Bitboard,
    /// The spaces on the way of such a flight. A flight that clears nothing stops the threat only by landing on one.
    any: Bitboard,
}

impl Threat {
    /// Whether a move may stop the threat: exact for adds, and true for some flights that do not stop it.
    pub(super) fn may_be_stopped_by(&self, mv: Move) -> bool {
        match mv {
            Move::Add(space) => self.common.contains(space),
            Move::Fly(flight) => {
                flight.keep.is_some()
                    || (0..flight.line.length).any(|i| self.any.contains(flight.landed().space(i)))
            }
            // After a pass, the game may be over.
            Move::Pass => true,
        }
    }
}

/// Scans a position. If the player to move is known not to win in one ply, `cannot_win` is true and saves the search
/// for such a win.
///
/// Flights that the player overlooks do not count, whoever makes them.
pub(super) fn scan(position: &Position, cannot_win: bool, sight: Option<&Sight>) -> Scan {
    run(ScanTask { position, cannot_win, sight })
}

struct ScanTask<'a> {
    position: &'a Position,
    cannot_win: bool,
    sight: Option<&'a Sight>,
}

impl Task for ScanTask<'_> {
    type Output = Scan;

    #[inline(always)]
    fn run<S: SpaceSet>(self) -> Scan {
        let position = self.position;
        let vacant = S::load(position.vacant());
        let [own, other] = [position.turn(), !position.turn()].map(|color| S::load(position.birds(color)));
        let sees = |flight| self.sight.is_none_or(|sight| sight.sees(Move::Fly(flight)));
        if !self.cannot_win && (find_gathering(own, vacant, sees) || position.pass_wins()) {
            return Scan::Win;
        }
        // Bitboards and not `S`: a closure is not compiled for the vector instructions.
        let mut threat = Threat { common: position.vacant(), any: Bitboard::EMPTY };
        find_gathering(other, vacant, |flight| {
            if sees(flight) {
                let needed = way(flight);
                threat.common &= needed;
                threat.any |= needed;
            }
            false
        });
        if threat.any.is_empty() { Scan::Quiet } else { Scan::Threatened(threat) }
    }
}

/// The spaces that the line covers on its way. No move of the opponent ends on those that it leaves.
fn way(flight: Flight) -> Bitboard {
    let step = flight.direction.offset();
    let mut way = Bitboard::EMPTY;
    for steps in 1..=isize::from(flight.distance) {
        way |= flight.line.at(flight.line.first.offset(step * steps)).to_set::<Bitboard>();
    }
    way
}

/// A move that wins in one ply, if there is one that the player does not overlook. The game must not be over.
pub(super) fn winning_move(position: &Position, sight: Option<&Sight>) -> Option<Move> {
    let mut winning = None;
    find_winning_moves(position, sight, &mut |mv| {
        winning = Some(mv);
        true
    });
    winning
}

pub(super) fn count_winning_moves(position: &Position, sight: Option<&Sight>) -> usize {
    let mut count = 0;
    find_winning_moves(position, sight, &mut |_| {
        count += 1;
        false
    });
    count
}

/// Passes the moves that win in one ply to `found` until it returns `true`.
fn find_winning_moves(position: &Position, sight: Option<&Sight>, found: &mut dyn FnMut(Move) -> bool) {
    run_short(WinningMoves(position, sight, found));
}

struct WinningMoves<'a>(&'a Position, Option<&'a Sight>, &'a mut dyn FnMut(Move) -> bool);

impl Task for WinningMoves<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: SpaceSet>(self) {
        let WinningMoves(position, sight, found) = self;
        let (own, vacant) = (S::load(position.birds(position.turn())), S::load(position.vacant()));
        let is_found = find_gathering(own, vacant, |flight| {
            sight.is_none_or(|sight| sight.sees(Move::Fly(flight))) && found(Move::Fly(flight))
        });
        if !is_found && position.pass_wins() {
            found(Move::Pass);
        }
    }
}
