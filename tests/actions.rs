//! Actions: the numbers are frozen, and a turn of one or two decisions leads where its move leads.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use proptest::prelude::*;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use volo_rules::learning::{
    Action, ActionSpace, DECISION_PLANES, Decision, IllegalAction, PLANES, View, ViewError,
};
use volo_rules::{Axis, Direction, Edge, Fault, Flight, Line, Move, Position, Symmetry};

use crate::common::{
    RULE_SETS, cases, games, is_uneven, position, positions, random_game, read_jsonl, start,
};

/// Orange's flight `c3:c4-SW1` divides Blue.
const DIVIDED: &str = "1o/1o1bo/6/b2o/2oobb/3b1/bo o 0 standard-4";

#[derive(Deserialize)]
struct Frozen {
    edge: u8,
    size: usize,
    sha256: String,
}

fn turns() -> Vec<Decision> {
    let positions =
        RULE_SETS.into_iter().flat_map(|rules| (0..3).flat_map(move |seed| random_game(start(rules), seed)));
    positions
        .flat_map(|position| {
            let turn = Decision::new(position);
            let next = turn.legal_actions().into_iter().filter_map(move |action| turn.step(action).ok());
            [turn].into_iter().chain(next.filter(|next| next.chosen().is_some()))
        })
        .collect()
}

fn names(turn: Decision) -> Vec<String> {
    let space = turn.action_space();
    turn.legal_actions().into_iter().map(|action| space.name(action).expect("a legal action")).collect()
}

#[test]
fn the_numbers_are_frozen() {
    let frozen: Vec<Frozen> = read_jsonl("actions.jsonl");
    assert!(frozen.iter().map(|frozen| frozen.edge).eq(Edge::ALL.map(Edge::length)));
    for Frozen { edge, size, sha256 } in frozen {
        let space = ActionSpace::new(Edge::new(edge).expect("an edge"));
        let names: Vec<String> = (0..=u16::MAX).map_while(|number| space.name(number)).collect();
        assert_eq!((names.len(), space.size()), (size, size));
        let digest: String =
            Sha256::digest(names.join("\n")).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(digest, sha256, "edge {edge}");
    }
}

#[test]
fn numbers_and_decisions_are_inverse() {
    for edge in Edge::ALL {
        let space = ActionSpace::new(edge);
        for number in 0..=u16::MAX {
            let action = space.action(number);
            assert_eq!(action.is_some(), usize::from(number) < space.size());
            assert_eq!(action.and_then(|action| space.number(action)), action.map(|_| number));
        }
        assert_eq!(space.action(space.pass()), Some(Action::Pass));
    }
}

#[test]
fn every_flight_that_the_sky_allows_has_a_number_and_no_other() {
    for edge in [Edge::MIN, Edge::SMALL] {
        let (sky, space) = (edge.sky(), ActionSpace::new(edge));
        let mut found = 0;
        for code in 0..=u32::MAX >> 11 {
            let Some((mv @ Move::Fly(Flight { line, direction, distance, .. }), _)) =
                Move::from_code(code | u32::from(edge.length() - 4) << 29)
            else {
                continue;
            };
            let is_free = (0..=distance).all(|steps| {
                let moved = line.spaces().map(|space| space.and_then(|space| space.step(direction, steps)));
                moved.into_iter().all(|space| space.is_some_and(|space| sky.contains(space)))
            });
            assert_eq!(space.of(mv).is_ok(), is_free, "{}", mv.display(sky));
            found += usize::from(is_free);
        }
        assert_eq!(found, space.size() - 2 * sky.spaces().len() as usize - 1);
    }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn actions_of_legal_moves_are_the_legal_actions_and_lead_to_the_same_position(game in games()) {
        for position in game {
            let turn = Decision::new(position);
            let space = turn.action_space();
            let mut keeps: BTreeMap<u16, BTreeSet<u16>> = BTreeMap::new();
            for &mv in &position.legal_moves() {
                let (first, second) = space.of(mv).expect("a legal move");
                let regions = keeps.entry(first).or_default();
                let mut next = turn.step(first).expect("a legal action");
                if let Some(second) = second {
                    prop_assert_eq!(next.position(), position);
                    prop_assert!(next.chosen().is_some());
                    regions.insert(second);
                    next = next.step(second).expect("a legal action");
                }
                prop_assert_eq!(next, Decision::new(position.play_unchecked(mv)));
            }
            prop_assert!(keeps.keys().copied().eq(turn.legal_actions()));
            for (first, regions) in keeps {
                let next = turn.step(first).expect("a legal action");
                prop_assert_eq!(next.chosen().is_some(), !regions.is_empty());
                prop_assert!(regions.is_empty() || regions.into_iter().eq(next.legal_actions()));
            }
        }
    }

    #[test]
    fn actions_are_legal_where_their_moves_are(position in positions(), numbers in prop::collection::vec(any::<u16>(), 200)) {
        let turn = Decision::new(position);
        let space = turn.action_space();
        let legal: BTreeSet<u16> = turn.legal_actions().into_iter().collect();
        for number in numbers.into_iter().map(|number| number % (space.size() + 10) as u16).chain(legal.clone()) {
            let mv = match space.action(number) {
                Some(Action::Add(at)) => Move::Add(at),
                Some(Action::Pass) => Move::Pass,
                Some(Action::Fly(flight)) => Move::Fly(flight),
                Some(Action::Keep(_)) => {
                    let error = turn.step(number).expect_err("nothing was divided");
                    let is_over = position.outcome().is_some();
                    prop_assert!(matches!(error, IllegalAction::Illegal(error)
                        if is_over == matches!(error.fault, Fault::GameOver(_))
                            && is_over != (error.fault == Fault::NothingToKeep)));
                    continue;
                }
                None => {
                    prop_assert_eq!(turn.step(number), Err(IllegalAction::OutOfRange { action: number, size: space.size() }));
                    continue;
                }
            };
            match (turn.step(number), position.play(mv)) {
                (Ok(next), Ok(played)) => prop_assert_eq!(next, Decision::new(played)),
                (Ok(next), Err(error)) => {
                    prop_assert_eq!(error.fault, Fault::KeepMissing);
                    prop_assert!(next.chosen().is_some());
                }
                (Err(found), Err(error)) => prop_assert_eq!(found, IllegalAction::Illegal(error)),
                (Err(error), Ok(_)) => prop_assert!(false, "{error}"),
            }
            prop_assert_eq!(legal.contains(&number), turn.step(number).is_ok());
        }
    }
}

