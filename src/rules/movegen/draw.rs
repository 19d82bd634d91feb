//! [`Slots`]: draws a legal move at random without listing all moves.
//!
//! Every legal move has exactly one slot, and some slots are empty. Slots are drawn with equal probability until one has a
//! move (rejection sampling), so every legal move is equally likely, and only drawn slots are checked for \[R11\] and
//! \[R15\].

use alloc::vec::Vec;

use chacha20::rand_core::Rng;

use crate::geometry::bitboard::{Bitboard, SpaceSet};
use crate::geometry::space::{Direction, Space};
use crate::rules::movegen::divide::divided;
use crate::rules::movegen::filter::{FlightFilter, keeps_flock_together};
use crate::rules::movegen::fly::{LandingVisitor, LineLandings, LoneLandings, Purpose, find_landings};
use crate::rules::movegen::flyers::Flyers;
use crate::rules::movegen::lines::Landings;
use crate::rules::movegen::pass::is_legal_beside_opponent;
use crate::rules::movegen::{CountMoves, Scene, add};
use crate::rules::moves::{Flight, Move, MoveList};
use crate::rules::rule_set::Passing;
use crate::support::rng::below;

/// The number of draws allowed for each slot before the first add is taken instead.
const TRIES_FOR_EACH_SLOT: u32 = 64;

/// The slots of a position. When it is filled again, it reuses its memory.
pub(crate) struct Slots {
    adds: Bitboard,
    add_count: u32,
    flights: Vec<LandingSlots>,
    count: u32,
    /// A move list, for positions and policies that need all moves.
    listed: MoveList,
}

/// The slots of the landings of some flyers, direction by direction, in each of them the suspects last.
struct LandingSlots {
    landings: [Bitboard; 6],
    /// The landings that may divide the opponent. They have a slot for each region that can result.
    suspects: Bitboard,
    flyers: Flyers,
    count: u32,
    /// The flock that the flyers belong to, or the empty set if all landings are known to be legal.
    flock: Bitboard,
}

impl Slots {
    /// No slots, with capacity for nearly every position.
    pub(crate) fn new() -> Slots {
        Slots {
            adds: Bitboard::EMPTY,
            add_count: 0,
            flights: Vec::with_capacity(64),
            count: 0,
            listed: MoveList::new(),
        }
    }

    /// A reusable list, for callers that need all moves: where a pass may be legal, or the policy compares moves.
    pub(crate) fn listed(&mut self) -> &mut MoveList {
        &mut self.listed
    }

    /// Finds the slots of a position whose game is not over.
    ///
    /// Returns `false` if a pass may be legal. Then there are no slots to draw from. If `divides` is `false`, each
    /// flight has one slot, however many regions it can keep, and the flights that are drawn name no region.
    #[inline(always)]
    pub(crate) fn find<S: SpaceSet>(&mut self, scene: &Scene<S>, passing: Passing, divides: bool) -> bool {
        if !self.find_adds(scene) {
            return false;
        }
        find_landings(scene, &mut MakeSlots { slots: self, divides, counts: None });
        !self.may_pass(passing)
    }

    /// Finds the slots and counts the legal moves. Returns `None` if a pass may be legal.
    #[inline(always)]
    pub(crate) fn find_and_count<S: SpaceSet>(&mut self, scene: &Scene<S>, passing: Passing) -> Option<u32> {
        if !self.find_adds(scene) {
            return None;
        }
        let mut flights = CountMoves::default();
        let mut filter = FlightFilter::new(scene, &mut flights);
        find_landings(scene, &mut MakeSlots { slots: self, divides: true, counts: Some(&mut filter) });
        filter.flush_suspects();
        (!self.may_pass(passing)).then(|| self.add_count + flights.0)
    }

    /// Finds the adds (\[R6\], \[R7\], \[R8\]). Returns `false` if none of them is next to a bird of the opponent. Then
    /// they may all be in regions of the mover's own (\[R13\]), and a pass may be legal. Otherwise there is at least one
    /// move to draw.
    #[inline(always)]
    fn find_adds<S: SpaceSet>(&mut self, scene: &Scene<S>) -> bool {
        let adds = add::adds(scene);
        self.adds = adds.store();
        self.add_count = self.adds.len();
        self.count = self.add_count;
        self.flights.clear();
        adds.meets(scene.opponent.around())
    }

