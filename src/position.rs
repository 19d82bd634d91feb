//! A position: whose birds are where, who is to move, and by which rules.

use crate::bitboard::{Bitboard, SpaceSet, Task, run};
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

/// A position of a game.
///
/// ```
/// # use volo::{Move, Position, Rules};
/// let start = Position::new(Rules::default());
/// assert_eq!(start.to_string(), "5/1o4b1/9/10/11/12/b8o/12/11/10/9/1o4b1/5 o 0 standard");
/// assert_eq!(start.legal_moves().len(), 99);
/// let next = start.play(start.parse_move("g5").unwrap()).unwrap();
/// assert_eq!(next.turn(), volo::Color::Blue);
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
    /// The start by the default rules.
    fn default() -> Position {
        Position::new(Rules::default())
    }
}

impl Position {
    /// The start of a game ([R4], [R5]).
    pub fn new(rules: Rules) -> Position {
        let sky = rules.edge().sky();
        let birds = ByColor::new(sky.nests(Color::Orange), sky.nests(Color::Blue));
        Position::assemble(rules, birds, Color::Orange, 0)
    }

    /// A position whose validity the caller has checked.
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

    /// The sky that the rules are played on.
    #[inline(always)]
    pub fn sky(&self) -> &'static Sky {
        self.rules.edge().sky()
    }

    /// The player to move.
    #[inline(always)]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// How many passes were just made in a row: 0, 1 or 2.
    #[inline(always)]
    pub const fn passes(&self) -> u8 {
        self.passes
    }

    /// The position's 64-bit key: equal positions have equal keys.
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

    /// The spaces without a bird.
    pub fn vacant(&self) -> Bitboard {
        let birds = self.birds[Color::Orange] | self.birds[Color::Blue];
        SpaceSet::without(self.sky().spaces(), birds)
    }

    /// How many birds a player has left to add ([R8]); `None` if there is no limit.
    pub fn in_hand(&self, color: Color) -> Option<u8> {
        let supply = self.rules.supply()?;
        Some(supply.saturating_sub(self.birds[color].len() as u8))
    }

    /// A player's flocks, in the order of their lowest, then leftmost birds.
    ///
    /// ```
    /// # use volo::{Color, Position};
    /// assert_eq!(Position::default().flocks(Color::Orange).len(), 3);
    /// ```
    pub fn flocks(&self, color: Color) -> Vec<Bitboard> {
        flocks(self.birds[color])
    }

    /// The regions that hold a player's birds ([R15]), in the order of their lowest, then leftmost
    /// spaces. A valid position that is not over has one for each player.
    pub fn regions(&self, color: Color) -> Vec<Region> {
        regions(self.birds[color], self.vacant())
    }

    /// All legal moves; none if the game is over.
    ///
    /// Allocates the list. A loop does better with [`Position::legal_moves_into`].
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.legal_moves_into(&mut moves);
        moves
    }

    /// Writes all legal moves into a list, whose old contents are dropped.
    pub fn legal_moves_into(&self, moves: &mut MoveList) {
        struct List<'a>(&'a Position, &'a mut MoveList);
        impl Task for List<'_> {
            type Output = ();

            #[inline(always)]
            fn run<S: SpaceSet>(self) {
                let List(position, moves) = self;
                moves.clear();
                if position.outcome_in::<S>().is_none() {
                    position.append_moves::<S>(moves);
                }
            }
        }
        run(List(self, moves));
    }

    /// The number of legal moves, counted without listing them.
    pub fn count_moves(&self) -> u32 {
        struct Count<'a>(&'a Position);
        impl Task for Count<'_> {
            type Output = u32;

            #[inline(always)]
            fn run<S: SpaceSet>(self) -> u32 {
                if self.0.outcome_in::<S>().is_some() { 0 } else { self.0.count_moves_in::<S>() }
            }
        }
        run(Count(self))
    }

    /// The position after a move that is known to be legal. What an illegal one leads to is some
    /// position or other, not necessarily a valid one: it can be looked at, but to go on from it may
    /// panic.
    pub fn play_unchecked(&self, mv: Move) -> Position {
        struct Play<'a>(&'a Position, Move);
        impl Task for Play<'_> {
            type Output = Position;

            #[inline(always)]
            fn run<S: SpaceSet>(self) -> Position {
                self.0.after::<S>(self.1)
            }
        }
        run(Play(self, mv))
    }

    /// How the game ended; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        struct End<'a>(&'a Position);
        impl Task for End<'_> {
            type Output = Option<Outcome>;

            #[inline(always)]
            fn run<S: SpaceSet>(self) -> Option<Outcome> {
                self.0.outcome_in::<S>()
            }
        }
        run(End(self))
    }

    /// Whether a player, if it were that player's turn, would have any possible add or flight.
    ///
    /// Seldom asked, so kept out of line.
    #[cold]
    fn can_act(&self, mover: Color) -> bool {
        struct CanAct<'a>(&'a Position, Color);
        impl Task for CanAct<'_> {
            type Output = bool;

            #[inline(always)]
            fn run<S: SpaceSet>(self) -> bool {
                can_act(&self.0.scene::<S>(self.1))
            }
        }
        run(CanAct(self, mover))
    }

    /// Whether the player to move may pass ([R13]). Seldom asked, so kept out of line.
    #[cold]
    pub(crate) fn can_pass(&self) -> bool {
        struct CanPass<'a>(&'a Position);
        impl Task for CanPass<'_> {
            type Output = bool;

            #[inline(always)]
            fn run<S: SpaceSet>(self) -> bool {
                can_pass(&self.0.scene::<S>(self.0.turn), self.0.rules.passing())
            }
        }
        run(CanPass(self))
    }

    /// The sky as a player sees it.
    #[inline(always)]
    pub(crate) fn scene<S: SpaceSet>(&self, mover: Color) -> Scene<S> {
        let own = self.birds[mover];
        let bird_in_hand = self.rules.supply().is_none_or(|supply| own.len() < u32::from(supply));
        Scene::new(self.sky(), own, self.birds[mover.other()], bird_in_hand)
    }

    /// Appends all moves of an unfinished game.
    #[inline(always)]
    pub(crate) fn append_moves<S: SpaceSet>(&self, moves: &mut MoveList) {
        visit_moves(&self.scene::<S>(self.turn), self.rules.passing(), &mut ListMoves(moves));
    }

    /// Counts all moves of an unfinished game.
    #[inline(always)]
    pub(crate) fn count_moves_in<S: SpaceSet>(&self) -> u32 {
        let mut count = CountMoves::default();
        visit_moves(&self.scene::<S>(self.turn), self.rules.passing(), &mut count);
        count.0
    }

    /// One of all moves of an unfinished game, each as likely as any other.
    #[inline(always)]
    pub(crate) fn draw_move<S: SpaceSet>(&self, slots: &mut Slots, rng: &mut GameRng) -> Move {
        let scene = self.scene::<S>(self.turn);
        if slots.find(&scene) { slots.draw(&scene, rng) } else { self.draw_listed(slots.listed(), rng).0 }
    }

    /// The same move, and the number of moves.
    #[inline(always)]
    pub(crate) fn draw_and_count<S: SpaceSet>(&self, slots: &mut Slots, rng: &mut GameRng) -> (Move, u32) {
        let scene = self.scene::<S>(self.turn);
        match slots.find_and_count(&scene) {
            Some(count) => (slots.draw(&scene, rng), count),
            None => self.draw_listed(slots.listed(), rng),
        }
    }

    /// The same where a pass may be legal. Seldom asked, so kept out of line.
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

    /// Moves the birds of a line and clears the opponent's regions that are not kept ([R15]).
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

    /// How the game ended ([R14], [R14b], [R17], [R18]).
    #[inline(always)]
    pub(crate) fn outcome_in<S: SpaceSet>(&self) -> Option<Outcome> {
        match self.winning_flock::<S>() {
            None => self.end_by_passes(),
            outcome => outcome,
        }
    }

    /// How the game ended if it was not over before this last move. Only a flight makes a flock: an
    /// added bird touches no friend ([R6]).
    #[inline(always)]
    pub(crate) fn outcome_after<S: SpaceSet>(&self, last: Move) -> Option<Outcome> {
        match last {
            Move::Add(_) => None,
            Move::Fly(_) => self.winning_flock::<S>(),
            Move::Pass => self.end_by_passes(),
        }
    }

    #[inline(always)]
    fn winning_flock<S: SpaceSet>(&self) -> Option<Outcome> {
        // [R17] Whoever moved last comes first, [R18] then the player to move.
        for winner in [self.turn.other(), self.turn] {
            if is_one_flock(S::load(self.birds[winner])) {
                return Some(Outcome { winner: Some(winner), reason: Ending::Flock });
            }
        }
        None
    }

    #[inline(always)]
    fn end_by_passes(&self) -> Option<Outcome> {
        let stuck = |winner| Some(Outcome { winner: Some(winner), reason: Ending::Stuck });
        match (self.rules.stuck(), self.passes) {
            (_, 0) | (Stuck::Draw, 1) => None,
            // [R14]
            (Stuck::Draw, _) => Some(Outcome { winner: None, reason: Ending::Passes }),
            // [R14b] A forced pass leaves the other player without any add or flight.
            (Stuck::LastMoverWins, 1) => {
                let forced = !self.can_act(self.turn.other());
                if forced && !self.can_act(self.turn) { stuck(self.turn) } else { None }
            }
            // [R14b] The first to pass is to move again.
            (Stuck::LastMoverWins, _) => stuck(self.turn.other()),
        }
    }
}
