//! Chooses the implementation of [`SpaceSet`](crate::geometry::bitboard::SpaceSet) at run time.
//!
//! A [`Task`] is code that is generic over the implementation. [`run`] runs it with the backend that
//! [`backend`] returns; [`dispatch!`] writes the task from a block.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use core::num::NonZeroUsize;

use once_cell::race::OnceNonZeroUsize;

#[cfg(portable)]
use crate::geometry::bitboard::Bitboard;
#[cfg(wide)]
use crate::geometry::bitboard::instructions::{Avx2, Avx512};
#[cfg(v128)]
use crate::geometry::bitboard::v128::V128;
#[cfg(wide)]
use crate::geometry::bitboard::wide::Instructions;
use crate::geometry::bitboard::{SpaceSet, Task};

/// An implementation of sets of spaces.
///
/// ```
/// # use volo_rules::bitboard::{Backend, backend};
/// assert_eq!(Backend::from_environment()?, backend());
/// assert!(["portable", "v128", "avx2", "avx512"].contains(&backend().name()));
/// # Ok::<(), volo_rules::bitboard::UnknownBackend>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// Four 64-bit words. Runs on every processor, and is compiled only where there is no other backend, and with the feature
    /// `portable` of the crate.
    Portable,
    /// Two registers of 128 bits, with SSE2, NEON or the vectors of WebAssembly. Runs on every x86-64 and aarch64 processor,
    /// and where WebAssembly has `simd128`.
    V128,
    /// One AVX2 register. Runs on x86-64 processors with AVX2, BMI1, BMI2, LZCNT and POPCNT.
    Avx2,
    /// One register of 256 bits, with AVX-512 instructions. Runs on x86-64 processors that also have the parts F, BW, DQ,
    /// VL, VBMI, VBMI2 and VPOPCNTDQ of AVX-512.
    Avx512,
}

impl Backend {
    /// The backend's name: `portable`, `v128`, `avx2` or `avx512`.
    pub const fn name(self) -> &'static str {
        match self {
            Backend::Portable => "portable",
            Backend::V128 => "v128",
            Backend::Avx2 => "avx2",
            Backend::Avx512 => "avx512",
        }
    }
}

/// The sets that every processor for which this program is compiled can compute with.
#[cfg(v128)]
type Baseline = V128;
#[cfg(not(v128))]
type Baseline = Bitboard;

pub(super) const BASELINE: Backend = if cfg!(v128) { Backend::V128 } else { Backend::Portable };

/// The backends that this processor can run, from slowest to fastest.
pub(super) fn available() -> impl Iterator<Item = Backend> {
    #[cfg(wide)]
    let (avx2, avx512) = (Avx2::available(), Avx512::available());
    #[cfg(not(wide))]
    let (avx2, avx512) = (false, false);
    let backends = [
        (Backend::Portable, cfg!(portable)),
        (Backend::V128, cfg!(v128)),
        (Backend::Avx2, avx2),
        (Backend::Avx512, avx512),
    ];
    backends.into_iter().filter_map(|(backend, is_available)| is_available.then_some(backend))
}

/// The backend in use.
///
/// This is the backend that [`Backend::from_environment`] returns, or the fastest one if it returns
/// an error, and without the feature `std`. It is determined at the first call and never changes afterwards.
pub fn backend() -> Backend {
    static BACKEND: OnceNonZeroUsize = OnceNonZeroUsize::new();
    // The place of the backend in the enumeration, from 1.
    let number = BACKEND.get_or_init(|| {
        #[cfg(feature = "std")]
        let chosen = Backend::from_environment().ok();
        #[cfg(not(feature = "std"))]
        let chosen = None;
        let chosen = chosen.or_else(|| available().last()).unwrap_or(BASELINE);
        NonZeroUsize::MIN.saturating_add(chosen as usize)
    });
    match number.get() {
        1 => Backend::Portable,
        2 => Backend::V128,
        3 => Backend::Avx2,
        _ => Backend::Avx512,
    }
}

/// Runs a block with the sets of the backend in use.
///
/// A closure cannot be generic, so the block becomes the body of a [`Task`]. The block sees the
/// variables that are listed, each with its type and its value, and the type of the sets:
///
/// ```text
/// dispatch!(<S>(birds: Bitboard = self.birds[color]) -> bool { S::load(birds).is_connected() })
/// ```
///
/// The block is run by [`run_short`], so it is not compiled for AVX-512.
macro_rules! dispatch {
    (<$S:ident>($($name:ident: $Type:ty = $value:expr),+) -> $Output:ty $body:block) => {{
        struct Block<T>(T);

        impl $crate::geometry::bitboard::Task for Block<($($Type,)+)> {
            type Output = $Output;

            #[inline(always)]
            fn run<$S: $crate::geometry::bitboard::SpaceSet>(self) -> $Output {
                let Block(($($name,)+)) = self;
                $body
            }
        }

        $crate::geometry::bitboard::run_short(Block(($($value,)+)))
    }};
}
pub(crate) use dispatch;

/// Runs a block as a function that is not inlined, so that all tasks on sets of the same type share it.
///
/// Everything else is inlined into the tasks that call it. With this, a large step is compiled once and not for each caller,
/// and its variables are not in the caller's stack frame. The block sees the variables that are listed, as with
/// [`dispatch!`]:
///
/// ```text
/// shared!(<S>(position: &Position = self) -> u32 { position.count_moves_in::<S>() })
/// ```
macro_rules! shared {
    (<$S:ident>($($name:ident: $Type:ty = $value:expr),+) -> $Output:ty $body:block) => {{
        struct Block<S, T>(T, ::core::marker::PhantomData<S>);

        impl<$S: $crate::geometry::bitboard::SpaceSet> $crate::geometry::bitboard::Shared for Block<$S, ($($Type,)+)> {
            type Output = $Output;

            #[inline(always)]
            fn run(self) -> $Output {
                let Block(($($name,)+), _) = self;
                $body
            }
        }

        <$S as $crate::geometry::bitboard::SpaceSet>::run_shared(Block::<$S, _>(($($value,)+), ::core::marker::PhantomData))
    }};
}
pub(crate) use shared;

#[inline(always)]
pub(crate) fn run<T: Task>(task: T) -> T::Output {
    match backend() {
        #[cfg(wide)]
        Backend::Avx512 => run_wide::<Avx512, T>(task),
        _ => run_short(task),
    }
}

/// Runs a task that is not compiled for AVX-512: a processor with AVX-512 runs the code for AVX2.
///
/// Compiling a task for AVX-512 pays only if it lists or counts moves, or works on many positions.
#[inline(always)]
pub(crate) fn run_short<T: Task>(task: T) -> T::Output {
    match backend() {
        #[cfg(wide)]
        Backend::Avx2 | Backend::Avx512 => run_wide::<Avx2, T>(task),
        #[cfg(all(v128, portable))]
        Backend::Portable => run_on::<Bitboard, T>(task),
        _ => run_on::<Baseline, T>(task),
    }
}

#[cfg(wide)]
#[allow(unsafe_code)]
#[inline(always)]
fn run_wide<I: Instructions, T: Task>(task: T) -> T::Output {
    // SAFETY: `backend` returns a backend only if `Instructions::available` returned `true` for it.
    unsafe { I::run(task) }
}

#[inline(never)]
fn run_on<S: SpaceSet, T: Task>(task: T) -> T::Output {
    task.run::<S>()
}
