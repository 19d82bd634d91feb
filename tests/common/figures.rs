//! Positions that chance does not make, listed by short functions: what the prefilters of `docs/MOVES.md` argue about. Each
//! figure is turned in all directions, and Orange is to move.

#![allow(dead_code, reason = "the unit tests use a part of it, and the other tests another one")]
#![allow(clippy::disallowed_types, reason = "tests do not fork")]

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde_json::Value;
use volo_rules::{Axis, Color, Direction, Edge, Passing, Position, Rules, Stuck};

use super::slow::{Slow, around, moved, next};

/// Passes on the figures of one kind on one edge.
type Kind = fn(Edge, &mut dyn FnMut(&dyn Fn() -> Figure));

/// The mover's birds, the opponent's, and spaces that stay vacant.
type Figure = [Vec<usize>; 3];

/// Each kind with an edge, and the share of its figures there that makes a few thousand.
pub(crate) const KINDS: [(Kind, u8, usize); 6] = [
    (rings, 4, 5),
    (rings, 6, 19),
    (fragments, 5, 5),
    (ways, 6, 1),
    (most_contacts, 6, 1),
    (many_contacts, 6, 2),
];

/// A few thousand figures of each kind, crowded skies, and the positions of `tests/data/walls.jsonl`.
pub(crate) static FIGURES: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let mut positions = Vec::new();
    for (kind, edge, step) in KINDS {
        positions.extend(figures(kind, Edge::new(edge).expect("an edge"), step));
    }
    positions.extend((0..3000).filter_map(crowded));
    for line in include_str!("../data/walls.jsonl").lines() {
        let row: Value = serde_json::from_str(line).expect("a row");
        let fen = row.get("fen").and_then(Value::as_str).expect("a position");
        positions.push(fen.parse().expect("a valid position"));
    }
    positions
});

/// A rule set for a figure, so that all pass rules and end rules take turns.
fn rules(edge: Edge, number: usize) -> Rules {
    let supply = [None, Some(60), Some(12)][number % 3];
    Rules::new(edge, supply, Passing::ALL[number % 4], Stuck::ALL[number % 2])
        .expect("a supply of 12 or more")
}

/// Every `step`th figure of a kind that is a valid position of an unfinished game.
pub(crate) fn figures(kind: Kind, edge: Edge, step: usize) -> Vec<Position> {
    let (mut positions, mut number) = (Vec::new(), 0);
    kind(edge, &mut |figure| {
        number += 1;
        if number % step == 0 {
            positions.extend(complete(edge, number / step, figure()));
        }
    });
    positions
}

/// A figure with two more birds of the opponent and, in two of three figures, one of the mover, so that the game is not over: on spaces
/// next to none of the figure, and different ones each time.
fn complete(edge: Edge, number: usize, [own, theirs, vacant]: Figure) -> Option<Position> {
    let empty = Slow::empty(rules(edge, number));
    let figure = [&own[..], &theirs, &vacant].concat();
    let is_near = |place| figure.iter().any(|&near| near == place || around(near).contains(&place));
    let free: Vec<usize> = (0..256).filter(|&place| empty.is_vacant(place) && !is_near(place)).collect();
    if free.len() < 3 || !figure.iter().all(|&place| empty.is_vacant(place)) {
        return None;
    }
    let [bird, one, other] =
        [number, number + free.len() / 3, number + free.len() / 2].map(|n| free[n % free.len()]);
    let turn = Color::ALL[number / 5 % 2];
    let mut slow = empty.with_birds(turn, &own).with_birds(!turn, &[&theirs[..], &[one, other]].concat());
    slow.turn = turn;
    if !number.is_multiple_of(3) {
        slow = slow.with_birds(turn, &[bird]);
    }
    slow.position().ok().filter(|_| slow.outcome().is_none())
}

