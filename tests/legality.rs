//! Checks the list of legal moves against the other ways to ask about legality: checking one move, counting moves,
//! playing a move, and the outcome of the game.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use volo_rules::records::GameRecord;
use volo_rules::{
    Axis, ByColor, Color, Direction, Ending, Flight, Line, Move, Outcome, Passing, Position, Space, Stuck,
};

use crate::common::{cases, games, position, positions, random_game, start};
use crate::properties::moves::check_move;
use crate::properties::position::{check_consistent, check_moves};

/// A change to a move. The result usually resembles a legal move.
#[derive(Clone, Copy, Debug)]
enum Change {
    First(Direction, u8),
    Axis(Axis),
    Length(u8),
    Direction(Direction),
    Distance(u8),
    Keep(Option<Space>),
    Add(Space),
    Pass,
}

impl Change {
    fn apply(self, mv: Move) -> Move {
        let Move::Fly(mut flight) = mv else { return self.replace(mv) };
        let line = &mut flight.line;
        match self {
            Change::First(direction, steps) => {
                line.first = line.first.step(direction, steps).unwrap_or(line.first);
            }
            Change::Axis(axis) => line.axis = axis,
            Change::Length(length) => line.length = length,
            Change::Direction(direction) => flight.direction = direction,
            Change::Distance(distance) => flight.distance = distance,
            Change::Keep(space) => flight.keep = space,
            Change::Add(_) | Change::Pass => return self.replace(mv),
        }
        if flight.line.length == 1 {
            flight.line.axis = Axis::E;
        }
        Move::Fly(flight)
    }

    /// The changed move, where either the move or the result is not a flight.
    fn replace(self, mv: Move) -> Move {
        match (self, mv) {
            (Change::Add(space) | Change::Keep(Some(space)), _) => Move::Add(space),
            (Change::First(direction, steps), Move::Add(space)) => {
                Move::Add(space.step(direction, steps).unwrap_or(space))
            }
            (Change::Pass, _) => Move::Pass,
            _ => mv,
        }
    }
}

fn spaces() -> impl Strategy<Value = Space> {
    (1..=u8::MAX).prop_filter_map("a space", Space::from_index)
}

fn changes() -> impl Strategy<Value = Change> {
    let direction = || select(&Direction::ALL[..]);
    prop_oneof![
        (direction(), 1..3_u8).prop_map(|(way, steps)| Change::First(way, steps)),
        select(&Axis::ALL[..]).prop_map(Change::Axis),
        (1..8_u8).prop_map(Change::Length),
        direction().prop_map(Change::Direction),
        (1..15_u8).prop_map(Change::Distance),
        any::<u8>().prop_map(Change::Length),
        any::<u8>().prop_map(Change::Distance),
        proptest::option::of(spaces()).prop_map(Change::Keep),
        spaces().prop_map(Change::Add),
        Just(Change::Pass),
    ]
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn positions_are_those_of_their_parts_and_their_lists_of_moves_agree_with_all_checks(position in positions()) {
        check_consistent(&position);
        check_moves(&position);
    }

    #[test]
    fn the_axis_of_a_single_bird_is_ignored(position in positions()) {
        let moves = position.legal_moves();
        for mv in &moves {
            let Move::Fly(flight) = *mv else { continue };
            for axis in Axis::ALL.into_iter().filter(|_| flight.line.length == 1) {
                let turned = Move::Fly(Flight { line: Line { axis, ..flight.line }, ..flight });
                prop_assert_eq!(position.play(turned), position.play(*mv));
                let record = GameRecord::new(position, vec![turned], [], []).map_err(|error| {
                    TestCaseError::fail(error.to_string())
                })?;
                prop_assert_eq!(record.moves(), &[*mv]);
            }
        }
    }

    #[test]
    fn changed_moves_are_legal_only_if_they_are_listed(
        position in positions(),
        changes in prop::collection::vec((any::<Index>(), changes(), changes()), 25),
    ) {
        let moves = position.legal_moves();
        for (index, one, other) in changes {
            let mv = if moves.is_empty() { Move::Pass } else { *index.get(&moves) };
            check_move(&position, &moves, one.apply(mv));
            check_move(&position, &moves, other.apply(one.apply(mv)));
        }
    }

    #[test]
    fn games_end_by_the_rulings_and_have_no_moves_after(game in games()) {
        for position in game {
            let outcome = position.outcome();
            prop_assert_eq!(outcome, outcome_by_the_rulings(&position), "{}", position);
            prop_assert_eq!(outcome.is_some(), position.legal_moves().is_empty(), "{}", position);
        }
    }
}

