//! What a batch shows to learners: masks of the legal actions, and planes.

use proptest::prelude::*;
use volo_rules::learning::{
    Autoreset, Batch, BatchError, BatchOptions, Decision, OBSERVATION_LEN, Observed, View,
};
use volo_rules::{Color, Edge, Move, Symmetry, Threads};

use crate::common::batches::{batch, divisible, drawn, small, stepped};
use crate::common::{cases, start};

#[test]
fn games_on_different_skies_have_no_common_mask() {
    let turns: Vec<Decision> =
        ["standard-4", "standard-4", "standard-5"].map(start).map(Decision::new).to_vec();
    let batch = batch(&turns, BatchOptions::default());
    let [four, .., five] = [0, 1, 2].map(|i| turns[i].position().rules().edge());
    let error = batch.legal_masks(&mut [0; 3 * 1_201], Threads::new(1)).expect_err("two edges");
    assert_eq!(error, BatchError::Edges { index: 2, first: four, other: five });
    assert_eq!(
        error.to_string(),
        "game 2 is on a sky of edge 5, and game 0 on a sky of edge 4: \
         games on different skies have no common action space"
    );
    let empty = self::batch(&[], BatchOptions::default());
    assert_eq!(empty.legal_bits(&mut [], Threads::new(1)), Err(BatchError::Empty));
}

proptest! {
    #![proptest_config(cases(20))]

    #[test]
    fn planes_are_those_of_each_decision(
        side in prop::sample::select(vec![9_usize, 15]),
        player in prop::option::of(prop::sample::select(Color::ALL.to_vec())),
        symmetry in prop::sample::select(Symmetry::ALL.to_vec()),
        chosen: bool,
    ) {
        let mut turns = small(130);
        let Ok(Move::Fly(flight)) = divisible().parse_move("c3:c4-SW1/b1") else { panic!("a flight") };
        turns.push(Decision::choose(divisible(), Move::Fly(flight)).expect("a flight that divides"));
        let mut batch = batch(&turns, BatchOptions::default().with_max_plies(1).with_autoreset(Autoreset::SameStep));
        let mut actions = drawn(&mut batch, 1);
        actions[5] = Batch::NO_ACTION;
        stepped(&mut batch, &actions, 1);
        for before_reset in [false, true] {
            let view = View::of(Edge::MIN).with_side(side).with_symmetry(symmetry);
            let view = player.map_or(view, |player| view.with_player(player));
            let observed = Observed::new(view).with_chosen(chosen).with_before_reset(before_reset);
            let length = observed.planes() * side * side;
            let mut planes = vec![7_i16; 131 * length];
            batch.observe_into(observed, &mut planes, Threads::new(2)).expect("the run is not stopped");
            for (i, planes) in planes.chunks(length).enumerate() {
                let after = if i == 5 { turns[i] } else { turns[i].step(actions[i]).expect("a legal action") };
                let shown = if before_reset { after } else { turns[i] };
                let mut expected = vec![9_i16; length];
                match chosen {
                    true => shown.observe_into(observed.view, &mut expected).expect("the sides fit"),
                    false => shown.position().observe_into(observed.view, &mut expected).expect("the sides fit"),
                }
                prop_assert_eq!(planes, expected.as_slice(), "{}", i);
            }
        }
    }
}

#[test]
fn planes_that_are_too_small_are_refused_for_the_first_game() {
    let turns: Vec<Decision> =
        ["standard-4", "standard-5", "standard-8"].map(start).map(Decision::new).to_vec();
    let batch = batch(&turns, BatchOptions::default());
    for (side, error) in [
        (7, "game 1: the side of a plane must be 7, 9, 11, 13 or 15, and at least 9 for this sky, not 7"),
        (8, "game 0: the side of a plane must be 7, 9, 11, 13 or 15, and at least 7 for this sky, not 8"),
    ] {
        let observed = Observed::new(View::of(Edge::MIN).with_side(side));
        let mut planes = vec![1_u8; 3 * 10 * side * side];
        let refused = batch.observe_into(observed, &mut planes, Threads::new(1)).expect_err("a small side");
        assert_eq!(refused.to_string(), error);
        assert!(planes.iter().all(|&number| number == 1));
    }
    let short = batch.observe(&mut [0; 7], Threads::new(1));
    assert_eq!(short, Err(BatchError::Length { length: 7, expected: 3 * OBSERVATION_LEN }));
    for side in [0, 7, usize::MAX] {
        let observed = Observed::new(View::of(Edge::MIN).with_side(side));
        let none = Batch::new(Vec::new()).expect("a batch without games");
        assert_eq!(none.observe_into(observed, &mut [0_u8; 0], Threads::new(1)), Ok(()));
    }
}
