//! Texts that are not game records by `docs/RECORDS.md`, and the places of their errors.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a failing test panics")]

use volo_rules::InputError;
use volo_rules::notation::MoveError;
use volo_rules::records::{GameRecord, GameRecordError, GameRecords, RecordCause, Termination};

use crate::common::records::{EXAMPLE, parse, stream};
use crate::common::start;

/// The error for the example with `from` replaced by `to`. The character `¦` in `to` marks the expected place of the
/// error and is removed.
fn refusal(from: &str, to: &str, lenient: bool) -> GameRecordError {
    assert_eq!(EXAMPLE.matches(from).count(), 1, "{from}");
    let marked = EXAMPLE.replacen(from, to, 1);
    let (before, after) = marked.split_once('¦').unwrap_or_else(|| panic!("no mark in {to}"));
    let text = format!("{before}{after}");
    let read = if lenient { GameRecord::parse_lenient(&text) } else { GameRecord::parse(&text) };
    let error = read.map_or_else(|error| error, |_| panic!("read: {text}"));
    let place = (error.line as usize, error.column as usize, error.offset as usize);
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    assert_eq!(place, (before.matches('\n').count() + 1, column, before.chars().count()), "{error}\n{text}");
    assert!(after.starts_with(&error.text), "{error}");
    let streamed = stream(text.as_bytes(), lenient, 3).into_iter().find_map(Result::err).expect("an error");
    assert_eq!((streamed.line, streamed.column), (error.line, error.column), "{error}\n{streamed}");
    assert_eq!(streamed.offset as usize, before.len());
    error
}

/// Changes to the example that are refused strictly and leniently: the replaced text, the replacement, the quoted
/// text, and a part of the message, or several with … between them.
const REFUSED: &[(&str, &str, &str, &str)] = &[
    // Tags.
    ("[Event", "[¦1vent", "1vent", "expected the name of a tag"),
    ("[Event", "[¦Évent", "Évent", "expected the name of a tag"),
    ("[Event", "[¦", " ", "expected the name of a tag"),
    ("[Event \"", "[Event¦\"", "\"Thursday\"]", "expected a space and a value in quotes"),
    ("Event \"Thursday\"", "Event¦ Thursday", " ", "expected a space and a value in quotes"),
    ("Event \"", "Event¦  \"", " ", "expected a space and a value in quotes"),
    ("Thursday\"]", "Thursday]¦", "\n", "expected \"] at the end of the tag"),
    ("Thursday\"]", "Thursday¦\" ]", "\"", "expected \"] at the end of the tag"),
    ("Thursday\"]", "Thursday\"]¦]", "]", "expected a line end"),
    ("Thursday\"]", "Thurs¦\\day\"]", "\\d", "expected \" or \\ after a \\"),
    ("Thursday", "Thurs¦\tday", "\t", "expected no control character in the value"),
    ("Thursday", "Thurs¦\u{85}day", "\u{85}", "expected no control character in the value"),
    ("[Site", "¦[Event \"?\"]\n[Site", "[Event \"?\"]", "expected the tag Event once"),
    ("2026.11.19", "¦2026.02.29", "2026.02.29", "expected a date of the calendar"),
    ("2026.11.19", "¦?", "?", "expected a date of the calendar"),
    ("standard-4", "¦standard-9", "standard-9", "expected a rule set"),
    ("[Result \"0-1\"", "[Result \"¦0-2\"", "0-2", "expected one of 1-0, 0-1, 1/2-1/2, *"),
    ("\"resignation", "\"¦tired", "tired", "expected one of flock, passes, stuck, resignation, time,"),
    ("\"resignation", "\"¦flock", "flock", "expected resignation or time or forfeit or adjudication for 0-1"),
    (
        "\"resignation",
        "\"¦agreement",
        "agreement",
        "expected resignation or time or forfeit or adjudication for 0-1",
    ),
    ("[Result", "[FEN \"¦8 b 0 standard-4\"]\n[Result", "8 b 0 standard-4", "row g is too long"),
    (
        "[Result",
        "[FEN \"¦2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4\"]\n[Result",
        "2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4",
        "expected no tag FEN",
    ),
    (
        "[Result",
        "[FEN \"¦2/1o1b1/6/b2o/6/1o1b1/2 b 0 french-4\"]\n[Result",
        "2/1o1b1/6/b2o/6/1o1b1/2 b 0 french-4",
        "expected a position by the rules standard-4",
    ),
    (
        "[Result",
        "[FEN \"¦2/1o3/6/3o/6/1o3/2 b 0 standard-4\"]\n[Result",
        "2/1o3/6/3o/6/1o3/2 b 0 standard-4",
        "has no bird",
    ),
    // Moves.
    ("1. a3", "1. ¦a4", "a4", "no move: a sky of edge 4 has no such space"),
    ("1. a3", "1. ¦A3", "A3", "no move: expected a space in lower case, such as b2"),
    ("d5 2.", "¦a3 2.", "a3", "illegal move: …a3…[R6]"),
    ("a3-W1", "¦a3-W2", "a3-W2", "illegal move: …2…[R10]"),
    ("a3-W1", "¦pass", "pass", "illegal move: …[R13]"),
    ("a3-W1", "¦b2:c3-W1", "b2:c3-W1", "illegal move"),
    ("1. a3", "1. ¦0-1", "0-1", "no move"),
    ("1. a3 d5", "1. ¦a3\u{a0}d5", "a3\u{a0}d5", "no move"),
    ("a3-W1 0-1\n", "a3-W1¦", "", "expected a space or a line end"),
    ("a3-W1 0-1\n", "a3-W1 ¦", "", "expected"),
    ("a3-W1 0-1\n", "a3-W1 ¦0-1!\n", "0-1!", ""),
    ("a3-W1 0-1", "a3-W1 ¦1-0", "1-0", "expected 0-1, as the tag Result says"),
    ("a3-W1 0-1", "a3-W1 ¦*", "*", "expected 0-1, as the tag Result says"),
    ("a3-W1 0-1\n", "a3-W1 0-1\n¦3. a3\n", "3.", "expected nothing after the record"),
    // Comments.
    ("{Now a3 may fly home.}", "¦{}", "{}", "expected a text in the comment"),
    ("{Now a3 may fly home.}", "{Now¦\t}", "\t", "expected no control character in a comment"),
    ("{Now a3 may fly home.}", "{Now¦\0}", "\0", "expected no control character in a comment"),
    ("{Now a3 may fly home.}", "{Now¦\\a}", "\\a", "expected } or \\ after a \\"),
    ("{Now a3 may fly home.}", "{¦\\[Now}", "\\[", "expected } or \\ after a \\"),
    ("{Now a3 may fly home.}", "{Now}¦}", "}", "expected a space"),
    ("fly home.} e3 3. a3-W1 0-1\n", "fly¦", "", "expected } at the end of the comment"),
];

