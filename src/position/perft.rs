//! [`Position::perft`]: counts the move sequences of a given length. `docs/known/complexity.md` has known counts.

use alloc::vec::Vec;

use crate::geometry::bitboard::{SpaceSet, Task, run};
use crate::position::Position;
use crate::rules::moves::{Move, MoveList};
use crate::support::stop::{Stopped, Threads};
use crate::support::threads::share_out;

/// The largest depth of a perft search. A search of this depth does not end in a lifetime.
pub const MAX_PERFT_DEPTH: u32 = 64;

impl Position {
    /// The number of legal move sequences of `depth` plies.
    ///
    /// A game that is over has no further moves. Each choice of a region to keep is its own move
    /// (\[R15\]). The moves of the last ply are counted, not listed. A depth above [`MAX_PERFT_DEPTH`] is
    /// reduced to it.
    ///
    /// ```
    /// # use volo_rules::Position;
    /// assert_eq!(Position::default().perft(2), 9_717);
    /// ```
    pub fn perft(&self, depth: u32) -> u64 {
        self.count_sequences(depth, &mut || false).unwrap_or_default()
    }

    /// Like [`Position::perft`], but on several threads, and within about a millisecond after their flag is set it stops.
    ///
    /// # Errors
    /// If the flag was set before all sequences were counted.
    pub fn perft_on(&self, depth: u32, threads: Threads<'_>) -> Result<u64, Stopped> {
        if threads.number > 1 && depth > 1 {
            let counts = self.divide_on(depth, threads)?;
            return Ok(counts.into_iter().map(|(_, nodes)| nodes).sum());
        }
        self.count_sequences(depth, &mut || threads.stop.is_set())
    }

    /// Like [`Position::perft`], but calls `stop` about every millisecond, and gives up once it returns true.
    pub(crate) fn count_sequences(&self, depth: u32, stop: &mut dyn FnMut() -> bool) -> Result<u64, Stopped> {
        match depth.min(MAX_PERFT_DEPTH) {
            0 => Ok(1),
            1 => Ok(self.count_moves().into()),
            _ if self.outcome().is_some() => Ok(0),
            depth => run(Perft { position: self, depth, stop }),
        }
    }

    /// Each legal move with the number of sequences of `depth` plies that begin with it.
    ///
    /// The moves are in the order of [`Position::legal_moves`]. The list is empty if `depth` is 0. A depth
    /// above [`MAX_PERFT_DEPTH`] is reduced to it.
    ///
    /// ```
    /// # use volo_rules::Position;
    /// let counts = Position::default().divide(2);
    /// assert_eq!(counts.len(), 99);
    /// assert_eq!(counts.iter().map(|(_, nodes)| nodes).sum::<u64>(), Position::default().perft(2));
    /// ```
    pub fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        self.divide_on(depth, Threads::new(1)).unwrap_or_default()
    }

    /// Like [`Position::divide`], but on several threads, like [`Position::perft_on`].
    ///
    /// # Errors
    /// If the flag was set before all sequences were counted.
    pub fn divide_on(&self, depth: u32, threads: Threads<'_>) -> Result<Vec<(Move, u64)>, Stopped> {
        let Some(rest) = depth.min(MAX_PERFT_DEPTH).checked_sub(1) else {
            return Ok(Vec::new());
        };
        let moves = self.legal_moves();
        let next: Vec<Position> = moves.iter().map(|&mv| self.play_unchecked(mv)).collect();
        let mut counts = vec![Err(Stopped); next.len()];
        // Each thread takes the next position when it is done with one.
        share_out(threads, next.iter().zip(&mut counts), |(position, count)| {
            *count = position.count_sequences(rest, &mut || threads.stop.is_set());
        });
        moves.into_iter().zip(counts).map(|(mv, count)| Ok((mv, count?))).collect()
    }
}

/// The number of positions, which take microseconds each, between two calls of the function that stops a search.
const ROUNDS: u64 = 1 << 8;

/// The search. [`Position::count_moves`] is one of depth 1.
struct Perft<'a> {
    position: &'a Position,
    depth: u32,
    stop: &'a mut dyn FnMut() -> bool,
}

/// A position on the stack of the search. The moves that are left to try are `next..end` of the list.
struct Node {
    position: Position,
    next: usize,
    end: usize,
}

impl Task for Perft<'_> {
    type Output = Result<u64, Stopped>;

    #[inline(always)]
    fn run<S: SpaceSet>(self) -> Result<u64, Stopped> {
        let Perft { position, depth, stop } = self;
        let mut moves = MoveList::new();
        let mut way: Vec<Node> = Vec::with_capacity(depth as usize);
        let (mut nodes, mut rounds) = (0, 0_u64);
        position.append_moves::<S>(&mut moves);
        way.push(Node { position: *position, next: 0, end: moves.len() });
        while let Some(node) = way.last_mut() {
            if node.next == node.end {
                way.pop();
                moves.storage().truncate(way.last().map_or(0, |node| node.end));
                continue;
            }
            let mv = moves[node.next];
            node.next += 1;
            let position = node.position.after::<S>(mv);
            if position.outcome_after::<S>(mv).is_some() {
                continue;
            }
            rounds += 1;
            if rounds.is_multiple_of(ROUNDS) && stop() {
                return Err(Stopped);
            }
            if way.len() as u32 + 1 == depth {
                nodes += u64::from(position.count_moves_in::<S>());
            } else {
                let next = moves.len();
                position.append_moves::<S>(&mut moves);
                way.push(Node { position, next, end: moves.len() });
            }
        }
        Ok(nodes)
    }
}
