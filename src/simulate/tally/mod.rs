//! Statistics of many games: counters that can be added, in memory that does not grow with the number of games.
//!
//! A [`Scorer`] fills the counters while games are played. [`Tally::of_games`] replays recorded games.

mod counts;
mod recorded;
mod scorer;

use core::ops::AddAssign;

pub use counts::Counts;
pub(crate) use scorer::Scorer;

use crate::geometry::color::ByColor;

/// The value of a counter, by the kind of the counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counter<'a> {
    /// A number.
    Number(u64),
    /// A number for each player.
    Pair(ByColor<u64>),
    /// A number for each length, ply or number of birds.
    Each(&'a Counts),
    /// A number for each player and each space, by the index of the space.
    BySpace(&'a ByColor<Counts>),
}

trait Kind {
    fn counter(&self) -> Counter<'_>;
}

impl Kind for u64 {
    fn counter(&self) -> Counter<'_> {
        Counter::Number(*self)
    }
}

impl Kind for ByColor<u64> {
    fn counter(&self) -> Counter<'_> {
        Counter::Pair(*self)
    }
}

impl Kind for Counts {
    fn counter(&self) -> Counter<'_> {
        Counter::Each(self)
    }
}

impl Kind for ByColor<Counts> {
    fn counter(&self) -> Counter<'_> {
        Counter::BySpace(self)
    }
}

/// Declares the counters, each with its sentence, and their addition.
macro_rules! counters {
    ($($(#[doc = $line:literal])+ $name:ident: $type:ty,)*) => {
        /// Statistics of many games on skies of one edge.
        ///
        /// The number of games is the total of [`lengths`](Tally::lengths). Tallies of different
        /// games can be added in any order.
        ///
        /// ```
        /// # use volo_rules::{Position, Threads};
        /// # use volo_rules::playouts::Tally;
        /// // Three games from the start, with two adds, one add and no moves.
        /// let start = Position::default();
        /// let codes = ["g5", "g9", "g5"].map(|add| start.parse_move(add).unwrap().code(start.rules().edge()));
        /// let tally = Tally::of_games(&start, &codes, &[0, 2, 3, 3], Threads::new(1))?;
        /// assert_eq!((tally.lengths.total(), tally.adds, tally.truncated), (3, 3, 3));
        /// assert_eq!(tally.legal_moves.as_slice(), [2 * 99, 98]);
        /// # Ok::<(), volo_rules::playouts::ReplayError>(())
        /// ```
        #[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
        pub struct Tally {
            $($(#[doc = $line])+ pub $name: $type,)*
        }

        impl Tally {
            /// All counters, each with its name and the sentence that describes it.
            pub fn counters(&self) -> [(&'static str, &'static str, Counter<'_>); [$(stringify!($name)),*].len()] {
                [$((stringify!($name), concat!($($line),+).trim_ascii(), self.$name.counter())),*]
            }
        }

        impl AddAssign<&Tally> for Tally {
            fn add_assign(&mut self, other: &Tally) {
                $(self.$name += &other.$name;)*
            }
        }
    };
}

counters! {
    /// The games that each player won by one flock (\[R17\], \[R18\]).
    flock_wins: ByColor<u64>,
    /// The games that each player won by a clearing flight of the opponent (\[R18\]).
    handed_over: ByColor<u64>,
    /// The games that each player won as the last player to add or fly (\[R14b\]).
    stuck_wins: ByColor<u64>,
    /// The games that the player who moved first won.
    first_mover_wins: u64,
    /// The games that ended in a draw (\[R14\]).
    draws: u64,
    /// The games that were truncated (\[R19\]).
    truncated: u64,
    /// The games by their number of plies. Truncated games are included.
    lengths: Counts,
    /// The number of legal moves before each ply, added up, by the number of plies before it. Games that ended
    /// earlier do not contribute.
    legal_moves: Counts,
    /// The number of adds.
    adds: u64,
    /// The number of passes.
    passes: u64,
    /// The number of flights of a single bird.
    single: u64,
    /// The flights of lines in file, by the number of birds.
    in_file: Counts,
    /// The flights of lines side by side, by the number of birds.
    side_by_side: Counts,
    /// The flights that removed birds of the opponent (\[R15\]), by the number of removed birds.
    clearings: Counts,
    /// The clearing flights that ended the game, by the number of removed birds. The opponent always wins such a
    /// game (\[R18\]), because a flight that wins removes no birds (\[R17\]).
    deciding_clearings: Counts,
    /// The games in which the player who made the last clearing flight won.
    won_after_clearing: u64,
    /// The games in which the player who made the last clearing flight lost.
    lost_after_clearing: u64,
    /// The birds that each player added on each space.
    adds_on: ByColor<Counts>,
    /// The birds of each player's winning flocks at the end of the games, on each space.
    flocks_on: ByColor<Counts>,
}
