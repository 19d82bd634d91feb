//! The rules of docs/RULES.md by loops over single spaces: no sets of spaces, no prefilters, nothing of the core but its
//! types. Slow, and short enough to be compared with the rulings.

#![allow(dead_code, reason = "the unit tests use a part of it, and the other tests another one")]
#![allow(clippy::disallowed_types, reason = "tests do not fork")]

use std::sync::LazyLock;

use volo_rules::bitboard::Bitboard;
use volo_rules::{
    Axis, ByColor, Color, Direction, Ending, Flight, InvalidPosition, Line, Move, Outcome, Passing, Position,
    Rules, Space, Stuck,
};

/// What is on a place of the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    /// No space of the sky [R2].
    Missing,
    Vacant,
    Bird(Color),
}

/// A position, as what is on each place, by the index of its space.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Slow {
    at: [At; 256],
    pub(crate) rules: Rules,
    pub(crate) turn: Color,
    pub(crate) passes: u8,
}

/// The place one step away, on the other side after the last row or column of the layout, which skies do not have.
pub(crate) fn next(place: usize, direction: Direction) -> usize {
    let step = match direction {
        Direction::E => 1,
        Direction::SE => 16,
        Direction::SW => 15,
        Direction::W => -1,
        Direction::NW => -16,
        Direction::NE => -15,
    };
    place.wrapping_add_signed(step) % 256
}

pub(crate) fn moved(places: &[usize], direction: Direction) -> Vec<usize> {
    places.iter().map(|&place| next(place, direction)).collect()
}

pub(crate) fn around(place: usize) -> [usize; 6] {
    Direction::ALL.map(|direction| next(place, direction))
}

pub(crate) fn places(line: Line) -> impl Iterator<Item = usize> {
    let ahead = move |&place: &usize| Some(next(place, line.axis.direction()));
    std::iter::successors(Some(line.first.index().into()), ahead).take(line.length.into())
}

pub(crate) fn connected(place: usize, open: impl Fn(usize) -> bool) -> Vec<usize> {
    let (mut seen, mut found) = ([false; 256], Vec::with_capacity(256));
    seen[place] = true;
    found.push(place);
    let mut number = 0;
    while let Some(&place) = found.get(number) {
        for place in around(place) {
            if open(place) && !std::mem::replace(&mut seen[place], true) {
                found.push(place);
            }
        }
        number += 1;
    }
    found
}

fn parts(open: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
    let mut parts: Vec<Vec<usize>> = Vec::new();
    let mut seen = [false; 256];
    for place in 0..256 {
        if open(place) && !seen[place] {
            let part = connected(place, &open);
            part.iter().for_each(|&place| seen[place] = true);
            parts.push(part);
        }
    }
    parts
}

pub(crate) fn space(place: usize) -> Space {
    Space::from_index(place as u8).expect("place 0 is in no sky")
}

/// The lowest space, and of these the leftmost one.
fn name(region: &[usize]) -> Space {
    let lowest = region.iter().max_by_key(|&&place| (place / 16, 15 - place % 16));
    space(*lowest.expect("a region has spaces"))
}

/// The sky of an edge [R1].
fn sky(edge: i32) -> [At; 256] {
    let far = edge - 1;
    let mut at = [At::Missing; 256];
    for (place, at) in at.iter_mut().enumerate() {
        let (down, right) = (place as i32 / 16 - far, place as i32 % 16 - far);
        let distance = down.abs().max(right.abs()).max((down + right).abs());
        let is_corner = distance == far && [down, right, down + right].contains(&0);
        if (1..=far).contains(&distance) && !is_corner {
            *at = At::Vacant;
        }
    }
    at
}

impl Slow {
    pub(crate) fn empty(rules: Rules) -> Slow {
        static SKIES: LazyLock<[[At; 256]; 5]> = LazyLock::new(|| [4, 5, 6, 7, 8].map(sky));
        let at = SKIES[usize::from(rules.edge().length()) - 4];
        Slow { at, rules, turn: Color::Orange, passes: 0 }
    }

    pub(crate) fn of(position: &Position) -> Slow {
        let mut slow =
            Slow { turn: position.turn(), passes: position.passes(), ..Slow::empty(position.rules()) };
        for color in Color::ALL {
            for space in position.birds(color) {
                slow.at[usize::from(space.index())] = At::Bird(color);
            }
        }
        slow
    }

    pub(crate) fn with_birds(mut self, color: Color, places: &[usize]) -> Slow {
        places.iter().for_each(|&place| self.at[place] = At::Bird(color));
        self
    }

