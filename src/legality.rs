//! Why a move is illegal: one move held against the rulings, in their order.
//!
//! This way is independent of the move generator, and cheaper where there is only one move.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::fmt;

use crate::bitboard::{SpaceSet, Task, run};
use crate::flock::is_one_flock;
use crate::movegen::Scene;
use crate::moves::{Flight, Line, Move};
use crate::outcome::Ending;
use crate::position::Position;
use crate::sky::{Edge, Sky};
use crate::space::Space;

/// A move that breaks a rule. Displays as a sentence that ends with the ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The rule it breaks first.
    pub fault: Fault,
    edge: Edge,
}

/// A rule that a move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The game is over.
    GameOver(Ending),
    /// No pass is due ([R13]).
    PassNotDue,
    /// An add on a space that is occupied, or none of the sky's ([R6]).
    NotVacant(Space),
    /// An add next to this friendly bird ([R6]).
    TouchesFriend(Space),
    /// An add from which no open path leads to a friend ([R7]).
    NoOpenPath(Space),
    /// An add without a bird in hand ([R8]).
    EmptyHand,
    /// A line with ends that are on no straight line ([R9]).
    BentLine(Space, Space),
    /// A line with a space that holds no bird of the mover ([R9]).
    NotOwnBird(Option<Space>),
    /// A flight that would cover, after so many steps, an occupied or missing space ([R10]).
    Blocked {
        /// The step, from 1.
        step: u8,
        /// The space in the way; `None` beyond the layout.
        space: Option<Space>,
    },
    /// A flight that splits its flock ([R11]).
    Splits,
    /// A flight that makes its flock no larger ([R12]).
    JoinsNothing,
    /// A region is named to be kept, but nothing is cleared ([R15], [R17]).
    NothingToKeep,
    /// The opponent is divided, and no region is named to be kept ([R15]).
    KeepMissing,
    /// The space named to be kept is in no region with birds of the opponent ([R15]).
    KeepNowhere(Space),
}

impl Fault {
    /// The ruling, such as `R10`.
    pub const fn ruling(self) -> &'static str {
        match self {
            Fault::GameOver(ending) => ending.ruling(),
            Fault::PassNotDue => "R13",
            Fault::NotVacant(_) | Fault::TouchesFriend(_) => "R6",
            Fault::NoOpenPath(_) => "R7",
            Fault::EmptyHand => "R8",
            Fault::BentLine(..) | Fault::NotOwnBird(_) => "R9",
            Fault::Blocked { .. } => "R10",
            Fault::Splits => "R11",
            Fault::JoinsNothing => "R12",
            Fault::NothingToKeep | Fault::KeepMissing | Fault::KeepNowhere(_) => "R15",
        }
    }
}

impl IllegalMove {
    pub(crate) fn new(fault: Fault, sky: &Sky) -> IllegalMove {
        IllegalMove { fault, edge: sky.edge() }
    }

    /// The edge of the sky that the move was to be played on.
    pub fn edge(&self) -> Edge {
        self.edge
    }

    /// What is wrong, without the ruling.
    pub fn reason(&self) -> String {
        let sky = self.edge.sky();
        let name = |space: Space| sky.name(space);
        let place = |space: Option<Space>| match space {
            Some(space) if sky.contains(space) => name(space).to_string(),
            _ => "a missing space".to_string(),
        };
        match self.fault {
            Fault::GameOver(Ending::Flock) => "the game is over: a player's birds are one flock".into(),
            Fault::GameOver(Ending::Passes) => "the game is over: two passes in a row are a draw".into(),
            Fault::GameOver(Ending::Stuck) => "the game is over: neither player goes on".into(),
            Fault::PassNotDue => "no pass is due here".into(),
            Fault::NotVacant(space) => format!("{} is not vacant", place(Some(space))),
            Fault::TouchesFriend(friend) => format!("touches the friendly bird at {}", name(friend)),
            Fault::NoOpenPath(space) => format!("no open path leads from {} to a friendly bird", name(space)),
            Fault::EmptyHand => "no bird is left in the hand".into(),
            Fault::BentLine(one, other) => {
                format!("{} and {} are not on one straight line", name(one), name(other))
            }
            Fault::NotOwnBird(space) => format!("the line has no bird of the mover on {}", place(space)),
            Fault::Blocked { step, space } => format!("{} is in the way at step {step}", place(space)),
            Fault::Splits => "the flight splits its flock".into(),
            Fault::JoinsNothing => "the flight joins no other flock".into(),
            Fault::NothingToKeep => "no region is cleared, so none can be kept".into(),
            Fault::KeepMissing => "the opponent is divided: a region to keep must be named".into(),
            Fault::KeepNowhere(space) => {
                format!("{} is in no region that holds birds of the opponent", place(Some(space)))
            }
        }
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.reason(), self.fault.ruling())
    }
}

impl std::error::Error for IllegalMove {}

impl Position {
    /// Whether a move is legal. A kept region may be named by any of its spaces.
    pub fn is_legal(&self, mv: Move) -> bool {
        judge(self, mv).is_ok()
    }

