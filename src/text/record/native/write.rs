//! Writing the canonical text of a record.

use std::fmt::{self, Write};

use crate::position::Position;
use crate::text::record::game::{GameRecord, STANDARD_TAGS};
use crate::text::record::native::movetext::Number;
use crate::text::record::native::{comment, tag};

/// The greatest length of a line in characters, unless a single item is longer.
const LINE: usize = 80;

impl fmt::Display for GameRecord {
    /// Writes the canonical text, which ends with a line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (start, rules) = (self.start(), self.start().rules());
        for (name, value) in self.tags().take(STANDARD_TAGS.len()) {
            tag::write(name, value, f)?;
        }
        tag::write("Rules", &rules.to_string(), f)?;
        if *start != Position::new(rules) {
            tag::write("FEN", &start.to_string(), f)?;
        }
        tag::write("Result", self.result().name(), f)?;
        tag::write("Termination", self.termination().name(), f)?;
        for (name, value) in self.tags().skip(STANDARD_TAGS.len()) {
            tag::write(name, value, f)?;
        }
        f.write_char('\n')?;
        write_movetext(self, f)
    }
}

pub(in crate::text::record) fn length(record: &GameRecord) -> usize {
    struct Count(usize);
    impl Write for Count {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0 = self.0.saturating_add(text.len());
            Ok(())
        }
    }
    let mut count = Count(0);
    match write!(count, "{record}") {
        Ok(()) => count.0,
        Err(fmt::Error) => usize::MAX,
    }
}

fn write_movetext(record: &GameRecord, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (start, sky) = (record.start(), record.start().sky());
    let mut items = Items { f, item: String::new(), column: 0 };
    let mut comments = record.comments().peekable();
    let mut write_comment =
        |items: &mut Items<'_, '_>, ply| match comments.next_if(|&(place, _)| place == ply) {
            Some((_, text)) => items.write(|item| comment::write(text, item)),
            None => Ok(()),
        };
    write_comment(&mut items, 0)?;
    for (ply, mv) in (1..).zip(record.moves()) {
        if let Some(number) = Number::before(start.turn(), ply) {
            items.write(|item| write!(item, "{number}"))?;
        }
        items.write(|item| write!(item, "{}", mv.display(sky)))?;
        write_comment(&mut items, ply)?;
    }
    items.write(|item| item.write_str(record.result().name()))?;
    items.f.write_char('\n')
}

/// Items, joined by spaces and line ends.
struct Items<'a, 'f> {
    f: &'a mut fmt::Formatter<'f>,
    item: String,
    /// The number of characters in the line; 0 before the first item.
    column: usize,
}

impl Items<'_, '_> {
    fn write(&mut self, write: impl FnOnce(&mut String) -> fmt::Result) -> fmt::Result {
        self.item.clear();
        write(&mut self.item)?;
        let width = |text: &str| text.chars().count();
        let first = self.item.split('\n').next().map_or(0, width);
        if self.column > 0 {
            let joined = self.column.saturating_add(1);
            let fits = joined.saturating_add(first) <= LINE;
            self.f.write_char(if fits { ' ' } else { '\n' })?;
            self.column = if fits { joined } else { 0 };
        }
        self.f.write_str(&self.item)?;
        self.column = match self.item.rsplit_once('\n') {
            Some((_, last)) => width(last),
            None => self.column.saturating_add(first),
        };
        Ok(())
    }
}
