//! [`BatchGame`]: one game of a batch.

use crate::geometry::color::Color;
use crate::learning::batch::error::BatchError;
use crate::learning::decision::{Decision, IllegalAction};
use crate::position::Position;
use crate::position::play::{Fault, IllegalMove};
use crate::rules::moves::{Flight, Move, MoveList};
use crate::rules::outcome::Outcome;

#[derive(Clone, Copy, Debug)]
pub(super) struct BatchGame {
    pub(super) turn: Decision,
    pub(super) outcome: Option<Outcome>,
    pub(super) plies: u32,
    /// The player whose actions the caller chooses, if the batch has an opponent.
    pub(super) player: Color,
}

const _: () = assert!(size_of::<BatchGame>() <= 96);

impl BatchGame {
    pub(super) fn new(turn: Decision, player: Color) -> BatchGame {
        BatchGame { turn, outcome: turn.position().outcome(), plies: 0, player }
    }

    pub(super) fn position(&self) -> Position {
        self.turn.position()
    }

    /// Plays the move with this code. `index` is the index of the game, for errors.
    pub(super) fn play_code(&mut self, index: usize, code: u32) -> Result<(), BatchError> {
        let (mv, edge) = Move::from_code(code).ok_or(BatchError::NoMove { index })?;
        if edge != self.position().rules().edge() {
            return Err(BatchError::OtherEdge { index, edge });
        }
        if !finishes(&self.turn, mv) {
            let error = IllegalMove::new(Some(mv), Fault::KeepMissing, self.position().sky());
            return Err(BatchError::Illegal { index, error });
        }
        let position = self.position().play(mv).map_err(|error| BatchError::Illegal { index, error })?;
        self.go_to(position);
        Ok(())
    }

    pub(super) fn act(&mut self, action: u16) -> Result<(), IllegalAction> {
        self.outcome = self.turn.act(self.outcome, action)?;
        self.plies = self.plies.saturating_add(u32::from(self.turn.chosen().is_none()));
        Ok(())
    }

    pub(super) fn play_unchecked(&mut self, mv: Move) {
        self.go_to(self.position().play_unchecked(mv));
    }

    fn go_to(&mut self, position: Position) {
        self.turn = Decision::new(position);
        self.outcome = position.outcome();
        self.plies = self.plies.saturating_add(1);
    }

    pub(super) fn legal_moves_into(&self, moves: &mut MoveList) {
        self.position().legal_moves_into(moves);
        if self.turn.chosen().is_some() {
            moves.storage().retain(|&mv| finishes(&self.turn, mv));
        }
    }
}

/// Whether a move may finish the turn: if a flight was chosen, only this flight does.
fn finishes(turn: &Decision, mv: Move) -> bool {
    turn.chosen().is_none_or(|chosen| match mv {
        Move::Fly(flight) => Flight { keep: None, ..flight } == chosen,
        Move::Add(_) | Move::Pass => false,
    })
}
