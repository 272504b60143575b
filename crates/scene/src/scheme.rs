//! Colours for a light or a dark page: the one choice that every writer and every program shares.

use std::str::FromStr;

/// Which of a colour's two variants is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Scheme {
    /// The reader's preference where a picture can ask for it; light everywhere else.
    #[default]
    Reader,
    /// For a light page.
    Light,
    /// For a dark page, where there are such colours.
    Dark,
}

/// A word that names no [`Scheme`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownScheme;

impl Scheme {
    /// Every scheme, the usual one first.
    pub const ALL: [Self; 3] = [Self::Reader, Self::Light, Self::Dark];

    /// How a user names it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reader => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

impl FromStr for Scheme {
    type Err = UnknownScheme;

    fn from_str(name: &str) -> Result<Self, UnknownScheme> {
        Self::ALL.into_iter().find(|it| it.name() == name).ok_or(UnknownScheme)
    }
}

impl std::fmt::Display for UnknownScheme {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the scheme is auto, light or dark")
    }
}

impl std::error::Error for UnknownScheme {}
