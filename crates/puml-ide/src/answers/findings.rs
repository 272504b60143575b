//! What is wrong with a text, each finding at a place of the text itself.

use diag::{Diagnostic, Span};
use puml_syntax::TextRange;

use crate::Analysis;

/// More findings than this help nobody, and cost an editor dearly.
const MOST: usize = 1_000;

/// A finding, placed in this text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The text to underline. For a finding in an included text: the include that leads there.
    pub range: TextRange,
    /// What is wrong, with advice on further lines.
    pub message: String,
    /// Further places, in this text or in others, with what they have to do with it.
    pub related: Vec<(Span, String)>,
    /// The finding itself, for its code, severity and fixes.
    pub diagnostic: Diagnostic,
}

/// Everything there is to say about the text: at most a thousand findings, errors before advice.
pub fn findings(analysis: &Analysis) -> Vec<Finding> {
    let compiled = analysis.compiled().diagnostics.iter();
    let mut all: Vec<&Diagnostic> = compiled.chain(analysis.advice()).collect();
    if all.len() > MOST {
        all.sort_by_key(|it| std::cmp::Reverse(it.severity));
        all.truncate(MOST);
    }
    all.into_iter().map(|it| placed(analysis, it)).collect()
}

/// The finding at a place of this text.
pub(super) fn placed(analysis: &Analysis, diagnostic: &Diagnostic) -> Finding {
    let own = analysis.id();
    let mut related: Vec<(Span, String)> =
        diagnostic.labels.iter().map(|it| (it.span, it.text.clone())).collect();
    let mut message = diagnostic.message.clone();
    let span = if diagnostic.span.source == own {
        diagnostic.span
    } else {
        let file = analysis.source(diagnostic.span.source).name();
        let file = file.rsplit('/').next().unwrap_or(file);
        message = format!("in {file}: {message}");
        related.insert(0, (diagnostic.span, diagnostic.message.clone()));
        let here = diagnostic.labels.iter().find(|it| it.span.source == own);
        here.map_or(Span::at(own, 0), |it| it.span)
    };
    for hint in &diagnostic.hints {
        message.push('\n');
        message.push_str(hint);
    }
    let range = TextRange::new(span.start, span.end);
    Finding { range, message, related, diagnostic: diagnostic.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Advice, Setting};
    use puml_compiler::{Loaded, Refusal, Wanted, World};

    struct Broken;

    impl World for Broken {
        fn load(&self, _: Wanted<'_>) -> Result<Loaded, Refusal> {
            Ok(Loaded { name: "broken.puml".into(), text: "A -> B\nend\n".into() })
        }
    }

    #[test]
    fn a_finding_in_an_included_text_stands_at_the_include() {
        let setting = Setting { world: Box::new(Broken), ..Setting::default() };
        let analysis = Analysis::new("a.puml", "A -> B\n!include broken.puml\n", setting.into());
        let found = findings(&analysis);
        assert_eq!(found[0].range.slice(analysis.text()), "!include broken.puml");
        assert!(found[0].message.starts_with("in broken.puml: "), "{}", found[0].message);
        assert_eq!(analysis.source(found[0].related[0].0.source).name(), "broken.puml");
    }

    #[test]
    fn hints_are_part_of_the_message() {
        let analysis = Analysis::new("a.puml", "A -> B\nend", Setting::default().into());
        assert!(findings(&analysis)[0].message.contains("\nopen a group before it"));
    }

    #[test]
    fn advice_comes_only_when_asked_for() {
        let long = format!("A -> B : {}", "word ".repeat(60));
        let quiet = Analysis::new("a.puml", long.as_str(), Setting::default().into());
        assert_eq!(findings(&quiet), []);
        let setting = Setting { advice: Advice::Shown, ..Setting::default() };
        assert!(!findings(&Analysis::new("a.puml", long, setting.into())).is_empty());
    }
}
