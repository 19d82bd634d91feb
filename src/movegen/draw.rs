//! Drawing a legal move without listing them all: from slots, of which every move has one and some
//! have none, until one with a move is drawn. Each move is drawn equally often.

use crate::bitboard::{Bitboard, SpaceSet};
use crate::movegen::divide::divided;
use crate::movegen::fly::{Finder, find_landings};
use crate::movegen::flyers::Flyers;
use crate::movegen::landing::Landings;
use crate::movegen::settle::{Settle, touches_every_piece};
use crate::movegen::{CountMoves, Scene, add};
use crate::moves::{Flight, Move, MoveList};
use crate::rng::GameRng;
use crate::space::Direction;

/// The slots of a position. Reusable: filled again, it keeps its memory.
pub(crate) struct Slots {
    /// A slot for each possible add.
    adds: Bitboard,
    flights: Vec<FlightSlots>,
    count: u32,
    /// All moves, for those who have to see them.
    listed: MoveList,
}

/// The slots of the landings of some flyers in one direction.
#[derive(Clone, Copy)]
struct FlightSlots {
    spaces: Bitboard,
    /// How many slots each landing has: one, or if it may divide the opponent, as many as regions
    /// may come of it.
    slots_each: u32,
    flyers: Flyers,
    direction: Direction,
    /// Whether all of the landings are legal.
    is_settled: bool,
}

impl Slots {
    /// No slots, but room for those of nearly every position.
    pub(crate) fn new() -> Slots {
        Slots { adds: Bitboard::EMPTY, flights: Vec::with_capacity(128), count: 0, listed: MoveList::new() }
    }

    /// Room to list all moves, where slots do not serve: a pass may be among them, or more than chance
    /// decides.
    pub(crate) fn listed(&mut self) -> &mut MoveList {
        &mut self.listed
    }

    /// Finds the slots of an unfinished game; false where a pass may be legal, so that there are no
    /// slots to draw from.
    #[inline(always)]
    pub(crate) fn find<S: SpaceSet>(&mut self, scene: &Scene<S>) -> bool {
        let can_draw = self.find_adds(scene);
        if can_draw {
            find_landings(scene, self);
        }
        can_draw
    }

    /// Finds the slots and counts the moves at once; `None` where a pass may be legal.
    #[inline(always)]
    pub(crate) fn find_and_count<S: SpaceSet>(&mut self, scene: &Scene<S>) -> Option<u32> {
        if !self.find_adds(scene) {
            return None;
        }
        let mut flights = CountMoves::default();
        let mut settle = Settle::new(scene, &mut flights);
        find_landings(scene, &mut Both(self, &mut settle));
        settle.finish();
        Some(self.adds.len() + flights.0)
    }

    /// Finds the adds. No pass is legal, by any rule, where a bird can be added next to an
    /// opponent's: the space is in none of the mover's own regions ([R13]).
    #[inline(always)]
    fn find_adds<S: SpaceSet>(&mut self, scene: &Scene<S>) -> bool {
        let adds = add::adds(scene);
        self.adds = adds.store();
        self.count = self.adds.len();
        self.flights.clear();
        adds.meets(scene.other.around())
    }

    /// One of all legal moves of the scene whose slots these are.
    #[inline(always)]
    pub(crate) fn draw<S: SpaceSet>(&self, scene: &Scene<S>, rng: &mut GameRng) -> Move {
        loop {
            if let Some(mv) = self.slot(scene, rng.below(self.count)) {
                return mv;
            }
        }
    }

    /// The move in a slot, if there is one.
    #[inline(always)]
    fn slot<S: SpaceSet>(&self, scene: &Scene<S>, mut number: u32) -> Option<Move> {
        if number < self.adds.len() {
            return self.adds.nth(number).map(Move::Add);
        }
        number -= self.adds.len();
        for slots in &self.flights {
            let count = slots.spaces.len() * slots.slots_each;
            if number < count {
                return slots.flight(scene, number).map(Move::Fly);
            }
            number -= count;
        }
        None
    }