/// A sky with few or many birds in no order, all of a player in one region.
fn crowded(number: usize) -> Option<Position> {
    // The generator of Knuth's MMIX.
    let mut random = number as u64;
    let mut below = |limit: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % limit
    };
    let edge = Edge::ALL[[0, 0, 0, 1, 1, 1, 2, 2, 3, 4][number % 10]];
    let (birds, own) = (5 + below(95), 10 + below(80));
    let mut slow = Slow::empty(rules(edge, number));
    (slow.turn, slow.passes) = (Color::ALL[number % 2], below(8) as u8 / 7);
    for place in 0..256 {
        if slow.is_vacant(place) && below(100) < birds {
            let color = if below(100) < own { slow.turn } else { !slow.turn };
            slow = slow.with_birds(color, &[place]);
        }
    }
    for color in Color::ALL {
        let regions = slow.regions(color);
        slow = slow.keeping(color, regions.iter().max_by_key(|region| region.len())?);
    }
    slow.position().ok().filter(|_| slow.outcome().is_none())
}

/// The places of lines of one to four birds in the sky, each with its direction ahead.
fn lines(edge: Edge) -> Vec<(Vec<usize>, Direction)> {
    let empty = Slow::empty(rules(edge, 0));
    let mut lines = Vec::new();
    for axis in Axis::ALL {
        for first in 0..256 {
            let mut line = Vec::new();
            let mut place = first;
            while empty.is_vacant(place) && line.len() < 4 {
                line.push(place);
                if line.len() > 1 || axis == Axis::E {
                    lines.push((line.clone(), axis.direction()));
                }
                place = next(place, axis.direction());
            }
        }
    }
    lines
}

pub(crate) fn round(line: &[usize], ahead: Direction) -> Vec<usize> {
    let turned = |turns: usize| Direction::ALL[(ahead as usize + turns) % 6];
    let mut ring = vec![next(line[0], turned(3)), next(line[0], turned(4))];
    ring.extend(line.iter().map(|&place| next(place, turned(5))));
    let last = line[line.len() - 1];
    ring.push(next(last, ahead));
    ring.extend(line.iter().rev().map(|&place| next(place, turned(1))));
    ring.push(next(line[0], turned(2)));
    ring
}

/// A line comes and closes a ring round a bird with a flock, the rim or the center.
fn rings(edge: Edge, found: &mut dyn FnMut(&dyn Fn() -> Figure)) {
    let empty = Slow::empty(rules(edge, 0));
    let lines = lines(edge);
    for inside in (0..256).filter(|&place| empty.is_vacant(place)) {
        let ring: Vec<usize> = around(inside).into_iter().filter(|&place| empty.is_vacant(place)).collect();
        for (landed, _) in &lines {
            if landed.contains(&inside) || !landed.iter().any(|place| ring.contains(place)) {
                continue;
            }
            let rest: Vec<usize> = ring.iter().copied().filter(|place| !landed.contains(place)).collect();
            coming(landed, &rest, &mut |from, way| {
                found(&|| [[&rest, from].concat(), vec![inside], way.to_vec()]);
            });
        }
    }
}

/// Passes on each line that may land here from as far as past the spaces round, if there are these birds, with its way.
fn coming(landed: &[usize], birds: &[usize], found: &mut dyn FnMut(&[usize], &[usize])) {
    for direction in Direction::ALL {
        let mut way = landed.to_vec();
        let mut from = landed.to_vec();
        for _ in 0..landed.len() + 2 {
            from = moved(&from, direction);
            if from.iter().any(|place| birds.contains(place)) {
                break;
            }
            let vacant: Vec<usize> = way.iter().copied().filter(|place| !from.contains(place)).collect();
            found(&from, &vacant);
            way.extend(&from);
        }
    }
}

