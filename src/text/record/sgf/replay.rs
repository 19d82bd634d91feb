//! Replays the actions of a game: actions become turns, and turns become moves.
//!
//! Boardspace's name of a space is volo's, with a capital letter. Its player P0 begins with the birds that are Orange's
//! in volo, and usually moves first. If P1 moves first, P1 is Orange, and the board is turned by half a turn.

use std::ops::Range;

use crate::geometry::bitboard::{Bitboard, SpaceSet};
use crate::geometry::color::Color;
use crate::geometry::space::{Direction, Space};
use crate::geometry::symmetry::Symmetry;
use crate::position::Position;
use crate::position::play::{Fault, IllegalMove, judge};
use crate::rules::moves::{Flight, Line, MAX_DISTANCE, Move};
use crate::rules::outcome::Ending;
use crate::rules::rule_set::Rules;
use crate::text::record::checks::{ShouldStop, is_to_stop};
use crate::text::record::ending::{GameResult, Termination};
use crate::text::record::error::{RecordCause, Refusal, shown};
use crate::text::record::sgf::actions::{Action, Actions};
use crate::text::record::sgf::syntax::is_number;

/// Boardspace's directions, and volo's. Boardspace's picture is volo's, mirrored at a diagonal.
pub(super) const DIRECTIONS: [(&str, Direction); 6] = [
    ("N", Direction::E),
    ("NE", Direction::NE),
    ("SE", Direction::NW),
    ("S", Direction::W),
    ("SW", Direction::SW),
    ("NW", Direction::SE),
];

const HALF_TURN: Symmetry = Symmetry::ALL[3];

#[derive(Debug, Default)]
pub(super) struct Replay {
    /// The seat of Orange: 0 for P0 and 1 for P1.
    pub(super) orange: usize,
    pub(super) moves: Vec<Move>,
    pub(super) places: Vec<Range<usize>>,
    /// The number of moves up to the end by volo's rules, if the game went on after two passes. It leaves out the second
    /// pass.
    pub(super) playable: Option<usize>,
    /// The comments, each with the number of moves before it, in this order.
    pub(super) comments: Vec<(usize, String)>,
    /// The clocks after the actions of each turn, with the number of the move. 0 is for the start.
    pub(super) clocks: Vec<(usize, Vec<Option<u64>>)>,
    /// How the game ended, if it did not end by volo's rules.
    pub(super) ending: Option<(GameResult, Termination)>,
    pub(super) end: Position,
}

/// Whether the last of the positions after the moves of a game occurred three times, which is a draw on Boardspace. It
/// compares the birds and the player to move.
pub(super) fn is_repetition(positions: &[Position]) -> bool {
    positions.last().is_some_and(|last| {
        let last = without_passes(last);
        positions.iter().rev().filter(|&position| without_passes(position) == last).take(3).count() == 3
    })
}

/// The position as if no pass had been made.
pub(super) fn without_passes(position: &Position) -> Position {
    position.with_turn(position.turn())
}

/// Replays the actions of a game. Leniently, the next player's action confirms a turn, and birds may be taken back. If `stop` returns true, an unspecified refusal is returned soon.
pub(super) fn replay(
    rules: Rules,
    actions: &Actions<'_>,
    lenient: bool,
    stop: ShouldStop<'_>,
) -> Result<Replay, Refusal> {
    let problem = "the first action must be Start P0 or Start P1";
    let Some((begin, rest)) = actions.all.split_first() else { return Err(Refusal::new(problem, 0..0)) };
    let orange = match (begin.verb, begin.words.as_slice()) {
        ("start", [seat]) if seat.eq_ignore_ascii_case("P0") => 0,
        ("start", [seat]) if seat.eq_ignore_ascii_case("P1") => 1,
        _ => return Err(begin.refused(problem)),
    };
    let comments = actions.comments.iter().map(|text| (0, text.clone())).collect();
    let found = Replay { orange, comments, end: Position::new(rules), ..Replay::default() };
    let mut replayer = Replayer { lenient, found, ..Replayer::default() };
    replayer.note(begin, 0);
    for (count, action) in rest.iter().enumerate() {
        if is_to_stop(count, stop) {
            return Err(action.refused("the reading was stopped"));
        }
        replayer.act(action)?;
    }
    replayer.finish(rest.last().unwrap_or(begin))?;
    Ok(replayer.found)
}

/// A turn that is not confirmed yet.
#[derive(Debug, Default)]
struct Turn<'a> {
    /// The move without the region to keep, and the action that made it.
    mv: Option<(Move, &'a Action<'a>)>,
    /// The regions that are left, each by its first space, if the flight divides the opponent.
    kept: Bitboard,
}

impl Turn<'_> {
    fn complete(&self) -> Option<Move> {
        match (self.mv?.0, self.kept.len()) {
            (mv, 0) => Some(mv),
            (Move::Fly(flight), 1) => Some(Move::Fly(Flight { keep: self.kept.first(), ..flight })),
            _ => None,
        }
    }
}

