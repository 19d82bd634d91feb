//! A service: a thread owns an engine and answers questions in text. A question is a start and moves, such as
//! `standard-4: a3 d5`, and an answer is the best move, or why the question is refused.

use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use volo_rules::engine::{Engine, EngineError, EngineOptions, Limit, Request};
use volo_rules::{Edge, Game, InputError, Position, Stop};

struct Question {
    text: String,
    limit: Limit,
    stop: Stop,
    answers: Sender<String>,
}

fn game_of(text: &str) -> Result<Game, Box<dyn InputError>> {
    let (start, moves) = text.split_once(':').unwrap_or((text, ""));
    let mut game = Game::new(Position::parse_start(start)?);
    for mv in moves.split_whitespace() {
        let mv = game.position().parse_move(mv)?;
        game.play(mv)?;
    }
    Ok(game)
}

fn answer(engine: &mut Engine, question: &Question) -> Result<String, Box<dyn InputError>> {
    let game = game_of(&question.text)?;
    let infos = engine.search(&Request::of(&game, question.limit).until(&question.stop));
    Ok(match infos[0].best() {
        Some(mv) => format!("{} ({})", mv.display(game.position().sky()), infos[0].score),
        None => format!("over: {}", infos[0].score),
    })
}

fn refused(error: &dyn InputError) -> String {
    let place = match (error.ruling(), error.offset()) {
        (Some(ruling), _) => format!(" by {ruling}"),
        (_, Some(offset)) => format!(" at {offset}"),
        _ => String::new(),
    };
    format!("refused{place}: {error}")
}

fn serve() -> Result<Sender<Question>, EngineError> {
    let mut engine = Engine::new(EngineOptions::default().with_table_bytes(1 << 20))?;
    let (questions, asked) = channel::<Question>();
    thread::spawn(move || {
        for question in asked {
            let text = answer(&mut engine, &question).unwrap_or_else(|error| refused(&*error));
            // Whoever asked may be gone.
            let _ = question.answers.send(text);
        }
    });
    Ok(questions)
}

fn ask(
    service: &Sender<Question>,
    text: &str,
    limit: Limit,
    stop: &Stop,
) -> Result<String, Box<dyn std::error::Error>> {
    let (answers, answered) = channel();
    service.send(Question { text: text.to_string(), limit, stop: stop.clone(), answers })?;
    if limit == Limit::NONE {
        thread::sleep(Duration::from_millis(20));
        stop.set();
    }
    Ok(answered.recv()?)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let service = serve()?;
    let (few, never) = (Limit::nodes(200).with_time(Duration::from_secs(60)), Stop::never());
    for (question, expected) in [
        ("2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4:", "(win in 1)"),
        ("2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4: c5:d6-NW2", "over: loss in 0"),
        ("standard-4: a3 d5", "("),
        ("standard-4: a3 b3", "refused by R"),
        ("standard-4: b2-N1", "refused at 3: expected a direction"),
        ("standard-9", "refused: unknown rule set"),
        ("2/x o 0 standard-4", "refused at 2: "),
    ] {
        let answer = ask(&service, question, few, &never)?;
        println!("{question} -> {answer}");
        assert!(answer.contains(expected), "{answer}");
    }
    let stopped = ask(&service, "standard", Limit::NONE, &Stop::new())?;
    assert!(stopped.contains('('), "{stopped}");
    // A click on the picture of a board is a space to add a bird on.
    let sky = Edge::MIN.sky();
    let clicked = sky.space_at(4.3, 0.8).map(|space| sky.name(space).to_string());
    assert_eq!((clicked.as_deref(), sky.space_at(0.0, 0.0)), (Some("b2"), None));
    Ok(())
}
