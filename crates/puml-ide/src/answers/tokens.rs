//! What each piece of the text is, for colouring it. One piece never spans lines.

use puml_compiler::editor::PieceKind;
use puml_syntax::TextRange;

use crate::Analysis;

/// A coloured piece of one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Not empty, on one line.
    pub range: TextRange,
    /// Decides the token's colour.
    pub kind: TokenKind,
}

/// What a piece is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A word of the language.
    Keyword,
    /// An element's name where it is used.
    Participant,
    /// An element's name where it is declared.
    ParticipantDeclaration,
    /// A member of an entity.
    Member,
    /// An arrow or a mark.
    Operator,
    /// Text that is drawn.
    Text,
    /// A colour.
    Color,
    /// Digits that count or measure.
    Number,
    /// A stereotype or a selector of a style.
    Stereotype,
    /// The name of an anchor.
    Anchor,
    /// A property of a style.
    Property,
    /// A preprocessor directive.
    Directive,
    /// A call of a macro.
    Macro,
    /// A line or block that is not read.
    Comment,
}

/// All pieces of the text in reading order.
pub fn tokens(analysis: &Analysis) -> Vec<Token> {
    tokens_within(analysis, TextRange::new(0, u32::MAX))
}

/// The pieces that stand in a range.
pub fn tokens_within(analysis: &Analysis, within: TextRange) -> Vec<Token> {
    let mut found = Vec::new();
    for diagram in analysis.diagrams() {
        let markers = [diagram.start(), diagram.end()].into_iter().flatten();
        found.extend(markers.map(|range| Token { range, kind: TokenKind::Directive }));
        let first = diagram.partition(|it| it.end < within.start);
        let last = diagram.partition(|it| it.start <= within.end);
        for stmt in first..last {
            for piece in diagram.tree.pieces(stmt) {
                split(analysis.text(), piece.range, kind(piece.kind), &mut found);
            }
        }
    }
    found.retain(|it| it.range.end > within.start && it.range.start < within.end);
    found.sort_by_key(|it| it.range.start);
    found
}

/// The pieces of a range, one for each line that has letters.
fn split(text: &str, range: TextRange, kind: TokenKind, found: &mut Vec<Token>) {
    let slice = range.slice(text);
    if !slice.contains('\n') {
        found.push(Token { range, kind });
        return;
    }
    let mut at = range.start;
    for line in slice.split_inclusive('\n') {
        let lead = line.len() - line.trim_start().len();
        let body = line.trim();
        if !body.is_empty() {
            let start = at + lead as u32;
            found.push(Token { range: TextRange::new(start, start + body.len() as u32), kind });
        }
        at += line.len() as u32;
    }
}

fn kind(piece: PieceKind) -> TokenKind {
    match piece {
        PieceKind::Keyword => TokenKind::Keyword,
        PieceKind::Declaration => TokenKind::ParticipantDeclaration,
        PieceKind::Use => TokenKind::Participant,
        PieceKind::Member => TokenKind::Member,
        PieceKind::Arrow | PieceKind::Mark => TokenKind::Operator,
        PieceKind::LongName
        | PieceKind::Text
        | PieceKind::Url
        | PieceKind::Value
        | PieceKind::Path => TokenKind::Text,
        PieceKind::Color => TokenKind::Color,
        PieceKind::Number => TokenKind::Number,
        PieceKind::Stereotype | PieceKind::Selector => TokenKind::Stereotype,
        PieceKind::Anchor => TokenKind::Anchor,
        PieceKind::Property => TokenKind::Property,
        PieceKind::Directive => TokenKind::Directive,
        PieceKind::Macro => TokenKind::Macro,
        PieceKind::Comment => TokenKind::Comment,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setting;

    const SOURCE: &str = "@startuml\n/' two\n   lines '/\nactor A\nA -> B : 漢字\nnote over A\n  one\nend note\n@enduml\n";

    #[test]
    fn pieces_stand_in_order_on_one_line_each_and_never_overlap() {
        let analysis = Analysis::new("a.puml", SOURCE, Setting::default().into());
        let all = tokens(&analysis);
        assert!(all.windows(2).all(|it| it[0].range.end <= it[1].range.start));
        assert!(all.iter().all(|it| !it.range.slice(SOURCE).contains('\n')));
        let words: Vec<_> = all.iter().map(|it| it.range.slice(SOURCE)).collect();
        assert_eq!(
            words,
            [
                "@startuml",
                "/' two",
                "lines '/",
                "actor",
                "A",
                "A",
                "->",
                "B",
                "漢字",
                "note",
                "over",
                "A",
                "  one",
                "end",
                "note",
                "@enduml"
            ]
        );
    }

    #[test]
    fn a_range_gives_the_same_pieces_as_the_whole() {
        let analysis = Analysis::new("a.puml", SOURCE, Setting::default().into());
        let line = SOURCE.find("A ->").unwrap() as u32;
        let within = TextRange::new(line, line + 8);
        let expected: Vec<_> = tokens(&analysis)
            .into_iter()
            .filter(|it| it.range.end > within.start && it.range.start < within.end)
            .collect();
        assert_eq!(tokens_within(&analysis, within), expected);
    }
}