#[derive(Default)]
struct Replayer<'a> {
    lenient: bool,
    turn: Turn<'a>,
    resigns: bool,
    is_over: bool,
    /// The positions after the moves.
    seen: Vec<Position>,
    found: Replay,
}

impl<'a> Replayer<'a> {
    fn act(&mut self, action: &'a Action<'a>) -> Result<(), Refusal> {
        if self.lenient
            && action.seat != self.mover()
            && let Some(mv) = self.turn.complete()
        {
            self.confirm(mv);
        }
        if self.is_over {
            return Err(self.refused(action, "the game is over before this action"));
        }
        if self.resigns {
            if action.verb != "done" {
                return Err(self.refused(action, "expected Done, because the player has resigned"));
            }
            self.note(action, self.ply());
            self.resign();
            return Ok(());
        }
        if action.seat != self.mover() {
            return Err(self.refused(action, &format!("P{} is to move", self.mover())));
        }
        self.go_on_after_passes();
        self.note(action, self.ply());
        match (action.verb, action.words.as_slice()) {
            ("dropb", [column, row]) => self.add(action, column, row),
            ("slide", [column, row, way, more, to_column, to_row]) => {
                self.fly(action, [column, row], way, more, [to_column, to_row])
            }
            ("select", [column, row]) => self.select(action, column, row),
            ("pass", _) => self.set_move(action, Move::Pass),
            ("done", _) => self.done(action),
            ("resign", _) => {
                self.turn = Turn::default();
                self.resigns = true;
                Ok(())
            }
            ("winontime", _) => {
                self.turn = Turn::default();
                self.end_otherwise(Some(self.found.end.turn()), Termination::Time);
                Ok(())
            }
            ("pick", [bird]) if ["o", "b"].iter().any(|each| bird.eq_ignore_ascii_case(each)) => Ok(()),
            ("pickb", _) if self.lenient => {
                self.turn = Turn::default();
                Ok(())
            }
            ("drop", _) if self.lenient => Ok(()),
            _ => {
                let text = shown(action.property.value.trim());
                Err(self.refused(action, &format!("{text} is not accepted here")))
            }
        }
    }

    /// The seat of the player to move.
    fn mover(&self) -> usize {
        self.found.orange ^ usize::from(self.found.end.turn() == Color::Blue)
    }

    fn ply(&self) -> usize {
        self.found.moves.len().saturating_add(1)
    }

    /// On Boardspace, a game goes on after two passes. Volo's rules end it there as a draw.
    fn go_on_after_passes(&mut self) {
        if self.found.end.outcome().is_some() {
            self.found.playable.get_or_insert(self.found.moves.len().saturating_sub(1));
            self.found.end = without_passes(&self.found.end);
        }
    }

    fn add(&mut self, action: &'a Action<'a>, column: &str, row: &str) -> Result<(), Refusal> {
        if let Some((Move::Add(_), _)) = self.turn.mv {
            // A bird that was added before, and not confirmed, was taken back.
            self.turn = Turn::default();
        }
        let space = self.space(action, column, row)?;
        self.set_move(action, Move::Add(space))
    }

    fn fly(
        &mut self,
        action: &'a Action<'a>,
        from: [&str; 2],
        way: &str,
        more: &str,
        to: [&str; 2],
    ) -> Result<(), Refusal> {
        let [start, landed] = [from, to].map(|[column, row]| self.space(action, column, row));
        let (start, landed) = (start?, landed?);
        let along = DIRECTIONS.iter().find(|(name, _)| name.eq_ignore_ascii_case(way));
        let more = if is_number(more, 2) { more.parse::<u8>().ok() } else { None };
        let (Some(&(_, along)), Some(more)) = (along, more) else {
            let expected = "expected Slide, column, row, direction, number of further birds, column and row";
            return Err(self.refused(action, expected));
        };
        let along = if self.found.orange == 0 { along } else { along.opposite() };
        let mut ways =
            Direction::ALL.into_iter().flat_map(|way| (1..=MAX_DISTANCE).map(move |far| (way, far)));
        let Some((direction, distance)) = ways.find(|&(way, far)| start.step(way, far) == Some(landed))
        else {
            return Err(self.refused(action, "the bird does not fly straight ahead [R9]"));
        };
        let end = start.step(along, more).filter(|&space| self.found.end.sky().contains(space));
        let Some(line) = end.and_then(|end| Line::between(start, end)) else {
            return Err(self.refused(action, "the line is not within the sky [R9]"));
        };
        self.set_move(action, Move::Fly(Flight { line, direction, distance, keep: None }))
    }

