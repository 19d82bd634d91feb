//! [`Question`]: whether one player can force a win. It also finds the results that are clear without a search.

use std::collections::HashSet;

use crate::geometry::color::Color;
use crate::position::Position;
use crate::rules::moves::{Move, MoveList};
use crate::solve::key::{Images, Key, Keys};
use crate::solve::numbers::Numbers;

#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) position: Position,
    pub(super) images: Images,
    pub(super) key: Key,
}

/// The question whether the attacker can force a win. The defender tries to prevent that. A game that never ends is
/// not a win (\[R19\]).
#[derive(Clone, Copy)]
pub(super) struct Question<'a> {
    pub(super) keys: &'a Keys,
    pub(super) attacker: Color,
}

impl Question<'_> {
    pub(super) fn node(&self, position: &Position) -> Node {
        let images = self.keys.images(position, self.attacker);
        Node { position: *position, images, key: self.keys.key(&images, position, self.attacker) }
    }

    pub(super) fn node_after(&self, before: &Node, position: Position) -> Node {
        let images = self.keys.images_after(before.images, &before.position, &position, self.attacker);
        Node { position, images, key: self.keys.key(&images, &position, self.attacker) }
    }

    pub(super) fn attacks(&self, position: &Position) -> bool {
        position.turn() == self.attacker
    }

    /// The numbers of a position whose value needs no search: the game is over, or the player to move wins at once.
    pub(super) fn at_once(&self, position: &Position) -> Option<Numbers> {
        match position.outcome() {
            Some(outcome) => {
                let has_won = outcome.winner == Some(self.attacker);
                Some(Numbers::solved(has_won == self.attacks(position)))
            }
            // If the defender wins at once, the attacker does not win.
            None => position.can_win().then_some(Numbers::REACHED),
        }
    }

    /// Like [`Question::at_once`], for the position after a move of an unfinished game. This is faster.
    pub(super) fn at_once_after(&self, position: &Position, last: Move) -> Option<Numbers> {
        let winner = position.decided_after(last)?;
        Some(Numbers::solved((winner == Some(self.attacker)) == self.attacks(position)))
    }

    /// The positions after all moves of an unfinished game, but only one of several images, with their moves.
    pub(super) fn successors(&self, node: &Node, moves: &mut MoveList) -> Vec<(Move, Node)> {
        node.position.legal_moves_into(moves);
        let mut successors: Vec<_> =
            moves.iter().map(|&mv| (mv, self.node_after(node, node.position.play_unchecked(mv)))).collect();
        let mut seen = HashSet::new();
        successors.retain(|(_, next)| seen.insert(next.key));
        successors
    }
}
