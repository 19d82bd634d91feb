//! Any bytes as a file of game records.

use std::io::{BufRead, BufReader};

use volo_rules::records::{GameRecord, GameRecordError, GameRecords, ReadError};

type Read = Vec<Result<GameRecord, GameRecordError>>;

/// Reads bytes as a file and as one text, strictly and leniently.
///
/// # Panics
/// If the property does not hold.
pub fn check(bytes: &[u8]) {
    let strict = read(GameRecords::new(bytes));
    let lenient = read(GameRecords::lenient(bytes));
    let pieces = || BufReader::with_capacity(1 + bytes.len() % 7, bytes);
    assert_eq!(read(GameRecords::new(pieces())), strict);
    assert_eq!(read(GameRecords::lenient(pieces())), lenient);
    if strict.iter().all(Result::is_ok) {
        assert_eq!(strict, lenient);
    }
    for (index, found) in strict.iter().enumerate().chain(lenient.iter().enumerate()) {
        if let Err(error) = found {
            assert_eq!(error.game, index as u64 + 1, "{error}");
            check_error(bytes, error);
        }
    }
    let only_strict = strict.iter().filter(|found| !lenient.contains(found));
    only_strict.chain(&lenient).flatten().for_each(check_canonical);
    if let Ok(text) = str::from_utf8(bytes) {
        check_text(&GameRecord::parse(text), &strict);
        check_text(&GameRecord::parse_lenient(text), &lenient);
    }
    check_resumes(bytes);
}

fn read(records: GameRecords<impl BufRead>) -> Read {
    let record = |found| match found {
        Ok(record) => Ok(record),
        Err(ReadError::Record(error)) => Err(error),
        Err(error) => unreachable!("reading from memory succeeds: {error}"),
    };
    records.map(record).collect()
}

/// Checks that the canonical text is read back as the same record, and that the parts of a record make the same
/// record.
fn check_canonical(record: &GameRecord) {
    let text = record.to_string();
    let again = GameRecord::parse(&text);
    assert_eq!(again.as_ref(), Ok(record), "{text}");
    assert_eq!(again.map(|again| again.to_string()).as_ref(), Ok(&text));
    assert_eq!(GameRecord::parse_lenient(&text).as_ref(), Ok(record), "{text}");
    let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    let end = record.ended_otherwise();
    let end =
        end.map(|(result, termination)| [("Result", result.name()), ("Termination", termination.name())]);
    let tags = record.tags().chain(end.into_iter().flatten()).map(owned);
    let comments = record.comments().map(|(ply, comment)| (ply, comment.to_owned()));
    let made = GameRecord::new(*record.start(), record.moves().to_vec(), tags, comments);
    assert_eq!(made.as_ref(), Ok(record), "{text}");
}

/// Checks that line, column and offset of an error are the same place, and that the quoted text is there.
fn check_error(bytes: &[u8], error: &GameRecordError) {
    assert!(!error.problem.is_empty() && error.text.chars().count() <= 80, "{error}");
    let (before, after) = bytes.split_at_checked(error.offset as usize).expect("the offset is in the file");
    let mut lines = before.split(|&byte| byte == b'\n');
    assert_eq!(error.line, lines.clone().count() as u64, "{error}");
    let line = lines.next_back().unwrap_or(b"");
    if let (Ok(line), Ok(after)) = (str::from_utf8(line), str::from_utf8(after)) {
        assert_eq!(error.column, line.chars().count() as u64 + 1, "{error}");
        assert!(after.starts_with(&error.text), "{error}");
    }
}

/// Checks that a text is accepted as one record if and only if it is a file of one record.
fn check_text(whole: &Result<GameRecord, GameRecordError>, file: &Read) {
    match (whole, &file[..]) {
        (Ok(record), [Ok(only)]) => assert_eq!(record, only),
        (Ok(record), _) => panic!("one record, but {} in the file: {record}", file.len()),
        (Err(error), [Ok(_)]) => panic!("one record in the file, but {error}"),
        (Err(_), _) => {}
    }
}

/// Checks that a record after these bytes and a line that is not a tag is read.
fn check_resumes(bytes: &[u8]) {
    let record = GameRecord::parse_lenient("[Rules \"standard-4\"]\n1. a3 *").expect("a record");
    let file = [bytes, b"\n?\n", record.to_string().as_bytes()].concat();
    for mut found in [read(GameRecords::new(&file[..])), read(GameRecords::lenient(&file[..]))] {
        assert_eq!(found.pop(), Some(Ok(record.clone())));
    }
}
