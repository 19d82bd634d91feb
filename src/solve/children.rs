//! [`Child`]: a move, and the known results for the position after it. [`Path`]: the positions before it.

use crate::rules::moves::{Move, MoveList};
use crate::solve::key::Key;
use crate::solve::numbers::Numbers;
use crate::solve::numbers::guess;
use crate::solve::question::{Node, Question};
use crate::solve::table::Store;

#[derive(Clone, Default)]
pub(super) struct Path {
    steps: Vec<Step>,
}

#[derive(Clone, Copy)]
struct Step {
    key: Key,
    /// The number of clearings by the attacker and by the defender before this position. They never fall along a path.
    clearings: [u32; 2],
}

impl Path {
    pub(super) const fn len(&self) -> usize {
        self.steps.len()
    }

    /// Appends the position after a move of the last one. For the first position, `last` is `None`.
    pub(super) fn enter(&mut self, question: &Question<'_>, last: Option<(&Node, Move)>, key: Key) {
        let clearings = last.map_or([0; 2], |(node, mv)| self.clearings_after(question, node, mv));
        self.steps.push(Step { key, clearings });
    }

    pub(super) fn leave(&mut self) {
        self.steps.pop();
    }

    pub(super) fn copy_from(&mut self, other: &Path) {
        self.steps.clone_from(&other.steps);
    }

    pub(super) fn clear(&mut self) {
        self.steps.clear();
    }

    fn clearings_after(&self, question: &Question<'_>, node: &Node, mv: Move) -> [u32; 2] {
        let mut clearings = self.steps.last().map_or([0; 2], |step| step.clearings);
        if matches!(mv, Move::Fly(flight) if flight.keep.is_some()) {
            clearings[usize::from(!question.attacks(&node.position))] += 1;
        }
        clearings
    }

    fn repeated(&self, question: &Question<'_>, node: &Node, child: &Child) -> Option<usize> {
        let clearings = self.clearings_after(question, node, child.mv);
        let may_repeat = |step: &&Step| step.clearings[0] < clearings[0] && step.clearings[1] < clearings[1];
        let repeated = self.steps.iter().take_while(may_repeat).position(|step| step.key == child.key);
        debug_assert_eq!(repeated, self.steps.iter().position(|step| step.key == child.key));
        repeated
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) mv: Move,
    pub(super) key: Key,
    /// The numbers as the player to move after the move sees them.
    pub(super) numbers: Numbers,
    /// If the numbers depend on the path: the smallest depth of a position on which they depend.
    pub(super) depends_on: Option<usize>,
}

/// Appends the moves of an unfinished game to `children`, with the known results for the positions after them. The
/// path ends with the position.
///
/// If a move is already known to reach the goal of the player to move, only this move is appended. Moves that are
/// known at once to fail are left out, unless all moves are known to fail. Of several moves to images of the same
/// position, only one is appended, because they would keep each other from being searched.
pub(super) fn append_children(
    question: &Question<'_>,
    node: &Node,
    path: &Path,
    store: &impl Store,
    moves: &mut MoveList,
    children: &mut Vec<Child>,
) {
    let first = children.len();
    node.position.legal_moves_into(moves);
    let mut failing = None;
    for &mv in moves.iter() {
        let after = node.position.play_unchecked(mv);
        let known = question.at_once_after(&after, mv);
        match known {
            Some(Numbers { phi: 0, .. }) => failing = failing.or(Some((mv, after))),
            _ => {
                let node = question.node_after(node, after);
                let numbers = known.unwrap_or_else(|| guess(&after));
                children.push(Child { mv, key: node.key, numbers, depends_on: None });
                if known.is_some() {
                    return keep_only(children, first);
                }
            }
        }
    }
    if let Some((mv, after)) = failing.filter(|_| children.len() == first) {
        let key = question.node_after(node, after).key;
        children.push(Child { mv, key, numbers: Numbers::REACHED, depends_on: None });
        return;
    }
    children[first..].sort_unstable_by_key(|child| child.key);
    let mut end = first;
    for i in first..children.len() {
        if i == first || children[i].key != children[end - 1].key {
            children[end] = children[i];
            end += 1;
        }
    }
    children.truncate(end);
    // The table is read in a separate loop, so that the processor loads several entries at the same time.
    for i in first..children.len() {
        let child = &mut children[i];
        let known = store.get(child.key).map(|entry| entry.numbers);
        child.numbers = known.unwrap_or(child.numbers);
        if !child.numbers.is_solved() {
            child.depends_on = path.repeated(question, node, child);
            if child.depends_on.is_some() {
                // A repetition is not a win of the attacker. So if the attacker moves there, the defender reaches the goal.
                child.numbers = Numbers::solved(question.attacks(&node.position));
            }
        } else if child.numbers.delta == 0 {
            children.truncate(i + 1);
            return keep_only(children, first);
        }
    }
}

