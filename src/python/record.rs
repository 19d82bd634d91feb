//! Game records: read from Python's files and texts, and written.

use std::io::{self, BufRead, Read};
use std::sync::Mutex;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};

use crate::python::errors::{illegal_move, record_error, volo_error};
use crate::python::mv::{MoveArgument, PyMove};
use crate::python::numbers::whole_in;
use crate::python::position::PyPosition;
use crate::python::text::{encoded, type_error};
use crate::{GameRecord, GameRecords, InvalidGameRecord, ReadError};

/// How much of a file is asked for at a time, in bytes.
const CHUNK: usize = 1 << 16;

/// Start, moves, tags, comments by the number of moves before them. Of the tags those are left out that
/// follow from the start and the moves.
type Recorded<'py> = (Bound<'py, PyPosition>, Bound<'py, PyList>, Bound<'py, PyDict>, Bound<'py, PyDict>);

/// The game records of a binary file, one after the other, in constant memory.
///
/// After an error, the next one is that of the next record. Ctrl-C is answered also where much is
/// skipped.
///
/// Args:
///     file: anything with ``read1(n) -> bytes``, or else ``read(n) -> bytes``, which may have to wait for
///         more than the next record.
///     lenient: whether to forgive what docs/RECORDS.md says.
///
/// Raises:
///     RecordError: from ``next``, for what is no record; offsets are in bytes.
///     TypeError: for a file without ``read``; from ``next``, for a file that does not read bytes.
///     VoloError: from ``next``, if a record is being read already, by another thread or by the file.
#[pyclass(frozen, module = "volo._volo", name = "GameRecords")]
pub(super) struct PyGameRecords(Mutex<GameRecords<PyFile>>);

#[pymethods]
impl PyGameRecords {
    #[new]
    #[pyo3(signature = (file, lenient = false))]
    fn new(file: &Bound<'_, PyAny>, lenient: bool) -> PyResult<PyGameRecords> {
        let read = match file.getattr_opt("read1")? {
            None => file.getattr_opt("read")?,
            read => read,
        };
        let Some(read) = read else {
            return Err(type_error(file.as_borrowed(), "file", "a binary file"));
        };
        let file = PyFile { read: read.unbind(), chunk: Vec::new(), taken: 0 };
        let read = if lenient { GameRecords::lenient } else { GameRecords::new };
        Ok(PyGameRecords(Mutex::new(read(file))))
    }

    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Recorded<'py>>> {
        // Whoever has the lock may be waiting for the interpreter, or be our caller.
        match py.detach(|| self.0.try_lock().ok().map(|mut records| records.next())) {
            None => Err(volo_error("a record is being read already".to_string())),
            Some(None) => Ok(None),
            Some(Some(Ok(record))) => to_python(py, &record).map(Some),
            Some(Some(Err(ReadError::Record(error)))) => Err(record_error(py, error)),
            Some(Some(Err(ReadError::Input(error)))) => Err(error.into()),
        }
    }
}

/// Reads a text that is one game record and nothing else. Offsets of errors are in characters.
///
/// Raises:
///     RecordError: for a text that is anything else.
#[pyfunction]
#[pyo3(signature = (text, lenient = false))]
pub(super) fn parse_record<'py>(text: &Bound<'py, PyAny>, lenient: bool) -> PyResult<Recorded<'py>> {
    let py = text.py();
    let string = text.cast::<PyString>().map_err(|_| type_error(text.as_borrowed(), "text", "a str"))?;
    let encoded = encoded(string)?;
    let bytes = encoded.as_bytes();
    let record = py.detach(|| GameRecord::parse_encoded(bytes, lenient));
    match record {
        Ok(record) => to_python(py, &record),
        Err(error) => Err(record_error(py, error)),
    }
}

/// Writes a game record in its canonical form. What is not told is written as not known.
///
/// Raises:
///     IllegalMoveError: for a move that is not legal where it stands.
///     VoloError: for tags and comments that no record can have.
#[pyfunction]
pub(super) fn write_record(
    start: &Bound<'_, PyPosition>,
    moves: &Bound<'_, PyAny>,
    tags: &Bound<'_, PyDict>,
    comments: &Bound<'_, PyDict>,
) -> PyResult<String> {
    let (py, start) = (start.py(), start.get().0);
    let edge = start.rules().edge();
    let moves: PyResult<Vec<_>> =
        moves.try_iter()?.map(|mv| mv?.extract::<MoveArgument<'_, '_>>()?.on(edge)).collect();
    let tags: PyResult<Vec<_>> = tags.iter().map(|(name, value)| tag(&name, &value)).collect();
    let comments: PyResult<Vec<_>> = comments.iter().map(|(ply, text)| comment(&ply, &text)).collect();
    let (moves, tags, comments) = (moves?, tags?, comments?);
    match py.detach(|| Ok(GameRecord::new(start, moves, tags, comments)?.to_string())) {
        Ok(text) => Ok(text),
        Err(InvalidGameRecord::Illegal(_, mv, error)) => {
            Err(illegal_move(mv.display(start.sky()).to_string(), &error))
        }
        Err(error) => Err(volo_error(error.to_string())),
    }
}

