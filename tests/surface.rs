//! The public API besides the rules: sets of spaces, names, neighbors.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use proptest::prelude::*;
use volo_rules::bitboard::{Bitboard, UnknownBackend};
use volo_rules::engine::{Level, Score};
use volo_rules::learning::{Batch, Decision, InvalidRow, ViewError};
use volo_rules::notation::{BoardHints, BoardStyle};
use volo_rules::playouts::{PlayoutError, Policy, PolicyError, Tally};
use volo_rules::records::{GameRecord, GameResult, ReadError, Termination};
use volo_rules::solver::{ProofError, SolveError, Value};
use volo_rules::{
    ByColor, Color, Direction, Edge, Ending, Game, InputError, Move, Outcome, Passing, Position, Rules,
    Space, Stuck, Symmetry, Threads, UnknownName,
};

use crate::common::{cases, position, positions, start};

fn spaces() -> impl Strategy<Value = BTreeSet<Space>> {
    prop::collection::btree_set((1..=u8::MAX).prop_filter_map("a space", Space::from_index), 0..100)
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn sets_of_spaces_are_sets(one in spaces(), other in spaces()) {
        let (a, b): (Bitboard, Bitboard) = (one.iter().copied().collect(), other.iter().copied().collect());
        let same = |found: Bitboard, expected: BTreeSet<Space>| found.iter().collect::<BTreeSet<Space>>() == expected;
        prop_assert!(same(a - b, &one - &other));
        prop_assert!(same(a ^ b, &one ^ &other));
        prop_assert!(same(a & b, &one & &other));
        prop_assert!(same(a | b, &one | &other));
        prop_assert_eq!(a.is_subset(b), one.is_subset(&other));
        prop_assert!((a & b).is_subset(b) && a.is_subset(a | b));
        prop_assert_eq!(a.is_disjoint(b), one.is_disjoint(&other));
        prop_assert!((a - b).is_disjoint(b));
        let mut found = [a; 5];
        found[0] -= b;
        found[1] ^= b;
        found[2] &= b;
        found[3] |= b;
        found[4].extend(b);
        prop_assert_eq!(found, [a - b, a ^ b, a & b, a | b, a | b]);
        prop_assert_eq!(a.iter().len(), one.len());
        prop_assert_eq!((&a).into_iter().collect::<Bitboard>(), a);
        prop_assert_eq!(format!("{a:?}").matches('x').count(), one.len());
    }

    #[test]
    fn sets_step_and_spread_like_their_spaces(
        edge in 4_u8..=8,
        words in prop::array::uniform4(any::<u64>()),
        fewer in prop::array::uniform4(any::<u64>()),
        open in prop::array::uniform4(any::<u64>()),
    ) {
        let sky = Edge::new(edge).expect("an edge").sky();
        // Words from outside, also of spaces outside the sky. The bit with index 0 is not a space.
        let set = Bitboard::from_words(words) & Bitboard::from_words(fewer);
        let open = Bitboard::from_words(open);
        let ones: u32 = open.words().iter().map(|word| word.count_ones()).sum();
        prop_assert!(open.words()[0] & 1 == 0 && open.len() == ones && open.iter().count() == ones as usize);
        prop_assert_eq!(Bitboard::from_words(set.words()), set);
        let mut neighbors = Bitboard::default();
        for direction in Direction::ALL {
            let ends: Bitboard = set.iter().filter_map(|space| space.step(direction, 1)).collect();
            prop_assert_eq!(sky.step(set, direction), ends & sky.spaces());
            neighbors |= ends & sky.spaces();
        }
        prop_assert_eq!(sky.neighbors(set), neighbors);
        let mut rest: Vec<Space> = (set & open).iter().collect();
        let mut reached = set & open;
        while let Some(space) = rest.pop() {
            for next in Direction::ALL.into_iter().filter_map(|direction| space.step(direction, 1)) {
                if open.contains(next) && !reached.contains(next) {
                    reached |= next.into();
                    rest.push(next);
                }
            }
        }
        prop_assert_eq!(set.flood(open), reached);
        let position = Position::from_parts(Rules::default().on(sky.edge()), ByColor::new(set, open), Color::Blue, 0);
        prop_assert!(position.is_err() || (set | open).is_subset(sky.spaces()));
    }

    #[test]
    fn words_are_read_back(position in positions(), word in 0..9_usize, bits in any::<u64>()) {
        let mut words = position.words();
        prop_assert_eq!(Position::from_words(words), Some(position));
        words[word] ^= bits;
        // Other words are refused, or are those of another valid position.
        if let Some(read) = Position::from_words(words) {
            prop_assert_eq!(read.words(), words);
            prop_assert_eq!(read.to_string().parse(), Ok(read));
        }
    }

    #[test]
    fn boards_are_read_back(position in positions()) {
        for style in BoardStyle::ALL {
            let board = position.board(style);
            prop_assert_eq!(Position::from_board(&board, BoardHints::NONE), Ok(position), "{}", board);
        }
        for space in position.sky().spaces() {
            let found = Color::ALL.into_iter().find(|&color| position.birds(color).contains(space));
            prop_assert_eq!(position.bird_at(space), found);
        }
    }
}

