//! The line below a board: whose turn it is, or how the game ended, and by which rules.

use crate::color::Color;
use crate::notation::{Cursor, FenError, NotationError};
use crate::outcome::{Ending, Outcome};
use crate::rules::Rules;

/// What the line says; nothing where there is none.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Caption {
    pub(super) end: Option<Outcome>,
    pub(super) turn: Option<Color>,
    pub(super) passes: Option<u8>,
    pub(super) rules: Option<Rules>,
}

impl Caption {
    /// Whether a line begins as this one does. No row does.
    pub(super) fn begins(line: &Cursor<'_>) -> bool {
        line.rest().starts_with(|c: char| c.is_ascii_uppercase())
    }

    /// Reads the whole line.
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
                let passed = line.take(&format!(", {} has passed", color.other()));
                (None, color, u8::from(passed))
            }
        };
        let rules = line.take(", rules ").then(|| line.take_while(|c| c.is_ascii_graphic()).parse());
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
    const REASONS: [(&str, Ending); 3] = [
        ("all birds in one flock", Ending::Flock),
        ("two passes in a row", Ending::Passes),
        ("nobody can go on", Ending::Stuck),
    ];
    REASONS.into_iter().find_map(|(words, ending)| line.take(words).then_some(ending)).ok_or_else(|| {
        line.error("expected all birds in one flock, two passes in a row, or nobody can go on")
    })
}

/// Reads after whose turn, or which passes, a game was over. Gives the player to move and the passes.
fn last_turn(line: &mut Cursor<'_>) -> Result<(Color, u8), NotationError> {
    expect(line, ", after ")?;
    let first = color(line)?;
    if line.take("'s turn") {
        return Ok((first.other(), 0));
    }
    expect(line, "'s pass")?;
    if line.take(&format!(" and {}'s", first.other())) { Ok((first, 2)) } else { Ok((first.other(), 1)) }
}
