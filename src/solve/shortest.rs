//! [`shortest_win`]: the least number of plies in which a player can force a win.

use crate::geometry::color::Color;
use crate::position::Position;
use crate::rules::moves::{Move, MoveList};
use crate::rules::outcome::Outcome;
use crate::support::stop::{NEVER, Stop};

const MAX_PLIES: u32 = 99;

const TABLE: usize = 1 << 15;

const BETWEEN_LOOKS: u64 = 256;

/// The result of [`shortest_win`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ShortestWin {
    /// The least number of plies in which the player to move can force a win, whatever the opponent does. `None` if
    /// there is no win in at most [`searched`](ShortestWin::searched) plies.
    pub plies: Option<u32>,
    /// All moves that force a win in this number of plies.
    pub moves: Vec<Move>,
    /// The number of plies for which the search is complete. It is less than asked for if the search was ended
    /// by a limit.
    pub searched: u32,
    /// The number of positions that were searched.
    pub nodes: u64,
}

/// Finds the shortest win of the player to move, and all moves that force it.
///
/// Every move and every answer is searched, so the result is exact. The time grows by a factor of up to a hundred with
/// every two plies. For five plies it is at most some tenths of a second.
///
/// `plies` is at most 99; a greater number counts as 99. `nodes` is the number of positions to search at most. If the
/// limit is reached, the result is that of fewer plies.
///
/// ```
/// # use volo_rules::Position;
/// # use volo_rules::solver::shortest_win;
/// let position: Position = "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4".parse()?;
/// let found = shortest_win(&position, 5, None);
/// assert_eq!((found.plies, found.moves.len()), (Some(1), 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn shortest_win(position: &Position, plies: u32, nodes: Option<u64>) -> ShortestWin {
    shortest_win_until(position, plies, nodes, &NEVER)
}

/// Like [`shortest_win`], but stops when `stop` is set. Then the result is that of fewer plies.
pub fn shortest_win_until(position: &Position, plies: u32, nodes: Option<u64>, stop: &Stop) -> ShortestWin {
    let mut found = ShortestWin { plies: None, moves: Vec::new(), searched: 0, nodes: 0 };
    let most = plies.min(MAX_PLIES);
    if most == 0 || position.outcome().is_some() {
        found.searched = most;
        return found;
    }
    let mut search = WinSearch::new(position.turn(), nodes.unwrap_or(u64::MAX), stop);
    // A search for an odd number of plies is faster than one for an even number, because its last step is to look for
    // a win in one. It also finds wins in one ply less, which end by a clearing of the opponent [R18].
    let mut within = 1;
    loop {
        let winning = search.winning(position, within);
        found.nodes = search.nodes;
        let Some(moves) = winning else { return found };
        if moves.is_empty() {
            found.searched = within.min(most);
            if within >= most {
                return found;
            }
            within += 2;
            continue;
        }
        let shorter = if within > 1 { search.winning(position, within - 1) } else { Some(Vec::new()) };
        found.nodes = search.nodes;
        let Some(shorter) = shorter else { return found };
        let (plies, moves) = if shorter.is_empty() { (within, moves) } else { (within - 1, shorter) };
        found.searched = plies.min(most);
        if plies <= most {
            (found.plies, found.moves) = (Some(plies), moves);
        }
        return found;
    }
}

#[derive(Clone, Copy)]
struct WinBounds {
    position: Position,
    /// The attacker wins within this number of plies; `u32::MAX` if none is known.
    wins_within: u32,
    fails_within: u32,
}

struct WinSearch<'a> {
    attacker: Color,
    nodes: u64,
    most_nodes: u64,
    stop: &'a Stop,
    table: Vec<Option<WinBounds>>,
    /// The moves of each position on the path, by the number of plies that are left.
    lists: Vec<MoveList>,
    /// The code of the last move that decided a position, by the number of plies that are left. It is tried first.
    killers: [u32; MAX_PLIES as usize + 2],
}

/// Whether the attacker wins; `None` if the search was ended by a limit.
type Answer = Option<bool>;