fn keep_only(children: &mut Vec<Child>, first: usize) {
    let last = children.len() - 1;
    children.swap(first, last);
    children.truncate(first + 1);
}

/// A move by which the player to move reaches the goal. If possible, it is one that does not depend on the path.
pub(super) fn reaching(children: &[Child]) -> Option<&Child> {
    let reaching = || children.iter().filter(|child| child.numbers.delta == 0);
    reaching()
        .find(|child| child.depends_on.is_none())
        .or_else(|| reaching().max_by_key(|child| child.depends_on))
}

/// The least depth before `depth` of a position on which these numbers depend; `None` if not on the path.
pub(super) fn dependence(children: &[Child], numbers: Numbers, depth: usize) -> Option<usize> {
    let smallest = if numbers.phi == 0 {
        reaching(children)?.depends_on
    } else if numbers.delta == 0 {
        children.iter().filter_map(|child| child.depends_on).min()
    } else {
        None
    };
    // A result that depends on the position itself is proved by returning to it.
    smallest.filter(|&smallest| smallest < depth)
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::geometry::color::Color;
    use crate::position::Position;
    use crate::solve::key::Keys;
    use crate::solve::table::Table;
    use crate::support::stop::Stop;

    fn child(numbers: Numbers, depends_on: Option<usize>) -> Child {
        Child { mv: Move::Pass, key: 1, numbers, depends_on }
    }

    /// The move, among those after `path`, that leads to the position with this key.
    fn child_with(key: Key, question: &Question<'_>, node: &Node, path: &Path) -> Child {
        let store = Table::new(0, &Stop::never()).expect("enough memory");
        let mut children = Vec::new();
        append_children(question, node, path, &store, &mut MoveList::new(), &mut children);
        *children.iter().find(|child| child.key == key).expect("a move to this position")
    }

    #[test]
    fn a_move_back_to_a_position_of_the_path_does_not_win() {
        let position = Position::new("standard-4".parse().expect("a rule set"));
        let keys = Keys::new(position.rules());
        for attacker in Color::ALL {
            let question = Question { keys: &keys, attacker };
            let node = question.node(&position);
            let next = position.play(position.legal_moves()[0]).expect("a legal move");
            let key = question.node_after(&node, next).key;
            // Only a path with a clearing by each player comes back to a position.
            let first = Step { key, clearings: [0, 0] };
            let last = Step { key: node.key, clearings: [1, 1] };

            let open = child_with(key, &question, &node, &Path { steps: vec![last] });
            assert_eq!((open.depends_on, open.numbers.is_solved()), (None, false));

            let closed = child_with(key, &question, &node, &Path { steps: vec![first, last] });
            let reached = attacker != position.turn();
            assert_eq!(closed.depends_on, Some(0));
            assert_eq!(closed.numbers, if reached { Numbers::FAILED } else { Numbers::REACHED });
        }
    }

    #[test]
    fn a_defender_needs_one_move_and_depends_on_the_path_only_if_every_such_move_does() {
        let reached = Numbers::REACHED;
        let (open, free) = (child(Numbers::UNKNOWN, None), child(Numbers::FAILED, None));
        let (at_2, at_5) = (child(Numbers::FAILED, Some(2)), child(Numbers::FAILED, Some(5)));
        assert_eq!(dependence(&[open, at_2, free, at_5], reached, 6), None);
        assert_eq!(dependence(&[open, at_2], reached, 6), Some(2));
        // The move that depends on less of the path leads to fewer positions before the result is final.
        assert_eq!(dependence(&[at_2, open, at_5], reached, 6), Some(5));
        assert_eq!(dependence(&[at_2, open, at_5], reached, 5), None);
        assert_eq!(dependence(&[at_2], reached, 2), None);
    }

    #[test]
    fn an_attacker_needs_all_moves_and_depends_on_the_highest_position() {
        let failed = Numbers::FAILED;
        let free = child(Numbers::REACHED, None);
        let (at_2, at_5) = (child(Numbers::REACHED, Some(2)), child(Numbers::REACHED, Some(5)));
        assert_eq!(dependence(&[free, free], failed, 6), None);
        assert_eq!(dependence(&[free, at_5, at_2], failed, 6), Some(2));
        assert_eq!(dependence(&[free, at_5], failed, 5), None);
        assert_eq!(dependence(&[free, at_5, at_2], failed, 2), None);
    }

    #[test]
    fn numbers_of_an_open_position_depend_on_nothing() {
        let children = [child(Numbers::UNKNOWN, None), child(Numbers::REACHED, Some(0))];
        assert_eq!(dependence(&children, Numbers::UNKNOWN, 3), None);
    }
}
