//! [`Level`]: how strong an engine plays, and [`Sight`]: which moves a weaker engine overlooks.

use crate::position::Position;
use crate::rules::moves::{Flight, Move};
use crate::rules::zobrist::random;
use crate::search::score::Score;
use crate::support::names::named;

/// How strong an engine plays: from 1, a beginner, to 12, the full strength.
///
/// A weaker engine looks less far ahead, judges positions less exactly, and overlooks moves, its own and those of the
/// opponent: far flights and flights side by side more often than short ones, and adds in between. In one search it
/// overlooks the same move everywhere, as a person does. So it may overlook that it can win, or that the opponent
/// can. Its scores are estimates, except for a win in one ply. Level 1 sees a few of the moves, and chooses among them
/// nearly by chance, so that a person who has just learned the rules may win.
///
/// ```
/// # use volo_rules::engine::Level;
/// assert_eq!(Level::default(), Level::FULL);
/// assert_eq!(Level::new(3).map(Level::number), Some(3));
/// assert_eq!((Level::new(0), Level::new(13)), (None, None));
/// assert!(Level::FULL > Level::BEGINNER);
/// assert_eq!((Level::BEGINNER.to_string(), "12".parse()), ("1".to_string(), Ok(Level::FULL)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// Level 1.
    pub const BEGINNER: Level = Level(1);

    /// Level 12.
    pub const FULL: Level = Level(12);

    /// All levels, the weakest first.
    pub const ALL: [Level; Level::FULL.0 as usize] = {
        let mut all = [Level::BEGINNER; Level::FULL.0 as usize];
        let mut i = 0;
        while i < all.len() {
            all[i] = Level(i as u8 + 1);
            i += 1;
        }
        all
    };

    /// The level with this number, from 1 to 12. `None` for other numbers.
    pub const fn new(number: u8) -> Option<Level> {
        if number >= Level::BEGINNER.0 && number <= Level::FULL.0 { Some(Level(number)) } else { None }
    }

    /// The number of the level, from 1 to 12.
    pub const fn number(self) -> u8 {
        self.0
    }

    const fn name(self) -> &'static str {
        ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"][self.0 as usize - 1]
    }

    /// The greatest number of nodes of a search. `None` at full strength.
    pub(crate) fn nodes(self) -> Option<u64> {
        self.handicap().map(|handicap| handicap.nodes)
    }

    pub(super) const fn handicap(self) -> Option<Handicap> {
        let (depth, nodes, noise, overlooked, least) = match self.0 {
            1 => (1, 300, 5_000, 1_000, 800),
            2 => (1, 400, 1_300, 900, 0),
            3 => (1, 500, 250, 600, 0),
            4 => (1, 700, 130, 420, 0),
            5 => (2, 1_000, 125, 410, 0),
            6 => (2, 2_000, 65, 230, 0),
            7 => (3, 3_000, 64, 228, 0),
            8 => (3, 5_000, 25, 88, 0),
            9 => (4, 9_000, 24, 86, 0),
            10 => (5, 20_000, 20, 45, 0),
            11 => (6, 50_000, 10, 15, 0),
            _ => return None,
        };
        Some(Handicap { depth, nodes, noise, overlooked, least })
    }
}

impl Default for Level {
    /// Full strength.
    fn default() -> Level {
        Level::FULL
    }
}

named!(Level: "level");

#[derive(Clone, Copy)]
pub(super) struct Handicap {
    pub(super) depth: u32,
    pub(super) nodes: u64,
    /// The greatest error of an estimate, in units of [`Score`].
    noise: i32,
    /// The number of overlooked moves in a thousand moves that are hardest to see.
    overlooked: u64,
    /// How hard to see even the easiest moves are, of 1,000.
    least: u64,
}

/// Which moves a player at a level overlooks in one search, and how its estimates deviate.
#[derive(Clone, Copy)]
pub(super) struct Sight {
    handicap: Handicap,
    salt: u64,
}

