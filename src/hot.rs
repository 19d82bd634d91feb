//! The hot pieces of the engine, each by itself, for the benchmarks to time. No part of the API.

use crate::bitboard::{SpaceSet, Task, run};
use crate::flock::{lone, take_part};
use crate::movegen::{CountMoves, visit_flights};
use crate::position::Position;
use crate::region::reached;

/// A piece, and what its work comes to, added up over positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// The spaces next to the mover's birds.
    Dilation,
    /// The spaces that the mover's first bird can get to by open paths.
    Flood,
    /// The mover's flocks.
    Flocks,
    /// The mover's flights.
    Flights,
    /// The vacant spaces that open paths lead to from the mover's birds.
    Regions,
}

impl Piece {
    /// All of them.
    pub const ALL: [Piece; 5] =
        [Piece::Dilation, Piece::Flood, Piece::Flocks, Piece::Flights, Piece::Regions];

    /// Does the work for each position.
    pub fn count(self, positions: &[Position]) -> u64 {
        run(Count(self, positions))
    }
}

struct Count<'a>(Piece, &'a [Position]);

impl Task for Count<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<S: SpaceSet>(self) -> u64 {
        let Count(piece, positions) = self;
        let mut sum = 0;
        for position in positions {
            sum += u64::from(match piece {
                Piece::Dilation => (birds::<S>(position).around() & S::load(position.sky().spaces())).len(),
                Piece::Flood => {
                    let birds = birds::<S>(position);
                    birds.lowest().flood(birds | S::load(position.vacant())).len()
                }
                Piece::Flocks => {
                    let birds = birds::<S>(position);
                    let lone = lone(birds);
                    let mut rest = birds.without(lone);
                    let mut flocks = lone.len();
                    while !rest.is_empty() {
                        take_part(&mut rest);
                        flocks += 1;
                    }
                    flocks
                }
                Piece::Flights => {
                    let mut count = CountMoves::default();
                    visit_flights(&position.scene::<S>(position.turn()), &mut count);
                    count.0
                }
                Piece::Regions => {
                    let scene = position.scene::<S>(position.turn());
                    reached(scene.own, scene.vacant | scene.own, scene.other, scene.vacant).len()
                }
            });
        }
        sum
    }
}

#[inline(always)]
fn birds<S: SpaceSet>(position: &Position) -> S {
    S::load(position.birds(position.turn()))
}
