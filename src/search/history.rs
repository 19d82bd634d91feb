//! [`History`]: how good moves were in other positions.

use crate::geometry::color::Color;
use crate::rules::moves::Move;

pub(super) const GREATEST: i32 = 1 << 14;

/// For each player and move, how often the move was good enough to end the search of its position, and how often it
/// was not (the history heuristic; Schaeffer 1989). A flight is the first spaces of its line before and after it.
/// The larger a value is, the less it grows: it stays within a limit, and recent results count more.
pub(super) struct History(Vec<i16>);

/// The number of spaces, vacant and missing ones of the layout included.
const SPACES: usize = 256;

pub(super) const VALUES: usize = 2 * SPACES * SPACES;

impl History {
    pub(super) fn new() -> History {
        History(vec![0; VALUES])
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    #[inline(always)]
    pub(super) fn of(&self, player: Color, mv: Move) -> i32 {
        self.0.get(place(player, mv)).copied().map_or(0, i32::from)
    }

    pub(super) fn reward(&mut self, player: Color, mv: Move, depth: i32) {
        self.add(player, mv, bonus(depth));
    }

    pub(super) fn punish(&mut self, player: Color, mv: Move, depth: i32) {
        self.add(player, mv, -bonus(depth));
    }

    fn add(&mut self, player: Color, mv: Move, bonus: i32) {
        if let Some(value) = self.0.get_mut(place(player, mv)) {
            let old = i32::from(*value);
            *value = (old + bonus - old * bonus.abs() / GREATEST) as i16;
        }
    }
}

fn bonus(depth: i32) -> i32 {
    (16 * depth * depth + 16 * depth).clamp(0, 2048)
}

#[inline(always)]
fn place(player: Color, mv: Move) -> usize {
    let (from, to) = match mv {
        Move::Add(space) => (0, space.index()),
        Move::Fly(flight) => (flight.line.first.index(), flight.landed().first.index()),
        Move::Pass => (0, 0),
    };
    (player as usize * SPACES + usize::from(from)) * SPACES + usize::from(to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn values_stay_within_the_limit_and_tell_players_and_moves_apart() {
        let mut history = History::new();
        let moves = Position::default().legal_moves();
        for _ in 0..10_000 {
            history.reward(Color::Orange, moves[0], 60);
            history.punish(Color::Orange, moves[1], 60);
        }
        let [best, worst, other] = [moves[0], moves[1], moves[2]].map(|mv| history.of(Color::Orange, mv));
        assert!((GREATEST / 2..=GREATEST).contains(&best), "{best}");
        assert!((GREATEST / 2..=GREATEST).contains(&-worst), "{worst}");
        assert_eq!((other, history.of(Color::Blue, moves[0])), (0, 0));
        history.clear();
        assert_eq!(history.of(Color::Orange, moves[0]), 0);
    }
}
