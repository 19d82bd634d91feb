//! Game records.

use std::cell::Cell;
use std::ffi::{c_char, c_int, c_void};
use std::io::{BufRead, Cursor};
use std::ptr;
use std::sync::Mutex;

use volo_rules::bindings::check_room;
use volo_rules::records::{
    Format, GameRecord, GameRecordError, GameRecordWriter, GameRecords, GameResult, InvalidGameRecord,
    ReadError, ReadOptions, Termination,
};
use volo_rules::{Ending, InputError, Move};

use crate::border::{array, free, handle, list, locked, new_handle, optional, output};
use crate::error::{Failure, characters, volo_error};
use crate::input::{Chunks, failure, volo_read};
use crate::moves::{move_for, volo_move};
use crate::position::{read_position, volo_position};
use crate::text::{optional_text, read_text, text_output};

/// The records of a file, which are read one after the other. `volo_records_free` frees them.
pub struct volo_records(Mutex<Reading>);

/// A file with the last error in it.
struct Reading {
    games: GameRecords<Box<dyn BufRead + Send>>,
    error: Option<GameRecordError>,
}

impl Reading {
    /// Keeps an error, and makes the failure for it.
    fn failure(&mut self, error: ReadError) -> Failure {
        match error {
            ReadError::Record(error) => Failure::from(&*self.error.insert(error)),
            ReadError::Input(error) => failure(&error),
            other => Failure::internal(other.to_string()),
        }
    }
}

/// A game with its tags, comments and result. `volo_record_free` frees it. It never changes, so several threads may use it.
pub struct volo_record(GameRecord);

/// How records are read. A field that is NULL or 0 has its default.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct volo_read_options {
    pub size: usize,
    /// The format: a name of `VOLO_LIST_FORMATS`. By default, it is detected from the beginning of the file.
    pub format: *const c_char,
    /// The name of the file, without its folder. Boardspace writes the date of a game into it.
    pub file_name: *const c_char,
    /// 1 to accept the deviations that the documentation of each format lists, such as missing tags.
    pub lenient: i32,
    /// 1 to skip games other than Volo, which files of Abstract Play may have. Otherwise each of them is an error.
    pub skip_other_games: i32,
}

options!(volo_read_options);

/// What has been found out about a file so far.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct volo_records_description {
    /// The format: a number of `VOLO_LIST_FORMATS`; -1 for a file without games.
    pub format: i32,
    /// The number of games that were skipped because they are not Volo.
    pub other_games: u64,
}

/// What is wrong with a record, and where.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct volo_fault {
    /// The line, from 1.
    pub line: u64,
    /// The column in this line, in characters, from 1.
    pub column: u64,
    /// The number of bytes before the fault in the file.
    pub offset: u64,
    /// The number of the game, from 1.
    pub game: u64,
    /// The number of the move, from 1; 0 if the fault is not about a move.
    pub ply: u64,
    /// The position before the fault; all its words are 0 if there is none.
    pub position: volo_position,
    /// The ruling that a move breaks, such as "R6"; otherwise empty.
    pub ruling: [c_char; 8],
    /// What is wrong, and what was expected. A text that is too long is cut.
    pub problem: [c_char; 512],
    /// The first 80 characters of the wrong text; empty if something is missing.
    pub text: [c_char; 328],
    /// The path of the wrong value in JSON, such as "$.moves[36]"; empty in other formats. A path that is too long is cut.
    pub path: [c_char; 256],
}

impl From<&GameRecordError> for volo_fault {
    fn from(error: &GameRecordError) -> volo_fault {
        volo_fault {
            line: error.line,
            column: error.column,
            offset: error.offset,
            game: error.game,
            ply: error.ply.unwrap_or(0),
            position: error.position.as_deref().map_or(volo_position { words: [0; 11] }, volo_position::from),
            ruling: characters(error.ruling().unwrap_or_default()),
            problem: characters(&error.problem),
            text: characters(&error.text),
            path: characters(error.path.as_deref().unwrap_or_default()),
        }
    }
}

/// A tag of a record.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct volo_tag {
    /// The name, such as "Orange" for the name of the player.
    pub name: *const c_char,
    /// The value.
    pub value: *const c_char,
}

/// A comment of a record.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct volo_comment {
    /// The number of moves before the comment.
    pub ply: usize,
    /// The text.
    pub text: *const c_char,
}

