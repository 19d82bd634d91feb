//! Reading game records from Python files and texts, and writing them.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySlice, PyString};
use volo_rules::bindings::{records, shortened};
use volo_rules::records::{
    Format, GameRecord, GameRecordWriter, GameRecords, InvalidGameRecord, ReadError, ReadOptions,
};
use volo_rules::{Edge, Move, UnknownName};

use crate::errors::{at_ply, encoded, illegal, record_error, type_error, volo_error};
use crate::file::PyFile;
use crate::interpreter::{Signals, list_of, polling};
use crate::mv::{MoveArgument, PyMove};
use crate::numbers::whole_in;
use crate::position::PyPosition;

/// The maximum number of moves of a record. With its share of the move number, a move has at least seven bytes.
const MOST_MOVES: usize = GameRecord::MAX_LENGTH / 7;

/// The number of moves or tags that are checked between two checks for signals.
const AT_A_TIME: usize = 1 << 10;

/// The start, the moves, the tags that do not follow from them, and the comments by the number of moves before them.
type Recorded<'py> = (Bound<'py, PyPosition>, Bound<'py, PyList>, Bound<'py, PyDict>, Bound<'py, PyDict>);

#[doc = doc!("GameRecords")]
#[pyclass(frozen, module = "volo._volo", name = "GameRecords")]
pub(crate) struct PyGameRecords(Mutex<Records>);

struct Records {
    records: GameRecords<PyFile>,
    /// Games that were read, but could not be converted because a signal handler raised. The next calls return them.
    kept: Vec<GameRecord>,
}

impl Records {
    fn next(&mut self, stop: &dyn Fn() -> bool) -> Option<Result<GameRecord, ReadError>> {
        self.kept.pop().map(Ok).or_else(|| records::next(&mut self.records, stop))
    }
}

impl PyGameRecords {
    /// This must not wait for the lock. Another thread that holds it may wait for the interpreter, and the file itself
    /// may call a method while its caller holds it.
    fn locked(&self) -> PyResult<MutexGuard<'_, Records>> {
        self.0.try_lock().map_err(|_| is_reading())
    }
}

fn is_reading() -> PyErr {
    volo_error("another record is already being read".to_string())
}

#[pymethods]
impl PyGameRecords {
    #[new]
    #[pyo3(signature = (file, lenient = false, *, format = None, skip_other_games = false, file_name = None))]
    fn new(
        file: &Bound<'_, PyAny>,
        lenient: bool,
        format: Option<&str>,
        skip_other_games: bool,
        file_name: Option<String>,
    ) -> PyResult<PyGameRecords> {
        let read = match file.getattr_opt("read1")? {
            None => file.getattr_opt("read")?,
            read => read,
        };
        let Some(read) = read else {
            return Err(type_error(file.as_borrowed(), "file", "a binary file"));
        };
        let mut options = ReadOptions::default();
        options.lenient = lenient;
        options.format = format.map(format_named).transpose()?;
        options.skip_other_games = skip_other_games;
        options.file_name = file_name;
        let records = GameRecords::with_options(PyFile::new(read.unbind()), options);
        Ok(PyGameRecords(Mutex::new(Records { records, kept: Vec::new() })))
    }

    #[doc = doc!("GameRecords.format")]
    fn format(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        match py.detach(|| self.0.try_lock().ok().map(|mut records| records.records.format())) {
            None => Err(is_reading()),
            Some(Ok(format)) => Ok(format.map(Format::name)),
            Some(Err(error)) => Err(read_error(py, error)),
        }
    }

    #[doc = doc!("GameRecords.other_games")]
    #[getter]
    fn other_games(&self) -> PyResult<u64> {
        Ok(self.locked()?.records.other_games())
    }

    #[doc = doc!("GameRecords.refusal")]
    fn refusal(&self, py: Python<'_>, problem: String, ply: Option<usize>, fen: String) -> PyResult<PyErr> {
        let error = self.locked()?.records.refusal(ply, problem);
        Ok(record_error(py, error, Some(fen)))
    }

    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Recorded<'py>>> {
        let next = |stop: &dyn Fn() -> bool| {
            self.0.try_lock().ok().map(|mut records| {
                let next = records.next(stop);
                (next, records.records.format().ok().flatten())
            })
        };
        match polling(py, next)? {
            None => Err(is_reading()),
            Some((None, _)) => Ok(None),
            Some((Some(Ok(record)), format)) => to_python(py, &record, format).map(Some).inspect_err(|_| {
                py.detach(|| self.0.lock().unwrap_or_else(PoisonError::into_inner).kept.push(record));
            }),
            Some((Some(Err(error)), _)) => Err(read_error(py, error)),
        }
    }
}

