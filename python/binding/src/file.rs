//! [`PyFile`]: reads the bytes of a Python file.

use std::io::{self, BufRead, Read};

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::{append, type_error};

/// The number of bytes requested by each read of a file.
const CHUNK: usize = 1 << 16;

/// Reads a binary file of Python. Its exceptions become an [`io::Error`], which converts back to the same `PyErr`.
pub(crate) struct PyFile {
    read: Py<PyAny>,
    chunk: Vec<u8>,
    consumed: usize,
}

impl PyFile {
    /// A reader of what a method `read(n) -> bytes` returns.
    pub(crate) const fn new(read: Py<PyAny>) -> PyFile {
        PyFile { read, chunk: Vec::new(), consumed: 0 }
    }

    fn read_chunk(&mut self) -> PyResult<()> {
        Python::attach(|py| {
            py.check_signals()?;
            let read = self.read.bind(py).call1((CHUNK,))?;
            let bytes = read
                .cast::<PyBytes>()
                .map_err(|_| type_error(read.as_borrowed(), "the value read from the file", "bytes"))?;
            self.chunk.clear();
            append(&mut self.chunk, bytes.as_bytes())?;
            self.consumed = 0;
            Ok(())
        })
    }
}

impl BufRead for PyFile {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.consumed >= self.chunk.len() {
            // The kind is always `Other`. Python's InterruptedError would become `Interrupted`, after which readers
            // try again.
            self.read_chunk().map_err(io::Error::other)?;
        }
        Ok(self.chunk.get(self.consumed..).unwrap_or(&[]))
    }

    fn consume(&mut self, amount: usize) {
        self.consumed = self.consumed.saturating_add(amount);
    }
}

impl Read for PyFile {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}
