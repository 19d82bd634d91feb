//! The rule sets: which sky, how many birds, when one may pass, and what two passes mean.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::fmt;
use std::num::NonZeroU8;

use crate::sky::Edge;

/// When a pass is legal ([R13] and the table of rule sets).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Passing {
    /// Where no flight is possible and every possible add is in a region of the mover's own.
    Standard = 0,
    /// Only where no add and no flight is possible.
    Forced = 1,
    /// Wherever every possible add is in a region of the mover's own, flights or not.
    OwnRegions = 2,
}

impl Passing {
    /// All pass rules.
    pub const ALL: [Passing; 3] = [Passing::Standard, Passing::Forced, Passing::OwnRegions];

    /// The word for it in text: `standard`, `forced` or `own-regions`.
    pub const fn name(self) -> &'static str {
        match self {
            Passing::Standard => "standard",
            Passing::Forced => "forced",
            Passing::OwnRegions => "own-regions",
        }
    }
}

impl fmt::Display for Passing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What it means when neither player goes on ([R14], [R14b]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Stuck {
    /// Two passes in a row are a draw ([R14]).
    Draw = 0,
    /// Whoever added or flew last wins ([R14b]).
    LastMoverWins = 1,
}

impl Stuck {
    /// Both end rules.
    pub const ALL: [Stuck; 2] = [Stuck::Draw, Stuck::LastMoverWins];

    /// The word for it in text: `draw` or `last-mover-wins`.
    pub const fn name(self) -> &'static str {
        match self {
            Stuck::Draw => "draw",
            Stuck::LastMoverWins => "last-mover-wins",
        }
    }
}

impl fmt::Display for Stuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A rule set. Its text is read by [`str::parse`] and written by `to_string`:
///
/// ```
/// # use volo::{Edge, Rules};
/// assert_eq!(Rules::standard(Edge::STANDARD).to_string(), "standard");
/// let small: Rules = "abstract-play-5".parse().unwrap();
/// assert_eq!(small.edge().length(), 5);
/// let own: Rules = "edge=6,supply=40,pass=forced,stuck=draw".parse().unwrap();
/// assert_eq!(own.supply(), Some(40));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    edge: Edge,
    supply: Option<NonZeroU8>,
    passing: Passing,
    stuck: Stuck,
}

impl Rules {
    /// The fewest birds a player can have: those in the nests ([R4]).
    pub const MIN_SUPPLY: u8 = 3;

    /// A rule set by hand. `supply` is the number of birds of each player ([R4]); without one
    /// there is no limit.
    ///
    /// # Errors
    /// If the supply is less than the three birds in the nests.
    pub const fn new(
        edge: Edge,
        supply: Option<u8>,
        passing: Passing,
        stuck: Stuck,
    ) -> Result<Rules, InvalidRules> {
        let supply = match supply {
            None => None,
            Some(birds) if birds < Rules::MIN_SUPPLY => return Err(InvalidRules::Supply),
            Some(birds) => NonZeroU8::new(birds),
        };
        Ok(Rules { edge, supply, passing, stuck })
    }

    /// `standard`: the text of 2010-08-31. Sixty birds.
    pub const fn standard(edge: Edge) -> Rules {
        let supply = NonZeroU8::new(60);
        Rules { edge, supply, passing: Passing::Standard, stuck: Stuck::Draw }
    }

    /// `two-sizes`: the nestorgames edition. Fifty birds, on [`Edge::STANDARD`] or [`Edge::SMALL`].
    pub const fn two_sizes(edge: Edge) -> Rules {
        Rules { supply: NonZeroU8::new(50), ..Rules::standard(edge) }
    }

    /// `french`: the earlier text. A pass only where nothing else is possible; the last mover wins.
    pub const fn french(edge: Edge) -> Rules {
        Rules { passing: Passing::Forced, stuck: Stuck::LastMoverWins, ..Rules::standard(edge) }
    }

    /// `abstract-play`: as that site plays it. No limit of birds.
    pub const fn abstract_play(edge: Edge) -> Rules {
        Rules { supply: None, passing: Passing::OwnRegions, ..Rules::standard(edge) }
    }

    /// The same rules on another edge.
    #[must_use]
    pub const fn on(self, edge: Edge) -> Rules {
        Rules { edge, ..self }
    }

    /// The edge of the sky.
    #[inline(always)]
    pub const fn edge(self) -> Edge {
        self.edge
    }

    /// The number of birds of each player, if there is a limit.
    #[inline(always)]
    pub const fn supply(self) -> Option<u8> {
        match self.supply {
            Some(birds) => Some(birds.get()),
            None => None,
        }
    }

    /// The pass rule.
    #[inline(always)]
    pub const fn passing(self) -> Passing {
        self.passing
    }

    /// The end rule.
    #[inline(always)]
    pub const fn stuck(self) -> Stuck {
        self.stuck
    }
}

impl Default for Rules {
    /// `standard` on the standard sky.
    fn default() -> Rules {
        Rules::standard(Edge::STANDARD)
    }
}

/// Why a rule set cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidRules {
    /// Fewer birds than nests.
    Supply,
    /// Text that names no rule set; the text, shortened.
    Text(String),
}

impl fmt::Display for InvalidRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidRules::Supply => {
                write!(f, "the supply must be 3 to 255 birds, or none for no limit")
            }
            InvalidRules::Text(text) => write!(
                f,
                "no rule set {text:?}: expected standard, two-sizes, two-sizes-small, french or \
                 abstract-play, each with -4 to -8 behind it for another edge, or \
                 edge=E,supply=S,pass=standard|forced|own-regions,stuck=draw|last-mover-wins"
            ),
        }
    }
}

impl std::error::Error for InvalidRules {}
