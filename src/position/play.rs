//! [`Position::play`] and [`Position::is_legal`]: checks one move against the rulings, in their order.
//!
//! This code does not use the move generator, and is faster for a single move.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use alloc::string::{String, ToString};
use core::fmt;

use crate::geometry::bitboard::{SpaceSet, dispatch, shared};
use crate::geometry::color::Color;
use crate::geometry::sky::{Edge, Sky};
use crate::geometry::space::Space;
use crate::position::Position;
use crate::rules::movegen::{Scene, divided};
use crate::rules::moves::{Flight, Line, Move};
use crate::rules::outcome::Ending;
use crate::support::input_error::InputError;

/// The error for a move that breaks a rule. Its text ends with the ruling.
///
/// ```
/// # use volo_rules::{Edge, Move, Position};
/// let start = Position::new("standard-4".parse()?);
/// let error = start.play(Move::parse("b3", start.sky())?).unwrap_err();
/// assert_eq!(error.to_string(), "touches the friendly bird at b2 [R6]");
/// assert_eq!(error.reason(), "touches the friendly bird at b2");
/// assert_eq!((error.fault.ruling(), error.edge()), ("R6", Edge::MIN));
/// assert_eq!((error.mv, error.move_text()), (Some(Move::parse("b3", start.sky())?), "b3".to_string()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct IllegalMove {
    /// The move. `None` if there is no such move: the ends of its line are not on one straight line, or a region was
    /// chosen without a flight that divides the opponent.
    pub mv: Option<Move>,
    /// The first rule that the move breaks.
    pub fault: Fault,
    edge: Edge,
}

/// A rule that a move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names say it")]
pub enum Fault {
    /// The game is over.
    GameOver(Ending),
    /// A pass is not legal in this position (\[R13\]).
    PassNotAllowed,
    /// The space of an add is occupied or not in the sky (\[R6\]).
    NotVacant(Space),
    /// The space of an add touches this friendly bird (\[R6\]).
    TouchesFriend(Space),
    /// No open path leads from the space of an add to a friendly bird (\[R7\]).
    NoOpenPath(Space),
    /// The player has no bird in hand to add (\[R8\]).
    EmptyHand,
    /// The two ends are not on one straight line (\[R9\]).
    BentLine { first: Space, last: Space },
    /// This space of the line has no bird; `None` is a space beyond the layout (\[R9\]).
    NotOwnBird(Option<Space>),
    /// This space of the line has a bird of the opponent (\[R9\]).
    OpponentsBird { space: Space, turn: Color },
    /// At some step the line would cover an occupied or missing space (\[R10\]).
    Blocked {
        /// The number of the step. The first one has number 1.
        step: u8,
        /// The space in the way; `None` is a space beyond the layout.
        space: Option<Space>,
    },
    /// The flight splits its flock (\[R11\]).
    Splits,
    /// The flight does not make its flock larger (\[R12\]).
    JoinsNothing,
    /// The move names a region to keep, but no region is cleared (\[R15\], \[R17\]).
    NothingToKeep,
    /// The flight divides the opponent, but the move does not name a region to keep (\[R15\]).
    KeepMissing,
    /// The move names a region to keep by a space that is not in a region of the opponent (\[R15\]).
    KeepNowhere(Space),
}

impl Fault {
    /// The number of the ruling, such as `R10`.
    pub const fn ruling(self) -> &'static str {
        match self {
            Fault::GameOver(ending) => ending.ruling(),
            Fault::PassNotAllowed => "R13",
            Fault::NotVacant(_) | Fault::TouchesFriend(_) => "R6",
            Fault::NoOpenPath(_) => "R7",
            Fault::EmptyHand => "R8",
            Fault::BentLine { .. } | Fault::NotOwnBird(_) | Fault::OpponentsBird { .. } => "R9",
            Fault::Blocked { .. } => "R10",
            Fault::Splits => "R11",
            Fault::JoinsNothing => "R12",
            Fault::NothingToKeep | Fault::KeepMissing | Fault::KeepNowhere(_) => "R15",
        }
    }
}

impl IllegalMove {
    pub(crate) fn new(mv: Option<Move>, fault: Fault, sky: &Sky) -> IllegalMove {
        IllegalMove { mv, fault, edge: sky.edge() }
    }

