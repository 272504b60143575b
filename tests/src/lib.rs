//! The case harness.
