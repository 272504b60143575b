//! Mermaid diagrams as puml sources, and puml diagrams as Mermaid.

use diag::{Diagnostic, SourceId};
use diagram_import::mermaid::{KINDS, from_mermaid, header};
use diagram_import::to_mermaid::{FAMILIES, to_mermaid};
use diagram_import::{Import, codes};
use puml_syntax::format::Form;

/// Makes Mermaid of a puml diagram and names what has no equivalent. A diagram that is refused gives no Mermaid.
///
/// Places are those of the source that the diagram was compiled from.
pub fn convert_puml(diagram: puml_source::Diagram<'_>) -> Import {
    let whole = diagram.span();
    let refused = |message: String, hint: String| {
        let found = Diagnostic::new(codes::NO_EQUIVALENT, whole, message);
        Import { source: String::new(), diagnostics: vec![found.with_hint(hint)] }
    };
    if diagram.is_empty() {
        let message = "Mermaid has no diagram without content".to_owned();
        return refused(message, "add what the diagram shows".to_owned());
    }
    let made = to_mermaid(diagram.kind(), &diagram.model_json(), whole.source, whole);
    let Some(made) = made else {
        let message = format!("a {} diagram cannot become Mermaid", diagram.kind());
        return refused(message, format!("these can: {}", FAMILIES.join(", ")));
    };
    let verdict = mermaid::verify(&made.source, &mermaid::Limits::default());
    match verdict.diagnostics.iter().find(|it| it.is_error()) {
        Some(found) => {
            let message = format!("Mermaid does not draw what this becomes: {}", found.message);
            refused(message, "puml draws it as it is".to_owned())
        }
        None => made,
    }
}

/// Makes puml of a Mermaid source and names what has no equivalent. A source that is refused gives no puml.
///
/// `id` is the source within the caller's [`diag::Sources`].
pub fn convert_mermaid(text: &str, id: SourceId) -> Import {
    let model = match mermaid::model(text, &mermaid::Limits::default()) {
        Ok(model) if model.kind != "sequence" => model,
        Err(refusal) if !is_sequence(text) => {
            let here = |it: diag::Span| diag::Span::new(id, it.start, it.end);
            let diagnostics = refusal.diagnostics.into_iter().map(|it| it.moved(here));
            return Import { source: String::new(), diagnostics: diagnostics.collect() };
        }
        // Sequence diagrams are read statement by statement, which keeps their order and gives each finding its place.
        _ => {
            let made = puml_sequence::import::mermaid(text, id);
            return Import { source: made.source, diagnostics: made.diagnostics };
        }
    };
    let refused = |message: String, hint: String| {
        let found = Diagnostic::new(codes::NO_EQUIVALENT, header(text, id), message);
        Import { source: String::new(), diagnostics: vec![found.with_hint(hint)] }
    };
    let title = front_title(text);
    let Some(made) = from_mermaid(model.kind, &model.value, title.as_deref(), header(text, id))
    else {
        let message = format!("a Mermaid diagram of the type `{}` cannot become puml", model.kind);
        return refused(message, format!("these can: sequence, {}", KINDS.join(", ")));
    };
    let source = puml_compiler::formatted_as(&made.source, Form::generated());
    match puml_compiler::check(&source).into_iter().find(Diagnostic::is_error) {
        Some(found) => {
            let message = format!("puml does not draw what this becomes: {}", found.message);
            refused(message, "Mermaid draws it as it is".to_owned())
        }
        None => Import { source, ..made },
    }
}

/// The title that a Mermaid source states before its diagram.
fn front_title(text: &str) -> Option<String> {
    let mut lines = text.lines().skip_while(|it| it.trim().is_empty());
    lines.next().filter(|it| it.trim() == "---")?;
    let mut inside = lines.take_while(|it| it.trim() != "---");
    inside.find_map(|it| it.strip_prefix("title:")).map(puml_sequence::import::front_text)
}

fn is_sequence(text: &str) -> bool {
    text.lines().any(|it| it.trim_start().starts_with("sequenceDiagram"))
}
