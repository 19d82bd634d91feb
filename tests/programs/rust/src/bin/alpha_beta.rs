//! An alpha-beta search with an evaluation of its own, which counts sets of spaces.

use volo_rules::bitboard::Bitboard;
use volo_rules::{Color, Direction, Move, MoveList, Position};

const WIN: i32 = 1_000_000;

fn flocks(birds: Bitboard) -> i32 {
    let (mut rest, mut flocks) = (birds, 0);
    while let Some(bird) = rest.first() {
        rest -= Bitboard::from(bird).flood(birds);
        flocks += 1;
    }
    flocks
}

/// Few flocks are good, and so are pairs of birds and vacant spaces next to birds.
fn value(position: &Position, color: Color) -> i32 {
    let (birds, sky) = (position.birds(color), position.sky());
    let pairs = [Direction::E, Direction::NE, Direction::NW].map(|way| (sky.step(birds, way) & birds).len());
    let liberties = sky.neighbors(birds) & position.vacant();
    4 * pairs.iter().sum::<u32>() as i32 + liberties.len() as i32 - 20 * flocks(birds)
}

/// How early a move is tried: flights that land beside many friends first.
fn promise(position: &Position, mv: Move) -> u32 {
    let Move::Fly(flight) = mv else { return 0 };
    let Some(landed) = flight.line.step(flight.direction, flight.distance) else { return 0 };
    let spaces: Bitboard = landed.spaces().flatten().collect();
    (position.sky().neighbors(spaces) & position.birds(position.turn())).len()
}

struct Search {
    /// One list for each ply.
    lists: Vec<MoveList>,
    nodes: u64,
}

impl Search {
    fn new(depth: usize) -> Search {
        Search { lists: vec![MoveList::new(); depth], nodes: 0 }
    }

    /// The value of a position for the player to move, and the best move.
    fn look(&mut self, position: &Position, mut alpha: i32, beta: i32) -> (i32, Option<Move>) {
        self.nodes += 1;
        let turn = position.turn();
        if let Some(outcome) = position.outcome() {
            let soon = self.lists.len() as i32;
            return (
                outcome.winner.map_or(0, |winner| if winner == turn { WIN + soon } else { -WIN - soon }),
                None,
            );
        }
        let Some(mut moves) = self.lists.pop() else {
            return (value(position, turn) - value(position, !turn), None);
        };
        position.legal_moves_into(&mut moves);
        moves.sort_by_cached_key(|&mv| std::cmp::Reverse(promise(position, mv)));
        let mut best = (-i32::MAX, None);
        for &mv in &moves {
            let (answer, _) = self.look(&position.play_unchecked(mv), -beta, -alpha);
            if -answer > best.0 {
                best = (-answer, Some(mv));
                alpha = alpha.max(-answer);
            }
            if alpha >= beta {
                break;
            }
        }
        self.lists.push(moves);
        best
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position: Position = "1b/1b1b1/b1o1bo/booo/2o3/1o3/2 o 0 standard-4".parse()?;
    let mut search = Search::new(3);
    let (value, best) = search.look(&position, -i32::MAX, i32::MAX);
    let best = best.ok_or("the game is over")?;
    println!("{} wins in three plies, found in {} positions", best.display(position.sky()), search.nodes);
    assert_eq!((value, best), (WIN, position.parse_move("b4")?));
    assert_eq!(flocks(position.birds(Color::Blue)), position.flocks(Color::Blue).len() as i32);
    Ok(())
}
