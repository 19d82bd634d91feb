//! Any bytes as a file of native game records, or as one of another format.

use std::io::{BufRead, BufReader};

use volo_rules::records::{Format, GameRecord, GameRecordError, GameRecords, ReadError, ReadOptions};

/// What reading a file yields.
pub type Read = Vec<Result<GameRecord, GameRecordError>>;

/// Reads bytes as a file and as one text, strictly and leniently.
pub fn check(bytes: &[u8]) {
    let [strict, lenient] = [false, true].map(|lenient| read_as(Format::Volo, lenient, bytes));
    if strict.iter().all(Result::is_ok) {
        assert_eq!(strict, lenient);
    }
    let only_strict = strict.iter().filter(|found| !lenient.contains(found));
    only_strict.chain(&lenient).flatten().for_each(check_canonical);
    if let Ok(text) = str::from_utf8(bytes) {
        check_text(&GameRecord::parse(text), &strict);
        check_text(&GameRecord::parse_lenient(text), &lenient);
    }
    check_resumes(bytes);
}

/// Reads bytes as a file of SGF.
pub fn check_sgf(bytes: &[u8]) {
    check_format(Format::Boardspace, bytes);
}

/// Reads bytes as JSON lines, and as a file of Abstract Play.
pub fn check_json(bytes: &[u8]) {
    check_format(Format::JsonLines, bytes);
    check_format(Format::AbstractPlay, bytes);
}

/// Reads bytes in a format, strictly and leniently. The games are written and read again.
fn check_format(format: Format, bytes: &[u8]) {
    for record in [false, true].into_iter().flat_map(|lenient| read_as(format, lenient, bytes)).flatten() {
        let text = record.write(format).unwrap_or_else(|error| panic!("{error}: {record}"));
        let again = read_as(format, false, text.as_bytes());
        let content = |record: &GameRecord| {
            let comments: Vec<_> = record.comments().map(|(ply, text)| (ply, text.to_owned())).collect();
            (record.moves().to_vec(), record.result(), record.termination(), comments)
        };
        let read: Vec<_> = again.iter().flatten().map(content).collect();
        assert_eq!((read, again.len()), (vec![content(&record)], 1), "{text}");
        check_canonical(&record);
    }
}

/// Reads bytes in a format, also in small pieces, and checks the errors.
fn read_as(format: Format, lenient: bool, bytes: &[u8]) -> Read {
    let mut options = ReadOptions::default();
    (options.format, options.lenient) = (Some(format), lenient);
    let found = read(GameRecords::with_options(bytes, options.clone()));
    let pieces = BufReader::with_capacity(1 + bytes.len() % 7, bytes);
    assert_eq!(read(GameRecords::with_options(pieces, options)), found);
    for (index, found) in found.iter().enumerate() {
        if let Err(error) = found {
            assert_eq!(error.game, index as u64 + 1, "{error}");
            check_error(bytes, error);
        }
    }
    found
}

/// The records and the errors that reading a file in memory yields.
pub fn read(records: GameRecords<impl BufRead>) -> Read {
    let record = |found| match found {
        Ok(record) => Ok(record),
        Err(ReadError::Record(error)) => Err(error),
        Err(error) => unreachable!("reading from memory succeeds: {error}"),
    };
    records.map(record).collect()
}

/// Checks that the canonical text is read back as the same record, and that the parts of a record make the same
/// record.
pub fn check_canonical(record: &GameRecord) {
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
    for lenient in [false, true] {
        assert_eq!(read_as(Format::Volo, lenient, &file).pop(), Some(Ok(record.clone())));
    }
}
