//! Implementations of the traits of [serde](::serde), with the feature `serde`.
//!
//! A value with a text form is serialized as the string that `to_string` writes and [`str::parse`] reads. These
//! types are [`Position`], [`Rules`], [`GameRecord`], [`Direction`], [`Ending`], [`GameResult`], [`Passing`],
//! [`Policy`], [`AnyPolicy`], [`EnginePolicy`], [`Stuck`], [`Symmetry`], [`Termination`] and [`Value`]. A [`Color`] is
//! `"orange"` or `"blue"`, and a [`Game`] the text of its record. An [`Edge`] is its length, and a [`Level`] its number. A
//! [`Bitboard`] is the list of the indices of its spaces.
//!
//! Other values have fields: an [`Outcome`](crate::Outcome) `winner` and `reason`, a [`ByColor`] `orange` and `blue`, a
//! [`Limit`] `time` in seconds, `nodes` and `depth`, a [`Score`] `expected`, `win` and `loss` (an estimate that is nearly 1
//! or −1 can be read as a slightly different one), and an [`Info`] `edge`, `score`, `pv`, `depth`, `nodes` and `time`.
//!
//! The text of a [`Move`](crate::Move) depends on the sky, so a move is serialized as an [`EdgeMove`], which also
//! has the edge of the sky. For a list of moves, the [codes](crate::Move::code) are more compact.
//!
//! ```
//! use volo_rules::{EdgeMove, Move, Outcome, Position};
//!
//! let position = Position::new("standard-4".parse()?);
//! let text = serde_json::to_string(&position)?;
//! assert_eq!(text, r#""2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4""#);
//! assert_eq!(serde_json::from_str::<Position>(&text)?, position);
//! assert!(serde_json::from_str::<Position>(r#""2/1o1b1 o 0 standard-4""#).is_err());
//!
//! let mv = EdgeMove { mv: position.parse_move("b5")?, edge: position.rules().edge() };
//! assert_eq!(serde_json::to_string(&mv)?, r#"{"edge":4,"move":"b5"}"#);
//!
//! let outcome: Outcome = serde_json::from_str(r#"{"winner":"blue","reason":"flock"}"#)?;
//! assert_eq!(outcome.to_string(), "Blue wins: all birds in one flock");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Display};
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::game::Game;
use crate::geometry::bitboard::Bitboard;
use crate::geometry::color::{ByColor, Color};
use crate::geometry::sky::Edge;
use crate::geometry::space::{Direction, Space};
use crate::geometry::symmetry::Symmetry;
use crate::position::Position;
use crate::position::policy::Policy;
use crate::rules::moves::{EdgeMove, Move};
use crate::rules::outcome::Ending;
use crate::rules::rule_set::{Passing, Rules, Stuck};
#[cfg(all(doc, feature = "engine"))]
use crate::search::{Info, Level, Limit, Score};
#[cfg(feature = "engine")]
use crate::simulate::player::{AnyPolicy, EnginePolicy};
#[cfg(feature = "solver")]
use crate::solve::Value;
#[cfg(feature = "records")]
use crate::text::record::{GameRecord, GameResult, Termination};

/// Deserializes a string with [`FromStr`]. The first field describes the expected string.
struct ParseVisitor<T>(&'static str, PhantomData<T>);

impl<T: FromStr<Err: Display>> Visitor<'_> for ParseVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

/// Implements the traits for types with a text form that `to_string` writes and [`str::parse`] reads.
macro_rules! as_text {
    ($($type:ident: $expected:literal;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                deserializer.deserialize_str(ParseVisitor($expected, PhantomData))
            }
        }
    )*};
}

as_text! {
    Direction: "the name of a direction";
    Ending: "the name of an ending";
    Passing: "the name of a pass rule";
    Policy: "the name of a policy";
    Position: "the text of a position";
    Rules: "the text of a rule set";
    Stuck: "the name of an end rule";
    Symmetry: "the name of a symmetry";
}

#[cfg(feature = "records")]
as_text! {
    GameRecord: "the text of a game record";
    GameResult: "the name of a result";
    Termination: "the name of a termination";
}

#[cfg(feature = "engine")]
as_text! {
    AnyPolicy: "the text of a policy";
    EnginePolicy: "the text of a policy";
}

#[cfg(feature = "solver")]
as_text! {
    Value: "the name of a value";
}

impl Serialize for Color {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Color, D::Error> {
        deserializer.deserialize_str(ParseVisitor("orange or blue", PhantomData))
    }
}

/// Implements the traits for types that are written as a value of another type, by two functions.
macro_rules! written_as {
    ($($type:ident as $Form:ty: $write:expr, $read:expr;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let write: fn(&$type) -> $Form = $write;
                write(self).serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let read: fn($Form) -> Result<$type, D::Error> = $read;
                read(<$Form>::deserialize(deserializer)?)
            }
        }
    )*};
}

