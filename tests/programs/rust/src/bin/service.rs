//! A web service: POST / takes a start and moves, and answers with the legal moves and the move of an engine.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, Mutex};

use axum::{Json, Router, extract::State, http::StatusCode, routing::post};
use serde_json::{Value, json};
use tokio::{net::TcpListener, task::spawn_blocking};
use volo_rules::engine::{Engine, EngineOptions, Limit, Request};
use volo_rules::{InputError, Move, Position};

fn position_of(start: &str, moves: &[String]) -> Result<Position, Box<dyn InputError>> {
    let start = Position::parse_start(start)?;
    moves.iter().try_fold(start, |position, mv| Ok(position.play(position.parse_move(mv)?)?))
}

fn refused(error: Box<dyn InputError>) -> (StatusCode, Json<Value>) {
    let (ruling, offset) = (error.ruling(), error.offset());
    (StatusCode::BAD_REQUEST, Json(json!({"error": error.to_string(), "ruling": ruling, "offset": offset})))
}

async fn answer(
    State(engine): State<Arc<Mutex<Engine>>>,
    Json((start, moves)): Json<(String, Vec<String>)>,
) -> Result<Json<Value>, (StatusCode, Json<Value>)> {
    let position = position_of(&start, &moves).map_err(refused)?;
    let search = move || engine.lock().unwrap().search(&Request::new(&position, Limit::nodes(200))).remove(0);
    let info = spawn_blocking(search).await.unwrap();
    let text = |&mv: &Move| mv.display(position.sky()).to_string();
    let moves: Vec<String> = position.legal_moves().iter().map(text).collect();
    Ok(Json(json!({"moves": moves, "best": info.pv.first().map(text), "score": info.score.to_string()})))
}

fn ask(address: SocketAddr, body: String) -> std::io::Result<String> {
    let (mut stream, mut answer) = (TcpStream::connect(address)?, String::new());
    let header = format!("content-type: application/json\r\ncontent-length: {}", body.len());
    write!(stream, "POST / HTTP/1.0\r\n{header}\r\n\r\n{body}")?;
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let engine = Engine::new(EngineOptions::default().with_table_bytes(1 << 20))?;
    let service = Router::new().route("/", post(answer)).with_state(Arc::new(Mutex::new(engine)));
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(async { axum::serve(listener, service).await });
    for (question, status, text) in [
        (json!(["2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4", []]), 200, "win in 1"),
        (json!(["standard-4", ["a3", "b3"]]), 400, r#""ruling":"R6""#),
        (json!(["standard-4", ["b2-N1"]]), 400, r#""offset":3"#),
    ] {
        let answer = spawn_blocking(move || ask(address, question.to_string())).await??;
        assert!(answer.starts_with(&format!("HTTP/1.0 {status}")) && answer.contains(text), "{answer}");
    }
    Ok(())
}
