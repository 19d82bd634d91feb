//! [`Position`]: the birds of both players, the player to move, and the rule set.

pub(crate) mod ending;
pub(crate) mod legal_moves;
pub(crate) mod packed;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod policy;
pub(crate) mod transform;
pub(crate) mod validate;
pub(crate) mod win;

use alloc::vec::Vec;

use crate::geometry::bitboard::{Bitboard, SpaceSet, dispatch};
use crate::geometry::color::{ByColor, Color};
use crate::geometry::sky::Sky;
use crate::geometry::space::Space;
use crate::rules::flock::flocks;
use crate::rules::movegen::{Scene, region_of};
use crate::rules::moves::{Flight, Move};
use crate::rules::region::{Region, regions};
use crate::rules::rule_set::Rules;
use crate::rules::zobrist;

/// A position of a game: the birds of both players, the player to move, the passes just made, and the
/// rule set.
///
/// ```
/// # use volo_rules::{Color, Edge, Position};
/// //    g 1 . . 4
/// //   f . o . b . 5
/// //  e . . . . . . 6
/// // d 1 b . 4 . o 7
/// //  c . . . . . . 6
/// //   b . o . b . 5
/// //    a 1 . . 4
/// let start = Position::new("standard-4".parse()?);
/// assert_eq!(start.to_string(), "2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4");
/// assert_eq!((start.rules().edge(), start.sky().edge()), (Edge::MIN, Edge::MIN));
/// assert_eq!((start.turn(), start.passes()), (Color::Orange, 0));
/// assert_eq!((start.birds(Color::Orange).len(), start.vacant().len()), (3, 24));
/// assert_eq!(start.in_hand(Color::Orange), Some(57));
///
/// let next = start.play(start.parse_move("a3")?)?;
/// assert_eq!((next.turn(), next.in_hand(Color::Orange)), (Color::Blue, Some(56)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Position {
    birds: ByColor<Bitboard>,
    zobrist: u64,
    rules: Rules,
    turn: Color,
    passes: u8,
}

const _: () = assert!(size_of::<Position>() <= 80);

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.zobrist == other.zobrist
            && self.birds == other.birds
            && self.rules == other.rules
            && self.turn == other.turn
            && self.passes == other.passes
    }
}

impl Eq for Position {}

impl core::hash::Hash for Position {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.zobrist);
    }
}

impl Default for Position {
    /// The start of a game with the default rules.
    fn default() -> Position {
        Position::new(Rules::default())
    }
}

impl Position {
    /// The start of a game (\[R4\], \[R5\]).
    ///
    /// ```
    /// # use volo_rules::{Edge, Position, Rules};
    /// let start = Position::new(Rules::default().on(Edge::MIN));
    /// assert_eq!(start.to_string(), "2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4");
    /// ```
    pub fn new(rules: Rules) -> Position {
        let sky = rules.edge().sky();
        let birds = ByColor::new(sky.nests(Color::Orange), sky.nests(Color::Blue));
        Position::assemble(rules, birds, Color::Orange, 0)
    }

    /// Makes a position. The caller must have checked that it is valid.
    pub(crate) fn assemble(rules: Rules, birds: ByColor<Bitboard>, turn: Color, passes: u8) -> Position {
        let zobrist = Color::ALL
            .into_iter()
            .fold(zobrist::rules(rules) ^ zobrist::turn(turn) ^ zobrist::passes(passes), |key, color| {
                key ^ zobrist::birds(color, birds[color])
            });
        Position { birds, zobrist, rules, turn, passes }
    }

