//! The instruction sets of x86-64 that tasks are compiled for: [`Avx2`] and [`Avx512`].
#![allow(unsafe_code)]

use crate::geometry::bitboard::wide::{Instructions, Wide};
use crate::geometry::bitboard::{Shared, Task};

/// Declares instruction sets, and implements [`Instructions`] with functions that are compiled for them.
macro_rules! instructions {
    ($(#[$about:meta])* $Name:ident, $has_vbmi:literal: $($feature:tt),+) => {
        $(#[$about])*
        #[derive(Clone, Copy)]
        pub(super) struct $Name;

        impl Instructions for $Name {
            const HAS_VBMI: bool = $has_vbmi;

            fn available() -> bool {
                $(is_x86_feature_detected!($feature))&&+
            }

            #[inline(always)]
            unsafe fn run<T: Task>(task: T) -> T::Output {
                #[target_feature($(enable = $feature),+)]
                unsafe fn run<T: Task>(task: T) -> T::Output {
                    task.run::<Wide<$Name>>()
                }
                // SAFETY: the caller's.
                unsafe { run(task) }
            }

            #[inline(always)]
            unsafe fn run_shared<T: Shared>(step: T) -> T::Output {
                #[target_feature($(enable = $feature),+)]
                #[inline(never)]
                unsafe fn run<T: Shared>(step: T) -> T::Output {
                    step.run()
                }
                // SAFETY: the caller's.
                unsafe { run(step) }
            }
        }
    };
}

instructions! {
    /// AVX2, and the instructions on words that all processors with AVX2 have.
    Avx2, false: "avx2", "bmi1", "bmi2", "lzcnt", "popcnt"
}

instructions! {
    /// AVX-512 on registers of 256 bits. It has twice as many registers, and instructions that combine three sets.
    Avx512, true: "avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512vbmi", "avx512vbmi2", "avx512vpopcntdq",
    "avx2", "bmi1", "bmi2", "lzcnt", "popcnt"
}