    /// Whether a pass may be legal because no flight is known to be legal without a check, which is rare.
    #[inline(never)]
    fn may_pass(&self, passing: Passing) -> bool {
        let is_certain = |slots: &LandingSlots| slots.count > 0 && slots.flock == Bitboard::EMPTY;
        is_legal_beside_opponent(passing, || self.flights.iter().any(is_certain))
    }

    /// Draws one of the legal moves. `scene` must be the one that the slots were found for.
    ///
    /// A caller may pass a generator whose numbers are not random, so the tries are counted. At least one slot has a
    /// move, so random numbers need all tries with a probability of less than e⁻⁶⁴.
    #[inline(always)]
    pub(crate) fn draw<S: SpaceSet, R: Rng + ?Sized>(&self, scene: &Scene<S>, rng: &mut R) -> Move {
        for _ in 0..self.count.saturating_mul(TRIES_FOR_EACH_SLOT) {
            if let Some(mv) = self.slot(scene, below(rng, self.count)) {
                return mv;
            }
        }
        // There are only slots if a bird can be added.
        S::load(self.adds).nth(0).map_or(Move::Pass, Move::Add)
    }

    #[inline(always)]
    fn slot<S: SpaceSet>(&self, scene: &Scene<S>, mut number: u32) -> Option<Move> {
        if number < self.add_count {
            return S::load(self.adds).nth(number).map(Move::Add);
        }
        number -= self.add_count;
        for slots in &self.flights {
            if number < slots.count {
                return slots.flight(scene, number).map(Move::Fly);
            }
            number -= slots.count;
        }
        None
    }

    #[inline(always)]
    fn add<S: SpaceSet>(&mut self, flyers: &Flyers, landings: &Landings<S>, suspects: S, flock: S) {
        let mut count = landings.len();
        if !suspects.is_empty() {
            count += landings.within(suspects).len() * (most_regions_round(flyers.length) - 1);
        }
        self.count += count;
        self.flights.push(LandingSlots {
            landings: landings.store(),
            suspects: suspects.store(),
            flyers: *flyers,
            count,
            flock: flock.store(),
        });
    }
}

impl LandingSlots {
    /// The landing in a slot, its direction, and the number of the region to keep if it may divide the opponent.
    #[inline(always)]
    fn landing<S: SpaceSet>(&self, mut number: u32) -> Option<(Direction, Space, Option<u32>)> {
        let most_regions = most_regions_round(self.flyers.length);
        let suspects = S::load(self.suspects);
        for (direction, there) in Direction::ALL.into_iter().zip(&self.landings) {
            let there = S::load(*there);
            let certain = there.without(suspects);
            let count = certain.len();
            if number < count {
                return Some((direction, certain.nth(number)?, None));
            }
            number -= count;
            if there.meets(suspects) {
                let suspects = there & suspects;
                let count = suspects.len() * most_regions;
                if number < count {
                    return Some((
                        direction,
                        suspects.nth(number / most_regions)?,
                        Some(number % most_regions),
                    ));
                }
                number -= count;
            }
        }
        None
    }

    #[inline(always)]
    fn flight<S: SpaceSet>(&self, scene: &Scene<S>, number: u32) -> Option<Flight> {
        let (direction, landed, choice) = self.landing::<S>(number)?;
        let flight = self.flyers.finder().flight(landed, direction);
        // The flock is empty where at most one bird stays behind. Skipping the check there saves time.
        if self.flock != Bitboard::EMPTY && !keeps_flock_together(S::load(self.flock), flight) {
            return None;
        }
        // [R15] Slot number `choice` of a landing keeps the region with that number.
        let Some(mut choice) = choice else {
            return Some(flight);
        };
        match divided(scene, flight) {
            None => (choice == 0).then_some(flight),
            Some(mut regions) => loop {
                let keep = regions.next_region()?;
                if choice == 0 {
                    return Some(Flight { keep: Some(keep), ..flight });
                }
                choice -= 1;
            },
        }
    }
}

/// The largest number of regions that a landing line can separate.
///
/// There are 2 × `length` + 4 spaces round the line, and a wall between any two regions.
#[inline(always)]
const fn most_regions_round(length: u8) -> u32 {
    length as u32 + 2
}

struct MakeSlots<'a, 'f, S> {
    slots: &'a mut Slots,
    /// Whether a landing that may divide the opponent has a slot for each region. If not, it has one slot.
    divides: bool,
    counts: Option<&'a mut FlightFilter<'f, S, CountMoves>>,
}

