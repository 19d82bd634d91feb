//! [`Decision`]: a turn as one or two decisions, for machine learning.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)] // actions are untrusted

use core::fmt;

use crate::geometry::bitboard::{SpaceSet, dispatch};
use crate::geometry::symmetry::Symmetry;
use crate::learning::action::{Action, ActionSpace};
use crate::learning::observation::{Content, PLANES, Plane, View, ViewError, planes, seen, write_checked};
use crate::position::Position;
use crate::position::play::{Fault, IllegalMove, judge_unfinished};
use crate::rules::moves::{Flight, Move};
use crate::rules::outcome::Outcome;
use crate::support::input_error::InputError;

planes! {
    /// The planes that a decision has after those of its position. They are empty unless the player chooses a region to
    /// keep.
    pub const FLIGHT_PLANES {
        "flying" to 1 => "the spaces that the chosen flight leaves from";
        "landing" to 1 => "the spaces that it lands on";
    }
}

/// The planes of [`Decision::observe_into`]: [`PLANES`] and [`FLIGHT_PLANES`].
pub const DECISION_PLANES: [Plane; PLANES.len() + FLIGHT_PLANES.len()] = {
    let mut all = [FLIGHT_PLANES[0]; PLANES.len() + FLIGHT_PLANES.len()];
    let (of_position, of_flight) = all.split_at_mut(PLANES.len());
    of_position.copy_from_slice(&PLANES);
    of_flight.copy_from_slice(&FLIGHT_PLANES);
    all
};

/// A position before a decision of the player to move.
///
/// Most turns are one decision: an [action](ActionSpace) that adds, flies or passes. After a flight that divides the
/// opponent, the same player chooses the region to keep as a second decision (\[R15\]). Until then, the position is
/// the one before the flight.
///
/// ```
/// # use volo_rules::Position;
/// # use volo_rules::learning::Decision;
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
/// let decision = Decision::new(position);
/// let space = decision.action_space();
/// let (flight, keep) = space.of(position.parse_move("c3:c4-SW1/b1")?).unwrap();
///
/// let between = decision.step(flight)?;
/// assert_eq!(between.position(), position);
/// assert!(between.chosen().is_some());
/// let names: Vec<_> = between.legal_actions().into_iter().filter_map(|action| space.name(action)).collect();
/// assert_eq!(names, ["/b1", "/a2"]);
///
/// let after = between.step(keep.unwrap())?;
/// assert_eq!(after, Decision::new(position.play(position.parse_move("c3:c4-SW1/b1")?)?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decision {
    position: Position,
    chosen: Option<Flight>,
}

enum Decided {
    /// A legal move, which ends the turn.
    Move(Move),
    /// A flight that divides the opponent. The region to keep is not chosen yet.
    Flight(Flight),
}

/// Why an action cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names say it")]
pub enum IllegalAction {
    /// The number of the action is not below the size of the action space.
    OutOfRange { action: u16, size: usize },
    /// The decision breaks a rule.
    Illegal(IllegalMove),
}

impl fmt::Display for IllegalAction {
    /// ```
    /// # use volo_rules::Position;
    /// # use volo_rules::learning::Decision;
    /// let decision = Decision::new(Position::new("standard-4".parse()?));
    /// let reason = |action| decision.step(action).unwrap_err().to_string();
    /// assert_eq!(reason(30), "a pass is not legal here [R13]");
    /// assert_eq!(reason(1_201), "action 1201 is out of range: the action space has 1201 actions");
    /// # Ok::<(), volo_rules::InvalidRules>(())
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalAction::OutOfRange { action, size } => {
                write!(f, "action {action} is out of range: the action space has {size} actions")
            }
            IllegalAction::Illegal(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for IllegalAction {}

impl InputError for IllegalAction {
    fn ruling(&self) -> Option<&'static str> {
        if let IllegalAction::Illegal(error) = self { error.ruling() } else { None }
    }
}

impl From<Position> for Decision {
    fn from(position: Position) -> Decision {
        Decision::new(position)
    }
}

impl Decision {
    /// The first decision of the player to move.
    pub const fn new(position: Position) -> Decision {
        Decision { position, chosen: None }
    }

