//! A text after checking: every diagram in it and everything there is to say about it.

use diag::{Diagnostic, SourceId, Sources, Span};
use puml_compiler::{Undrawn, World};
use puml_source::{Counts, Language, fences, isolated};
use puml_syntax::codes::OTHER_DIAGRAM;
use serde_json::{Value, json};

use crate::diagram::Chart;
use crate::{Diagram, Options, Page};

/// A text that was read, checked and, where only that can tell, drawn.
#[derive(Debug, Clone)]
pub struct Checked {
    /// The text itself is the first; included ones follow.
    pub sources: Sources,
    /// The text itself.
    pub id: SourceId,
    /// All findings, in reading order.
    pub diagnostics: Vec<Diagnostic>,
    undrawn: Vec<Undrawn>,
    found: Vec<Found>,
}

/// A page that is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}", told(*.page, *.count))]
pub struct NoSuchPage {
    /// The one asked for, counted from 0.
    pub page: usize,
    /// How many there are.
    pub count: usize,
}

#[derive(Debug, Clone)]
enum Found {
    Puml {
        diagram: Box<puml_compiler::Diagram>,
        is_ok: bool,
    },
    Mermaid(Chart),
    /// A Mermaid diagram with errors: nothing is known of it.
    Refused,
}

/// Checks everything in a text. Problems are findings; this never fails.
pub fn check(
    name: &str,
    text: &str,
    language: Language,
    world: &dyn World,
    options: &Options,
) -> Checked {
    let mut sources = Sources::default();
    let id = sources.add(name, text);
    let (diagnostics, undrawn, found) = Default::default();
    let mut checked = Checked { sources, id, diagnostics, undrawn, found };
    match language {
        Language::Puml => checked.puml(id, world, options),
        Language::Mermaid => checked.mermaid(text, 0, options),
        Language::Markdown => {
            for fence in fences(text) {
                if fence.language == Language::Mermaid {
                    checked.mermaid(&text[fence.body.clone()], fence.body.start as u32, options);
                    continue;
                }
                let part = checked.sources.add(name, isolated(text, &fence.body));
                checked.puml(part, world, options);
            }
        }
    }
    diag::sort(&mut checked.diagnostics);
    checked
}

impl Checked {
    fn puml(&mut self, part: SourceId, world: &dyn World, options: &Options) {
        let compiled = puml_compiler::compile(&mut self.sources, part, world, &options.puml);
        let refused: Vec<Span> =
            compiled.diagnostics.iter().filter(|it| it.is_error()).map(|it| it.span).collect();
        // An error outside all diagrams, such as one in an included file, may concern each of them.
        let is_within = |error: &Span, span: Span| {
            error.source == span.source && span.start <= error.start && error.end <= span.end
        };
        let spans: Vec<Span> = compiled
            .diagrams
            .iter()
            .map(|it| it.span)
            .chain(compiled.undrawn.iter().map(|it| it.span))
            .collect();
        let concerns_all = refused.iter().any(|it| !spans.iter().any(|span| is_within(it, *span)));
        self.found.extend(compiled.diagrams.into_iter().map(|it| Found::Puml {
            is_ok: !concerns_all && !refused.iter().any(|error| is_within(error, it.span)),
            diagram: Box::new(it),
        }));
        // A block of a page stands where the page has it, so its offsets are those of the page.
        let home = self.id;
        let there =
            |span: Span| if span.source == part { Span { source: home, ..span } } else { span };
        self.diagnostics.extend(compiled.diagnostics.into_iter().map(|it| it.moved(there)));
        let undrawn = compiled.undrawn.into_iter();
        self.undrawn.extend(undrawn.map(|it| Undrawn { span: there(it.span), ..it }));
    }

    fn mermaid(&mut self, text: &str, offset: u32, options: &Options) {
        let drawing = mermaid::draw(text, &options.mermaid);
        self.found.push(match (drawing.verdict.kind, drawing.picture) {
            (Some(kind), Some(svg)) => Found::Mermaid(Chart { kind, svg }),
            _ => Found::Refused,
        });
        let home = self.id;
        let there = |span: Span| Span::new(home, span.start + offset, span.end + offset);
        self.diagnostics.extend(drawing.verdict.diagnostics.into_iter().map(|it| it.moved(there)));
    }

