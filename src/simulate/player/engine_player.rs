//! [`EnginePlayer`]: an engine that plays the moves of one player in simulated games.

use chacha20::rand_core::Rng;

use crate::position::Position;
use crate::position::policy::draw_careful;
use crate::rules::moves::{Move, MoveList};
use crate::search::{Engine, EngineOptions, Info, Level, Limit, Request, Score};
use crate::simulate::player::{EnginePolicy, softmax};
use crate::support::fallible::Halt;
use crate::support::rng::{GameRng, below};
use crate::support::stop::Stop;

/// At a positive temperature, a move is drawn from this number of best moves.
const CANDIDATES: usize = 8;

const BYTES_A_NODE: usize = 256;

pub(crate) struct EnginePlayer {
    policy: EnginePolicy,
    engine: Engine,
}

impl EnginePlayer {
    pub(crate) fn new(policy: EnginePolicy) -> Result<EnginePlayer, Halt> {
        // The size determines the moves, so it must not depend on the machine.
        let table_bytes = (policy.nodes() as usize * BYTES_A_NODE).clamp(1 << 20, 16 << 20);
        let options = EngineOptions::default().with_table_bytes(table_bytes).with_level(policy.level());
        Ok(EnginePlayer { policy, engine: Engine::new(options)? })
    }

    pub(crate) fn begin_game(&mut self) {
        self.engine.clear();
    }

    /// Chooses a move of an unfinished game, after the positions `earlier`. Some of all legal `moves` are removed.
    /// If `stop` is set, the move is arbitrary.
    pub(crate) fn choose(
        &mut self,
        position: &Position,
        earlier: &[Position],
        moves: &mut MoveList,
        rng: &mut GameRng,
        stop: &Stop,
    ) -> Move {
        let is_opening = (earlier.len() as u64) < u64::from(self.policy.opening());
        if is_opening && !moves.is_empty() {
            return moves[below(rng, moves.len() as u32) as usize];
        }
        if self.policy.level() < Level::FULL {
            self.engine.set_seed(rng.next_u64());
        }
        let temperature = self.policy.temperature();
        let lines = if temperature > 0.0 { CANDIDATES } else { 1 };
        let limit = Limit::nodes(self.policy.nodes().into());
        let request = Request::new(position, limit).with_earlier(earlier).with_lines(lines);
        let mut is_one_ply_finished = false;
        let infos = self.engine.search_with(&request.until(stop), |_| is_one_ply_finished = true);
        if !is_one_ply_finished {
            // Only the first moves of the list were searched, so the best of them would depend on the order of the list.
            return draw_careful(position, moves, rng);
        }
        let mut chosen = 0;
        if temperature > 0.0 {
            let mut scores = [Score::DRAW; CANDIDATES];
            for (score, info) in scores.iter_mut().zip(&infos) {
                *score = info.score;
            }
            chosen = softmax::draw(rng, temperature, &scores[..infos.len().min(CANDIDATES)]);
        }
        infos.get(chosen).and_then(Info::best).unwrap_or_else(|| draw_careful(position, moves, rng))
    }
}
