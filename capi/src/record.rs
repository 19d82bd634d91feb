//! Game records.

use std::cell::Cell;
use std::ffi::{c_char, c_int};
use std::io::Cursor;
use std::ptr;
use std::sync::Mutex;

use volo_rules::bindings::check_room;
use volo_rules::records::{GameRecord, GameRecords, GameResult, InvalidGameRecord, ReadError, Termination};
use volo_rules::{Ending, Move};

use crate::border::{array, free, handle, locked, new_handle, output, outputs};
use crate::error::{Failure, volo_error};
use crate::moves::{move_for, volo_move};
use crate::position::{position as read_position, volo_position};
use crate::text::{text as read_text, text_output};

/// The records of a file, which are read one after the other. `volo_records_free` frees them.
pub struct volo_records(Mutex<GameRecords<Cursor<Vec<u8>>>>);

/// A game with its tags, comments and result. `volo_record_free` frees it. It never changes, so several threads may use it.
pub struct volo_record(GameRecord);

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

/// Opens the records of a text of any length, which is copied. If `lenient` is not 0, it is read leniently: it need not be
/// canonical, and the numbers of turns may be missing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_records_open(
    text: *const c_char,
    length: usize,
    lenient: i32,
    records: *mut *mut volo_records,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, text = array(text.cast::<u8>(), length, "text"), records = output(records, "records"); {
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(text.len()).map_err(|_| Failure::memory("not enough memory for the text"))?;
        bytes.extend_from_slice(text);
        let open = if lenient == 0 { GameRecords::new } else { GameRecords::lenient };
        records.write(new_handle(volo_records(Mutex::new(open(Cursor::new(bytes))))));
        Ok(())
    })
}

/// Reads the next record, which the caller must free. At the end, and after an error, the record is NULL.
///
/// After an error, the next call reads the next record. The offset of an error counts from the beginning of the text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_records_next(
    records: *mut volo_records,
    record: *mut *mut volo_record,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, records = handle(records, "records"), record = output(record, "record"); {
        let next = locked(&records.0, "reader of records")?.next();
        let (read, result) = match next {
            None => (ptr::null_mut(), Ok(())),
            Some(Ok(read)) => (new_handle(volo_record(read)), Ok(())),
            Some(Err(ReadError::Record(error))) => (ptr::null_mut(), Err(error.into())),
            Some(Err(error)) => (ptr::null_mut(), Err(Failure::record(error))),
        };
        record.write(read);
        result
    })
}

/// Frees records. NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_records_free(records: *mut volo_records) {
    // SAFETY: The caller passes NULL, or records of `volo_records_open` for the last time.
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
            Ok(())
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
        Ok(())
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
    attempt!(
        error,
        record = handle(record, "record"),
        moves = outputs(moves, capacity, "moves"),
        count = output(count, "count");
        {
            let edge = record.0.start().rules().edge();
            count.write(record.0.moves().len());
            moves.write(record.0.moves().iter().map(|mv| mv.code(edge)));
            Ok(())
        }
    )
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
        Ok(())
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
        Ok(())
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
            Ok(())
        }
    )
}

/// Writes the canonical text of a record.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_record_text(
    record: *const volo_record,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, record = handle(record, "record"), text = text_output(text, capacity, length); {
        text.write(&record.0);
        Ok(())
    })
}

/// The tags, with the result and the termination.
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
        _ => VOLO_ONGOING,
    }
}

fn out_of_range(what: &str, number: usize) -> Failure {
    Failure::argument(format!("the record has no {what} {number}"))
}
