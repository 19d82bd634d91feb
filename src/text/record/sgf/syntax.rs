//! The syntax of SGF.

use std::borrow::Cow;
use std::ops::Range;

use crate::text::record::error::Refusal;

/// The largest number of nodes and properties of a game. Each of them takes many times the memory of its text.
const MOST: usize = 200_000;

/// A property of a node with one value. `NAME[a][b]` is two properties.
#[derive(Debug)]
pub(super) struct Property<'a> {
    pub(super) name: &'a str,
    /// The value without escapes. Line ends are LF.
    pub(super) value: Cow<'a, str>,
    /// The value and its brackets in the text.
    pub(super) at: Range<usize>,
}

impl Property<'_> {
    pub(super) fn refused(&self, problem: impl Into<String>) -> Refusal {
        Refusal::new(problem, self.at.clone())
    }
}

#[derive(Debug)]
pub(super) struct Node<'a> {
    /// Where the node begins in the text.
    pub(super) start: usize,
    pub(super) properties: Vec<Property<'a>>,
}

#[derive(Debug)]
pub(super) struct ParsedGame<'a> {
    pub(super) nodes: Vec<Node<'a>>,
    /// Where the text after the game begins.
    pub(super) end: usize,
}

#[derive(Debug)]
pub(super) struct NotSgf {
    pub(super) refusal: Refusal,
    /// Where the next game in the text begins.
    pub(super) resume: Option<usize>,
}

/// Parses the game at the beginning of a text. Leniently, bytes that are not UTF-8 are read as Latin-1.
pub(super) fn parse(text: &[u8], lenient: bool) -> Result<ParsedGame<'_>, NotSgf> {
    Parser { text, at: 0, lenient, count: 0 }.parse()
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    lenient: bool,
    /// The number of nodes and properties.
    count: usize,
}

impl<'a> Parser<'a> {
    fn parse(mut self) -> Result<ParsedGame<'a>, NotSgf> {
        let mut nodes = Vec::new();
        if self.text.first() != Some(&b'(') {
            return Err(self.wrong("expected a game, which begins with '('", self.next_bytes(20)));
        }
        self.step();
        loop {
            self.at = after_blanks(self.text, self.at);
            match self.text.get(self.at) {
                Some(b'(') if begins_game(self.text, self.at) => {
                    let problem = "the game is not closed by ')' before the next one";
                    let refusal = Refusal::new(problem, self.next_bytes(1));
                    return Err(NotSgf { refusal, resume: Some(self.at) });
                }
                Some(b'(') => return Err(self.wrong("variations are not accepted", self.next_bytes(1))),
                Some(b')') => {
                    self.step();
                    return Ok(ParsedGame { nodes, end: after_blanks(self.text, self.at) });
                }
                Some(b';') => {
                    nodes.push(Node { start: self.at, properties: Vec::new() });
                    self.step();
                    self.count()?;
                }
                Some(b'A'..=b'Z') => self.property(nodes.last_mut())?,
                None => return Err(self.wrong("the game is not closed by ')'", self.next_bytes(20))),
                Some(_) => return Err(self.wrong("expected ';', a property or ')'", self.next_bytes(20))),
            }
        }
    }

    fn step(&mut self) {
        self.at = self.at.saturating_add(1);
    }

    /// Parses a property with all of its values. `node` is the last node.
    fn property(&mut self, node: Option<&mut Node<'a>>) -> Result<(), NotSgf> {
        let name = take_name(self.text, self.at);
        let after_name = self.at.saturating_add(name.len());
        let Some(node) = node else {
            return Err(self.wrong("expected ';' before the first property", self.at..after_name));
        };
        self.at = after_blanks(self.text, after_name);
        if self.text.get(self.at) != Some(&b'[') {
            return Err(self.wrong("expected '[' after the name of a property", self.next_bytes(1)));
        }
        while self.text.get(self.at) == Some(&b'[') {
            let start = self.at.saturating_add(1);
            let Some(raw) = take_value(self.text, start) else {
                // No value after this one is closed either.
                let problem = "the value of a property is not closed by ']'";
                return Err(NotSgf { refusal: Refusal::new(problem, self.next_bytes(100)), resume: None });
            };
            let at = self.at..start.saturating_add(raw.len()).saturating_add(1);
            let value = decoded(raw, self.lenient).map_err(|bad| {
                let place = |offset| start.saturating_add(offset);
                let problem = if self.lenient { "expected UTF-8 or Latin-1" } else { "invalid UTF-8" };
                self.wrong(problem, place(bad.start)..place(bad.end))
            })?;
            let end = at.end;
            node.properties.push(Property { name, value, at });
            self.count()?;
            self.at = after_blanks(self.text, end);
        }
        Ok(())
    }

    fn count(&mut self) -> Result<(), NotSgf> {
        self.count = self.count.saturating_add(1);
        if self.count > MOST {
            return Err(self.wrong("the game has more than 200,000 nodes and properties", self.next_bytes(1)));
        }
        Ok(())
    }

    fn next_bytes(&self, number: usize) -> Range<usize> {
        next_bytes(self.text, self.at, number)
    }

    fn wrong(&self, problem: &str, at: Range<usize>) -> NotSgf {
        let after = at.start.saturating_add(1);
        let resume = (after..self.text.len()).find(|&at| begins_game(self.text, at));
        NotSgf { refusal: Refusal::new(problem, at), resume }
    }
}

