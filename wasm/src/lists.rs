//! The names of which the types of TypeScript are unions. The build of the package calls this in the module of the engine,
//! and writes them for both modules.

use volo_rules::engine::Level;
use volo_rules::playouts::Policy;
use volo_rules::records::{Format, GameResult, Termination};
use volo_rules::{Direction, Edge, Ending, Passing, Rules, Stuck, Symmetry};
use wasm_bindgen::prelude::*;

/// A line for each list: the type, the constant, and the names, each with its sentence; all with tabs between them. After
/// the constant are the members of its objects if there are more than the names, or its description if it has no type.
#[wasm_bindgen]
pub fn lists() -> String {
    let mut text = String::new();
    let mut list = |head: &str, names: &mut dyn Iterator<Item = (&str, &str)>| {
        text.push_str(head);
        for part in names.flat_map(|(name, sentence)| [name, sentence]) {
            text.push('\t');
            text.push_str(part);
        }
        text.push('\n');
    };
    list("Passing\tPASSING", &mut Passing::ALL.iter().map(|rule| (rule.name(), rule.sentence())));
    list("Stuck\tSTUCK", &mut Stuck::ALL.iter().map(|rule| (rule.name(), rule.sentence())));
    list("Reason\tREASONS", &mut Ending::ALL.iter().map(|ending| (ending.name(), ending.sentence())));
    list("Direction\tDIRECTIONS", &mut Direction::ALL.iter().map(|direction| (direction.name(), "")));
    list("Policy\tPOLICIES", &mut Policy::ALL.iter().map(|policy| (policy.name(), policy.sentence())));
    list("Symmetry\tSYMMETRIES", &mut Symmetry::ALL.iter().map(|symmetry| (symmetry.name(), "")));
    list("GameResult\tRESULTS", &mut GameResult::ALL.iter().map(|result| (result.name(), "")));
    list("Termination\tTERMINATIONS", &mut Termination::ALL.iter().map(|how| (how.name(), "")));
    list("\tRULE_SETS The names of rule sets.", &mut Rules::NAMED.iter().map(|&(name, _)| (name, "")));
    let edges = Edge::ALL.map(|edge| edge.length().to_string());
    list(
        "\tEDGES The numbers of spaces on an edge of the sky.",
        &mut edges.iter().map(|edge| (edge.as_str(), "")),
    );
    let levels = Level::ALL.map(|level| level.to_string());
    list(
        "\tLEVELS The levels of the engine, the weakest first.",
        &mut levels.iter().map(|level| (level.as_str(), "")),
    );
    text.push_str("Format\tFORMATS name suffix description");
    for format in Format::all() {
        for part in [format.name(), format.suffix(), format.description()] {
            text.push('\t');
            text.push_str(part);
        }
    }
    text
}