    /// Selects a region to clear after a flight that divides the opponent. Before a flight, the selected line says nothing
    /// that the flight does not say.
    fn select(&mut self, action: &'a Action<'a>, column: &str, row: &str) -> Result<(), Refusal> {
        let space = self.space(action, column, row)?;
        let Some((mv, _)) = self.turn.mv else { return Ok(()) };
        let (Move::Fly(flight), 2..) = (mv, self.turn.kept.len()) else {
            return Err(self.refused(action, "no region is to be cleared [R15]"));
        };
        let judged = judge(&self.found.end, Move::Fly(Flight { keep: Some(space), ..flight }));
        let judged = judged.map_err(|error| self.illegal(action, error))?;
        match judged {
            Move::Fly(Flight { keep: Some(region), .. }) if self.turn.kept.contains(region) => {
                self.turn.kept = self.turn.kept.without(Bitboard::EMPTY.with(region));
                Ok(())
            }
            _ => {
                let name = self.found.end.sky().name(space);
                Err(self.refused(action, &format!("the region of {name} has been cleared already [R15]")))
            }
        }
    }

    /// Sets the move of the turn, and checks that it is legal, but for the region to keep.
    fn set_move(&mut self, action: &'a Action<'a>, mv: Move) -> Result<(), Refusal> {
        if self.turn.mv.is_some() {
            return Err(self.refused(action, "expected Done after a move"));
        }
        match (mv, judge(&self.found.end, mv)) {
            (_, Ok(mv)) => self.turn.mv = Some((mv, action)),
            (Move::Fly(flight), Err(IllegalMove { fault: Fault::KeepMissing, .. })) => {
                let kept = &mut self.turn.kept;
                self.found.end.visit_regions_after(flight, &mut |space| *kept = kept.with(space));
                self.turn.mv = Some((mv, action));
            }
            (_, Err(error)) => return Err(self.illegal(action, error)),
        }
        Ok(())
    }

    fn done(&mut self, action: &Action<'_>) -> Result<(), Refusal> {
        if self.turn.mv.is_none() {
            return Err(self.refused(action, "there is no move to confirm"));
        }
        let Some(mv) = self.turn.complete() else {
            let sky = self.found.end.sky();
            let names: Vec<String> =
                self.turn.kept.into_iter().map(|space| sky.name(space).to_string()).collect();
            let problem = format!("a region must be cleared: {} [R15]", names.join(" or "));
            return Err(self.refused(action, &problem));
        };
        self.confirm(mv);
        Ok(())
    }

    fn confirm(&mut self, mv: Move) {
        let turn = std::mem::take(&mut self.turn);
        self.found.moves.push(mv);
        self.found.places.extend(turn.mv.map(|(_, action)| action.property.at.clone()));
        self.found.end = self.found.end.play_unchecked(mv);
        self.seen.push(self.found.end);
        if let Some(outcome) = self.found.end.outcome().filter(|outcome| outcome.reason == Ending::Flock) {
            self.is_over = true;
            if self.found.playable.is_some() {
                self.end_otherwise(outcome.winner, Termination::Adjudication);
            }
        }
    }

    /// The player to move has resigned.
    fn resign(&mut self) {
        self.end_otherwise(Some(!self.found.end.turn()), Termination::Resignation);
    }

    fn end_otherwise(&mut self, winner: Option<Color>, termination: Termination) {
        self.is_over = true;
        self.found.ending = Some((GameResult::won_by(winner), termination));
    }

    /// Confirms a complete turn at the end, as Boardspace does.
    fn finish(&mut self, last: &Action<'_>) -> Result<(), Refusal> {
        if self.is_over {
            return Ok(());
        } else if self.resigns {
            self.resign();
        } else if let Some(mv) = self.turn.complete() {
            self.confirm(mv);
            if !self.is_over && is_repetition(&self.seen) {
                self.end_otherwise(None, Termination::Adjudication);
            }
        } else if self.turn.mv.is_some() && !self.lenient {
            return Err(self.refused(last, "the record ends within a turn"));
        }
        Ok(())
    }

    /// Keeps the comments and the clock of an action.
    fn note(&mut self, action: &Action<'_>, ply: usize) {
        self.found.comments.extend(action.comments.iter().map(|text| (ply, text.clone())));
        match self.found.clocks.last_mut() {
            Some((last, clocks)) if *last == ply => clocks.push(action.clock),
            _ => self.found.clocks.push((ply, vec![action.clock])),
        }
    }

    /// The space in volo that Boardspace names by a column and a row.
    fn space(&self, action: &Action<'_>, column: &str, row: &str) -> Result<Space, Refusal> {
        let sky = self.found.end.sky();
        let Some(space) = sky.space(&format!("{}{row}", column.to_ascii_lowercase())) else {
            let (column, row) = (shown(column), shown(row));
            return Err(self.refused(action, &format!("the sky has no space {column} {row} [R3]")));
        };
        Ok(if self.found.orange == 0 { space } else { HALF_TURN.space(space, sky.edge()) })
    }

    fn illegal(&self, action: &Action<'_>, error: IllegalMove) -> Refusal {
        let text = error.move_text();
        let refusal = self.refused(action, &format!("illegal move {text}: {error}"));
        refusal.because(RecordCause::Move { text: text.into(), error: error.into() })
    }

    fn refused(&self, action: &Action<'_>, problem: &str) -> Refusal {
        action.refused(problem).at_ply(self.ply()).in_position(&self.found.end)
    }
}
