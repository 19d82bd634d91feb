//! Moves as text and as codes.

use std::collections::HashSet;

use proptest::prelude::*;
use volo_rules::{Edge, Move};

use crate::common::{cases, games, positions, splice, text};
use crate::properties::moves::check_text;

/// Texts like those of the spaces in the lower half of the standard sky. Some of these spaces are not in the sky.
fn spaces() -> impl Strategy<Value = String> {
    (prop::char::range('a', 'g'), 1..=12).prop_map(|(row, number)| format!("{row}{number}"))
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn every_legal_move_is_written_and_read_back(game in games()) {
        for position in game {
            let sky = position.sky();
            let mut texts = HashSet::new();
            for mv in &position.legal_moves() {
                let written = text(&position, *mv);
                prop_assert_eq!(Move::parse(&written, sky), Ok(*mv));
                prop_assert_eq!(position.parse_move(&written), Ok(*mv));
                let is_kind = [("add", matches!(mv, Move::Add(_))), ("fly", matches!(mv, Move::Fly(_)))];
                prop_assert!(is_kind.iter().all(|&(kind, is)| (mv.kind() == kind) == is));
                prop_assert!(texts.insert(written), "{mv:?} is listed twice in {position}");
            }
        }
    }

    /// Every bit of a code matters: with one bit changed it is the code of another move, or not a code at all.
    #[test]
    fn a_damaged_code_is_refused_or_another_move(position in positions()) {
        let edge = position.rules().edge();
        for mv in &position.legal_moves() {
            for bit in 0..32 {
                let damaged = mv.code(edge) ^ 1 << bit;
                if let Some((other, its_edge)) = Move::from_code(damaged) {
                    prop_assert_eq!(other.code(its_edge), damaged);
                    prop_assert_ne!((other, its_edge), (*mv, edge));
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(20_000))]

    #[test]
    fn any_number_is_refused_or_the_code_of_one_move(code: u32) {
        if let Some((mv, edge)) = Move::from_code(code) {
            prop_assert_eq!(mv.code(edge), code);
            // Every move with a code has a text.
            let written = mv.display(edge.sky()).to_string();
            prop_assert_eq!(Move::parse(&written, edge.sky()), Ok(mv));
        }
    }

    /// This includes a line over the missing space in the center and a flight that leaves the sky.
    #[test]
    fn every_move_with_a_text_has_a_code(
        first in spaces(),
        last in prop::option::of(spaces()),
        direction in prop::sample::select(vec!["E", "SE", "SW", "W", "NW", "NE"]),
        distance in 1..=14,
        keep in prop::option::of(spaces()),
    ) {
        let edge = Edge::STANDARD;
        let last = last.map_or(String::new(), |last| format!(":{last}"));
        let keep = keep.map_or(String::new(), |keep| format!("/{keep}"));
        let written = format!("{first}{last}-{direction}{distance}{keep}");
        if let Ok(mv) = Move::parse(&written, edge.sky()) {
            prop_assert_eq!(Move::from_code(mv.code(edge)), Some((mv, edge)));
        }
    }
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn arbitrary_text_is_refused_or_read_exactly(written in "\\PC{0,20}", edge in 4..=8_u8) {
        check_text(&written, Edge::new(edge).expect("an edge").sky());
    }

    #[test]
    fn a_damaged_move_is_refused_or_read_exactly(
        position in positions(),
        from in 0..12_usize,
        length in 0..3_usize,
        with in "[a-p0-9:/é-]{0,2}|N|S|E|W|pass",
    ) {
        let sky = position.sky();
        for mv in &position.legal_moves() {
            check_text(&splice(&text(&position, *mv), from, length, &with), sky);
        }
    }
}
