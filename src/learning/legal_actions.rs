//! [`Decision::legal_actions`]: the legal actions of a decision, listed, as a mask, or drawn at random.

use alloc::vec::Vec;

use chacha20::rand_core::Rng;

use crate::geometry::bitboard::{SpaceSet, Task, run, run_short};
use crate::learning::action::{ADD_WORDS, Action, ActionSpace};
use crate::learning::decision::Decision;
use crate::rules::movegen::{Slots, adds, may_pass, visit_undivided};
use crate::rules::moves::Move;
use crate::support::rng::{Source, below};

impl Decision {
    /// The legal actions in ascending order. Empty if the game is over.
    ///
    /// A flight that divides the opponent is one action. Afterwards there is one action for each region, with
    /// the region's lowest, then leftmost space. [`Decision::step`] also accepts the region's other spaces.
    ///
    /// ```
    /// # use volo_rules::Position;
    /// # use volo_rules::learning::Decision;
    /// let decision = Decision::new(Position::new("standard-4".parse()?));
    /// let space = decision.action_space();
    /// let names: Vec<_> = decision.legal_actions().into_iter().filter_map(|action| space.name(action)).collect();
    /// assert_eq!(names, ["g3", "f5", "e1", "e4", "d3", "c1", "c4", "b5", "a3"]);
    /// # Ok::<(), volo_rules::InvalidRules>(())
    /// ```
    pub fn legal_actions(&self) -> Vec<u16> {
        let mut actions = Vec::new();
        self.legal_actions_into(&mut actions);
        actions
    }

    /// Replaces the contents of a vector by the [legal actions](Decision::legal_actions).
    pub fn legal_actions_into(&self, actions: &mut Vec<u16>) {
        actions.clear();
        self.visit_legal_actions(actions);
        actions.sort_unstable();
        actions.dedup();
    }

    /// Writes a byte for each action: 1 if it is legal, else 0. Bytes beyond the action space become 0.
    ///
    /// # Panics
    /// If the mask is shorter than the action space.
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo_rules::Position;
    /// # use volo_rules::learning::Decision;
    /// let decision = Decision::new(Position::new("standard-4".parse()?));
    /// let mut mask = [7; 1_201];
    /// decision.legal_mask_into(&mut mask);
    /// let legal: Vec<u16> = (0..).zip(mask).filter_map(|(action, legal)| (legal == 1).then_some(action)).collect();
    /// assert_eq!(legal, decision.legal_actions());
    /// # Ok::<(), volo_rules::InvalidRules>(())
    /// ```
    pub fn legal_mask_into(&self, mask: &mut [u8]) {
        let space = self.action_space();
        assert!(mask.len() >= space.size(), "a mask needs a byte for each of {} actions", space.size());
        mask.fill(0);
        self.visit_legal_actions(&mut Bytes(mask));
    }

    /// Writes a bit for each action: 1 if it is legal, else 0. Action `a` is bit `a % 8` of byte `a / 8`. Bits
    /// beyond the action space become 0.
    ///
    /// # Panics
    /// If the mask is shorter than an eighth of the action space.
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo_rules::Position;
    /// # use volo_rules::learning::Decision;
    /// let decision = Decision::new(Position::new("standard-4".parse()?));
    /// let mut bits = [255; 151];
    /// decision.legal_bits_into(&mut bits);
    /// let is_legal = |action: &u16| bits[usize::from(action / 8)] >> (action % 8) & 1 == 1;
    /// assert_eq!((0..1_201).filter(is_legal).collect::<Vec<u16>>(), decision.legal_actions());
    /// # Ok::<(), volo_rules::InvalidRules>(())
    /// ```
    pub fn legal_bits_into(&self, bits: &mut [u8]) {
        let space = self.action_space();
        assert!(bits.len() * 8 >= space.size(), "a mask needs a bit for each of {} actions", space.size());
        bits.fill(0);
        self.visit_legal_actions(&mut Bits(bits));
    }

    /// One of the legal actions, each equally likely; `None` if the game is over.
    ///
    /// A flight that divides the opponent is as likely as any other action, and then each of the regions is
    /// equally likely. [`Position::random_move`](crate::Position::random_move) differs: it draws from the
    /// moves, and such a flight is one move for each region. `random` returns 64 random bits.
    ///
    /// ```
    /// # use volo_rules::Position;
    /// # use volo_rules::learning::Decision;
    /// use chacha20::ChaCha8Rng;
    /// use chacha20::rand_core::{Rng, SeedableRng};
    ///
    /// let mut rng = ChaCha8Rng::seed_from_u64(1);
    /// let mut decision = Decision::new(Position::new("standard-4".parse()?));
    /// while let Some(action) = decision.random_action(|| rng.next_u64()) {
    ///     decision = decision.step(action)?;
    /// }
    /// assert!(decision.position().outcome().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn random_action(&self, mut random: impl FnMut() -> u64) -> Option<u16> {
        match self.position().outcome() {
            Some(_) => None,
            None => run_short(Draw(self, &mut Source(&mut random))),
        }
    }

    /// Like [`Decision::random_action`], but for an unfinished game, and uses memory of the caller.
    #[inline(always)]
    pub(crate) fn draw_action<S: SpaceSet, R: Rng + ?Sized>(
        &self,
        slots: &mut ActionSlots,
        rng: &mut R,
    ) -> Option<u16> {
        if self.chosen().is_none() {
            let (position, space) = (self.position(), self.action_space());
            let scene = position.scene::<S>(position.turn());
            if slots.slots.find(&scene, position.rules().passing(), false) {
                return Some(space.number_of_move(slots.slots.draw(&scene, rng)));
            }
        }
        self.draw_listed_action(&mut slots.listed, rng)
    }

    /// Draws from a list: a region, or where a pass may be legal. This is rare, so it is not inlined.
    #[cold]
    fn draw_listed_action<R: Rng + ?Sized>(&self, actions: &mut Vec<u16>, rng: &mut R) -> Option<u16> {
        self.legal_actions_into(actions);
        let number = below(rng, u32::try_from(actions.len()).ok()?);
        actions.get(number as usize).copied()
    }

    fn visit_legal_actions(&self, visitor: &mut impl ActionVisitor) {
        if self.position().outcome().is_none() {
            self.visit_actions(visitor);
        }
    }

    /// Passes each legal action but the adds to a visitor, some of them several times. The game must not be over.
    #[cold]
    fn visit_listed(&self, visitor: &mut dyn ActionVisitor) {
        self.position().with_moves(|moves| {
            let others = moves.iter().filter(|mv| !matches!(mv, Move::Add(_)));
            others.for_each(|&mv| visitor.action(self.action_space().number_of_move(mv)));
        });
    }

    /// Passes each legal action to a visitor. The game must not be over.
    pub(crate) fn visit_actions(&self, visitor: &mut impl ActionVisitor) {
        let (position, space) = (self.position(), self.action_space());
        match self.chosen() {
            Some(flight) => {
                position.visit_regions_after(flight, &mut |keep| {
                    space.number(Action::Keep(keep)).into_iter().for_each(|action| visitor.action(action));
                });
            }
            None => run(VisitActions(self, visitor)),
        }
    }
}

