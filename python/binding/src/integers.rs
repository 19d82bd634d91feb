//! NumPy arrays of integers of any type as arguments.

use numpy::{PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use volo_rules::bindings::{Halt, collected};

use crate::arrays::{of_games, view_of, wrong_array, wrong_length};
use volo_rules::Stop;

macro_rules! integers {
    ($($Variant:ident($Number:ty) = $name:literal,)*) => {
        /// A copy of an array of integers, one for each game.
        pub(crate) enum Integers {
            $($Variant(Vec<$Number>),)*
        }

        impl Integers {
            /// A copy of a one-dimensional array of integers that has one for each game.
            ///
            /// # Errors
            /// `TypeError` if the value is not such an array, `VoloError` if it has another length.
            pub(crate) fn of_games(
                array: &Bound<'_, PyAny>,
                name: &str,
                games: usize,
            ) -> PyResult<Integers> {
                let view = view_of(array, name, "integers")?;
                if view.ndim() == 1 && view.len() != games {
                    return Err(wrong_length(games, view.len()));
                }
                let view = native(view)?;
                let dtype = view.dtype();
                $(
                    if dtype.is_equiv_to(&numpy::dtype::<$Number>(array.py())) {
                        return of_games(view.as_any(), name, $name, games).map(Integers::$Variant);
                    }
                )*
                Err(wrong_array(&view, name, "integers"))
            }

            /// The integer of a game.
            pub(crate) fn get(&self, game: usize) -> Option<i128> {
                match self {
                    $(Integers::$Variant(numbers) => numbers.get(game).map(|&number| i128::from(number)),)*
                }
            }

            /// The results of a function for each integer.
            ///
            /// # Errors
            /// If there is not enough memory.
            pub(crate) fn map<T>(&self, of: impl Fn(i128) -> T) -> Result<Vec<T>, Halt> {
                match self {
                    $(Integers::$Variant(numbers) => {
                        collected(numbers.iter().map(|&number| of(i128::from(number))), &Stop::never())
                    })*
                }
            }
        }
    };
}

integers! {
    U8(u8) = "uint8",
    U16(u16) = "uint16",
    U32(u32) = "uint32",
    U64(u64) = "uint64",
    I8(i8) = "int8",
    I16(i16) = "int16",
    I32(i32) = "int32",
    I64(i64) = "int64",
}

/// The array in the byte order of the machine.
fn native<'py>(array: Bound<'py, PyUntypedArray>) -> PyResult<Bound<'py, PyUntypedArray>> {
    if array.dtype().is_native_byteorder() != Some(false) {
        return Ok(array);
    }
    let dtype = array.dtype().call_method1("newbyteorder", ("=",))?;
    Ok(array.call_method1("astype", (dtype,))?.cast_into()?)
}
