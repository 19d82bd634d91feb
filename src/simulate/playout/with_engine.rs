//! Playouts in which a player chooses moves with an engine.

use crate::geometry::bitboard::SpaceSet;
use crate::geometry::color::{ByColor, Color};
use crate::position::Position;
use crate::position::policy::{Policy, draw_careful};
use crate::rules::movegen::Slots;
use crate::rules::moves::Move;
use crate::simulate::player::{AnyPolicy, EnginePlayer};
use crate::simulate::playout::choose::{AtRandom, Choose};
use crate::simulate::playout::play::{Playable, play_all};
use crate::simulate::playout::{PlayoutError, PlayoutOptions, PlayoutPolicy, Playouts};
use crate::support::fallible::Halt;
use crate::support::rng::GameRng;
use crate::support::stop::Stop;

impl PlayoutPolicy for AnyPolicy {}

impl Playable for AnyPolicy {
    fn play(
        positions: &[Position],
        options: &PlayoutOptions<'_, AnyPolicy>,
        threads: usize,
    ) -> Result<Playouts, PlayoutError> {
        let random = Color::ALL.map(|color| match options.policies[color] {
            AnyPolicy::Random(policy) => Some(policy),
            AnyPolicy::Engine(_) => None,
        });
        match random {
            [Some(orange), Some(blue)] => {
                let options = options.with_policies(ByColor::new(orange, blue));
                play_all::<AtRandom>(positions, &options, threads)
            }
            _ => play_all::<WithEngine>(positions, options, threads),
        }
    }
}

/// Chooses the moves of games with an engine on at least one side. Each such player has its own.
pub(super) struct WithEngine {
    players: ByColor<Player>,
    slots: Slots,
    earlier: Vec<Position>,
}

enum Player {
    Random(Policy),
    Engine(Box<EnginePlayer>),
}

impl Player {
    fn new(policy: AnyPolicy) -> Result<Player, Halt> {
        Ok(match policy {
            AnyPolicy::Random(policy) => Player::Random(policy),
            AnyPolicy::Engine(engine) => Player::Engine(Box::new(EnginePlayer::new(engine)?)),
        })
    }
}

impl Choose for WithEngine {
    type Policy = AnyPolicy;

    const GAMES_AT_A_TIME: usize = 1;

    fn new(policies: ByColor<AnyPolicy>) -> Result<WithEngine, Halt> {
        let [orange, blue] = Color::ALL.map(|color| Player::new(policies[color]));
        Ok(WithEngine { players: ByColor::new(orange?, blue?), slots: Slots::new(), earlier: Vec::new() })
    }

    fn begin_game(&mut self) {
        self.earlier.clear();
        for color in Color::ALL {
            if let Player::Engine(engine) = &mut self.players[color] {
                engine.begin_game();
            }
        }
    }

    // This function is not inlined, so code that needs vector instructions runs as a separate task.
    #[inline(never)]
    fn choose<S: SpaceSet>(
        &mut self,
        position: &Position,
        _counts: bool,
        rng: &mut GameRng,
        stop: &Stop,
    ) -> (Move, u32) {
        let list = self.slots.listed();
        position.legal_moves_into(list);
        let count = list.len() as u32;
        let mv = match &mut self.players[position.turn()] {
            Player::Random(Policy::Uniform) => position.draw_one(&mut self.slots, rng),
            Player::Random(Policy::Careful) => draw_careful(position, list, rng),
            Player::Engine(engine) => engine.choose(position, &self.earlier, list, rng, stop),
        };
        self.earlier.push(*position);
        (mv, count)
    }
}
