//! The one door to the outside: texts that a source asks for by name. No files are read here.

use std::fmt;

/// Supplies what a diagram includes. The compiler itself reads nothing. Several sources may be compiled at once.
pub trait World: Sync {
    /// The text that is asked for, or the reason why there is none.
    fn load(&self, wanted: Wanted<'_>) -> Result<Loaded, Refusal>;

    /// The bytes of a picture that is asked for, or the reason why there are none. Worlds without pictures keep
    /// this refusal.
    fn picture(&self, wanted: Wanted<'_>) -> Result<Vec<u8>, Refusal> {
        Err(Refusal::Denied(match wanted {
            Wanted::Url(_) => "addresses are not opened".into(),
            _ => "pictures are not read here".into(),
        }))
    }
}

/// What a diagram asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted<'a> {
    /// A file; `path` as written, to be read beside the source called `from`.
    File {
        /// The name of the source that asks.
        from: &'a str,
        /// As written in the source.
        path: &'a str,
    },
    /// The text behind an address. A world that allows no network refuses it.
    Url(&'a str),
    /// A file of the standard library: `C4/C4_Sequence` of `!include <C4/C4_Sequence>`.
    Library(&'a str),
    /// The file of a theme that lies in a folder or behind an address: `!theme name from place`.
    Theme {
        /// The name of the source that asks.
        from: &'a str,
        /// The theme's name, without a prefix or an ending.
        name: &'a str,
        /// The folder or address as written.
        place: &'a str,
    },
}

impl fmt::Display for Wanted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { path, .. } => write!(f, "{path}"),
            Self::Url(url) => write!(f, "{url}"),
            Self::Library(name) => write!(f, "<{name}>"),
            Self::Theme { name, place, .. } => write!(f, "{name} from {place}"),
        }
    }
}

/// A text from the world.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loaded {
    /// The same for the same text however it was asked for; reports use it.
    pub name: String,
    /// The file's content.
    pub text: String,
}

/// Why the world gives no text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// There is no such thing.
    Missing,
    /// It may exist, but this caller may not have it; the reason says what would allow it.
    Denied(String),
    /// It is there, but cannot be read as text.
    Unreadable(String),
}

/// A world with nothing in it: every include is refused.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoWorld;

impl World for NoWorld {
    fn load(&self, wanted: Wanted<'_>) -> Result<Loaded, Refusal> {
        Err(Refusal::Denied(match wanted {
            Wanted::Url(_) => "addresses are not opened here".into(),
            Wanted::Library(_) => "the standard library is not part of this program".into(),
            Wanted::File { .. } | Wanted::Theme { .. } => "no files can be included here".into(),
        }))
    }
}