impl Sight {
    pub(super) fn new(handicap: Handicap, position: &Position, seed: u64) -> Sight {
        Sight { handicap, salt: random(position.zobrist() ^ random(seed)) }
    }

    /// Combined with the keys of the table, because searches that overlook other moves have other results.
    pub(super) fn salt(&self) -> u64 {
        self.salt
    }

    pub(super) fn sees(&self, mv: Move) -> bool {
        let (hardness, code) = match mv {
            Move::Pass => return true,
            Move::Add(space) => (500, u64::from(space.index())),
            Move::Fly(flight) => (hardness(flight), flight_code(flight)),
        };
        random(self.salt ^ code << 8) % 1_000_000
            >= self.handicap.overlooked * hardness.max(self.handicap.least)
    }

    pub(super) fn blurred(&self, estimate: Score, position: &Position) -> Score {
        let noise = self.handicap.noise;
        let width = 2 * noise as u64 + 1;
        let error = (random(self.salt ^ position.zobrist()) % width) as i32 - noise;
        Score::estimate(i32::from(estimate.units()) + error)
    }
}

/// How hard a flight is to see, up to 1,000.
fn hardness(flight: Flight) -> u64 {
    let far = match flight.distance {
        1 | 2 => 150,
        3 => 400,
        _ => 800,
    };
    let is_side_by_side = flight.line.length > 1 && !flight.is_in_file();
    if is_side_by_side { (far + 400).min(1_000) } else { far }
}

/// A number for a flight. Flights that differ only in the region to keep have the same number.
fn flight_code(flight: Flight) -> u64 {
    let fields = [
        u64::from(flight.line.first.index()),
        u64::from(flight.line.length),
        flight.line.axis as u64,
        flight.direction as u64,
        u64::from(flight.distance),
    ];
    fields.into_iter().fold(1, |code, field| code << 8 | field)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sights(level: u8) -> impl Iterator<Item = Sight> {
        let handicap = Level(level).handicap().expect("not the full strength");
        (0..500).map(move |seed| Sight::new(handicap, &Position::default(), seed))
    }

    #[test]
    fn weaker_levels_are_worse_in_everything() {
        for number in 1..11 {
            let [weak, strong] = [number, number + 1].map(|n| Level(n).handicap().expect("a handicap"));
            assert!(weak.depth <= strong.depth && weak.nodes < strong.nodes);
            assert!(weak.noise > strong.noise && weak.overlooked > strong.overlooked);
            assert!(weak.least >= strong.least);
        }
        assert!(Level::FULL.handicap().is_none());
    }

    #[test]
    fn far_flights_side_by_side_are_overlooked_more_often_than_short_ones() {
        let position: Position =
            "b3b/1oob2bo/4o4/6o3/3bo1ob3/6bb1oo1/b4b1b1o/12/2o8/bo7o/6o2/1o2o1b1/2bb1 o 0 standard"
                .parse()
                .expect("a position");
        let seen = |wanted: &dyn Fn(Flight) -> bool| {
            let mut counts = [0, 0];
            for &mv in &position.legal_moves() {
                if let Move::Fly(flight) = mv
                    && wanted(flight)
                {
                    counts[0] += sights(3).filter(|sight| sight.sees(mv)).count();
                    counts[1] += 500;
                }
            }
            counts[0] as f64 / counts[1] as f64
        };
        let (short, far) =
            (seen(&|flight| flight.distance <= 2), seen(&|flight: Flight| flight.distance >= 4));
        assert!(short > 0.7 && far < short - 0.1, "{short} {far}");
    }

    #[test]
    fn an_estimate_is_blurred_within_its_limits_and_always_in_the_same_way() {
        let position = Position::default();
        let errors: Vec<i16> = sights(3).map(|sight| sight.blurred(Score::DRAW, &position).units()).collect();
        assert!(errors.iter().all(|error| error.abs() <= 250));
        assert!(errors.iter().any(|&error| error > 200) && errors.iter().any(|&error| error < -200));
        assert!(
            errors.iter().copied().eq(sights(3).map(|sight| sight.blurred(Score::DRAW, &position).units()))
        );
    }
}
