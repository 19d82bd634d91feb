//! Writes a game in the form of Boardspace's server.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::geometry::bitboard::Bitboard;
use crate::geometry::color::Color;
use crate::position::Position;
use crate::position::play::judge;
use crate::rules::moves::{Flight, Move};
use crate::rules::outcome::Ending;
use crate::rules::rule_set::Rules;
use crate::text::notation::MoveError;
use crate::text::record::ending::{GameResult, Termination};
use crate::text::record::game::GameRecord;
use crate::text::record::json::{self, Value};
use crate::text::record::sgf::actions::{NO_TIME_USED, is_time};
use crate::text::record::sgf::header::{NO_TIME, SIZES, TEXT_TAGS, name_of_game, result_text, with_numbers};
use crate::text::record::sgf::replay::{DIRECTIONS, is_repetition, without_passes};

/// The name of Boardspace's only player that is a program. It does not select the birds that fly.
const BOT: &str = "Dumbot";

/// The greatest depth of JSON in the tag `Clocks`, and the times in it that are too long for Boardspace.
const DEPTH_OF_CLOCKS: usize = 48;
const LONGEST_TIME: i64 = 1_000_000_000_000_000;

const NAMES: [&str; 2] = ["Orange", "Blue"];

/// The words before which Boardspace prints an index.
const INDEXED: [&str; 4] = ["Start", "Dropb", "Select", "Slide"];

/// The text of a game, with a line end at its end, or why Boardspace has no such game.
pub(super) fn write(record: &GameRecord) -> Result<String, String> {
    let played = Played::new(record)?;
    let mut text = String::from("(;\nGM[volo]VV[1]\nCM[0,1]\n");
    write_header(record, &mut text);
    write_nodes(record, &played, &mut text);
    text.push_str(";\n");
    for (seat, name) in NAMES.iter().enumerate() {
        let time = tag(record, &format!("{name}Time")).filter(|time| is_time(time));
        push(&mut text, format_args!("P{seat}[time {} ]\n", time.unwrap_or(NO_TIME_USED)));
    }
    text.push_str(")\n");
    Ok(text)
}

fn push(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(arguments);
}

fn tag<'a>(record: &'a GameRecord, name: &str) -> Option<&'a str> {
    record.tags().find(|(each, _)| *each == name).map(|(_, value)| value)
}

/// All turns of a game, also those after its end by volo's rules.
struct Played {
    /// The position before each move, and the last one.
    positions: Vec<Position>,
    moves: Vec<Move>,
    is_repetition: bool,
}

impl Played {
    /// Plays the moves by the rules of Boardspace.
    fn new(record: &GameRecord) -> Result<Played, String> {
        let start = record.start();
        let edge = start.rules().edge();
        if !SIZES.iter().any(|(_, size)| *size == edge) {
            return Err(format!("Boardspace has skies of edge 7 and 6, not {edge}"));
        } else if *start != Position::new(start.rules()) {
            return Err("on Boardspace, every game begins at the start".to_string());
        }
        let rules = Rules::BOARDSPACE.on(edge);
        let is_over = matches!(record.termination(), Termination::Rules(_));
        let goes_on = start.rules() == rules && !is_over;
        let continuation = if goes_on { tag(record, "Continuation") } else { None }.unwrap_or_default();
        let sky = edge.sky();
        let further = continuation.split_whitespace().map(|text| Move::parse(text, sky));
        let mut played =
            Played { positions: vec![Position::new(rules)], moves: Vec::new(), is_repetition: false };
        for (ply, mv) in (1..).zip(record.moves().iter().copied().map(Ok).chain(further)) {
            played.push(mv).map_err(|error| {
                let error = match error {
                    MoveError::Illegal(error) => format!("illegal move {}: {error}", error.move_text()),
                    MoveError::Notation(error) => error.to_string(),
                };
                format!("ply {ply}: Boardspace does not allow this move: {error}")
            })?;
        }
        played.is_repetition = played.check_end(record, !continuation.trim().is_empty())?;
        Ok(played)
    }

