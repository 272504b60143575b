//! The diagram engines behind planning: Mermaid for charts and graphs, our compiler for sequences.

use diag::Sources;
use mermaid::{Canvas, Theme};
use picture::{Format, Scheme};
use planexe_core::{Digest, Draw, Language, Refusal, Tone};
use puml_compiler::{LayoutOptions, NoWorld};

/// Draws with the engines of this workspace. Nothing is read from disk or network.
#[derive(Debug, Clone, Copy, Default)]
pub struct Engines;

/// Raised whenever the engines draw something else from the same source.
const VERSION: u32 = 1;

impl Draw for Engines {
    fn identity(&self) -> String {
        format!("straightedge/{VERSION}")
    }

    fn draw(&self, language: Language, source: &str, tone: Tone) -> Result<String, Refusal> {
        match language {
            Language::Mermaid => chart(source, tone),
            Language::PlantUml => sequence(source, tone),
        }
    }
}

fn chart(source: &str, tone: Tone) -> Result<String, Refusal> {
    let theme = match tone {
        Tone::Light => Theme::Light,
        Tone::Dark => Theme::Dark,
    };
    let options = mermaid::Options { theme, canvas: Canvas::Transparent, ..Default::default() };
    let drawn = mermaid::render(source, &options);
    drawn.map(mermaid::SafeSvg::into_string).map_err(|refusal| {
        let findings = refusal.diagnostics.into_iter().map(|it| it.message);
        Refusal::Findings(findings.collect())
    })
}

fn sequence(source: &str, tone: Tone) -> Result<String, Refusal> {
    let mut sources = Sources::default();
    let id = sources.add("diagram.puml", source);
    let options = puml_compiler::Options::default();
    let compiled = puml_compiler::compile(&mut sources, id, &NoWorld, &options);
    if !compiled.is_accepted() {
        let errors = compiled.diagnostics.into_iter().filter(diag::Diagnostic::is_error);
        return Err(Refusal::Findings(errors.map(|it| it.message).collect()));
    }
    let Some(diagram) = compiled.diagrams.first() else {
        return Err(Refusal::Findings(vec!["there is no diagram in it".to_owned()]));
    };
    let mut pages =
        puml_compiler::layout(&diagram.model, &sources, &LayoutOptions { page: Some(1) });
    pages.truncate(1);
    let scheme = match tone {
        Tone::Light => Scheme::Light,
        Tone::Dark => Scheme::Dark,
    };
    // Two pictures on one page must not share ids.
    let digest = Digest::of(format!("{scheme:?}{source}").as_bytes()).to_string();
    let id_prefix = format!("p{}-", &digest[..8]);
    let options = picture::Options { scheme, id_prefix, ..picture::Options::default() };
    let bytes = picture::write(&pages, Format::Svg, &options)
        .map_err(|error| Refusal::Findings(vec![error.to_string()]))?;
    String::from_utf8(bytes).map_err(|error| Refusal::Findings(vec![error.to_string()]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_are_drawn_for_both_tones_without_shared_ids() {
        let sources = [
            (Language::Mermaid, "flowchart LR\n  a --> b\n"),
            (Language::PlantUml, "@startuml\na -> b : hello\n@enduml\n"),
        ];
        for (language, source) in sources {
            let light = Engines.draw(language, source, Tone::Light).unwrap();
            let dark = Engines.draw(language, source, Tone::Dark).unwrap();
            assert!(light.starts_with("<svg") && dark.starts_with("<svg"), "{language:?}");
            assert_ne!(light, dark);
            assert_eq!(light, Engines.draw(language, source, Tone::Light).unwrap());
        }
    }

    #[test]
    fn what_does_not_compile_is_refused_with_a_reason() {
        for (language, source) in [
            (Language::Mermaid, "flowchart LR\n  a[ --> b\n"),
            (Language::PlantUml, "@startuml\nalt x\n@enduml\n"),
        ] {
            let Err(Refusal::Findings(findings)) = Engines.draw(language, source, Tone::Light)
            else {
                panic!("{language:?} must be refused");
            };
            assert!(!findings[0].is_empty());
        }
    }
}
