//! Calls what the crate offers on a thread with a stack of 512 KiB. A thread has 2 MiB by default, and a program needs some
//! of them for itself.
//!
//! `make test-long` runs this without optimization, where each inlined variable has its own place on the stack.

use std::error::Error;
use std::thread;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use volo_rules::bitboard::Bitboard;
use volo_rules::engine::{Engine, EngineOptions, Level, Limit, Request, evaluate};
use volo_rules::learning::{ArrayGame, Batch, Decision, MaskRows, PLANES, RowStep, View};
use volo_rules::notation::{BoardHints, BoardStyle};
use volo_rules::playouts::{PlayoutOptions, Policy, observe_games, play_games, play_games_from};
use volo_rules::records::GameRecord;
use volo_rules::solver::{CheckOptions, SolveOptions, Solver, check_proof, shorten_proof, shortest_win};
use volo_rules::{
    ByColor, Color, Direction, Edge, Game, InputError, Move, Place, Position, Rules, Symmetry, Threads,
};

const STACK: usize = 512 << 10;

/// A position in which Orange can win at once.
const NEARLY_WON: &str = "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4";

fn main() {
    let thread =
        thread::Builder::new().stack_size(STACK).spawn(|| call_all().map_err(|error| error.to_string()));
    let called = thread.map(thread::JoinHandle::join);
    assert!(matches!(called, Ok(Ok(Ok(())))), "{called:?}");
    println!("all calls work on a stack of {} KiB", STACK >> 10);
}

fn call_all() -> Result<(), Box<dyn Error>> {
    for edge in Edge::ALL {
        call_rules(Position::new(format!("standard-{}", edge.length()).parse()?))?;
    }
    for (_, rules) in Rules::NAMED {
        call_rules(Position::new(rules.on(Edge::MIN)))?;
    }
    call_learning()?;
    call_search()?;
    call_solver()
}

/// A random game, in which every position is asked everything.
fn call_rules(start: Position) -> Result<(), Box<dyn Error>> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut position = start;
    let mut plies = 0;
    while let Some(mv) = position.random_move(|| rng.next_u64()) {
        if plies < 40 {
            assert_eq!(position.legal_moves().len(), position.count_moves() as usize);
            assert!(position.is_legal(mv) && position.outcome().is_none());
            let text = position.board(BoardStyle::default());
            assert_eq!(Position::from_board(&text, BoardHints::NONE)?.to_string(), position.to_string());
            assert_eq!(position.to_string().parse::<Position>()?, position);
            for symmetry in Symmetry::ALL {
                assert_eq!(position.transform(symmetry).transform(symmetry.inverse()), position);
            }
            position.canonical();
            let mut moves = position.legal_moves();
            moves.sort_by_key(|mv| matches!(mv, Move::Add(_)));
            position.up_to_symmetry(&moves);
            let sky = position.sky();
            for space in sky.spaces() {
                let Place { x, y } = sky.place(space);
                assert_eq!(sky.space_at(x.into(), y.into()), Some(space));
            }
            assert!(evaluate(&position).expected().abs() <= 1.0);
            position.can_win();
            for color in Color::ALL {
                assert!(!position.flocks(color).is_empty() && !position.regions(color).is_empty());
                let (birds, sky) = (position.birds(color), position.sky());
                let near = Direction::ALL.map(|direction| sky.step(birds, direction));
                assert_eq!(near.into_iter().fold(Bitboard::EMPTY, |a, b| a | b), sky.neighbors(birds));
                assert_eq!(Bitboard::from_words(birds.words()).flood(birds), birds);
            }
        }
        position = position.play(mv)?;
        plies += 1;
    }
    assert!(position.outcome().is_some() && start.perft(2) > 0);
    assert_eq!(start.perft_on(2, Threads::new(2)), Ok(start.perft(2)));
    let refused = start.parse_move("b2").map_err(Box::<dyn InputError>::from);
    assert!(refused.is_err_and(|error| error.ruling() == Some("R6")));
    let mut game = Game::new(start);
    let first = game.play(start.legal_moves()[0])?;
    assert_eq!((game.undo(), game.position()), (Some(first), &start));
    Ok(())
}

fn call_learning() -> Result<(), Box<dyn Error>> {
    let start = Position::new("standard-5".parse()?);
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut decision = Decision::new(start);
    while let Some(action) = decision.random_action(|| rng.next_u64()) {
        assert!(decision.legal_actions().contains(&action));
        decision = decision.step(action)?;
    }
    let mut batch = Batch::new(vec![start; 3])?;
    let mut actions = [0; 3];
    let arrays = ArrayGame::new(start.rules());
    let (mut rows, mut steps) = (vec![0; 3 * arrays.words()], [RowStep::default(); 3]);
    arrays.write_rows(&[Decision::new(start); 3], &mut rows)?;
    for _ in 0..20 {
        batch.random_actions(&mut actions, Threads::new(1))?;
        batch.step(&actions, Threads::new(1))?;
        arrays.step(&mut rows, &actions, &mut steps, MaskRows::None, Threads::new(1))?;
    }
    for policy in Policy::ALL {
        let options =
            PlayoutOptions::new(start, 4).with_policies(ByColor::new(policy, policy)).with_tally(true);
        assert_eq!(play_games(&options, 1)?.winner.len(), 4);
    }
    let games = play_games_from(&[start], &PlayoutOptions::new(start, 1).with_record(true), 1)?;
    let view = View::of(start.rules().edge());
    let mut planes = vec![0_u8; games.moves.len() * PLANES.len() * view.side * view.side];
    observe_games(&start, &games.moves, &[0, games.moves.len() as i64], view, &mut planes, Threads::new(1))?;
    Ok(())
}

fn call_search() -> Result<(), Box<dyn Error>> {
    let position: Position = NEARLY_WON.parse()?;
    for level in [Level::BEGINNER, Level::FULL] {
        let mut engine = Engine::new(EngineOptions::default().with_level(level))?;
        let game = Game::new(position);
        let infos = engine.search(&Request::of(&game, Limit::nodes(300)));
        assert!(infos.iter().all(|info| info.best().is_some_and(|mv| position.is_legal(mv))));
    }
    Ok(())
}

fn call_solver() -> Result<(), Box<dyn Error>> {
    let position: Position = NEARLY_WON.parse()?;
    shortest_win(&position, 3, None);
    let mut solver = Solver::new(position.rules(), 1 << 20)?;
    let solution = solver.solve(&position, &SolveOptions::default().with_proof(true))?;
    let proof = solution.proof.ok_or("expected a proof of a solved position")?;
    let options = CheckOptions::default();
    for proof in [&shorten_proof(&proof, 100, Threads::new(1))?, &proof] {
        assert_eq!(check_proof(proof, &options)?.position, position);
    }
    let record = GameRecord::new(position, solution.line, [], [])?;
    assert_eq!(record.to_string().parse::<GameRecord>()?, record);
    Ok(())
}
