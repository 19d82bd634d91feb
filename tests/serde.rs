//! Values written and read with serde.

use std::fmt::Debug;

use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use volo_rules::{
    Color, Direction, Edge, EdgeMove, Ending, GameRecord, GameResult, Outcome, Passing, Policy, Position,
    Rules, Stuck, Termination,
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
        prop_assert_eq!(json(&position), format!("\"{position}\""));
        let edge = position.rules().edge();
        for &mv in &position.legal_moves() {
            is_read_back(&EdgeMove { mv, edge });
        }
    }
}

#[test]
fn all_other_values_are_read_back() {
    for edge in Edge::all() {
        is_read_back(&edge);
    }
    for rules in RULE_SETS {
        let rules: Rules = rules.parse().unwrap_or_else(|error| panic!("{error}"));
        is_read_back(&rules);
        assert_eq!(json(&rules), format!("\"{rules}\""));
    }
    for text in ["careful", "engine:400,opening=4,temperature=0.5"] {
        let policy: volo_rules::AnyPolicy = text.parse().unwrap_or_else(|error| panic!("{error}"));
        is_read_back(&policy);
        assert_eq!(json(&policy), format!("\"{text}\""));
    }
    Color::ALL.iter().for_each(is_read_back);
    Direction::ALL.iter().for_each(is_read_back);
    Ending::ALL.iter().for_each(is_read_back);
    GameResult::ALL.iter().for_each(is_read_back);
    Passing::ALL.iter().for_each(is_read_back);
    Policy::ALL.iter().for_each(is_read_back);
    Stuck::ALL.iter().for_each(is_read_back);
    Termination::ALL.iter().for_each(is_read_back);
    for winner in [None, Some(Color::Orange), Some(Color::Blue)] {
        for reason in Ending::ALL {
            is_read_back(&Outcome { winner, reason });
        }
    }
    let record = GameRecord::new(start("french-5"), [], [("Event".into(), "\"1\"".into())], []);
    is_read_back(&record.unwrap_or_else(|error| panic!("{error}")));
}

#[test]
fn values_have_these_forms() {
    assert_eq!(json(&Color::Blue), r#""blue""#);
    assert_eq!(json(&Edge::STANDARD), "7");
    assert_eq!(
        json(&Outcome { winner: None, reason: Ending::Passes }),
        r#"{"winner":null,"reason":"passes"}"#
    );
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
    are_refused::<EdgeMove>(&[
        r#""c5""#,
        r#"{"edge":7}"#,
        r#"{"edge":4,"move":"a1"}"#,
        r#"{"edge":9,"move":"c5"}"#,
        r#"{"edge":7,"move":"c5","more":1}"#,
    ]);
    are_refused::<Outcome>(&[r#"{"winner":"blue"}"#, r#"{"winner":"blue","reason":"checkmate"}"#]);
}
