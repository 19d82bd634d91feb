//! Colors. JavaScript passes them as `orange` or `blue`.

use volo_rules::Color;

use crate::Result;
use crate::error::volo_error;

pub(crate) fn color_of(name: &str) -> Result<Color> {
    name.parse().map_err(|error: volo_rules::UnknownName| volo_error(&error.to_string()))
}
