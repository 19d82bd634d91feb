//! Reads a game report.

use std::ops::Range;

use crate::geometry::color::Color;
use crate::support::input_error::InputError;
use crate::text::record::abstract_play::header::Header;
use crate::text::record::abstract_play::moves::{Moves, RESULTS_TAG};
use crate::text::record::checks::{Draft, ReadGame, ShouldStop, is_to_stop};
use crate::text::record::ending::{GameResult, Termination, WrongEnd, check_end};
use crate::text::record::error::{RecordCause, Refusal};
use crate::text::record::json::{Kind, Members, Value};

const FIRST_DAY: &str = "2024-07-14";
const LAST_DAY: &str = "2024-09-30";

/// Reads the game of a report. Leniently, unknown members are accepted where the schema permits none, and `site`, a date,
/// or the termination of a game that has a result but did not end by the rules may be missing.
pub(super) fn read(value: Value<'_>, lenient: bool, stop: ShouldStop<'_>) -> Result<ReadGame, Refusal> {
    let members = Members::new(value, "a game report", (!lenient).then_some(&["header", "moves"][..]))?;
    let outer = members.required("header")?;
    let header = Header::read(outer, lenient)?;
    let rounds = members.read(Kind::Array, "moves")?;
    let mut moves = Moves::read(rounds, header.start.turn() == Color::Blue)?;
    let mut comments = std::mem::take(&mut moves.comments);
    comments.extend(header.comment.clone().map(|comment| (0, comment)));
    let mut draft = Draft::new(header.start).with_comments(comments);
    for (text, at) in &moves.moves {
        if is_to_stop(draft.plies(), stop) {
            return Err(Refusal::stopped());
        }
        let day = header.tags.get("DateStart").map(String::as_str);
        draft.play(text, at.clone()).map_err(|refusal| explained(refusal, text, day))?;
    }
    let result = outer.get("players").and_then(|players| players.items().first()?.get("result"));
    let termination = outer.get("volo").and_then(|extension| extension.get("termination"));
    let place = |found: Option<Value<'_>>| found.map_or(value.missing(), |found| found.span());
    let places = (place(result), place(termination));
    let ending = check_report_end(&draft, &header, &moves, places, lenient)?;
    let mut tags = header.tags;
    if let Some(results) = moves.results {
        tags.entry(RESULTS_TAG.to_string()).or_insert(results);
    }
    Ok(draft.with_tags(tags).finish(ending, rounds.span()))
}

/// Explains the refusal of a flight that names no region, if it was played when Abstract Play missed some divisions. `time`
/// is when the move was played, or before it.
pub(super) fn explained(refusal: Refusal, text: &str, time: Option<&str>) -> Refusal {
    let is_missed = match refusal.cause.as_deref() {
        Some(RecordCause::Move { error, .. }) => error.ruling() == Some("R15") && !text.contains('/'),
        _ => false,
    };
    let day = time.and_then(|time| time.get(..10));
    if !is_missed || !day.is_some_and(|day| (FIRST_DAY..=LAST_DAY).contains(&day)) {
        return refusal;
    }
    let problem = format!(
        "{}; from {FIRST_DAY} to {LAST_DAY}, Abstract Play did not notice some divisions, so no region was chosen and \
         no birds were removed, and the rest of the game does not follow the rules",
        refusal.problem
    );
    Refusal { problem, ..refusal }
}

/// Checks the end of a game as the report has it. `places` are those of the result and of the termination.
pub(super) fn check_report_end(
    draft: &Draft,
    header: &Header,
    moves: &Moves<'_>,
    places: (Range<usize>, Range<usize>),
    lenient: bool,
) -> Result<(GameResult, Termination), Refusal> {
    let (result_place, mut termination_place) = places;
    let mut termination = header.termination.as_deref();
    if let Some((word, meaning, at)) = &moves.ending {
        if draft.position().outcome().is_some() {
            return Err(draft.refused_end(format!("the game is over before {word}"), at.clone()));
        }
        if termination.is_some_and(|termination| termination != meaning.name()) {
            let problem = format!("expected {meaning}, because the last move is {word}");
            return Err(draft.refused_end(problem, termination_place));
        }
        (termination, termination_place) = (Some(meaning.name()), at.clone());
    }
    let is_open = header.result == GameResult::Draw
        && termination.is_some_and(|name| {
            [Termination::Abandoned, Termination::Unterminated].iter().any(|open| open.name() == name)
        });
    let result = if is_open { GameResult::Open } else { header.result };
    check_end(draft.position().outcome(), result, termination, lenient).map_err(|wrong| match wrong {
        WrongEnd::Result(problem) => draft.refused_end(problem, result_place),
        WrongEnd::Termination(problem) => draft.refused_end(problem, termination_place),
    })
}
