//! The rules are the same from all twelve sides of the sky.

use std::collections::HashSet;

use proptest::prelude::*;
use volo_rules::bitboard::Bitboard;
use volo_rules::{Color, Direction, Edge, Line, Move, Position, Space, Symmetry};

use crate::common::{cases, games, position, start};

fn symmetries() -> impl Strategy<Value = Symmetry> {
    prop::sample::select(&Symmetry::ALL[..])
}

/// The legal moves of the image of a position, by way of the position itself.
fn images_of_moves(position: &Position, symmetry: Symmetry) -> HashSet<Move> {
    let (edge, image) = (position.rules().edge(), position.transform(symmetry));
    let normalized = |mv: &Move| image.normalize(mv.transform(symmetry, edge)).expect("the image is legal");
    position.legal_moves().iter().map(normalized).collect()
}

/// By the definition: no kept move is the image of another one, and every move is the image of a kept one.
#[test]
fn moves_up_to_symmetry_are_one_of_each_class() {
    for (edge, classes) in [(4, 2), (5, 7), (6, 13), (7, 20), (8, 28)] {
        let start = start(&format!("standard-{edge}"));
        assert_eq!(start.up_to_symmetry(&start.legal_moves()).len(), classes);
    }
    let flights = position("2/1ob2/6/2oo/6/2bo1/2 o 0 standard-4");
    let symmetric = flights.transform(Symmetry::ALL[3]) == flights;
    for position in [
        start("standard-5"),
        start("standard-5").play(start("standard-5").legal_moves()[0]).expect("a legal move"),
        flights,
    ] {
        let moves = position.legal_moves();
        let kept = position.up_to_symmetry(&moves);
        let images = |mv: Move| {
            let own = Symmetry::ALL.into_iter().filter(|&each| position.transform(each) == position);
            let image = |each| {
                position.normalize(mv.transform(each, position.rules().edge())).expect("an image is legal")
            };
            own.map(image).collect::<HashSet<Move>>()
        };
        let classes: Vec<HashSet<Move>> = kept.iter().map(|&mv| images(mv)).collect();
        let together: HashSet<Move> = classes.iter().flatten().copied().collect();
        assert_eq!(together, moves.iter().copied().collect());
        assert_eq!(classes.iter().map(HashSet::len).sum::<usize>(), together.len());
    }
    assert!(!symmetric || flights.up_to_symmetry(&flights.legal_moves()).len() < flights.legal_moves().len());
}

#[test]
fn there_are_twelve_and_the_identity_is_first() {
    assert_eq!(Symmetry::ALL[0], Symmetry::IDENTITY);
    assert_eq!(HashSet::from(Symmetry::ALL).len(), 12);
    assert!("rotate-360".parse::<Symmetry>().is_err());
}

#[test]
fn a_product_does_the_second_factor_first() {
    for edge in Edge::ALL {
        for (a, b) in Symmetry::ALL.into_iter().flat_map(|a| Symmetry::ALL.map(|b| (a, b))) {
            for direction in Direction::ALL {
                assert_eq!((a * b).direction(direction), a.direction(b.direction(direction)));
            }
            for space in edge.sky().spaces() {
                assert_eq!((a * b).space(space, edge), a.space(b.space(space, edge), edge));
            }
        }
    }
}

#[test]
fn neighbors_stay_neighbors_and_a_space_outside_the_sky_is_its_own_image() {
    for (edge, symmetry) in
        Edge::ALL.into_iter().flat_map(|edge| Symmetry::ALL.map(|symmetry| (edge, symmetry)))
    {
        let sky = edge.sky();
        assert_eq!(symmetry.set(sky.spaces(), edge), sky.spaces());
        for space in (0..=255).filter_map(Space::from_index) {
            let image = symmetry.space(space, edge);
            if !sky.contains(space) {
                assert_eq!(image, space);
                continue;
            }
            assert!(sky.contains(image));
            assert_eq!(symmetry.inverse().space(image, edge), space);
            for direction in Direction::ALL {
                let next = space.step(direction, 1).filter(|&next| sky.contains(next));
                let image_of_next = image.step(symmetry.direction(direction), 1);
                let image_of_next = image_of_next.filter(|&next| sky.contains(next));
                assert_eq!(next.map(|next| symmetry.space(next, edge)), image_of_next);
            }
        }
    }
}

/// The names mean what they say: on the sky of edge 4, the nest b2 is at the bottom left.
#[test]
fn names_say_where_the_bottom_left_nest_goes() {
    let sky = Edge::MIN.sky();
    let nest = sky.space("b2").expect("a nest");
    let goes_to = |name: &str| {
        let symmetry = name.parse::<Symmetry>().expect("a symmetry");
        sky.name(symmetry.space(nest, sky.edge())).to_string()
    };
    let turned = ["identity", "rotate-60", "rotate-120", "rotate-180", "rotate-240", "rotate-300"];
    assert_eq!(turned.map(goes_to), ["b2", "d2", "f2", "f4", "d6", "b4"]);
    assert_eq!(["mirror", "mirror-rotate-60", "mirror-rotate-300"].map(goes_to), ["b4", "b2", "d6"]);
}

#[test]
fn the_image_of_a_line_begins_at_its_lower_or_left_end() {
    for (edge, symmetry) in
        Edge::ALL.into_iter().flat_map(|edge| Symmetry::ALL.map(|symmetry| (edge, symmetry)))
    {
        let sky = edge.sky();
        for one in sky.spaces() {
            for other in sky.spaces() {
                let Some(line) = Line::between(one, other) else { continue };
                if line.spaces().any(|space| space.is_none_or(|space| !sky.contains(space))) {
                    continue;
                }
                let image = line.transform(symmetry, edge);
                let spaces: Bitboard = line.spaces().flatten().collect();
                let expected = Line::between(symmetry.space(one, edge), symmetry.space(other, edge));
                assert_eq!(Some(image), expected, "{symmetry} of {line:?}");
                assert_eq!(image.spaces().flatten().collect::<Bitboard>(), symmetry.set(spaces, edge));
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn moves_successors_and_outcomes_commute_with_every_symmetry(game in games(), symmetry in symmetries()) {
        for position in game {
            let (edge, image) = (position.rules().edge(), position.transform(symmetry));
            prop_assert_eq!(image.outcome(), position.outcome());
            prop_assert_eq!(image.rules(), position.rules());
            prop_assert_eq!(image.in_hand(Color::Blue), position.in_hand(Color::Blue));
            let listed: HashSet<Move> = image.legal_moves().into_iter().collect();
            prop_assert_eq!(&images_of_moves(&position, symmetry), &listed);
            for &mv in &position.legal_moves() {
                let there = image.play(mv.transform(symmetry, edge)).expect("the image is legal");
                prop_assert_eq!(there, position.play_unchecked(mv).transform(symmetry));
                prop_assert_eq!(there.zobrist(), position.play_unchecked(mv).transform(symmetry).zobrist());
            }
        }
    }

    #[test]
    fn all_images_have_one_representative(game in games()) {
        for position in game {
            let (representative, symmetry) = position.canonical();
            prop_assert_eq!(position.transform(symmetry), representative);
            for other in Symmetry::ALL {
                let image = position.transform(other);
                let (same, way) = image.canonical();
                prop_assert_eq!(same, representative);
                prop_assert_eq!(image.transform(way), representative);
            }
        }
    }
}
