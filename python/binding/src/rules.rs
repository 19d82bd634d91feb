//! `volo.Rules`.

use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyMappingProxy, PyString, PyTuple};
use volo_rules::bindings::lists::{self, Entry};
use volo_rules::bitboard::Bitboard;
use volo_rules::{Edge, Passing, Rules, Sky, Stuck};

use crate::Reduced;
use crate::classes::{copied, formatted, in_pydantic, name_of, space_of};
use crate::errors::{Text, invalid_rules, invalid_rules_error, type_error, word_arguments};
use crate::numbers::whole_in;

/// A rule set: the size of the sky, the number of birds, when a pass is legal, and how a game ends when
/// both players pass or are stuck.
///
/// Immutable; compared, hashed and pickled by value. ``str()`` gives the text that :meth:`parse`
/// reads.
///
/// Args:
///     edge: the number of spaces on an edge of the sky, its missing corners included, 4 to 8 [R1].
///     supply: the number of birds of each player, 3 to 255 [R4]; None for no limit.
///     passing: when a pass is legal [R13]: a name in :attr:`PASSING`.
///     stuck: how a game ends when both players pass or are stuck [R14] [R14b]: a name in :attr:`STUCK`.
///
/// Attributes:
///     PASSING: the pass rules by name, each with a sentence that says when a pass is legal [R13].
///     STUCK: the end rules by name, each with a sentence that says how a game ends [R14] [R14b].
///     NAMED: the named rule sets, each on its usual sky.
///     EDGES: the edges of the skies [R1].
///
/// Raises:
///     InvalidRulesError: a number is out of range, or a word is unknown.
///     TypeError: an argument has the wrong type.
///
/// Examples:
///     >>> import volo
///     >>> volo.Rules()
///     Rules(edge=7, supply=60, passing='standard', stuck='draw')
///     >>> str(volo.Rules(edge=5, supply=None, passing="own-regions"))
///     'abstract-play-5'
#[pyclass(frozen, eq, hash, module = "volo", name = "Rules")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyRules(pub(crate) Rules);