    /// The decision about the region to keep after a flight. Any region that the flight names is ignored.
    ///
    /// # Errors
    /// If the flight is illegal. If the move is not a flight, or does not divide the opponent:
    /// [`Fault::NothingToKeep`].
    pub fn choose(position: Position, mv: Move) -> Result<Decision, IllegalMove> {
        let Move::Fly(flight) = mv else {
            return Err(IllegalMove::new(Some(mv), Fault::NothingToKeep, position.sky()));
        };
        let flight = Flight { line: flight.line.normalized(), keep: None, ..flight };
        match position.play(Move::Fly(flight)) {
            Ok(_) => Err(IllegalMove::new(Some(mv), Fault::NothingToKeep, position.sky())),
            Err(error) if error.fault == Fault::KeepMissing => {
                Ok(Decision { position, chosen: Some(flight) })
            }
            Err(error) => Err(error),
        }
    }

    /// The decision after a flight that divides the opponent. `None` if the action is not such a flight.
    #[cfg(feature = "batch")]
    pub(crate) fn between(position: Position, action: u16) -> Option<Decision> {
        Decision::new(position).step(action).ok().filter(|between| between.chosen.is_some())
    }

    /// The position at the beginning of the turn.
    #[inline(always)]
    pub const fn position(&self) -> Position {
        self.position
    }

    /// The flight that was chosen, if the player must now choose the region to keep. It names no region.
    #[inline(always)]
    pub const fn chosen(&self) -> Option<Flight> {
        self.chosen
    }

    /// The action space of the position's sky.
    #[inline(always)]
    pub fn action_space(&self) -> &'static ActionSpace {
        ActionSpace::new(self.position.rules().edge())
    }

    /// The move of an action, as it is in [`Position::legal_moves`]. If the action is a flight that divides the
    /// opponent, the move names no region to keep.
    ///
    /// # Errors
    /// If the action is out of range, or breaks a rule.
    pub fn move_of(&self, action: u16) -> Result<Move, IllegalAction> {
        let action = self.action_of(action, self.position.outcome())?;
        let decided = dispatch!(<S>(decision: &Decision = self, action: Action = action) -> Result<Decided, Fault> {
            decision.decide::<S>(action)
        });
        match decided {
            Ok(Decided::Move(mv)) => Ok(mv),
            Ok(Decided::Flight(flight)) => Ok(Move::Fly(flight)),
            Err(fault) => Err(self.illegal(action, fault)),
        }
    }

    /// The turn after an action: the second decision of this turn, or the first decision of the next turn.
    ///
    /// # Errors
    /// If the action is out of range, or breaks a rule.
    pub fn step(&self, action: u16) -> Result<Decision, IllegalAction> {
        let mut next = *self;
        next.act(self.position.outcome(), action).map(|_| next)
    }

    /// Goes to the turn after an action. `outcome` is that of the position before. Returns that of the position after.
    pub(crate) fn act(
        &mut self,
        outcome: Option<Outcome>,
        action: u16,
    ) -> Result<Option<Outcome>, IllegalAction> {
        let action = self.action_of(action, outcome)?;
        type Ended = Result<Option<Outcome>, Fault>;
        let ended = dispatch!(<S>(decision: &mut Decision = &mut *self, action: Action = action) -> Ended {
            match decision.decide::<S>(action)? {
                Decided::Move(mv) => {
                    *decision = Decision::new(decision.position.after::<S>(mv));
                    Ok(decision.position.outcome_after::<S>(mv))
                }
                Decided::Flight(flight) => {
                    decision.chosen = Some(flight);
                    Ok(None)
                }
            }
        });
        ended.map_err(|fault| self.illegal(action, fault))
    }

