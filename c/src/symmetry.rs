//! Symmetries.

use std::ffi::c_int;

use volo_rules::Symmetry;

use crate::border::output;
use crate::error::{Failure, volo_error};
use crate::moves::{move_of, volo_move};
use crate::position::{read_position, volo_position};
use crate::rules::numbered;

/// The number of symmetries of a sky. They are numbered from 0: the identity, the rotations by 60 to 300 degrees
/// clockwise, then the reflection that exchanges left and right, followed by each of these rotations.
/// `VOLO_LIST_SYMMETRIES` has their names.
pub const VOLO_SYMMETRIES: i32 = 12;

const _: () = assert!(Symmetry::ALL.len() == VOLO_SYMMETRIES as usize);

/// Writes the symmetry that undoes a symmetry.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_symmetry_inverse(
    symmetry: i32,
    inverse: *mut i32,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, inverse = output(inverse, "inverse"); {
        inverse.write(number(symmetry_of(symmetry)?.inverse()));
    })
}

/// Writes the symmetry that applies `first` and then `second`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_symmetry_compose(
    first: i32,
    second: i32,
    both: *mut i32,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, both = output(both, "both"); {
        both.write(number(symmetry_of(second)?.after(symmetry_of(first)?)));
    })
}

/// Writes the image of a position. `image` may be the same pointer as `position`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_position_transform(
    position: *const volo_position,
    symmetry: i32,
    image: *mut volo_position,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, position = read_position(position), image = output(image, "image"); {
        image.write((&position.transform(symmetry_of(symmetry)?)).into());
    })
}

/// Writes the position that represents all images of a position, and a symmetry that maps the position to it.
/// `symmetry` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_position_canonical(
    position: *const volo_position,
    canonical: *mut volo_position,
    symmetry: *mut i32,
    error: *mut volo_error,
) -> c_int {
    attempt!(
        error,
        position = read_position(position),
        canonical = output(canonical, "canonical"),
        symmetry = crate::border::optional_output(symmetry, "symmetry");
        {
            let (representative, by) = position.canonical();
            canonical.write((&representative).into());
            if let Some(symmetry) = symmetry {
                symmetry.write(number(by));
            }
        }
    )
}

/// Writes the image of a move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_move_transform(
    mv: volo_move,
    symmetry: i32,
    image: *mut volo_move,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, image = output(image, "image"); {
        let (mv, edge) = move_of(mv)?;
        image.write(mv.transform(symmetry_of(symmetry)?, edge).code(edge));
    })
}

pub(crate) fn symmetry_of(number: i32) -> Result<Symmetry, Failure> {
    numbered(&Symmetry::ALL, number, "symmetry", Failure::argument).copied()
}

fn number(symmetry: Symmetry) -> i32 {
    Symmetry::ALL.iter().position(|&other| other == symmetry).unwrap_or_default() as i32
}
