use volo_rules::engine::{Engine, EngineOptions, Limit, Request};
use volo_rules::playouts::{PlayoutOptions, play_games};
use volo_rules::{Color, Game, InputError, Move, Position};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let start: Position = "2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4".parse()?;
    let mut game = Game::new(start);
    game.play(start.parse_move("a3")?)?;
    println!("{} has {} legal moves", game.position().turn().name(), game.position().legal_moves().len());
    if let Err(error) = game.play(Move::Pass) {
        println!("{}: {}", error.ruling().unwrap_or_default(), error.reason());
    }

    let games = play_games(&PlayoutOptions::new(*game.position(), 100).with_seed(1), 1)?;
    let wins = games.winner.iter().filter(|&&winner| winner == Color::Blue as i8).count();
    println!("Blue wins {wins} of {} random games", games.winner.len());
    let mut engine = Engine::new(EngineOptions::default())?;
    let best = &engine.search(&Request::of(&game, Limit::nodes(2_000)))[0];
    let mv = best.best().ok_or("the game is over")?;
    println!("the engine plays {}, score {}", mv.display(game.position().sky()), best.score);
    Ok(())
}
