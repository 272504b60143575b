//! What a check says about the files of a project, file by file: the same for the tool and for the resource.

use std::path::Path;

use diag::Severity;
use diagrams::{Checked, Diagram, Language, fences};
use serde_json::{Value, json};
use toolserver::{Call, ToolError};

use crate::checked;
use crate::input::Input;
use crate::project::{File, Found, diagrams_and_pages};

/// Findings shown of one file; the rest is counted.
const SHOWN: usize = 20;

/// Every file with a diagram in it. A page is read to see whether it has one.
pub(crate) fn files(call: &Call) -> Found {
    let mut found = diagrams_and_pages(call.roots());
    found.files.retain(|file| {
        Language::of_path(Path::new(&file.path)) != Some(Language::Markdown)
            || has_diagrams(call, file)
    });
    found
}

/// A page that cannot be read is listed with the reason.
fn has_diagrams(call: &Call, file: &File) -> bool {
    let text = call.roots().read_text(&file.path, call.limits().source_bytes);
    text.map_or(true, |it| !fences(&it).is_empty())
}

/// Path, verdict, diagrams and findings of one file.
pub(crate) fn of(call: &Call, file: &File) -> Result<Value, ToolError> {
    let input = match Input::of(call, &json!({"path": file.path})) {
        Ok(input) => input,
        Err(error) => {
            return Ok(json!({"path": file.path, "ok": false, "error": error.message}));
        }
    };
    let mut checked = checked::text(call, &Value::Null, &input)?;
    // A project may have kinds of diagrams that are not drawn here; they are named, not refused.
    checked.tolerate_undrawn();
    let mut findings = checked.findings();
    let count = findings.len();
    findings.truncate(SHOWN);
    Ok(json!({
        "path": file.path,
        "language": input.language.name(),
        "ok": checked.is_ok(),
        "errors": count_of(&checked, Severity::Error),
        "warnings": count_of(&checked, Severity::Warning),
        "diagrams": checked.diagrams().map(|it| diagram(&checked, &it)).collect::<Vec<_>>(),
        "undrawn": checked.undrawn().iter().map(|it| it.noun).collect::<Vec<_>>(),
        "count": count,
        "diagnostics": findings,
    }))
}

fn count_of(checked: &Checked, severity: Severity) -> usize {
    checked.diagnostics.iter().filter(|it| it.severity == severity).count()
}

fn diagram(checked: &Checked, diagram: &Diagram<'_>) -> Value {
    let mut told = diagram.summary();
    if let Diagram::Puml(puml) = diagram {
        told["line"] = checked.line(puml.span()).into();
    }
    told
}