    /// The rule set.
    #[inline(always)]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The sky of the rule set.
    #[inline(always)]
    pub fn sky(&self) -> &'static Sky {
        self.rules.edge().sky()
    }

    /// The player to move.
    #[inline(always)]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The number of passes just made in a row: 0, 1 or 2.
    #[inline(always)]
    pub const fn passes(&self) -> u8 {
        self.passes
    }

    /// The position's 64-bit Zobrist key. Equal positions have equal keys.
    ///
    /// ```
    /// # use volo_rules::Position;
    /// let start = Position::new("standard-4".parse()?);
    /// let after = |names: [&str; 3]| {
    ///     names.iter().try_fold(start, |position, name| Ok(position.play(position.parse_move(name)?)?))
    /// };
    /// let one: Result<Position, volo_rules::notation::MoveError> = after(["a3", "d5", "b5"]);
    /// let other = after(["b5", "d5", "a3"]);
    /// assert_eq!(one?.zobrist(), other?.zobrist());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    pub const fn zobrist(&self) -> u64 {
        self.zobrist
    }

    /// A player's birds in the sky.
    #[inline(always)]
    pub fn birds(&self, color: Color) -> Bitboard {
        self.birds[color]
    }

    /// The color of the bird on a space; `None` if it is vacant or missing.
    ///
    /// ```
    /// # use volo_rules::{Color, Position};
    /// let start = Position::new("standard-4".parse()?);
    /// let bird_at = |name| start.bird_at(start.sky().space(name).unwrap());
    /// assert_eq!((bird_at("b2"), bird_at("b3")), (Some(Color::Orange), None));
    /// # Ok::<(), volo_rules::InvalidRules>(())
    /// ```
    pub fn bird_at(&self, space: Space) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.birds[color].contains(space))
    }

    /// The spaces of the sky without a bird.
    pub fn vacant(&self) -> Bitboard {
        let birds = self.birds[Color::Orange] | self.birds[Color::Blue];
        self.sky().spaces().without(birds)
    }

    /// The number of birds that a player has left to add (\[R8\]). `None` if the supply is unlimited.
    pub fn in_hand(&self, color: Color) -> Option<u8> {
        let supply = self.rules.supply()?;
        Some(supply.saturating_sub(self.birds[color].len() as u8))
    }

    /// A player's flocks, ordered by the first bird of each: the leftmost bird of its lowest row.
    ///
    /// ```
    /// # use volo_rules::{Color, Position};
    /// let board = "
    ///    g 1 . . 4
    ///   f . o . b . 5
    ///  e . . o . b . 6
    /// d 1 . . 4 . . 7
    ///  c o . . . . . 6
    ///   b o . . b . 5
    ///    a 1 . . 4
    /// Blue to move
    /// ";
    /// let flocks = Position::from_board(board, Default::default())?.flocks(Color::Orange);
    /// let sizes: Vec<u32> = flocks.iter().map(|flock| flock.len()).collect();
    /// assert_eq!(sizes, [2, 2]);
    /// # Ok::<(), volo_rules::notation::FenError>(())
    /// ```
    pub fn flocks(&self, color: Color) -> Vec<Bitboard> {
        flocks(self.birds[color])
    }

    /// The regions that have birds of a player (\[R15\]), ordered by the first space of each: the leftmost
    /// space of its lowest row.
    ///
    /// In a valid position of a game that is not over, each player has exactly one region.
    ///
    /// # Examples
    ///
    /// Orange has just won with a wall from rim to rim. Blue's birds are on both sides of it.
    ///
    /// ```
    /// # use volo_rules::{Color, Position};
    /// let board = "
    ///    g 1 . . 4
    ///   f . . . b . 5
    ///  e o o o o o o 6
    /// d 1 . . 4 . . 7
    ///  c . b . . . . 6
    ///   b . . . . . 5
    ///    a 1 . . 4
    /// Orange wins: all birds in one flock, after Orange's turn
    /// ";
    /// let regions = Position::from_board(board, Default::default())?.regions(Color::Blue);
    /// let sizes: Vec<u32> = regions.iter().map(|region| region.spaces().len()).collect();
    /// assert_eq!(sizes, [17, 7]);
    /// # Ok::<(), volo_rules::notation::FenError>(())
    /// ```
    pub fn regions(&self, color: Color) -> Vec<Region> {
        regions(self.birds[color], self.vacant())
    }

    /// The position after a legal move, without a check. This is faster than [`Position::play`].
    ///
    /// If the move is illegal, the result is unspecified and may be invalid, and using it further may
    /// panic.
    ///
    /// ```
    /// # use volo_rules::{Move, Position};
    /// let start = Position::new("standard-4".parse()?);
    /// let mv = start.parse_move("a3")?;
    /// assert_eq!(start.play_unchecked(mv), start.play(mv)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_unchecked(&self, mv: Move) -> Position {
        dispatch!(<S>(position: &Position = self, mv: Move = mv) -> Position { position.after::<S>(mv) })
    }

    /// The position if it were this player's turn and no pass had been made.
    pub(crate) fn with_turn(&self, turn: Color) -> Position {
        Position::assemble(self.rules, self.birds, turn, 0)
    }

    #[inline(always)]
    pub(crate) fn scene<S: SpaceSet>(&self, mover: Color) -> Scene<S> {
        let own = self.birds[mover];
        let bird_in_hand = self.rules.supply().is_none_or(|supply| own.len() < u32::from(supply));
        Scene::new(self.sky(), own, self.birds[!mover], bird_in_hand)
    }

    #[inline(always)]
    pub(crate) fn after<S: SpaceSet>(&self, mv: Move) -> Position {
        let (mover, opponent) = (self.turn, !self.turn);
        let mut next = *self;
        next.turn = opponent;
        next.passes = 0;
        next.zobrist ^= zobrist::turn(mover) ^ zobrist::turn(opponent) ^ zobrist::passes(self.passes);
        match mv {
            Move::Add(space) => {
                // Changing a single word in memory would delay the next load of the whole set.
                next.birds[mover] = (S::load(self.birds[mover]) | S::single(space)).store();
                next.zobrist ^= zobrist::bird(mover, space);
            }
            Move::Fly(flight) => next.fly::<S>(mover, flight),
            Move::Pass => {
                next.passes = self.passes + 1;
                next.zobrist ^= zobrist::passes(next.passes);
            }
        }
        next
    }

    /// Moves the birds of a line (\[R9\]), and removes the opponent's birds in the regions that are not
    /// kept (\[R15\]).
    #[inline(always)]
    fn fly<S: SpaceSet>(&mut self, mover: Color, flight: Flight) {
        let (line, landed) = (flight.line, flight.landed());
        let birds = S::load(self.birds[mover]).without(line.to_set()) | landed.to_set();
        self.birds[mover] = birds.store();
        for i in 0..line.length {
            self.zobrist ^= zobrist::bird(mover, line.space(i)) ^ zobrist::bird(mover, landed.space(i));
        }
        if let Some(space) = flight.keep {
            let opponent = !mover;
            let open = S::load(self.sky().spaces()).without(S::load(self.birds[mover]));
            let birds = S::load(self.birds[opponent]);
            let kept = region_of(space, open) & birds;
            self.zobrist ^= zobrist::birds(opponent, birds.without(kept).store());
            self.birds[opponent] = kept.store();
        }
    }
}
