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
use crate::text::record::json::{self, Kind, Members, Refusals, Value};

/// The identifier of Volo on Abstract Play.
pub(super) const UID: &str = "volo";

const STATE: [&str; 6] = ["game", "numplayers", "variants", "gameover", "winner", "stack"];
const ENTRY: [&str; 6] = ["_version", "_results", "_timestamp", "currplayer", "lastmove", "board"];

/// Whether a value is a state, or the file of the playground, and not a report.
pub(super) fn is_state(value: Value<'_>) -> bool {
    value.get("stack").is_some() || value.get("metaGame").is_some()
}

/// Reads the game of a state, or of a file of the playground. Leniently, unknown members are accepted.
pub(super) fn read(value: Value<'_>, lenient: bool, stop: ShouldStop<'_>) -> Result<ReadGame, Vec<Refusal>> {
    if value.get("metaGame").is_none() {
        return read_state(value, lenient, stop);
    }
    let refusals = Refusals::default();
    let members = Members::new(value, "a file of the playground", None, &refusals);
    let text = members.text("state", true);
    refusals.none()?;
    let at = members.place("state");
    let text = text.unwrap_or_default();
    let refuse = |problem: String| vec![Refusal::new(problem, at.clone())];
    let state = json::parse(&text, json::MAX_DEPTH).map_err(|refusal| {
        let before = text.get(..refusal.at.start).unwrap_or(&text).chars().count();
        refuse(format!("the state is not valid: {}, at character {before}", refusal.problem))
    })?;
    if state.kind() != Kind::Object {
        return Err(refuse("the state must be an object".to_string()));
    }
    let read = read_state(state, lenient, stop).map_err(|refusals| {
        let outer = |inner: Refusal| {
            let problem = format!("{}, at {}", inner.problem, state.steps_shown(inner.at.start));
            Refusal { problem, at: at.clone(), ..inner }
        };
        refusals.into_iter().map(outer).collect::<Vec<Refusal>>()
    })?;
    Ok(read.all_at(at))
}

fn read_state(value: Value<'_>, lenient: bool, stop: ShouldStop<'_>) -> Result<ReadGame, Vec<Refusal>> {
    let refusals = Refusals::default();
    let members = Members::new(value, "a state", (!lenient).then_some(&STATE[..]), &refusals);
    if members.text("game", true).is_some_and(|game| game != UID) {
        members.refuse("game", format!("the game must be {UID}"));
    }
    if members.read(Kind::Integer, "numplayers", false).is_some_and(|number| number.raw() != "2") {
        members.refuse("numplayers", "expected 2 players");
    }
    let edge = edge(&members);
    let mut header = Header::new(Position::new(Rules::ABSTRACT_PLAY.on(edge)));
    header.tags.insert("Site".to_string(), "Abstract Play".to_string());
    let over = members.read(Kind::Boolean, "gameover", true);
    let is_over = over.is_some_and(|over| over.is_true());
    if let Some(winner) = members.read(Kind::Array, "winner", true) {
        let winners: Vec<&str> = winner.items().take(3).map(|winner| winner.raw()).collect();
        match winners.as_slice() {
            [] => {}
            ["1"] | ["2"] | ["1", "2"] if over.is_some() && !is_over => {
                members.refuse("winner", "expected [], because the game is not over");
            }
            ["1"] => header.result = GameResult::OrangeWins,
            ["2"] => header.result = GameResult::BlueWins,
            ["1", "2"] => {}
            _ => members.refuse("winner", "expected [], [1], [2] or [1, 2]"),
        }
    }
    let stack = members.read(Kind::Array, "stack", true);
    let entries: Vec<Members<'_>> = stack
        .into_iter()
        .flat_map(|stack| stack.items())
        .map(|entry| Members::new(entry, "an entry", (!lenient).then_some(&ENTRY[..]), &refusals))
        .collect();
    if stack.is_some() && entries.is_empty() {
        members.refuse("stack", "expected at least the state before the first move");
    }
    refusals.none()?;
    let mut draft = Draft::new(header.start);
    let moves = play(&mut draft, &mut header, &entries, &refusals, stop);
    refusals.none()?;
    let ending = if is_over {
        let places = (members.place("winner"), members.place("gameover"));
        check_report_end(&draft, &header, &moves, places, lenient).map_err(|refusal| vec![refusal])?
    } else if draft.position().outcome().is_some() || moves.ending.is_some() {
        return Err(vec![Refusal::new("the game is over after its last move", members.place("gameover"))]);
    } else {
        (GameResult::Open, Termination::Unterminated)
    };
    Ok(draft.with_tags(header.tags).finish(ending, members.place("stack")))
}

