//! Files of game records of any length, valid and damaged.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a failing test panics")]

use std::io::{self, BufRead, Read};
use std::time::{Duration, Instant};

use proptest::collection::vec;
use proptest::prelude::*;
use volo_rules::records::{Format, GameRecord, GameRecordError, GameRecords, ReadError, ReadOptions};

use crate::common::records::{EXAMPLE, LIMIT, file, parse, records, some_records, stream, texts};
use crate::common::{cases, splice, start};
use crate::properties::record::{check, read};

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn a_file_yields_its_records(
        records in vec(records(), 0..5), lenient in any::<bool>(), buffer in prop::sample::select(vec![1_usize, 2, 7, 8192]),
    ) {
        let read = stream(file(&records).as_bytes(), lenient, buffer);
        let expected: Vec<Result<GameRecord, GameRecordError>> = records.into_iter().map(Ok).collect();
        prop_assert_eq!(read, expected);
    }

    #[test]
    fn a_damaged_file_yields_records_and_errors_at_their_places(
        from in 0..400_usize, length in 0..9_usize, with in texts(true),
    ) {
        let text = splice(&format!("{EXAMPLE}\n{EXAMPLE}"), from, length, &with);
        check(text.as_bytes());
    }
}

#[test]
fn the_time_is_linear_in_the_number_of_tags() {
    let tags: String = (0..1_000_000).map(|number| format!("[T{number} \"\"]\n")).collect();
    let text = EXAMPLE.replacen("\n\n", &format!("\n{tags}\n"), 1);
    let began = Instant::now();
    assert_eq!(parse(&text).tags().count(), 1_000_005);
    // This takes about a second. In quadratic time it would take many minutes.
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
}

#[test]
fn a_record_has_at_most_16_mib() {
    let room = LIMIT - EXAMPLE.len();
    for (more, fits) in [(0, true), (1, false)] {
        let text = EXAMPLE.replace("home.", &format!("home.{}", "x".repeat(room + more)));
        assert_eq!(text.len(), LIMIT + more);
        assert_eq!(GameRecord::parse(&text).is_ok(), fits);
        let read = stream(format!("{text}\n{EXAMPLE}").as_bytes(), false, 1 << 16);
        assert_eq!(read.iter().map(Result::is_ok).collect::<Vec<_>>(), [fits, true]);
        if let Err(error) = &read[0] {
            assert_eq!((error.line, error.column, error.offset), (1, 1, 0));
        }
        let comments = [(0, "x".repeat(LIMIT - 200)), (1, "x".repeat(if fits { 1 } else { 200 }))];
        let mv = start("standard-4").parse_move("a3").unwrap();
        let written = GameRecord::new(start("standard-4"), [mv], [], comments);
        assert_eq!(written.is_ok(), fits);
    }
}

/// An input of `times` copies of a text and then `last`, which are generated while they are read.
struct Repeated {
    text: Vec<u8>,
    times: usize,
    last: &'static [u8],
    taken: usize,
}

impl BufRead for Repeated {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let chunk = if self.times > 0 { &self.text[..] } else { self.last };
        Ok(&chunk[self.taken.min(chunk.len())..])
    }

    fn consume(&mut self, amount: usize) {
        self.taken += amount;
        if self.times > 0 && self.taken == self.text.len() {
            (self.times, self.taken) = (self.times - 1, 0);
        }
    }
}

impl Read for Repeated {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}

