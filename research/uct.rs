//! An opponent to measure the strength of the engine: plain Monte-Carlo tree search with the bounds of UCT and uniformly
//! random playouts (Kocsis and Szepesvári 2006). It knows nothing of the game but the rules. `make -C research
//! strength` builds this program, and `volo match` uses it as an engine: it speaks the Universal Game Interface (UGI).
//!
//! The argument, which may be left out, is the number of playouts for a move, whatever `go` says. Otherwise `go` needs
//! `movetime` or `nodes`; a node is a playout.

use std::error::Error;
use std::io::BufRead;
use std::ops::Range;
use std::time::{Duration, Instant};

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use volo_rules::playouts::{PlayoutOptions, play_games};
use volo_rules::{Color, Move, Position};

/// How much UCB1 prefers moves with few visits.
const EXPLORATION: f64 = 0.7;

/// The tree stops growing at this number of positions.
const MOST_NODES: usize = 1 << 20;

const ROOT: usize = 0;

struct Node {
    mv: Move,
    visits: u32,
    /// The sum of their results for the player who made the move, each from −1 to 1.
    total: f64,
    /// The indices of the positions after each move. Empty until the position is expanded.
    children: Range<u32>,
    /// The result for the player who made the move, if the game is over.
    end: Option<f64>,
}

impl Node {
    fn new(mv: Move) -> Node {
        Node { mv, visits: 0, total: 0.0, children: 0..0, end: None }
    }

    /// The greatest result that can be expected (UCB1). `log` is the logarithm of the visits of the parent.
    fn bound(&self, log: f64) -> f64 {
        let visits = f64::from(self.visits);
        if self.visits == 0 {
            f64::INFINITY
        } else {
            self.total / visits + EXPLORATION * (log / visits).sqrt()
        }
    }
}

struct Limit {
    playouts: u64,
    time: Duration,
}

struct Search {
    nodes: Vec<Node>,
    seed: u64,
    rng: ChaCha8Rng,
    playouts: u64,
}

impl Search {
    /// The move with the most visits of an unfinished game.
    fn best_move(position: &Position, seed: u64, limit: &Limit) -> Result<Move, Box<dyn Error>> {
        if position.outcome().is_some() {
            return Err("the game is over".into());
        }
        let rng = ChaCha8Rng::seed_from_u64(seed);
        let mut search = Search { nodes: vec![Node::new(Move::Pass)], seed, rng, playouts: 0 };
        let begin = Instant::now();
        while search.playouts < limit.playouts && begin.elapsed() < limit.time {
            search.play(position)?;
        }
        search.expand(ROOT, position);
        let children = &search.nodes[search.range(ROOT)];
        let best = children.iter().max_by_key(|node| node.visits);
        Ok(best.ok_or("no legal moves")?.mv)
    }

    fn range(&self, index: usize) -> Range<usize> {
        let Range { start, end } = self.nodes[index].children;
        start as usize..end as usize
    }

    /// Goes down the tree by the bounds, plays a random game, and adds its result to all positions above it.
    fn play(&mut self, root: &Position) -> Result<(), Box<dyn Error>> {
        let mut position = *root;
        let mut path = vec![ROOT];
        let mut index = ROOT;
        let mut result = loop {
            let node = &self.nodes[index];
            if let Some(result) = node.end {
                break result;
            }
            // The root is expanded at once, every other position at its second visit.
            if (index != ROOT && node.visits == 0) || !self.expand(index, &position) {
                break self.random_result(&position)?;
            }
            let log = f64::from(self.nodes[index].visits.max(1)).ln();
            let bound = |&child: &usize| self.nodes[child].bound(log);
            index =
                self.range(index).max_by(|one, other| bound(one).total_cmp(&bound(other))).unwrap_or(index);
            position = position.play_unchecked(self.nodes[index].mv);
            path.push(index);
            if self.nodes[index].visits == 0 {
                self.nodes[index].end = position.outcome().map(|end| value(end.winner, !position.turn()));
            }
        };
        for index in path.into_iter().rev() {
            let node = &mut self.nodes[index];
            node.visits += 1;
            node.total += result;
            result = -result;
        }
        self.playouts += 1;
        Ok(())
    }

