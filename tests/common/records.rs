//! Shared code for tests of game records.

use std::io::BufReader;

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use volo_rules::records::{GameRecord, GameRecords};
use volo_rules::{Move, Position};

use super::{choices, play, random_playout, recorded_moves, start, starts};
use crate::properties::record::{Read, read};

pub(crate) const EXAMPLE: &str = r#"[Event "Thursday"]
[Site "Graz"]
[Date "2026.11.19"]
[Orange "Anna"]
[Blue "Boris"]
[Rules "standard-4"]
[Result "0-1"]
[Termination "resignation"]

1. a3 d5 2. b5 {Now a3 may fly home.} e3 3. a3-W1 0-1
"#;

pub(crate) const LIMIT: usize = 16 * 1024 * 1024;

pub(crate) fn parse(text: &str) -> GameRecord {
    GameRecord::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

pub(crate) fn stream(bytes: &[u8], lenient: bool, buffer: usize) -> Read {
    let input = BufReader::with_capacity(buffer, bytes);
    read(if lenient { GameRecords::lenient(input) } else { GameRecords::new(input) })
}

pub(crate) fn owned<const N: usize>(tags: [(&str, &str); N]) -> Vec<(String, String)> {
    tags.map(|(name, value)| (name.to_string(), value.to_string())).to_vec()
}

pub(crate) fn moves_of(start: Position, seed: u64) -> Vec<Move> {
    recorded_moves(&random_playout(start, seed)).remove(0)
}

pub(crate) fn some_records() -> Vec<GameRecord> {
    let record = |(seed, rules)| {
        let start = start(rules);
        let comments =
            [(0, format!("Game {seed}\n\n  [ is {{ no }} tag \\\n[nor this")), (3, "?".to_string())];
        GameRecord::new(start, moves_of(start, seed), owned([("Orange", "Änna \"A\" \\")]), comments)
            .expect("a valid record")
    };
    (0..).zip(["standard-4", "french-4", "abstract-play-5", "standard"]).map(record).collect()
}

pub(crate) fn file(records: &[GameRecord]) -> String {
    records.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// Any text. Characters with a meaning in records are more frequent than others.
pub(crate) fn texts(line_ends: bool) -> impl Strategy<Value = String> {
    let special =
        prop::sample::select(vec!['[', ']', '{', '}', '\\', '"', ' ', '*', '\n', '1', '.', '\u{202e}']);
    let character = prop_oneof![special, any::<char>()];
    let fits = move |c: &char| !c.is_control() || line_ends && *c == '\n';
    vec(character.prop_filter("no control characters", fits), 0..40)
        .prop_map(|text| text.into_iter().collect())
}

/// Records of games with any start position and any end.
pub(crate) fn records() -> impl Strategy<Value = GameRecord> {
    let tags = btree_map("[A-Za-z][A-Za-z0-9_]{0,9}", texts(false), 0..4);
    let names = (texts(false), texts(false));
    let comments =
        btree_map(0..60_usize, texts(true).prop_filter("not empty", |text| !text.is_empty()), 0..9);
    (starts(), choices(), 0..9_usize, tags, names, comments, 0..4_usize).prop_map(
        |(start, choices, skipped, mut tags, (orange, event), mut comments, ending)| {
            let game = play(start, &choices);
            let first = skipped.min(game.len() - 1);
            let moves = game[first..].windows(2).map(|pair| {
                let moves = pair[0].legal_moves();
                *moves.iter().find(|&&mv| pair[0].play(mv) == Ok(pair[1])).expect("a move of the game")
            });
            let moves: Vec<Move> = moves.collect();
            tags.retain(|name, _| {
                !["Rules", "FEN", "Result", "Termination", "Date"].contains(&name.as_str())
            });
            tags.extend([("Orange".to_string(), orange), ("Event".to_string(), event)]);
            comments.retain(|&ply, _| ply <= moves.len());
            let ending: &[(&str, &str)] = match ending {
                _ if game[game.len() - 1].outcome().is_some() => &[],
                0 => &[("Result", "1-0"), ("Termination", "time")],
                1 => &[("Result", "1/2-1/2"), ("Termination", "agreement")],
                2 => &[("Termination", "abandoned")],
                _ => &[],
            };
            tags.extend(ending.iter().map(|(name, value)| (name.to_string(), value.to_string())));
            GameRecord::new(game[first], moves, tags, comments).expect("a valid record")
        },
    )
}
