//! Typed access to the members of JSON objects.

use std::borrow::Cow;

use crate::position::Position;
use crate::rules::rule_set::Rules;
use crate::text::notation::FenError;
use crate::text::record::error::{RecordCause, Refusal, shown};
use crate::text::record::json::{Kind, Value};

/// The greatest number of errors about one game.
const MOST: usize = 100;

/// The first 100 refusals of one game.
#[derive(Debug, Default)]
pub(in crate::text::record) struct Refusals(Vec<Refusal>);

impl Refusals {
    /// Adds a refusal, unless there are a hundred already.
    pub(in crate::text::record) fn add(&mut self, refusal: Refusal) {
        if self.0.len() < MOST {
            self.0.push(refusal);
        }
    }

    pub(in crate::text::record) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The refusals as an error, if there are any.
    ///
    /// # Errors
    /// If there are.
    pub(in crate::text::record) fn none(&mut self) -> Result<(), Vec<Refusal>> {
        if self.0.is_empty() { Ok(()) } else { Err(std::mem::take(&mut self.0)) }
    }
}

/// The members of an object. A missing or mistyped member is refused, and read as `None`.
#[derive(Debug)]
pub(in crate::text::record) struct Members<'a> {
    value: Value<'a>,
    is_object: bool,
    name: &'static str,
    members: Vec<(Cow<'a, str>, Value<'a>)>,
}

impl<'a> Members<'a> {
    /// The members of a value, which is called `name` in errors. Only the members in `known` are permitted; by default
    /// any are.
    pub(in crate::text::record) fn new(
        value: Value<'a>,
        name: &'static str,
        known: Option<&[&str]>,
        refusals: &mut Refusals,
    ) -> Members<'a> {
        let is_object = checked(value, Kind::Object, name, refusals).is_some();
        let mut members = Vec::new();
        for (key, member) in value.pairs() {
            let text = key.string().unwrap_or_default();
            if let Some(known) = known
                && !known.contains(&text.as_ref())
            {
                let expected = known.join(", ");
                let problem = format!("unknown member of {name}; expected one of {expected}");
                refusals.add(Refusal::new(problem, key.span()));
            }
            members.push((text, member));
        }
        Members { value, is_object, name, members }
    }

    /// The members, in order.
    pub(in crate::text::record) fn iter(&self) -> impl Iterator<Item = (&Cow<'a, str>, Value<'a>)> {
        self.members.iter().map(|(key, value)| (key, *value))
    }

    /// A member of any type.
    pub(in crate::text::record) fn get(&self, key: &str) -> Option<Value<'a>> {
        self.members.iter().find(|(name, _)| name == key).map(|(_, value)| *value)
    }

    /// A member of any type, which must be there.
    pub(in crate::text::record) fn required(&self, key: &str, refusals: &mut Refusals) -> Option<Value<'a>> {
        let member = self.get(key);
        if member.is_none() && self.is_object {
            refusals
                .add(Refusal::new(format!("{} must have the member {key}", self.name), self.value.missing()));
        }
        member
    }

    /// A member of this type.
    pub(in crate::text::record) fn read(
        &self,
        kind: Kind,
        key: &str,
        is_required: bool,
        refusals: &mut Refusals,
    ) -> Option<Value<'a>> {
        let member = if is_required { self.required(key, refusals) } else { self.get(key) };
        checked(member?, kind, key, refusals)
    }

    /// A member that is a string.
    pub(in crate::text::record) fn text(
        &self,
        key: &str,
        is_required: bool,
        refusals: &mut Refusals,
    ) -> Option<Cow<'a, str>> {
        self.read(Kind::String, key, is_required, refusals)?.string()
    }

    /// Refuses a member that is there, or the object if it is not.
    pub(in crate::text::record) fn refuse(&self, key: &str, problem: impl Into<String>) -> Refusal {
        Refusal::new(problem, self.get(key).map_or(self.value.missing(), |member| member.span()))
    }
}

/// The value, if it has this type. A number may be an integer.
pub(in crate::text::record) fn checked<'a>(
    value: Value<'a>,
    kind: Kind,
    name: &str,
    refusals: &mut Refusals,
) -> Option<Value<'a>> {
    let found = value.kind();
    if found == kind || kind == Kind::Number && found == Kind::Integer {
        return Some(value);
    }
    let expected = match kind {
        Kind::Null => "null",
        Kind::Boolean => "a boolean",
        Kind::Number => "a number",
        Kind::Integer => "an integer",
        Kind::String => "a string",
        Kind::Array => "an array",
        Kind::Object => "an object",
    };
    refusals.add(Refusal::new(format!("{name} must be {expected}"), value.span()));
    None
}

/// The position where a game begins, from a member that may have its text. Otherwise it is the start of the rules.
pub(in crate::text::record) fn start(
    rules: Rules,
    members: &Members<'_>,
    key: &str,
    refusals: &mut Refusals,
) -> Position {
    let otherwise = Position::new(rules);
    let Some(text) = members.text(key, false, refusals) else { return otherwise };
    match text.parse::<Position>() {
        Ok(position) if position.rules() == rules => return position,
        Ok(_) => {
            let problem = format!("the rule set of the position is not {rules}, the rule set of the game");
            refusals.add(members.refuse(key, problem));
        }
        Err(error) => {
            let problem = match &error {
                FenError::Notation(error) => format!("{error} of {}", shown(&text)),
                error => error.to_string(),
            };
            let cause = RecordCause::Fen { text: text.as_ref().into(), error };
            refusals.add(members.refuse(key, problem).because(cause));
        }
    }
    otherwise
}
