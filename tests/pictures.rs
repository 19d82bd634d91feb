//! The pictures of skies in the examples of the documentation show what the examples say.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use volo_rules::notation::BoardStyle;
use volo_rules::{Edge, Position};

use crate::common::start;

/// The files of the crate, without the binding.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

fn rows_of(position: &Position) -> Vec<String> {
    position.board(BoardStyle::Ascii).lines().take(position.sky().rows().into()).map(str::to_owned).collect()
}

/// The names of the spaces that have birds in a picture, and the picture without birds.
fn without_birds(rows: &[String]) -> (BTreeSet<String>, Vec<String>) {
    let mut birds = BTreeSet::new();
    let empty = rows.iter().map(|row| {
        let (letter, glyphs) = row.trim_start().split_at(1);
        let is_bird = |glyph| matches!(glyph, "o" | "b");
        let numbered = (1..).zip(glyphs.split_whitespace()).filter(|&(_, glyph)| is_bird(glyph));
        birds.extend(numbered.map(|(number, _)| format!("{letter}{number}")));
        let indent = row.len() - row.trim_start().len();
        format!("{}{letter}{}", &row[..indent], glyphs.replace(" o", " .").replace(" b", " ."))
    });
    let empty = empty.collect();
    (birds, empty)
}

/// A picture is a comment of at least seven lines, the number of rows of the smallest sky. It shows the first position of
/// its example. Without a position, it shows the smallest sky, and may have birds on the spaces that are named first.
#[test]
fn the_pictures_show_what_the_examples_say() {
    let (_, sky) = without_birds(&rows_of(&start("standard-4")));
    let mut pictures = 0;
    for path in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let text = fs::read_to_string(&path).expect("UTF-8");
        let documented = text.lines().map(|line| line.trim_start()).filter_map(|line| {
            line.strip_prefix("/// ").or_else(|| line.strip_prefix("//! ")).map(|line| format!("{line}\n"))
        });
        for example in documented.collect::<String>().split("```").skip(1).step_by(2) {
            let rows = example.lines().skip_while(|line| !line.starts_with("// "));
            let rows: Vec<String> =
                rows.map_while(|line| line.strip_prefix("// ")).map(str::to_owned).collect();
            if rows.len() < 7 {
                continue;
            }
            pictures += 1;
            let named = |line: &str| -> BTreeSet<String> {
                let words = line.split(|c: char| !c.is_alphanumeric());
                words.filter(|word| Edge::MIN.sky().space(word).is_some()).map(str::to_owned).collect()
            };
            if let Some(shown) = example.split('"').find_map(|text| text.parse::<Position>().ok()) {
                assert_eq!(rows, rows_of(&shown), "{}", path.display());
                continue;
            }
            let (birds, empty) = without_birds(&rows);
            let code = example.lines().filter(|line| !line.starts_with("// "));
            let first = code.map(named).find(|names| !names.is_empty()).unwrap_or_default();
            assert_eq!(empty, sky, "{}", path.display());
            assert!(birds.is_empty() || birds == first, "{}: {birds:?}", path.display());
        }
    }
    assert!(pictures > 5, "{pictures}");
}