    #[inline]
    fn action_of(&self, number: u16, outcome: Option<Outcome>) -> Result<Action, IllegalAction> {
        let space = self.action_space();
        let out_of_range = IllegalAction::OutOfRange { action: number, size: space.size() };
        let action = space.action(number).ok_or(out_of_range)?;
        match outcome {
            Some(outcome) => Err(self.illegal(action, Fault::GameOver(outcome.reason))),
            None => Ok(action),
        }
    }

    fn illegal(&self, action: Action, fault: Fault) -> IllegalAction {
        IllegalAction::Illegal(IllegalMove::new(self.turn_by(action).ok(), fault, self.position.sky()))
    }

    /// The move that an action makes or completes, which may be illegal.
    #[inline(always)]
    fn turn_by(&self, action: Action) -> Result<Move, Fault> {
        match (action, self.chosen) {
            (Action::Keep(space), Some(flight)) => Ok(Move::Fly(Flight { keep: Some(space), ..flight })),
            (_, Some(_)) => Err(Fault::KeepMissing),
            (Action::Add(space), None) => Ok(Move::Add(space)),
            (Action::Pass, None) => Ok(Move::Pass),
            (Action::Fly(flight), None) => Ok(Move::Fly(flight)),
            (Action::Keep(_), None) => Err(Fault::NothingToKeep),
        }
    }

    /// The result of an action, or the first rule that it breaks. The game must not be over.
    #[inline(always)]
    fn decide<S: SpaceSet>(&self, action: Action) -> Result<Decided, Fault> {
        let mv = self.turn_by(action)?;
        match (judge_unfinished::<S>(&self.position, mv), action) {
            (Ok(mv), _) => Ok(Decided::Move(mv)),
            (Err(Fault::KeepMissing), Action::Fly(flight)) => Ok(Decided::Flight(flight)),
            (Err(fault), _) => Err(fault),
        }
    }

    /// Writes the decision as [`DECISION_PLANES`], in the format of [`Position::observe_into`].
    ///
    /// # Errors
    /// If a plane of the view is too small for the sky, or the slice does not have the length of all planes.
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo_rules::{Edge, Position};
    /// # use volo_rules::learning::{DECISION_PLANES, Decision, View};
    /// let decision = Decision::new(Position::new("standard-4".parse()?));
    /// let mut planes = vec![0_u8; DECISION_PLANES.len() * 7 * 7];
    /// decision.observe_into(View::of(Edge::MIN), &mut planes)?;
    /// assert!(planes[10 * 7 * 7..].iter().all(|&number| number == 0)); // no flight was chosen
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn observe_into<T: Copy + From<u8>>(&self, view: View, planes: &mut [T]) -> Result<(), ViewError> {
        write_checked(&self.position, view, &self.planes_of_flight(view), planes)
    }

    /// The planes that follow those of the position: the line of the chosen flight, before it and after it.
    fn planes_of_flight(&self, view: View) -> [Content; FLIGHT_PLANES.len()] {
        let Some(flight) = self.chosen else { return [Content::Number(0); FLIGHT_PLANES.len()] };
        let edge = self.position.rules().edge();
        [flight.line, flight.landed()].map(|line| Content::Set(seen(line.to_set(), view, edge)))
    }

    /// The image of the decision under a symmetry: of the position and of the chosen flight.
    ///
    /// ```
    /// # use volo_rules::{Position, Symmetry};
    /// # use volo_rules::learning::Decision;
    /// let start = Position::new("standard-4".parse()?);
    /// let mirror: Symmetry = "mirror".parse()?;
    /// assert_eq!(Decision::new(start).transform(mirror), Decision::new(start.transform(mirror)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn transform(&self, symmetry: Symmetry) -> Decision {
        let edge = self.position.rules().edge();
        Decision {
            position: self.position.transform(symmetry),
            chosen: self.chosen.map(|flight| flight.transform(symmetry, edge)),
        }
    }
}
