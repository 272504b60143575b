//! What a caller may choose about compiling, with defaults that make every run the same.

use std::collections::BTreeMap;

/// Choices of one compilation. Nothing here is read from the machine: the caller fills it in.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// Variables that are set before the first line, as `-D` does.
    pub defines: Vec<(String, String)>,
    /// Texts that are read before the first line of each diagram, each with its name, as `-config` and `-I` do.
    pub preludes: Vec<(String, String)>,
    /// A theme in place of the one the source names.
    pub theme: Option<String>,
    /// Whether participants must be declared.
    pub declarations: Declarations,
    /// Whether libraries of elements that a source includes must be there.
    pub libraries: Libraries,
    /// Seconds since 1970 that `%date()` and `%now()` answer; 0 unless the caller says.
    pub now: i64,
    /// What `%getenv()` finds; empty unless the caller says.
    pub environment: BTreeMap<String, String>,
    /// The first number that `%random()` draws from; equal seeds give equal diagrams.
    pub seed: u64,
    /// Limits on size and work.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            defines: Vec::new(),
            preludes: Vec::new(),
            theme: None,
            declarations: Declarations::Optional,
            libraries: Libraries::Optional,
            now: 0,
            environment: BTreeMap::new(),
            seed: 1,
            limits: Limits::default(),
        }
    }
}

/// Whether participants must be declared before they are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Declarations {
    /// The first use declares, as in the reference implementation.
    #[default]
    Optional,
    /// A use without a declaration is an error.
    Required,
}

/// Whether libraries of elements, such as icon sets, must be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Libraries {
    /// Elements of a missing library are drawn as labelled boxes, with one warning for each library.
    #[default]
    Optional,
    /// A missing library is an error.
    Required,
}

/// The limits of one compilation, in one table. Past one of them a diagnostic names it and the work stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Calls and includes inside one another.
    pub depth: u32,
    /// Jumps back in one loop.
    pub jumps: u32,
    /// Lines carried out in all.
    pub steps: u32,
    /// Bytes of expanded text.
    pub output: u32,
    /// Lines of expanded text.
    pub lines: u32,
    /// Groups and braces inside one another.
    pub nesting: u32,
    /// Parts to draw: each event once, each participant four times on every page, and the like in other families. The
    /// cells of all tables are three quarters of them at most.
    pub parts: u64,
    /// Bytes of one value.
    pub value: u32,
    /// Bytes of all values that are kept: variables, arguments, and what loops go through.
    pub memory: u64,
    /// Bytes read, copied and loaded in all, so that many cheap steps on large values end too.
    pub work: u64,
    /// Diagnostics that are listed; the rest is counted by kind.
    pub findings: u32,
}

impl Limits {
    /// For a program that its own user waits for. This is the default.
    pub const LOCAL: Self = Self {
        depth: 64,
        jumps: 999,
        steps: 2_000_000,
        output: 32 << 20,
        lines: 1_000_000,
        nesting: 1_000_000,
        parts: 10_000_000,
        value: 1 << 20,
        memory: 128 << 20,
        work: 256 << 20,
        findings: 1_000,
    };

    /// For a server: a few tens of megabytes and less than a second for the worst text.
    pub const SHARED: Self = Self {
        depth: 64,
        jumps: 999,
        steps: 100_000,
        output: 400 << 10,
        lines: 12_000,
        nesting: 200,
        parts: 20_000,
        value: 64 << 10,
        memory: 8 << 20,
        work: 32 << 20,
        findings: 100,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Self::LOCAL
    }
}