    pub(crate) fn position(&self) -> Result<Position, InvalidPosition> {
        let birds = |color| self.birds(color).map(space).collect::<Bitboard>();
        let birds = ByColor::new(birds(Color::Orange), birds(Color::Blue));
        Position::from_parts(self.rules, birds, self.turn, self.passes)
    }

    fn has(&self, color: Color, place: usize) -> bool {
        self.at[place] == At::Bird(color)
    }

    pub(crate) fn is_vacant(&self, place: usize) -> bool {
        self.at[place] == At::Vacant
    }

    /// Whether the place is vacant or has a bird of the player [R7].
    pub(crate) fn is_open(&self, color: Color, place: usize) -> bool {
        self.is_vacant(place) || self.has(color, place)
    }

    pub(crate) fn birds(&self, color: Color) -> impl Iterator<Item = usize> {
        (0..256).filter(move |&place| self.has(color, place))
    }

    pub(crate) fn is_one_flock(&self, color: Color) -> bool {
        let flock = self.birds(color).next().map(|bird| connected(bird, |place| self.has(color, place)));
        flock.is_some_and(|flock| flock.len() == self.birds(color).count())
    }

    pub(crate) fn regions(&self, color: Color) -> Vec<Vec<usize>> {
        let mut regions = parts(|place| self.is_open(color, place));
        regions.retain(|region| region.iter().any(|&place| self.has(color, place)));
        regions
    }

    pub(crate) fn is_whole(&self, color: Color) -> bool {
        self.regions(color).len() == 1
    }

    pub(crate) fn is_sound(&self) -> bool {
        let most = self.rules.supply().map_or(256, usize::from);
        Color::ALL.iter().all(|&color| (1..=most).contains(&self.birds(color).count()))
            && (Color::ALL.iter().any(|&color| self.is_one_flock(color))
                || Color::ALL.iter().all(|&color| self.is_whole(color)))
    }