/// The result and the number of moves of a record.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct volo_record_description {
    /// The position before the first move.
    pub start: volo_position,
    /// `VOLO_ORANGE`, `VOLO_BLUE`, `VOLO_DRAW`, or `VOLO_ONGOING` for a record without a result.
    pub winner: i32,
    /// `VOLO_FLOCK`, `VOLO_PASSES` or `VOLO_STUCK` if the game ended by the rules, and otherwise `VOLO_NO_REASON`. The tag
    /// "Termination" has the reason in all cases.
    pub reason: i32,
    /// The number of moves.
    pub moves: usize,
    /// The number of tags.
    pub tags: usize,
    /// The number of comments.
    pub comments: usize,
}

/// Opens the records of a text of any length, which is copied. `options` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_records_open(
    text: *const c_char,
    length: usize,
    options: *const volo_read_options,
    records: *mut *mut volo_records,
    error: *mut volo_error,
) -> c_int {
    attempt!(
        error,
        text = array(text.cast::<u8>(), length, "text"),
        options = read_options(options),
        records = output(records, "records");
        {
            let mut bytes = Vec::new();
            bytes.try_reserve_exact(text.len()).map_err(|_| Failure::memory("not enough memory for the text"))?;
            bytes.extend_from_slice(text);
            records.write(opened(Cursor::new(bytes), options));
        }
    )
}

/// Opens the records of a file that `read` reads, of any length. `options` may be NULL.
///
/// `read` is called by `volo_records_next` and `volo_records_describe` until the records are freed. At most one record, of
/// at most 16 MiB, is in memory at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_records_open_file(
    read: volo_read,
    context: *mut c_void,
    options: *const volo_read_options,
    records: *mut *mut volo_records,
    error: *mut volo_error,
) -> c_int {
    attempt!(
        error,
        chunks = Chunks::new(read, context),
        options = read_options(options),
        records = output(records, "records");
        { records.write(opened(chunks, options)); }
    )
}

/// Reads the next record, which the caller must free. At the end, and after an error, the record is NULL.
///
/// After the error `VOLO_ERROR_RECORD`, the next call reads the next record. After another error, the next call goes on
/// where reading stopped if the format is native, and otherwise the file ends there. The offset of an error counts from the
/// beginning of the file.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_records_next(
    records: *mut volo_records,
    record: *mut *mut volo_record,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, records = handle(records, "records"), record = output(record, "record"); {
        let (read, result) = match locked(&records.0, "reader of records") {
            Err(busy) => (ptr::null_mut(), Err(busy)),
            Ok(mut reading) => {
                reading.error = None;
                match reading.games.next() {
                    None => (ptr::null_mut(), Ok(())),
                    Some(Ok(read)) => (new_handle(volo_record(read)), Ok(())),
                    Some(Err(error)) => (ptr::null_mut(), Err(reading.failure(error))),
                }
            }
        };
        record.write(read);
        result?;
    })
}

/// Writes what is wrong with the record that was read last, after the error `VOLO_ERROR_RECORD`. If there was no such
/// error, that is the error `VOLO_ERROR_ARGUMENT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_records_fault(
    records: *mut volo_records,
    fault: *mut volo_fault,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, records = handle(records, "records"), fault = output(fault, "fault"); {
        let reading = locked(&records.0, "reader of records")?;
        let found = reading.error.as_ref().ok_or_else(|| Failure::argument("the last record has no fault"))?;
        fault.write(volo_fault::from(found));
    })
}

/// Writes the format of the records, and how much was skipped so far. Before the first record, this reads as much of the
/// file as is needed to detect its format. If it has none of the formats, that is the error `VOLO_ERROR_RECORD`, and there
/// are no records.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_records_describe(
    records: *mut volo_records,
    description: *mut volo_records_description,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, records = handle(records, "records"), description = output(description, "description"); {
        let mut reading = locked(&records.0, "reader of records")?;
        let format = reading.games.format().map_err(|error| reading.failure(error))?;
        let number = Format::all().position(|each| Some(each) == format);
        description.write(volo_records_description {
            format: number.and_then(|number| i32::try_from(number).ok()).unwrap_or(-1),
            other_games: reading.games.other_games(),
        });
    })
}

/// Frees records. NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_records_free(records: *mut volo_records) {
    // SAFETY: The caller passes NULL, or records of this library for the last time.
    unsafe { free(records) };
}

