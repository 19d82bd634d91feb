//! The C library `libvolo`. The build script generates the header `include/volo.h` from these sources.
//!
//! The functions only convert values. Every rule of the game is in the crate `volo-rules`.
//!
//! Each exported function is `unsafe` to call from Rust: its pointers must be valid as `volo.h` says. The macro
//! [`attempt`] reads them at the beginning of a function. Only `border.rs` dereferences pointers from the caller; only
//! `callbacks.rs` and `input.rs` call the caller's function pointers.
#![allow(unsafe_code, reason = "a function for C has an exported name and takes pointers from the caller")]
#![allow(unreachable_pub, reason = "cbindgen reads public items only")]
#![allow(clippy::missing_safety_doc, reason = "volo.h says what all functions ask of their pointers")]
#![allow(non_camel_case_types, reason = "the types have their names of C")]
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::expect_used)]

#[macro_use]
mod border;

// The header has the parts in this order.
mod library;

mod error;

mod lists;

mod rules;

mod spaces;

mod position;

mod callbacks;

mod moves;

mod perft;

mod symmetry;

mod actions;

mod observation;

mod games;

mod input;

mod record;

mod engine;

mod solver;

mod seal;
mod text;