#[test]
fn neighbors_are_one_step_away() {
    for edge in Edge::ALL {
        let sky = edge.sky();
        assert_eq!(sky.missing().len(), 7);
        assert!(sky.missing().is_disjoint(sky.spaces()));
        assert_eq!(sky.names().len(), sky.spaces().len() as usize);
        for (space, name) in sky.spaces().into_iter().zip(sky.names()) {
            assert_eq!(sky.space(&name.to_string()), Some(space));
            for other in sky.neighbors(space) {
                assert!(sky.neighbors(other).contains(space));
                let (here, there) = (sky.place(space), sky.place(other));
                let (x, y) = (here.x.abs_diff(there.x), here.y.abs_diff(there.y));
                assert!(matches!((x, y), (2, 0) | (1, 1)), "{here:?} and {there:?}");
            }
        }
    }
}

fn reads_names<T: FromStr<Err = UnknownName> + Display + PartialEq + Debug + Copy>(all: &[T]) {
    for &value in all {
        assert_eq!(value.to_string().parse::<T>(), Ok(value));
    }
    for text in ["", " ", "\u{e9}", "x".repeat(1000).as_str()] {
        let error = text.parse::<T>().expect_err("it is not a name");
        assert_eq!(error.text(), text.chars().take(80).collect::<String>());
        assert_eq!(error.expected().len(), all.len());
        assert!(error.to_string().starts_with("unknown "), "{error}");
    }
}

#[test]
fn names_are_read_back() {
    reads_names(&Color::ALL);
    reads_names(&Direction::ALL);
    reads_names(&Ending::ALL);
    reads_names(&GameResult::ALL);
    reads_names(&Level::ALL);
    reads_names(&Passing::ALL);
    reads_names(&Policy::ALL);
    reads_names(&Stuck::ALL);
    reads_names(&Symmetry::ALL);
    reads_names(&Termination::ALL);
    reads_names(&Value::ALL);
}

#[test]
fn scores_are_read_back() {
    for plies in 0..1_001 {
        for score in [Score::win_in_plies(plies), Score::loss_in_plies(plies)] {
            assert_eq!(score.to_string().parse(), Ok(score));
        }
    }
    for expected in -1_000..=1_000 {
        let text = Score::from_expected(f64::from(expected) / 1_000.0).to_string();
        assert_eq!(text.parse::<Score>().map(|score| score.to_string()).as_ref(), Ok(&text));
    }
    for text in ["", "win in", "win in 1001", "loss in -1", "1.01", "nan", "inf", "win in 99999"] {
        assert!(text.parse::<Score>().is_err(), "{text}");
    }
}