struct VisitActions<'a, V>(&'a Decision, &'a mut V);

impl<V: ActionVisitor> Task for VisitActions<'_, V> {
    type Output = ();

    #[inline(always)]
    fn run<S: SpaceSet>(self) {
        let VisitActions(decision, visitor) = self;
        let (position, space) = (decision.position(), decision.action_space());
        let scene = position.scene::<S>(position.turn());
        let adds = adds(&scene);
        visitor.adds(space.adds(adds.store()));
        match visit_undivided(&scene, |flight| visitor.action(space.number_of_flight(flight))) {
            Some(has_flights) => {
                if may_pass(&scene, position.rules().passing(), adds, has_flights) {
                    visitor.action(space.pass());
                }
            }
            None => decision.visit_listed(visitor),
        }
    }
}

/// Receives every legal action, and some of them several times if there are very many.
pub(crate) trait ActionVisitor {
    /// Receives the adds, before the other actions. Action `a` is bit `a % 64` of word `a / 64`.
    fn adds(&mut self, adds: [u64; ADD_WORDS]);

    fn action(&mut self, action: u16);
}

/// Appends the actions. Those that are not adds are in no order.
impl ActionVisitor for Vec<u16> {
    fn adds(&mut self, adds: [u64; ADD_WORDS]) {
        self.extend(actions_of(adds));
    }

    #[inline(always)]
    fn action(&mut self, action: u16) {
        self.push(action);
    }
}

/// How a mask shows which actions are legal: by a byte or by a bit for each action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum MaskKind {
    Bytes,
    Bits,
}

impl MaskKind {
    /// The number of bytes of a mask.
    pub fn length(self, space: &ActionSpace) -> usize {
        match self {
            MaskKind::Bytes => space.size(),
            MaskKind::Bits => space.size().div_ceil(8),
        }
    }

    /// Writes a mask whose bytes are 0. The game must not be over.
    pub(crate) fn write(self, decision: &Decision, mask: &mut [u8]) {
        match self {
            MaskKind::Bytes => decision.visit_actions(&mut Bytes(mask)),
            MaskKind::Bits => decision.visit_actions(&mut Bits(mask)),
        }
    }
}

/// A mask with a byte for each action, which must be 0 before.
struct Bytes<'a>(&'a mut [u8]);

impl ActionVisitor for Bytes<'_> {
    fn adds(&mut self, adds: [u64; ADD_WORDS]) {
        actions_of(adds).for_each(|action| self.action(action));
    }

    #[inline(always)]
    fn action(&mut self, action: u16) {
        self.0[usize::from(action)] = 1;
    }
}

/// A mask with a bit for each action, which must be 0 before.
struct Bits<'a>(&'a mut [u8]);

impl ActionVisitor for Bits<'_> {
    fn adds(&mut self, adds: [u64; ADD_WORDS]) {
        for (bytes, word) in self.0.chunks_exact_mut(8).zip(adds) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
    }

    #[inline(always)]
    fn action(&mut self, action: u16) {
        self.0[usize::from(action / 8)] |= 1 << (action % 8);
    }
}

/// The numbers of the bits that are 1, in ascending order.
fn actions_of(words: [u64; ADD_WORDS]) -> impl Iterator<Item = u16> {
    (0..).step_by(64).zip(words).flat_map(|(first, word)| members(word).map(move |bit| first + bit as u16))
}

#[inline(always)]
pub(crate) fn members(mut word: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        bit
    })
}

pub(crate) struct ActionSlots {
    slots: Slots,
    listed: Vec<u16>,
}

impl ActionSlots {
    pub(crate) fn new() -> ActionSlots {
        ActionSlots { slots: Slots::new(), listed: Vec::new() }
    }
}

struct Draw<'a, R: ?Sized>(&'a Decision, &'a mut R);

impl<R: Rng + ?Sized> Task for Draw<'_, R> {
    type Output = Option<u16>;

    #[inline(always)]
    fn run<S: SpaceSet>(self) -> Option<u16> {
        let Draw(decision, rng) = self;
        decision.draw_action::<S, R>(&mut ActionSlots::new(), rng)
    }
}
