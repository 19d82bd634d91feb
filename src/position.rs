//! [`Position`]: the birds of both players, the player to move, and the rule set.

use crate::bitboard::{Bitboard, SpaceSet, dispatch};
use crate::color::{ByColor, Color};
use crate::flock::{flocks, is_one_flock};
use crate::movegen::{CountMoves, ListMoves, Scene, Slots, can_act, can_pass, visit_moves};
use crate::moves::{Flight, Move, MoveList};
use crate::outcome::{Ending, Outcome};
use crate::region::{Region, regions};
use crate::rng::GameRng;
use crate::rules::{Rules, Stuck};
use crate::sky::Sky;
use crate::space::Space;
use crate::zobrist;

/// A position of a game: the birds of both players, the player to move, the passes just made, and the
/// rule set.
///
/// # Examples
///
/// ```
/// # use volo::{Color, Edge, Position};
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

impl std::hash::Hash for Position {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
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
    /// # Examples
    ///
    /// ```
    /// # use volo::{Edge, Position, Rules};
    /// let start = Position::new(Rules::standard(Edge::MIN));
    /// let board = "
    ///         . .
    ///        . o . b .
    ///       . . . . . .
    ///        b .   . o
    ///       . . . . . .
    ///        . o . b .
    ///         . .
    ///     Orange to move
    /// ";
    /// assert_eq!(Position::from_board(board, Default::default())?, start);
    /// # Ok::<(), volo::FenError>(())
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
    /// # Examples
    ///
    /// ```
    /// # use volo::Position;
    /// //    g 1 . . 4
    /// //   f . o . b . 5
    /// //  e . . . . . . 6
    /// // d 1 b . 4 . o 7
    /// //  c . . . . . . 6
    /// //   b . o . b . 5
    /// //    a 1 . . 4
    /// let start = Position::new("standard-4".parse()?);
    /// let after = |names: [&str; 3]| {
    ///     names.iter().try_fold(start, |position, name| Ok(position.play(position.parse_move(name)?)?))
    /// };
    /// let one: Result<Position, volo::MoveError> = after(["a3", "d5", "b5"]);
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