#[test]
fn a_game_is_played_and_undone() {
    let mut game = Game::new(start("standard-4"));
    let mut undone = vec![game.clone()];
    while let Some(&mv) = game.position().legal_moves().get(game.moves().len() % 7) {
        assert_eq!(game.play(mv), Ok(mv));
        undone.push(game.clone());
        assert!(game.moves().len() < 300, "{game:?}");
    }
    assert!(undone.len() > 5);
    assert_eq!(game.positions().last(), Some(game.position()));
    assert_eq!(game.positions().count(), game.moves().len() + 1);
    while let Some(expected) = undone.pop() {
        assert_eq!(
            (&game, game.start()),
            (&expected, undone.first().map_or(game.position(), Game::position))
        );
        let illegal = game.play(Move::Pass).expect_err("flights are possible");
        assert_eq!((illegal.mv, &game), (Some(Move::Pass), &expected));
        assert_eq!(game.undo().is_some(), !undone.is_empty());
    }
}

#[test]
fn a_game_names_a_kept_region_by_its_first_space() {
    let start = position("2/1o1bo/6/b2o/2oobb/3b1/bo o 0 standard-4");
    let read = |text| Move::parse(text, start.sky()).expect("a move");
    let mut game = Game::new(start);
    assert_eq!(game.play(read("c3:c4-SW1/f1")), Ok(read("c3:c4-SW1/b1")));
    assert_eq!(game.moves(), [read("c3:c4-SW1/b1")]);
}

#[test]
fn errors_of_input_name_the_ruling_and_the_place() {
    type Case = (Box<dyn InputError>, Option<&'static str>, Option<u64>);
    let start = start("standard-4");
    let illegal = start.parse_move("b2").expect_err("it has a bird");
    let codes = [Move::parse("b3", start.sky()).expect("a move").code(Edge::MIN)];
    let replayed = Tally::of_games(&start, &codes, &[0, 1], Threads::new(1));
    let mut batch = Batch::new(vec![start]).expect("a batch");
    let stepped = batch.step(&[30], Threads::new(1)).expect_err("no pass");
    let cases: [Case; 11] = [
        (start.play(Move::Pass).expect_err("no pass").into(), Some("R13"), None),
        (illegal.clone().into(), Some("R6"), None),
        (start.parse_move("b2-N1").expect_err("no direction").into(), None, Some(3)),
        ("2/x o 0 standard-4".parse::<Position>().expect_err("no bird").into(), None, Some(2)),
        ("2/5/6/4/6/5/2 o 0 standard-4".parse::<Position>().expect_err("no bird").into(), None, None),
        (Position::parse_start("standard-9").expect_err("no edge").into(), None, None),
        ("green".parse::<Color>().expect_err("no color").into(), None, None),
        (Decision::new(start).step(30).expect_err("no pass").into(), Some("R13"), None),
        (stepped.into(), Some("R13"), None),
        (replayed.expect_err("it touches").into(), Some("R6"), None),
        (GameRecord::new(start, [Move::Pass], [], []).expect_err("no pass").into(), Some("R13"), None),
    ];
    for (error, ruling, offset) in cases {
        assert_eq!((error.ruling(), error.offset()), (ruling, offset), "{error}");
    }
    assert_eq!(illegal.to_string(), Box::<dyn InputError>::from(illegal).to_string());
}

/// Those with rulings and places are errors, because [`InputError`] needs it.
#[test]
fn every_public_error_implements_error_send_and_sync() {
    fn is_error<T: Error + Send + Sync + 'static>() {}
    is_error::<InvalidRow>();
    is_error::<PlayoutError>();
    is_error::<ProofError>();
    is_error::<ReadError>();
    is_error::<SolveError>();
    is_error::<PolicyError>();
    is_error::<UnknownBackend>();
    is_error::<ViewError>();
}

#[test]
fn options_are_as_small_as_their_values() {
    assert_eq!(size_of::<Option<Position>>(), size_of::<Position>());
    assert_eq!(size_of::<Option<Space>>(), size_of::<Space>());
    assert_eq!(size_of::<Option<Color>>(), size_of::<Color>());
    assert_eq!(size_of::<Option<Outcome>>(), size_of::<Outcome>());
}
