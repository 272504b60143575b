//! What a diagram of any family tells, sentence by sentence, and whether it tells what it should. What it should tell
//! stands in the block `tells` of a task, a line each:
//!
//! ```text
//! order … made of|has … line      these words, in this order, in one sentence; `|` separates alternatives
//! ```
//! Sentences are those of the diagram's explanation, each part as `kind name in group`, and each member of a part as
//! `name: member`. Case does not count. The order of lines counts where time passes: in activity and timing diagrams.

use std::ops::Range;

use anyhow::{Result, ensure};
use diag::Sources;
use puml_compiler::{Options, World, compile};

/// Families in which one thing follows another.
const ORDERED: [&str; 2] = ["activity", "timing"];

/// The lines of a task.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tells(Vec<Line>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Line {
    /// As written.
    text: String,
    /// One of each list, in this order.
    words: Vec<Vec<String>>,
}

/// What a diagram tells.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Told {
    /// The family of the diagram.
    pub(crate) family: &'static str,
    /// What the parts are called in the source and in the picture.
    pub(crate) names: Vec<String>,
    /// In lower case.
    sentences: Vec<String>,
    /// Those that follow each other.
    flow: Range<usize>,
}

impl Tells {
    /// Reads the lines of the block.
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let lines = text.lines().map(str::trim).filter(|it| !it.is_empty());
        let parsed = lines.map(|text| {
            let words = text.split('…').map(|it| {
                let choices = it.split('|').map(|one| one.trim().to_lowercase());
                choices.filter(|one| !one.is_empty()).collect::<Vec<_>>()
            });
            let words: Vec<Vec<String>> = words.collect();
            ensure!(words.iter().all(|it| !it.is_empty()), "`{text}` asks for nothing somewhere");
            Ok(Line { text: text.to_owned(), words })
        });
        Ok(Self(parsed.collect::<Result<_>>()?))
    }

    /// Whether nothing is asked for.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The first line that a diagram does not tell, as written.
    pub(crate) fn untold(&self, told: &Told) -> Option<&str> {
        let is_ordered = ORDERED.contains(&told.family);
        let mut start = 0;
        for line in &self.0 {
            // What is said of a part has no place in the order of things.
            let flow = &told.sentences[told.flow.clone()];
            let next = flow.iter().skip(start).position(|it| line.fits(it));
            let found = match next {
                Some(at) if is_ordered => {
                    start += at + 1;
                    true
                }
                Some(_) => true,
                None => told.sentences[told.flow.end..].iter().any(|it| line.fits(it)),
            };
            if !found {
                return Some(&line.text);
            }
        }
        None
    }
}

impl Line {
    /// Whether a sentence holds the words one behind the other.
    fn fits(&self, sentence: &str) -> bool {
        let mut rest = sentence;
        self.words.iter().all(|choices| {
            let ends = choices.iter().filter_map(|it| rest.find(it).map(|at| at + it.len()));
            match ends.min() {
                Some(end) => {
                    rest = &rest[end..];
                    true
                }
                None => false,
            }
        })
    }
}

/// What the first diagram of a source tells; nothing if there is none.
pub(crate) fn told(source: &str, world: &dyn World) -> Option<Told> {
    let mut sources = Sources::default();
    let id = sources.add("final.puml", source);
    let compiled = compile(&mut sources, id, world, &Options::default());
    let diagram = compiled.diagrams.first()?;
    let explained = diagram.model.explain();
    let mut sentences: Vec<String> = explained.flow.iter().map(|it| it.text.clone()).collect();
    let flow = 0..sentences.len();
    let mut names = Vec::new();
    for part in &explained.parts {
        let group = part.group.as_ref().map(|it| format!(" in {}", it.1)).unwrap_or_default();
        sentences.push(format!("{} {}{group}", part.kind, part.name));
        names.extend([part.id.clone(), part.name.clone()]);
    }
    sentences.extend(members(&diagram.model.facts()));
    for sentence in &mut sentences {
        *sentence = sentence.to_lowercase();
    }
    Some(Told { family: diagram.kind, names, sentences, flow })
}

/// Frames and notes, and each indented line of the facts with the name of the line that it stands below.
fn members(facts: &str) -> Vec<String> {
    let mut name = "";
    let mut found = Vec::new();
    for line in facts.lines() {
        if line.starts_with(' ') {
            found.push(format!("{name}: {}", line.trim()));
            continue;
        }
        name = line.split(' ').nth(1).unwrap_or_default();
        if line.starts_with("group ") || line.starts_with("note ") {
            found.push(line.to_owned());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn untold(tells: &str, source: &str) -> Option<String> {
        let told = told(source, &puml_compiler::NoWorld).unwrap();
        Tells::parse(tells).unwrap().untold(&told).map(str::to_owned)
    }

    const SHOP: &str =
        "class Order {\n  +total() : Money\n}\nclass Line\nOrder *-- Line : contains\n";
    const FLOW: &str = "start\n:Pay;\n:Pack;\nstop\n";

    #[test]
    fn a_diagram_tells_what_it_tells_and_no_more() {
        let all = "order … made of|has … line … contains\nclass order\norder: … total … money";
        assert_eq!(untold(all, SHOP), None);
        for wrong in
            ["line … made of … order", "interface order", "line: … total", "order … refund"]
        {
            assert_eq!(untold(wrong, SHOP).as_deref(), Some(wrong));
        }
    }

    #[test]
    fn the_order_counts_where_time_passes() {
        assert_eq!(untold("pay\npack", FLOW), None);
        assert_eq!(untold("pack\npay", FLOW).as_deref(), Some("pay"));
    }

    #[test]
    fn lines_that_mean_nothing_are_refused() {
        assert!(Tells::parse("order … … line").is_err());
        assert!(Tells::parse("|").is_err());
    }
}
