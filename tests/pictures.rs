//! The pictures of skies in the examples of the documentation show what the examples say.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use volo_rules::notation::BoardStyle;
use volo_rules::{Edge, Position};

/// A picture in an example, and the code of the example.
struct Picture {
    /// The file, and the number of the picture's first line.
    place: String,
    rows: Vec<String>,
    code: Vec<String>,
}

/// The files of the crate, without the binding.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let files = entries.flat_map(|path| match path.is_dir() {
        true => sources(&path),
        false => vec![path],
    });
    files.filter(|path| path.extension().is_some_and(|suffix| suffix == "rs")).collect()
}

/// The examples of a file, each with the number of its first line.
fn examples(text: &str) -> Vec<(usize, Vec<String>)> {
    let (mut examples, mut is_inside) = (Vec::new(), false);
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim_start();
        let Some(line) = line.strip_prefix("///").or_else(|| line.strip_prefix("//!")) else {
            is_inside = false;
            continue;
        };
        let line = line.strip_prefix(' ').unwrap_or(line);
        if line.starts_with("```") {
            is_inside = !is_inside;
            if is_inside {
                examples.push((number + 1, Vec::new()));
            }
        } else if let (true, Some((_, lines))) = (is_inside, examples.last_mut()) {
            lines.push(line.to_string());
        }
    }
    examples
}

/// The pictures of a file. A picture is a comment of at least seven lines, which is the number of rows of the
/// smallest sky.
fn pictures(path: &Path) -> Vec<Picture> {
    let mut pictures = Vec::new();
    for (first, lines) in examples(&fs::read_to_string(path).expect("UTF-8")) {
        let is_comment = |line: &&String| line.starts_with("// ");
        let Some(at) = lines.iter().position(|line| is_comment(&line)) else { continue };
        let rows: Vec<String> =
            lines[at..].iter().take_while(is_comment).map(|row| row[3..].to_string()).collect();
        if rows.len() >= 7 {
            let code = lines.iter().filter(|line| !is_comment(line)).cloned().collect();
            pictures.push(Picture { place: format!("{}:{}", path.display(), first + at), rows, code });
        }
    }
    pictures
}

/// The texts in quotes of a line of code.
fn texts(line: &str) -> impl Iterator<Item = &str> {
    line.split('"').skip(1).step_by(2)
}

/// The rows of a position's board.
fn rows_of(position: &Position) -> Vec<String> {
    let board = position.board(BoardStyle::Ascii);
    let rows = position.sky().rows().into();
    board.lines().take(rows).map(str::to_string).collect()
}

/// The names of the spaces that have birds in a picture, and the picture without birds.
fn without_birds(rows: &[String]) -> (BTreeSet<String>, Vec<String>) {
    let mut birds = BTreeSet::new();
    let empty = rows.iter().map(|row| {
        let indent = row.len() - row.trim_start().len();
        let (letter, glyphs) = row.trim_start().split_at(1);
        for (number, glyph) in (1..).zip(glyphs.split_whitespace()) {
            if matches!(glyph, "o" | "b") {
                birds.insert(format!("{letter}{number}"));
            }
        }
        format!("{}{letter}{}", &row[..indent], glyphs.replace(" o", " .").replace(" b", " ."))
    });
    let empty = empty.collect();
    (birds, empty)
}

/// The names of spaces in the first line of code that has any.
fn first_names(code: &[String]) -> BTreeSet<String> {
    let sky = Edge::MIN.sky();
    let names = |line: &String| -> BTreeSet<String> {
        let words = texts(line).flat_map(|text| text.split(|c: char| !c.is_alphanumeric()));
        words.filter(|word| sky.space(word).is_some()).map(str::to_string).collect()
    };
    code.iter().map(names).find(|names| !names.is_empty()).unwrap_or_default()
}

/// A picture shows the first position of its example, as fen or else as the start of a rule set. In an example
/// about the nests it shows the start. In any other, it shows the sky of edge 4, and it may have birds on the spaces that
/// the first line with spaces names.
#[test]
fn the_pictures_show_what_the_examples_say() {
    let start = Position::new("standard-4".parse().expect("a rule set"));
    let (_, sky) = without_birds(&rows_of(&start));
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let pictures: Vec<Picture> = sources(&src).iter().flat_map(|path| pictures(path)).collect();
    assert!(pictures.len() > 5, "{}", pictures.len());
    for Picture { place, rows, code } in pictures {
        let all = || code.iter().flat_map(|line| texts(line));
        let position = all().find_map(|text| text.parse::<Position>().ok());
        let position = position.or_else(|| all().find_map(|text| Some(Position::new(text.parse().ok()?))));
        let position = position.or_else(|| code.iter().any(|line| line.contains("nests(")).then_some(start));
        if let Some(position) = position {
            assert_eq!(rows, rows_of(&position), "{place}");
        } else {
            let (birds, empty) = without_birds(&rows);
            assert_eq!(empty, sky, "{place}");
            assert!(birds.is_empty() || birds == first_names(&code), "{place}: {birds:?}");
        }
    }
}
