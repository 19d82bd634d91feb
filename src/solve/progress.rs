//! [`SolveProgress`]: the progress of a search.

use std::fmt;
use std::io::{self, Write};

use crate::position::Position;
use crate::solve::checkpoint;
use crate::solve::key::Keys;
use crate::solve::table::Table;

/// The progress of the search of a position, between two rounds.
#[non_exhaustive]
pub struct SolveProgress<'a> {
    /// The position whose value is searched for.
    pub position: Position,
    /// The number of positions that were searched for a win of the player to move, and for a win of the other player.
    pub nodes: [u64; 2],
    /// The proof number and the disproof number of a win of the player to move and of a win of the other player, as
    /// the player to move sees them: phi and delta (Nagai 2002). They vary by orders of magnitude during a search,
    /// and do not show how much of it is left.
    pub numbers: [(u32, u32); 2],
    /// Whether the search of the value has ended: the value is known, or a limit was reached.
    pub is_last: bool,
    pub(super) keys: &'a Keys,
    pub(super) table: &'a Table,
}

impl fmt::Debug for SolveProgress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SolveProgress { position, nodes, numbers, is_last, .. } = self;
        let mut fields = f.debug_struct("SolveProgress");
        fields.field("position", position).field("nodes", nodes).field("numbers", numbers);
        fields.field("is_last", is_last).finish_non_exhaustive()
    }
}

impl SolveProgress<'_> {
    /// The number of positions in the table.
    pub const fn entries(&self) -> usize {
        self.table.len()
    }

    /// Writes a checkpoint, from which [`Solver::resume`](crate::solver::Solver::resume) continues: the position, the counters
    /// and the table. It takes 32 bytes for each entry.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        checkpoint::write(&self.position, self.nodes, self.keys, self.table, out)
    }
}