fn read_error(py: Python<'_>, error: ReadError) -> PyErr {
    match error {
        ReadError::Record(error) => record_error(py, error, None),
        ReadError::Input(error) => error.into(),
        error => volo_error(error.to_string()),
    }
}

fn format_named(name: &str) -> PyResult<Format> {
    name.parse().map_err(|error: UnknownName| {
        let expected = error.expected().join(", ");
        volo_error(format!("unknown record format {:?}; expected one of {expected}", error.text()))
    })
}

#[doc = doc!("RecordWriter")]
#[pyclass(frozen, module = "volo._volo", name = "RecordWriter")]
pub(crate) struct PyRecordWriter(Mutex<Option<GameRecordWriter>>);

#[pymethods]
impl PyRecordWriter {
    #[new]
    fn new(format: &str) -> PyResult<PyRecordWriter> {
        Ok(PyRecordWriter(Mutex::new(Some(GameRecordWriter::new(format_named(format)?)))))
    }

    #[doc = doc!("RecordWriter.add")]
    fn add(
        &self,
        start: &Bound<'_, PyPosition>,
        moves: &Bound<'_, PyAny>,
        tags: &Bound<'_, PyDict>,
        comments: &Bound<'_, PyDict>,
    ) -> PyResult<String> {
        let record = record_of(start, moves, tags, comments)?;
        start.py().detach(|| {
            let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let writer =
                writer.as_mut().ok_or_else(|| volo_error("the file has been finished".to_string()))?;
            writer.add(&record).map_err(|error| volo_error(error.to_string()))
        })
    }

    #[doc = doc!("RecordWriter.finish")]
    fn finish(&self, py: Python<'_>) -> String {
        let writer = py.detach(|| self.0.lock().unwrap_or_else(PoisonError::into_inner).take());
        writer.map(GameRecordWriter::finish).unwrap_or_default()
    }
}

#[doc = doc!("parse_record")]
#[pyfunction]
#[pyo3(signature = (text, lenient = false))]
pub(crate) fn parse_record<'py>(text: &Bound<'py, PyAny>, lenient: bool) -> PyResult<Recorded<'py>> {
    let py = text.py();
    let string = text.cast::<PyString>().map_err(|_| type_error(text.as_borrowed(), "text", "a str"))?;
    // If the text is too long, `MAX_LENGTH + 1` characters of it are enough for the right error.
    let enough = PySlice::new(py, 0, GameRecord::MAX_LENGTH.saturating_add(1) as isize, 1);
    let encoded = match string.len()? > GameRecord::MAX_LENGTH {
        true => encoded(string.get_item(enough)?.cast()?)?,
        false => encoded(string)?,
    };
    let bytes = encoded.as_bytes();
    match polling(py, |stop| records::parse(bytes, lenient, stop))? {
        Ok(record) => to_python(py, &record, Some(Format::Volo)),
        Err(error) => Err(record_error(py, error, None)),
    }
}

#[doc = doc!("write_record")]
#[pyfunction]
pub(crate) fn write_record(
    start: &Bound<'_, PyPosition>,
    moves: &Bound<'_, PyAny>,
    tags: &Bound<'_, PyDict>,
    comments: &Bound<'_, PyDict>,
) -> PyResult<String> {
    Ok(record_of(start, moves, tags, comments)?.to_string())
}

fn record_of(
    start: &Bound<'_, PyPosition>,
    moves: &Bound<'_, PyAny>,
    tags: &Bound<'_, PyDict>,
    comments: &Bound<'_, PyDict>,
) -> PyResult<GameRecord> {
    let (py, start) = (start.py(), start.get().0);
    let edge = start.rules().edge();
    let moves = each_move(moves, edge)?;
    let (mut room, mut signals) = (Room(GameRecord::MAX_LENGTH), Signals::default());
    let (mut read_tags, mut read_comments) = (Vec::new(), Vec::new());
    // The loops are over copies, because the dicts may change while Python code runs.
    for (name, value) in tags.copy()? {
        signals.check(py)?;
        read_tags.push(tag(&name, &value, &mut room)?);
    }
    for (ply, text) in comments.copy()? {
        signals.check(py)?;
        read_comments.push(comment(&ply, &text, &mut room)?);
    }
    let build = |stop: &dyn Fn() -> bool| {
        let goes_on = |place: usize| !place.is_multiple_of(AT_A_TIME) || !stop();
        let moves = (1..).zip(moves).map_while(|(ply, mv)| goes_on(ply).then_some(mv));
        let tags = (1..).zip(read_tags).map_while(|(place, tag)| goes_on(place).then_some(tag));
        GameRecord::new(start, moves, tags, read_comments)
    };
    match polling(py, build)? {
        Ok(record) => Ok(record),
        Err(InvalidGameRecord::Illegal { ply, error }) => Err(at_ply(py, illegal(error), ply)),
        Err(error) => Err(volo_error(error.to_string())),
    }
}