/// The positions of a game from the start to the end.
///
/// The moves have to be legal, as those of a record are: this is not checked.
#[pyfunction(name = "_positions")]
pub(super) fn positions<'py>(
    start: &Bound<'py, PyPosition>,
    moves: &Bound<'py, PyList>,
) -> PyResult<Bound<'py, PyList>> {
    let positions = PyList::new(start.py(), [start])?;
    let mut position = start.get().0;
    for mv in moves {
        position = position.play_unchecked(mv.cast::<PyMove>()?.get().mv);
        positions.append(PyPosition(position))?;
    }
    Ok(positions)
}

fn to_python<'py>(py: Python<'py>, record: &GameRecord) -> PyResult<Recorded<'py>> {
    let edge = record.start().rules().edge();
    let moves = PyList::new(py, record.moves().iter().map(|&mv| PyMove { mv, edge }))?;
    let (tags, comments) = (PyDict::new(py), PyDict::new(py));
    for (name, value) in record.tags() {
        tags.set_item(name, value)?;
    }
    if let Some((result, termination)) = record.ended_otherwise() {
        tags.set_item("Result", result.name())?;
        tags.set_item("Termination", termination.name())?;
    }
    for (ply, text) in record.comments() {
        comments.set_item(ply, text)?;
    }
    Ok((Bound::new(py, PyPosition(*record.start()))?, moves, tags, comments))
}

fn tag(name: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<(String, String)> {
    let name = characters(name, "the name of a tag")?;
    let value = characters(value, &format!("tag {name:?}"))?;
    Ok((name, value))
}

fn comment(ply: &Bound<'_, PyAny>, text: &Bound<'_, PyAny>) -> PyResult<(usize, String)> {
    let place = whole_in(ply.as_borrowed(), "the ply of a comment", 0..=usize::MAX as u64)?;
    let Some(place) = place else {
        return Err(volo_error("a comment is at a ply that no game has".to_string()));
    };
    Ok((place as usize, characters(text, &format!("comment at ply {place}"))?))
}

/// The characters of a `str`.
///
/// # Errors
/// `TypeError` for what is none, and `VoloError` for a lone surrogate, which is no character.
fn characters(text: &Bound<'_, PyAny>, name: &str) -> PyResult<String> {
    let string = text.cast::<PyString>().map_err(|_| type_error(text.as_borrowed(), name, "a str"))?;
    if let Ok(characters) = string.to_str() {
        return Ok(characters.to_string());
    }
    let encoded = encoded(string)?;
    let valid = encoded.as_bytes().utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let offset = valid.chars().count();
    Err(volo_error(format!("{name}: no lone surrogate can be written, at offset {offset}")))
}

/// A binary file of Python.
struct PyFile {
    read: Py<PyAny>,
    chunk: Vec<u8>,
    /// How many bytes of the chunk have been taken.
    taken: usize,
}

impl PyFile {
    fn read_chunk(&mut self) -> PyResult<()> {
        Python::attach(|py| {
            py.check_signals()?;
            let read = self.read.bind(py).call1((CHUNK,))?;
            let bytes = read
                .cast::<PyBytes>()
                .map_err(|_| type_error(read.as_borrowed(), "what a binary file reads", "bytes"))?;
            self.chunk.clear();
            self.chunk.extend_from_slice(bytes.as_bytes());
            self.taken = 0;
            Ok(())
        })
    }
}

impl BufRead for PyFile {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.taken >= self.chunk.len() {
            // Of no other kind, so that nobody takes Python's InterruptedError for a reason to try again.
            self.read_chunk().map_err(io::Error::other)?;
        }
        Ok(self.chunk.get(self.taken..).unwrap_or(&[]))
    }

    fn consume(&mut self, amount: usize) {
        self.taken = self.taken.saturating_add(amount);
    }
}

impl Read for PyFile {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}
