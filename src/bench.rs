//! Single operations of the kernel, for the benchmarks. This module is not part of the public API.

use crate::bitboard::{SpaceSet, Task, run};
use crate::flock::{lone, take_component};
use crate::movegen::{CountMoves, visit_flights};
use crate::position::Position;
use crate::region::reachable;

/// An operation of the kernel. Its result for a position is a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// One dilation. Counts the spaces next to the mover's birds.
    Dilation,
    /// One flood fill. Counts the spaces in the region of one of the mover's birds.
    Flood,
    /// The search for flocks. Counts the mover's flocks.
    Flocks,
    /// The search for flights. Counts the mover's legal flights.
    Flights,
    /// The search for regions. Counts the vacant spaces that the mover's birds can reach by open paths.
    Regions,
}

impl Operation {
    /// All operations.
    pub const ALL: [Operation; 5] =
        [Operation::Dilation, Operation::Flood, Operation::Flocks, Operation::Flights, Operation::Regions];

    /// Runs the operation on each position. Returns the sum of the results.
    pub fn count(self, positions: &[Position]) -> u64 {
        run(Count(self, positions))
    }
}

struct Count<'a>(Operation, &'a [Position]);

impl Task for Count<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<S: SpaceSet>(self) -> u64 {
        let Count(operation, positions) = self;
        let mut sum = 0;
        for position in positions {
            sum += u64::from(match operation {
                Operation::Dilation => {
                    (birds::<S>(position).around() & S::load(position.sky().spaces())).len()
                }
                Operation::Flood => {
                    let birds = birds::<S>(position);
                    birds.first_by_index().flood(birds | S::load(position.vacant())).len()
                }
                Operation::Flocks => {
                    let birds = birds::<S>(position);
                    let lone = lone(birds);
                    let mut rest = birds.without(lone);
                    let mut flocks = lone.len();
                    while !rest.is_empty() {
                        take_component(&mut rest);
                        flocks += 1;
                    }
                    flocks
                }
                Operation::Flights => {
                    let mut count = CountMoves::default();
                    visit_flights(&position.scene::<S>(position.turn()), &mut count);
                    count.0
                }
                Operation::Regions => {
                    let scene = position.scene::<S>(position.turn());
                    reachable(scene.own, scene.vacant | scene.own, scene.opponent, scene.vacant).len()
                }
            });
        }
        sum
    }
}

/// The mover's birds.
#[inline(always)]
fn birds<S: SpaceSet>(position: &Position) -> S {
    S::load(position.birds(position.turn()))
}
