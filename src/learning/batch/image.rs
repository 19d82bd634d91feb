//! [`Batch::to_bytes`] and [`Batch::from_bytes`]: batches as bytes, which are the same on all machines.
//!
//! The bytes are [`HEAD`], the settings, the number of games, the games, and a checksum of all bytes before it.

use crate::geometry::color::Color;
use crate::learning::batch::Batch;
use crate::learning::batch::buffers::Buffers;
use crate::learning::batch::decision_image::{Reader, Writer};
use crate::learning::batch::error::BatchError;
use crate::learning::batch::game::BatchGame;
use crate::learning::batch::generator::{Generator, Generators};
use crate::learning::batch::options::{Autoreset, Settings};
use crate::learning::batch::step::Stepped;
use crate::learning::decision::Decision;
use crate::position::policy::Policy;
use crate::support::fallible::{filled, push};
use crate::support::stop::{NEVER, Stop};

/// The first bytes. The last of them is the version of the format. What may be added without a new number: values at the
/// ends of the lists `ALL`, whose places are the numbers in the bytes.
const HEAD: [u8; 5] = *b"VOLB\x01";

impl Batch {
    /// The batch as bytes, for [`Batch::from_bytes`]. A game takes about 40 bytes on a sky of edge 7, and 32 more
    /// if random numbers were drawn.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn to_bytes(&self) -> Result<Vec<u8>, BatchError> {
        to_bytes(self, &NEVER)
    }

    /// Reads a batch that [`Batch::to_bytes`] wrote. The positions are validated.
    ///
    /// # Errors
    /// If the bytes are damaged, or there is not enough memory.
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo_rules::Position;
    /// # use volo_rules::learning::{Batch, BatchError};
    /// let batch = Batch::new(vec![Position::default(); 3])?;
    /// let mut bytes = batch.to_bytes()?;
    /// assert!(Batch::from_bytes(&bytes)?.decisions().eq(batch.decisions()));
    /// bytes[40] ^= 1;
    /// assert!(matches!(Batch::from_bytes(&bytes), Err(BatchError::Image { .. })));
    /// # Ok::<(), BatchError>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Batch, BatchError> {
        from_bytes(bytes, &NEVER)
    }
}

/// [`Batch::to_bytes`] until `stop` is set.
pub fn to_bytes(batch: &Batch, stop: &Stop) -> Result<Vec<u8>, BatchError> {
    let mut writer = Writer::default();
    writer.bytes(&HEAD)?;
    batch.settings.write(&mut writer)?;
    let made = &batch.generators.made.now;
    writer.bytes(&[u8::from(!made.is_empty())])?;
    writer.bytes(&batch.generators.seed.to_le_bytes())?;
    writer.bytes(&(batch.len() as u64).to_le_bytes())?;
    let mut previous = None;
    for (index, game) in batch.games.now.iter().enumerate() {
        stop.check()?;
        let start = batch.start(index);
        writer.turn(&start, previous.as_ref())?;
        writer.turn(&game.turn, Some(&start))?;
        writer.bytes(&game.plies.to_le_bytes())?;
        writer.bytes(&[game.player as u8])?;
        if let Some(generator) = made.get(index) {
            writer.bytes(generator.words().map(u64::to_le_bytes).as_flattened())?;
        }
        if let Some(last) = batch.last.now.get(index) {
            writer.bytes(&[u8::from(last.is_some())])?;
            if let Some(last) = last {
                writer.turn(last, Some(&start))?;
            }
        }
        previous = Some(start);
    }
    writer.finish(stop)
}

/// [`Batch::from_bytes`] until `stop` is set.
pub fn from_bytes(bytes: &[u8], stop: &Stop) -> Result<Batch, BatchError> {
    if let [b'V', b'O', b'L', b'B', version @ (0 | 2..), ..] = *bytes {
        return Err(BatchError::Version { version });
    }
    let mut reader = Reader::new(bytes, stop)?;
    if reader.array()? != HEAD {
        return Err(BatchError::Image { problem: "they begin differently" });
    }
    let settings = Settings::read(&mut reader)?;
    let has_generators = reader.flag()?;
    let seed = u64::from_le_bytes(reader.array()?);
    let count = u64::from_le_bytes(reader.array()?);
    // The count is not trusted, so no memory is reserved for it.
    let (mut starts, mut games, mut made, mut last) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    while (games.len() as u64) < count {
        stop.check()?;
        let start = reader.turn(starts.last().copied())?;
        let turn = reader.turn(Some(start))?;
        let plies = u32::from_le_bytes(reader.array()?);
        let player = if reader.flag()? { Color::Blue } else { Color::Orange };
        push(&mut games, BatchGame { plies, ..BatchGame::new(turn, player) })?;
        if has_generators {
            let words: [[u8; 8]; 4] = [reader.array()?, reader.array()?, reader.array()?, reader.array()?];
            let generator = Generator::from_words(words.map(u64::from_le_bytes));
            push(&mut made, generator.ok_or(BatchError::Image { problem: "a random state is zero" })?)?;
        }
        if settings.autoreset == Some(Autoreset::SameStep) {
            let end: Option<Decision> = if reader.flag()? { Some(reader.turn(Some(start))?) } else { None };
            if end.is_some_and(|end| !settings.can_end(&end)) {
                return Err(BatchError::Image { problem: "a game was reset before it ended" });
            }
            push(&mut last, end)?;
        }
        push(&mut starts, start)?;
    }
    reader.end()?;
    Ok(Batch {
        settings,
        starts,
        stepped: filled(Stepped::default(), games.len(), stop)?,
        games: Buffers::new(games, stop)?,
        last: Buffers::new(last, stop)?,
        generators: Generators { seed, made: Buffers::new(made, stop)? },
    })
}

impl Settings {
    fn write(self, writer: &mut Writer) -> Result<(), BatchError> {
        writer.bytes(&[u8::from(self.max_plies.is_some())])?;
        writer.bytes(&self.max_plies.unwrap_or_default().to_le_bytes())?;
        writer.choice(self.autoreset, &Autoreset::ALL)?;
        writer.choice(self.opponent, &Policy::ALL)
    }

    fn read(reader: &mut Reader<'_>) -> Result<Settings, BatchError> {
        let has_limit = reader.flag()?;
        let limit = u32::from_le_bytes(reader.array()?);
        Ok(Settings {
            max_plies: has_limit.then_some(limit),
            autoreset: reader.choice(&Autoreset::ALL)?,
            opponent: reader.choice(&Policy::ALL)?,
        })
    }
}
