//! What including a file of the built-in library does, worked out once for each process: its macros, its variables, its
//! settings. A diagram that has not touched any of its names takes that over as it is.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use diag::{SourceId, Sources, Span};

use super::directive::IncludeMode;
use super::fault::Outcome;
use super::library;
use super::machine::Machine;
use super::memory::Memory;
use super::output::Output;
use super::scan;
use puml_family::{NoWorld, Options};

/// Effects that are kept. Spans name sources by their number, so each place in the list of sources has its own.
const MOST_KEPT: usize = 64;

static KEPT: Mutex<BTreeMap<(String, u32), Arc<Effect>>> = Mutex::new(BTreeMap::new());

/// Everything that including a file changes.
struct Effect {
    /// The names and texts of the sources that are read, in the order of their ids.
    sources: Vec<(String, Arc<str>)>,
    /// All names that these sources hold.
    names: HashSet<String>,
    memory: Memory,
    included: Vec<String>,
    out: Output,
    /// Lines that are carried out, and bytes that are read or copied.
    cost: (u32, u64),
}

impl Machine<'_> {
    /// Includes a file of the built-in library as it was included before; `false` when it is none, or when the diagram
    /// has something to say about it.
    pub(super) fn replay(&mut self, path: &str, at: Span) -> Outcome<bool> {
        let Some(name) = library::name(path).filter(|it| library::built_in(it).is_some()) else {
            return Ok(false);
        };
        if self.memory.is_calling() || !self.missing.is_empty() {
            return Ok(false);
        }
        let file = format!("<{name}>");
        let count = self.sources.iter().count() as u32;
        let known = self.sources.iter().find(|(_, it)| it.name() == file);
        let first = known.map_or(SourceId(count), |(id, _)| id);
        let Some(effect) = effect(&file, first).filter(|it| it.fits(self, first)) else {
            return Ok(false);
        };
        self.charge(effect.cost)?;
        self.out.append(&effect.out, self.frame, at)?;
        for (name, text) in effect.sources.iter().skip((count - first.0) as usize) {
            self.sources.add(name.clone(), Arc::clone(text));
        }
        self.included.extend(effect.included.iter().cloned());
        self.memory.absorb(&effect.memory);
        Ok(true)
    }
}

impl Effect {
    /// Whether the machine would do the same line by line: it has none of these files yet and none of their names.
    fn fits(&self, machine: &Machine<'_>, first: SourceId) -> bool {
        let mut others = machine.sources.iter().skip(first.0 as usize).zip(&self.sources);
        others.all(|((_, source), (name, text))| source.name() == name && source.text() == text)
            && !self.included.iter().any(|it| machine.included.contains(it))
            && !machine.memory.names().any(|it| self.names.contains(it) || it.starts_with("$c4_"))
    }
}

/// The effect of a file whose text would be the source `first`; `None` for one that cannot be carried out on its own.
fn effect(file: &str, first: SourceId) -> Option<Arc<Effect>> {
    let key = (file.to_owned(), first.0);
    let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = kept().get(&key) {
        return Some(Arc::clone(found));
    }
    let found = Arc::new(carried_out(file, first)?);
    let mut kept = kept();
    if kept.len() >= MOST_KEPT {
        kept.clear();
    }
    kept.insert(key, Arc::clone(&found));
    Some(found)
}

fn carried_out(file: &str, first: SourceId) -> Option<Effect> {
    let mut sources = Sources::default();
    for _ in 0..first.0 {
        sources.add("", "");
    }
    let options = Options::default();
    let mut machine = Machine::new(&mut sources, &NoWorld, &options, String::new());
    machine.include_text(IncludeMode::Any, file, None, Span::default()).ok()?;
    if !machine.diagnostics.is_empty() || !machine.themes.is_empty() {
        return None;
    }
    let cost = machine.cost();
    let included = machine.included.into_iter().collect();
    let (memory, out) = (machine.memory, machine.out);
    let sources: Vec<(String, Arc<str>)> = sources
        .iter()
        .skip(first.0 as usize)
        .map(|(_, it)| (it.name().to_owned(), Arc::clone(it.text())))
        .collect();
    let names = sources.iter().flat_map(|(_, text)| names(text)).collect();
    Some(Effect { sources, names, memory, included, out, cost })
}

/// All words of a text, with and without the sign of a variable.
fn names(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|it: char| !scan::is_name(it)).filter(|it| !it.is_empty());
    words.flat_map(|it| [it.to_owned(), format!("${it}")])
}

#[cfg(test)]
mod tests {
    use super::super::preprocess;
    use super::*;

    /// The expanded text and where each of its lines comes from.
    fn expanded(text: &str, before: usize) -> (String, Vec<String>) {
        let mut sources = Sources::default();
        for idx in 0..before {
            sources.add(format!("other {idx}"), "");
        }
        let id = sources.add("a.puml", text);
        let found = preprocess(&mut sources, id, &NoWorld, &Options::default());
        assert_eq!(found.diagnostics, []);
        let text = sources.source(found.source).text().to_string();
        let mut start = 0;
        let mut origins = Vec::new();
        for line in text.split_inclusive('\n') {
            let span = Span::new(found.source, start, start + line.len() as u32);
            let origin = found.origins.span(span);
            let chain = found.origins.chain(span);
            let name = sources.source(origin.source).name();
            let callers: Vec<&str> = chain.iter().map(|it| sources.slice(it.0)).collect();
            origins.push(format!("{name} {:?} {callers:?}", sources.slice(origin)));
            start = span.end;
        }
        (text, origins)
    }

    #[test]
    fn a_second_diagram_reads_as_the_first_did() {
        let text = "@startuml\n!include <C4/C4_Dynamic>\nPerson(a, \"A\")\nRel(a, a, \"x\")\nSHOW_LEGEND()\n@enduml\n";
        let first = expanded(text, 0);
        assert!(first.0.contains("rectangle"), "{}", first.0);
        assert_eq!(first, expanded(text, 0));
        assert_eq!(first, expanded(text, 3));
    }

    #[test]
    fn both_diagrams_of_a_file_have_the_library() {
        let diagram = "@startuml\n!include <C4/C4_Context>\nPerson(a, \"A\")\n@enduml\n";
        let (one, _) = expanded(diagram, 0);
        let (two, _) = expanded(&diagram.repeat(2), 0);
        assert_eq!(one.repeat(2), two);
    }

    #[test]
    fn what_is_set_before_the_library_counts() {
        let include = "!include <C4/C4_Context>\n";
        let (plain, _) = expanded(&format!("@startuml\n{include}@enduml\n"), 0);
        let (set, _) =
            expanded(&format!("@startuml\n!$PERSON_BG_COLOR = \"#123456\"\n{include}@enduml\n"), 0);
        assert!(set.contains("#123456") && !plain.contains("#123456"));
        let (other, _) = expanded(
            &format!("@startuml\n!$mine = \"#123456\"\n{include}Person(a, \"$mine\")\n@enduml\n"),
            0,
        );
        assert!(other.starts_with(plain.trim_end_matches("@enduml\n")), "{other}");
        assert!(other.contains("== #123456"), "{other}");
    }
}
