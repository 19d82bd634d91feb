//! Any bytes as rows of an [`ArrayGame`].

use volo_rules::learning::{ArrayGame, BatchError, Decision, MaskRows, RowStep, View};
use volo_rules::{Rules, Threads};

/// One of these rule sets is that of the rows: the first byte chooses it.
pub const RULE_SETS: [&str; 5] =
    ["french-4", "boardspace-5", "two-sizes-small", "standard", "abstract-play-8"];

const ONE: Threads<'static> = Threads::new(1);

/// Checks bytes as a rule set, an action, and rows. Whatever the numbers are, a row is refused, or is written again as it
/// was, and a step of it is a step of its turn.
pub fn check(bytes: &[u8]) {
    let [choice, low, high, rest @ ..] = bytes else { return };
    let rules: Rules = RULE_SETS[usize::from(*choice) % RULE_SETS.len()].parse().expect("a rule set");
    let game = ArrayGame::new(rules);
    let action = u16::from_le_bytes([*low, *high]);
    for row in rest.chunks_exact(4 * game.words()) {
        let words = row.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word));
        check_row(game, &words.collect::<Vec<u32>>(), action);
    }
}

/// Checks one row. The action is played as it is, and also as the index of a legal action.
pub fn check_row(game: ArrayGame, row: &[u32], action: u16) {
    let size = game.action_space().size();
    let side = View::of(game.rules().edge()).side;
    let (mut mask, mut bits) = (vec![7; size], vec![7; size.div_ceil(8)]);
    let mut planes = vec![0_u8; 12 * side * side];
    let masked = game.legal_masks(row, MaskRows::Bytes(&mut mask), ONE);
    let packed = game.legal_masks(row, MaskRows::Bits(&mut bits), ONE);
    let observed = game.observe_into(row, View::of(game.rules().edge()), &mut planes, ONE);
    let turn = match game.decisions(row, ONE) {
        Ok(turns) => turns[0],
        Err(error) => {
            assert!(matches!(&error, BatchError::Row { index: 0, error } if !error.to_string().is_empty()));
            let stepped = stepped(game, row, action).map(|(after, _)| after);
            assert_eq!([masked, packed, observed, stepped.map(drop)], [(); 4].map(|()| Err(error.clone())));
            return;
        }
    };
    assert_eq!([masked, packed, observed], [Ok(()), Ok(()), Ok(())]);
    let mut again = vec![0; row.len()];
    assert_eq!(game.write_rows(&[turn], &mut again), Ok(()));
    assert_eq!(again, row, "{turn:?}");

    let legal = turn.legal_actions();
    let marked = (0..).zip(&mask).filter_map(|(action, &legal)| (legal == 1).then_some(action));
    assert_eq!(marked.collect::<Vec<u16>>(), legal);
    assert!((0..size).all(|action| bits[action / 8] >> (action % 8) & 1 == mask[action]));
    let chosen = legal.get(usize::from(action) % legal.len().max(1)).copied();
    for action in chosen.into_iter().chain([action]) {
        check_step(game, row, &turn, action);
    }
}

fn check_step(game: ArrayGame, row: &[u32], turn: &Decision, action: u16) {
    let player = turn.position().turn();
    let expected = turn.step(action);
    let (after, step) = match (stepped(game, row, action), turn.position().outcome()) {
        (Ok(found), Some(_)) => {
            assert_eq!((found.0.as_slice(), found.1.reward, found.1.ended), (row, 0, true));
            return;
        }
        (Ok(found), None) => found,
        (Err(found), _) => {
            let error = expected.expect_err("the step was refused");
            return assert_eq!(found, BatchError::Action { index: 0, action, error });
        }
    };
    let next = expected.expect("the step was made");
    assert_eq!(game.decisions(&after, ONE), Ok(vec![next]));
    let outcome = next.position().outcome();
    let winner = outcome.and_then(|outcome| outcome.winner);
    let reward = winner.map_or(0, |winner| if winner == player { 1 } else { -1 });
    assert_eq!((step.player, step.reward, step.ended), (next.position().turn(), reward, outcome.is_some()));
}

fn stepped(game: ArrayGame, row: &[u32], action: u16) -> Result<(Vec<u32>, RowStep), BatchError> {
    let (mut after, mut steps) = (row.to_vec(), [RowStep::default()]);
    game.step(&mut after, &[action], &mut steps, MaskRows::None, ONE)?;
    Ok((after, steps[0]))
}
