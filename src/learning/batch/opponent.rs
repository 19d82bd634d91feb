//! The opponent that a batch plays.

use crate::learning::batch::game::BatchGame;
use crate::learning::batch::generator::Generator;
use crate::learning::batch::options::Settings;
use crate::learning::decision::Decision;
use crate::position::policy::{Policy, draw_careful, draw_safe};
use crate::rules::movegen::Slots;
use crate::rules::moves::Move;
use crate::support::rng::below;

/// The random number generator of a game, and scratch memory for choosing moves.
pub(super) struct Chance<'a> {
    pub(super) generator: &'a mut Generator,
    pub(super) slots: &'a mut Slots,
}

impl Settings {
    /// Starts a game from this turn, and plays the opponent's turn, if it comes first.
    pub(super) fn begin(self, game: &mut BatchGame, start: Decision, chance: Option<&mut Chance<'_>>) {
        *game = BatchGame::new(start, game.player);
        self.answer(game, chance);
    }

    pub(super) fn answer(self, game: &mut BatchGame, chance: Option<&mut Chance<'_>>) {
        if let (Some(policy), Some(chance)) = (self.opponent, chance)
            && game.position().turn() != game.player
            && !self.is_finished(game)
        {
            game.play_unchecked(choose(policy, game, chance));
        }
    }
}

fn choose(policy: Policy, game: &BatchGame, chance: &mut Chance<'_>) -> Move {
    let (generator, slots) = (&mut *chance.generator, &mut *chance.slots);
    let position = game.position();
    if game.turn.chosen().is_none() && policy == Policy::Uniform {
        return position.draw_one(slots, generator);
    }
    let moves = slots.listed();
    game.legal_moves_into(moves);
    match (policy, game.turn.chosen()) {
        (Policy::Careful, None) => draw_careful(&position, moves, generator),
        // A flight that divides the opponent does not win [R15].
        (Policy::Careful, Some(_)) => draw_safe(&position, moves, generator),
        (Policy::Uniform, _) => {
            let drawn = moves.get(below(generator, moves.len() as u32) as usize);
            drawn.copied().unwrap_or(Move::Pass)
        }
    }
}