/// The place of some bytes, and of the others of their last character.
pub(super) fn next_bytes(text: &[u8], start: usize, number: usize) -> Range<usize> {
    let end = start.saturating_add(number);
    let others = rest(text, end).iter().take_while(|&&byte| byte & 0xc0 == 0x80).take(3).count();
    start.min(text.len())..end.saturating_add(others).min(text.len())
}

fn rest(text: &[u8], at: usize) -> &[u8] {
    text.get(at..).unwrap_or_default()
}

/// The first place, from `at`, of a byte that is not white space.
fn after_blanks(text: &[u8], at: usize) -> usize {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'\x0b' | b'\x0c');
    at.saturating_add(rest(text, at).iter().take_while(|byte| is_blank(byte)).count())
}

/// The name of a property: a capital letter, then capital letters and digits.
fn take_name(text: &[u8], at: usize) -> &str {
    let rest = rest(text, at);
    let length = rest.iter().take_while(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit()).count();
    rest.get(..length).and_then(|name| std::str::from_utf8(name).ok()).unwrap_or_default()
}

/// Whether a game begins here, as no variation does.
fn begins_game(text: &[u8], at: usize) -> bool {
    let next = |at: usize, byte| {
        let at = after_blanks(text, at);
        (text.get(at) == Some(&byte)).then(|| at.saturating_add(1))
    };
    if text.get(at) != Some(&b'(') {
        return false;
    }
    let Some(node) = next(at.saturating_add(1), b';') else { return false };
    let name = after_blanks(text, node);
    ["GM", "RE", "FF"].iter().any(|each| rest(text, name).starts_with(each.as_bytes()))
        && next(name.saturating_add(2), b'[').is_some()
}

/// The bytes before the bracket that closes a value. A backslash takes the meaning of the next byte away.
fn take_value(text: &[u8], start: usize) -> Option<&[u8]> {
    let rest = rest(text, start);
    let mut is_escaped = false;
    let end = rest.iter().position(|&byte| {
        let closes = byte == b']' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        closes
    })?;
    rest.get(..end)
}

/// The text of a value, or where it is not UTF-8; leniently, where it is not Latin-1 either.
fn decoded(raw: &[u8], lenient: bool) -> Result<Cow<'_, str>, Range<usize>> {
    let text = match std::str::from_utf8(raw) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) if lenient => Cow::Owned(latin(raw)?),
        Err(error) => {
            let start = error.valid_up_to();
            return Err(start..error.error_len().map_or(raw.len(), |length| start.saturating_add(length)));
        }
    };
    if !text.contains(['\r', '\\']) {
        return Ok(text);
    }
    let mut characters = text.chars().peekable();
    let mut next = || {
        let character = characters.next()?;
        if character == '\r' {
            characters.next_if_eq(&'\n');
            return Some('\n');
        }
        Some(character)
    };
    let mut plain = String::with_capacity(text.len());
    while let Some(character) = next() {
        match character {
            // A line end after a backslash is not part of the text.
            '\\' => plain.extend(next().filter(|&escaped| escaped != '\n')),
            _ => plain.push(character),
        }
    }
    Ok(Cow::Owned(plain))
}

/// A text in UTF-8 with other bytes, which are Latin-1, or the place of a byte that has no character there.
fn latin(raw: &[u8]) -> Result<String, Range<usize>> {
    let mut text = String::with_capacity(raw.len());
    for chunk in raw.utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            if char::from(*byte).is_control() {
                let start = raw.iter().position(|each| std::ptr::eq(each, byte)).unwrap_or(0);
                return Err(start..start.saturating_add(1));
            }
            text.push(char::from(*byte));
        }
    }
    Ok(text)
}

/// Finds the end of a game in a file, without parsing it: where its first parenthesis is closed.
#[derive(Debug, Default)]
pub(super) struct Cutter {
    depth: u64,
    within: Within,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Within {
    #[default]
    Nodes,
    Value,
    /// After a backslash in a value.
    Escape,
}

impl Cutter {
    /// Examines the next bytes of a game. Returns how many of them belong to it if it ends there. The first byte must be
    /// a parenthesis.
    pub(super) fn find_end(&mut self, bytes: &[u8]) -> Option<usize> {
        for (number, &byte) in (1..).zip(bytes) {
            match (self.within, byte) {
                (Within::Value, b']') => self.within = Within::Nodes,
                (Within::Value, b'\\') => self.within = Within::Escape,
                (Within::Value, _) => {}
                (Within::Escape, _) => self.within = Within::Value,
                (Within::Nodes, b'[') => self.within = Within::Value,
                (Within::Nodes, b'(') => self.depth = self.depth.saturating_add(1),
                (Within::Nodes, b')') => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return Some(number);
                    }
                }
                (Within::Nodes, _) => {}
            }
        }
        None
    }
}

/// Whether a text has 1 to `longest` digits and nothing else.
pub(super) fn is_number(text: &str, longest: usize) -> bool {
    (1..=longest).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}
