//! The diagram engines behind planning: Mermaid for charts and graphs, our compiler for sequences.

use diagrams::{Canvas, Format, NoWorld, Options, PictureOptions, SvgText, check};
use planexe_core::{Digest, Draw, Notation, Refusal, Scheme};

/// Draws with the engines of this workspace. Nothing is read from disk or network.
#[derive(Debug, Clone, Copy, Default)]
pub struct Engines;

/// Raised whenever the engines draw something else from the same source.
const VERSION: u32 = 1;

impl Draw for Engines {
    fn identity(&self) -> String {
        format!("straightedge/{VERSION}")
    }

    fn draw(&self, notation: Notation, source: &str, scheme: Scheme) -> Result<String, Refusal> {
        let language = match notation {
            Notation::Mermaid => diagrams::Language::Mermaid,
            Notation::PlantUml => diagrams::Language::Puml,
        };
        let mut options = Options::default().with_scheme(scheme);
        options.mermaid.canvas = Canvas::Transparent;
        let refused = |reason: String| Refusal::Findings(vec![reason]);
        let checked = check("diagram", source, language, &NoWorld, &options);
        if !checked.is_ok() {
            let errors = checked.diagnostics.into_iter().filter(diag::Diagnostic::is_error);
            return Err(Refusal::Findings(errors.map(|it| it.message).collect()));
        }
        let page = checked.page(0).map_err(|it| refused(it.to_string()))?;
        // Two pictures on one page must not share ids.
        let digest = Digest::of(format!("{scheme:?}{source}").as_bytes()).to_string();
        let id_prefix = format!("p{}-", &digest[..8]);
        let text = SvgText::Embedded;
        let options = PictureOptions { scheme, id_prefix, text, ..PictureOptions::default() };
        let written = page.drawing().write(Format::Svg, &options);
        let svg = written.map_err(|it| refused(it.to_string()))?;
        String::from_utf8(svg).map_err(|it| refused(it.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_are_drawn_for_both_schemes_without_shared_ids() {
        let sources = [
            (Notation::Mermaid, "flowchart LR\n  a --> b\n"),
            (Notation::PlantUml, "@startuml\na -> b : hello\n@enduml\n"),
        ];
        for (language, source) in sources {
            let light = Engines.draw(language, source, Scheme::Light).unwrap();
            let dark = Engines.draw(language, source, Scheme::Dark).unwrap();
            assert!(light.starts_with("<svg") && dark.starts_with("<svg"), "{language:?}");
            assert_ne!(light, dark);
            assert_eq!(light, Engines.draw(language, source, Scheme::Light).unwrap());
        }
    }

    #[test]
    fn what_does_not_compile_is_refused_with_a_reason() {
        for (language, source) in [
            (Notation::Mermaid, "flowchart LR\n  a[ --> b\n"),
            (Notation::PlantUml, "@startuml\nalt x\n@enduml\n"),
        ] {
            let Err(Refusal::Findings(findings)) = Engines.draw(language, source, Scheme::Light)
            else {
                panic!("{language:?} must be refused");
            };
            assert!(!findings[0].is_empty());
        }
    }
}
