//! The coordinates of the spaces of a sky in a picture, for `volo.layout`.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use volo_rules::Sky;
use volo_rules::bitboard::Bitboard;

use crate::region::name_of;
use crate::rules::EdgeArgument;

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