#[test]
fn memory_use_is_bounded_for_files_of_any_length() {
    for (text, lenient) in
        [("x", false), ("{", true), ("[", false), (" ", true), ("\n", false), ("[Event \"?\"]\n", false)]
    {
        let (read, used) = read_long("", text, Format::Volo, lenient);
        assert!(used < 3 * LIMIT as u64, "{text}: {used}");
        let Some(Err(ReadError::Record(error))) = read.first() else { panic!("{read:?}") };
        // White space before the first record is skipped.
        assert!(text.trim().is_empty() || error.problem.contains("no more than 16777216 bytes"), "{error}");
    }
    let beginnings = [
        (Format::JsonLines, r#"{"rules":"standard","moves":["#),
        (Format::AbstractPlay, r#"[{"header":{"game":{"name":"Volo"}},"moves":["#),
        (Format::Volo, "[Event \""),
        (Format::Boardspace, "(;GM["),
    ];
    for ((format, begin), text) in beginnings.into_iter().zip(["\"c5\",", "{},", "\0", "[9"]) {
        let (read, used) = read_long(begin, text, format, false);
        assert!(used < 8 * LIMIT as u64, "{format:?}: {used}");
        assert!(read.iter().any(Result::is_err), "{read:?}");
    }
}

/// The first games of more than 100 MB of a text, and the memory that they take.
fn read_long(
    begin: &str,
    text: &str,
    format: Format,
    lenient: bool,
) -> (Vec<Result<GameRecord, ReadError>>, u64) {
    let text = text.repeat((1 << 16) / text.len()).into_bytes();
    let input = Repeated { text, times: 1600, last: b"\n[Event \"?\"]\n", taken: 0 };
    let mut options = ReadOptions::default();
    (options.format, options.lenient) = (Some(format), lenient);
    let mut records = GameRecords::with_options(begin.as_bytes().chain(input), options);
    let mut read = Vec::new();
    let used = allocation_counter::measure(|| read.extend(records.by_ref().take(2)));
    (read, used.bytes_max)
}

#[test]
fn other_encodings_and_compressed_files_are_named() {
    let firsts = b"\xff\xfe[\0E\0|\xfe\xff\0[\0E|(\0;\0G\0|\0{\0\"\0r|BZh91AY|\xfd7zXZ\0|\x1f\x8b\x08|\x28\xb5\x2f\xfd|PK\x03\x04";
    let named = "UTF-16 UTF-16 UTF-16 UTF-16 bzip2 xz gzip zstd zip".split(' ');
    for (first, name) in firsts.split(|&byte| byte == b'|').zip(named) {
        for format in Format::all().map(Some).chain([None]) {
            let mut options = ReadOptions::default();
            options.format = format;
            let problem = read(GameRecords::with_options(first, options)).remove(0).unwrap_err().problem;
            assert!(problem.starts_with("the file is ") && problem.contains(name), "{format:?}: {problem}");
        }
    }
}

#[test]
fn a_truncated_file_yields_its_whole_games_and_an_error() {
    let mut records = some_records();
    records.truncate(2);
    let file = file(&records);
    // The last line end of a file may be missing.
    let ends: Vec<usize> = vec![records[0].to_string().len() - 1, file.len() - 1];
    for cut in 0..=file.len() {
        let read = stream(&file.as_bytes()[..cut], false, 8192);
        let whole: Vec<&GameRecord> = read.iter().filter_map(|result| result.as_ref().ok()).collect();
        let expected = ends.iter().filter(|&&end| end <= cut).count();
        assert_eq!(whole, records.iter().take(expected).collect::<Vec<_>>(), "cut at {cut}");
        let is_whole = cut == 0 || cut >= ends[1] || (ends[0]..=ends[0] + 2).contains(&cut);
        assert_eq!(read.iter().all(Result::is_ok), is_whole, "cut at {cut}");
        for result in stream(&file.as_bytes()[..cut], true, 8192).into_iter().flatten() {
            assert!(records.contains(&result), "cut at {cut}: {result}");
        }
    }
}

#[test]
fn reading_can_continue_after_an_input_error() {
    struct Failing<'a>(&'a [u8], bool);
    impl BufRead for Failing<'_> {
        fn fill_buf(&mut self) -> io::Result<&[u8]> {
            self.1 = !self.1;
            match self.1 {
                true => Err(io::Error::other("not now")),
                false => Ok(&self.0[..self.0.len().min(100)]),
            }
        }
        fn consume(&mut self, amount: usize) {
            self.0 = &self.0[amount..];
        }
    }
    impl Read for Failing<'_> {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("only the buffered methods are used"))
        }
    }
    let (mut read, mut failures) = (Vec::new(), 0);
    for result in GameRecords::new(Failing(file(&some_records()).as_bytes(), false)) {
        match result {
            Ok(record) => read.push(record),
            Err(ReadError::Input(error)) if error.to_string() == "not now" => failures += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(failures > 10);
    assert_eq!(read, some_records());
}
