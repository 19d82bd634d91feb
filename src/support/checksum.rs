//! [`Checksum`]: detects damage to bytes. And what to say about bytes of another version.

use alloc::string::String;

use crate::support::stop::{Stop, Stopped};

/// The number of bytes that are added between two checks of the stop flag.
const STEP: usize = 1 << 20;

/// What is wrong with bytes that begin well, but whose version of the format this version of volo does not know.
pub(crate) fn other_version(found: u8, known: &str) -> String {
    let volo = env!("CARGO_PKG_VERSION");
    format!("version {found} of the format is unknown to volo {volo}, which reads version {known}")
}

/// The 64-bit checksum of Fowler, Noll and Vo (FNV-1a) of the bytes so far. It detects every change of a single byte.
pub(crate) struct Checksum(pub(crate) u64);

impl Checksum {
    pub(crate) const fn new() -> Checksum {
        Checksum(0xCBF2_9CE4_8422_2325)
    }

    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.0 =
            bytes.iter().fold(self.0, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3));
    }

    pub(crate) fn of(bytes: &[u8], stop: &Stop) -> Result<[u8; 8], Stopped> {
        let mut sum = Checksum::new();
        for part in bytes.chunks(STEP) {
            stop.check()?;
            sum.add(part);
        }
        Ok(sum.0.to_le_bytes())
    }
}
