//! Reads the games of a file.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::position::Position;
use crate::text::record::checks::{Draft, ReadGame, ShouldStop};
use crate::text::record::ending::{GameResult, Termination};
use crate::text::record::error::Refusal;
use crate::text::record::format::{CutError, FormatReader, FoundGame, ReadOptions};
use crate::text::record::sgf::actions::{Actions, NO_TIME_USED};
use crate::text::record::sgf::header::{Header, day_of, name_of_game, result_text};
use crate::text::record::sgf::replay::{Replay, replay};
use crate::text::record::sgf::syntax::{Cutter, Node, next_bytes, parse};
use crate::text::record::source::{Document, File};
use crate::text::record::{MAX_LENGTH, is_blank};

/// The number of bytes that are kept of the text before a game, unless it is shorter.
const KEPT: usize = 100;

/// Reads the games of a file. After an error in a game, reading resumes with the next game.
#[derive(Debug)]
pub(super) struct SgfReader {
    lenient: bool,
    /// The date in the name of the file.
    day: Option<String>,
    cutting: Cutting,
    /// Where the next game begins in the document.
    next: Option<usize>,
}

/// Which text is being taken from the file.
#[derive(Debug)]
enum Cutting {
    Nothing,
    Game(Cutter),
    /// The text before a game, and the number of its bytes that were taken. Only the beginning is.
    Other(usize),
}

impl SgfReader {
    pub(super) fn new(options: &ReadOptions) -> SgfReader {
        SgfReader {
            lenient: options.lenient,
            day: options.file_name.as_deref().and_then(day_of_file),
            cutting: Cutting::Nothing,
            next: None,
        }
    }
}

/// The date in the name of a file such as `U!VL-anna-lena-2011-03-06-0212.sgf`.
fn day_of_file(path: &str) -> Option<String> {
    let name = path.rsplit(['/', '\\']).next()?;
    let stem = name.split('.').next()?;
    let mut rest = stem;
    while let Some(after) =
        rest.strip_prefix(|c: char| c.is_ascii_uppercase()).and_then(|rest| rest.strip_prefix('!'))
    {
        rest = after;
    }
    if rest.starts_with("VL-") { day_of(stem) } else { None }
}

impl FormatReader for SgfReader {
    fn cut(&mut self, source: &mut File<'_>) -> Result<bool, CutError> {
        if let Some(next) = self.next.take() {
            source.begin_within(next);
            return Ok(true);
        }
        if matches!(self.cutting, Cutting::Nothing) {
            // Boardspace's own programs ignore a byte order mark.
            source.skip_while(is_blank)?;
            source.skip_mark()?;
            let Some(letter) = source.skip_while(is_blank)? else { return Ok(false) };
            source.begin();
            self.cutting = if letter == b'(' { Cutting::Game(Cutter::default()) } else { Cutting::Other(0) };
        }
        loop {
            let chunk = source.chunk()?;
            let end = match &mut self.cutting {
                Cutting::Game(cutter) => cutter.find_end(chunk),
                _ => chunk.iter().position(|&byte| byte == b'('),
            };
            let (length, is_at_end) = (end.unwrap_or(chunk.len()), end.is_some() || chunk.is_empty());
            match &mut self.cutting {
                Cutting::Other(taken) if *taken >= KEPT => source.skip(length),
                Cutting::Other(taken) => {
                    *taken = taken.saturating_add(length);
                    source.take(length);
                }
                _ => source.take(length),
            }
            if is_at_end {
                self.cutting = Cutting::Nothing;
                return Ok(true);
            }
        }
    }

    fn read(&mut self, document: Document<'_>, stop: ShouldStop<'_>) -> FoundGame {
        let text = document.bytes;
        self.next = None;
        if document.is_too_long || text.len() > MAX_LENGTH {
            return Err(Refusal::new("the game is longer than 16 MiB", next_bytes(text, 0, 80)));
        }
        let game = parse(text, self.lenient).map_err(|error| {
            self.next = error.resume;
            error.refusal
        })?;
        self.next = Some(game.end).filter(|&end| end < text.len());
        self.read_nodes(&game.nodes, stop).map(Some)
    }
}