/// Makes a record of a game. The arrays may be NULL if they have no items.
///
/// The tags "Rules" and "FEN" are not allowed, because they follow from the start. The tags "Result" and "Termination"
/// are for games that did not end by the rules.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_record_new(
    start: *const volo_position,
    moves: *const volo_move,
    move_count: usize,
    tags: *const volo_tag,
    tag_count: usize,
    comments: *const volo_comment,
    comment_count: usize,
    record: *mut *mut volo_record,
    error: *mut volo_error,
) -> c_int {
    attempt!(
        error,
        start = read_position(start),
        moves = array(moves, move_count, "moves"),
        tags = array(tags, tag_count, "tags"),
        comments = array(comments, comment_count, "comments"),
        record = output(record, "record");
        {
            // SAFETY: The caller passes texts, as volo.h says.
            unsafe { check_size(moves, tags, comments) }?;
            // Converted one by one: an illegal move ends it before the others take memory.
            let failure = Cell::new(None);
            let moves = convert(moves, &failure, |&mv| move_for(&start, mv));
            let tags = convert(tags, &failure, |tag| {
                // SAFETY: The caller passes texts, as volo.h says.
                let (name, value) = unsafe { (read_text(tag.name, "name")?, read_text(tag.value, "value")?) };
                Ok((name.to_string(), value.to_string()))
            });
            let comments = convert(comments, &failure, |comment| {
                // SAFETY: The caller passes a text, as volo.h says.
                Ok((comment.ply, unsafe { read_text(comment.text, "text") }?.to_string()))
            });
            let made = GameRecord::new(start, moves, tags, comments);
            failure.take().map_or(Ok(()), Err)?;
            record.write(new_handle(volo_record(made?)));
        }
    )
}

/// Checks that a record can have the moves, tags and comments, and that there is memory for it.
///
/// # Safety
/// The texts are like those of [`read_text`].
unsafe fn check_size(
    moves: &[volo_move],
    tags: &[volo_tag],
    comments: &[volo_comment],
) -> Result<(), Failure> {
    /// The bytes of a move, with its share of a list that grows.
    const MOVE: usize = 4 * size_of::<Move>();
    /// The bytes of a tag or a comment without the text, in a map and in a list.
    const ENTRY: usize = 256;

    let mut characters = 0_usize;
    let texts = tags.iter().flat_map(|tag| [(tag.name, "name"), (tag.value, "value")]);
    for (text, name) in texts.chain(comments.iter().map(|comment| (comment.text, "text"))) {
        // SAFETY: The caller of this function promises what `read_text` asks for.
        characters = characters.saturating_add(unsafe { read_text(text, name) }?.len());
    }
    // A tag has at least five characters around its texts, a comment three, and a move is followed by a space.
    let entries = tags.len().saturating_add(comments.len());
    let length = entries.saturating_mul(3).saturating_add(characters);
    if length > GameRecord::MAX_LENGTH {
        return Err(InvalidGameRecord::TooLong { length }.into());
    }
    // The core refuses more moves than this.
    let moves = moves.len().min(GameRecord::MAX_LENGTH / 3);
    let texts = entries.saturating_mul(ENTRY).saturating_add(characters.saturating_mul(4));
    check_room(texts.saturating_add(moves.saturating_mul(MOVE)))
        .map_err(|_| Failure::memory("not enough memory for the record"))
}

/// The converted items, up to the first that cannot be converted.
fn convert<'a, T, C>(
    items: &'a [T],
    failure: &'a Cell<Option<Failure>>,
    conversion: impl Fn(&T) -> Result<C, Failure> + 'a,
) -> impl Iterator<Item = C> + 'a {
    items.iter().map_while(move |item| conversion(item).map_err(|error| failure.set(Some(error))).ok())
}

/// Frees a record. NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_record_free(record: *mut volo_record) {
    // SAFETY: The caller passes NULL, or a record of this library for the last time.
    unsafe { free(record) };
}

/// Writes the start, the result, and the numbers of moves, tags and comments.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_record_describe(
    record: *const volo_record,
    description: *mut volo_record_description,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, record = handle(record, "record"), description = output(description, "description"); {
        let record = &record.0;
        description.write(volo_record_description {
            start: record.start().into(),
            winner: winner(record.result()),
            reason: match record.termination() {
                Termination::Rules(ending) => ending.number().into(),
                _ => Ending::NOTHING.into(),
            },
            moves: record.moves().len(),
            tags: tags(record).count(),
            comments: record.comments().count(),
        });
    })
}

/// Writes the moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_record_moves(
    record: *const volo_record,
    moves: *mut volo_move,
    capacity: usize,
    count: *mut usize,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, record = handle(record, "record"), moves = list(moves, capacity, count, "moves"); {
        let edge = record.0.start().rules().edge();
        moves.write(record.0.moves().iter().map(|mv| mv.code(edge)));
    })
}

