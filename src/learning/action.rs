//! [`ActionSpace`]: the decisions of a sky as numbers, for machine learning.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)] // the numbers are untrusted

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use arrayvec::ArrayVec;
use once_cell::race::OnceBox;

use crate::geometry::bitboard::Bitboard;
use crate::geometry::sky::{Edge, Sky};
use crate::geometry::space::{Axis, Direction, Space};
use crate::geometry::symmetry::Symmetry;
use crate::position::play::{Fault, IllegalMove};
use crate::rules::moves::{Flight, Line, Move};

/// The number of words with a bit for each add. The largest sky has 162 spaces.
pub(crate) const ADD_WORDS: usize = 3;

/// A decision of a player. A turn is one decision, or two if a flight divides the opponent (\[R15\]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The player adds a bird on this space (\[R6\]).
    Add(Space),
    /// The player passes (\[R13\]).
    Pass,
    /// A line flies (\[R9\]). The flight names no region to keep.
    Fly(Flight),
    /// After a flight that divides the opponent, the player keeps the region of this space (\[R15\]).
    Keep(Space),
}

/// The columns of [`ActionSpace::features`].
pub const ACTION_FEATURES: [&str; 8] =
    ["kind", "first", "last", "axis", "length", "direction", "distance", "landing"];

/// All decisions on the sky of one edge, numbered from 0. Each number is called an action.
///
/// | edge | 4 | 5 | 6 | 7 | 8 |
/// |---|---|---|---|---|---|
/// | size | 1,201 | 4,513 | 11,965 | 25,981 | 49,525 |
///
/// The actions are, in this order:
///
/// 1. an add on each space, in the order of the spaces: the top row first, each row from left to right;
/// 2. the pass;
/// 3. every flight for which the line exists and no missing space is in the way. They are ordered by the
///    first space of the line, by its axis (in the order of [`Axis::ALL`]), by its length, by the direction
///    (in the order of [`Direction::ALL`]) and by the distance;
/// 4. for each space, in the same order as the adds: to keep the region of this space.
///
/// The numbers never change between versions.
///
/// ```
/// # use volo_rules::{Edge, Move};
/// # use volo_rules::learning::{Action, ActionSpace};
/// let space = ActionSpace::new(Edge::MIN);
/// assert_eq!((space.size(), space.pass()), (1_201, 30));
/// let of = |text| space.of(Move::parse(text, space.sky()).unwrap());
/// assert_eq!(of("b2:c3-E2"), Ok((933, None)));
/// assert_eq!(space.name(933).unwrap(), "b2:c3-E2");
/// assert_eq!(of("b2:c3-E2/g2"), Ok((933, space.number(Action::Keep(space.sky().space("g2").unwrap())))));
/// assert_eq!(of("b2-SW1").unwrap_err().to_string(), "a missing space is in the way at step 1 [R10]");
/// ```
#[derive(Debug)]
pub struct ActionSpace {
    sky: &'static Sky,
    spaces: Vec<Space>,
    /// The number of each space in this order, by its index.
    numbers: [u16; 256],
    /// For each word of a set, the number of its first space, and the runs of spaces without a gap: how far each of them
    /// is shifted so that no gaps are left, and its bits afterwards.
    words: [(u32, ArrayVec<(u32, u64), 5>); 4],
    flights: Vec<Flight>,
    /// The number of the action before the flights of a line in a direction, indexed by [`run`](ActionSpace::run).
    runs: Vec<u16>,
}

static SPACES: [OnceBox<ActionSpace>; 5] = [const { OnceBox::new() }; 5];

