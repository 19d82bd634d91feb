//! [`AnyPolicy`]: how a player of simulated games chooses moves, at random or with an engine.

mod engine_player;
mod softmax;
mod text;

pub(crate) use engine_player::EnginePlayer;
pub use text::{PlayerText, PolicyError, divided};

use crate::position::policy::Policy;
use crate::search::Level;

/// How a player of simulated games chooses moves.
///
/// As text, a policy is `uniform`, `careful`, or `engine:` with a number of nodes and options.
///
/// ```
/// # use volo_rules::playouts::{AnyPolicy, EnginePolicy, Policy};
/// assert_eq!("careful".parse(), Ok(AnyPolicy::Random(Policy::Careful)));
/// let engine: AnyPolicy = "engine:400".parse()?;
/// assert_eq!(engine, AnyPolicy::Engine(EnginePolicy::new(400)?));
/// assert_eq!(engine.to_string(), "engine:400,opening=4");
/// let varied: AnyPolicy = "engine:1000,temperature=0.50,opening=0".parse()?;
/// assert_eq!(varied.to_string(), "engine:1000,opening=0,temperature=0.5");
/// # Ok::<(), volo_rules::playouts::PolicyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AnyPolicy {
    /// A move drawn at random.
    Random(Policy),
    /// The best move that an engine finds.
    Engine(EnginePolicy),
}

impl AnyPolicy {
    /// Whether an engine chooses the moves.
    ///
    /// ```
    /// # use volo_rules::playouts::AnyPolicy;
    /// assert!("engine:400".parse::<AnyPolicy>()?.is_engine());
    /// # Ok::<(), volo_rules::playouts::PolicyError>(())
    /// ```
    pub const fn is_engine(self) -> bool {
        matches!(self, AnyPolicy::Engine(_))
    }
}

impl Default for AnyPolicy {
    /// [`Policy::Uniform`].
    fn default() -> AnyPolicy {
        AnyPolicy::Random(Policy::Uniform)
    }
}

impl From<Policy> for AnyPolicy {
    fn from(policy: Policy) -> AnyPolicy {
        AnyPolicy::Random(policy)
    }
}

/// How an engine chooses the moves of a player.
///
/// The engine is an [`Engine`](crate::engine::Engine) with one thread. It forgets everything before each game, so a game
/// depends on its seed and number only. A move costs time in proportion to its nodes. If the nodes do not suffice to
/// look one ply ahead, the move is drawn as by [`Policy::Careful`].
///
/// An engine without any random choice would play the same game again and again. There are two kinds of random choices:
/// the moves of the opening are drawn uniformly, and moves with similar scores are exchanged at a positive
/// temperature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EnginePolicy {
    nodes: u32,
    opening: u32,
    hundredths: u32,
    level: Level,
}

impl EnginePolicy {
    /// The largest number of nodes a move.
    pub const MAX_NODES: u32 = 10_000_000;

    /// The largest length of an opening in plies.
    pub const MAX_OPENING: u32 = 1_000;

    /// The highest temperature.
    pub const MAX_TEMPERATURE: f64 = MAX_HUNDREDTHS as f64 / 100.0;

    /// An engine that searches this number of nodes a move, after an opening of 4 plies, at temperature 0, with full
    /// strength.
    ///
    /// # Errors
    /// If there are no nodes, or more than [`MAX_NODES`](EnginePolicy::MAX_NODES).
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo_rules::playouts::EnginePolicy;
    /// let policy = EnginePolicy::new(400)?.with_opening(6)?.with_temperature(0.25)?;
    /// assert_eq!((policy.nodes(), policy.opening(), policy.temperature()), (400, 6, 0.25));
    /// assert!(EnginePolicy::new(0).is_err());
    /// # Ok::<(), volo_rules::playouts::PolicyError>(())
    /// ```
    pub const fn new(nodes: u32) -> Result<EnginePolicy, PolicyError> {
        if nodes == 0 || nodes > EnginePolicy::MAX_NODES {
            return Err(PolicyError::Nodes);
        }
        Ok(EnginePolicy { nodes, opening: DEFAULT_OPENING, hundredths: 0, level: Level::FULL })
    }

    /// This policy with another number of plies of the opening.
    ///
    /// # Errors
    /// If there are more than [`MAX_OPENING`](EnginePolicy::MAX_OPENING).
    pub const fn with_opening(self, plies: u32) -> Result<EnginePolicy, PolicyError> {
        if plies > EnginePolicy::MAX_OPENING {
            return Err(PolicyError::Opening);
        }
        Ok(EnginePolicy { opening: plies, ..self })
    }

    /// This policy with another temperature, which is rounded to hundredths.
    ///
    /// # Errors
    /// If it is negative, not a number or higher than [`MAX_TEMPERATURE`](EnginePolicy::MAX_TEMPERATURE).
    pub fn with_temperature(self, temperature: f64) -> Result<EnginePolicy, PolicyError> {
        if !(0.0..=EnginePolicy::MAX_TEMPERATURE).contains(&temperature) {
            return Err(PolicyError::Temperature);
        }
        Ok(EnginePolicy { hundredths: (temperature * 100.0).round() as u32, ..self })
    }

    /// This policy with another level. A search has at most the nodes of the level.
    pub const fn with_level(self, level: Level) -> EnginePolicy {
        EnginePolicy { level, ..self }
    }

    /// The number of positions that the engine searches for a move.
    pub const fn nodes(self) -> u32 {
        self.nodes
    }

    /// The number of plies at the beginning of the game in which this player's moves are drawn uniformly. The opponent's
    /// plies count, too.
    pub const fn opening(self) -> u32 {
        self.opening
    }

    /// The temperature. At temperature 0, the best move is played. At temperature `t`, one of the best moves, at most
    /// eight, is drawn, with a probability in proportion to its odds to win to the power `1 / t`. A proven win is
    /// always played. A proven loss is played only if all of these moves are proven losses. A search for eight moves
    /// needs several times the nodes of one for the best move alone.
    pub fn temperature(self) -> f64 {
        f64::from(self.hundredths) / 100.0
    }

    /// How strong the engine plays. Below full strength, it overlooks other moves in each search.
    pub const fn level(self) -> Level {
        self.level
    }
}

const DEFAULT_OPENING: u32 = 4;

const MAX_HUNDREDTHS: u32 = 10_000;
