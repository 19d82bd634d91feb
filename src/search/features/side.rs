//! The features of one player.

use crate::geometry::bitboard::{SpaceSet, shared};
use crate::geometry::sky::Sky;
use crate::rules::flock::{lone, take_component};
use crate::rules::movegen::ArcEnds;

/// The names of the features of a player, in their order.
pub const NAMES: [&str; 25] = [
    "birds",
    "flocks",
    "lone",
    "largest",
    "tight-1",
    "tight-2",
    "joints-2",
    "joints-3",
    "joints-safe",
    "flights",
    "flights-2",
    "flights-3",
    "idle",
    "adds",
    "cut-off",
    "necks",
    "rim",
    "center",
    "pairs",
    "triangles",
    "touched",
    "liberties",
    "clusters-1",
    "clusters-2",
    "spread",
];

#[inline(always)]
pub(super) fn side<S: SpaceSet>(own: S, opponent: S, vacant: S, sky: &Sky) -> [i32; NAMES.len()] {
    shared!(<S>(own: S = own, opponent: S = opponent, vacant: S = vacant, sky: &Sky = sky) -> [i32; NAMES.len()] {
        let near = own.around();
        let alone = own.without(near);
        let mut free = Touching::NONE;
        free.add_each_neighbor(vacant);
        let mut touching = Touching::NONE;
        touching.add_each_neighbor(alone);
        let lone_birds = alone.len();
        let mut flocks = lone_birds;
        let mut largest = u32::from(lone_birds > 0);
        let mut tight =
            [(alone & free.one).without(free.two).len(), (alone & free.two).without(free.three).len()];
        let mut rest = own & near;
        while !rest.is_empty() {
            let flock = take_component(&mut rest);
            let around = flock.around();
            touching.add(around);
            flocks += 1;
            largest = largest.max(flock.len());
            match (around & vacant).len() {
                1 => tight[0] += 1,
                2 => tight[1] += 1,
                _ => {}
            }
        }
        let joints = touching.two & vacant;
        let flights = LoneFlights::of(alone, vacant, &touching);
        let open = own | vacant;
        // As in `region::reachable`: birds that do not touch are not a wall.
        let region = if lone(opponent).holds(opponent) { open } else { own.first_by_index().flood(open) };
        let liberties = near & vacant;
        let linked = own | liberties;
        let linked_twice = linked | (linked.around() & vacant);
        let (east, north_east, south_east) = (own.step::<0>(), own.step::<5>(), own.step::<1>());
        let beside = own & east;
        [
            own.len(),
            flocks,
            lone_birds,
            largest,
            tight[0],
            tight[1],
            joints.len(),
            (touching.three & vacant).len(),
            (joints & opponent.around()).len(),
            flights.one,
            flights.two,
            flights.three,
            alone.without(flights.active).len(),
            (region & vacant).without(near).len(),
            vacant.without(region).len(),
            (ArcEnds::of(open).two_round_a_bird() & vacant).len(),
            (own & S::load(sky.rim())).len(),
            (own & S::load(sky.center()).around()).len(),
            beside.len() + (own & north_east).len() + (own & south_east).len(),
            (beside & north_east).len() + (beside & south_east).len(),
            (near & opponent).len(),
            liberties.len(),
            components(linked),
            components(linked_twice),
            spread(own),
        ]
        .map(|number| number as i32)
    })
}

/// The flights of lone birds (\[R12\]), without the choice of regions.
struct LoneFlights<S> {
    one: u32,
    /// The number of flights that join at least two other flocks.
    two: u32,
    /// The number of flights that join at least three other flocks, and begin two or more steps away.
    three: u32,
    active: S,
}

impl<S: SpaceSet> LoneFlights<S> {
    #[inline(always)]
    fn of(alone: S, vacant: S, touching: &Touching<S>) -> Self {
        let mut flights = LoneFlights { one: 0, two: 0, three: 0, active: S::EMPTY };
        flights.add_direction::<0, 3>(alone, vacant, touching);
        flights.add_direction::<1, 4>(alone, vacant, touching);
        flights.add_direction::<2, 5>(alone, vacant, touching);
        flights.add_direction::<3, 0>(alone, vacant, touching);
        flights.add_direction::<4, 1>(alone, vacant, touching);
        flights.add_direction::<5, 2>(alone, vacant, touching);
        flights
    }

    /// Adds the flights in one direction. A bird that flies one step still touches the space that it leaves, so it
    /// joins one flock fewer than touch the space on which it lands. A bird that flies farther joins all of them.
    #[inline(always)]
    fn add_direction<const D: usize, const BACK: usize>(
        &mut self,
        alone: S,
        vacant: S,
        touching: &Touching<S>,
    ) {
        let first = alone.step::<D>() & vacant;
        let farther = first.slide::<D, 16>(vacant);
        self.one += (first & touching.two | farther & touching.one).len();
        self.two += (first & touching.three | farther & touching.two).len();
        self.three += (farther & touching.three).len();
        let from = (farther & touching.one).slide::<BACK, 16>(vacant) | first & touching.two;
        self.active |= from.step::<BACK>() & alone;
    }
}

#[inline(always)]
fn components<S: SpaceSet>(mut rest: S) -> u32 {
    let mut count = 0;
    while !rest.is_empty() {
        take_component(&mut rest);
        count += 1;
    }
    count
}

/// Sixteen times the mean square of the distance of a bird, q² + qr + r², from the center of mass, rounded down.
#[inline(always)]
fn spread<S: SpaceSet>(birds: S) -> u32 {
    let (mut count, mut squares, mut rows, mut columns) = (0, 0, 0, 0);
    for space in birds.spaces() {
        let (row, column) = (u32::from(space.row()), u32::from(space.column()));
        count += 1;
        squares += row * row + row * column + column * column;
        rows += row;
        columns += column;
    }
    if count == 0 {
        return 0;
    }
    let sum_of_squares = rows * rows + rows * columns + columns * columns;
    16 * (count * squares - sum_of_squares) / (count * count)
}

/// Counts, for all spaces at once, how many sets contain the space, up to three.
#[derive(Clone, Copy)]
pub(super) struct Touching<S> {
    pub(super) one: S,
    pub(super) two: S,
    pub(super) three: S,
}

impl<S: SpaceSet> Touching<S> {
    pub(super) const NONE: Self = Touching { one: S::EMPTY, two: S::EMPTY, three: S::EMPTY };

    #[inline(always)]
    pub(super) fn add(&mut self, spaces: S) {
        self.three |= self.two & spaces;
        self.two |= self.one & spaces;
        self.one |= spaces;
    }

    #[inline(always)]
    pub(super) fn add_each_neighbor(&mut self, of: S) {
        self.add(of.step::<0>());
        self.add(of.step::<1>());
        self.add(of.step::<2>());
        self.add(of.step::<3>());
        self.add(of.step::<4>());
        self.add(of.step::<5>());
    }
}
