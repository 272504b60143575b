//! The colours of a text and the ways to write another in their place.

use puml_compiler::editor::PieceKind;
use puml_syntax::TextRange;
use puml_syntax::ast::Shared;
use puml_syntax::color::{self, NAMES, parse_color};

use crate::Analysis;
use crate::markup;

/// A colour in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Color {
    /// With its `#` if it has one.
    pub range: TextRange,
    /// Red, green, blue, opacity.
    pub rgba: [u8; 4],
}

/// All plain colours in reading order; gradients and words such as `transparent` are none.
pub fn colors(analysis: &Analysis) -> Vec<Color> {
    let text = analysis.text();
    let mut found = Vec::new();
    for (tree, stmt) in analysis.stmts() {
        let slice = tree.range(stmt).slice(text);
        let shared = tree.shared(stmt);
        let styled = matches!(shared, Some(Shared::Skinparam(_) | Shared::Style(_)));
        if shared == Some(&Shared::Comment) || !styled && !slice.contains(['#', '<']) {
            continue;
        }
        for piece in tree.pieces(stmt) {
            let ranges = match piece.kind {
                PieceKind::Color => vec![piece.range],
                PieceKind::Text => markup::colors(text, piece.range),
                _ => continue,
            };
            for range in ranges {
                if let Some(color::Color::Rgba(red, green, blue, alpha)) =
                    parse_color(range.slice(text))
                {
                    found.push(Color { range, rgba: [red, green, blue, alpha] });
                }
            }
        }
    }
    found
}

/// The ways to write a colour where `range` stands: in digits, and by name if it has one.
pub fn presentations(analysis: &Analysis, range: TextRange, rgba: [u8; 4]) -> Vec<String> {
    let [red, green, blue, alpha] = rgba;
    let hash = if range.slice(analysis.text()).starts_with('#') { "#" } else { "" };
    let digits = if alpha == 255 {
        format!("#{red:02X}{green:02X}{blue:02X}")
    } else {
        format!("#{red:02X}{green:02X}{blue:02X}{alpha:02X}")
    };
    let mut ways = vec![digits];
    let value = u32::from_be_bytes([0, red, green, blue]);
    if let Some((name, _)) = NAMES.iter().find(|it| it.1 == value && alpha == 255) {
        ways.push(format!("{hash}{name}"));
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setting;

    #[test]
    fn colours_of_lines_styles_and_markup_are_found() {
        let source = "skinparam ArrowColor Navy\nactor A #F00\nA -[#lime]> B : <color:blue>x</color> #1\n' #red";
        let analysis = Analysis::new("a.puml", source, Setting::default().into());
        let found: Vec<_> =
            colors(&analysis).into_iter().map(|it| (it.range.slice(source), it.rgba)).collect();
        assert!(found.contains(&("Navy", [0, 0, 128, 255])), "{found:?}");
        assert!(found.contains(&("#F00", [255, 0, 0, 255])), "{found:?}");
        assert!(found.contains(&("blue", [0, 0, 255, 255])), "{found:?}");
        assert!(!found.iter().any(|it| it.0 == "#red"));
    }

    #[test]
    fn a_colour_is_offered_in_digits_and_by_name() {
        let source = "actor A #F00";
        let analysis = Analysis::new("a.puml", source, Setting::default().into());
        let range = TextRange::new(8, 12);
        assert_eq!(presentations(&analysis, range, [255, 0, 0, 255]), ["#FF0000", "#Red"]);
        assert_eq!(presentations(&analysis, range, [1, 2, 3, 128]), ["#01020380"]);
    }
}
