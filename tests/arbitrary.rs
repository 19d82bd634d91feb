//! Values made from arbitrary bytes.

use std::collections::HashSet;

use arbitrary::{Arbitrary, Unstructured};
use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use proptest::prelude::*;
use volo_rules::{ByColor, Color, Edge, Position, Rules};

use crate::common::cases;

fn made<'a, T: Arbitrary<'a>>(bytes: &'a [u8]) -> T {
    T::arbitrary(&mut Unstructured::new(bytes)).unwrap_or_else(|error| panic!("{error}"))
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn positions_are_valid(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let position: Position = made(&bytes);
        let birds = ByColor::new(position.birds(Color::Orange), position.birds(Color::Blue));
        let (rules, turn, passes) = (position.rules(), position.turn(), position.passes());
        prop_assert_eq!(Position::from_parts(rules, birds, turn, passes), Ok(position));
        prop_assert_eq!(rules.to_string().parse::<Rules>(), Ok(rules));
    }
}

#[test]
fn arbitrary_positions_cover_every_edge_and_many_rule_sets() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut edges, mut rules, mut ends, mut turns) =
        (HashSet::new(), HashSet::new(), HashSet::new(), HashSet::new());
    for _ in 0..600 {
        let mut bytes = vec![0; (rng.next_u32() % 400) as usize];
        rng.fill_bytes(&mut bytes);
        let position: Position = made(&bytes);
        edges.insert(position.rules().edge());
        rules.insert(position.rules());
        ends.insert(position.outcome().is_some());
        turns.insert(position.turn());
    }
    assert_eq!((edges.len(), ends.len(), turns.len()), (5, 2, 2));
    assert!(rules.len() > 50, "{} rule sets", rules.len());
    let edges: HashSet<Edge> = (0..=u8::MAX).map(|byte| made(&[byte])).collect();
    assert_eq!(edges.len(), 5);
}