    /// The text of the move; empty if [`mv`](IllegalMove::mv) is `None`.
    pub fn move_text(&self) -> String {
        self.mv.map_or_else(String::new, |mv| mv.display(self.edge.sky()).to_string())
    }

    /// The edge of the sky that the move was played on.
    pub fn edge(&self) -> Edge {
        self.edge
    }

    /// The text of the error without the ruling.
    pub fn reason(&self) -> String {
        let sky = self.edge.sky();
        let name = |space: Space| sky.name(space);
        let place = |space: Option<Space>| match space {
            Some(space) if sky.contains(space) => name(space).to_string(),
            _ => "a missing space".to_string(),
        };
        match self.fault {
            Fault::GameOver(ending) => format!("the game is over: {}", ending.description()),
            Fault::PassNotAllowed => "a pass is not legal here".into(),
            Fault::NotVacant(space) => format!("{} is not vacant", place(Some(space))),
            Fault::TouchesFriend(friend) => format!("touches the friendly bird at {}", name(friend)),
            Fault::NoOpenPath(space) => format!("no open path leads from {} to a friendly bird", name(space)),
            Fault::EmptyHand => "no bird is left in the hand".into(),
            Fault::BentLine { first: one, last: other } => {
                format!("{} and {} are not on one straight line", name(one), name(other))
            }
            Fault::NotOwnBird(space) => format!("there is no bird to fly on {}", place(space)),
            Fault::OpponentsBird { space, turn } => {
                format!("the bird on {} is {}'s, and {turn} is to move", name(space), !turn)
            }
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

impl core::error::Error for IllegalMove {}

impl InputError for IllegalMove {
    fn ruling(&self) -> Option<&'static str> {
        Some(self.fault.ruling())
    }
}

impl Position {
    /// Whether a move is legal. It may name the region to keep by any space of the region.
    ///
    /// # Examples
    ///
    /// Orange's bird on b2 can join the bird on b4, but must not split the flock of d2 and d3.
    ///
    /// ```
    /// # use volo_rules::{Move, Position};
    /// let board = "
    ///    g 1 . . 4
    ///   f . . . b . 5
    ///  e . . . . . . 6
    /// d 1 o o 4 . . 7
    ///  c . . . . b . 6
    ///   b . o . o . 5
    ///    a 1 . . 4
    /// Orange to move
    /// ";
    /// let position = Position::from_board(board, Default::default())?;
    /// let sky = position.sky();
    /// assert!(position.is_legal(Move::parse("b2-E1", sky)?));
    /// assert!(!position.is_legal(Move::parse("d3-SE1", sky)?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_legal(&self, mv: Move) -> bool {
        judge(self, mv).is_ok()
    }

    /// A legal move as the engine writes it: a kept region is named by its lowest, then leftmost space.
    ///
    /// Several moves can name the same turn, because a kept region may be named by any of its spaces.
    /// [`Position::legal_moves`] lists one of them, and this method returns that one.
    ///
    /// # Errors
    /// Returns an error if the move is illegal. The error names the ruling that the move breaks.
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo_rules::{Move, Position};
    /// # use volo_rules::notation::BoardHints;
    /// let position = Position::from_board("
    ///    g 1 . . 4
    ///   f . o . b o 5
    ///  e . . . . . . 6
    /// d 1 b . 4 . o 7
    ///  c . . o o b b 6
    ///   b . . . b . 5
    ///    a 1 b o 4
    /// Orange to move", BoardHints::NONE)?;
    /// // The flight encloses the bird on a2. Blue keeps the other region, which f1 and b1 both name.
    /// let mv = Move::parse("c3:c4-SW1/f1", position.sky())?;
    /// let normalized = position.normalize(mv)?;
    /// assert_eq!(normalized.display(position.sky()).to_string(), "c3:c4-SW1/b1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn normalize(&self, mv: Move) -> Result<Move, IllegalMove> {
        judge(self, mv)
    }

    /// The position after a move. It may name the region to keep by any space of the region.
    ///
    /// # Errors
    /// Returns an error if the move is illegal. The error names the ruling that the move breaks.
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo_rules::{Move, Position};
    /// let start = Position::default();
    /// let sky = start.sky();
    /// let next = start.play(Move::parse("c5", sky)?)?;
    /// assert_ne!(next.turn(), start.turn());
    ///
    /// let error = start.play(Move::parse("pass", sky)?).unwrap_err();
    /// assert_eq!(error.to_string(), "a pass is not legal here [R13]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&self, mv: Move) -> Result<Position, IllegalMove> {
        judge(self, mv).map(|legal| self.play_unchecked(legal))
    }
}