impl<S: SpaceSet> LandingVisitor<S> for MakeSlots<'_, '_, S> {
    #[inline(always)]
    fn purpose(&self) -> Purpose {
        Purpose::Draw { divides: self.divides, counts: self.counts.is_some() }
    }

    #[inline(always)]
    fn lone_birds(&mut self, birds: &LoneLandings<S>) {
        self.slots.add(&birds.flyers, &birds.landings, birds.suspects, S::EMPTY);
        if let Some(filter) = &mut self.counts {
            filter.lone_birds(birds);
        }
    }

    #[inline(always)]
    fn lines(&mut self, lines: &LineLandings<S>) {
        self.slots.add(&lines.flyers, &lines.landings, lines.suspects, lines.flock);
        if let Some(filter) = &mut self.counts {
            filter.lines(lines);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::FIGURES;
    use crate::geometry::bitboard::{Task, run};
    use crate::geometry::sky::Edge;
    use crate::position::Position;
    use crate::rules::rule_set::{Rules, Stuck};
    use crate::support::rng::{Constant, GameRng};

    /// The moves in the slots of a position. `None` if a pass may be legal.
    struct InSlots<'a>(&'a Position);

    impl Task for InSlots<'_> {
        type Output = Option<Vec<Move>>;

        #[inline(always)]
        fn run<S: SpaceSet>(self) -> Option<Vec<Move>> {
            let scene = self.0.scene::<S>(self.0.turn());
            let mut slots = Slots::new();
            slots
                .find(&scene, self.0.rules().passing(), true)
                .then(|| (0..slots.count).filter_map(|number| slots.slot(&scene, number)).collect())
        }
    }

    /// Compares the moves in the slots with the list, in all positions of random games on each edge.
    fn compare(games: u64) {
        let (mut compared, mut divided) = (0, 0);
        for edge in Edge::ALL {
            for game in 0..games {
                let mut rng = GameRng::new(17, game);
                let passing = Passing::ALL[game as usize % Passing::ALL.len()];
                let rules = Rules::new(edge, None, passing, Stuck::Draw).expect("a rule set");
                let mut position = Position::new(rules);
                while position.outcome().is_none() {
                    let [one, more] = compare_slots(&position);
                    (compared, divided) = (compared + one, divided + more);
                    let moves = position.legal_moves();
                    position = position.play_unchecked(moves[below(&mut rng, moves.len() as u32) as usize]);
                }
            }
        }
        assert!(compared > 60 * games && divided > 6 * games, "{compared} positions, {divided} with choices");
    }

    /// Whether there are slots, and whether one of them has a flight that divides the opponent.
    fn compare_slots(position: &Position) -> [u64; 2] {
        let mut listed = position.legal_moves().to_vec();
        listed.sort_unstable();
        let mut found = [0, 0];
        for moves in [run(InSlots(position)), InSlots(position).run::<Bitboard>()].into_iter().flatten() {
            let mut in_slots = moves.clone();
            in_slots.sort_unstable();
            assert_eq!(in_slots, listed, "{position}");
            let divides = moves.iter().any(|mv| matches!(mv, Move::Fly(Flight { keep: Some(_), .. })));
            found = [1, u64::from(divides)];
        }
        found
    }

    #[test]
    fn every_legal_move_has_one_slot() {
        compare(4);
        let found: Vec<[u64; 2]> = FIGURES.iter().step_by(3).map(compare_slots).collect();
        let counts = [0, 1].map(|number| found.iter().map(|found| found[number]).sum::<u64>());
        assert!(counts[0] > 1_000 && counts[1] > 200, "{counts:?}");
    }

    #[test]
    #[ignore = "takes minutes"]
    fn every_legal_move_of_many_games_has_one_slot() {
        compare(100);
    }

    #[test]
    fn a_legal_move_is_drawn_from_numbers_that_are_not_random() {
        let start = Position::new(Rules::default().on(Edge::MIN));
        for number in [0, 1, 1 << 31, u32::MAX - 1, u32::MAX] {
            let (mut position, mut slots) = (start, Slots::new());
            for _ in 0..10 {
                if position.outcome().is_some() {
                    break;
                }
                let mv = position.draw_one(&mut slots, &mut Constant(number));
                assert!(position.is_legal(mv), "{mv:?} in {position}");
                position = position.play_unchecked(mv);
            }
        }
    }
}
