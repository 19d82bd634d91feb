//! The two colors, the sky and its spaces, its symmetries, its layout in a plane, and sets of spaces.

pub(crate) mod bitboard;
pub(crate) mod color;
pub(crate) mod layout;
pub(crate) mod sky;
pub(crate) mod space;
pub(crate) mod symmetry;