#[test]
fn masks_are_the_listed_actions() {
    for turn in turns() {
        let space = turn.action_space();
        let (mut mask, mut bits) = (vec![7; space.size() + 3], vec![255; space.size().div_ceil(8) + 2]);
        turn.legal_mask_into(&mut mask);
        turn.legal_bits_into(&mut bits);
        let expected = turn.legal_actions();
        let set = |is_set: &dyn Fn(usize) -> bool, end: usize| {
            (0..end).filter(|&at| is_set(at)).collect::<Vec<_>>()
        };
        let in_mask = set(&|at| mask[at] == 1, mask.len());
        let in_bits = set(&|at| bits[at / 8] >> (at % 8) & 1 == 1, 8 * bits.len());
        let expected: Vec<usize> = expected.into_iter().map(usize::from).collect();
        assert_eq!((&in_mask, &in_bits), (&expected, &expected));
        assert!(mask.iter().all(|&byte| byte <= 1));
    }
}

#[test]
fn a_flight_that_divides_is_followed_by_the_choice_of_a_region() {
    let turn = Decision::new(position(DIVIDED));
    let space = turn.action_space();
    let number = |name: &str| (0..=u16::MAX).find(|&number| space.name(number).as_deref() == Some(name));
    let flight = number("c3:c4-SW1").expect("an action");
    let between = turn.step(flight).expect("a legal action");
    assert_eq!(names(between), ["/b1", "/a2"]);
    // Any space of a region names it, as in a move. No other decision is left.
    let f1 = between.step(number("/f1").expect("an action"));
    assert_eq!(f1, between.step(number("/b1").expect("an action")));
    let fault = |name: &str| match between.step(number(name).expect("an action")) {
        Err(IllegalAction::Illegal(error)) => Some(error.fault),
        _ => None,
    };
    assert_eq!([fault("c3:c4-SW1"), fault("pass"), fault("d3")], [Some(Fault::KeepMissing); 3]);
    assert!(matches!(fault("/c4"), None | Some(Fault::KeepNowhere(_))));
    assert!(matches!(fault("/b2"), Some(Fault::KeepNowhere(_))));
    // Only such a flight can be chosen.
    let Some(Action::Fly(flight)) = space.action(flight) else { panic!("not a flight") };
    assert_eq!(Decision::choose(turn.position(), Move::Fly(flight)), Ok(between));
    assert_eq!(
        Decision::choose(f1.expect("a legal action").position(), Move::Fly(flight))
            .map_err(|error| error.fault.ruling()),
        Err("R9")
    );
}

#[test]
fn a_single_bird_flies_whatever_the_axis_of_its_line_is() {
    let position = position("b1/5/5o/4/1o3o/3ob/2 o 0 standard-4");
    let line = Line::single(position.sky().space("c2").expect("a space"));
    let flight = Flight { line, direction: Direction::E, distance: 3, keep: None };
    let between = Decision::choose(position, Move::Fly(flight)).expect("a flight that divides");
    let space = between.action_space();
    for axis in Axis::ALL {
        let turned = Flight { line: Line { axis, ..line }, ..flight };
        assert_eq!(Decision::choose(position, Move::Fly(turned)), Ok(between));
        assert_eq!(space.of(Move::Fly(turned)), space.of(Move::Fly(flight)));
    }
}