/// A flock falls into fragments when a line leaves it: the birds round the line form two or three arcs. Lone birds beside
/// the landings, of which some touch all fragments and others do not.
fn fragments(edge: Edge, found: &mut dyn FnMut(&dyn Fn() -> Figure)) {
    let empty = Slow::empty(rules(edge, 0));
    for (line, ahead) in lines(edge).into_iter().step_by(13) {
        let ring = round(&line, ahead);
        for subset in 0..1_usize << ring.len() {
            let is_member = |number: usize| subset >> (number % ring.len()) & 1 == 1;
            let arcs = (0..ring.len()).filter(|&number| is_member(number) && !is_member(number + 1)).count();
            if arcs < 2 {
                continue;
            }
            found(&|| {
                let birds = (0..ring.len()).filter(|&number| is_member(number)).map(|number| ring[number]);
                let mut own: Vec<usize> = line.iter().copied().chain(birds).collect();
                let near: BTreeSet<usize> = own.iter().flat_map(|&place| around(place)).collect();
                for place in near.into_iter().flat_map(around).filter(|place| (place + subset) % 3 > 0) {
                    if empty.is_vacant(place)
                        && !around(place).into_iter().chain([place]).any(|near| own.contains(&near))
                    {
                        own.push(place);
                    }
                }
                [own, vec![], vec![]]
            });
        }
    }
}

/// A line flies along its flock, as far as it touches it, and joins a bird. Prefilter B follows 4, 8 or 16 steps.
fn ways(edge: Edge, found: &mut dyn FnMut(&dyn Fn() -> Figure)) {
    let empty = Slow::empty(rules(edge, 0));
    for (first, direction) in (0..256).flat_map(|first| Direction::ALL.map(|direction| (first, direction))) {
        let turned = |turns: usize| Direction::ALL[(direction as usize + turns) % 6];
        let steps = |from: usize| std::iter::successors(Some(from), |&place| Some(next(place, direction)));
        let longest: Vec<usize> = steps(first).take_while(|&place| empty.is_vacant(place)).collect();
        // Just below the lengths that prefilter B tells apart, and at them.
        let sizes = [4, 5, 8, 9].into_iter().filter(|&size| size <= longest.len());
        for (size, (behind, before)) in sizes.flat_map(|size| [(size, (2, 1)), (size, (4, 5))]) {
            let (wall, front) = (&longest[..size], next(first, turned(behind)));
            let (line, end) = ([front, next(front, turned(3))], next(wall[size - 1], turned(before)));
            for (length, joined) in
                [1, 2].into_iter().flat_map(|length| [before, behind, 0].map(|turns| (length, turns)))
            {
                let joined = next(end, turned(joined));
                let way = || steps(front).skip(1).take(size).collect();
                found(&|| [[wall, &line[..length], &[joined]].concat(), vec![], way()]);
            }
        }
    }
}

/// A line lands among the most flocks that it can touch: lone birds. Of some lines a bird stays behind.
fn most_contacts(edge: Edge, found: &mut dyn FnMut(&dyn Fn() -> Figure)) {
    contacts(edge, 2, &mut |lone, from, way| {
        found(&|| [[lone, from].concat(), vec![], way.to_vec()]);
        for stays in around(from[0]).into_iter().filter(|place| !way.contains(place) && !from.contains(place))
        {
            found(&|| [[lone, from, &[stays]].concat(), vec![], way.to_vec()]);
        }
    });
}

/// A line lands among one flock less than it can touch.
fn many_contacts(edge: Edge, found: &mut dyn FnMut(&dyn Fn() -> Figure)) {
    contacts(edge, 1, &mut |lone, from, way| found(&|| [[lone, from].concat(), vec![], way.to_vec()]));
}

/// Receives some birds, the line before the flight, and its way.
type Coming<'a> = &'a mut dyn FnMut(&[usize], &[usize], &[usize]);

/// Passes on lone birds round a landing, `more` than the line has birds, with the line before the flight and its way.
fn contacts(edge: Edge, more: usize, found: Coming) {
    for (landed, ahead) in lines(edge).into_iter().step_by(13) {
        let ring = round(&landed, ahead);
        for subset in 0..1_usize << ring.len() {
            let is_member = |number: usize| subset >> (number % ring.len()) & 1 == 1;
            let lone: Vec<usize> =
                (0..ring.len()).filter(|&number| is_member(number)).map(|number| ring[number]).collect();
            if lone.len() == landed.len() + more
                && !(0..ring.len()).any(|number| is_member(number) && is_member(number + 1))
            {
                coming(&landed, &lone, &mut |from, way| found(&lone, from, way));
            }
        }
    }
}
