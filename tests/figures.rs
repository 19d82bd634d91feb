//! Positions like those in the figures of the rulebook, and the statements of their captions.
#![allow(clippy::panic, reason = "a failing test panics")]

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use volo_rules::notation::MoveError;
use volo_rules::{Color, Move, Position};

use crate::common::{position, read_jsonl, text};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Figure {
    figure: u32,
    caption: String,
    fen: String,
    /// All legal moves, if the caption lists them.
    legal_moves: Option<BTreeSet<String>>,
    /// Some birds of the player to move.
    flights_of: Option<BTreeSet<String>>,
    /// All flights of lines that consist of the birds in `flights_of`.
    flights: Option<BTreeSet<String>>,
    /// Illegal moves, each with the ruling that forbids it.
    #[serde(default)]
    refused: BTreeMap<String, String>,
    lines: Vec<Line>,
    /// Moves that lead from another figure to this figure.
    after: Option<After>,
}

/// Some moves and the expected position after them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    play: Vec<String>,
    winner: Option<String>,
    reason: Option<String>,
    birds: BTreeMap<Player, u32>,
    #[serde(default)]
    flocks: BTreeMap<Player, Vec<Vec<String>>>,
    /// The moves with which the player to move wins at once.
    winning_replies: Option<BTreeSet<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct After {
    figure: u32,
    play: Vec<String>,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
enum Player {
    Orange,
    Blue,
}

impl From<Player> for Color {
    fn from(player: Player) -> Color {
        match player {
            Player::Orange => Color::Orange,
            Player::Blue => Color::Blue,
        }
    }
}

fn figures() -> Vec<Figure> {
    let figures: Vec<Figure> = read_jsonl("figures.jsonl");
    assert_eq!(figures.iter().map(|figure| figure.figure).collect::<Vec<_>>(), [4, 5, 6, 7, 8, 9, 10]);
    figures
}

fn play(fen: &str, moves: &[String]) -> Position {
    moves.iter().fold(position(fen), |position, written| {
        let mv =
            position.parse_move(written).unwrap_or_else(|error| panic!("{written} in {position}: {error}"));
        position.play(mv).unwrap_or_else(|error| panic!("{written} in {position}: {error}"))
    })
}

fn texts<'a>(position: &Position, moves: impl IntoIterator<Item = &'a Move>) -> BTreeSet<String> {
    moves.into_iter().map(|&mv| text(position, mv)).collect()
}

fn names(position: &Position, birds: volo_rules::bitboard::Bitboard) -> Vec<String> {
    birds.into_iter().map(|bird| position.sky().name(bird).to_string()).collect()
}

#[test]
fn the_legal_moves_match_the_caption() {
    for figure in figures() {
        let position = position(&figure.fen);
        let moves = position.legal_moves();
        if let Some(legal) = &figure.legal_moves {
            assert_eq!(texts(&position, &moves), *legal, "{}", figure.caption);
        }
        assert_eq!(figure.flights_of.is_some(), figure.flights.is_some(), "{}", figure.caption);
        let Some((birds, flights)) = figure.flights_of.zip(figure.flights) else { continue };
        let flown_by = |mv: &&Move| {
            let Move::Fly(flight) = mv else { return false };
            flight.line.spaces().flatten().all(|s| birds.contains(&position.sky().name(s).to_string()))
        };
        assert_eq!(texts(&position, moves.iter().filter(flown_by)), flights, "{}", figure.caption);
    }
}

#[test]
fn illegal_moves_break_the_ruling_of_the_caption() {
    for Figure { fen, refused, caption, .. } in figures() {
        let position = position(&fen);
        for (written, ruling) in refused {
            let Err(MoveError::Illegal(error)) = position.parse_move(&written) else {
                panic!("{written} is not refused: {caption}")
            };
            assert_eq!(error.fault.ruling(), ruling, "{written}: {caption}");
        }
    }
}

#[test]
fn lines_of_moves_match_the_caption() {
    for Figure { fen, lines, caption, .. } in figures() {
        for line in lines {
            let position = play(&fen, &line.play);
            let place = format!("{:?}: {caption}", line.play);
            let outcome = position.outcome();
            let winner = outcome.map(|outcome| match outcome.winner {
                Some(color) => color.to_string().to_lowercase(),
                None => "draw".into(),
            });
            assert_eq!(winner, line.winner, "{place}");
            assert_eq!(outcome.map(|outcome| outcome.reason.name()), line.reason.as_deref(), "{place}");
            for (player, birds) in line.birds {
                assert_eq!(position.birds(player.into()).len(), birds, "{player:?}, {place}");
            }
            for (player, flocks) in line.flocks {
                let found: Vec<_> =
                    position.flocks(player.into()).into_iter().map(|flock| names(&position, flock)).collect();
                assert_eq!(found, flocks, "{player:?}, {place}");
            }
            if let Some(replies) = line.winning_replies {
                assert_eq!(winning_replies(&position), replies, "{place}");
            }
        }
    }
}

fn winning_replies(position: &Position) -> BTreeSet<String> {
    let wins = |mv: &&Move| {
        let outcome = position.play_unchecked(**mv).outcome();
        outcome.is_some_and(|outcome| outcome.winner == Some(position.turn()))
    };
    texts(position, position.legal_moves().iter().filter(wins))
}

#[test]
fn some_figures_follow_from_others() {
    let figures = figures();
    let followers: Vec<_> = figures.iter().filter_map(|f| Some((f, f.after.as_ref()?))).collect();
    assert!(!followers.is_empty());
    for (figure, after) in followers {
        let before = figures.iter().find(|before| before.figure == after.figure);
        let before = before.unwrap_or_else(|| panic!("there is no figure {}", after.figure));
        assert_eq!(play(&before.fen, &after.play).to_string(), figure.fen);
    }
}

#[test]
fn figures_4_5_and_6_have_the_numbers_of_their_captions() {
    let count = |number| {
        let figures = figures();
        let figure = figures.into_iter().find(|figure| figure.figure == number);
        figure.and_then(|figure| figure.flights).map(|flights| flights.len())
    };
    assert_eq!([4, 5, 6].map(count), [Some(8), Some(5), Some(1)]);
}