#[test]
fn turns_are_the_same_from_all_sides_of_the_sky() {
    let mut images: HashMap<(Edge, Symmetry), Vec<u16>> = HashMap::new();
    for edge in Edge::ALL {
        let space = ActionSpace::new(edge);
        images.extend(Symmetry::ALL.map(|symmetry| ((edge, symmetry), space.transform(symmetry))));
        for symmetry in Symmetry::ALL {
            let (there, back) = (&images[&(edge, symmetry)], &images[&(edge, symmetry.inverse())]);
            assert_eq!(there.len(), space.size());
            assert!((0..).zip(there).all(|(number, &image)| back[usize::from(image)] == number));
        }
    }
    let mut between = 0;
    for turn in turns() {
        let space = turn.action_space();
        between += usize::from(turn.chosen().is_some());
        for symmetry in Symmetry::ALL {
            let (images, there) = (&images[&(space.edge(), symmetry)], turn.transform(symmetry));
            let image = |action: u16| images[usize::from(action)];
            let next = |action| turn.step(action).map(|next| next.transform(symmetry));
            for action in turn.legal_actions() {
                assert_eq!(there.step(image(action)), next(action));
            }
            let mut expected: Vec<u16> = turn.legal_actions().into_iter().map(image).collect();
            expected.sort_unstable();
            match turn.chosen() {
                None => assert_eq!(there.legal_actions(), expected),
                // The image of the lowest space of a region need not be the lowest space of its image.
                Some(_) => assert_eq!(there.legal_actions().len(), expected.len()),
            }
        }
    }
    assert!(between > 20, "{between}");
}

#[test]
fn random_actions_are_drawn_uniformly() {
    let turn = Decision::new(position(DIVIDED));
    let dividing = turn
        .legal_actions()
        .into_iter()
        .find(|&action| turn.step(action).is_ok_and(|next| next.chosen().is_some()));
    let between = turn.step(dividing.expect("a dividing flight")).expect("a legal action");
    let passing = Decision::new(position("2/5/6/2oo/6/1b1b1/2 b 0 standard-4"));
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for turn in [turn, between, Decision::new(start("standard-5"))] {
        let legal = turn.legal_actions();
        let mut counts: HashMap<u16, usize> = legal.iter().map(|&action| (action, 0)).collect();
        for _ in 0..200 * legal.len() {
            let action = turn.random_action(|| rng.next_u64()).expect("the game goes on");
            *counts.get_mut(&action).expect("a legal action") += 1;
        }
        let counts: Vec<usize> = counts.into_values().collect();
        assert!(!is_uneven(&counts), "{counts:?}");
    }
    assert_eq!(passing.random_action(|| rng.next_u64()), None, "the game is over");
}

#[test]
fn observations_of_turns_are_those_of_positions_and_the_chosen_flight() {
    for turn in turns() {
        let position: Position = turn.position();
        for symmetry in [Symmetry::IDENTITY, Symmetry::ALL[4], Symmetry::ALL[9]] {
            let view = View::of(position.rules().edge()).with_symmetry(symmetry);
            let plane = view.side * view.side;
            let mut planes = vec![9_u8; DECISION_PLANES.len() * plane];
            turn.observe_into(view, &mut planes).expect("the size is right");
            let mut expected = vec![9_u8; PLANES.len() * plane];
            position.observe_into(view, &mut expected).expect("the size is right");
            assert_eq!(planes[..PLANES.len() * plane], expected);
            let members = |number: usize| -> BTreeSet<usize> {
                (0..plane).filter(|&at| planes[number * plane + at] == 1).collect()
            };
            let line = |line: Option<volo_rules::Line>| -> BTreeSet<usize> {
                let spaces = line.into_iter().flat_map(|line| line.spaces().flatten().collect::<Vec<_>>());
                let image = |space| symmetry.space(space, position.rules().edge());
                spaces
                    .map(image)
                    .map(|space| usize::from(space.row()) * view.side + usize::from(space.column()))
                    .collect()
            };
            let flight = turn.chosen();
            assert_eq!(members(PLANES.len()), line(flight.map(|flight| flight.line)));
            let landed = flight.and_then(|flight| flight.line.step(flight.direction, flight.distance));
            assert_eq!(members(PLANES.len() + 1), line(landed));
        }
    }
    let turn = Decision::new(start("standard"));
    let view = |side| View::of(Edge::STANDARD).with_side(side);
    assert_eq!(
        turn.observe_into(view(11), &mut [0_u8; 12 * 121]),
        Err(ViewError::Side { side: 11, rows: 13 })
    );
    assert_eq!(
        turn.observe_into(view(14), &mut [0_u8; 12 * 196]),
        Err(ViewError::Side { side: 14, rows: 13 })
    );
    assert_eq!(
        turn.observe_into(view(usize::MAX), &mut [0_u8]),
        Err(ViewError::Side { side: usize::MAX, rows: 13 })
    );
    assert_eq!(
        turn.observe_into(view(13), &mut [0_f32; 7]),
        Err(ViewError::Length { length: 7, expected: 12 * 169 })
    );
}
