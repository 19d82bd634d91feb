//! The line below a board: whose turn it is, or how the game ended, and by which rules.

use alloc::string::{String, ToString};

use crate::geometry::color::Color;
use crate::position::Position;
use crate::rules::outcome::{Ending, Outcome};
use crate::rules::rule_set::Rules;
use crate::text::notation::{Cursor, FenError, NotationError};

/// The line for a position: whose turn it is or how the game ended, then the rule set unless it is
/// `standard` on a sky of this size.
pub(super) fn caption(position: &Position) -> String {
    let (turn, other) = (position.turn(), !position.turn());
    let mut line = match (position.outcome(), position.passes()) {
        (None, 0) => format!("{turn} to move"),
        (None, _) => format!("{turn} to move, {other} has passed"),
        (Some(end), 0) => format!("{end}, after {other}'s turn"),
        (Some(end), 1) => format!("{end}, after {other}'s pass"),
        (Some(end), _) => format!("{end}, after {turn}'s pass and {other}'s"),
    };
    let rules = position.rules();
    if rules != Rules::default().on(rules.edge()) {
        line.push_str(&format!(", rules {rules}"));
    }
    line
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Caption {
    pub(super) end: Option<Outcome>,
    pub(super) turn: Option<Color>,
    pub(super) passes: Option<u8>,
    pub(super) rules: Option<Rules>,
}

impl Caption {
    /// Whether a line begins like a caption. No row of a board does.
    pub(super) fn begins(line: &Cursor<'_>) -> bool {
        line.rest().starts_with(|c: char| c.is_ascii_uppercase())
    }

    pub(super) fn read(mut line: Cursor<'_>) -> Result<Caption, FenError> {
        let (end, turn, passes) = if line.take("Draw: ") {
            let reason = reason(&mut line)?;
            let (turn, passes) = last_turn(&mut line)?;
            (Some(Outcome { winner: None, reason }), turn, passes)
        } else {
            let color = color(&mut line)?;
            if line.take(" wins: ") {
                let reason = reason(&mut line)?;
                let (turn, passes) = last_turn(&mut line)?;
                (Some(Outcome { winner: Some(color), reason }), turn, passes)
            } else {
                expect(&mut line, " to move")?;
                let passed = line.take(&format!(", {} has passed", !color));
                (None, color, u8::from(passed))
            }
        };
        let rules = line.take(", rules ").then(|| line.take_while(|byte| byte.is_ascii_graphic()).parse());
        line = line.without_blanks();
        if !line.is_at_line_end() {
            return Err(line.error("expected nothing more in the line below the board").into());
        }
        Ok(Caption { end, turn: Some(turn), passes: Some(passes), rules: rules.transpose()? })
    }
}

fn expect(line: &mut Cursor<'_>, words: &str) -> Result<(), NotationError> {
    if line.take(words) { Ok(()) } else { Err(line.error(format!("expected {words:?}"))) }
}

fn color(line: &mut Cursor<'_>) -> Result<Color, NotationError> {
    Color::ALL
        .into_iter()
        .find(|color| line.take(&color.to_string()))
        .ok_or_else(|| line.error("expected a line such as: Orange to move"))
}

fn reason(line: &mut Cursor<'_>) -> Result<Ending, NotationError> {
    Ending::ALL.into_iter().find(|ending| line.take(ending.description())).ok_or_else(|| {
        line.error("expected all birds in one flock, two passes in a row, or nobody can go on")
    })
}

/// Reads the last turn or the passes that ended a game. Returns the player to move and the number of passes.
fn last_turn(line: &mut Cursor<'_>) -> Result<(Color, u8), NotationError> {
    expect(line, ", after ")?;
    let first = color(line)?;
    if line.take("'s turn") {
        return Ok((!first, 0));
    }
    expect(line, "'s pass")?;
    if line.take(&format!(" and {}'s", !first)) { Ok((first, 2)) } else { Ok((!first, 1)) }
}
