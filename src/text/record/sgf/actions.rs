//! What the players did, from the nodes of a game.

use crate::text::record::error::{Refusal, shown};
use crate::text::record::sgf::header::comment_of;
use crate::text::record::sgf::syntax::{Node, Property, is_number};

/// The time that a player used in a game without clocks.
pub(super) const NO_TIME_USED: &str = "0:00:00";

/// The verbs, and the number of words after each.
const VERBS: [(&str, usize); 11] = [
    ("start", 1),
    ("dropb", 2),
    ("select", 2),
    ("slide", 6),
    ("pass", 0),
    ("done", 0),
    ("resign", 0),
    ("winontime", 0),
    ("pick", 1),
    ("pickb", 2),
    ("drop", 1),
];

#[derive(Clone, Debug)]
pub(super) struct Action<'a> {
    /// 0 for P0 and 1 for P1.
    pub(super) seat: usize,
    pub(super) verb: &'static str,
    /// The words after the verb, as many as it needs.
    pub(super) words: Vec<&'a str>,
    pub(super) property: &'a Property<'a>,
    /// The number of the node, from 1, and that of the action.
    node: usize,
    index: usize,
    pub(super) clock: Option<u64>,
    /// The comments of the node, and of the following nodes without an action.
    pub(super) comments: Vec<String>,
}

impl Action<'_> {
    /// What is wrong with this action.
    pub(super) fn refused(&self, problem: &str) -> Refusal {
        self.property.refused(format!("node {}, index {}: {problem}", self.node, self.index))
    }
}

#[derive(Debug, Default)]
pub(super) struct Actions<'a> {
    pub(super) all: Vec<Action<'a>>,
    pub(super) comments: Vec<String>,
    /// The time that P0 and P1 used in all.
    pub(super) times: [Option<&'a str>; 2],
}

impl<'a> Actions<'a> {
    /// Reads the nodes after the root. Leniently, an index need not be the number of the actions before it, and a lower
    /// index takes actions back.
    pub(super) fn read(nodes: &'a [Node<'a>], lenient: bool) -> Result<Actions<'a>, Refusal> {
        let mut actions = Actions::default();
        for (number, node) in (1..).zip(nodes) {
            let (mut has_action, mut clock, mut comments) = (false, None, Vec::new());
            for property in &node.properties {
                match property.name {
                    "P0" | "P1" => {
                        if let Some(action) = actions.read_player(property, number, lenient)? {
                            if has_action {
                                return Err(action.refused("a second action in a node"));
                            }
                            has_action = true;
                            actions.all.push(action);
                        }
                    }
                    "TM" => match read_clock(&property.value) {
                        None if !lenient => {
                            let problem = format!("node {number}: expected a time in milliseconds");
                            return Err(property.refused(problem));
                        }
                        None => {}
                        time => clock = time,
                    },
                    "C" => comments.extend(comment_of(property)),
                    _ => {}
                }
            }
            match actions.all.last_mut() {
                None => actions.comments.append(&mut comments),
                Some(last) => {
                    last.comments.append(&mut comments);
                    if has_action {
                        last.clock = clock;
                    }
                }
            }
        }
        Ok(actions)
    }

    /// Reads a property P0 or P1: an action, or the time that the player used.
    fn read_player(
        &mut self,
        property: &'a Property<'a>,
        node: usize,
        lenient: bool,
    ) -> Result<Option<Action<'a>>, Refusal> {
        let seat = usize::from(property.name == "P1");
        let mut words = property.value.split_whitespace().peekable();
        if words.next_if_eq(&"time").is_some() {
            let time = words.next().filter(|time| is_time(time) && words.peek().is_none());
            match (time, self.times.get_mut(seat)) {
                (Some(_), Some(place)) => *place = time,
                _ if lenient => {}
                _ => return Err(property.refused(format!("node {node}: expected time H:MM:SS"))),
            }
            return Ok(None);
        }
        if let Some(number) = words.next_if(|word| is_number(word, 9)) {
            let (number, count) = (number.parse().unwrap_or(usize::MAX), self.all.len());
            if number != count && !lenient {
                let problem = format!("the index is {number}, but {count} actions precede it");
                return Err(property.refused(format!("node {node}: {problem}")));
            }
            self.all.truncate(number);
        }
        let verb = words.next().map(str::to_ascii_lowercase);
        let mut action = Action {
            seat,
            verb: "",
            words: words.collect(),
            property,
            node,
            index: self.all.len(),
            clock: None,
            comments: Vec::new(),
        };
        let Some(verb) = verb else { return Err(action.refused("expected a verb")) };
        let Some(&(verb, number)) = VERBS.iter().find(|(known, _)| *known == verb) else {
            let known = VERBS.map(|(known, _)| known).join(", ");
            let problem = format!("unknown verb {}; expected one of {known}", shown(&verb));
            return Err(action.refused(&problem));
        };
        action.verb = verb;
        if action.words.len() != number {
            let problem = format!("{verb} must be followed by {number} words, not {}", action.words.len());
            return Err(action.refused(&problem));
        }
        Ok(Some(action))
    }
}

/// Whether a text is a time such as `0:10:01`.
pub(super) fn is_time(text: &str) -> bool {
    let mut fields = text.split(':');
    let mut field = |shortest, longest| {
        fields.next().is_some_and(|text| text.len() >= shortest && is_number(text, longest))
    };
    field(1, 9) && field(2, 2) && field(2, 2) && fields.next().is_none()
}

fn read_clock(text: &str) -> Option<u64> {
    let digits = text.trim_matches([' ', '\t', '\n']);
    if is_number(digits, 15) { digits.parse().ok() } else { None }
}
