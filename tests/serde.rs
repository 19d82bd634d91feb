//! Values written and read with serde.

use std::fmt::Debug;
use std::time::Duration;

use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use volo_rules::bitboard::Bitboard;
use volo_rules::engine::{Engine, EngineOptions, Info, Level, Limit, Request, Score};
use volo_rules::playouts::Policy;
use volo_rules::records::{GameRecord, GameResult, Termination};
use volo_rules::solver::Value;
use volo_rules::{
    ByColor, Color, Direction, Edge, EdgeMove, Ending, Game, Outcome, Passing, Position, Rules, Stuck,
    Symmetry,
};

use crate::common::{RULE_SETS, cases, positions, start};

fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| panic!("{error}"))
}

fn is_read_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let text = json(value);
    let read = serde_json::from_str::<T>(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(read, *value);
    // The strings of a `serde_json::Value` are owned, so this tests another path of the visitor.
    let read = serde_json::from_value::<T>(serde_json::to_value(value).expect("the value is serialized"));
    assert_eq!(read.ok().as_ref(), Some(value));
}

fn are_refused<T: DeserializeOwned>(texts: &[&str]) {
    for text in texts {
        assert!(serde_json::from_str::<T>(text).is_err(), "{text}");
    }
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn positions_and_moves_are_read_back(position in positions()) {
        is_read_back(&position);
        is_read_back(&position.vacant());
        prop_assert_eq!(json(&position), format!("\"{position}\""));
        let edge = position.rules().edge();
        for &mv in &position.legal_moves() {
            is_read_back(&EdgeMove { mv, edge });
        }
    }
}

#[test]
fn all_other_values_are_read_back() {
    for edge in Edge::ALL {
        is_read_back(&edge);
    }
    for rules in RULE_SETS {
        let rules: Rules = rules.parse().unwrap_or_else(|error| panic!("{error}"));
        is_read_back(&rules);
        assert_eq!(json(&rules), format!("\"{rules}\""));
    }
    for text in ["careful", "engine:400,opening=4,temperature=0.5"] {
        let policy: volo_rules::playouts::AnyPolicy = text.parse().unwrap_or_else(|error| panic!("{error}"));
        is_read_back(&policy);
        assert_eq!(json(&policy), format!("\"{text}\""));
    }
    Color::ALL.iter().for_each(is_read_back);
    Level::ALL.iter().for_each(is_read_back);
    Symmetry::ALL.iter().for_each(is_read_back);
    Value::ALL.iter().for_each(is_read_back);
    for score in [Score::DRAW, Score::win_in_plies(3), Score::loss_in_plies(1_000)] {
        is_read_back(&score);
        is_read_back(&ByColor::new(score, -score));
    }
    for expected in -99..100 {
        is_read_back(&Score::from_expected(f64::from(expected) / 100.0));
    }
    for limit in [
        Limit::NONE,
        Limit::time(Duration::from_millis(1_250)).with_depth(3),
        Limit::nodes(u64::MAX).with_depth(u32::MAX),
    ] {
        is_read_back(&limit);
    }
    Direction::ALL.iter().for_each(is_read_back);
    Ending::ALL.iter().for_each(is_read_back);
    GameResult::ALL.iter().for_each(is_read_back);
    Passing::ALL.iter().for_each(is_read_back);
    Policy::ALL.iter().for_each(is_read_back);
    Stuck::ALL.iter().for_each(is_read_back);
    Termination::ALL.iter().for_each(is_read_back);
    for winner in [None, Some(Color::Orange), Some(Color::Blue)] {
        for reason in Ending::ALL {
            is_read_back(&Outcome::new(winner, reason));
        }
    }
    let record = GameRecord::new(start("french-5"), [], [("Event".into(), "\"1\"".into())], []);
    is_read_back(&record.unwrap_or_else(|error| panic!("{error}")));
    let mut game = Game::new(start("french-5"));
    is_read_back(&game);
    for _ in 0..9 {
        game.play(game.position().legal_moves()[0]).unwrap_or_else(|error| panic!("{error}"));
    }
    is_read_back(&game);
    let over: Position = "2/1o3/2o2o/bboo/2bb2/1o3/2 b 0 standard-4".parse().expect("a position");
    let record = GameRecord::from(&Game::new(over));
    assert_eq!((record.result(), record.termination().name()), (GameResult::BlueWins, "flock"));
}