/// The legal move, with the region to keep named by its lowest, then leftmost space, or the first rule that it breaks.
pub(crate) fn judge(position: &Position, mv: Move) -> Result<Move, IllegalMove> {
    let judged = dispatch!(<S>(position: &Position = position, mv: Move = mv) -> Result<Move, Fault> {
        match position.outcome_in::<S>() {
            Some(outcome) => Err(Fault::GameOver(outcome.reason)),
            None => judge_unfinished::<S>(position, mv),
        }
    });
    judged.map_err(|fault| IllegalMove::new(Some(mv), fault, position.sky()))
}

/// Checks a move as [`judge`] does. The game must not be over.
#[inline(always)]
pub(crate) fn judge_unfinished<S: SpaceSet>(position: &Position, mv: Move) -> Result<Move, Fault> {
    shared!(<S>(position: &Position = position, mv: Move = mv) -> Result<Move, Fault> {
        let scene = position.scene::<S>(position.turn());
        match mv {
            Move::Add(space) => judge_add(&scene, space).map(|()| mv),
            Move::Fly(flight) => judge_flight(&scene, flight).map(Move::Fly).map_err(|fault| match fault {
                Fault::NotOwnBird(Some(space)) if position.bird_at(space).is_some() => {
                    Fault::OpponentsBird { space, turn: position.turn() }
                }
                fault => fault,
            }),
            Move::Pass if position.can_pass() => Ok(mv),
            Move::Pass => Err(Fault::PassNotAllowed),
        }
    })
}

#[inline(always)]
fn judge_add<S: SpaceSet>(scene: &Scene<S>, space: Space) -> Result<(), Fault> {
    let add = S::single(space);
    // [R6] The space is vacant and touches no friendly bird.
    if !scene.vacant.holds(add) {
        return Err(Fault::NotVacant(space));
    }
    if let Some(friend) = (add.around() & scene.own).store().first() {
        return Err(Fault::TouchesFriend(friend));
    }
    // [R7] An open path leads to a friendly bird.
    if !add.floods_to_any(scene.vacant | scene.own, scene.own) {
        return Err(Fault::NoOpenPath(space));
    }
    // [R8] The player has a bird in hand.
    if scene.bird_in_hand { Ok(()) } else { Err(Fault::EmptyHand) }
}

#[inline(always)]
fn judge_flight<S: SpaceSet>(scene: &Scene<S>, flight: Flight) -> Result<Flight, Fault> {
    let Flight { line, direction, distance, keep } = flight;
    let line = line.normalized();
    // [R9] All spaces of the line have birds of the mover.
    let from = line_within(line, scene.own).map_err(Fault::NotOwnBird)?;
    // [R10] At every step, the line covers vacant spaces, or spaces that it left itself.
    let free = scene.vacant | from;
    let mut to = from;
    for step in 1..=distance {
        let blocked = |space| Fault::Blocked { step, space };
        let moved = line.step(direction, step).ok_or(blocked(None))?;
        to = line_within(moved, free).map_err(blocked)?;
    }
    // [R11] All members of the flock are in one flock afterwards.
    let flock = from.flood(scene.own);
    let own = scene.own.without(from) | to;
    let joined = to.flood(own);
    let members = flock.without(from) | to;
    if !joined.holds(members) {
        return Err(Fault::Splits);
    }
    // [R12] That flock has other members too.
    if members.holds(joined) {
        return Err(Fault::JoinsNothing);
    }
    // [R15] A divided opponent keeps one region, [R17] unless the mover wins.
    let flight = Flight { line, ..flight };
    let keep = match (keep, divided(scene, flight)) {
        (None, None) => None,
        (Some(_), None) => return Err(Fault::NothingToKeep),
        (None, Some(_)) => return Err(Fault::KeepMissing),
        (Some(space), Some(regions)) => {
            regions.region_of(space).ok_or(Fault::KeepNowhere(space))?.store().first()
        }
    };
    Ok(Flight { keep, ..flight })
}

/// The spaces of a line, if all of them are in `board`. Otherwise the first one that is not.
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
