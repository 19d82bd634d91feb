//! `volo.Rules`.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyMappingProxy, PyString, PyTuple};
use volo_rules::bindings::lists::{self, Entry};
use volo_rules::bitboard::Bitboard;
use volo_rules::{Edge, Passing, Rules, Sky, Stuck};

use crate::Reduced;
use crate::classes::{compared, copied, formatted, getters, hashed, in_pydantic, name_of, space_of};
use crate::errors::{Text, invalid_rules, invalid_rules_error, type_error, word_arguments};
use crate::numbers::whole_in;

#[doc = doc!("Rules")]
#[pyclass(frozen, module = "volo", name = "Rules")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyRules(pub(crate) Rules);

compared!(PyRules, c"a Rules never equals a text: compare str(rules)", |_rules, text| text
    .parse::<Rules>()
    .is_ok());
hashed!(PyRules);
copied!(PyRules);
formatted!(PyRules);
in_pydantic!(PyRules);
getters! {
    PyRules, "Rules", |rules|
    edge: u8 = rules.0.edge().length();
    supply: Option<u8> = rules.0.supply();
    passing: &'static str = rules.0.passing().name();
    stuck: &'static str = rules.0.stuck().name();
}

#[pymethods]
impl PyRules {
    #[classattr]
    #[pyo3(name = "PASSING")]
    fn passings(py: Python<'_>) -> PyResult<Bound<'_, PyMappingProxy>> {
        proxy(py, Passing::ALL.map(|rule| (rule.name(), rule.sentence())))
    }

    #[classattr]
    #[pyo3(name = "STUCK")]
    fn stucks(py: Python<'_>) -> PyResult<Bound<'_, PyMappingProxy>> {
        proxy(py, Stuck::ALL.map(|rule| (rule.name(), rule.sentence())))
    }

    #[classattr]
    #[pyo3(name = "NAMED")]
    fn named(py: Python<'_>) -> PyResult<Bound<'_, PyMappingProxy>> {
        proxy(py, Rules::NAMED.map(|(name, rules)| (name, PyRules(rules))))
    }

    #[classattr]
    #[pyo3(name = "EDGES")]
    fn edges(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, Edge::ALL.map(Edge::length))
    }

    #[new]
    #[pyo3(
        signature = (
            text = Given(None), /, *, edge = Given(None), supply = Given(None), passing = Given(None), stuck = Given(None),
        ),
        text_signature = "(text='standard', /, *, edge=7, supply=60, passing='standard', stuck='draw')"
    )]
    fn new(
        text: Given<Text<'_, '_>>,
        edge: Given<EdgeArgument>,
        supply: Given<SupplyArgument>,
        passing: Given<PassingArgument>,
        stuck: Given<StuckArgument>,
    ) -> PyResult<PyRules> {
        let has_parts = edge.0.is_some() || supply.0.is_some() || passing.0.is_some() || stuck.0.is_some();
        match text.0 {
            Some(_) if has_parts => {
                Err(PyTypeError::new_err("a Rules has either a text or parts, such as edge and supply"))
            }
            Some(text) => PyRules::parse(text),
            None => {
                let default = Rules::default();
                let edge = edge.0.map_or(default.edge(), |edge| edge.0);
                let supply = supply.0.map_or(default.supply(), |supply| supply.0);
                let passing = passing.0.map_or(default.passing(), |passing| passing.0);
                let stuck = stuck.0.map_or(default.stuck(), |stuck| stuck.0);
                Rules::new(edge, supply, passing, stuck).map(PyRules).map_err(|error| invalid_rules(&error))
            }
        }
    }

    #[doc = doc!("Rules.parse")]
    #[staticmethod]
    fn parse(text: Text<'_, '_>) -> PyResult<PyRules> {
        text.chars.parse().map(PyRules).map_err(|error| invalid_rules(&error))
    }

