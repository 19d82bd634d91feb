//! Reads the state of a game: Abstract Play's debug download, and the file of its playground, which contains one.
//!
//! A state has the board after every move. Each of them must be the one that the moves give.

use std::collections::BTreeSet;

use crate::geometry::color::Color;
use crate::geometry::sky::Edge;
use crate::position::Position;
use crate::rules::rule_set::Rules;
use crate::text::record::abstract_play::header::{Header, size_of};
use crate::text::record::abstract_play::moves::{Moves, ending_of};
use crate::text::record::abstract_play::report::{check_report_end, explained};
use crate::text::record::abstract_play::time;
use crate::text::record::checks::{Draft, ReadGame, ShouldStop, is_to_stop};
use crate::text::record::ending::{GameResult, Termination};
use crate::text::record::error::Refusal;
use crate::text::record::json::{self, Kind, Members, Value};

pub(super) const UID: &str = "volo";

const STATE: [&str; 6] = ["game", "numplayers", "variants", "gameover", "winner", "stack"];
const ENTRY: [&str; 6] = ["_version", "_results", "_timestamp", "currplayer", "lastmove", "board"];

/// Whether a value is a state, or the file of the playground, and not a report.
pub(super) fn is_state(value: Value<'_>) -> bool {
    value.get("stack").is_some() || value.get("metaGame").is_some()
}

/// Reads the game of a state, or of a file of the playground. Leniently, unknown members are accepted.
pub(super) fn read(value: Value<'_>, lenient: bool, stop: ShouldStop<'_>) -> Result<ReadGame, Refusal> {
    if value.get("metaGame").is_none() {
        return read_state(value, lenient, stop);
    }
    let members = Members::new(value, "a file of the playground", None)?;
    let text = members.text("state", true)?.unwrap_or_default();
    let refuse = |problem: String| members.refused("state", problem);
    let state = json::parse(&text, json::MAX_DEPTH).map_err(|refusal| {
        let before = text.get(..refusal.at.start).unwrap_or(&text).chars().count();
        refuse(format!("the state is not valid: {}, at character {before}", refusal.problem))
    })?;
    if state.kind() != Kind::Object {
        return Err(refuse("the state must be an object".to_string()));
    }
    let at = members.place("state");
    let read = read_state(state, lenient, stop).map_err(|inner| {
        let problem = format!("{}, at {}", inner.problem, state.steps_shown(inner.at.start));
        Refusal { problem, at: at.clone(), ..inner }
    })?;
    Ok(read.all_at(at))
}

fn read_state(value: Value<'_>, lenient: bool, stop: ShouldStop<'_>) -> Result<ReadGame, Refusal> {
    let members = Members::new(value, "a state", (!lenient).then_some(&STATE[..]))?;
    if members.text("game", true)?.is_some_and(|game| game != UID) {
        return Err(members.refused("game", format!("the game must be {UID}")));
    }
    if members.optional(Kind::Integer, "numplayers")?.is_some_and(|number| number.raw() != "2") {
        return Err(members.refused("numplayers", "expected 2 players"));
    }
    let mut header = Header::new(Position::new(Rules::ABSTRACT_PLAY.on(edge(&members)?)));
    header.tags.insert("Site".to_string(), "Abstract Play".to_string());
    let is_over = members.read(Kind::Boolean, "gameover")?.is_true();
    let winners = members.read(Kind::Array, "winner")?.items();
    let winners: Vec<&str> = winners.iter().map(Value::raw).collect();
    header.result = match winners.as_slice() {
        [] | ["1", "2"] => GameResult::Draw,
        ["1"] => GameResult::OrangeWins,
        ["2"] => GameResult::BlueWins,
        _ => return Err(members.refused("winner", "expected [], [1], [2] or [1, 2]")),
    };
    if !is_over && !winners.is_empty() {
        return Err(members.refused("winner", "expected [], because the game is not over"));
    }
    let stack = members.read(Kind::Array, "stack")?;
    let known = (!lenient).then_some(&ENTRY[..]);
    let entries = stack.items().into_iter().map(|entry| Members::new(entry, "an entry", known));
    let entries = entries.collect::<Result<Vec<Members<'_>>, Refusal>>()?;
    if entries.is_empty() {
        return Err(members.refused("stack", "expected at least the state before the first move"));
    }
    let mut draft = Draft::new(header.start);
    let moves = play(&mut draft, &mut header, &entries, stop)?;
    let ending = if is_over {
        let places = (members.place("winner"), members.place("gameover"));
        check_report_end(&draft, &header, &moves, places, lenient)?
    } else if draft.position().outcome().is_some() || moves.ending.is_some() {
        return Err(members.refused("gameover", "the game is over after its last move"));
    } else {
        (GameResult::Open, Termination::Unterminated)
    };
    Ok(draft.with_tags(header.tags).finish(ending, stack.span()))
}

