//! [`Method`]: the kinds of search.

use std::str::FromStr;

use crate::notation::{UnknownName, find_name};

/// A kind of search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// Principal-variation search: the strongest one.
    #[default]
    PrincipalVariation,
    /// Plain Monte-Carlo tree search with the bounds of UCT and uniformly random playouts (Kocsis and Szepesvári 2006).
    /// It knows nothing of the game but the rules. It is there to measure strength. A node is a playout. It
    /// uses one thread.
    Uct,
}

impl Method {
    /// All kinds of search.
    pub const ALL: [Method; 2] = [Method::PrincipalVariation, Method::Uct];

    /// `pvs` or `uct`.
    ///
    /// ```
    /// # use volo_rules::Method;
    /// assert_eq!(Method::ALL.map(Method::name), ["pvs", "uct"]);
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Method::PrincipalVariation => "pvs",
            Method::Uct => "uct",
        }
    }
}

impl FromStr for Method {
    type Err = UnknownName;

    /// Reads the name of a kind of search.
    ///
    /// ```
    /// # use volo_rules::Method;
    /// assert_eq!("uct".parse(), Ok(Method::Uct));
    /// ```
    fn from_str(text: &str) -> Result<Method, UnknownName> {
        find_name("method", text, &Method::ALL, Method::name)
    }
}