copied!(PyRules);
formatted!(PyRules);
in_pydantic!(PyRules);

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
            edge = EdgeArgument(Edge::STANDARD),
            supply = SupplyArgument(Some(60)),
            passing = PassingArgument(Passing::Standard),
            stuck = StuckArgument(Stuck::Draw),
        ),
        text_signature = "(edge=7, supply=60, passing='standard', stuck='draw')"
    )]
    fn new(
        edge: EdgeArgument,
        supply: SupplyArgument,
        passing: PassingArgument,
        stuck: StuckArgument,
    ) -> PyResult<PyRules> {
        Rules::new(edge.0, supply.0, passing.0, stuck.0).map(PyRules).map_err(|error| invalid_rules(&error))
    }

    /// The rules of 2010-08-31, with 60 birds for each player.
    ///
    /// Raises:
    ///     InvalidRulesError: the edge is not 4 to 8.
    #[staticmethod]
    #[pyo3(signature = (edge = EdgeArgument(Edge::STANDARD)), text_signature = "(edge=7)")]
    fn standard(edge: EdgeArgument) -> PyRules {
        PyRules(Rules::standard(edge.0))
    }

    /// The rules of the nestorgames edition, with 50 birds for each player, on the ``"standard"`` sky of
    /// edge 7 or the ``"small"`` one of edge 6.
    ///
    /// Raises:
    ///     InvalidRulesError: the size is neither ``"standard"`` nor ``"small"``.
    #[staticmethod]
    #[pyo3(signature = (size = SizeArgument(Edge::STANDARD)), text_signature = "(size='standard')")]
    fn two_sizes(size: SizeArgument) -> PyRules {
        PyRules(Rules::two_sizes(size.0))
    }

    /// The earlier rules: a pass is legal only if no add and no flight is possible, and if both
    /// players are stuck, the last player to add or fly wins [R14b].
    #[staticmethod]
    fn french() -> PyRules {
        PyRules(Rules::french(Edge::STANDARD))
    }

    /// The rules of the site Abstract Play: the number of birds has no limit, and whether a pass is legal
    /// depends on the regions only, not on flights.
    ///
    /// Raises:
    ///     InvalidRulesError: the edge is not 4 to 8.
    #[staticmethod]
    #[pyo3(signature = (edge = EdgeArgument(Edge::STANDARD)), text_signature = "(edge=7)")]
    fn abstract_play(edge: EdgeArgument) -> PyRules {
        PyRules(Rules::abstract_play(edge.0))
    }

    /// The rules of the site Boardspace: the number of birds has no limit, and a pass is legal if no flight is
    /// possible, whether or not a bird can be added. The site has skies of edge 7 and 6.
    ///
    /// Raises:
    ///     InvalidRulesError: the edge is not 4 to 8.
    #[staticmethod]
    #[pyo3(signature = (edge = EdgeArgument(Edge::STANDARD)), text_signature = "(edge=7)")]
    fn boardspace(edge: EdgeArgument) -> PyRules {
        PyRules(Rules::boardspace(edge.0))
    }

    /// The rule set of a text such as ``"standard"``, ``"standard-5"`` or
    /// ``"edge=6,supply=50,pass=forced,stuck=draw"``. White space at its ends is ignored.
    ///
    /// Raises:
    ///     InvalidRulesError: the text does not name a rule set.
    #[staticmethod]
    fn parse(text: Text<'_, '_>) -> PyResult<PyRules> {
        text.chars.parse().map(PyRules).map_err(|error| invalid_rules(&error))
    }

    /// The number of spaces on an edge of the sky, its missing corners included [R1].
    #[getter]
    fn edge(&self) -> u8 {
        self.0.edge().length()
    }

    /// The number of birds of each player [R4]; None for no limit.
    #[getter]
    fn supply(&self) -> Option<u8> {
        self.0.supply()
    }

    /// When a pass is legal [R13]: a name in :attr:`PASSING`.
    #[getter]
    fn passing(&self) -> &'static str {
        self.0.passing().name()
    }

    /// How a game ends when both players pass or are stuck [R14] [R14b]: a name in :attr:`STUCK`.
    #[getter]
    fn stuck(&self) -> &'static str {
        self.0.stuck().name()
    }

    /// The names of all spaces of the sky, row by row from the top, each from left to right [R1] [R3].
    ///
    /// Examples:
    ///     >>> import volo
    ///     >>> spaces = volo.Rules.standard(4).spaces
    ///     >>> len(spaces), spaces[:4]
    ///     (30, ('g2', 'g3', 'f1', 'f2'))
    #[getter]
    fn spaces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let sky = self.0.edge().sky();
        let spaces = (0..sky.rows()).flat_map(|row| sky.row(row));
        PyTuple::new(py, spaces.map(|space| name_of(sky, space)).collect::<Vec<_>>())
    }

    /// The names of the neighbors of a space, in the order E, SE, SW, W, NW, NE. Missing spaces are
    /// left out [R2].
    ///
    /// Raises:
    ///     NotationError: the sky has no space of this name.
    ///
    /// Examples:
    ///     >>> import volo
    ///     >>> volo.Rules.standard(4).neighbors("b2")
    ///     ('b3', 'a2', 'b1', 'c2', 'c3')
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

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (u8, Option<u8>, &'static str, &'static str)> {
        let rules = slf.get();
        (slf.get_type().into_any(), (rules.edge(), rules.supply(), rules.passing(), rules.stuck()))
    }
}

/// The lists of the core: the name, the description and the suffix of each entry.
pub(crate) fn lists(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let parts = |Entry { name, description, suffix }| (name, description, suffix);
    let lists = lists::lists().into_iter();
    let lists = lists.map(|(list, entries)| (list, entries.into_iter().map(parts).collect::<Vec<_>>()));
    lists.collect::<Vec<_>>().into_py_dict(py)
}

/// A mapping that cannot be changed.
fn proxy<'py, T: IntoPyObject<'py>, const N: usize>(
    py: Python<'py>,
    items: [(&str, T); N],
) -> PyResult<Bound<'py, PyMappingProxy>> {
    Ok(PyMappingProxy::new(py, items.into_py_dict(py)?.as_mapping()))
}

/// An edge from 4 to 8.
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
    SizeArgument(Edge) = "size": [("standard", Edge::STANDARD), ("small", Edge::SMALL)], invalid_rules_error;
}

/// A rule set, or its text.
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

/// The spaces of a sky and its missing spaces: the coordinates (x, y) by the names of the spaces, in board
/// order.
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
