//! The format `abstract-play`: game reports in the JSON schema of Abstract Play, and states of games.
//!
//! A file has one of them, or an array. Their schema, and what the site adds to it, is in `docs/REPORTS.md`.

mod header;
mod moves;
mod report;
mod state;
mod time;
mod write;

use crate::text::record::checks::ShouldStop;
use crate::text::record::format::{CutError, Entry, Format, FormatReader, FoundGame, Joined};
use crate::text::record::json::{self, Elements, Value};
use crate::text::record::source::{Document, File};

pub(super) const ENTRY: Entry = Entry {
    format: Format::AbstractPlay,
    name: "abstract-play",
    suffix: ".json",
    description: "game reports of Abstract Play",
    has_unknown_tags: false,
    recognize: |text| match [b"[[", b"[{", b"[]"].iter().any(|start| json::begins_with(text, *start)) {
        true => Some(1),
        false => json::recognize(text, is_member),
    },
    reader: |options| {
        Box::new(Reports {
            elements: Elements::new("a game report"),
            lenient: options.lenient,
            skips_others: options.skip_other_games,
        })
    },
    write: write::write,
    joined: Joined::AsArray,
};

/// Whether an object with this member is a report, a state, or a file of the playground.
fn is_member(key: &[u8], value: &[u8]) -> bool {
    match key {
        b"moves" => json::begins_with(value, b"[["),
        _ => matches!(key, b"header" | b"numplayers" | b"stack" | b"metaGame"),
    }
}

/// Reads a file of reports and states.
#[derive(Debug)]
struct Reports {
    elements: Elements,
    lenient: bool,
    /// Whether games that are not Volo are skipped.
    skips_others: bool,
}

impl FormatReader for Reports {
    fn cut(&mut self, source: &mut File<'_>) -> Result<bool, CutError> {
        if self.lenient {
            source.skip_mark()?;
        }
        self.elements.cut(source)
    }

    fn read(&mut self, document: Document<'_>, stop: ShouldStop<'_>) -> FoundGame {
        let value = json::parse_document(document, "game report")?;
        if self.skips_others && is_other(value) {
            return Ok(None);
        }
        match state::is_state(value) {
            true => state::read(value, self.lenient, stop),
            false => report::read(value, self.lenient, stop),
        }
        .map(Some)
    }

    fn path(&self, document: Document<'_>, at: usize) -> Option<String> {
        json::path(document, at)
    }
}

/// Whether a value is a report or a state of another game than Volo.
fn is_other(value: Value<'_>) -> bool {
    let (name, own) = match state::is_state(value) {
        true => (value.get("metaGame").or_else(|| value.get("game")), state::UID),
        false => {
            let game = value.get("header").and_then(|header| header.get("game"));
            (game.and_then(|game| game.get("name")), header::NAME)
        }
    };
    name.and_then(|name| name.string()).is_some_and(|name| name != own)
}