/// Changes to the example that are refused strictly and accepted leniently.
const FORGIVEN: &[(&str, &str, &str, &str)] = &[
    ("a3 d5", "a3 ¦(a2) d5", "(a2)", "expected a move or the result, and no variation"),
    ("a3 d5", "a3¦(a2) d5", "(a2)", "expected a move or the result, and no variation"),
    ("a3 d5", "a3 ¦(a2 {x ) (} (1... b2 $3) b3)d5", "(a2", "expected a move or the result, and no variation"),
    ("a3 d5", "a3 d5 ¦$1", "$1", "expected 2. and a move"),
    ("a3 d5", "¦a3?! d5$12!", "a3?!", "no move"),
    ("[Event", "¦\u{feff}[Event", "\u{feff}[Event", "expected a tag such as"),
    ("Thursday\"]", "Thursday\"]¦ \t", " ", "expected a line end"),
    ("Thursday\"]", "Thursday\"]¦\r", "\r", "expected a line end"),
    ("resignation\"]\n\n", "resignation\"]\n¦", "1.", "expected another tag, or an empty line and the moves"),
    ("resignation\"]\n\n", "resignation\"]\n\n¦\n", "\n", "expected 1. and a move, or the result"),
    ("resignation\"]\n\n", "resignation\"]\n¦\t\n", "\t", "expected another tag, or an empty line"),
    ("1. a3", "1. ¦ a3", " ", "expected a move or the result"),
    ("1. a3", "1. a3 ¦\n", "\n", "expected a move or the result"),
    ("1. a3 d5", "1. a3¦\td5", "\t", "expected a space or a line end"),
    ("1. a3 d5", "1. a3¦\r\nd5", "\r", "expected a space or a line end"),
    ("fly home", "fly¦\r\nhome", "\r", "expected no control character in a comment"),
    ("1. a3", "¦a3", "a3", "expected 1. and a move, or the result"),
    ("1. a3", "¦1.a3", "1.a3", "expected 1. and a move, or the result"),
    ("1. a3", "¦01. a3", "01.", "expected 1. and a move, or the result"),
    ("1. a3", "¦1... a3", "1...", "expected 1. and a move, or the result"),
    ("2. b5", "¦7. b5", "7.", "expected 2. and a move, or the result"),
    ("a3 d5", "a3 ¦1... d5", "1...", "no move"),
    ("a3 d5", "a3 ¦1...d5", "1...d5", "no move"),
    ("a3 may", "a3} ¦{may", "{may", "expected a move or the result, and no comment here"),
    ("a3 may", "a3}¦{may", "{may", "expected a space or a line end"),
    ("home.} e3", "home.}¦e3", "e3", "expected a space or a line end"),
    ("b5 {Now", "¦b5{Now", "b5{Now", "no move"),
];

#[test]
fn malformed_records_are_refused_at_their_place() {
    for &(from, to, quoted, problem) in REFUSED {
        for lenient in [false, true] {
            let error = refusal(from, to, lenient);
            assert!(problem.split('…').all(|part| error.problem.contains(part)), "{error}");
            assert_eq!(error.text, quoted, "{error}");
        }
    }
}

