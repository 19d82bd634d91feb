//! No content: see Cargo.toml.
