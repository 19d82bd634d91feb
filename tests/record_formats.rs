//! Games and mistakes in every format, from the tables that the tests in Python read too.
#![allow(clippy::panic, reason = "a failing test panics")]

use serde::Deserialize;
use volo_rules::InputError;
use volo_rules::records::{Format, GameRecord, GameRecordError, GameRecordWriter, GameRecords, ReadOptions};

use crate::common::read_jsonl;
use crate::properties::record::{check, check_json, check_sgf, read};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    format: String,
    why: String,
    #[serde(default)]
    lenient: bool,
    #[serde(default)]
    skip_other_games: bool,
    file_name: Option<String>,
    text: Text,
    found: Vec<Found>,
    /// Whether writing the games gives the text.
    #[serde(default)]
    written: bool,
    /// Whether the text cannot be between other games. The tests in Python put the other texts there.
    #[serde(default, rename = "is_file")]
    _is_file: bool,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Text {
    Whole(String),
    Pieces(Vec<Piece>),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Piece {
    Text(String),
    Repeated(String, usize),
    Byte(u8),
}

impl Text {
    fn bytes(&self) -> Vec<u8> {
        let pieces = match self {
            Text::Whole(text) => return text.as_bytes().to_vec(),
            Text::Pieces(pieces) => pieces.iter(),
        };
        let bytes = pieces.map(|piece| match piece {
            Piece::Text(text) => text.as_bytes().to_vec(),
            Piece::Repeated(text, times) => text.repeat(*times).into_bytes(),
            Piece::Byte(byte) => vec![*byte],
        });
        bytes.collect::<Vec<_>>().concat()
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Found {
    /// The native record of a game.
    Game(String),
    /// The fault of a game.
    Fault(Fault),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fault {
    /// A part of the message.
    problem: String,
    line: u64,
    column: u64,
    offset: u64,
    text: String,
    ply: Option<u64>,
    path: Option<String>,
    fen: Option<String>,
    ruling: Option<String>,
    /// The name of the exception in Python that is the cause.
    cause: Option<String>,
}

impl Fault {
    fn compare(&self, error: &GameRecordError, why: &str) {
        assert!(error.problem.contains(&self.problem), "{why}: {error}");
        let place = (error.line, error.column, error.offset, error.ply, error.path.as_ref(), error.ruling());
        let expected =
            (self.line, self.column, self.offset, self.ply, self.path.as_ref(), self.ruling.as_deref());
        assert_eq!(place, expected, "{why}: {error}");
        assert_eq!(error.text, self.text, "{why}: {error}");
        assert_eq!(error.cause.is_some(), self.cause.is_some(), "{why}: {error}");
        assert_eq!(error.position.as_ref().map(ToString::to_string), self.fen, "{why}: {error}");
    }
}

fn named(format: &str) -> Format {
    format.parse().expect("a format")
}

#[test]
fn games_are_read_or_refused_as_the_table_says() {
    for row in read_jsonl::<Row>("records.jsonl") {
        let (format, bytes, why) =
            (named(&row.format), row.text.bytes(), format!("{}: {}", row.format, row.why));
        let mut options = ReadOptions::default();
        (options.format, options.lenient) = (Some(format), row.lenient);
        (options.skip_other_games, options.file_name) = (row.skip_other_games, row.file_name.clone());
        let found = read(GameRecords::with_options(&bytes[..], options));
        assert_eq!(found.len(), row.found.len(), "{why}");
        for (found, expected) in found.iter().zip(&row.found) {
            match (found, expected) {
                (Ok(record), Found::Game(text)) => assert_eq!(record.to_string(), *text, "{why}"),
                (Err(error), Found::Fault(fault)) => fault.compare(error, &why),
                (found, _) => panic!("{why}: {found:?}"),
            }
        }
        if row.written {
            let mut writer = GameRecordWriter::new(format);
            let games = found.iter().flatten().map(|game| writer.add(game).expect("a game of the format"));
            let text = games.collect::<String>() + &writer.finish();
            assert_eq!(text.as_bytes(), bytes, "{why}");
        }
        match format {
            _ if bytes.len() > 100_000 => {}
            Format::Volo => check(&bytes),
            Format::Boardspace => check_sgf(&bytes),
            _ => check_json(&bytes),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unwritable {
    format: String,
    why: String,
    /// The native record of the game.
    game: String,
    problem: String,
}

#[test]
fn games_that_a_format_does_not_have_are_refused() {
    for row in read_jsonl::<Unwritable>("unwritable.jsonl") {
        let game = GameRecord::parse(&row.game).unwrap_or_else(|error| panic!("{}: {error}", row.why));
        let error = game.write(named(&row.format)).expect_err(&row.why).to_string();
        assert!(error.contains(&row.problem), "{}: {error}", row.why);
    }
}
