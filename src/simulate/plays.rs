//! [`Plays`]: recorded games as columns with a row for each ply. [`MoveParts`]: the columns of codes alone.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use alloc::vec::Vec;

use crate::geometry::bitboard::Bitboard;
use crate::geometry::color::Color;
use crate::geometry::sky::Edge;
use crate::geometry::space::Space;
use crate::learning::action::{Action, ActionSpace};
use crate::position::Position;
use crate::rules::flock::count_flocks;
use crate::rules::moves::{Flight, Move};
use crate::simulate::replay::{
    ReplayError, check_offsets, count_moves, game_of, replay, take_slice, to_index,
};
use crate::support::fallible::{Halt, filled};
use crate::support::stop::{Stop, Threads};
use crate::support::threads::try_share_out;

/// Declares columns, which may include others, a row of them, and a part of their rows that is still to be written.
macro_rules! columns {
    (
        $(#[$doc:meta])* $Columns:ident, $Row:ident, $Rest:ident:
        $({ $(#[$within:meta])* $inner:ident: $Inner:ident, $InnerRow:ident, $InnerRest:ident })?
        $($(#[$about:meta])* $name:ident: $type:ty = $missing:expr,)*
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq)]
        #[non_exhaustive]
        pub struct $Columns {
            $($(#[$within])* pub $inner: $Inner,)?
            $($(#[$about])* pub $name: Vec<$type>,)*
        }

        struct $Row {
            $($inner: $InnerRow,)?
            $($name: $type,)*
        }

        struct $Rest<'a> {
            $($inner: $InnerRest<'a>,)?
            $($name: &'a mut [$type],)*
        }

        impl $Columns {
            /// Columns with this number of rows, but none in the column `absent`.
            fn with_rows(rows: usize, absent: &str, stop: &Stop) -> Result<$Columns, Halt> {
                let rows_of = |name| if name == absent { 0 } else { rows };
                Ok($Columns {
                    $($inner: $Inner::with_rows(rows, absent, stop)?,)?
                    $($name: filled($missing, rows_of(stringify!($name)), stop)?,)*
                })
            }

            fn rest(&mut self) -> $Rest<'_> {
                $Rest { $($inner: self.$inner.rest(),)? $($name: &mut self.$name,)* }
            }
        }

        impl<'a> $Rest<'a> {
            fn take(&mut self, rows: usize) -> $Rest<'a> {
                $Rest { $($inner: self.$inner.take(rows),)? $($name: take_slice(&mut self.$name, rows),)* }
            }

            fn put(&mut self, row: $Row) {
                $(self.$inner.put(row.$inner);)?
                $(
                    if let Some(number) = take_slice(&mut self.$name, 1).first_mut() {
                        *number = row.$name;
                    }
                )*
            }
        }
    };
}

columns! {
    /// The parts of moves, column by column. Each move is a row. Spaces are numbered row by row from the top, each from
    /// the left. A part that a move does not have is −1, and a count is 0.
    MoveParts, MoveRow, MoveRest:
    /// The edge of the sky.
    edge: i16 = 0,
    /// The kind of the move, as its number in [`Move::KINDS`].
    kind: i8 = -1,
    /// The space of an add, or the first space of the line that flies.
    space: i16 = -1,
    /// The direction of a flight, as its number in [`Direction::ALL`](crate::Direction::ALL).
    direction: i8 = -1,
    /// The number of birds that fly.
    length: i16 = 0,
    /// The number of steps of a flight.
    distance: i16 = 0,
    /// The space where the first space of the line lands. It is −1 also if that is outside the sky.
    landing: i16 = -1,
    /// The space that names the region to keep (\[R15\]).
    keep: i16 = -1,
}

columns! {
    /// Recorded games, column by column. Each ply is a row.
    Plays, Play, PlayRest:
    {
        /// The moves. A region that is kept has its lowest, then leftmost space.
        parts: MoveParts, MoveRow, MoveRest
    }
    /// The number of the game.
    game: i64 = 0,
    /// The number of the ply in its game, from 1.
    ply: i32 = 0,
    /// The player: 0 for Orange, 1 for Blue.
    player: i8 = 0,
    /// The number of birds of the opponent that the flight cleared (\[R15\]).
    cleared: i16 = 0,
    /// The number of Orange's flocks after the ply.
    orange_flocks: i16 = 0,
    /// The number of Blue's flocks after the ply.
    blue_flocks: i16 = 0,
    /// The number of Orange's birds in the sky after the ply.
    orange_birds: i16 = 0,
    /// The number of Blue's birds in the sky after the ply.
    blue_birds: i16 = 0,
    /// An estimate of the position after the ply: 1 if Orange wins, −1 if Blue does. Empty unless positions are judged.
    estimate: f64 = 0.0,
}

impl MoveParts {
    /// The parts of the moves with these [codes](Move::code).
    ///
    /// # Errors
    /// If a number is not the code of a move, there is not enough memory, or the flag was set. The error about a number is
    /// [`ReplayError::NoMove`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo_rules::{Edge, Move, Stop};
    /// # use volo_rules::playouts::MoveParts;
    /// let edge = Edge::STANDARD;
    /// let codes = ["c5", "b2:b4-NE3"].map(|text| Move::parse(text, edge.sky()).unwrap().code(edge));
    /// let parts = MoveParts::of_codes(&codes, &Stop::never())?;
    /// assert_eq!((parts.kind, parts.direction), (vec![0, 1], vec![-1, 5]));
    /// assert_eq!((parts.length, parts.distance), (vec![0, 3], vec![0, 3]));
    /// # Ok::<(), volo_rules::playouts::ReplayError>(())
    /// ```
    pub fn of_codes(codes: &[u32], stop: &Stop) -> Result<MoveParts, ReplayError> {
        let mut parts = MoveParts::with_rows(codes.len(), "", stop)?;
        let mut rest = parts.rest();
        for (index, &code) in codes.iter().enumerate() {
            stop.check()?;
            let (mv, edge) = Move::from_code(code).ok_or(ReplayError::NoMove { index, code })?;
            rest.put(MoveRow::of(mv, edge));
        }
        Ok(parts)
    }
}

impl Plays {
    /// The plies of recorded games. The moves of game `i` are `codes[offsets[i]..offsets[i + 1]]`, and its number is
    /// `first + i`. All games are replayed and every move is checked.
    ///
    /// As many games begin at each of the positions, those of the first position first. `judge`, such as the function
    /// `evaluate` of the engine with the expected result of its score, gives the estimate of a position for the player to
    /// move.
    ///
    /// # Errors
    /// If an offset is less than the offset before it or greater than the number of moves, a move cannot be played (the error
    /// has the number of the game), there is not enough memory, or the flag was set.
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo_rules::{Position, Threads};
    /// # use volo_rules::playouts::{PlayoutOptions, Plays, play_games};
    /// let start = Position::new("standard-4".parse()?);
    /// let games = play_games(&PlayoutOptions::new(start, 1).with_record(true), 1)?;
    /// let offsets = [0, games.moves.len() as i64];
    /// let plays = Plays::of_games(&[start], &games.moves, &offsets, 0, None, Threads::new(1))?;
    /// assert_eq!(plays.ply.len(), games.moves.len());
    /// assert_eq!(plays.orange_birds.last(), games.orange_birds.first());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_games(
        starts: &[Position],
        codes: &[u32],
        offsets: &[i64],
        first: i64,
        judge: Option<fn(&Position) -> f64>,
        threads: Threads<'_>,
    ) -> Result<Plays, ReplayError> {
        check_offsets(offsets, codes.len())?;
        let absent = if judge.is_none() { "estimate" } else { "" };
        let mut plays = Plays::with_rows(count_moves(offsets), absent, threads.stop)?;
        let games_of_start = offsets.len().saturating_sub(1).checked_div(starts.len()).unwrap_or(0);
        let mut rest = plays.rest();
        let games = offsets.windows(2).enumerate().map(|(index, bounds)| {
            let start =
                index.checked_div(games_of_start).and_then(|start| starts.get(start).or(starts.last()));
            let codes = game_of(codes, bounds);
            (index, start.copied().unwrap_or_default(), codes, rest.take(codes.len()))
        });
        try_share_out(
            threads,
            games,
            || Ok(()),
            |(), (index, start, codes, mut rows)| {
                let number = first.saturating_add_unsigned(index as u64);
                let mut plies = 1..;
                replay(to_index(number), &start, codes, threads.stop, |before, mv, after| {
                    let ply = plies.next().unwrap_or(i32::MAX);
                    rows.put(Play::of(number, ply, before, mv, after, judge));
                })
                .map(drop)
            },
        )?;
        Ok(plays)
    }
}

/// The number of a space, row by row from the top; −1 if it is not in the sky.
fn number_of(space: Option<Space>, edge: Edge) -> i16 {
    let number = space.and_then(|space| ActionSpace::new(edge).number(Action::Add(space)));
    number.map_or(-1, |number| number as i16)
}

impl MoveRow {
    fn of(mv: Move, edge: Edge) -> MoveRow {
        let (space, flight) = match mv {
            Move::Add(space) => (Some(space), None),
            Move::Fly(flight) => (Some(flight.line.first), Some(flight)),
            Move::Pass => (None, None),
        };
        MoveRow {
            edge: edge.length().into(),
            kind: mv.kind_number() as i8,
            space: number_of(space, edge),
            direction: flight.map_or(-1, |flight| flight.direction as i8),
            length: flight.map_or(0, |flight| flight.line.length.into()),
            distance: flight.map_or(0, |flight| flight.distance.into()),
            landing: number_of(flight.and_then(Flight::landing), edge),
            keep: number_of(flight.and_then(|flight| flight.keep), edge),
        }
    }
}

impl Play {
    fn of(
        game: i64,
        ply: i32,
        before: &Position,
        mv: Move,
        after: &Position,
        judge: Option<fn(&Position) -> f64>,
    ) -> Play {
        let player = before.turn();
        let mv = match mv {
            // The region may be named by any of its spaces.
            Move::Fly(Flight { keep: Some(_), .. }) => before.normalize(mv).unwrap_or(mv),
            _ => mv,
        };
        let number = |birds: Bitboard| birds.len() as i16;
        let opponents = !player;
        let estimate = judge.map_or(0.0, |judge| match after.turn() {
            Color::Orange => judge(after),
            Color::Blue => -judge(after),
        });
        Play {
            game,
            ply,
            player: player as i8,
            parts: MoveRow::of(mv, before.rules().edge()),
            cleared: number(before.birds(opponents)).saturating_sub(number(after.birds(opponents))),
            orange_flocks: count_flocks(after.birds(Color::Orange)) as i16,
            blue_flocks: count_flocks(after.birds(Color::Blue)) as i16,
            orange_birds: number(after.birds(Color::Orange)),
            blue_birds: number(after.birds(Color::Blue)),
            estimate,
        }
    }
}