    /// A legal move as the engine writes it: a kept region is named by its lowest, then leftmost space,
    /// by whichever of its spaces the move names it. Of equal turns, one move is listed by
    /// [`Position::legal_moves`], and it is this one.
    ///
    /// # Errors
    /// If the move is illegal; the error names the ruling it breaks.
    pub fn normalise(&self, mv: Move) -> Result<Move, IllegalMove> {
        judge(self, mv)
    }

    /// The position after a move.
    ///
    /// # Errors
    /// If the move is illegal; the error names the ruling it breaks.
    ///
    /// ```
    /// # use volo::{Move, Position};
    /// let start = Position::default();
    /// let sky = start.sky();
    /// let next = start.play(Move::parse("c5", sky)?)?;
    /// assert_ne!(next.turn(), start.turn());
    ///
    /// let error = start.play(Move::parse("pass", sky)?).unwrap_err();
    /// assert_eq!(error.to_string(), "no pass is due here [R13]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&self, mv: Move) -> Result<Position, IllegalMove> {
        judge(self, mv).map(|legal| self.play_unchecked(legal))
    }
}

/// The move itself, with the kept region named by its lowest, then leftmost space, if it is legal;
/// otherwise the first rule it breaks.
pub(crate) fn judge(position: &Position, mv: Move) -> Result<Move, IllegalMove> {
    struct Judge<'a>(&'a Position, Move);
    impl Task for Judge<'_> {
        type Output = Result<Move, Fault>;

        #[inline(always)]
        fn run<S: SpaceSet>(self) -> Result<Move, Fault> {
            let Judge(position, mv) = self;
            if let Some(outcome) = position.outcome_in::<S>() {
                return Err(Fault::GameOver(outcome.reason));
            }
            let scene = position.scene::<S>(position.turn());
            match mv {
                Move::Add(space) => judge_add(&scene, space).map(|()| mv),
                Move::Fly(flight) => judge_flight(&scene, flight).map(Move::Fly),
                Move::Pass if position.can_pass() => Ok(mv),
                Move::Pass => Err(Fault::PassNotDue),
            }
        }
    }
    run(Judge(position, mv)).map_err(|fault| IllegalMove::new(fault, position.sky()))
}

#[inline(always)]
fn judge_add<S: SpaceSet>(scene: &Scene<S>, space: Space) -> Result<(), Fault> {
    let add = S::single(space);
    // [R6]
    if !scene.vacant.holds(add) {
        return Err(Fault::NotVacant(space));
    }
    if let Some(friend) = (add.around() & scene.own).store().first() {
        return Err(Fault::TouchesFriend(friend));
    }
    // [R7]
    if !add.flood(scene.vacant | scene.own).meets(scene.own) {
        return Err(Fault::NoOpenPath(space));
    }
    // [R8]
    if scene.bird_in_hand { Ok(()) } else { Err(Fault::EmptyHand) }
}

#[inline(always)]
fn judge_flight<S: SpaceSet>(scene: &Scene<S>, flight: Flight) -> Result<Flight, Fault> {
    let Flight { line, direction, distance, keep } = flight;
    let line = if line.length == 1 { Line::single(line.first) } else { line };
    // [R9]
    let from = line_within(line, scene.own).map_err(Fault::NotOwnBird)?;
    // [R10]
    let free = scene.vacant | from;
    let mut to = from;
    for step in 1..=distance {
        let blocked = |space| Fault::Blocked { step, space };
        let moved = line.step(direction, step).ok_or(blocked(None))?;
        to = line_within(moved, free).map_err(blocked)?;
    }
    // [R11]
    let flock = from.flood(scene.own);
    let own = scene.own.without(from) | to;
    let joined = to.flood(own);
    let members = flock.without(from) | to;
    if !joined.holds(members) {
        return Err(Fault::Splits);
    }
    // [R12]
    if members.holds(joined) {
        return Err(Fault::JoinsNothing);
    }
    // [R15], unless [R17] the mover wins.
    let open = S::load(scene.sky.spaces()).without(own);
    let divided = !is_one_flock(own) && !scene.other.lowest().floods_to(open, scene.other);
    let region = match (keep, divided) {
        (None, false) => return Ok(Flight { line, ..flight }),
        (Some(_), false) => return Err(Fault::NothingToKeep),
        (None, true) => return Err(Fault::KeepMissing),
        (Some(space), true) => (S::single(space) & open).flood(open),
    };
    match keep {
        Some(space) if !region.meets(scene.other) => Err(Fault::KeepNowhere(space)),
        _ => Ok(Flight { line, keep: region.store().first(), ..flight }),
    }
}

/// The spaces of a line that lies in `board`, or the first that does not.
#[inline(always)]
fn line_within<S: SpaceSet>(line: Line, board: S) -> Result<S, Option<Space>> {
    let board = board.store();
    let mut set = S::EMPTY;
    for space in line.spaces() {
        match space {
            Some(space) if board.contains(space) => set |= S::single(space),
            _ => return Err(space),
        }
    }
    Ok(set)
}
