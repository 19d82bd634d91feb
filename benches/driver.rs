//! Lists the legal moves of the positions on standard input, and measures the time. `compare.py` runs this program,
//! because a measurement from Python would include the time of the binding.
//!
//! The only argument is the number of repetitions. The output is one line of JSON.

use std::error::Error;
use std::io::BufRead;
use std::time::Instant;

use volo_rules::{MoveList, Position};

fn main() -> Result<(), Box<dyn Error>> {
    let repeats: u64 = std::env::args().nth(1).ok_or("expected the number of repetitions")?.parse()?;
    let positions = std::io::stdin()
        .lock()
        .lines()
        .map(|line| Ok(line?.parse()?))
        .collect::<Result<Vec<Position>, Box<dyn Error>>>()?;
    let mut moves = MoveList::new();
    let mut listed = 0;
    let begin = Instant::now();
    for _ in 0..repeats {
        for position in &positions {
            position.legal_moves_into(&mut moves);
            listed += moves.len() as u64;
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!(
        "{{\"positions\":{},\"moves\":{},\"seconds\":{seconds:.6}}}",
        positions.len(),
        listed / repeats.max(1)
    );
    Ok(())
}