    /// Whether nothing refuses the text.
    pub fn is_ok(&self) -> bool {
        !diag::has_errors(&self.diagnostics)
    }

    /// The text as it was given.
    pub fn text(&self) -> &str {
        self.sources.source(self.id).text()
    }

    /// The diagrams, in reading order. One with errors is there as far as it was understood.
    pub fn diagrams(&self) -> impl DoubleEndedIterator<Item = Diagram<'_>> + ExactSizeIterator {
        let known = self.found.iter().filter_map(|it| self.known(it));
        known.collect::<Vec<_>>().into_iter()
    }

    /// Every diagram that there is to draw, in reading order; `None` stands for one with errors.
    pub fn drawable(&self) -> Vec<Option<Diagram<'_>>> {
        let found = self.found.iter();
        found
            .map(|it| self.known(it).filter(|_| !matches!(it, Found::Puml { is_ok: false, .. })))
            .collect()
    }

    fn known<'a>(&'a self, found: &'a Found) -> Option<Diagram<'a>> {
        match found {
            Found::Puml { diagram, .. } => {
                Some(Diagram::Puml(puml_source::Diagram::new(diagram, &self.sources)))
            }
            Found::Mermaid(drawn) => Some(Diagram::Mermaid(drawn)),
            Found::Refused => None,
        }
    }

    /// The diagrams of kinds that are not drawn. Each has an error until they are tolerated.
    pub fn undrawn(&self) -> &[Undrawn] {
        &self.undrawn
    }

    /// Takes the diagrams that are not drawn for what they are, not for errors.
    pub fn tolerate_undrawn(&mut self) {
        let spans: Vec<Span> = self.undrawn.iter().map(|it| it.span).collect();
        let is_tolerated = |it: &Diagnostic| {
            it.code == OTHER_DIAGRAM
                && spans.iter().any(|span| {
                    span.source == it.span.source
                        && (span.start..=span.end).contains(&it.span.start)
                })
        };
        self.diagnostics.retain(|it| !is_tolerated(it));
    }

    /// How much is in all diagrams together.
    pub fn counts(&self) -> Counts {
        self.diagrams().map(|it| it.counts()).fold(Counts::default(), |sum, one| Counts {
            participants: sum.participants + one.participants,
            events: sum.events + one.events,
            elements: sum.elements + one.elements,
            relations: sum.relations + one.relations,
            pages: sum.pages + one.pages,
        })
    }

    /// Pages of all diagrams together.
    pub fn page_count(&self) -> usize {
        self.diagrams().map(|it| it.page_count()).sum()
    }

    /// Every page of every diagram.
    pub fn pages(&self) -> Vec<Page<'_>> {
        self.diagrams().flat_map(|it| it.pages()).collect()
    }

    /// One page, counted from 0 over all diagrams. Nothing is laid out yet.
    pub fn page(&self, wanted: usize) -> Result<Page<'_>, NoSuchPage> {
        let mut before = 0;
        for diagram in self.diagrams() {
            let count = diagram.page_count();
            if wanted < before + count {
                return Ok(Page { diagram, number: wanted - before });
            }
            before += count;
        }
        Err(NoSuchPage { page: wanted, count: before })
    }

    /// The first finding that refuses the text, and its line counted from 1. A text without any diagram is refused too.
    pub fn refusal(&self) -> Option<(String, u32)> {
        let found = self.diagnostics.iter().find(|it| it.is_error());
        let told = found.map(|it| (it.message.clone(), self.line(it.span)));
        let empty = || ("there is no diagram in the text".to_owned(), 1);
        told.or_else(|| (self.diagrams().len() == 0).then(empty))
    }

    /// Everything that was found, as compilers print it.
    pub fn report(&self) -> String {
        let found = self.diagnostics.iter();
        found.map(|it| diag::plain(&self.sources, it)).collect::<Vec<_>>().join("\n")
    }

    /// All findings as JSON.
    pub fn findings(&self) -> Vec<Value> {
        self.diagnostics.iter().map(|it| self.finding(it)).collect()
    }

    /// A finding about this text as JSON.
    pub fn finding(&self, diagnostic: &Diagnostic) -> Value {
        diag::json(&self.sources, diagnostic)
    }

    /// The line of a place, from 1, in the file that it points into.
    pub fn line(&self, span: Span) -> u32 {
        self.sources.source(span.source).lines().line(span.start) + 1
    }

    /// Name, verdict, diagrams and findings, as programs answer them.
    pub fn json(&self) -> Value {
        json!({
            "file": self.sources.source(self.id).name(),
            "ok": self.is_ok(),
            "diagrams": self.diagrams().map(|it| it.summary()).collect::<Vec<_>>(),
            "undrawn": self.undrawn.iter().map(|it| json!({ "kind": it.noun, "line": self.line(it.span) })).collect::<Vec<_>>(),
            "diagnostics": self.findings(),
        })
    }

    /// The syntax tree of the text as it is written, without includes or macros.
    pub fn tree_json(&self) -> Value {
        puml_compiler::tree_json(self.text())
    }

    /// The text in canonical form.
    pub fn formatted(&self) -> String {
        puml_compiler::formatted(self.text())
    }
}