impl ActionSpace {
    /// The action space of an edge. It is made at the first call for the edge, in about a millisecond.
    pub fn new(edge: Edge) -> &'static ActionSpace {
        let [four, five, six, seven, eight] = &SPACES;
        let space = match edge.length() {
            4 => four,
            5 => five,
            6 => six,
            7 => seven,
            _ => eight,
        };
        space.get_or_init(|| Box::new(ActionSpace::make(edge.sky())))
    }

    fn make(sky: &'static Sky) -> ActionSpace {
        let spaces: Vec<Space> = sky.spaces().by_index().collect();
        let mut numbers = [0; 256];
        for (number, space) in (0..).zip(&spaces) {
            if let Some(entry) = numbers.get_mut(usize::from(space.index())) {
                *entry = number;
            }
        }
        let mut words: [(u32, ArrayVec<_, 5>); 4] = Default::default();
        for (number, space) in (0..).zip(&spaces) {
            let index = u32::from(space.index());
            let Some((first, shifts)) = words.get_mut((index >> 6) as usize) else { continue };
            if shifts.is_empty() {
                *first = number;
            }
            let place = number.saturating_sub(*first);
            let shift = (index & 63).saturating_sub(place);
            match shifts.last_mut() {
                Some((last, bits)) if *last == shift => *bits |= 1 << place,
                _ => shifts.push((shift, 1 << place)),
            }
        }
        let lines = usize::from(longest(sky)).saturating_mul(3).saturating_mul(spaces.len());
        let runs = vec![0; lines.saturating_mul(6)];
        let mut space = ActionSpace { sky, spaces, numbers, words, flights: Vec::new(), runs };
        for first in sky.spaces().by_index() {
            for axis in Axis::ALL {
                for length in 1..=longest(sky) {
                    for direction in Direction::ALL {
                        let line = Line { first, axis, length };
                        let run = space.run(line, direction);
                        let before = space.pass().saturating_add(space.flights.len() as u16);
                        if let Some(run) = space.runs.get_mut(run) {
                            *run = before;
                        }
                        space.flights.extend(flights(sky, line, direction));
                    }
                }
            }
        }
        space
    }

    /// The length of the edge.
    pub fn edge(&self) -> Edge {
        self.sky.edge()
    }

    /// The sky.
    pub fn sky(&self) -> &'static Sky {
        self.sky
    }

    /// The number of actions.
    pub fn size(&self) -> usize {
        usize::from(self.first_keep()).saturating_add(self.spaces.len())
    }

    /// The action that passes. It is also the number of spaces of the sky.
    pub fn pass(&self) -> u16 {
        self.spaces.len() as u16
    }

    fn first_flight(&self) -> u16 {
        self.pass().saturating_add(1)
    }

    fn first_keep(&self) -> u16 {
        self.first_flight().saturating_add(self.flights.len() as u16)
    }

    /// The number of a decision; `None` if it is not in the space: a space is missing or in the way, a
    /// number is out of range, or a flight names a region to keep.
    pub fn number(&self, action: Action) -> Option<u16> {
        let number_of = |space: Space| self.sky.contains(space).then(|| self.number_of_space(space));
        match action {
            Action::Add(space) => number_of(space),
            Action::Pass => Some(self.pass()),
            Action::Fly(flight) if flight.keep.is_some() => None,
            Action::Fly(flight) => self.number_of_any_flight(flight),
            Action::Keep(space) => Some(self.first_keep().saturating_add(number_of(space)?)),
        }
    }

    /// The decision with a number; `None` if the number is not below [`size`](ActionSpace::size).
    ///
    /// ```
    /// # use volo_rules::Edge;
    /// # use volo_rules::learning::{Action, ActionSpace};
    /// let space = ActionSpace::new(Edge::MIN);
    /// assert_eq!(space.action(30), Some(Action::Pass));
    /// assert!((0..1_201).all(|number| space.number(space.action(number).unwrap()) == Some(number)));
    /// assert_eq!(space.action(1_201), None);
    /// ```
    pub fn action(&self, number: u16) -> Option<Action> {
        let space = |number: u16| self.spaces.get(usize::from(number)).copied();
        if number < self.pass() {
            space(number).map(Action::Add)
        } else if number == self.pass() {
            Some(Action::Pass)
        } else if number < self.first_keep() {
            let flight = number.saturating_sub(self.first_flight());
            self.flights.get(usize::from(flight)).copied().map(Action::Fly)
        } else {
            space(number.saturating_sub(self.first_keep())).map(Action::Keep)
        }
    }

    /// The one or two actions of a move. The second one chooses the region to keep, with the space by which
    /// the move names it.
    ///
    /// # Errors
    /// If a space of the move is missing, or a missing space is in the way of a flight (\[R2\]).
    pub fn of(&self, mv: Move) -> Result<(u16, Option<u16>), IllegalMove> {
        let broken = |fault| IllegalMove::new(Some(mv), fault, self.sky);
        match mv {
            Move::Pass => Ok((self.pass(), None)),
            Move::Add(space) => {
                let number = self.number(Action::Add(space));
                Ok((number.ok_or(broken(Fault::NotVacant(space)))?, None))
            }
            Move::Fly(flight) => {
                let flight = Flight { line: flight.line.normalized(), ..flight };
                let number = self.number_of_any_flight(flight);
                let first = number.ok_or_else(|| broken(self.obstacle(flight)))?;
                let keep = |space| self.number(Action::Keep(space)).ok_or(broken(Fault::KeepNowhere(space)));
                Ok((first, flight.keep.map(keep).transpose()?))
            }
        }
    }

    /// The rule that a flight breaks in every position, because it is not in the action space.
    fn obstacle(&self, flight: Flight) -> Fault {
        let Flight { line, direction, distance, .. } = flight;
        let missing =
            |line: Line| line.spaces().find(|space| !space.is_some_and(|space| self.sky.contains(space)));
        if let Some(space) = missing(line) {
            return Fault::NotOwnBird(space);
        }
        let blocked = |step: u8| match line.step(direction, step) {
            Some(moved) => missing(moved).map(|space| Fault::Blocked { step, space }),
            None => Some(Fault::Blocked { step, space: None }),
        };
        // A line without birds and a flight without steps have no text. They move no bird.
        (1..=distance).find_map(blocked).unwrap_or(Fault::NotOwnBird(None))
    }

    /// The text of an action: `c5`, `pass`, `b2:b4-NE3`, or `/g6` to keep the region of g6. `None` if the
    /// number is out of range. The texts of the two actions of a turn, one after the other, are the text of
    /// the move.
    pub fn name(&self, number: u16) -> Option<String> {
        let text = |mv: Move| mv.display(self.sky).to_string();
        Some(match self.action(number)? {
            Action::Add(space) => text(Move::Add(space)),
            Action::Pass => text(Move::Pass),
            Action::Fly(flight) => text(Move::Fly(flight)),
            Action::Keep(space) => format!("/{}", self.sky.name(space)),
        })
    }

    /// The image of every action under a symmetry: entry `a` is the image of action `a`.
    ///
    /// ```
    /// # use volo_rules::{Edge, Move, Symmetry};
    /// # use volo_rules::learning::ActionSpace;
    /// let space = ActionSpace::new(Edge::MIN);
    /// let images = space.transform("mirror".parse::<Symmetry>()?);
    /// let image = |number: u16| space.name(images[usize::from(number)]).unwrap();
    /// assert_eq!((image(933).as_str(), image(space.pass()).as_str()), ("b4:c4-W2", "pass"));
    /// # Ok::<(), volo_rules::UnknownName>(())
    /// ```
    pub fn transform(&self, symmetry: Symmetry) -> Vec<u16> {
        let edge = self.edge();
        let image = |action| match action {
            Action::Add(space) => Action::Add(symmetry.space(space, edge)),
            Action::Pass => Action::Pass,
            Action::Fly(flight) => Action::Fly(flight.transform(symmetry, edge)),
            Action::Keep(space) => Action::Keep(symmetry.space(space, edge)),
        };
        (0..=u16::MAX).map_while(|number| self.number(image(self.action(number)?))).collect()
    }

    /// What each action does, as numbers that a network can look up: a row for each action, with these
    /// [columns](ACTION_FEATURES). A number that an action does not have is −1.
    ///
    /// * `kind`: the number in [`Move::KINDS`]: 0 for an add, 1 for a flight, 2 for a pass; 3 to keep a region;
    /// * `first` and `last`: the ends of the line that flies, or both the space of an add or of a region;
    /// * `axis`, `length`, `direction`, `distance`: those of a flight. An axis is its index in [`Axis::ALL`], and
    ///   a direction in [`Direction::ALL`];
    /// * `landing`: where the first space of a flight lands.
    ///
    /// A space is its index among the spaces of the sky, which is also the number of the add there.
    ///
    /// ```
    /// # use volo_rules::Edge;
    /// # use volo_rules::learning::ActionSpace;
    /// let space = ActionSpace::new(Edge::MIN);
    /// let row = space.features()[933];
    /// let name = |column: usize| space.name(row[column] as u16).unwrap();
    /// assert_eq!(space.name(933).unwrap(), "b2:c3-E2");
    /// assert_eq!(row, [1, 24, 19, 2, 2, 0, 2, 26]);
    /// assert_eq!([1, 2, 7].map(name), ["b2", "c3", "b4"]);
    /// ```
    pub fn features(&self) -> Vec<[i16; ACTION_FEATURES.len()]> {
        const NONE: i16 = -1;
        let number = |space: Space| self.number_of_space(space) as i16;
        let on = |kind, space| [kind, number(space), number(space), NONE, NONE, NONE, NONE, NONE];
        let of = |action| match action {
            Action::Add(space) => on(0, space),
            Action::Pass => [2, NONE, NONE, NONE, NONE, NONE, NONE, NONE],
            Action::Fly(flight) => {
                let Flight { line, direction, distance, .. } = flight;
                let (axis, direction) = (line.axis as i16, direction as i16);
                let [first, last, landing] =
                    [line.first, line.space(line.length.saturating_sub(1)), flight.landed().first]
                        .map(number);
                [1, first, last, axis, line.length.into(), direction, distance.into(), landing]
            }
            Action::Keep(space) => on(3, space),
        };
        (0..=u16::MAX).map_while(|number| self.action(number).map(of)).collect()
    }

    #[inline(always)]
    pub(crate) fn number_of_space(&self, space: Space) -> u16 {
        self.numbers.get(usize::from(space.index())).copied().unwrap_or_default()
    }

    /// The adds on these spaces of the sky. Action `a` is bit `a % 64` of word `a / 64`.
    #[inline(always)]
    pub(crate) fn adds(&self, spaces: Bitboard) -> [u64; ADD_WORDS] {
        let mut adds = [0; ADD_WORDS];
        for (word, (first, shifts)) in spaces.0.into_iter().zip(&self.words) {
            let bits = shifts.iter().fold(0, |moved, &(shift, bits)| moved | word >> shift & bits);
            let number = (first >> 6) as usize;
            if let Some(low) = adds.get_mut(number) {
                *low |= bits << (first & 63);
            }
            if let Some(high) = adds.get_mut(number.saturating_add(1)) {
                *high |= bits >> 1 >> (!first & 63);
            }
        }
        adds
    }

    /// The spaces of these [adds](ActionSpace::adds). Bits that are not adds are ignored.
    #[cfg(feature = "batch")]
    #[inline(always)]
    pub(crate) fn spaces_of(&self, adds: [u64; ADD_WORDS]) -> Bitboard {
        Bitboard(core::array::from_fn(|word| {
            let Some((first, shifts)) = self.words.get(word) else { return 0 };
            let number = (first >> 6) as usize;
            let at = |number: usize| adds.get(number).copied().unwrap_or_default();
            let moved = at(number) >> (first & 63) | at(number.saturating_add(1)) << 1 << (!first & 63);
            shifts.iter().fold(0, |spaces, &(shift, bits)| spaces | (moved & bits) << shift)
        }))
    }

    #[inline(always)]
    pub(crate) fn number_of_move(&self, mv: Move) -> u16 {
        match mv {
            Move::Add(space) => self.number_of_space(space),
            Move::Fly(flight) => self.number_of_flight(flight),
            Move::Pass => self.pass(),
        }
    }

    /// The number of a flight of this action space, whichever region it keeps.
    #[inline(always)]
    pub(crate) fn number_of_flight(&self, flight: Flight) -> u16 {
        let run = self.run(flight.line, flight.direction);
        let before = self.runs.get(run).copied().unwrap_or_default();
        before.wrapping_add(u16::from(flight.distance))
    }

    fn number_of_any_flight(&self, flight: Flight) -> Option<u16> {
        let number = self.number_of_flight(flight);
        (self.action(number) == Some(Action::Fly(Flight { keep: None, ..flight }))).then_some(number)
    }

    /// The index in `runs`. Short lines come first: they have nearly all flights, so their part stays in the cache.
    #[inline(always)]
    fn run(&self, line: Line, direction: Direction) -> usize {
        let axis = usize::from(line.length).wrapping_sub(1).wrapping_mul(3).wrapping_add(line.axis as usize);
        let first = usize::from(self.number_of_space(line.first));
        axis.wrapping_mul(self.spaces.len())
            .wrapping_add(first)
            .wrapping_mul(6)
            .wrapping_add(direction as usize)
    }
}

/// The length of the longest line of a sky. It lies beside the center, from rim to rim.
fn longest(sky: &Sky) -> u8 {
    sky.rows().saturating_sub(1)
}

/// The flights of a line in a direction, from the nearest to the farthest. Empty if the line does not exist.
fn flights(sky: &Sky, line: Line, direction: Direction) -> impl Iterator<Item = Flight> {
    let is_there = |line: Line| line.spaces().all(|space| space.is_some_and(|space| sky.contains(space)));
    let exists = is_there(line) && (line.length > 1 || line.axis == Axis::E);
    let farthest = if exists { sky.rows() } else { 0 };
    (1..=farthest)
        .take_while(move |&distance| line.step(direction, distance).is_some_and(is_there))
        .map(move |distance| Flight { line, direction, distance, keep: None })
}
