//! Numbers that programs keep: keys and words of positions, codes and actions of moves. They never change.

use std::collections::BTreeMap;

use serde::Deserialize;
use volo_rules::bindings::trusted_position;
use volo_rules::learning::ActionSpace;
use volo_rules::{Move, Position};

use crate::common::{position, read_jsonl};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Promise {
    fen: String,
    /// Each number is written with hexadecimal digits.
    zobrist: String,
    words: [String; 9],
    /// The code of a move and the numbers of its actions.
    moves: BTreeMap<String, Vec<u32>>,
    why: String,
}

#[test]
fn positions_and_moves_have_the_promised_numbers() {
    let promises: Vec<Promise> = read_jsonl("promises.jsonl");
    assert_eq!(promises.len(), 17);
    for Promise { fen, zobrist, words, moves, why } in promises {
        let position = position(&fen);
        assert_eq!(format!("{:016x}", position.zobrist()), zobrist, "{why}");
        assert_eq!(position.words().map(|word| format!("{word:x}")), words, "{why}");
        let again =
            [Position::from_words(position.words()), trusted_position(position.words(), position.zobrist())];
        assert_eq!(again, [Some(position); 2], "{why}");
        let edge = position.rules().edge();
        for (text, numbers) in moves {
            let mv = Move::parse(&text, edge.sky()).expect("a move");
            let (first, second) = ActionSpace::new(edge).of(mv).expect("a move with actions");
            let actions = [Some(first), second].into_iter().flatten().map(u32::from);
            assert_eq!([mv.code(edge)].into_iter().chain(actions).collect::<Vec<u32>>(), numbers, "{text}");
            assert_eq!(Move::from_code(numbers[0]), Some((mv, edge)));
        }
    }
}
