//! [`Engine`]: chooses moves and analyses positions.
//!
//! [`pvs`] is the search: principal-variation search with iterative deepening (Marsland and Campbell 1982). It reads and
//! writes the [`table`], tries moves in the order that [`order`] gives, and judges positions by [`evaluate`].
//! [`budget`] ends it. `docs/SEARCH.md` explains the steps.

mod budget;
mod clock;
#[cfg(test)]
mod effort;
mod engine;
mod evaluate;
mod features;
mod history;
mod level;
mod node;
mod order;
mod pvs;
mod request;
mod root;
mod scan;
mod score;
#[cfg(test)]
mod slow;
mod table;
#[cfg(feature = "python")]
mod training;
mod variations;
mod weights;
mod worker;

pub use clock::Clock;
pub use engine::{
    ENGINE_OPTIONS, Engine, EngineError, EngineOption, EngineOptions, Info, check_earlier, clear, engine,
};
pub use evaluate::evaluate;
pub use features::NAMES as FEATURES;
pub use level::Level;
pub use request::{Limit, Request};
pub use score::Score;
#[cfg(feature = "python")]
pub use training::{Sample, SelfPlay, estimate, features, play_samples};
pub use weights::Weights;
