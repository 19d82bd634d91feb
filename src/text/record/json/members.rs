//! Typed access to the members of JSON objects.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use crate::position::Position;
use crate::rules::rule_set::Rules;
use crate::text::notation::FenError;
use crate::text::record::checks::check_tag;
use crate::text::record::error::{RecordCause, Refusal, shown};
use crate::text::record::json::{Kind, Value};

#[derive(Debug)]
pub(in crate::text::record) struct Members<'a> {
    value: Value<'a>,
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
    ) -> Result<Members<'a>, Refusal> {
        let mut members = Vec::new();
        for (key, member) in value.checked(Kind::Object, name)?.pairs() {
            let text = key.string().unwrap_or_default();
            if let Some(known) = known.filter(|known| !known.contains(&text.as_ref())) {
                let problem = format!("unknown member of {name}; expected one of {}", known.join(", "));
                return Err(Refusal::new(problem, key.span()));
            }
            members.push((text, member));
        }
        Ok(Members { value, name, members })
    }

    pub(in crate::text::record) fn iter(&self) -> impl Iterator<Item = (&Cow<'a, str>, Value<'a>)> {
        self.members.iter().map(|(key, value)| (key, *value))
    }

    pub(in crate::text::record) fn get(&self, key: &str) -> Option<Value<'a>> {
        self.members.iter().find(|(name, _)| name == key).map(|(_, value)| *value)
    }

    /// A member of any type, which must be there.
    pub(in crate::text::record) fn required(&self, key: &str) -> Result<Value<'a>, Refusal> {
        self.get(key).ok_or_else(|| self.refused(key, format!("{} must have the member {key}", self.name)))
    }

    /// A member that must be there, and of this type.
    pub(in crate::text::record) fn read(&self, kind: Kind, key: &str) -> Result<Value<'a>, Refusal> {
        self.required(key)?.checked(kind, key)
    }

    pub(in crate::text::record) fn optional(
        &self,
        kind: Kind,
        key: &str,
    ) -> Result<Option<Value<'a>>, Refusal> {
        self.get(key).map(|member| member.checked(kind, key)).transpose()
    }

    pub(in crate::text::record) fn text(
        &self,
        key: &str,
        is_required: bool,
    ) -> Result<Option<Cow<'a, str>>, Refusal> {
        let member =
            if is_required { Some(self.read(Kind::String, key)?) } else { self.optional(Kind::String, key)? };
        Ok(member.and_then(|member| member.string()))
    }

    /// The place of a member, or of the object if it is not there.
    pub(in crate::text::record) fn place(&self, key: &str) -> Range<usize> {
        self.get(key).map_or(self.value.missing(), |member| member.span())
    }

    /// The refusal of a member that is there, or of the object if it is not.
    pub(in crate::text::record) fn refused(&self, key: &str, problem: impl Into<String>) -> Refusal {
        Refusal::new(problem, self.place(key))
    }

    /// Reads an object of tags into others. `instead` says where the end of a game is. With `may_remove`, a tag that is null
    /// is removed.
    pub(in crate::text::record) fn read_tags(
        &self,
        into: &mut BTreeMap<String, String>,
        instead: &str,
        may_remove: bool,
    ) -> Result<(), Refusal> {
        let Some(tags) = self.get("tags") else { return Ok(()) };
        for (name, value) in Members::new(tags, "tags", None)?.iter() {
            if may_remove && value.kind() == Kind::Null {
                into.remove(name.as_ref());
                continue;
            }
            let text = value.checked(Kind::String, name)?.string().unwrap_or_default();
            match name.as_ref() {
                "Result" | "Termination" => {
                    Err(format!("the tag {name} is not permitted here; use {instead}"))
                }
                _ => check_tag(name, &text),
            }
            .map_err(|problem| Refusal::new(problem, value.span()))?;
            into.insert(name.to_string(), text.into_owned());
        }
        Ok(())
    }

    /// The position where a game begins, from a member that may have its text. Otherwise it is the start of the rules.
    pub(in crate::text::record) fn start(&self, rules: Rules, key: &str) -> Result<Position, Refusal> {
        let Some(text) = self.text(key, false)? else { return Ok(Position::new(rules)) };
        match text.parse::<Position>() {
            Ok(position) if position.rules() == rules => Ok(position),
            Ok(_) => {
                let problem =
                    format!("the rule set of the position is not {rules}, the rule set of the game");
                Err(self.refused(key, problem))
            }
            Err(error) => {
                let problem = match &error {
                    FenError::Notation(error) => format!("{error} of {}", shown(&text)),
                    error => error.to_string(),
                };
                let cause = RecordCause::Fen { text: text.as_ref().into(), error };
                Err(self.refused(key, problem).because(cause))
            }
        }
    }
}