/// The outcome of the game, computed from the flocks, the passes and the lists of moves.
fn outcome_by_the_rulings(position: &Position) -> Option<Outcome> {
    let won = |winner, reason| Some(Outcome::new(winner, reason));
    for winner in [position.turn().other(), position.turn()] {
        if position.flocks(winner).len() == 1 {
            return won(Some(winner), Ending::Flock);
        }
    }
    match (position.rules().stuck(), position.passes()) {
        (Stuck::Draw, 2) => won(None, Ending::Passes),
        (Stuck::LastMoverWins, 2) => won(Some(position.turn().other()), Ending::Stuck),
        (Stuck::LastMoverWins, 1) => {
            let both = [position.turn(), position.turn().other()];
            let stuck = both.iter().all(|&color| !can_add_or_fly(position, color));
            if stuck { won(Some(position.turn()), Ending::Stuck) } else { None }
        }
        _ => None,
    }
}

/// Whether a player could add or fly if that player were to move.
fn can_add_or_fly(position: &Position, color: Color) -> bool {
    let birds = ByColor::new(position.birds(Color::Orange), position.birds(Color::Blue));
    let asked =
        Position::from_parts(position.rules(), birds, color, 0).expect("a position without passes is valid");
    asked.legal_moves().iter().any(|&mv| mv != Move::Pass)
}

#[test]
fn r14b_a_forced_pass_that_leaves_the_other_player_stuck_ends_the_game() {
    // Figure 9 after the remaining adds. Neither player has a legal flight.
    let full = "o1/2ob1/2ob2/oob1/bobbbb/2bob/1o o 0 edge=4,supply=10,pass=forced,stuck=last-mover-wins";
    let mut position = position(full);
    while position.outcome().is_none() {
        let moves = position.legal_moves();
        position = position.play_unchecked(moves[0]);
    }
    assert_eq!(position.outcome(), outcome_by_the_rulings(&position));
    assert_eq!(position.outcome().map(|outcome| outcome.reason), Some(Ending::Stuck));
}

/// Whether the mover may pass [R13], computed from the other listed moves and the opponent's regions.
fn pass_by_the_rulings(position: &Position, moves: &[Move]) -> bool {
    let open_to_opponent = position.regions(position.turn().other());
    let has_flights = moves.iter().any(|mv| matches!(mv, Move::Fly(_)));
    let mut adds = moves.iter().filter_map(|&mv| if let Move::Add(space) = mv { Some(space) } else { None });
    match position.rules().passing() {
        Passing::Forced => !has_flights && adds.next().is_none(),
        Passing::NoFlight => !has_flights,
        Passing::Standard if has_flights => false,
        Passing::Standard | Passing::OwnRegions => {
            adds.all(|space| open_to_opponent.iter().all(|region| !region.spaces().contains(space)))
        }
    }
}

#[test]
fn r13_a_pass_is_legal_by_the_pass_rule() {
    // With six birds the hand is soon empty while flights remain. With sixty birds it never is.
    for (passing, supply) in Passing::ALL.into_iter().flat_map(|passing| [(passing, 6), (passing, 60)]) {
        let rules = format!("edge=4,supply={supply},pass={},stuck=draw", passing.name());
        let mut counts = [0; 2];
        for position in (0..400).flat_map(|seed| random_game(start(&rules), seed)) {
            if position.outcome().is_none() {
                let moves = position.legal_moves();
                let may_pass = moves.contains(&Move::Pass);
                assert_eq!(may_pass, pass_by_the_rulings(&position, &moves), "{position}");
                counts[usize::from(may_pass)] += 1;
            }
        }
        assert!(counts[0] > 1_000 && counts[1] > 1, "{rules}: {counts:?}");
    }
}

/// All moves that the notation can express on the smallest sky, without choices of a kept region.
fn expressible(position: &Position) -> impl Iterator<Item = Move> {
    let spaces: Vec<Space> = position.sky().spaces().into_iter().collect();
    let lines: Vec<Line> = spaces
        .iter()
        .flat_map(|&one| spaces.iter().filter_map(move |&other| Line::between(one, other)))
        .collect();
    let flights = lines.into_iter().flat_map(|line| {
        Direction::ALL.into_iter().flat_map(move |direction| {
            (1..=6).map(move |distance| Move::Fly(Flight { line, direction, distance, keep: None }))
        })
    });
    spaces.into_iter().map(Move::Add).chain(flights).chain([Move::Pass])
}

#[test]
fn of_all_expressible_moves_only_the_listed_ones_are_legal() {
    let mut legal = 0;
    for seed in 0..4 {
        for position in random_game(start("standard-4"), seed) {
            let moves = position.legal_moves();
            for mv in expressible(&position) {
                check_move(&position, &moves, mv);
            }
            legal += moves.len();
        }
    }
    assert!(legal > 500, "{legal}");
}