#[test]
fn values_have_these_forms() {
    let position = start("standard-4");
    assert_eq!(json(&position.birds(Color::Orange)), "[19,53,81]");
    assert_eq!(json(&Score::DRAW), r#"{"expected":0.0,"win":null,"loss":null}"#);
    assert_eq!(json(&-Score::win_in_plies(2)), r#"{"expected":-1.0,"win":null,"loss":2}"#);
    assert_eq!(json(&ByColor::new(1, 2)), r#"{"orange":1,"blue":2}"#);
    assert_eq!(json(&Limit::nodes(400)), r#"{"time":null,"nodes":400,"depth":null}"#);
    assert_eq!(serde_json::from_str(r#"{"time":0.5}"#).ok(), Some(Limit::time(Duration::from_millis(500))));
    assert_eq!((json(&Level::FULL), json(&Value::Win)), ("12".to_string(), r#""win""#.to_string()));
    let mut engine = Engine::new(EngineOptions::default().with_table_bytes(1 << 16)).expect("enough memory");
    let infos = engine.search(&Request::new(&position, Limit::depth(2)));
    is_read_back(&infos);
    assert!(json(&infos).starts_with(r#"[{"edge":4,"score":{"expected":"#), "{}", json(&infos));
    assert_eq!(json(&Color::Blue), r#""blue""#);
    assert_eq!(json(&Edge::STANDARD), "7");
    assert_eq!(json(&Outcome::new(None, Ending::Passes)), r#"{"winner":null,"reason":"passes"}"#);
    assert_eq!(json(&Termination::Rules(Ending::Flock)), r#""flock""#);
}

#[test]
fn other_forms_are_refused() {
    are_refused::<Position>(&[
        "7",
        "null",
        r#""""#,
        r#""5/1o4b1 o 0 standard""#,
        r#""2/5/6/4/6/5/2 o 0 standard-4""#,
    ]);
    are_refused::<Rules>(&["7", r#""chess""#]);
    are_refused::<Edge>(&["3", "9", "-1", "256", "4.5", r#""4""#]);
    are_refused::<Color>(&["0", r#""green""#]);
    are_refused::<Level>(&["0", "13", "256", r#""1""#]);
    are_refused::<Bitboard>(&["[0]", "[256]", "7", r#"["a3"]"#]);
    are_refused::<ByColor<u8>>(&["[1]", r#"{"orange":1}"#, r#"{"orange":1,"blue":2,"green":3}"#]);
    are_refused::<Limit>(&[r#"{"time":-1}"#, r#"{"time":1e300}"#, r#"{"nodes":-1}"#, r#"{"seconds":1}"#]);
    are_refused::<Score>(&[
        r#"{"expected":1.5,"win":null,"loss":null}"#,
        r#"{"expected":0,"win":1,"loss":1}"#,
        r#"{"win":1,"loss":null}"#,
    ]);
    are_refused::<Info>(&[
        r#"{"edge":4,"score":{"expected":0,"win":null,"loss":null},"pv":["a1"],"depth":1,"nodes":1,"time":0}"#,
    ]);
    are_refused::<EdgeMove>(&[
        r#""c5""#,
        r#"{"edge":7}"#,
        r#"{"edge":4,"move":"a1"}"#,
        r#"{"edge":9,"move":"c5"}"#,
        r#"{"edge":7,"move":"c5","more":1}"#,
    ]);
    are_refused::<Outcome>(&[r#"{"winner":"blue"}"#, r#"{"winner":"blue","reason":"checkmate"}"#]);
}
