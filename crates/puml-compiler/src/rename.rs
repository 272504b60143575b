//! A rename that is right or refused: in every text of a project the models before and after are equal up to the name.
//!
//! What the diagrams must say afterwards is known before anything is tried: the family renames in the expanded text.
//! Edits of the sources are right if they expand to exactly that.

mod candidates;
mod equal;
mod plan;
mod unit;

use std::fmt;
use std::sync::Arc;

use diag::{Sources, TextEdit};
use puml_family::edits::EditError;
use puml_family::{Options, World};

use crate::compile::compile;
use crate::detect::SourceBlock;
use equal::Said;
use plan::Plan;
use unit::Overlay;

/// A text of a project. The diagrams of a page are a text each, of the page's name: with everything else blanked out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectText {
    /// As the [`World`] calls it.
    pub name: String,
    /// The text as it is now.
    pub text: Arc<str>,
}

/// What is to be renamed, and where the project's texts come from.
#[derive(Clone, Copy)]
pub struct Rename<'a> {
    /// The text that has the diagram.
    pub text: &'a ProjectText,
    /// An offset in the diagram.
    pub at: u32,
    /// The name in use.
    pub from: &'a str,
    /// The name to use.
    pub to: &'a str,
    /// The other texts that may be changed. A text that is included and not here stays as it is.
    pub others: &'a [ProjectText],
    /// Where included texts come from.
    pub world: &'a dyn World,
    /// How texts are compiled.
    pub options: &'a Options,
    /// The edits of the text alone, where the caller has its tree: what they lead to is compiled beside the text as it is.
    pub likely: Option<&'a [TextEdit]>,
    /// The blocks of the text as written, where the caller has read them; else empty.
    pub blocks: &'a [Option<&'a SourceBlock>],
}

/// The edits of one text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Renamed {
    /// The text's name.
    pub name: String,
    /// In reading order, without overlap.
    pub edits: Vec<TextEdit>,
}

/// Why nothing is renamed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RenameError {
    /// The new name does not do, or nobody has the old one.
    Refused(EditError),
    /// A diagram would say something else: these places give the name and cannot be changed.
    Unchangeable(Vec<Place>),
}

/// A place that would have to change.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The text's name.
    pub file: String,
    /// Counted from 1.
    pub line: u32,
}

impl fmt::Display for RenameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = match self {
            Self::Refused(error) => return error.fmt(f),
            Self::Unchangeable(places) => places,
        };
        f.write_str("a diagram would say something else")?;
        if places.is_empty() {
            return Ok(());
        }
        let told: Vec<String> =
            places.iter().map(|it| format!("{} line {}", it.file, it.line)).collect();
        write!(f, ": the name also comes from {}, which cannot be changed", told.join(", "))
    }
}

impl std::error::Error for RenameError {}

/// The edits that give an element another name wherever it is used as one, in all texts that share it.
pub fn rename(asked: &Rename<'_>) -> Result<Vec<Renamed>, RenameError> {
    let mut plan = Plan::new(asked).map_err(RenameError::Refused)?;
    plan.spread();
    if !plan.is_right() {
        plan.add_candidates();
        if !plan.is_right() {
            return Err(RenameError::Unchangeable(plan.places()));
        }
    }
    Ok(plan.renamed())
}

/// Whether edits of some texts give something another name and change nothing else that their diagrams say.
pub fn is_rename(
    changes: &[(ProjectText, Vec<TextEdit>)],
    (from, to): (&str, &str),
    world: &dyn World,
    options: &Options,
) -> bool {
    let edited = |(text, edits): &(ProjectText, Vec<TextEdit>)| diag::apply_to(&text.text, edits);
    let Ok(edited) = changes.iter().map(edited).collect::<Result<Vec<String>, _>>() else {
        return false;
    };
    let texts = changes.iter().map(|it| &it.0);
    let changed = texts.clone().zip(&edited);
    let changed = changed.map(|(text, after)| (text.name.as_str(), (&*text.text, after.clone())));
    let later = Overlay { inner: world, changed: changed.collect() };
    texts.zip(&edited).all(|(text, edited)| {
        let (before, after) = rayon::join(
            || said(&text.name, &text.text, world, options),
            || said(&text.name, edited, &later, options),
        );
        before.is_same(&after, from, to)
    })
}

/// The names of the texts that a text includes, directly or not.
pub fn included(text: &ProjectText, world: &dyn World, options: &Options) -> Vec<String> {
    let found = unit::Expansion::of(&text.name, &text.text, world, options);
    found.names().skip(1).map(str::to_owned).collect()
}

/// What the diagrams of a text say.
fn said(name: &str, text: &str, world: &dyn World, options: &Options) -> Said {
    let mut sources = Sources::default();
    let id = sources.add(name, text);
    let compiled = compile(&mut sources, id, world, options);
    let said = Said::by(&compiled);
    // Nobody waits for the model of a long text to be taken apart.
    rayon::spawn(move || drop(compiled));
    said
}
