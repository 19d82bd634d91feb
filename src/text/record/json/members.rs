//! Typed access to the members of JSON objects.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;

use crate::position::Position;
use crate::rules::rule_set::Rules;
use crate::text::notation::FenError;
use crate::text::record::checks::check_tag;
use crate::text::record::error::{RecordCause, Refusal, shown};
use crate::text::record::json::{Kind, Value};

/// The greatest number of errors about one game.
const MOST: usize = 100;

/// The first 100 refusals of one game.
#[derive(Debug, Default)]
pub(in crate::text::record) struct Refusals(RefCell<Vec<Refusal>>);

impl Refusals {
    /// Adds a refusal, unless there are a hundred already.
    pub(in crate::text::record) fn add(&self, refusal: Refusal) {
        let mut refusals = self.0.borrow_mut();
        if refusals.len() < MOST {
            refusals.push(refusal);
        }
    }

    pub(in crate::text::record) fn is_empty(&self) -> bool {
        self.0.borrow().is_empty()
    }

    /// The refusals as an error, if there are any.
    pub(in crate::text::record) fn none(&self) -> Result<(), Vec<Refusal>> {
        if self.is_empty() { Ok(()) } else { Err(self.0.take()) }
    }

    /// The value, if it has this type. A number may be an integer.
    pub(in crate::text::record) fn checked<'a>(
        &self,
        value: Value<'a>,
        kind: Kind,
        name: &str,
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
        self.add(Refusal::new(format!("{name} must be {expected}"), value.span()));
        None
    }
}

/// The members of an object. A missing or mistyped member is refused, and read as `None`.
#[derive(Debug)]
pub(in crate::text::record) struct Members<'a> {
    value: Value<'a>,
    is_object: bool,
    name: &'static str,
    members: Vec<(Cow<'a, str>, Value<'a>)>,
    pub(in crate::text::record) refusals: &'a Refusals,
}

impl<'a> Members<'a> {
    /// The members of a value, which is called `name` in errors. Only the members in `known` are permitted; by default
    /// any are.
    pub(in crate::text::record) fn new(
        value: Value<'a>,
        name: &'static str,
        known: Option<&[&str]>,
        refusals: &'a Refusals,
    ) -> Members<'a> {
        let is_object = refusals.checked(value, Kind::Object, name).is_some();
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
        Members { value, is_object, name, members, refusals }
    }

    pub(in crate::text::record) fn iter(&self) -> impl Iterator<Item = (&Cow<'a, str>, Value<'a>)> {
        self.members.iter().map(|(key, value)| (key, *value))
    }

    pub(in crate::text::record) fn get(&self, key: &str) -> Option<Value<'a>> {
        self.members.iter().find(|(name, _)| name == key).map(|(_, value)| *value)
    }

    /// A member of any type, which must be there.
    pub(in crate::text::record) fn required(&self, key: &str) -> Option<Value<'a>> {
        let member = self.get(key);
        if member.is_none() && self.is_object {
            self.refuse(key, format!("{} must have the member {key}", self.name));
        }
        member
    }

    pub(in crate::text::record) fn read(
        &self,
        kind: Kind,
        key: &str,
        is_required: bool,
    ) -> Option<Value<'a>> {
        let member = if is_required { self.required(key) } else { self.get(key) };
        self.refusals.checked(member?, kind, key)
    }

    /// A member that is a string.
    pub(in crate::text::record) fn text(&self, key: &str, is_required: bool) -> Option<Cow<'a, str>> {
        self.read(Kind::String, key, is_required)?.string()
    }

    /// The items of a member that is an array.
    pub(in crate::text::record) fn items(
        &self,
        key: &str,
        is_required: bool,
    ) -> impl Iterator<Item = Value<'a>> + use<'a> {
        self.read(Kind::Array, key, is_required).into_iter().flat_map(|array| array.items())
    }

    /// The place of a member, or of the object if it is not there.
    pub(in crate::text::record) fn place(&self, key: &str) -> Range<usize> {
        self.get(key).map_or(self.value.missing(), |member| member.span())
    }

    /// Refuses a member that is there, or the object if it is not.
    pub(in crate::text::record) fn refuse(&self, key: &str, problem: impl Into<String>) {
        self.refusals.add(Refusal::new(problem, self.place(key)));
    }

    /// Reads an object of tags into others. `instead` says where the end of a game is. With `may_remove`, a tag that is null
    /// is removed.
    pub(in crate::text::record) fn read_tags(
        &self,
        into: &mut BTreeMap<String, String>,
        instead: &str,
        may_remove: bool,
    ) {
        let Some(tags) = self.get("tags") else { return };
        for (name, value) in Members::new(tags, "tags", None, self.refusals).iter() {
            if may_remove && value.kind() == Kind::Null {
                into.remove(name.as_ref());
                continue;
            }
            let text = self.refusals.checked(value, Kind::String, name).and_then(|value| value.string());
            let Some(text) = text else { continue };
            let checked = match name.as_ref() {
                "Result" | "Termination" => {
                    Err(format!("the tag {name} is not permitted here; use {instead}"))
                }
                _ => check_tag(name, &text),
            };
            if let Err(problem) = checked {
                self.refusals.add(Refusal::new(problem, value.span()));
            }
            into.insert(name.to_string(), text.into_owned());
        }
    }

    /// The position where a game begins, from a member that may have its text. Otherwise it is the start of the rules.
    pub(in crate::text::record) fn start(&self, rules: Rules, key: &str) -> Position {
        let otherwise = Position::new(rules);
        let Some(text) = self.text(key, false) else { return otherwise };
        match text.parse::<Position>() {
            Ok(position) if position.rules() == rules => return position,
            Ok(_) => {
                let problem =
                    format!("the rule set of the position is not {rules}, the rule set of the game");
                self.refuse(key, problem);
            }
            Err(error) => {
                let problem = match &error {
                    FenError::Notation(error) => format!("{error} of {}", shown(&text)),
                    error => error.to_string(),
                };
                let cause = RecordCause::Fen { text: text.as_ref().into(), error };
                self.refusals.add(Refusal::new(problem, self.place(key)).because(cause));
            }
        }
        otherwise
    }
}