/// The edge of the sky of a state. Its variants are identifiers.
fn edge(members: &Members<'_>) -> Edge {
    let mut found = None;
    for variant in members.items("variants", true) {
        let size = match variant.string().as_deref() {
            Some("#board") => Some(Edge::STANDARD),
            Some(text) => size_of(text),
            None => None,
        };
        if size.is_none() || found.is_some() {
            let problem = "expected at most one variant: #board, size-6 or size-8";
            members.refusals.add(Refusal::new(problem, variant.span()));
        } else {
            found = size;
        }
    }
    found.unwrap_or(Edge::STANDARD)
}

/// Plays the moves of a stack, and compares every entry with the position that they give. Stops at the first fault.
fn play<'a>(
    draft: &mut Draft,
    header: &mut Header,
    stack: &[Members<'a>],
    refusals: &Refusals,
    stop: ShouldStop<'_>,
) -> Moves<'a> {
    let mut moves = Moves::default();
    let mut last = None;
    for (index, entry) in stack.iter().enumerate() {
        if is_to_stop(index, stop) {
            refusals.add(Refusal::new("the reading was stopped", 0..0));
        }
        let time = entry.text("_timestamp", false);
        let moment = time.as_deref().and_then(time::moment);
        if time.is_some() && moment.is_none() {
            entry.refuse("_timestamp", time::EXPECTED);
        } else if moment.is_some() && moment < last {
            entry.refuse("_timestamp", "expected no earlier time than that of the entry before");
        }
        if index > 0 {
            let Some(text) = entry.text("lastmove", true) else { break };
            let at = entry.place("lastmove");
            if let Some((word, ..)) = &moves.ending {
                entry.refuse("lastmove", format!("a move after {word}"));
            } else if let Some(termination) = ending_of(&text) {
                moves.ending = Some((text, termination, at));
            } else if refusals.is_empty()
                && let Err(refusal) = draft.play(&text, at)
            {
                refusals.add(explained(refusal, &text, time.as_deref()));
            }
        }
        if refusals.is_empty() {
            compare(draft, entry, refusals);
        }
        if !refusals.is_empty() {
            break;
        }
        if let Some(time) = time.as_deref() {
            let day = time::date_of(time.get(..10).unwrap_or_default());
            let tag = if index > 0 { "DateEnd" } else { "DateStart" };
            header.tags.insert(tag.to_string(), time.to_string());
            header.tags.extend(day.filter(|_| index == 0).map(|day| ("Date".to_string(), day)));
        }
        last = moment.or(last);
    }
    moves
}

/// Compares the board and the player of an entry with those of the position.
fn compare(draft: &Draft, entry: &Members<'_>, refusals: &Refusals) {
    let position = draft.position();
    let player_of = |color| if color == Color::Orange { 1 } else { 2 };
    let expected = player_of(position.turn());
    let player = entry.read(Kind::Integer, "currplayer", true);
    if player.is_some_and(|player| player.integer() != Some(expected)) {
        let problem = format!("the player to move is {expected}");
        refusals.add(draft.refused_end(problem, entry.place("currplayer")));
    }
    let Some(board) = entry.required("board") else { return };
    let board = Members::new(board, "a board", Some(&["dataType", "value"]), refusals);
    let pairs = board.read(Kind::Array, "value", true);
    let Some(pairs) = pairs.filter(|_| refusals.is_empty()) else { return };
    let sky = position.sky();
    let birds = |color| position.birds(color).into_iter().map(move |space| (space, player_of(color)));
    let mut missing: BTreeSet<_> = birds(Color::Orange).chain(birds(Color::Blue)).collect();
    for pair in pairs.items() {
        let mut parts = (pair.kind() == Kind::Array).then(|| pair.items()).into_iter().flatten();
        let (name, player) = (parts.next().and_then(|name| name.string()), parts.next());
        let space = name.and_then(|name| {
            let space = sky.parse_space(&name).ok()?;
            (sky.name(space).to_string() == name).then_some(space)
        });
        let bird = space.zip(player.and_then(|player| player.integer()));
        if parts.next().is_some() || !bird.is_some_and(|bird| missing.remove(&bird)) {
            let problem = "expected a space and the player whose bird is there after the moves";
            refusals.add(draft.refused_end(problem.to_string(), pair.span()));
            return;
        }
    }
    // The lowest bird, then the leftmost one, of Orange first.
    let from_below = || (0..sky.rows()).rev().flat_map(|row| sky.row(row));
    let all = [Color::Orange, Color::Blue]
        .into_iter()
        .flat_map(|color| from_below().map(move |space| (space, color)));
    if let Some((space, _)) =
        all.into_iter().find(|(space, color)| missing.contains(&(*space, player_of(*color))))
    {
        let problem =
            format!("the board lacks the bird on {}, which is there after the moves", sky.name(space));
        refusals.add(draft.refused_end(problem, pairs.span()));
    }
}
