//! Measures the core on the backend that `VOLO_BACKEND` names, without the binding: `lists REPEATS`, `games GAMES`,
//! `perft DEPTH` and `engine NODES`. `compare.py` runs this program.
//!
//! The positions for `lists` and `engine` are on standard input. The output is one line of JSON: the number of lists, games,
//! leaves or nodes, what was counted in them, and the time.

use std::error::Error;
use std::io::BufRead;
use std::time::Instant;

use volo_rules::engine::{Engine, EngineOptions, Limit, Request};
use volo_rules::playouts::{PlayoutOptions, play_games};
use volo_rules::{MoveList, Position};

/// What was done, and what was counted in it.
struct Work {
    done: u64,
    counted: u64,
}

fn positions() -> Result<Vec<Position>, Box<dyn Error>> {
    std::io::stdin().lock().lines().map(|line| Ok(line?.parse()?)).collect()
}

fn lists(positions: &[Position], repeats: u64) -> Work {
    let mut moves = MoveList::new();
    let mut listed = 0;
    for _ in 0..repeats {
        for position in positions {
            position.legal_moves_into(&mut moves);
            listed += moves.len() as u64;
        }
    }
    Work { done: repeats * positions.len() as u64, counted: listed / repeats.max(1) }
}

fn games(count: u64) -> Result<Work, Box<dyn Error>> {
    let options = PlayoutOptions::new(Position::default(), count.try_into()?).with_seed(1);
    let plies = play_games(&options, 1)?.plies.iter().map(|&plies| u64::from(plies.unsigned_abs())).sum();
    Ok(Work { done: count, counted: plies })
}

fn engine(positions: &[Position], nodes: u64) -> Result<Work, Box<dyn Error>> {
    let mut engine = Engine::new(EngineOptions::default())?;
    let mut searched = 0;
    for position in positions {
        engine.clear();
        let lines = engine.search(&Request::new(position, Limit::nodes(nodes)));
        searched += lines.first().map_or(0, |line| line.nodes);
    }
    Ok(Work { done: searched, counted: searched })
}

fn main() -> Result<(), Box<dyn Error>> {
    let [what, amount] = std::env::args()
        .skip(1)
        .collect::<Vec<_>>()
        .try_into()
        .map_err(|_| "expected what to measure and a number")?;
    let amount: u64 = amount.parse()?;
    let positions = if matches!(&*what, "lists" | "engine") { positions()? } else { Vec::new() };
    let begin = Instant::now();
    let work = match &*what {
        "lists" => lists(&positions, amount),
        "games" => games(amount)?,
        "perft" => {
            let leaves = Position::default().perft(amount.try_into()?);
            Work { done: leaves, counted: leaves }
        }
        "engine" => engine(&positions, amount)?,
        _ => return Err("the measurements are lists, games, perft and engine".into()),
    };
    let seconds = begin.elapsed().as_secs_f64();
    println!("{{\"done\":{},\"counted\":{},\"seconds\":{seconds:.6}}}", work.done, work.counted);
    Ok(())
}
