//! How much one diagram may ask for before it is refused by name.

use std::time::Duration;

/// Ceilings for one call. Each is reported by its field's name when it is passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The longest source, in characters.
    pub characters: usize,
    /// Processor time for parsing and drawing together, whatever else the machine does. Past it the call returns, and
    /// the work stops at its next checkpoint.
    pub time: Duration,
    /// Elements in the picture before sanitising.
    pub elements: usize,
    /// Bytes of the finished SVG.
    pub output_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            characters: 50_000,
            time: Duration::from_secs(4),
            elements: 100_000,
            output_bytes: 8 << 20,
        }
    }
}
