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
        let language = Language::of_path(Path::new(&file.path));
        language.is_none_or(|it| !it.is_page() || has_diagrams(call, file, it))
    });
    found
}

/// A page that cannot be read has none that anybody could see.
fn has_diagrams(call: &Call, file: &File, language: Language) -> bool {
    let text = call.roots().read_text(&file.path, call.limits().source_bytes);
    text.is_ok_and(|it| !fences(&it, language).is_empty())
}

/// Path, verdict, diagrams and findings of one file.
pub(crate) fn of(call: &Call, file: &File) -> Result<Value, ToolError> {
    let input = match Input::of(call, &json!({"path": file.path})) {
        Ok(input) => input,
        Err(error) => {
            return Ok(json!({"path": file.path, "ok": false, "error": error.message}));
        }
    };
    let checked = checked::text(call, &Value::Null, &input)?;
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