    #[doc = doc!("Rules.spaces")]
    #[getter]
    fn spaces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let sky = self.0.edge().sky();
        let spaces = (0..sky.rows()).flat_map(|row| sky.row(row));
        PyTuple::new(py, spaces.map(|space| name_of(sky, space)).collect::<Vec<_>>())
    }

    #[doc = doc!("Rules.neighbors")]
    fn neighbors<'py>(&self, py: Python<'py>, space: Text<'_, '_>) -> PyResult<Bound<'py, PyTuple>> {
        let sky = self.0.edge().sky();
        let from = space_of(sky, &space)?;
        let neighbors = sky.neighbors_by_direction(from);
        PyTuple::new(py, neighbors.map(|space| name_of(sky, space)).collect::<Vec<_>>())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let (edge, passing, stuck) = (self.edge(), self.passing(), self.stuck());
        let supply = self.supply().map_or("None".to_string(), |supply| supply.to_string());
        format!("Rules(edge={edge}, supply={supply}, passing='{passing}', stuck='{stuck}')")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (String,)> {
        (slf.get_type().into_any(), (slf.get().__str__(),))
    }
}

/// The lists of the core: the name, the description and the suffix of each entry.
pub(crate) fn lists(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let parts = |Entry { name, description, suffix }| (name, description, suffix);
    let lists = lists::lists().into_iter();
    let lists = lists.map(|(list, entries)| (list, entries.into_iter().map(parts).collect::<Vec<_>>()));
    lists.collect::<Vec<_>>().into_py_dict(py)
}

fn proxy<'py, T: IntoPyObject<'py>, const N: usize>(
    py: Python<'py>,
    items: [(&str, T); N],
) -> PyResult<Bound<'py, PyMappingProxy>> {
    Ok(PyMappingProxy::new(py, items.into_py_dict(py)?.as_mapping()))
}

/// An argument that may not be given. It differs from None.
struct Given<T>(Option<T>);

impl<'a, 'py, T: FromPyObject<'a, 'py>> FromPyObject<'a, 'py> for Given<T> {
    type Error = T::Error;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> Result<Given<T>, T::Error> {
        T::extract(value).map(|value| Given(Some(value)))
    }
}

pub(crate) struct EdgeArgument(pub(crate) Edge);

impl<'a, 'py> FromPyObject<'a, 'py> for EdgeArgument {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<EdgeArgument> {
        whole_in(value, "edge", 0..=u64::from(u8::MAX))?
            .and_then(|length| Edge::new(length as u8))
            .map(EdgeArgument)
            .ok_or_else(|| invalid_rules_error("edge must be 4 to 8".to_string()))
    }
}

struct SupplyArgument(Option<u8>);

impl<'a, 'py> FromPyObject<'a, 'py> for SupplyArgument {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<SupplyArgument> {
        if value.is_none() {
            return Ok(SupplyArgument(None));
        }
        // The core refuses a supply that is too small. A supply above 255 gets the same error.
        let supply = whole_in(value, "supply", 0..=u64::from(u8::MAX))?.unwrap_or(0);
        Ok(SupplyArgument(Some(supply as u8)))
    }
}

word_arguments! {
    PassingArgument(Passing) = "passing": Passing::ALL.map(|rule| (rule.name(), rule)), invalid_rules_error;
    StuckArgument(Stuck) = "stuck": Stuck::ALL.map(|rule| (rule.name(), rule)), invalid_rules_error;
}

pub(crate) struct RulesArgument(pub(crate) Rules);

impl<'a, 'py> FromPyObject<'a, 'py> for RulesArgument {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<RulesArgument> {
        if let Ok(rules) = value.cast::<PyRules>() {
            return Ok(RulesArgument(rules.get().0));
        }
        match value.cast::<PyString>() {
            Ok(_) => PyRules::parse(value.extract()?).map(|rules| RulesArgument(rules.0)),
            Err(_) => Err(type_error(value, "rules", "a volo.Rules or its text")),
        }
    }
}

#[doc = doc!("_layout")]
#[pyfunction(name = "_layout")]
pub(crate) fn layout<'py>(
    py: Python<'py>,
    edge: EdgeArgument,
) -> PyResult<(Bound<'py, PyDict>, Bound<'py, PyDict>)> {
    let sky = edge.0.sky();
    Ok((places(py, sky, sky.spaces())?, places(py, sky, sky.missing())?))
}

fn places<'py>(py: Python<'py>, sky: &Sky, spaces: Bitboard) -> PyResult<Bound<'py, PyDict>> {
    let places = PyDict::new(py);
    for space in spaces {
        let place = sky.place(space);
        places.set_item(name_of(sky, space), (place.x, place.y))?;
    }
    Ok(places)
}
