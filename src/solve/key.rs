//! Keys of positions that are equal for all twelve symmetries and for exchanged colors.
//!
//! After the start, the rules do not refer to the nests, so the images of a position under the symmetries of the sky
//! have the same value. The rules also treat both colors alike. So a key has the birds of the *attacker*, whose win
//! is in question, and those of the *defender*, and not those of Orange and Blue.
//!
//! A position has twelve numbers of 128 bits, one for each symmetry. Each number is the exclusive or of one number
//! for each bird, as in a Zobrist key. The smallest one identifies all images of the position. A move changes
//! the numbers of few birds, so they are computed from those of the position before the move.
//!
//! On the skies of edge 4 and 5, the number of a bird is a single bit. Then the key is a list of the birds, and
//! different positions have different keys. On larger skies, the numbers are random.

use crate::geometry::bitboard::Bitboard;
use crate::geometry::color::Color;
use crate::geometry::symmetry::Symmetry;
use crate::position::Position;
use crate::rules::rule_set::Rules;
use crate::rules::zobrist;

/// A key. It is never 0.
pub(super) type Key = u128;

/// The numbers of a position, one for each symmetry, before the smallest is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Images([Key; 12]);

impl Images {
    const NONE: Images = Images([0; 12]);

    #[inline(always)]
    fn toggle(&mut self, row: &Images) {
        for (number, other) in self.0.iter_mut().zip(&row.0) {
            *number ^= other;
        }
    }

    #[inline(always)]
    fn smallest(&self) -> Key {
        self.0.iter().fold(Key::MAX, |least, &number| least.min(number))
    }
}

pub(super) struct Keys {
    /// The numbers of a bird of the attacker and of a bird of the defender, by the index of its space.
    rows: Box<[[Images; 2]; 256]>,
    /// The numbers for a position in which the defender is to move, and for one and two passes just made.
    defends: Key,
    passes: [Key; 3],
    /// The number of spaces, if a key is a list of the birds.
    spaces: Option<u32>,
}

impl Keys {
    pub(super) fn new(rules: Rules) -> Keys {
        let edge = rules.edge();
        let spaces = edge.sky().spaces();
        let count = spaces.len();
        let is_exact = 2 * count + 3 <= Key::BITS;
        let random = |n: u32| {
            let n = 1024 + 2 * u64::from(n);
            Key::from(zobrist::random(n)) << 64 | Key::from(zobrist::random(n + 1))
        };
        let number = |n: u32| if is_exact { 1 << n } else { random(n) };
        let ordinals =
            |index: u8| spaces.by_index().position(|space| space.index() == index).map_or(0, |i| i as u32);
        let mut rows = Box::new([[Images::NONE; 2]; 256]);
        for space in spaces.by_index() {
            let images = Symmetry::ALL.map(|symmetry| ordinals(symmetry.space(space, edge).index()));
            rows[usize::from(space.index())] =
                [0, count].map(|first| Images(images.map(|n| number(first + n))));
        }
        let [defends, one, two] = [0, 1, 2].map(|n| number(2 * count + n));
        Keys { rows, defends, passes: [0, one, two], spaces: is_exact.then_some(count) }
    }

    /// Whether a key may be that of a position: in a list of birds, both players have some, and no space has two.
    pub(super) fn may_be_key(&self, key: Key) -> bool {
        let Some(spaces) = self.spaces else { return key != 0 };
        let all = (1 << spaces) - 1;
        let (attacker, defender) = (key & all, key >> spaces & all);
        attacker != 0 && defender != 0 && attacker & defender == 0 && key >> (2 * spaces + 3) == 0
    }

    pub(super) fn images(&self, position: &Position, attacker: Color) -> Images {
        let mut images = Images::NONE;
        self.toggle(&mut images, 0, position.birds(attacker));
        self.toggle(&mut images, 1, position.birds(!attacker));
        images
    }

    #[inline]
    pub(super) fn images_after(
        &self,
        mut images: Images,
        before: &Position,
        after: &Position,
        attacker: Color,
    ) -> Images {
        for (role, color) in [attacker, !attacker].into_iter().enumerate() {
            let (Bitboard(old), Bitboard(new)) = (before.birds(color), after.birds(color));
            let mut changed = [0; 4];
            for (changed, (old, new)) in changed.iter_mut().zip(old.into_iter().zip(new)) {
                *changed = old ^ new;
            }
            self.toggle(&mut images, role, Bitboard(changed));
        }
        images
    }

    #[inline]
    pub(super) fn key(&self, images: &Images, position: &Position, attacker: Color) -> Key {
        let turn = if position.turn() == attacker { 0 } else { self.defends };
        (images.smallest() ^ turn ^ self.passes[usize::from(position.passes().min(2))]).max(1)
    }

    #[inline]
    fn toggle(&self, images: &mut Images, role: usize, birds: Bitboard) {
        for space in birds.by_index() {
            images.toggle(&self.rows[usize::from(space.index())][role]);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;
    use crate::geometry::color::ByColor;

    fn game(rules: &str, seed: u64) -> Vec<Position> {
        let mut position = Position::new(rules.parse().expect("a rule set"));
        let mut positions = vec![position];
        for n in 0..200 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position
                .play_unchecked(moves[(zobrist::random(1000 * seed + n) % moves.len() as u64) as usize]);
            positions.push(position);
        }
        positions
    }

    fn key(keys: &Keys, position: &Position, attacker: Color) -> Key {
        keys.key(&keys.images(position, attacker), position, attacker)
    }

    #[test]
    fn numbers_after_a_move_are_those_of_the_position() {
        for rules in ["standard-4", "standard-5", "abstract-play-6", "standard", "french-8"] {
            let positions = game(rules, 1);
            let keys = Keys::new(positions[0].rules());
            for (before, after) in positions.iter().zip(&positions[1..]) {
                for attacker in Color::ALL {
                    let images = keys.images(before, attacker);
                    let updated = keys.images_after(images, before, after, attacker);
                    assert_eq!(updated, keys.images(after, attacker));
                }
            }
        }
    }

    #[test]
    fn images_and_exchanged_colors_have_the_same_key_and_other_positions_have_another() {
        for rules in ["standard-4", "abstract-play-5", "standard-6"] {
            let keys = Keys::new(rules.parse().expect("a rule set"));
            let mut seen: HashMap<Key, Position> = HashMap::new();
            for position in (0..30).flat_map(|seed| game(rules, seed)) {
                let exchanged = Position::assemble(
                    position.rules(),
                    ByColor::new(position.birds(Color::Blue), position.birds(Color::Orange)),
                    !position.turn(),
                    position.passes(),
                );
                let all: HashSet<Key> = Symmetry::ALL
                    .into_iter()
                    .flat_map(|symmetry| {
                        let image = position.transform(symmetry);
                        [
                            key(&keys, &image, Color::Orange),
                            key(&keys, &exchanged.transform(symmetry), Color::Blue),
                        ]
                    })
                    .collect();
                assert_eq!(all.len(), 1, "{position}");
                let representative = position.canonical().0;
                for key in all {
                    let other = *seen.entry(key).or_insert(representative);
                    assert_eq!(other, representative, "the same key");
                }
            }
            assert!(seen.len() > 300);
        }
    }
}
