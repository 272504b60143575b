//! What a selection grows into: word, piece, statement, branch, group, diagram, text.

use puml_compiler::editor::Run;
use puml_syntax::TextRange;
use puml_syntax::ast::StmtId;

use crate::Analysis;

/// The ranges around an offset, each inside the next.
pub fn selections(analysis: &Analysis, at: u32) -> Vec<TextRange> {
    let mut found = vec![word(analysis.text(), at)];
    if let Some((diagram, stmt)) = analysis.stmt_at(at) {
        found.extend(diagram.tree.pieces(stmt).iter().map(|it| it.range));
        found.push(diagram.tree.range(stmt));
    }
    if let Some(diagram) = analysis.diagram_at(at) {
        let range = |id: StmtId| diagram.tree.range(id.0 as usize);
        for frame in diagram.tree.frames() {
            let open = range(frame.open);
            let Some(close) = frame.close.map(range) else { continue };
            if open.start > at || close.end < at {
                continue;
            }
            found.push(open.cover(close));
            let mut stops = vec![open];
            stops.extend(frame.branches.iter().map(|it| range(*it)));
            stops.push(close);
            for pair in stops.windows(2) {
                found.push(inner(analysis.text(), pair[0].end, pair[1].start));
            }
        }
        for Run { first, last } in diagram.tree.runs() {
            found.push(diagram.tree.range(first).cover(diagram.tree.range(last)));
        }
        found.push(diagram.range());
    }
    found.push(TextRange::new(0, analysis.text().len() as u32));
    found.retain(|it| it.touches(at));
    found.sort_by_key(|it| (it.len(), it.start));
    found.dedup();
    let mut nested: Vec<TextRange> = Vec::new();
    for range in found {
        let fits = nested.last().is_none_or(|it| range.start <= it.start && it.end <= range.end);
        if fits {
            nested.push(range);
        }
    }
    nested
}

/// The letters around an offset; empty between blanks.
fn word(text: &str, at: u32) -> TextRange {
    let is_letter = |it: char| it.is_alphanumeric() || it == '_';
    let (before, after) = text.split_at(at as usize);
    let start = before.trim_end_matches(is_letter).len();
    let end = text.len() - after.trim_start_matches(is_letter).len();
    TextRange::new(start as u32, end as u32)
}

/// What stands between two lines of a frame, without the line ends around it.
fn inner(text: &str, from: u32, to: u32) -> TextRange {
    let range = TextRange::new(from, to.max(from));
    let slice = range.slice(text);
    let start = from + (slice.len() - slice.trim_start().len()) as u32;
    TextRange::new(start, start.max(from + slice.trim_end().len() as u32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setting;

    #[test]
    fn a_selection_grows_step_by_step() {
        let source =
            "@startuml\nalt ok\n  A -> B : two words\n  B -> A\nelse\n  B -> A\nend\n@enduml\n";
        let analysis = Analysis::new("a.puml", source, Setting::default().into());
        let at = source.find("words").unwrap() as u32;
        let grown: Vec<_> =
            selections(&analysis, at).into_iter().map(|it| it.slice(source)).collect();
        assert_eq!(
            grown,
            [
                "words",
                "two words",
                "A -> B : two words",
                "A -> B : two words\n  B -> A",
                "alt ok\n  A -> B : two words\n  B -> A\nelse\n  B -> A\nend",
                source.trim_end(),
                source,
            ]
        );
    }
}