    fn last(&self) -> Position {
        self.positions.last().copied().unwrap_or_default()
    }

    fn push(&mut self, mv: Result<Move, MoveError>) -> Result<(), MoveError> {
        if let Some(last) = self.positions.last_mut().filter(|last| last.passes() > 1) {
            *last = without_passes(last);
        }
        let position = self.last();
        let mv = judge(&position, mv?)?;
        self.moves.push(mv);
        self.positions.push(position.play_unchecked(mv));
        Ok(())
    }

    /// Checks that a game can end on Boardspace as it did, and returns whether it did by repetition.
    fn check_end(&self, record: &GameRecord, goes_on: bool) -> Result<bool, String> {
        let (last, result, termination) = (self.last(), record.result(), record.termination());
        if last.outcome().is_some_and(|outcome| outcome.reason == Ending::Flock) {
            return Ok(false);
        }
        match termination {
            Termination::Adjudication
                if result == GameResult::Draw
                    && is_repetition(self.positions.get(1..).unwrap_or_default()) =>
            {
                return Ok(true);
            }
            Termination::Resignation | Termination::Time => {
                // The player to move resigns, or wins because the opponent's time is up.
                let winner = if termination == Termination::Time { last.turn() } else { !last.turn() };
                if result != GameResult::won_by(Some(winner)) {
                    let loser = !winner;
                    return Err(format!("on Boardspace, {loser} cannot win by {termination} here"));
                }
                return Ok(false);
            }
            Termination::Unterminated | Termination::Rules(Ending::Passes) if !goes_on => return Ok(false),
            _ => {}
        }
        Err(format!("a game on Boardspace cannot end by {termination} with the result {result} here"))
    }
}

fn write_header(record: &GameRecord, text: &mut String) {
    let [orange, blue, date] = ["Orange", "Blue", "Date"].map(|name| tag(record, name).unwrap_or("?"));
    let edge = record.start().rules().edge();
    for (name, tag_name) in TEXT_TAGS {
        if name == "DT" {
            let size = SIZES.iter().find(|(_, size)| *size == edge).map_or("", |(size, _)| size);
            push(text, format_args!("SU[{size}]\n"));
        }
        let value = tag(record, tag_name).map(str::to_string).or_else(|| match name {
            "TC" => Some(NO_TIME.to_string()),
            "GN" => name_of_game(orange, blue, date),
            "RE" => result_text(record.result(), orange, blue),
            _ => None,
        });
        // Boardspace prints RE only if the game is over.
        if let Some(value) = value.filter(|_| name != "RE" || record.result() != GameResult::Open) {
            push(text, format_args!("{name}[{}]\n", escaped(&value)));
        }
    }
    for (seat, (color, name)) in NAMES.into_iter().zip([orange, blue]).enumerate() {
        push(text, format_args!("P{seat}[id \"{}\"]\n", with_numbers(name)));
        for (kind, word) in [("Ranking", "ranking"), ("Country", "country")] {
            if let Some(value) = tag(record, &format!("{color}{kind}")) {
                push(text, format_args!("P{seat}[{word} {}]\n", escaped(value)));
            }
        }
    }
}