fn told(page: usize, count: usize) -> String {
    match count {
        0 => "the source has no diagram to draw".to_owned(),
        1 => format!("page {page} is not there: the only page is 0"),
        _ => format!("page {page} is not there: pages are 0 to {}", count - 1),
    }
}

#[cfg(test)]
mod tests {
    use puml_compiler::NoWorld;

    use super::*;
    use crate::{Drawing, Format};

    fn checked(text: &str, language: Language) -> Checked {
        check("text", text, language, &NoWorld, &Options::default())
    }

    const TWO: &str = "@startuml\nA -> B\nnewpage\nB -> A\n@enduml\n@startuml\nC -> D\n@enduml\n";

    #[test]
    fn pages_count_over_all_diagrams() {
        let checked = checked(TWO, Language::Puml);
        let counts = Counts { participants: 4, events: 3, elements: 4, relations: 3, pages: 3 };
        assert_eq!(checked.counts(), counts);
        let title = |page: usize| {
            let drawing = checked.page(page).unwrap().drawing();
            drawing.scenes()[0].description.clone()
        };
        assert!(title(1).contains("page 2 of 2") && title(2).contains("between C, D"));
        let missing = checked.page(3).unwrap_err();
        assert_eq!(missing.to_string(), "page 3 is not there: pages are 0 to 2");
    }

    #[test]
    fn all_pages_are_those_that_are_drawn_one_by_one() {
        let checked = checked(TWO, Language::Puml);
        let one_by_one: Vec<_> =
            checked.pages().iter().flat_map(|it| it.drawing().scenes().to_vec()).collect();
        assert_eq!(Drawing::of(&checked.pages()).scenes(), one_by_one);
    }

    #[test]
    fn a_page_holds_diagrams_of_both_languages_and_findings_where_they_stand() {
        let page = "# T\n\n```puml\nA -> B\n```\n\n```mermaid\nflowchart LR\n  a --> b\n```\n\n```puml\nA -> B\nend\n```\n";
        let checked = checked(page, Language::Markdown);
        let kinds: Vec<_> = checked.diagrams().map(|it| it.kind()).collect();
        assert_eq!(kinds, ["sequence", "flowchart", "sequence"]);
        assert_eq!(checked.refusal().unwrap().1, 14);
    }

    #[test]
    fn a_mermaid_picture_has_a_size_and_is_no_text() {
        let checked = checked("flowchart LR\n  a --> b\n", Language::Mermaid);
        let drawing = checked.page(0).unwrap().drawing();
        let size = drawing.size().unwrap();
        assert!(size.width > 20.0 && size.height > 20.0);
        let refused = drawing.write(Format::Txt, &picture::Options::default()).unwrap_err();
        assert_eq!(refused.to_string(), "a Mermaid diagram can be svg, png or pdf, not txt");
    }

    #[test]
    fn an_empty_text_is_refused() {
        assert_eq!(checked("", Language::Markdown).refusal().unwrap().1, 1);
        assert!(checked("", Language::Markdown).page(0).is_err());
    }
}
