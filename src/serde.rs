//! Implementations of the traits of [serde](::serde), with the feature `serde`.
//!
//! A value with a text form is serialized as the string that `to_string` writes and [`str::parse`] reads. These
//! types are [`Position`], [`Rules`], [`GameRecord`], [`Direction`], [`Ending`], [`GameResult`], [`Passing`],
//! [`Policy`], [`Strategy`], [`Stuck`] and [`Termination`]. A [`Color`] is `"orange"` or `"blue"`. An [`Edge`] is its
//! length. An [`Outcome`] has the fields `winner` and `reason`.
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

use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::geometry::color::Color;
use crate::geometry::sky::Edge;
use crate::geometry::space::Direction;
use crate::position::Position;
use crate::position::policy::Policy;
use crate::rules::moves::{EdgeMove, Move};
use crate::rules::outcome::{Ending, Outcome};
use crate::rules::rule_set::{Passing, Rules, Stuck};
#[cfg(feature = "engine")]
use crate::simulate::player::Strategy;
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
}

#[cfg(feature = "records")]
as_text! {
    GameRecord: "the text of a game record";
    GameResult: "the name of a result";
    Termination: "the name of a termination";
}

#[cfg(feature = "engine")]
as_text! {
    Strategy: "the text of a policy";
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

impl Serialize for Edge {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.length())
    }
}

impl<'de> Deserialize<'de> for Edge {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Edge, D::Error> {
        let length = u8::deserialize(deserializer)?;
        let unexpected = || Error::invalid_value(Unexpected::Unsigned(length.into()), &"an edge from 4 to 8");
        Edge::new(length).ok_or_else(unexpected)
    }
}

/// The fields of an [`Outcome`].
#[derive(Serialize, Deserialize)]
#[serde(rename = "Outcome", deny_unknown_fields)]
struct OutcomeFields {
    winner: Option<Color>,
    reason: Ending,
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        OutcomeFields { winner: self.winner, reason: self.reason }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Outcome {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Outcome, D::Error> {
        let OutcomeFields { winner, reason } = OutcomeFields::deserialize(deserializer)?;
        Ok(Outcome { winner, reason })
    }
}

/// The fields of an [`EdgeMove`].
#[derive(Serialize, Deserialize)]
#[serde(rename = "EdgeMove", deny_unknown_fields)]
struct EdgeMoveFields {
    edge: Edge,
    #[serde(rename = "move")]
    text: String,
}

impl Serialize for EdgeMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        EdgeMoveFields { edge: self.edge, text: self.to_string() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for EdgeMove {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<EdgeMove, D::Error> {
        let EdgeMoveFields { edge, text } = EdgeMoveFields::deserialize(deserializer)?;
        let mv = Move::parse(&text, edge.sky()).map_err(Error::custom)?;
        Ok(EdgeMove { mv, edge })
    }
}