impl SgfReader {
    fn read_nodes(&self, nodes: &[Node<'_>], stop: ShouldStop<'_>) -> Result<ReadGame, Refusal> {
        let (Some((root, others)), Some(last)) = (nodes.split_first(), nodes.last()) else {
            return Err(Refusal::new("the game has no nodes", 0..0));
        };
        let header = Header::read(root)?;
        let actions = Actions::read(others, self.lenient)?;
        let found = replay(header.rules, &actions, self.lenient, stop)?;
        let mut draft = Draft::new(Position::new(header.rules));
        let playable = found.playable.unwrap_or(found.moves.len());
        for (&mv, place) in found.moves.iter().zip(&found.places).take(playable) {
            draft.play_legal(mv, place.clone());
        }
        let end = last.start..last.start;
        let by_rules = draft.position().outcome();
        let by_rules = by_rules.map(|outcome| (GameResult::of(outcome), Termination::Rules(outcome.reason)));
        let Some(ending) = by_rules.or(found.ending).or_else(|| {
            (!header.is_over || self.lenient).then_some((GameResult::Open, Termination::Unterminated))
        }) else {
            let problem = "the property RE says that the game is over, but it is not";
            return Err(draft.refused_end(problem.to_string(), end));
        };
        let tags = self.tags(&header, &found, &actions, ending.0);
        let of_start = header.comments.into_iter().map(|text| (0, text));
        for (ply, text) in of_start.chain(found.comments) {
            let ply = ply.min(playable);
            match draft.comments.last_mut() {
                Some((place, earlier)) if *place == ply => {
                    earlier.push(' ');
                    earlier.push_str(&text);
                }
                _ => draft.comments.push((ply, text)),
            }
        }
        Ok(draft.with_tags(tags).finish(ending, end))
    }

    fn tags(
        &self,
        header: &Header,
        found: &Replay,
        actions: &Actions<'_>,
        result: GameResult,
    ) -> BTreeMap<String, String> {
        let mut tags = header.tags.clone();
        if let Some(day) = &self.day {
            tags.entry("Date".to_string()).or_insert_with(|| day.clone());
        }
        let [one, other] =
            [0, 1].map(|seat| (header.players.get(seat), actions.times.get(seat).copied().flatten()));
        let seats = if found.orange == 0 { [one, other] } else { [other, one] };
        for (color, (player, time)) in ["Orange", "Blue"].into_iter().zip(seats) {
            for (name, value) in player.into_iter().flatten() {
                tags.insert(format!("{color}{name}"), value.clone());
            }
            if let Some(time) = time.filter(|&time| time != NO_TIME_USED) {
                tags.insert(format!("{color}Time"), time.to_string());
            }
        }
        if found.clocks.iter().any(|(_, clocks)| clocks.iter().any(Option::is_some)) {
            tags.insert("Clocks".to_string(), clocks_text(&found.clocks));
        }
        if let Some(playable) = found.playable {
            let sky = header.rules.edge().sky();
            let further: Vec<_> =
                found.moves.iter().skip(playable).map(|mv| mv.display(sky).to_string()).collect();
            tags.insert("Continuation".to_string(), further.join(" "));
        }
        let [orange, blue, date] =
            ["Orange", "Blue", "Date"].map(|name| tags.get(name).map_or("?", String::as_str));
        // The writer would write these again without a tag.
        let defaults = [
            ("GameName", name_of_game(orange, blue, date)),
            ("ResultText", result_text(result, orange, blue)),
        ];
        for (name, default) in defaults {
            if default.is_some() && tags.get(name) == default.as_ref() {
                tags.remove(name);
            }
        }
        tags
    }
}

/// The clocks after the actions of each turn, in JSON.
fn clocks_text(clocks: &[(usize, Vec<Option<u64>>)]) -> String {
    let mut text = String::new();
    for (ply, clocks) in clocks {
        text.push(if text.is_empty() { '{' } else { ',' });
        let times = clocks.iter().map(|clock| clock.map_or("null".to_string(), |time| time.to_string()));
        // Writing to a string cannot fail.
        let _ = write!(text, "\"{ply}\":[{}]", times.collect::<Vec<_>>().join(","));
    }
    text.push('}');
    text
}
