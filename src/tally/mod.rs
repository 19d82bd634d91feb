//! What many games come to: counters that add up, in memory that does not grow with the games.
//!
//! A [`Scorer`] fills them while games are played; [`Tally::of_games`] plays recorded games again.

mod counts;
mod recorded;
mod scorer;

use std::ops::AddAssign;

pub use counts::Counts;
pub use recorded::{TallyError, TallyFault};
pub(crate) use scorer::Scorer;

use crate::color::ByColor;

/// Declares the counters, and that they add up.
macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident: $type:ty,)*) => {
        /// Counters of many games on skies of one edge.
        ///
        /// The number of games is the total of [`lengths`](Tally::lengths). Tallies of different
        /// games add up, in any order.
        ///
        /// ```
        /// # use std::sync::atomic::AtomicBool;
        /// # use volo::{Position, Tally};
        /// // Three games from the start: of two adds, of one, and of none.
        /// let start = Position::default();
        /// let codes = ["g5", "g9", "g5"].map(|add| start.parse_move(add).unwrap().code(start.rules().edge()));
        /// let tally = Tally::of_games(&start, &codes, &[0, 2, 3, 3], 1, &AtomicBool::new(false))?;
        /// assert_eq!((tally.lengths.total(), tally.adds, tally.truncated), (3, 3, 3));
        /// assert_eq!(tally.legal_moves.as_slice(), [2 * 99, 98]);
        /// # Ok::<(), volo::TallyError>(())
        /// ```
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Tally {
            $($(#[$doc])* pub $name: $type,)*
        }

        impl AddAssign<&Tally> for Tally {
            fn add_assign(&mut self, other: &Tally) {
                $(self.$name += &other.$name;)*
            }
        }
    };
}

counters! {
    /// Games that each player won by one flock (\[R17\], \[R18\]).
    flock_wins: ByColor<u64>,
    /// Those of them that the other player's clearing flight handed over (\[R18\]).
    handed_over: ByColor<u64>,
    /// Games that each player won as the last to add or fly (\[R14b\]).
    stuck_wins: ByColor<u64>,
    /// Games won by the player who moved first.
    first_mover_wins: u64,
    /// Games that ended in a draw (\[R14\]).
    draws: u64,
    /// Games that were cut off (\[R19\]).
    truncated: u64,
    /// Games by their number of plies; those that were cut off by the plies that they came to.
    lengths: Counts,
    /// Legal moves by ply, counted from 0: of the positions before that ply, added up. As many
    /// positions as games that were longer.
    legal_moves: Counts,
    /// Plies that were adds.
    adds: u64,
    /// Plies that were passes.
    passes: u64,
    /// Flights of a single bird.
    single: u64,
    /// Flights of lines in file, by the number of birds.
    in_file: Counts,
    /// Flights of lines side by side, by the number of birds.
    side_by_side: Counts,
    /// Flights that drove birds of the opponent away (\[R15\]), by how many.
    clearings: Counts,
    /// Those of them that ended the game, by the same number. Always to the opponent's profit
    /// (\[R18\]): a flight that wins clears nothing (\[R17\]).
    deciding_clearings: Counts,
    /// Games with a clearing that were won by the player who cleared last.
    won_after_clearing: u64,
    /// Games with a clearing that were lost by the player who cleared last.
    lost_after_clearing: u64,
    /// Where each player's birds were added, by the index of the space.
    adds_on: ByColor<Counts>,
    /// Where the birds of each player's winning flocks stood in the end, by the index of the space.
    flocks_on: ByColor<Counts>,
}