    #[inline(always)]
    fn add<S: SpaceSet>(&mut self, flyers: &Flyers, landings: &Landings<S>, suspects: S, is_settled: bool) {
        let most_regions = most_regions_round(flyers.length);
        for (direction, there) in landings.by_direction() {
            for (spaces, slots_each) in [(there.without(suspects), 1), (there & suspects, most_regions)] {
                if !spaces.is_empty() {
                    let spaces = spaces.store();
                    self.count += spaces.len() * slots_each;
                    self.flights.push(FlightSlots {
                        spaces,
                        slots_each,
                        flyers: *flyers,
                        direction,
                        is_settled,
                    });
                }
            }
        }
    }
}

impl FlightSlots {
    /// The flight in one of the slots, with the region to keep if it divides the opponent.
    #[inline(always)]
    fn flight<S: SpaceSet>(&self, scene: &Scene<S>, number: u32) -> Option<Flight> {
        let flight = self.flyers.flight(self.spaces.nth(number / self.slots_each)?, self.direction);
        if !self.is_settled {
            let from = flight.line.set::<S>();
            let left_behind = from.flood(scene.own).without(from);
            if !touches_every_piece(left_behind, flight.landed().set::<S>()) {
                return None;
            }
        }
        if self.slots_each == 1 {
            return Some(flight);
        }
        let mut choice = number % self.slots_each;
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

/// How many regions a landing line can at most part from each other: there are 2 × length + 4
/// spaces round it, and a wall between any two regions.
#[inline(always)]
const fn most_regions_round(length: u8) -> u32 {
    length as u32 + 2
}

impl<S: SpaceSet> Finder<S> for Slots {
    #[inline(always)]
    fn lone_birds(&mut self, birds: &Flyers, landings: &Landings<S>, suspects: S) {
        self.add(birds, landings, suspects, true);
    }

    #[inline(always)]
    fn lines(&mut self, _: S, lines: &Flyers, landings: &Landings<S>, suspects: S) {
        self.add(lines, landings, suspects, false);
    }
}

/// Two that are shown the same landings.
struct Both<'a, A, B>(&'a mut A, &'a mut B);

impl<S: SpaceSet, A: Finder<S>, B: Finder<S>> Finder<S> for Both<'_, A, B> {
    #[inline(always)]
    fn lone_birds(&mut self, birds: &Flyers, landings: &Landings<S>, suspects: S) {
        self.0.lone_birds(birds, landings, suspects);
        self.1.lone_birds(birds, landings, suspects);
    }

    #[inline(always)]
    fn lines(&mut self, flock: S, lines: &Flyers, landings: &Landings<S>, suspects: S) {
        self.0.lines(flock, lines, landings, suspects);
        self.1.lines(flock, lines, landings, suspects);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::{Task, run};
    use crate::position::Position;
    use crate::rules::Rules;
    use crate::sky::Edge;

    /// What is in the slots of a position; `None` if it has no slots.
    struct InSlots<'a>(&'a Position);

    impl Task for InSlots<'_> {
        type Output = Option<Vec<Move>>;

        #[inline(always)]
        fn run<S: SpaceSet>(self) -> Option<Vec<Move>> {
            let scene = self.0.scene::<S>(self.0.turn());
            let mut slots = Slots::new();
            slots
                .find(&scene)
                .then(|| (0..slots.count).filter_map(|number| slots.slot(&scene, number)).collect())
        }
    }

    #[test]
    fn every_legal_move_has_one_slot() {
        let (mut compared, mut divided) = (0, 0);
        for edge in Edge::all() {
            for game in 0..20 {
                let mut rng = GameRng::new(17, game);
                let mut position = Position::new(Rules::standard(edge));
                while position.outcome().is_none() {
                    let mut listed: Vec<u32> =
                        position.legal_moves().iter().map(|mv| mv.code(edge)).collect();
                    if let Some(moves) = run(InSlots(&position)) {
                        let mut in_slots: Vec<u32> = moves.iter().map(|mv| mv.code(edge)).collect();
                        listed.sort_unstable();
                        in_slots.sort_unstable();
                        assert_eq!(in_slots, listed, "{position}");
                        compared += 1;
                        divided += usize::from(
                            moves.iter().any(|mv| matches!(mv, Move::Fly(Flight { keep: Some(_), .. }))),
                        );
                    }
                    let moves = position.legal_moves();
                    position = position.play_unchecked(moves[rng.below(moves.len() as u32) as usize]);
                }
            }
        }
        assert!(compared > 2_000 && divided > 200, "{compared} positions, {divided} with choices");
    }
}