impl WinSearch<'_> {
    fn new(attacker: Color, most_nodes: u64, stop: &Stop) -> WinSearch<'_> {
        WinSearch {
            attacker,
            nodes: 0,
            most_nodes,
            stop,
            table: vec![None; TABLE],
            lists: (0..MAX_PLIES + 2).map(|_| MoveList::new()).collect(),
            killers: [0; MAX_PLIES as usize + 2],
        }
    }

    /// All moves by which the attacker wins within this number of plies, which is at least 1.
    fn winning(&mut self, position: &Position, plies: u32) -> Option<Vec<Move>> {
        let mut winning = Vec::new();
        for &mv in &position.legal_moves() {
            if self.wins_by(position, mv, plies)? {
                winning.push(mv);
            }
        }
        Some(winning)
    }

    /// Whether the attacker, who is to move, wins within this number of plies, which is at least 1.
    fn attack(&mut self, position: &Position, plies: u32) -> Answer {
        self.count()?;
        if position.can_win() {
            return Some(true);
        }
        if plies == 1 {
            return Some(false);
        }
        let slot = position.zobrist() as usize & (TABLE - 1);
        let known = self.table.get(slot).copied().flatten().filter(|entry| entry.position == *position);
        match known {
            Some(entry) if entry.wins_within <= plies => return Some(true),
            Some(entry) if entry.fails_within >= plies => return Some(false),
            _ => {}
        }
        let wins = self.any(position, plies, |search, mv| search.wins_by(position, mv, plies))?;
        let mut entry =
            known.unwrap_or(WinBounds { position: *position, wins_within: u32::MAX, fails_within: 0 });
        if wins {
            entry.wins_within = plies;
        } else {
            entry.fails_within = plies;
        }
        if let Some(place) = self.table.get_mut(slot) {
            *place = Some(entry);
        }
        Some(wins)
    }

    /// Whether the attacker wins by this move within this number of plies, including the move.
    fn wins_by(&mut self, position: &Position, mv: Move, plies: u32) -> Answer {
        let next = position.play_unchecked(mv);
        match next.outcome() {
            Some(outcome) => Some(self.is_win(outcome)),
            None if plies == 1 => Some(false),
            None => self.defend(&next, plies - 1),
        }
    }

    fn defend(&mut self, position: &Position, plies: u32) -> Answer {
        self.count()?;
        if position.can_win() {
            return Some(false);
        }
        let escapes = self.any(position, plies, |search, mv| {
            let next = position.play_unchecked(mv);
            match next.outcome() {
                Some(outcome) => Some(!search.is_win(outcome)),
                None if plies == 1 => Some(true),
                None => search.attack(&next, plies - 1).map(|wins| !wins),
            }
        })?;
        Some(!escapes)
    }

    /// Whether some move decides the position. The one that last did with as many plies left is tried first.
    fn any(
        &mut self,
        position: &Position,
        plies: u32,
        mut decides: impl FnMut(&mut Self, Move) -> Answer,
    ) -> Answer {
        let edge = position.rules().edge();
        let left = plies as usize;
        let mut moves = std::mem::take(self.lists.get_mut(left)?);
        position.legal_moves_into(&mut moves);
        let killer = self.killers.get(left).copied().unwrap_or_default();
        if let Some(first) = moves.iter().position(|mv| mv.code(edge) == killer) {
            moves.swap(0, first);
        }
        let mut answer = Some(false);
        for &mv in &moves {
            answer = decides(self, mv);
            if answer != Some(false) {
                if let Some(killer) = self.killers.get_mut(left) {
                    *killer = mv.code(edge);
                }
                break;
            }
        }
        if let Some(list) = self.lists.get_mut(left) {
            *list = moves;
        }
        answer
    }

    fn is_win(&self, outcome: Outcome) -> bool {
        outcome.winner == Some(self.attacker)
    }

    fn count(&mut self) -> Option<()> {
        let looks = self.nodes.is_multiple_of(BETWEEN_LOOKS);
        if self.nodes >= self.most_nodes || looks && self.stop.is_set() {
            return None;
        }
        self.nodes += 1;
        Some(())
    }
}
