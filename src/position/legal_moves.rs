//! [`Position::legal_moves`]: the legal moves of a position, listed, counted, or drawn at random.

#[cfg(feature = "codes")]
use alloc::vec::Vec;

use chacha20::rand_core::Rng;

use crate::geometry::bitboard::{Form, SpaceSet, Task, dispatch, run, shared};
use crate::geometry::space::Space;
use crate::position::Position;
#[cfg(feature = "codes")]
use crate::rules::movegen::ListCodes;
use crate::rules::movegen::{CountMoves, ListMoves, Scene, Slots, divided, visit_moves};
use crate::rules::moves::{Flight, Move, MoveList};
use crate::rules::rule_set::Passing;
use crate::support::rng::below;
use crate::support::threads::with_kept;

impl Position {
    /// All legal moves. The list is empty if the game is over.
    ///
    /// This allocates a list. [`Position::legal_moves_into`] reuses one.
    ///
    /// ```
    /// # use volo_rules::Position;
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

    /// Replaces the contents of a list by all legal moves.
    ///
    /// ```
    /// # use volo_rules::{MoveList, Position};
    /// let start = Position::new("standard-4".parse()?);
    /// let mut moves = MoveList::new();
    /// start.legal_moves_into(&mut moves);
    /// assert_eq!(moves.len(), 9);
    /// start.play(moves[0])?.legal_moves_into(&mut moves);
    /// assert_eq!(moves.len(), 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal_moves_into(&self, moves: &mut MoveList) {
        moves.storage().clear();
        run(List { position: self, moves, is_unfinished: false });
    }

    /// Fills a vector with the [codes](Move::code) of all legal moves, in the order of [`Position::legal_moves`].
    #[cfg(feature = "codes")]
    pub(crate) fn legal_codes_into(&self, codes: &mut Vec<u32>) {
        struct Codes<'a>(&'a Position, &'a mut Vec<u32>);
        impl Task for Codes<'_> {
            type Output = ();

            #[inline(always)]
            fn run<S: SpaceSet>(self) {
                let Codes(position, codes) = self;
                if position.outcome_in::<S>().is_none() {
                    let mut list = ListCodes { codes, edge: position.rules().edge() };
                    visit_moves(&position.scene::<S>(position.turn()), position.rules().passing(), &mut list);
                }
            }
        }
        codes.clear();
        run(Codes(self, codes));
    }

    pub(crate) fn unfinished_moves_into(&self, moves: &mut MoveList) {
        moves.storage().clear();
        run(List { position: self, moves, is_unfinished: true });
    }

    /// The number of legal moves.
    ///
    /// The moves are counted without being listed, which is faster.
    ///
    /// ```
    /// # use volo_rules::Position;
    /// let start = Position::new("standard-4".parse()?);
    /// assert_eq!(start.count_moves(), 9);
    /// # Ok::<(), volo_rules::InvalidRules>(())
    /// ```
    pub fn count_moves(&self) -> u32 {
        dispatch!(<S>(position: &Position = self) -> u32 {
            if position.outcome_in::<S>().is_some() { 0 } else { position.count_moves_in::<S>() }
        })
    }

    /// The number of legal moves. The game must not be over.
    #[inline(always)]
    pub(crate) fn count_moves_in<S: SpaceSet>(&self) -> u32 {
        if const { matches!(S::FORM, Form::WideRegisters) } {
            count(self.scene::<S>(self.turn()), self.rules().passing())
        } else {
            shared!(<S>(position: &Position = self) -> u32 {
                count(position.scene::<S>(position.turn()), position.rules().passing())
            })
        }
    }

    /// Passes the legal moves of an unfinished game to a function.
    ///
    /// The list is kept by the thread and reused, so only the first call on a thread allocates memory.
    pub(crate) fn with_moves<T>(&self, read: impl FnOnce(&[Move]) -> T) -> T {
        with_kept!(MoveList = MoveList::EMPTY, |moves| {
            self.unfinished_moves_into(moves);
            read(moves)
        })
    }

    /// Passes the regions that the mover may keep after a flight (\[R15\]) to a function, each by its lowest, then leftmost
    /// space. There are none if the flight does not divide the opponent.
    pub(crate) fn visit_regions_after(&self, flight: Flight, visit: &mut dyn FnMut(Space)) {
        dispatch!(<S>(position: &Position = self, flight: Flight = flight, visit: &mut dyn FnMut(Space) = visit) -> () {
            let mut regions = divided(&position.scene::<S>(position.turn()), flight);
            while let Some(keep) = regions.as_mut().and_then(|regions| regions.next_region()) {
                visit(keep);
            }
        });
    }

    /// Whether the player to move may pass (\[R13\]). The game must not be over.
    ///
    /// This is rarely needed, so it looks at all legal moves.
    #[cold]
    pub(crate) fn can_pass(&self) -> bool {
        self.with_moves(|moves| moves.last() == Some(&Move::Pass))
    }

    /// Whether the player to move has a legal add or flight (\[R14b\]). The game must not be over.
    #[cold]
    pub(crate) fn can_act(&self) -> bool {
        self.with_moves(|moves| moves.first().is_some_and(|&mv| mv != Move::Pass))
    }

    /// Appends all legal moves to a list. The game must not be over.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn append_moves<S: SpaceSet>(&self, moves: &mut MoveList) {
        visit_moves(&self.scene::<S>(self.turn()), self.rules().passing(), &mut ListMoves(moves));
    }

    /// Draws a legal move of an unfinished game uniformly, with the number of legal moves if `counts`, and otherwise 0.
    #[inline(always)]
    pub(crate) fn draw_move<S: SpaceSet, R: Rng + ?Sized>(
        &self,
        slots: &mut Slots,
        counts: bool,
        rng: &mut R,
    ) -> (Move, u32) {
        let scene = self.scene::<S>(self.turn());
        let passing = self.rules().passing();
        let found = match counts {
            true => slots.find_and_count(&scene, passing),
            false => slots.find(&scene, passing, true).then_some(0),
        };
        match found {
            Some(count) => (slots.draw(&scene, rng), count),
            None => {
                let (mv, count) = self.draw_listed(slots.listed(), rng);
                (mv, if counts { count } else { 0 })
            }
        }
    }

    /// Like [`Position::draw_move`], for callers that are not part of a task.
    pub(crate) fn draw_one(&self, slots: &mut Slots, rng: &mut dyn Rng) -> Move {
        struct DrawOne<'a>(&'a Position, &'a mut Slots, &'a mut dyn Rng);
        impl Task for DrawOne<'_> {
            type Output = Move;

            #[inline(always)]
            fn run<S: SpaceSet>(self) -> Move {
                let DrawOne(position, slots, rng) = self;
                position.draw_move::<S, _>(slots, false, rng).0
            }
        }
        run(DrawOne(self, slots, rng))
    }

    /// Draws from a list, where a pass may be legal. This is rare, so it is not inlined.
    #[cold]
    fn draw_listed<R: Rng + ?Sized>(&self, moves: &mut MoveList, rng: &mut R) -> (Move, u32) {
        self.legal_moves_into(moves);
        let count = moves.len() as u32;
        let drawn = moves.get(below(rng, count) as usize);
        (drawn.copied().unwrap_or(Move::Pass), count)
    }
}

/// Lists the legal moves. If the game may be over, `is_unfinished` is `false`.
struct List<'a> {
    position: &'a Position,
    moves: &'a mut MoveList,
    is_unfinished: bool,
}

impl Task for List<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: SpaceSet>(self) {
        if self.is_unfinished || self.position.outcome_in::<S>().is_none() {
            self.position.append_moves::<S>(self.moves);
        }
    }
}

#[inline(always)]
fn count<S: SpaceSet>(scene: Scene<S>, passing: Passing) -> u32 {
    let mut count = CountMoves::default();
    visit_moves(&scene, passing, &mut count);
    count.0
}