#[test]
fn some_malformed_records_are_accepted_leniently_only() {
    let plain = |text: &str| text.replace("fly\nhome", "fly home");
    for &(from, to, quoted, problem) in FORGIVEN {
        let error = refusal(from, to, false);
        assert!(error.problem.contains(problem), "{error}");
        assert_eq!(error.text, quoted, "{error}");
        let text = EXAMPLE.replacen(from, &to.replace('¦', ""), 1);
        let record = GameRecord::parse_lenient(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(plain(&record.to_string()), EXAMPLE, "{text}");
        let twice = format!("{text}\n{}", text.trim_start_matches('\u{feff}'));
        assert_eq!(stream(twice.as_bytes(), true, 1), [Ok(record.clone()), Ok(record)], "{twice}");
    }
}

#[test]
fn variations_are_counted_and_what_is_no_annotation_is_refused() {
    let text = EXAMPLE.replace("a3 d5", "a3 (a2 {)} (1... b2) b3) d5 (b1)");
    let mut records = GameRecords::lenient(text.as_bytes());
    assert!(records.next().is_some_and(|record| record.is_ok()));
    assert_eq!(records.variations(), 2);
    for (to, quoted, problem) in [
        ("a3 d5 ¦(b5 (a2) d5", "(", "the variation is not closed by )"),
        ("a3 d5 ¦$x", "$x", "expected a number after $"),
        ("a3 ¦) d5", ")", "expected a move or the result"),
    ] {
        let error = refusal("a3 d5", to, true);
        assert_eq!((error.problem.as_str(), error.text.as_str()), (problem, quoted));
    }
}

#[test]
fn files_that_were_joined_may_have_a_mark_in_between() {
    let read = stream(format!("\u{feff}{EXAMPLE}\n\u{feff}{EXAMPLE}\u{feff}{EXAMPLE}").as_bytes(), true, 1);
    assert_eq!(read, [Ok(parse(EXAMPLE)), Ok(parse(EXAMPLE)), Ok(parse(EXAMPLE))]);
}

#[test]
fn every_required_tag_must_be_present() {
    for line in EXAMPLE.lines().take(8) {
        let name = line.split([' ', '[']).nth(1).expect("a name");
        let text = EXAMPLE.replacen(&format!("{line}\n"), "", 1);
        let error = GameRecord::parse(&text).unwrap_err();
        assert_eq!((error.problem, error.line, error.column), (format!("expected a tag {name}"), 8, 1));
        let lenient = GameRecord::parse_lenient(&text);
        match name {
            "Rules" => assert_eq!(lenient.unwrap_err().problem, "expected a tag Rules"),
            "Termination" => assert_eq!(lenient.unwrap().termination(), Termination::Adjudication),
            _ => assert_eq!(lenient.unwrap().moves(), parse(EXAMPLE).moves()),
        }
    }
}

#[test]
fn the_lenient_reader_takes_missing_rules_from_the_position() {
    let text = "[FEN \"2/1o1b1/6/b2o/6/1o1b1/1o b 0 french-4\"]\n\n*\n";
    let record = GameRecord::parse_lenient(text).expect("a record");
    assert_eq!(record.start().rules(), start("french-4").rules());
    assert_eq!(GameRecord::parse(text).unwrap_err().problem, "expected a tag Event");
}

#[test]
fn the_error_for_a_move_has_the_place_and_the_position() {
    let error = refusal("e3 3.", "¦b3 3.", false);
    assert_eq!((error.ply, error.game), (Some(4), 1));
    let position = error.position.clone().expect("a position");
    let reached = ["a3", "d5", "b5"].iter().fold(start("standard-4"), |position, text| {
        position.play(position.parse_move(text).unwrap()).unwrap()
    });
    assert_eq!(*position, reached);
    assert!(std::error::Error::source(&error).is_some());
    assert_eq!((error.ruling(), InputError::offset(&error)), (Some("R6"), Some(187)));
    match error.cause.as_deref() {
        Some(RecordCause::Move { text, error: MoveError::Illegal(illegal) }) => {
            assert_eq!((&**text, illegal.fault.ruling()), ("b3", "R6"));
        }
        other => panic!("{other:?}"),
    }
    let shown = error.to_string();
    assert!(shown.starts_with("10:39: game 1, ply 4: illegal move: "), "{shown}");
    assert!(shown.ends_with(&format!(", found \"b3\", at offset 187, in {reached}")), "{shown}");
}

#[test]
fn the_rules_decide_which_of_two_results_is_wrong() {
    let text =
        "[Rules \"standard-4\"]\n[FEN \"2/1oo2/6/4/6/3b1/2 b 0 standard-4\"]\n[Result \"TAG\"]\n\nEND\n";
    for (tag, end, wrong, problem) in [
        ("1-0", "0-1", (5, 1), "expected 1-0, as the tag Result says"),
        ("0-1", "1-0", (3, 10), "the game ended with a win for orange, but the record has a win for blue"),
    ] {
        let error =
            GameRecord::parse_lenient(&text.replace("TAG", tag).replace("END", end)).expect_err("an error");
        assert_eq!((error.line, error.column), wrong, "{error}");
        assert_eq!(error.text, "0-1", "{error}");
        assert_eq!(error.problem, problem);
    }
}