/// Writes the nodes of the moves, and of the end of the game.
fn write_nodes(record: &GameRecord, played: &Played, text: &mut String) {
    let names = NAMES.map(|name| tag(record, name).unwrap_or("?"));
    let mut turns = vec![(Color::Orange, vec!["Start P0".to_string()])];
    for (position, &mv) in played.positions.iter().zip(&played.moves) {
        let is_bot = matches!((position.turn(), names), (Color::Orange, [BOT, _]) | (Color::Blue, [_, BOT]));
        let mut words = words(position, mv, is_bot);
        words.push("Done".to_string());
        turns.push((position.turn(), words));
    }
    if played.is_repetition
        && let Some((_, words)) = turns.last_mut()
    {
        words.pop();
    }
    let end: &[&str] = match record.termination() {
        Termination::Resignation => &["Resign", "Done"],
        Termination::Time => &["WinOnTime"],
        _ => &[],
    };
    if !end.is_empty() {
        turns.push((played.last().turn(), end.iter().map(|word| word.to_string()).collect()));
    }
    let clocks = clocks(record);
    let mut comments = record.comments().peekable();
    let mut index = 0_u64;
    for (ply, (color, words)) in turns.iter().enumerate() {
        let times = clocks.get(&ply.to_string()).filter(|times| times.len() == words.len());
        for (number, word) in words.iter().enumerate() {
            push(text, format_args!("; P{}[", *color as u8));
            if INDEXED.iter().any(|begin| word.starts_with(begin)) {
                push(text, format_args!("{index} "));
            }
            push(text, format_args!("{word}]"));
            if let Some(Some(time)) = times.and_then(|times| times.get(number)) {
                push(text, format_args!("TM[{time}]"));
            }
            let is_last = number.saturating_add(1) == words.len();
            if let Some((_, comment)) = comments.next_if(|&(place, _)| is_last && place == ply) {
                push(text, format_args!("C[{}]", escaped(comment)));
            }
            text.push('\n');
            index = index.saturating_add(1);
        }
    }
}

/// The clocks of the tag `Clocks` in milliseconds, by the number of the move, if the tag is JSON.
fn clocks(record: &GameRecord) -> BTreeMap<String, Vec<Option<i64>>> {
    let value = tag(record, "Clocks").and_then(|text| json::parse(text, DEPTH_OF_CLOCKS).ok());
    let time = |value: Value<'_>| value.integer().filter(|time| (0..LONGEST_TIME).contains(time));
    let turns = value.iter().flat_map(|value| value.pairs());
    turns
        .filter_map(|(ply, times)| {
            Some((ply.string()?.into_owned(), times.items().into_iter().map(time).collect()))
        })
        .collect()
}

/// What a player does in a turn, before it is confirmed.
fn words(position: &Position, mv: Move, is_bot: bool) -> Vec<String> {
    let sky = position.sky();
    // The name of a space on Boardspace: column and row.
    let named = |space| {
        let name = sky.name(space).to_string().to_ascii_uppercase();
        name.split_at_checked(1).map_or(String::new(), |(column, row)| format!("{column} {row}"))
    };
    let flight = match mv {
        Move::Pass => return vec!["Pass".to_string()],
        Move::Add(space) => return vec![format!("Dropb {}", named(space))],
        Move::Fly(flight) => flight,
    };
    let Flight { line, keep, .. } = flight;
    let own = position.birds(position.turn());
    let mut words = Vec::new();
    if !is_bot {
        words.push(format!("Select {}", named(line.first)));
        if sky.neighbors_by_direction(line.first).any(|space| own.contains(space)) {
            words.push(format!("Select {}", named(line.space(line.length.saturating_sub(1)))));
        }
    }
    let along = line.axis.direction();
    let way = match (line.length, words.len()) {
        // The direction of the line means nothing for a single bird.
        (1, 2) => "S",
        (1, _) => "SW",
        _ => DIRECTIONS.iter().find(|(_, way)| *way == along).map_or("", |(name, _)| name),
    };
    let landed = named(flight.landed().first);
    words.push(format!("Slide {} {way} {} {landed}", named(line.first), line.length.saturating_sub(1)));
    // Each other region is cleared at its first bird.
    let mut cleared = Bitboard::EMPTY;
    position.visit_regions_after(flight, &mut |region| {
        let choice = Move::Fly(Flight { keep: Some(region), ..flight });
        let birds = position.play_unchecked(choice).birds(!position.turn());
        if let Some(bird) = birds.first().filter(|_| keep != Some(region)) {
            cleared = cleared.with(bird);
        }
    });
    words.extend(cleared.into_iter().map(|space| format!("Select {}", named(space))));
    words
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '\\' | '[' | ']') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}