    /// Appends the positions after each move, in random order, unless the position has them. Returns whether there is
    /// room for them.
    fn expand(&mut self, index: usize, position: &Position) -> bool {
        if !self.nodes[index].children.is_empty() {
            return true;
        }
        let mut moves = position.legal_moves();
        let first = self.nodes.len();
        if first + moves.len() > MOST_NODES {
            return false;
        }
        for i in (1..moves.len()).rev() {
            moves.swap(i, self.rng.next_u32() as usize % (i + 1));
        }
        self.nodes.extend(moves.iter().map(|&mv| Node::new(mv)));
        self.nodes[index].children = first as u32..self.nodes.len() as u32;
        true
    }

    /// The result of a random game for the player who made the last move.
    fn random_result(&self, position: &Position) -> Result<f64, Box<dyn Error>> {
        let options = PlayoutOptions::new(*position, 1).with_seed(self.seed).with_first(self.playouts);
        let played = play_games(&options, 1)?;
        let winner = Color::ALL.into_iter().find(|&color| played.winner[0] == color as i8);
        Ok(value(winner, !position.turn()))
    }
}

/// A result for a player: 1, 0 or −1.
fn value(winner: Option<Color>, player: Color) -> f64 {
    winner.map_or(0.0, |winner| if winner == player { 1.0 } else { -1.0 })
}

fn read_position(words: &[&str]) -> Result<Position, Box<dyn Error>> {
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let start = match &words[..end] {
        ["startpos"] => Position::default(),
        ["fen", fen @ ..] => fen.join(" ").parse()?,
        _ => return Err("expected: position startpos|fen FEN [moves MOVE ...]".into()),
    };
    words[end..]
        .iter()
        .skip(1)
        .try_fold(start, |position, text| Ok(position.play(position.parse_move(text)?)?))
}

fn read_limit(words: &[&str]) -> Result<Limit, Box<dyn Error>> {
    match words {
        ["movetime", number] => {
            Ok(Limit { playouts: u64::MAX, time: Duration::from_millis(number.parse()?) })
        }
        ["nodes", number] => Ok(Limit { playouts: number.parse()?, time: Duration::MAX }),
        _ => Err("expected: go movetime MILLISECONDS, or go nodes NUMBER".into()),
    }
}

#[derive(Default)]
struct Program {
    position: Position,
    seed: u64,
    /// The number of playouts for a move, whatever `go` says.
    playouts: Option<u64>,
}

impl Program {
    /// Obeys a command. Returns the answer; unknown commands have none.
    fn obey(&mut self, words: &[&str]) -> Result<Option<String>, Box<dyn Error>> {
        match words {
            ["ugi"] => {
                let seed = format!("option name Seed type spin default 0 min 0 max {}", u64::MAX);
                return Ok(Some(format!("id name uct\n{seed}\nugiok")));
            }
            ["isready"] => return Ok(Some("readyok".to_string())),
            ["setoption", "name", "Seed", "value", number] => self.seed = number.parse()?,
            ["position", rest @ ..] => self.position = read_position(rest)?,
            ["go", rest @ ..] => {
                let limit = match self.playouts {
                    Some(playouts) => Limit { playouts, time: Duration::MAX },
                    None => read_limit(rest)?,
                };
                let mv = Search::best_move(&self.position, self.seed, &limit)?;
                return Ok(Some(format!("bestmove {}", mv.display(self.position.sky()))));
            }
            _ => {}
        }
        Ok(None)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let playouts = std::env::args().nth(1).map(|number| number.parse()).transpose()?;
    let mut program = Program { playouts, ..Program::default() };
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        if words == ["quit"] {
            break;
        }
        match program.obey(&words) {
            Ok(Some(answer)) => println!("{answer}"),
            Ok(None) => {}
            Err(error) => println!("info string error: {error}"),
        }
    }
    Ok(())
}
