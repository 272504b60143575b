//! The pieces of the statements that all families share.

use puml_syntax::TextRange;
use puml_syntax::ast::{Chrome, DirectiveKind, Lines, Shared, SpriteForm};

use super::pieces::{PieceKind, Pieces};

/// Gathers the pieces of a shared statement that covers `range`.
pub(super) fn pieces(shared: &Shared, range: TextRange, out: &mut Pieces<'_>) {
    match shared {
        Shared::Chrome(it) => chrome(it, out),
        Shared::Skinparam(it) => {
            for entry in &it.entries {
                for range in &entry.path {
                    out.add(*range, PieceKind::Property);
                }
                value(entry.path.last().copied(), entry.value, out);
            }
        }
        Shared::Style(it) => {
            out.maybe(it.source, PieceKind::Path);
            for declaration in &it.declarations {
                for range in &declaration.selectors {
                    out.add(*range, PieceKind::Selector);
                }
                out.add(declaration.property, PieceKind::Property);
                value(Some(declaration.property), declaration.value, out);
            }
        }
        Shared::Directive(it) => {
            out.add(it.name, PieceKind::Directive);
            let kind = match it.kind {
                DirectiveKind::Include | DirectiveKind::IncludeSub | DirectiveKind::Import => {
                    PieceKind::Path
                }
                DirectiveKind::Theme => PieceKind::Value,
                DirectiveKind::Log => PieceKind::Text,
                _ => return,
            };
            out.add(it.argument, kind);
        }
        Shared::Call(it) => out.add(it.name, PieceKind::Macro),
        Shared::Comment => out.add(range, PieceKind::Comment),
        Shared::Inert { .. } | Shared::Template | Shared::Error => {}
    }
}

/// Whether words outside every piece are keywords of the construct.
pub(super) fn has_keywords(shared: &Shared) -> bool {
    matches!(
        shared,
        Shared::Chrome(_) | Shared::Skinparam(_) | Shared::Style(_) | Shared::Inert { .. }
    )
}

/// The lines of a title, a legend and their like.
pub(super) fn body(shared: &Shared) -> Option<&Lines> {
    let Shared::Chrome(chrome) = shared else { return None };
    let text = match &**chrome {
        Chrome::Title(text) | Chrome::Caption(text) => text,
        Chrome::Legend(it) => &it.text,
        Chrome::Header(it) | Chrome::Footer(it) => &it.text,
        _ => return None,
    };
    text.lines()
}

fn chrome(chrome: &Chrome, out: &mut Pieces<'_>) {
    match chrome {
        Chrome::Title(text) | Chrome::Caption(text) => out.text(text),
        Chrome::Header(it) | Chrome::Footer(it) => out.text(&it.text),
        Chrome::Legend(it) => out.text(&it.text),
        Chrome::Mainframe(range) => out.add(*range, PieceKind::Text),
        Chrome::Skin(range) => out.add(*range, PieceKind::Value),
        Chrome::Sprite(it) => {
            out.add(it.name, PieceKind::Property);
            match &it.form {
                SpriteForm::Rows { rows: lines, .. } | SpriteForm::Svg(lines) => {
                    for line in &lines.lines {
                        out.add(*line, PieceKind::Value);
                    }
                }
                SpriteForm::Data(range) => out.add(*range, PieceKind::Value),
                SpriteForm::File(range) => out.add(*range, PieceKind::Path),
            }
        }
        Chrome::Scale(_) | Chrome::Page(_) => {}
    }
}

/// A value; a colour where the property's name or a `#` says so.
fn value(property: Option<TextRange>, value: TextRange, out: &mut Pieces<'_>) {
    let source = out.source;
    let named = property.is_some_and(|it| {
        let name = it.slice(source);
        let name = name.split("<<").next().unwrap_or(name).to_ascii_lowercase();
        name.trim_end().ends_with("color")
    });
    let text = value.slice(source);
    let color = text.starts_with('#') || named && puml_syntax::color::parse(text).is_some();
    out.add(value, if color { PieceKind::Color } else { PieceKind::Value });
}
