//! Sets, replaces or removes the `!theme` line.

use diag::TextEdit;

use puml_syntax::TextRange;
use puml_syntax::ast::{DirectiveKind, Kind, Shared};

use super::{ChangeTheme, EditError, Target};

/// The text edits that set, replace or take away the theme of a diagram of any family.
pub fn change_theme<K: Kind>(
    asked: &ChangeTheme,
    target: &Target<'_, K>,
) -> Result<Vec<TextEdit>, EditError> {
    if let Some(theme) = &asked.theme
        && (theme.is_empty()
            || !theme.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '-' | '.')))
    {
        return Err(EditError::BadLine(format!("!theme {theme}")));
    }
    let present: Vec<_> = target
        .stmts()
        .filter_map(|(_, stmt)| match stmt.kind.shared() {
            Some(Shared::Directive(it)) if it.kind == DirectiveKind::Theme => {
                Some((stmt.range, it.argument))
            }
            _ => None,
        })
        .collect();
    match (&asked.theme, present.as_slice()) {
        (Some(theme), [(_, argument), ..]) => {
            let span = argument.in_source(target.source);
            Ok(vec![TextEdit::replace(span, theme.clone())])
        }
        (Some(theme), []) => Ok(insert(target, &format!("!theme {theme}"))),
        (None, present) => Ok(present
            .iter()
            .map(|(range, _)| {
                let start = target.start_of(range.start);
                let rest = &target.text[range.end as usize..];
                let stop = rest.find('\n').map_or(rest.len(), |it| it + 1) as u32;
                let whole = TextRange::new(start, range.end + stop);
                TextEdit::delete(whole.in_source(target.source))
            })
            .collect()),
    }
}

fn insert<K: Kind>(target: &Target<'_, K>, line: &str) -> Vec<TextEdit> {
    if let Some(start) = target.block().start {
        return target.behind(start.end, target.indent(start.start), &[line.to_owned()]);
    }
    let text = format!("{line}{}", target.line_end());
    vec![TextEdit::insert(target.source, 0, text)]
}
