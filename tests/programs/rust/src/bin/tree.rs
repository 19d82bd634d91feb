//! `tree POSITION DEPTH WIDTH` prints the tree of the best moves, each with its score for the mover and the number of
//! move sequences that begin with it.

use std::collections::HashMap;
use std::error::Error;

use volo_rules::Position;
use volo_rules::engine::{Engine, EngineOptions, Limit, Request};
use volo_rules::notation::BoardStyle;

struct Tree {
    engine: Engine,
    width: usize,
}

impl Tree {
    fn show(&mut self, position: &Position, depth: u32, branch: &str) -> Result<(), Box<dyn Error>> {
        let counts: HashMap<_, _> = position.divide(depth).into_iter().collect();
        let infos = self.engine.search(&Request::new(position, Limit::nodes(500)).with_lines(self.width));
        for (index, info) in infos.iter().enumerate() {
            let Some(mv) = info.best() else { break };
            let (fork, below) = if index + 1 < infos.len() { ("├─", "│  ") } else { ("└─", "   ") };
            let name = mv.display(position.sky()).to_string();
            print!("{branch}{fork} {name:12} {:>8} {:8}", info.score.to_string(), counts[&mv]);
            let next = position.play(mv)?;
            println!("{}", next.outcome().map_or(String::new(), |outcome| format!("  {outcome}")));
            if depth > 1 {
                self.show(&next, depth - 1, &format!("{branch}{below}"))?;
            }
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [text, depth, width] = arguments.as_slice() else {
        return Err("usage: tree POSITION DEPTH WIDTH".into());
    };
    let position = Position::parse_start(text).map_err(|error| error.to_string())?;
    let depth = depth.parse()?;
    println!(
        "{}\n{} sequences of {depth} moves",
        position.board(BoardStyle::default()),
        position.perft(depth)
    );
    let engine = Engine::new(EngineOptions::default().with_table_bytes(1 << 20))?;
    Tree { engine, width: width.parse()? }.show(&position, depth, "")
}
