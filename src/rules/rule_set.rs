//! [`Rules`]: the edge of the sky, the supply of birds, the pass rule, and the end rule.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use alloc::string::String;
use core::fmt;
use core::num::NonZeroU8;

use crate::geometry::sky::Edge;
use crate::support::input_error::InputError;
use crate::support::names::listed;

listed! {
    /// When a pass is legal (\[R13\] and the table of rule sets).
    ///
    /// ```
    /// # use volo_rules::Passing;
    /// assert_eq!(Passing::ALL.map(Passing::name), ["standard", "forced", "own-regions", "no-flight"]);
    /// let sentence = "A pass is legal if no flight is possible, even if a bird can be added.";
    /// assert_eq!(Passing::NoFlight.sentence(), sentence);
    /// ```
    #[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
    pub enum Passing: "pass rule" {
        /// A pass is legal if no flight is possible, and every possible add is in a region of the mover's own.
        Standard = "standard",
        /// A pass is legal only if no add and no flight is possible.
        Forced = "forced",
        /// A pass is legal if every possible add is in a region of the mover's own, even if a flight is possible.
        OwnRegions = "own-regions",
        /// A pass is legal if no flight is possible, even if a bird can be added.
        NoFlight = "no-flight",
    }
}

listed! {
    /// The end rule: the result when neither player adds or flies any more (\[R14\], \[R14b\]).
    ///
    /// ```
    /// # use volo_rules::Stuck;
    /// assert_eq!(Stuck::ALL.map(Stuck::name), ["draw", "last-mover-wins"]);
    /// ```
    #[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
    pub enum Stuck: "end rule" {
        /// Two passes in a row end the game as a draw.
        Draw = "draw",
        /// The player who added or flew last wins.
        LastMoverWins = "last-mover-wins",
    }
}

/// A rule set. [`str::parse`] reads it from text, and `to_string` writes it.
///
/// ```
/// # use volo_rules::{Edge, Passing, Rules, Stuck};
/// assert_eq!(Rules::default().to_string(), "standard");
/// assert_eq!(Rules::default().on(Edge::MIN).to_string(), "standard-4");
/// let small: Rules = "abstract-play-5".parse()?;
/// assert_eq!((small.edge().length(), small.supply()), (5, None));
///
/// let own = Rules::new(Edge::SMALL, Some(40), Passing::Forced, Stuck::Draw)?;
/// assert_eq!(own, "edge=6,supply=40,pass=forced,stuck=draw".parse()?);
/// assert_eq!((own.supply(), own.passing(), own.stuck()), (Some(40), Passing::Forced, Stuck::Draw));
/// # Ok::<(), volo_rules::InvalidRules>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    edge: Edge,
    supply: Option<NonZeroU8>,
    passing: Passing,
    stuck: Stuck,
}

impl Rules {
    /// The named rule sets, each on its usual sky. If several names fit, the first one is written.
    ///
    /// `standard` has the rules of 2010-08-31. `two-sizes` is the nestorgames edition, which has skies of
    /// [`Edge::STANDARD`] and [`Edge::SMALL`]. `french` has the earlier rules. `abstract-play` and `boardspace` have those of
    /// these sites.
    pub const NAMED: [(&str, Rules); 6] = [
        ("standard", Rules::STANDARD),
        ("two-sizes", Rules { supply: NonZeroU8::new(50), ..Rules::STANDARD }),
        ("two-sizes-small", Rules { edge: Edge::SMALL, supply: NonZeroU8::new(50), ..Rules::STANDARD }),
        ("french", Rules { passing: Passing::Forced, stuck: Stuck::LastMoverWins, ..Rules::STANDARD }),
        ("abstract-play", Rules::ABSTRACT_PLAY),
        ("boardspace", Rules::BOARDSPACE),
    ];

    const STANDARD: Rules = Rules {
        edge: Edge::STANDARD,
        supply: NonZeroU8::new(60),
        passing: Passing::Standard,
        stuck: Stuck::Draw,
    };

    pub(crate) const ABSTRACT_PLAY: Rules =
        Rules { supply: None, passing: Passing::OwnRegions, ..Rules::STANDARD };

    pub(crate) const BOARDSPACE: Rules =
        Rules { supply: None, passing: Passing::NoFlight, ..Rules::STANDARD };

    /// The smallest supply: the three birds in the nests (\[R4\]).
    pub const MIN_SUPPLY: u8 = 3;

    /// A rule set with these values.
    ///
    /// `supply` is the number of birds of each player (\[R4\]). `None` means that it is unlimited.
    ///
    /// # Errors
    /// Returns an error if the supply is less than the three birds in the nests.
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

    /// The same rule set on another edge.
    #[must_use]
    pub const fn on(self, edge: Edge) -> Rules {
        Rules { edge, ..self }
    }

    /// The edge of the sky.
    #[inline(always)]
    pub const fn edge(self) -> Edge {
        self.edge
    }

    /// The number of birds of each player (\[R4\]). `None` if it is unlimited.
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
    /// `standard`, on the standard sky.
    fn default() -> Rules {
        Rules::STANDARD
    }
}

/// The error for an invalid rule set.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InvalidRules {
    /// The supply is not 3 to 255 birds.
    Supply,
    /// The text is not a rule set.
    Text {
        /// No more than 80 characters of the text.
        text: String,
    },
    /// A setting is missing, unknown, given twice or out of range.
    Settings {
        /// The text.
        text: String,
        /// What is wrong with it.
        problem: String,
    },
}

impl fmt::Display for InvalidRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidRules::Supply => {
                write!(f, "the supply must be 3 to 255 birds, or none for no limit")
            }
            InvalidRules::Text { text } => write!(
                f,
                "unknown rule set {text:?}: expected {}, each also with -{} to -{} for another edge, and with other \
                 settings, as in french,supply=S,pass={},stuck={}",
                Rules::NAMED.map(|(name, _)| name).join(", "),
                Edge::MIN.length(),
                Edge::MAX.length(),
                Passing::ALL.map(Passing::name).join("|"),
                Stuck::ALL.map(Stuck::name).join("|"),
            ),
            InvalidRules::Settings { text, problem } => write!(f, "rule set {text:?}: {problem}"),
        }
    }
}

impl core::error::Error for InvalidRules {}

impl InputError for InvalidRules {}
