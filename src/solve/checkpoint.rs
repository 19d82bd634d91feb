//! Checkpoints: the table of a search as bytes, from which the search continues.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)] // the bytes are untrusted

use std::fmt;
use std::io::{self, Read, Write};

use crate::geometry::color::Color;
use crate::position::Position;
use crate::rules::rule_set::Rules;
use crate::solve::checkpoint;
use crate::solve::key::{Key, Keys};
use crate::solve::numbers::Numbers;
use crate::solve::question::Question;
use crate::solve::table::{Store, Table};
use crate::support::checksum::{Checksum, other_version};
use crate::support::fallible::from_halt;
use crate::support::stop::Stop;

/// The first bytes of a checkpoint: a name, and the version of the format. Nothing may be added without a new number. Other
/// keys of positions, or another meaning of the numbers of an entry, need one as well.
const HEAD: &[u8; 8] = b"VOLOTAB\x01";

const LONGEST_TEXT: u16 = 1024;

const BETWEEN_LOOKS: u64 = 1 << 12;

/// Why a checkpoint cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The bytes cannot be read.
    Read(io::Error),
    /// There is not enough memory for the table.
    OutOfMemory,
    /// The work was stopped.
    Stopped,
    /// The bytes are not a checkpoint, are damaged, or were written for another rule set.
    Invalid {
        /// What is wrong, and what was expected.
        problem: String,
        /// The number of bytes before the error.
        offset: u64,
    },
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::Read(error) => write!(f, "cannot read the checkpoint: {error}"),
            CheckpointError::OutOfMemory => f.write_str("not enough memory for the table of the checkpoint"),
            CheckpointError::Stopped => f.write_str("stopped while the checkpoint was read"),
            CheckpointError::Invalid { problem, offset } => {
                write!(f, "not a valid checkpoint: {problem}, at byte {offset}")
            }
        }
    }
}

impl std::error::Error for CheckpointError {}

from_halt!(CheckpointError);

/// The keys for the win of either player, which show that the sky has the same keys as when the checkpoint was written.
fn keys_of(keys: &Keys, position: &Position) -> [Key; 2] {
    let players: [Color; 2] = [position.turn(), !position.turn()];
    players.map(|attacker| Question { keys, attacker }.node(position).key)
}

pub(super) fn write(
    position: &Position,
    nodes: [u64; 2],
    keys: &Keys,
    table: &Table,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut out =
        Summed { inner: io::BufWriter::with_capacity(1 << 20, out), sum: Checksum::new(), offset: 0 };
    let text = position.to_string();
    out.write_all(HEAD)?;
    out.write_all(&(text.len() as u16).to_le_bytes())?;
    out.write_all(text.as_bytes())?;
    for key in keys_of(keys, position) {
        out.write_all(&key.to_le_bytes())?;
    }
    for number in nodes {
        out.write_all(&number.to_le_bytes())?;
    }
    out.write_all(&(table.len() as u64).to_le_bytes())?;
    for entry in table.spread_entries() {
        out.write_all(&entry.key.to_le_bytes())?;
        out.write_all(&entry.numbers.phi.to_le_bytes())?;
        out.write_all(&entry.numbers.delta.to_le_bytes())?;
        out.write_all(&entry.work.to_le_bytes())?;
    }
    let sum = out.sum.0;
    out.write_all(&sum.to_le_bytes())?;
    out.inner.flush()
}

/// Reads a checkpoint into a table. Returns its position, and the positions searched for the win of each player.
pub(super) fn read(
    rules: Rules,
    keys: &Keys,
    table: &mut Table,
    source: &mut dyn Read,
    stop: &Stop,
) -> Result<(Position, [u64; 2]), CheckpointError> {
    let source = io::BufReader::with_capacity(1 << 20, source);
    let mut source = Summed { inner: source, sum: Checksum::new(), offset: 0 };
    match &source.array("the head of a checkpoint")? {
        HEAD => {}
        [name @ .., version] if HEAD.starts_with(name) => {
            return Err(invalid(&other_version(*version, "1"), 7));
        }
        _ => return Err(invalid("expected a checkpoint, which begins with VOLOTAB and version 1", 0)),
    }
    let length = u16::from_le_bytes(source.array("the length of the position")?);
    if length > LONGEST_TEXT {
        return Err(invalid(&format!("the text of a position has at most {LONGEST_TEXT} bytes"), 8));
    }
    let mut text = vec![0; usize::from(length)];
    source.fill(&mut text, "the position")?;
    let text = String::from_utf8_lossy(&text);
    let position: Position =
        text.parse().map_err(|error| invalid(&format!("the position cannot be read: {error}"), 10))?;
    if position.rules() != rules {
        let written = position.rules();
        return Err(invalid(&format!("it was written for the rules {written}, not for {rules}"), 10));
    }
    for key in keys_of(keys, &position) {
        let offset = source.offset;
        if u128::from_le_bytes(source.array("the keys of the position")?) != key {
            return Err(invalid("the key of the position is wrong", offset));
        }
    }
    let mut nodes = [0; 2];
    for number in &mut nodes {
        *number = u64::from_le_bytes(source.array("the number of positions searched")?);
    }
    let count = u64::from_le_bytes(source.array("the number of entries")?);
    for i in 0..count {
        if i.checked_rem(BETWEEN_LOOKS) == Some(0) {
            stop.check()?;
        }
        let offset = source.offset;
        let what = "an entry";
        let key = u128::from_le_bytes(source.array(what)?);
        let [phi, delta] = [source.array(what)?, source.array(what)?].map(u32::from_le_bytes);
        let work = u64::from_le_bytes(source.array(what)?);
        let numbers = Numbers::checked(phi, delta);
        let numbers =
            numbers.ok_or_else(|| invalid("the numbers of an entry contradict each other", offset))?;
        if !keys.may_be_key(key) {
            return Err(invalid("the key of an entry is not that of a position", offset));
        }
        table.put(key, numbers, work, stop)?;
    }
    let (sum, offset) = (source.sum.0, source.offset);
    if u64::from_le_bytes(source.array("the checksum")?) != sum {
        return Err(invalid("the checksum is wrong; the checkpoint is damaged", offset));
    }
    let offset = source.offset;
    match source.inner.read(&mut [0]).map_err(CheckpointError::Read)? {
        0 => Ok((position, nodes)),
        _ => Err(invalid("expected the end of the checkpoint", offset)),
    }
}

fn invalid(problem: &str, offset: u64) -> CheckpointError {
    CheckpointError::Invalid { problem: problem.to_string(), offset }
}

struct Summed<T> {
    inner: T,
    sum: Checksum,
    offset: u64,
}

impl<T: Write> Summed<T> {
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.add(bytes);
        self.inner.write_all(bytes)
    }
}

impl<T: Read> Summed<T> {
    fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], CheckpointError> {
        let mut array = [0; N];
        self.fill(&mut array, what)?;
        Ok(array)
    }

    fn fill(&mut self, bytes: &mut [u8], what: &str) -> Result<(), CheckpointError> {
        self.inner.read_exact(bytes).map_err(|error| {
            if error.kind() == io::ErrorKind::UnexpectedEof {
                invalid(&format!("expected {what}, but the checkpoint ends; it is truncated"), self.offset)
            } else {
                CheckpointError::Read(error)
            }
        })?;
        self.sum.add(bytes);
        self.offset = self.offset.saturating_add(bytes.len() as u64);
        Ok(())
    }
}

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
