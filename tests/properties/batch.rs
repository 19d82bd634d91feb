//! Any bytes as the image of a batch.

use volo_rules::Threads;
use volo_rules::learning::{Batch, BatchError, Decision, Stepped};

use super::with_checksum;

const STEPS: usize = 3;

/// Checks bytes as the image of a batch, once as they are and once with their checksum after them. A batch that is
/// read is written so that it is read again, and both play alike.
pub fn check(bytes: &[u8]) {
    check_image(bytes);
    check_image(&with_checksum(bytes));
}

fn check_image(image: &[u8]) {
    let mut batch = match Batch::from_bytes(image) {
        Ok(batch) => batch,
        Err(BatchError::Image { problem }) => return assert!(!problem.is_empty()),
        Err(BatchError::Version { version }) => return assert_ne!(version, 1),
        Err(error) => unreachable!("{error}"),
    };
    let written = batch.to_bytes().expect("enough memory");
    let mut copy = Batch::from_bytes(&written).expect("a batch wrote the bytes");
    assert_eq!(copy.to_bytes().expect("enough memory"), written);
    assert_eq!(state(&copy), state(&batch));
    for _ in 0..STEPS {
        assert_eq!(stepped(&mut copy), stepped(&mut batch));
        assert_eq!(state(&copy), state(&batch));
    }
    copy.reset(None, Threads::new(1)).expect("no mask");
}

fn state(batch: &Batch) -> Vec<(Decision, Option<Decision>, u32, bool, bool)> {
    let ends = batch.outcomes().zip(batch.truncated());
    let games = batch.decisions().zip(batch.last_decisions()).zip(batch.plies()).zip(ends);
    games.map(|(((turn, last), plies), (end, cut))| (turn, last, plies, end.is_some(), cut)).collect()
}

/// Plays a random action in every game. Returns the actions and what they led to.
fn stepped(batch: &mut Batch) -> (Vec<u16>, Vec<Stepped>) {
    let mut actions = vec![0; batch.len()];
    batch.random_actions(&mut actions, Threads::new(1)).expect("an action for each game");
    let seen = batch.step(&actions, Threads::new(1)).expect("legal actions");
    let seen = seen.to_vec();
    (actions, seen)
}