written_as! {
    Edge as u8:
        |edge| edge.length(),
        |length| Edge::new(length).ok_or_else(|| invalid(length, "an edge from 4 to 8"));
    Bitboard as Vec<u8>:
        |set| set.by_index().map(Space::index).collect(),
        |indices| {
            let space = |index| Space::from_index(index).ok_or_else(|| invalid(index, "the index of a space, 1 to 255"));
            indices.into_iter().map(space).collect()
        };
    EdgeMove as EdgeMoveFields:
        |mv| EdgeMoveFields { edge: mv.edge, text: mv.to_string() },
        |EdgeMoveFields { edge, text }| {
            let mv = Move::parse(&text, edge.sky()).map_err(Error::custom)?;
            Ok(EdgeMove { mv, edge })
        };
}

#[cfg(feature = "records")]
written_as! {
    Game as GameRecord: |game| game.into(), |record| Ok((&record).into());
}

/// The error for a number that is not one of the expected ones.
fn invalid<E: Error>(number: u8, expected: &str) -> E {
    E::invalid_value(Unexpected::Unsigned(number.into()), &expected)
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "ByColor", deny_unknown_fields)]
struct ByColorFields<T> {
    orange: T,
    blue: T,
}

impl<T: Serialize> Serialize for ByColor<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ByColorFields { orange: &self[Color::Orange], blue: &self[Color::Blue] }.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ByColor<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ByColor<T>, D::Error> {
        let ByColorFields { orange, blue } = ByColorFields::deserialize(deserializer)?;
        Ok(ByColor::new(orange, blue))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "EdgeMove", deny_unknown_fields)]
struct EdgeMoveFields {
    edge: Edge,
    #[serde(rename = "move")]
    text: String,
}

#[cfg(feature = "engine")]
mod engine {
    use core::time::Duration;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::geometry::sky::Edge;
    use crate::rules::moves::Move;
    use crate::search::{Info, Level, Limit, Score};
    use crate::serde::invalid;

    written_as! {
        Level as u8:
            |level| level.number(),
            |number| {
                let levels = format!("a level from {} to {}", Level::BEGINNER, Level::FULL);
                Level::new(number).ok_or_else(|| invalid(number, &levels))
            };
        Score as ScoreFields:
            |score| ScoreFields { expected: score.expected(), win: score.win_in(), loss: score.loss_in() },
            |fields| match fields {
                ScoreFields { win: Some(plies), loss: None, .. } => Ok(Score::win_in_plies(plies)),
                ScoreFields { win: None, loss: Some(plies), .. } => Ok(Score::loss_in_plies(plies)),
                ScoreFields { expected, win: None, loss: None } if expected.abs() <= 1.0 => {
                    Ok(Score::from_expected(expected))
                }
                _ => Err(Error::custom("expected a win, a loss, or an expected result from -1 to 1")),
            };
        Limit as LimitFields:
            |limit| LimitFields {
                time: limit.time.map(|time| time.as_secs_f64()),
                nodes: limit.nodes,
                depth: limit.depth,
            },
            |LimitFields { time, nodes, depth }| {
                Ok(Limit { time: time.map(seconds).transpose()?, nodes, depth })
            };
        Info as InfoFields:
            |info| {
                let Info { edge, score, ref pv, depth, nodes, time } = *info;
                let pv = pv.iter().map(|mv| mv.display(edge.sky()).to_string()).collect();
                InfoFields { edge, score, pv, depth, nodes, time: time.as_secs_f64() }
            },
            |InfoFields { edge, score, pv, depth, nodes, time }| {
                let pv = pv.iter().map(|text| Move::parse(text, edge.sky()).map_err(Error::custom));
                Ok(Info { edge, score, pv: pv.collect::<Result<_, D::Error>>()?, depth, nodes, time: seconds(time)? })
            };
    }

    #[derive(Serialize, Deserialize)]
    #[serde(rename = "Score", deny_unknown_fields)]
    struct ScoreFields {
        expected: f64,
        win: Option<u16>,
        loss: Option<u16>,
    }

    #[derive(Default, Serialize, Deserialize)]
    #[serde(rename = "Limit", default, deny_unknown_fields)]
    struct LimitFields {
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
    }

    #[derive(Serialize, Deserialize)]
    #[serde(rename = "Info", deny_unknown_fields)]
    struct InfoFields {
        edge: Edge,
        score: Score,
        pv: Vec<String>,
        depth: u32,
        nodes: u64,
        time: f64,
    }

    fn seconds<E: Error>(seconds: f64) -> Result<Duration, E> {
        Duration::try_from_secs_f64(seconds).map_err(E::custom)
    }
}
