//! Tests the number of nodes that the search needs. A good order of moves saves most of them.

use crate::search::engine::{Engine, EngineOptions};
use crate::search::request::Limit;
use crate::search::request::Request;
use crate::search::slow::positions;

/// The nodes of these searches. A change of the order of moves or of the weights that needs more must update it.
const NODES: u64 = 461_069;

#[test]
fn a_search_needs_no_more_nodes_than_before() {
    let options = EngineOptions::default().with_table_bytes(1 << 20);
    let mut engine = Engine::new(options).expect("enough memory");
    let mut nodes = 0;
    for position in positions(8).iter().step_by(5) {
        engine.clear();
        let limit = Limit::depth(6);
        let request = Request::new(position, limit);
        nodes += engine.search(&request)[0].nodes;
    }
    assert!(nodes * 100 <= NODES * 104, "{nodes} nodes, and {NODES} before");
}
