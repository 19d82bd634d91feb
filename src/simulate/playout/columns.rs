//! The results of random games, column by column.

use alloc::vec::Vec;

use crate::simulate::playout::options::PlayoutOptions;
use crate::simulate::replay::take_slice;
use crate::simulate::tally::Tally;
use crate::support::fallible::{Halt, check_room, filled};

/// Declares the columns of the results, one vector for each, and the rows that a thread fills.
macro_rules! columns {
    ($($(#[$doc:meta])* $name:ident: $type:ty,)*) => {
        /// The results of many games, column by column. Each game is a row.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub struct Playouts {
            $($(#[$doc])* pub $name: Vec<$type>,)*
            /// The sum of the numbers of legal moves before each ply of the game. The column is empty unless
            /// [`PlayoutOptions::count_moves`] is set.
            pub legal_moves: Vec<i64>,
            /// The [codes](crate::Move::code) of the moves of all games, in the order of the games. The column is
            /// empty unless [`PlayoutOptions::record`] is set.
            pub moves: Vec<u32>,
            /// The statistics of the games, or `None` unless [`PlayoutOptions::tally`] is set.
            pub tally: Option<Tally>,
        }

        pub(super) struct Rows<'a> {
            pub(super) number: u64,
            $($name: &'a mut [$type],)*
            legal_moves: &'a mut [i64],
            /// The recorded moves of the games that a thread takes at a time. Empty unless moves are recorded.
            pub(super) recorded: &'a mut [Vec<u32>],
        }

        impl Playouts {
            pub(super) fn new<P>(options: &PlayoutOptions<'_, P>) -> Result<Playouts, Halt> {
                let counted = if options.count_moves { options.games } else { 0 };
                let bytes_a_game = 0_usize $(+ size_of::<$type>())*;
                let bytes = options.games.saturating_mul(bytes_a_game).saturating_add(counted.saturating_mul(8));
                // The system may grant each column although memory does not suffice for all of them, and kill the process
                // when they are written. So the total size is requested in one piece first.
                check_room(bytes)?;
                Ok(Playouts {
                    $($name: filled(Default::default(), options.games, options.stop)?,)*
                    legal_moves: filled(0, counted, options.stop)?,
                    moves: Vec::new(),
                    tally: None,
                })
            }

            pub(super) fn all_rows<'a>(&'a mut self, first: u64, recorded: &'a mut [Vec<u32>]) -> Rows<'a> {
                Rows { number: first, $($name: &mut self.$name,)* legal_moves: &mut self.legal_moves, recorded }
            }
        }

        impl<'a> Rows<'a> {
            pub(super) fn len(&self) -> usize {
                self.winner.len()
            }

            pub(super) fn take(&mut self, count: usize) -> Rows<'a> {
                let number = self.number;
                self.number = self.number.wrapping_add(count as u64);
                Rows {
                    number,
                    $($name: take_slice(&mut self.$name, count),)*
                    legal_moves: take_slice(&mut self.legal_moves, count),
                    recorded: take_slice(&mut self.recorded, 1),
                }
            }

            pub(super) fn put(&mut self, row: usize, game: &Row) {
                $(self.$name[row] = game.$name as $type;)*
                if let Some(count) = self.legal_moves.get_mut(row) {
                    *count = game.legal_moves;
                }
            }
        }
    };
}

columns! {
    /// The winner of the game: 0 for Orange, 1 for Blue, −1 for a draw, −2 for a truncated game.
    winner: i8,
    /// The number of turns of the game.
    plies: i32,
    /// The number of Orange's birds in the last position.
    orange_birds: i16,
    /// The number of Blue's birds in the last position.
    blue_birds: i16,
    /// The number of adds.
    adds: i32,
    /// The number of flights.
    flights: i32,
    /// The number of passes.
    passes: i32,
    /// The number of flights that removed birds of the opponent (\[R15\]).
    clearings: i32,
    /// Whether the last move gave the opponent one flock and so the win (\[R18\]).
    handed_over: bool,
    /// The reason why the game ended: 0 for one flock (\[R17\], \[R18\]), 1 for two passes (\[R14\]), 2 if neither
    /// player could add or fly (\[R14b\]), −1 for a truncated game.
    reason: i8,
}

#[derive(Default)]
pub(super) struct Row {
    pub(super) winner: i8,
    pub(super) plies: u32,
    pub(super) orange_birds: u32,
    pub(super) blue_birds: u32,
    pub(super) adds: u32,
    pub(super) flights: u32,
    pub(super) passes: u32,
    pub(super) clearings: u32,
    pub(super) handed_over: bool,
    pub(super) reason: i8,
    pub(super) legal_moves: i64,
}