/// The edge of the sky of a state. Its variants are identifiers.
fn edge(members: &Members<'_>) -> Result<Edge, Refusal> {
    let mut found = None;
    for variant in members.read(Kind::Array, "variants")?.items() {
        let size = match variant.string().as_deref() {
            Some("#board") => Some(Edge::STANDARD),
            Some(text) => size_of(text),
            None => None,
        };
        if size.is_none() || found.is_some() {
            let problem = "expected at most one variant: #board, size-6 or size-8";
            return Err(Refusal::new(problem, variant.span()));
        }
        found = size;
    }
    Ok(found.unwrap_or(Edge::STANDARD))
}

/// Plays the moves of a stack, and compares every entry with the position that they give.
fn play<'a>(
    draft: &mut Draft,
    header: &mut Header,
    stack: &[Members<'a>],
    stop: ShouldStop<'_>,
) -> Result<Moves<'a>, Refusal> {
    let mut moves = Moves::default();
    for (index, entry) in stack.iter().enumerate() {
        if is_to_stop(index, stop) {
            return Err(Refusal::stopped());
        }
        let time = entry.text("_timestamp", false)?;
        if time.as_deref().is_some_and(|time| !time::is_moment(time)) {
            return Err(entry.refused("_timestamp", time::EXPECTED));
        }
        if index > 0 {
            let text = entry.text("lastmove", true)?.unwrap_or_default();
            let at = entry.place("lastmove");
            if let Some((word, ..)) = &moves.ending {
                return Err(entry.refused("lastmove", format!("a move after {word}")));
            } else if let Some(termination) = ending_of(&text) {
                moves.ending = Some((text, termination, at));
            } else {
                draft.play(&text, at).map_err(|refusal| explained(refusal, &text, time.as_deref()))?;
            }
        }
        compare(draft, entry)?;
        if let Some(time) = time.as_deref() {
            let day = time::date_of(time.get(..10).unwrap_or_default());
            let tag = if index > 0 { "DateEnd" } else { "DateStart" };
            header.tags.insert(tag.to_string(), time.to_string());
            header.tags.extend(day.filter(|_| index == 0).map(|day| ("Date".to_string(), day)));
        }
    }
    Ok(moves)
}

/// Compares the board and the player of an entry with those of the position.
fn compare(draft: &Draft, entry: &Members<'_>) -> Result<(), Refusal> {
    let position = draft.position();
    let player_of = |color| if color == Color::Orange { 1 } else { 2 };
    let expected = player_of(position.turn());
    if entry.read(Kind::Integer, "currplayer")?.integer() != Some(expected) {
        let problem = format!("the player to move is {expected}");
        return Err(draft.refused_end(problem, entry.place("currplayer")));
    }
    let board = Members::new(entry.required("board")?, "a board", Some(&["dataType", "value"]))?;
    let pairs = board.read(Kind::Array, "value")?;
    let sky = position.sky();
    let birds = |color| position.birds(color).into_iter().map(move |space| (space, player_of(color)));
    let mut missing: BTreeSet<_> = birds(Color::Orange).chain(birds(Color::Blue)).collect();
    for pair in pairs.items() {
        let bird = match pair.items().as_slice() {
            [name, player] => name.string().and_then(|name| {
                let space = sky.parse_space(&name).ok()?;
                (sky.name(space).to_string() == name).then_some((space, player.integer()?))
            }),
            _ => None,
        };
        if !bird.is_some_and(|bird| missing.remove(&bird)) {
            let problem = "expected a space and the player whose bird is there after the moves";
            return Err(draft.refused_end(problem.to_string(), pair.span()));
        }
    }
    match missing.first() {
        Some((space, _)) => {
            let problem =
                format!("the board lacks the bird on {}, which is there after the moves", sky.name(*space));
            Err(draft.refused_end(problem, pairs.span()))
        }
        None => Ok(()),
    }
}
