//! Observations as NumPy arrays.

use numpy::{Element, PyArrayDescr, PyArrayDescrMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use volo_rules::bindings::observed;
use volo_rules::learning::{Decision, Observed, View};
use volo_rules::{Color, Edge, Symmetry};

use crate::arrays::{self, written};
use crate::classes::ColorArgument;
use crate::errors::volo_error;
use crate::numbers::Side;
use crate::symmetry::SymmetryArgument;

#[derive(Clone, Copy)]
pub(crate) struct ViewArguments {
    pub(crate) size: Option<Side>,
    pub(crate) player: Option<Color>,
    pub(crate) symmetry: Symmetry,
}

impl ViewArguments {
    pub(crate) fn new(
        size: Option<Side>,
        player: Option<ColorArgument>,
        symmetry: Option<SymmetryArgument>,
    ) -> ViewArguments {
        let symmetry = symmetry.map_or(Symmetry::IDENTITY, |symmetry| symmetry.0);
        ViewArguments { size, player: player.map(|player| player.0), symmetry }
    }

    /// The view. Its planes have `side` rows and columns if the caller gave no size.
    pub(crate) fn with_default(&self, side: usize) -> View {
        let side = self.size.map_or(side, |size| size.0 as usize);
        let view = View::of(Edge::STANDARD).with_side(side).with_symmetry(self.symmetry);
        self.player.map_or(view, |player| view.with_player(player))
    }
}

pub(crate) trait Observer {
    fn observe<T: Number>(&self, py: Python<'_>, planes: &mut [T]) -> PyResult<()>;
}

pub(crate) trait Number: Element + observed::Number {}

/// Calls a macro with all types of numbers and their names, for which asking NumPy takes microseconds.
macro_rules! for_each_number {
    ($call:ident) => {
        $call!(u8 = "uint8", i16 = "int16", i32 = "int32", i64 = "int64", f32 = "float32", f64 = "float64");
    };
}

macro_rules! impl_number {
    ($($Number:ident = $name:literal),*) => {
        $(impl Number for $Number {})*
    };
}
for_each_number!(impl_number);

/// Observes a decision, with the planes of [`DECISION_PLANES`](volo_rules::learning::DECISION_PLANES) if `chosen` is true, and else
/// those of [`PLANES`](volo_rules::learning::PLANES). If no size is given, a plane has the rows and columns of the sky.
pub(crate) fn observed_decision<'py>(
    py: Python<'py>,
    decision: Decision,
    chosen: bool,
    view: ViewArguments,
    dtype: Option<&Bound<'py, PyAny>>,
    out: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let view = view.with_default(View::of(decision.position().rules().edge()).side);
    let what = Observed::new(view).with_chosen(chosen);
    observed(py, out, dtype, &[what.planes(), view.side, view.side], &OneDecision(decision, what))
}

struct OneDecision(Decision, Observed);

impl Observer for OneDecision {
    fn observe<T: Number>(&self, _: Python<'_>, planes: &mut [T]) -> PyResult<()> {
        let OneDecision(decision, what) = self;
        T::of_decision(decision, *what, planes).map_err(|error| volo_error(error.to_string()))
    }
}

/// Writes observations to `out`, or else to a new array. Returns the array.
pub(crate) fn observed<'py>(
    py: Python<'py>,
    out: Option<Bound<'py, PyAny>>,
    dtype: Option<&Bound<'py, PyAny>>,
    shape: &[usize],
    observer: &impl Observer,
) -> PyResult<Bound<'py, PyAny>> {
    arrays::load(py)?;
    let dtype = match dtype {
        Some(dtype) => PyArrayDescr::new(py, dtype)?,
        None => numpy::dtype::<u8>(py),
    };
    macro_rules! write_if_equivalent {
        ($($Number:ident = $name:literal),*) => {$(
            if dtype.is_equiv_to(&numpy::dtype::<$Number>(py)) {
                return written::<$Number>(py, out, $name, shape, |planes| observer.observe(py, planes));
            }
        )*};
    }
    for_each_number!(write_if_equivalent);
    Err(PyTypeError::new_err(format!(
        "dtype must be uint8, int16, int32, int64, float32 or float64, not {dtype}"
    )))
}