    /// All lines of the mover [R9].
    pub(crate) fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        for first in self.birds(self.turn) {
            for axis in Axis::ALL {
                let line = |length| Line { first: space(first), axis, length };
                let lengths = (1..).take_while(|&length| self.has_line(line(length)));
                lines.extend(lengths.filter(|&length| length > 1 || axis == Axis::E).map(line));
            }
        }
        lines
    }

    fn has_line(&self, line: Line) -> bool {
        places(line).all(|place| self.has(self.turn, place))
    }

    /// The line one step farther, if it may fly there [R10]. `line` has the places before the flight.
    fn step(&self, line: Line, at: Line, direction: Direction) -> Option<Line> {
        let moved = Line { first: space(next(at.first.index().into(), direction)), ..at };
        let mut moves =
            places(moved).map(|place| self.is_vacant(place) || places(line).any(|own| own == place));
        moves.all(|may_move| may_move).then_some(moved)
    }

    /// Every flight of the mover that keeps to [R9] and [R10], with the line after it.
    pub(crate) fn reach(&self) -> Vec<(Flight, Line)> {
        let mut reach = Vec::new();
        for (line, direction) in
            self.lines().into_iter().flat_map(|line| Direction::ALL.map(|way| (line, way)))
        {
            let landings = std::iter::successors(Some(line), |&at| self.step(line, at, direction));
            let flights = landings.zip(0..).skip(1);
            reach
                .extend(flights.map(|(to, distance)| (Flight { line, direction, distance, keep: None }, to)));
        }
        reach
    }

    /// The position after a flight, before regions are cleared.
    pub(crate) fn flown(&self, line: Line, landed: Line) -> Slow {
        let mut after = self.after_turn();
        places(line).for_each(|place| after.at[place] = At::Vacant);
        places(landed).for_each(|place| after.at[place] = At::Bird(self.turn));
        after
    }

    /// What a flight leads to: the position for each region that may be kept, or the only one without such a choice.
    pub(crate) fn fly(&self, line: Line, landed: Line) -> Result<Vec<(Vec<usize>, Slow)>, &'static str> {
        let (own, theirs) = (self.turn, !self.turn);
        let after = self.flown(line, landed);
        // [R11] The flock of the line, with the flown birds at their new places, is in one flock.
        let before = connected(line.first.index().into(), |place| self.has(own, place));
        let joined = connected(landed.first.index().into(), |place| after.has(own, place));
        if before.iter().any(|place| !joined.contains(place) && places(line).all(|flown| flown != *place)) {
            return Err("R11");
        }
        // [R12] That flock is larger.
        if joined.len() <= before.len() {
            return Err("R12");
        }
        // [R15] [R17]
        let regions = after.regions(theirs);
        if regions.len() < 2 || after.is_one_flock(own) {
            return Ok(vec![(Vec::new(), after)]);
        }
        let keeping = |region: Vec<usize>| (region.clone(), after.clone().keeping(theirs, &region));
        Ok(regions.into_iter().map(keeping).collect())
    }

    /// Without the player's birds outside a region.
    pub(crate) fn keeping(mut self, color: Color, region: &[usize]) -> Slow {
        for place in (0..256).filter(|place| !region.contains(place)) {
            if self.has(color, place) {
                self.at[place] = At::Vacant;
            }
        }
        self
    }

    fn after_turn(&self) -> Slow {
        Slow { turn: !self.turn, passes: 0, ..self.clone() }
    }

    /// The first ruling that an add breaks, or the position after it.
    fn add(&self, place: usize) -> Result<Slow, &'static str> {
        if !self.is_vacant(place) || around(place).into_iter().any(|place| self.has(self.turn, place)) {
            return Err("R6");
        }
        let region = connected(place, |place| self.is_open(self.turn, place));
        if !region.into_iter().any(|place| self.has(self.turn, place)) {
            return Err("R7");
        }
        if self.rules.supply().is_some_and(|supply| self.birds(self.turn).count() >= supply.into()) {
            return Err("R8");
        }
        Ok(self.after_turn().with_birds(self.turn, &[place]))
    }

    fn adds(&self) -> Vec<(usize, Slow)> {
        (0..256).filter_map(|place| Some((place, self.add(place).ok()?))).collect()
    }

    fn flights(&self) -> Vec<(Move, Slow)> {
        let mut flights = Vec::new();
        for (flight, landed) in self.reach() {
            for (region, after) in self.fly(flight.line, landed).into_iter().flatten() {
                let keep = (!region.is_empty()).then(|| name(&region));
                flights.push((Move::Fly(Flight { keep, ..flight }), after));
            }
        }
        flights
    }

    pub(crate) fn may_pass(&self, passing: Passing, adds: &[usize], has_flights: bool) -> bool {
        let theirs = !self.turn;
        let regions = self.regions(theirs);
        let in_own_regions = || !adds.iter().any(|add| regions.iter().any(|region| region.contains(add)));
        match passing {
            Passing::Standard => !has_flights && in_own_regions(),
            Passing::Forced => !has_flights && adds.is_empty(),
            Passing::NoFlight => !has_flights,
            Passing::OwnRegions => in_own_regions(),
        }
    }

    fn is_stuck(&self, color: Color) -> bool {
        let asked = Slow { turn: color, ..self.clone() };
        asked.adds().is_empty() && asked.flights().is_empty()
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        // [R17] [R18]
        let mut players = [!self.turn, self.turn].into_iter();
        if let Some(winner) = players.find(|&color| self.is_one_flock(color)) {
            return Some(Outcome::new(Some(winner), Ending::Flock));
        }
        match (self.rules.stuck(), self.passes) {
            (Stuck::Draw, 2) => Some(Outcome::new(None, Ending::Passes)), // [R14]
            // [R14b]
            (Stuck::LastMoverWins, 2) => Some(Outcome::new(Some(!self.turn), Ending::Stuck)),
            (Stuck::LastMoverWins, 1) if Color::ALL.iter().all(|&color| self.is_stuck(color)) => {
                Some(Outcome::new(Some(self.turn), Ending::Stuck))
            }
            _ => None,
        }
    }

    pub(crate) fn moves(&self) -> Vec<(Move, Slow)> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let (adds, mut moves) = (self.adds(), self.flights());
        let places: Vec<usize> = adds.iter().map(|(place, _)| *place).collect();
        if self.may_pass(self.rules.passing(), &places, !moves.is_empty()) {
            moves.push((Move::Pass, Slow { passes: self.passes + 1, ..self.after_turn() }));
        }
        moves.extend(adds.into_iter().map(|(place, after)| (Move::Add(space(place)), after)));
        moves
    }

    /// The first ruling that a move breaks, or the position after it.
    pub(crate) fn play(&self, mv: Move) -> Result<Slow, &'static str> {
        match mv {
            Move::Add(space) => self.add(space.index().into()),
            Move::Pass => self
                .moves()
                .into_iter()
                .find(|(mv, _)| *mv == Move::Pass)
                .map(|(_, after)| after)
                .ok_or("R13"),
            Move::Fly(Flight { line, .. }) if !self.has_line(line) => Err("R9"),
            Move::Fly(Flight { line, direction, distance, keep }) => {
                let mut landed = line;
                for _ in 0..distance {
                    landed = self.step(line, landed, direction).ok_or("R10")?;
                }
                let mut choices = self.fly(line, landed)?.into_iter();
                let chosen = choices.find(|(region, _)| match keep {
                    None => region.is_empty(),
                    Some(space) => region.contains(&space.index().into()),
                });
                chosen.map(|(_, after)| after).ok_or("R15")
            }
        }
    }
}
