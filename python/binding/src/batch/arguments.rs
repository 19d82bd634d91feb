//! The constructor of `volo.Batch`, and its arguments.

use numpy::PyUntypedArrayMethods;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use volo_rules::bindings::collected;
use volo_rules::learning::{Autoreset, Batch, BatchOptions, Decision, Seeds};
use volo_rules::playouts::Policy;
use volo_rules::{Color, Position, Stop};

use crate::arrays::{self, Integers, given, wrong_array, wrong_length};
use crate::batch::PyBatch;
use crate::batch::work::made;
use crate::classes::ColorArgument;
use crate::decision::DecisionArgument;
use crate::errors::{halted, volo_error, word_arguments};
use crate::interpreter::released;
use crate::numbers::{BatchSize, MaxPlies, Seed, Threads};
use crate::position::each;
use crate::rules::RulesArgument;

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(
        signature = (
            n = None, rules = None, *, positions = None, threads = None, seed = None, max_plies = None,
            autoreset = None, opponent = None, player = None,
        ),
        text_signature = "(n=None, rules=None, *, positions=None, threads=None, seed=None, max_plies=None, \
            autoreset=None, opponent=None, player=None)"
    )]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        n: Option<BatchSize>,
        rules: Option<RulesArgument>,
        positions: Option<&Bound<'_, PyAny>>,
        threads: Option<Threads>,
        seed: Option<&Bound<'_, PyAny>>,
        max_plies: Option<MaxPlies>,
        autoreset: Option<AutoresetArgument>,
        opponent: Option<OpponentArgument>,
        player: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyBatch> {
        arrays::load(py)?;
        let (starts, n) = match (n, rules, positions) {
            (Some(n), rules, None) => {
                let start = Position::new(rules.map(|rules| rules.0).unwrap_or_default());
                (vec![Decision::new(start)], n.0)
            }
            (n, None, Some(positions)) => {
                (each(positions, |DecisionArgument(turn)| turn)?, n.map_or(1, |n| n.0))
            }
            _ => {
                return Err(PyTypeError::new_err("a batch takes a number of games and rules, or positions"));
            }
        };
        let size = n.checked_mul(starts.len() as u64).filter(|&size| size <= BatchSize::MOST);
        let Some(size) = size.map(|size| size as usize) else {
            return Err(volo_error(format!("a batch must have at most {} games", BatchSize::MOST)));
        };
        let mut seed = match seed {
            Some(seed) => SeedArgument::new(seed, size)?,
            None => SeedArgument::One(Seed::or_fresh(None)?),
        };
        if let SeedArgument::Some(seeds) = &mut seed {
            // The fresh seeds only have to differ, so one random number is enough.
            let mut fresh = Seed::or_fresh(None)?;
            for seed in seeds {
                seed.get_or_insert(fresh);
                fresh = fresh.wrapping_add(1);
            }
        }
        let opponent = opponent.map(|opponent| opponent.0);
        let players = players(player, opponent, size)?;
        let mut options = BatchOptions::default().with_seeds(seed.seeds()).with_players(&players);
        if let Some(max_plies) = max_plies {
            options = options.with_max_plies(max_plies.0 as u32);
        }
        if let Some(autoreset) = autoreset {
            options = options.with_autoreset(autoreset.0);
        }
        if let Some(opponent) = opponent {
            options = options.with_opponent(opponent);
        }
        let threads = Threads::or_all(threads);
        let make = |stop: &Stop| {
            let mut starts = starts;
            if n != 1 {
                let each = |game: usize| game.checked_div(n as usize).and_then(|place| starts.get(place));
                let other = || Decision::new(Position::default());
                starts = collected((0..size).map(|game| each(game).copied().unwrap_or_else(other)), stop)?;
            }
            Batch::with_options(starts, &options, volo_rules::Threads::new(threads).until(stop))
        };
        made(released(py, size, 0, make)?, threads)
    }
}

word_arguments! {
    AutoresetArgument(Autoreset) = "autoreset": Autoreset::ALL.map(|mode| (mode.name(), mode)), volo_error;
    OpponentArgument(Policy) = "opponent": Policy::ALL.map(|policy| (policy.name(), policy)), volo_error;
}

/// A seed for all games, one for each, or one for some of them.
pub(super) enum SeedArgument {
    One(u64),
    Each(Vec<u64>),
    Some(Vec<Option<u64>>),
}

impl SeedArgument {
    pub(super) fn new(seed: &Bound<'_, PyAny>, games: usize) -> PyResult<SeedArgument> {
        if let Ok(list) = seed.cast::<PyList>() {
            if list.len() != games {
                return Err(wrong_length("seed", games, list.len()));
            }
            let seeds = list.iter().map(|seed| Ok(seed.extract::<Option<Seed>>()?.map(|seed| seed.0)));
            return seeds.collect::<PyResult<_>>().map(SeedArgument::Some);
        }
        if given(seed)?.is_none_or(|array| array.ndim() == 0) {
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
            SeedArgument::Some(seeds) => Seeds::Some(seeds),
        }
    }
}

pub(super) fn players(
    player: Option<&Bound<'_, PyAny>>,
    opponent: Option<Policy>,
    games: usize,
) -> PyResult<Vec<Color>> {
    let Some(player) = player else { return Ok(Vec::new()) };
    if opponent.is_none() {
        return Err(PyTypeError::new_err("player is only for a batch with an opponent"));
    }
    // An array without dimensions is a number.
    if given(player)?.is_none_or(|array| array.ndim() == 0) {
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

/// The indices of the games that a slice, an array of integers or an array of bools selects.
pub(super) fn selected(games: &Bound<'_, PyAny>, size: usize) -> PyResult<Vec<usize>> {
    let py = games.py();
    let array = given(games)?;
    if array.is_none() && !games.is_instance_of::<pyo3::types::PySlice>() {
        let class = games.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "games must be a slice, or a NumPy array of integers or bools, not {class}"
        )));
    }
    let too_many = || volo_error(format!("a batch must have at most {} games", BatchSize::MOST));
    if let Some(array) = &array {
        if array.ndim() != 1 {
            return Err(wrong_array(array, "games", "integers or bools", 1));
        }
        if array.len() as u64 > BatchSize::MOST {
            return Err(too_many());
        }
    }
    let all = py.import("numpy")?.call_method1("arange", (0, size, 1, "int64"))?;
    let chosen = all.get_item(array.as_ref().map_or(games, |array| array.as_any()))?;
    Integers::of_games(&chosen, "games", chosen.len()?)?.map(|index| index as usize).map_err(halted)
}