    /// The colour of the bird on a space; `None` if it is vacant or missing.
    ///
    /// ```
    /// # use volo::{Color, Position};
    /// //    g 1 . . 4
    /// //   f . o . b . 5
    /// //  e . . . . . . 6
    /// // d 1 b . 4 . o 7
    /// //  c . . . . . . 6
    /// //   b . o . b . 5
    /// //    a 1 . . 4
    /// let start = Position::new("standard-4".parse()?);
    /// let bird_at = |name| start.bird_at(start.sky().space(name).unwrap());
    /// assert_eq!((bird_at("b2"), bird_at("b3")), (Some(Color::Orange), None));
    /// # Ok::<(), volo::InvalidRules>(())
    /// ```
    pub fn bird_at(&self, space: Space) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.birds[color].contains(space))
    }

    /// The spaces of the sky without a bird.
    pub fn vacant(&self) -> Bitboard {
        let birds = self.birds[Color::Orange] | self.birds[Color::Blue];
        SpaceSet::without(self.sky().spaces(), birds)
    }

    /// The number of birds that a player has left to add (\[R8\]). `None` if the supply is unlimited.
    pub fn in_hand(&self, color: Color) -> Option<u8> {
        let supply = self.rules.supply()?;
        Some(supply.saturating_sub(self.birds[color].len() as u8))
    }

    /// A player's flocks, ordered by the first bird of each: the leftmost bird of its lowest row.
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo::{Color, Position};
    /// let board = "
    ///         . .
    ///        . o . b .
    ///       . . o . b .
    ///        . .   . .
    ///       o . . . . .
    ///        o . . b .
    ///         . .
    ///     Blue to move
    /// ";
    /// let flocks = Position::from_board(board, Default::default())?.flocks(Color::Orange);
    /// let sizes: Vec<u32> = flocks.iter().map(|flock| flock.len()).collect();
    /// assert_eq!(sizes, [2, 2]);
    /// # Ok::<(), volo::FenError>(())
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
    /// # use volo::{Color, Position};
    /// let board = "
    ///         . .
    ///        . . . b .
    ///       o o o o o o
    ///        . .   . .
    ///       . b . . . .
    ///        . . . . .
    ///         . .
    ///     Orange wins: all birds in one flock, after Orange's turn
    /// ";
    /// let regions = Position::from_board(board, Default::default())?.regions(Color::Blue);
    /// let sizes: Vec<u32> = regions.iter().map(|region| region.spaces().len()).collect();
    /// assert_eq!(sizes, [17, 7]);
    /// # Ok::<(), volo::FenError>(())
    /// ```
    pub fn regions(&self, color: Color) -> Vec<Region> {
        regions(self.birds[color], self.vacant())
    }

    /// All legal moves. The list is empty if the game is over.
    ///
    /// This allocates a list; [`Position::legal_moves_into`] reuses one.
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo::Position;
    /// //    g 1 . . 4
    /// //   f b . . . o 5
    /// //  e b . . . . . 6
    /// // d 1 b . 4 . o 7
    /// //  c . . . b o . 6
    /// //   b . . . b . 5
    /// //    a 1 . . 4
    /// let position: Position = "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4".parse()?;
    /// let moves = position.legal_moves();
    /// assert_eq!(moves.len(), 22);
    /// assert!(moves.contains(&position.parse_move("c5:d6-NW2")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.legal_moves_into(&mut moves);
        moves
    }

    /// Replaces the contents of a list with all legal moves.
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo::{MoveList, Position};
    /// //    g 1 . . 4
    /// //   f . o . b . 5
    /// //  e . . . . . . 6
    /// // d 1 b . 4 . o 7
    /// //  c . . . . . . 6
    /// //   b . o . b . 5
    /// //    a 1 . . 4
    /// let start = Position::new("standard-4".parse()?);
    /// let mut moves = MoveList::new();
    /// start.legal_moves_into(&mut moves);
    /// assert_eq!(moves.len(), 9);
    /// start.play(moves[0])?.legal_moves_into(&mut moves);
    /// assert_eq!(moves.len(), 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal_moves_into(&self, moves: &mut MoveList) {
        dispatch!(<S>(position: &Position = self, moves: &mut MoveList = moves) -> () {
            moves.clear();
            if position.outcome_in::<S>().is_none() {
                position.append_moves::<S>(moves);
            }
        });
    }

    /// The number of legal moves.
    ///
    /// The moves are counted without being listed, which is faster.
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo::Position;
    /// //    g 1 . . 4
    /// //   f . o . b . 5
    /// //  e . . . . . . 6
    /// // d 1 b . 4 . o 7
    /// //  c . . . . . . 6
    /// //   b . o . b . 5
    /// //    a 1 . . 4
    /// let start = Position::new("standard-4".parse()?);
    /// assert_eq!(start.count_moves(), 9);
    /// # Ok::<(), volo::InvalidRules>(())
    /// ```
    pub fn count_moves(&self) -> u32 {
        dispatch!(<S>(position: &Position = self) -> u32 {
            if position.outcome_in::<S>().is_some() { 0 } else { position.count_moves_in::<S>() }
        })
    }

    /// The position after a legal move, without a check. This is faster than [`Position::play`].
    ///
    /// If the move is illegal, the result is unspecified and may be invalid, and using it further may
    /// panic.
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo::{Move, Position};
    /// //    g 1 . . 4
    /// //   f . o . b . 5
    /// //  e . . . . . . 6
    /// // d 1 b . 4 . o 7
    /// //  c . . . . . . 6
    /// //   b . o . b . 5
    /// //    a 1 . . 4
    /// let start = Position::new("standard-4".parse()?);
    /// let mv = start.parse_move("a3")?;
    /// assert_eq!(start.play_unchecked(mv), start.play(mv)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_unchecked(&self, mv: Move) -> Position {
        dispatch!(<S>(position: &Position = self, mv: Move = mv) -> Position { position.after::<S>(mv) })
    }

    /// How the game ended (\[R14\], \[R14b\], \[R17\], \[R18\]). `None` if the game is not over.
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo::{Color, Ending, Outcome, Position};
    /// let board = "
    ///         . .
    ///        . . . b .
    ///       . . . . . .
    ///        . o   . .
    ///       . . o o . .
    ///        . . . b .
    ///         . .
    ///     Orange wins: all birds in one flock, after Orange's turn
    /// ";
    /// let outcome = Position::from_board(board, Default::default())?.outcome();
    /// assert_eq!(outcome, Some(Outcome { winner: Some(Color::Orange), reason: Ending::Flock }));
    /// # Ok::<(), volo::FenError>(())
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        dispatch!(<S>(position: &Position = self) -> Option<Outcome> { position.outcome_in::<S>() })
    }

    /// Whether a player would have a legal add or flight if it were that player's turn.
    ///
    /// This function is rarely needed, so it is not inlined.
    #[cold]
    fn can_act(&self, mover: Color) -> bool {
        dispatch!(<S>(position: &Position = self, mover: Color = mover) -> bool {
            can_act(&position.scene::<S>(mover))
        })
    }

    /// Whether the player to move may pass (\[R13\]).
    ///
    /// This function is rarely needed, so it is not inlined.
    #[cold]
    pub(crate) fn can_pass(&self) -> bool {
        dispatch!(<S>(position: &Position = self) -> bool {
            can_pass(&position.scene::<S>(position.turn), position.rules.passing())
        })
    }

    /// The view of the position that move generation works on, with this player as the mover.
    #[inline(always)]
    pub(crate) fn scene<S: SpaceSet>(&self, mover: Color) -> Scene<S> {
        let own = self.birds[mover];
        let bird_in_hand = self.rules.supply().is_none_or(|supply| own.len() < u32::from(supply));
        Scene::new(self.sky(), own, self.birds[mover.other()], bird_in_hand)
    }

    /// Appends all legal moves to a list. The game must not be over.
    #[inline(always)]
    pub(crate) fn append_moves<S: SpaceSet>(&self, moves: &mut MoveList) {
        visit_moves(&self.scene::<S>(self.turn), self.rules.passing(), &mut ListMoves(moves));
    }

    /// The number of legal moves. The game must not be over.
    #[inline(always)]
    pub(crate) fn count_moves_in<S: SpaceSet>(&self) -> u32 {
        let mut count = CountMoves::default();
        visit_moves(&self.scene::<S>(self.turn), self.rules.passing(), &mut count);
        count.0
    }

    /// Draws a random legal move. All legal moves are equally likely. The game must not be over.
    #[inline(always)]
    pub(crate) fn draw_move<S: SpaceSet>(&self, slots: &mut Slots, rng: &mut GameRng) -> Move {
        let scene = self.scene::<S>(self.turn);
        if slots.find(&scene) { slots.draw(&scene, rng) } else { self.draw_listed(slots.listed(), rng).0 }
    }

    /// Draws the same move as [`Position::draw_move`], and also counts the legal moves.
    #[inline(always)]
    pub(crate) fn draw_and_count<S: SpaceSet>(&self, slots: &mut Slots, rng: &mut GameRng) -> (Move, u32) {
        let scene = self.scene::<S>(self.turn);
        match slots.find_and_count(&scene) {
            Some(count) => (slots.draw(&scene, rng), count),
            None => self.draw_listed(slots.listed(), rng),
        }
    }

    /// Draws a move from a list of all legal moves. This is for positions in which a pass may be legal.
    /// They are rare, so this function is not inlined.
    #[cold]
    fn draw_listed(&self, moves: &mut MoveList, rng: &mut GameRng) -> (Move, u32) {
        self.legal_moves_into(moves);
        let count = moves.len() as u32;
        let drawn = moves.get(rng.below(count) as usize);
        (drawn.copied().unwrap_or(Move::Pass), count)
    }

    /// The position after a legal move.
    #[inline(always)]
    pub(crate) fn after<S: SpaceSet>(&self, mv: Move) -> Position {
        let (mover, opponent) = (self.turn, self.turn.other());
        let mut next = *self;
        next.turn = opponent;
        next.passes = 0;
        next.zobrist ^= zobrist::turn(mover) ^ zobrist::turn(opponent) ^ zobrist::passes(self.passes);
        match mv {
            Move::Add(space) => {
                next.birds[mover] = self.birds[mover].with(space);
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
        let Flight { line, direction, distance, keep } = flight;
        let way = direction.offset() * isize::from(distance);
        for i in 0..line.length {
            let from = line.space(i);
            self.birds[mover] = self.birds[mover].toggled(from);
            self.zobrist ^= zobrist::bird(mover, from);
        }
        for i in 0..line.length {
            let to = line.space(i).offset(way);
            self.birds[mover] = self.birds[mover].toggled(to);
            self.zobrist ^= zobrist::bird(mover, to);
        }
        if let Some(space) = keep {
            let opponent = mover.other();
            let open = S::load(self.sky().spaces()).without(S::load(self.birds[mover]));
            let birds = S::load(self.birds[opponent]);
            let kept = S::single(space).flood(open) & birds;
            self.zobrist ^= zobrist::birds(opponent, birds.without(kept).store());
            self.birds[opponent] = kept.store();
        }
    }

    /// How the game ended (\[R14\], \[R14b\], \[R17\], \[R18\]), with sets of type `S`.
    #[inline(always)]
    pub(crate) fn outcome_in<S: SpaceSet>(&self) -> Option<Outcome> {
        match self.winning_flock::<S>() {
            None => self.end_by_passes(),
            outcome => outcome,
        }
    }

    /// How the game ended with its last move. The game must not have been over before that move.
    ///
    /// An add cannot make one flock of all birds, because an added bird touches no friendly bird (\[R6\]).
    #[inline(always)]
    pub(crate) fn outcome_after<S: SpaceSet>(&self, last: Move) -> Option<Outcome> {
        match last {
            Move::Add(_) => None,
            Move::Fly(_) => self.winning_flock::<S>(),
            Move::Pass => self.end_by_passes(),
        }
    }

    /// The outcome if all birds of a player form one flock (\[R17\], \[R18\]), which is a win.
    #[inline(always)]
    fn winning_flock<S: SpaceSet>(&self) -> Option<Outcome> {
        // [R17] is about the player who moved last. [R18] is about the player to move, and comes second.
        for winner in [self.turn.other(), self.turn] {
            if is_one_flock(S::load(self.birds[winner])) {
                return Some(Outcome { winner: Some(winner), reason: Ending::Flock });
            }
        }
        None
    }

    /// The outcome if the game ended by passes (\[R14\], \[R14b\]).
    #[inline(always)]
    fn end_by_passes(&self) -> Option<Outcome> {
        let stuck = |winner| Some(Outcome { winner: Some(winner), reason: Ending::Stuck });
        match (self.rules.stuck(), self.passes) {
            (_, 0) | (Stuck::Draw, 1) => None,
            // [R14] Two passes in a row are a draw.
            (Stuck::Draw, _) => Some(Outcome { winner: None, reason: Ending::Passes }),
            // [R14b] The pass was forced, and leaves the other player without an add or a flight.
            (Stuck::LastMoverWins, 1) => {
                let forced = !self.can_act(self.turn.other());
                if forced && !self.can_act(self.turn) { stuck(self.turn) } else { None }
            }
            // [R14b] The second pass ends the game. The first player to pass is to move, and loses.
            (Stuck::LastMoverWins, _) => stuck(self.turn.other()),
        }
    }
}
