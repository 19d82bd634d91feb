//! UCT, a Monte Carlo tree search, on all processors: each task grows its own tree, and the visits of moves add up.

use fastrand::Rng;
use rayon::prelude::*;
use volo_rules::{Color, Move, Position};

#[derive(Default)]
struct Node {
    visits: f64,
    points: f64, // the wins of the player who moved to this node, and half of the draws
    children: Vec<(Move, Node)>,
}

impl Node {
    /// Plays a game from this node, and returns the winner.
    fn visit(&mut self, position: Position, rng: &mut Rng) -> Option<Color> {
        if self.visits == 1.0 {
            self.children = position.legal_moves().iter().map(|&mv| (mv, Node::default())).collect();
        }
        let value = |Node { visits, points, .. }: &Node| match visits {
            0.0 => f64::INFINITY,
            _ => points / visits + (2.0 * self.visits.ln() / visits).sqrt(),
        };
        let winner = match self.children.iter_mut().max_by(|a, b| value(&a.1).total_cmp(&value(&b.1))) {
            Some((mv, child)) => child.visit(position.play_unchecked(*mv), rng),
            None => play_out(position, rng),
        };
        self.visits += 1.0;
        self.points += winner.map_or(0.5, |winner| f64::from(winner != position.turn()));
        winner
    }
}

fn play_out(mut position: Position, rng: &mut Rng) -> Option<Color> {
    while let Some(mv) = position.random_move(|| rng.u64(..)) {
        position = position.play_unchecked(mv);
    }
    position.outcome()?.winner
}

fn best_move(position: Position, trees: u64, games: u32) -> Option<Move> {
    let grow = |seed| {
        let (mut root, mut rng) = (Node::default(), Rng::with_seed(seed));
        (0..games).for_each(|_| _ = root.visit(position, &mut rng));
        root.children
    };
    let moves: Vec<(Move, Node)> = (0..trees).into_par_iter().flat_map_iter(grow).collect();
    let visits = |mv| moves.iter().filter(|other| other.0 == mv).map(|(_, node)| node.visits).sum::<f64>();
    position.legal_moves().into_iter().max_by(|&a, &b| visits(a).total_cmp(&visits(b)))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let wins: Position = "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4".parse()?;
    let mv = best_move(wins, 4, 300).ok_or("the game is over")?;
    assert_eq!(wins.play(mv)?.outcome().and_then(|outcome| outcome.winner), Some(Color::Orange));
    let blocks: Position = "o1/oo1b1/1b2bb/ob1o/2bb2/oo1bo/o1 o 0 standard-4".parse()?;
    let mv = best_move(blocks, 4, 300).ok_or("the game is over")?;
    assert!(!blocks.play(mv)?.can_win());
    Ok(())
}
