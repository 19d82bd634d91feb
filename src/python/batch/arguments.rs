//! The arguments with which `volo.Batch` is made.

use numpy::{PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::grow::push;
use crate::python::arrays::wrong_array;
use crate::python::color::ColorArgument;
use crate::python::errors::{halted, volo_error};
use crate::python::integers::Integers;
use crate::python::interrupt::Signals;
use crate::python::numbers::{BatchSize, Seed};
use crate::python::text::one_of;
use crate::python::turn::TurnArgument;
use crate::{Autoreset, Color, Policy, Seeds, Turn};

/// The name of an `Autoreset`.
pub(super) struct AutoresetArgument(pub(super) Autoreset);

impl<'a, 'py> FromPyObject<'a, 'py> for AutoresetArgument {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<AutoresetArgument> {
        let modes = Autoreset::ALL.map(|mode| (mode.name(), mode));
        one_of(value, "autoreset", modes, volo_error).map(AutoresetArgument)
    }
}

/// The name of the policy of the opponent.
pub(super) struct OpponentArgument(pub(super) Policy);

impl<'a, 'py> FromPyObject<'a, 'py> for OpponentArgument {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<OpponentArgument> {
        let policies = Policy::ALL.map(|policy| (policy.name(), policy));
        one_of(value, "opponent", policies, volo_error).map(OpponentArgument)
    }
}

/// A seed for all games, or one for each.
pub(super) enum SeedArgument {
    One(u64),
    Each(Vec<u64>),
}

impl SeedArgument {
    pub(super) fn new(seed: Option<&Bound<'_, PyAny>>, games: usize) -> PyResult<SeedArgument> {
        let Some(seed) = seed else { return Ok(SeedArgument::One(0)) };
        if !seed.is_instance_of::<PyUntypedArray>() {
            return Ok(SeedArgument::One(seed.extract::<Seed>()?.0));
        }
        let seeds = Integers::of_games(seed, "seed", games)?;
        if let Some(index) = (0..games).find(|&game| seeds.get(game).is_some_and(|seed| seed < 0)) {
            return Err(volo_error(format!("the seed of game {index} must not be negative")));
        }
        seeds.map(|seed| seed as u64).map(SeedArgument::Each).map_err(halted)
    }

    pub(super) fn seeds(&self) -> Seeds<'_> {
        match self {
            SeedArgument::One(seed) => Seeds::One(*seed),
            SeedArgument::Each(seeds) => Seeds::Each(seeds),
        }
    }
}

/// The players whose actions the caller chooses: one for each game.
pub(super) fn players(
    player: Option<&Bound<'_, PyAny>>,
    opponent: Option<Policy>,
    games: usize,
) -> PyResult<Vec<Color>> {
    let Some(player) = player else { return Ok(Vec::new()) };
    if opponent.is_none() {
        return Err(PyTypeError::new_err("player is only for a batch with an opponent"));
    }
    if !player.is_instance_of::<PyUntypedArray>() {
        let mut players = Vec::new();
        players.try_reserve_exact(games).map_err(|error| halted(error.into()))?;
        players.resize(games, player.extract::<ColorArgument>()?.0);
        return Ok(players);
    }
    let numbers = Integers::of_games(player, "player", games)?;
    let wrong = (0..games).find(|&game| !matches!(numbers.get(game), Some(0 | 1)));
    if let Some(index) = wrong {
        return Err(volo_error(format!("the player of game {index} must be 0 (Orange) or 1 (Blue)")));
    }
    let players = numbers.map(|number| number == 1).map_err(halted)?;
    Ok(players.into_iter().map(|blue| if blue { Color::Blue } else { Color::Orange }).collect())
}

/// The turns of an iterable, which may be infinite.
pub(super) fn each_turn(positions: &Bound<'_, PyAny>) -> PyResult<Vec<Turn>> {
    let (mut turns, mut signals) = (Vec::new(), Signals::default());
    for position in positions.try_iter()? {
        signals.check(positions.py())?;
        if turns.len() as u64 == BatchSize::MOST {
            return Err(volo_error(format!("a batch must have at most {} positions", BatchSize::MOST)));
        }
        let TurnArgument(turn) = position?.extract()?;
        push(&mut turns, turn).map_err(halted)?;
    }
    Ok(turns)
}

/// The indices of the games that a slice, an array of integers or an array of bools selects.
pub(super) fn selected(games: &Bound<'_, PyAny>, size: usize) -> PyResult<Vec<usize>> {
    let py = games.py();
    let array = games.cast::<PyUntypedArray>().ok();
    if array.is_none() && !games.is_instance_of::<pyo3::types::PySlice>() {
        let class = games.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "games must be a slice, or a NumPy array of integers or bools, not {class}"
        )));
    }
    let too_many = || volo_error(format!("a batch must have at most {} games", BatchSize::MOST));
    if let Some(array) = array {
        if array.ndim() != 1 {
            return Err(wrong_array(array, "games", "integers or bools"));
        }
        if array.len() as u64 > BatchSize::MOST {
            return Err(too_many());
        }
    }
    let all = py.import("numpy")?.call_method1("arange", (0, size, 1, "int64"))?;
    let chosen = all.get_item(games)?;
    Integers::of_games(&chosen, "games", chosen.len()?)?.map(|index| index as usize).map_err(halted)
}