#[doc = doc!("_positions")]
#[pyfunction(name = "_positions")]
pub(crate) fn positions<'py>(
    start: &Bound<'py, PyPosition>,
    moves: &Bound<'py, PyList>,
) -> PyResult<Bound<'py, PyList>> {
    let py = start.py();
    let (positions, mut signals) = (PyList::new(py, [start])?, Signals::default());
    let mut position = start.get().0;
    for mv in moves {
        signals.check(py)?;
        position = position.play_unchecked(mv.cast::<PyMove>()?.get().mv);
        positions.append(PyPosition(position))?;
    }
    Ok(positions)
}

/// The parts of a game. Unknown tags are left out if the texts of the format do not have them.
fn to_python<'py>(py: Python<'py>, record: &GameRecord, format: Option<Format>) -> PyResult<Recorded<'py>> {
    let edge = record.start().rules().edge();
    let moves = list_of(py, record.moves().iter().map(|&mv| PyMove { mv, edge }))?;
    let (tags, comments, mut signals) = (PyDict::new(py), PyDict::new(py), Signals::default());
    let has_unknown = format.is_none_or(Format::has_unknown_tags);
    let given = if has_unknown { record.tags().collect() } else { record.known_tags() };
    for (name, value) in given {
        signals.check(py)?;
        tags.set_item(name, value)?;
    }
    if let Some((result, termination)) = record.ended_otherwise() {
        tags.set_item("Result", result.name())?;
        tags.set_item("Termination", termination.name())?;
    }
    for (ply, text) in record.comments() {
        signals.check(py)?;
        comments.set_item(ply, text)?;
    }
    Ok((Bound::new(py, PyPosition(*record.start()))?, moves, tags, comments))
}

fn each_move(moves: &Bound<'_, PyAny>, edge: Edge) -> PyResult<Vec<Move>> {
    if moves.is_instance_of::<PyString>() {
        return Err(type_error(
            moves.as_borrowed(),
            "moves",
            "an iterable of moves, such as ['c5', 'b2-NE3']",
        ));
    }
    let (mut read, mut signals) = (Vec::new(), Signals::default());
    for mv in moves.try_iter()? {
        signals.check(moves.py())?;
        if read.len() == MOST_MOVES {
            return Err(too_long());
        }
        let (mv, ply) = (mv?, read.len().saturating_add(1));
        let mv = mv.extract::<MoveArgument<'_, '_>>().and_then(|mv| mv.on(edge));
        read.push(mv.map_err(|error| at_ply(moves.py(), error, ply))?);
    }
    Ok(read)
}

struct Room(usize);

impl Room {
    fn take(&mut self, bytes: usize) -> PyResult<()> {
        self.0 = self.0.checked_sub(bytes).ok_or_else(too_long)?;
        Ok(())
    }
}

fn too_long() -> PyErr {
    volo_error(format!("the record would have more than {} bytes", GameRecord::MAX_LENGTH))
}

fn tag(name: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>, room: &mut Room) -> PyResult<(String, String)> {
    let name = characters(name, "the name of a tag", room)?;
    // A name may be as long as a record, so an error quotes only a part of it.
    let value = characters(value, &format!("tag {:?}", shortened(&name)), room)?;
    Ok((name, value))
}

fn comment(ply: &Bound<'_, PyAny>, text: &Bound<'_, PyAny>, room: &mut Room) -> PyResult<(usize, String)> {
    let place = whole_in(ply.as_borrowed(), "the ply of a comment", 0..=usize::MAX as u64)?;
    let Some(place) = place else {
        return Err(volo_error("a comment is at a ply that no game has".to_string()));
    };
    Ok((place as usize, characters(text, &format!("comment at ply {place}"), room)?))
}

fn characters(text: &Bound<'_, PyAny>, name: &str, room: &mut Room) -> PyResult<String> {
    let string = text.cast::<PyString>().map_err(|_| type_error(text.as_borrowed(), name, "a str"))?;
    if string.len()? > room.0 {
        return Err(too_long());
    }
    if let Ok(characters) = string.to_str() {
        room.take(characters.len())?;
        return Ok(characters.to_string());
    }
    let encoded = encoded(string)?;
    let valid = encoded.as_bytes().utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let offset = valid.chars().count();
    Err(volo_error(format!("{name}: no lone surrogate can be written, at offset {offset}")))
}
