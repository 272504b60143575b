//! Parts of a diagram that go, or stand somewhere else: the lines they are written on.

use diag::TextEdit;
use puml_syntax::TextRange;
use puml_syntax::ast::Kind;

use super::{Destination, EditError, Move, Part, Place, Remove, Target};

/// Takes away the statements of a part; `named` finds those of a name.
pub fn remove<K: Kind>(
    asked: &Remove,
    target: &Target<'_, K>,
    named: impl Fn(&str) -> Result<Vec<TextRange>, EditError>,
) -> Result<Vec<TextEdit>, EditError> {
    Ok(target.without(&statements(&asked.part, target, named)?))
}

/// Puts the statements of a part, in their order, behind another line.
pub fn shift<K: Kind>(
    asked: &Move,
    target: &Target<'_, K>,
    named: impl Fn(&str) -> Result<Vec<TextRange>, EditError>,
) -> Result<Vec<TextEdit>, EditError> {
    let Destination::Place(place) = &asked.to else {
        return Err(EditError::NoNesting);
    };
    let ranges = statements(&asked.part, target, named)?;
    if let Place::After(line) = place {
        let there = target.stmt_on(*line)?.range;
        if ranges.contains(&there) {
            return Err(EditError::IntoItself);
        }
    }
    let mut edits = target.insert(*place, &lines(target, &ranges))?;
    edits.extend(target.without(&ranges));
    Ok(edits)
}

/// For families whose parts have no lines of their own to be found by name.
pub fn only_by_line(_: &str) -> Result<Vec<TextRange>, EditError> {
    Err(EditError::NeedsLine)
}

fn statements<K: Kind>(
    part: &Part,
    target: &Target<'_, K>,
    named: impl Fn(&str) -> Result<Vec<TextRange>, EditError>,
) -> Result<Vec<TextRange>, EditError> {
    match part {
        Part::Line(line) => Ok(vec![target.stmt_on(*line)?.range]),
        Part::Name(name) => named(name),
    }
}

fn lines<K: Kind>(target: &Target<'_, K>, ranges: &[TextRange]) -> Vec<String> {
    ranges.iter().map(|it| it.slice(target.text).to_owned()).collect()
}