/// Writes the name of a tag, by its number from 0, and then its value: see `volo_record_tag_value`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_record_tag_name(
    record: *const volo_record,
    number: usize,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, record = handle(record, "record"), text = text_output(text, capacity, length); {
        let (name, _) = tags(&record.0).nth(number).ok_or_else(|| out_of_range("tag", number))?;
        text.write(name);
    })
}

/// Writes the value of a tag, by its number from 0. The last two tags are "Result" and "Termination".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_record_tag_value(
    record: *const volo_record,
    number: usize,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, record = handle(record, "record"), text = text_output(text, capacity, length); {
        let (_, value) = tags(&record.0).nth(number).ok_or_else(|| out_of_range("tag", number))?;
        text.write(value);
    })
}

/// Writes a comment, by its number from 0, and to `ply` the number of moves before it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_record_comment(
    record: *const volo_record,
    number: usize,
    ply: *mut usize,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
    error: *mut volo_error,
) -> c_int {
    attempt!(
        error,
        record = handle(record, "record"),
        ply = output(ply, "ply"),
        text = text_output(text, capacity, length);
        {
            let (before, comment) =
                record.0.comments().nth(number).ok_or_else(|| out_of_range("comment", number))?;
            ply.write(before);
            text.write(comment);
        }
    )
}

/// Writes the text of a file with these records, one after the other. `format` is a name of `VOLO_LIST_FORMATS`; NULL means
/// native records, in their canonical form. A record that has no text in the format is the error `VOLO_ERROR_RECORD`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_records_text(
    records: *const *mut volo_record,
    record_count: usize,
    format: *const c_char,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
    error: *mut volo_error,
) -> c_int {
    attempt!(
        error,
        records = array(records, record_count, "records"),
        format = optional_format(format),
        text = text_output(text, capacity, length);
        {
            let mut writer = GameRecordWriter::new(format.unwrap_or(Format::Volo));
            let mut file = String::new();
            for &record in records {
                // SAFETY: The caller passes NULL or records of this library, as volo.h says.
                let next = writer.add(&unsafe { handle(record, "record") }?.0)?;
                file.try_reserve(next.len()).map_err(|_| Failure::memory("not enough memory for the text"))?;
                file.push_str(&next);
            }
            file.push_str(&writer.finish());
            text.write(&file);
        }
    )
}

fn opened(input: impl BufRead + Send + 'static, options: ReadOptions) -> *mut volo_records {
    let input: Box<dyn BufRead + Send> = Box::new(input);
    let games = GameRecords::with_options(input, options);
    new_handle(volo_records(Mutex::new(Reading { games, error: None })))
}

/// The options of a pointer that may be NULL.
///
/// # Safety
/// Like [`optional`]; and the texts of the options are null or can be read.
unsafe fn read_options(options: *const volo_read_options) -> Result<ReadOptions, Failure> {
    let mut wanted = ReadOptions::default();
    // SAFETY: The caller of this function promises what these functions ask for.
    unsafe {
        let options = optional(options, "options")?;
        wanted.format = optional_format(options.format)?;
        wanted.file_name = optional_text(options.file_name, "file_name")?.map(str::to_string);
        wanted.lenient = options.lenient != 0;
        wanted.skip_other_games = options.skip_other_games != 0;
    }
    Ok(wanted)
}

/// The format with the name of a pointer, or `None` for NULL.
///
/// # Safety
/// Like [`optional_text`].
unsafe fn optional_format(name: *const c_char) -> Result<Option<Format>, Failure> {
    // SAFETY: The caller of this function promises what `optional_text` asks for.
    let name = unsafe { optional_text(name, "format") }?;
    Ok(name.map(str::parse).transpose()?)
}

fn tags(record: &GameRecord) -> impl Iterator<Item = (&str, &str)> {
    let end = [("Result", record.result().name()), ("Termination", record.termination().name())];
    record.tags().chain(end)
}

fn winner(result: GameResult) -> i32 {
    use crate::position::{VOLO_BLUE, VOLO_DRAW, VOLO_ONGOING, VOLO_ORANGE};
    match result {
        GameResult::OrangeWins => VOLO_ORANGE,
        GameResult::BlueWins => VOLO_BLUE,
        GameResult::Draw => VOLO_DRAW,
        GameResult::Open => VOLO_ONGOING,
    }
}

fn out_of_range(what: &str, number: usize) -> Failure {
    Failure::argument(format!("the record has no {what} {number}"))
}
