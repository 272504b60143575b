//! Prints how far our verdicts and structures agree with a reference's, for a folder of its answers.
//!
//! `cargo run -p puml-compiler --example agreement -- FOLDER [--list] [--strict]`. The folder holds diagrams (`open/*.puml` or
//! `files/*.puml`) with `oracle.tsv` (verdict, type and error line) and `structure.jsonl`, `mutants.jsonl` and
//! `probes.jsonl`, and the reference's pictures in `svg`, whose words are compared; whatever is absent is skipped.
//! `--strict` fails if a difference is not explained. A folder of one family may have its probes beside it. A diagram counts
//! as accepted when it is accepted as the type that the reference names. Each diagram is formatted as well, which must
//! not change its model. A file whose library the reference could not open is judged by `library-verdicts.tsv`.
//! Differences that are [meant](intended) and disagreements that `known-disagreements.tsv` explains are counted apart.

#![expect(clippy::print_stdout, reason = "a report for people is what this program is for")]
#![expect(
    clippy::disallowed_methods,
    reason = "a program may read files; only the library may not"
)]

use std::error::Error;
use std::fs;
use std::path::Path;

use diag::{SourceId, Sources};
use puml_compiler::{Compiled, NoWorld, Options, compile};
use puml_sequence::Model;
use serde_json::Value;

use intended::Place;

mod activity;
mod data;
mod description;
mod drawn;
mod gantt;
mod graph;
mod intended;
mod notes;
mod sequence;
mod state;
mod tree;

const KNOWN: &str = include_str!("../../known-disagreements.tsv");

/// What the reference says about files whose address of a library it could not open, once the address is written as
/// `<library/file>`: it has the libraries itself. Made by asking it, file by file.
const WITH_LIBRARY: &str = include_str!("../../library-verdicts.tsv");

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("name the folder of the corpus")?;
    let folder = Path::new(&folder);
    let flags: Vec<String> = arguments.collect();
    let has = |name: &str| flags.iter().any(|it| it == name);
    let mut unexplained = 0;
    for measure in [open, structure, mutants, probes, pictures, formatting] {
        if let Some(tally) = measure(folder)? {
            tally.print(has("--list"));
            unexplained +=
                tally.differing.iter().filter(|it| tally.reason(&it.0).is_none()).count();
        }
    }
    if has("--strict") && unexplained > 0 {
        return Err(format!("{unexplained} differences are not explained").into());
    }
    Ok(())
}

/// Counts of one comparison.
#[derive(Default)]
struct Tally {
    name: &'static str,
    agreed: usize,
    total: usize,
    /// Identifier and why, where a difference is meant.
    intended: Vec<(String, String)>,
    /// Identifier and what differs, where it is not.
    differing: Vec<(String, String)>,
}

impl Tally {
    fn new(name: &'static str) -> Self {
        Self { name, ..Self::default() }
    }

    fn count(&mut self, id: &str, difference: Option<String>) {
        self.total += 1;
        match difference {
            None => self.agreed += 1,
            Some(difference) => self.differing.push((id.to_owned(), difference)),
        }
    }

    /// Counts a comparison of diagrams, whose differences may be meant.
    fn judge(&mut self, id: &str, text: &str, ours: &Answer, difference: Option<(String, Place)>) {
        let meant = difference.as_ref().and_then(|it| intended::warned(text, ours, it.1));
        match meant {
            Some(warning) => {
                self.total += 1;
                self.intended.push((id.to_owned(), warning));
            }
            None => self.count(id, difference.map(|it| it.0)),
        }
    }

    /// Why a diagram differs, where that is known.
    fn reason(&self, id: &str) -> Option<&'static str> {
        KNOWN.lines().find_map(|line| {
            let mut fields = line.split('\t');
            (fields.next() == Some(self.name) && fields.next() == Some(id))
                .then(|| fields.next().unwrap_or_default())
        })
    }

    fn print(&self, is_list: bool) {
        let share = |count: usize| 100.0 * count as f64 / self.total.max(1) as f64;
        let known = self.differing.iter().filter(|it| self.reason(&it.0).is_some()).count();
        let meant = match self.intended.len() {
            0 => String::new(),
            count => {
                format!(", {count} intended ({:.2} % with them)", share(self.agreed + count))
            }
        };
        println!(
            "{:<10} {}/{} agree ({:.2} %){meant}, {known} of {} differences explained",
            self.name,
            self.agreed,
            self.total,
            share(self.agreed),
            self.differing.len()
        );
        for (id, warning) in &self.intended {
            println!("  {id}: intended: {warning}");
        }
        for (id, difference) in &self.differing {
            match self.reason(id) {
                Some(reason) => println!("  {id}: {reason}"),
                None if is_list => println!("  {id}: {difference}"),
                None => println!("  {id}: not explained"),
            }
        }
    }
}

/// Our answer: the verdict and the 1-based line of the first error.
struct Answer {
    sources: Sources,
    compiled: Compiled,
    error: Option<(u32, String)>,
}

impl Answer {
    /// Whether our preprocessor finds an error at that 1-based line.
    fn preprocessor_refuses(&self, line: u64) -> bool {
        let lines = self.sources.source(SourceId(0)).lines();
        self.compiled.diagnostics.iter().any(|it| {
            it.is_error()
                && it.span.source == SourceId(0)
                && it.code.name.starts_with("preprocess/")
                && (u64::from(lines.line(it.span.start)) + 1).abs_diff(line) <= 1
        })
    }
}

fn answer(text: &str) -> Answer {
    let mut sources = Sources::default();
    let id = sources.add("diagram.puml", text);
    let compiled = compile(&mut sources, id, &NoWorld, &Options::default());
    let first =
        compiled.diagnostics.iter().find(|it| it.is_error() && it.span.source == SourceId(0));
    let error = first.map(|it| {
        let line = sources.source(id).lines().line(it.span.start) + 1;
        (line, format!("{}: {}", it.code.name, it.message))
    });
    Answer { sources, compiled, error }
}

/// What differs between the reference's verdict and ours, and from which line on.
fn verdict(accepts: bool, line: Option<u64>, ours: &Answer) -> Option<(String, Place)> {
    match (&ours.error, accepts) {
        (None, true) => None,
        (Some((at, message)), true) => {
            Some((format!("we refuse line {at}: {message}"), Place::Line(u64::from(*at))))
        }
        (None, false) => Some((
            format!("we accept, the reference refuses line {line:?}"),
            line.map_or(Place::Anywhere, Place::Line),
        )),
        (Some((at, message)), false) => match line {
            // The reference tells only what its preprocessor refuses; we tell that and what stands before it.
            Some(line) if line.abs_diff(u64::from(*at)) > 1 && !ours.preprocessor_refuses(line) => {
                Some((
                    format!("we refuse line {at}, the reference line {line}: {message}"),
                    Place::Line(line),
                ))
            }
            _ => None,
        },
    }
}

/// The diagrams of a folder, by id: `<id>.resolved.puml` where the reference takes only that one.
fn source(folder: &Path, id: &str, resolved: bool) -> Option<String> {
    let ending = if resolved { "resolved.puml" } else { "puml" };
    let read = |name: &str| fs::read(folder.join(name).join(format!("{id}.{ending}"))).ok();
    let bytes = read("open").or_else(|| read("files"))?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Both syntaxes of activity diagrams are one family; components are descriptions.
fn family_name(kind: &str) -> String {
    let name = kind.to_ascii_lowercase();
    match name.as_str() {
        "component" => "description".to_owned(),
        _ => name.strip_suffix("-old").unwrap_or(&name).to_owned(),
    }
}

/// Whether the reference accepts a diagram as a type that has this name among our families.
fn accepted(verdict: &str, kind: &str, ours: &Answer) -> bool {
    if verdict != "accept" {
        return false;
    }
    let name = family_name(kind);
    // Several pages of any family.
    if name == "newpageddiagram" {
        return true;
    }
    // What the reference takes as another family is no acceptance of ours.
    match puml_compiler::family(&name) {
        Some(_) => true,
        None => ours.compiled.diagrams.iter().any(|it| it.kind == name),
    }
}

/// What differs between the types, where both accept.
fn other_type(kind: &str, ours: &Answer) -> Option<(String, Place)> {
    let name = family_name(kind);
    let first = ours.compiled.diagrams.first()?;
    let differs = puml_compiler::family(&name).is_some() && first.kind != name;
    differs.then(|| (format!("we read {}, the reference {name}", first.kind), Place::Anywhere))
}

fn open(folder: &Path) -> Result<Option<Tally>, Box<dyn Error>> {
    let Ok(table) = fs::read_to_string(folder.join("oracle.tsv")) else { return Ok(None) };
    let mut lines = table.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let column = |name: &str| header.iter().position(|it| *it == name);
    let needed = |name: &str| column(name).ok_or(format!("no column {name}"));
    let (id, verdict_column, kind) = (needed("id")?, needed("verdict")?, needed("diagram_type")?);
    // Where the folder tells an inlined form apart, the error line is judged as well.
    let resolved = column("resolved_verdict").zip(column("resolved_type"));
    let error_line = column("error_line").filter(|_| resolved.is_some());
    let data_ok = column("data_ok");
    let mut tally = Tally::new("open");
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let field = |at: usize| fields.get(at).copied().unwrap_or_default();
        let inlined =
            resolved.filter(|it| field(it.0) == "accept" && field(verdict_column) != "accept");
        let Some(text) = source(folder, field(id), inlined.is_some()) else { continue };
        let with_library = WITH_LIBRARY.lines().find_map(|line| {
            let (found, answer) = line.split_once('\t')?;
            (found == field(id)).then(|| answer.split('\t').collect::<Vec<&str>>())
        });
        if let Some([verdict_text, kind, line]) = with_library.as_deref() {
            let ours = answer(&text);
            let accepts = accepted(verdict_text, kind, &ours);
            let difference = verdict(accepts, line.parse().ok(), &ours)
                .or_else(|| accepts.then(|| other_type(kind, &ours)).flatten());
            tally.judge(field(id), &text, &ours, difference);
            continue;
        }
        // The reference accepts data that is not valid and draws an apology.
        let invalid = data_ok.is_some_and(|it| field(it) == "0");
        let (verdict_text, kind) = match inlined {
            Some(it) => (field(it.0), field(it.1)),
            None if invalid => ("reject", field(kind)),
            None => (field(verdict_column), field(kind)),
        };
        if verdict_text == "none" {
            continue;
        }
        let ours = answer(&text);
        let accepts = accepted(verdict_text, kind, &ours);
        let line = error_line.filter(|_| inlined.is_none()).and_then(|it| field(it).parse().ok());
        // The reference tells the line where another family stopped: no family reads all of it, and ours got further
        // as what it is.
        let is_elsewhere = verdict_text == "reject" && other_type(kind, &ours).is_some();
        let line = line.filter(|_| !is_elsewhere);
        let difference = verdict(accepts, line, &ours)
            .or_else(|| accepts.then(|| other_type(kind, &ours)).flatten());
        let reasons = [
            (intended::is_delay_misread(verdict_text, kind, &text, &ours), "a delay is no entity"),
            (intended::is_nested_part(verdict_text, &ours), "a part within a part"),
            (intended::is_behind_empty_part(verdict_text, &text, &ours), "behind an empty part"),
            (intended::is_foreign_letter(verdict_text, kind, &text, line), "Ö is a letter"),
        ];
        let reason = reasons.iter().find(|it| it.0).filter(|_| difference.is_some());
        if let Some((_, reason)) = reason {
            tally.total += 1;
            tally.intended.push((field(id).to_owned(), (*reason).to_owned()));
            continue;
        }
        tally.judge(field(id), &text, &ours, difference);
    }
    Ok(Some(tally))
}

fn records(folder: &Path, name: &str) -> Result<Option<Vec<Value>>, Box<dyn Error>> {
    let Ok(text) = fs::read_to_string(folder.join(name)) else { return Ok(None) };
    let all: Result<Vec<Value>, _> = text.lines().map(serde_json::from_str).collect();
    Ok(Some(all?))
}

fn mutants(folder: &Path) -> Result<Option<Tally>, Box<dyn Error>> {
    let Some(all) = records(folder, "mutants.jsonl")? else { return Ok(None) };
    let mut tally = Tally::new("mutants");
    for record in all {
        let text = record["source"].as_str().unwrap_or_default();
        let ours = answer(text);
        let kind = record["diagram_type"].as_str().unwrap_or_default();
        let verdict_text = record["verdict"].as_str().unwrap_or_default();
        let accepts = record["data_ok"] != false && accepted(verdict_text, kind, &ours);
        let difference = verdict(accepts, record["error_line"].as_u64(), &ours)
            .or_else(|| accepts.then(|| other_type(kind, &ours)).flatten());
        tally.judge(record["id"].as_str().unwrap_or_default(), text, &ours, difference);
    }
    Ok(Some(tally))
}

fn probes(folder: &Path) -> Result<Option<Tally>, Box<dyn Error>> {
    let mut tally = Tally::new("probes");
    let Some(all) = records(folder, "probes.jsonl")? else { return family_probes(folder, tally) };
    for record in all {
        let expected = &record["as_sequence"];
        let accepts = match expected["verdict"].as_str() {
            Some("accept") => true,
            Some("reject") => false,
            // A crash is no verdict.
            _ => continue,
        };
        // A participant, so that a fragment is a diagram.
        let body = record["body"].as_str().unwrap_or_default();
        let text = format!("@startuml\nparticipant ZZ\nautonumber stop\n{body}\n@enduml\n");
        let ours = answer(&text);
        let line = expected["error_line"].as_u64().map(|it| it + 2);
        tally.judge(&record["id"].to_string(), &text, &ours, verdict(accepts, line, &ours));
    }
    Ok(Some(tally))
}

/// The probes of one family, which stand beside its folder with those of the others.
fn family_probes(folder: &Path, mut tally: Tally) -> Result<Option<Tally>, Box<dyn Error>> {
    let Some(parent) = folder.parent() else { return Ok(None) };
    let Some(all) = records(parent, "probes.jsonl")? else { return Ok(None) };
    let name = folder.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
    for (idx, record) in all.iter().enumerate() {
        let is_meant = record["family"].as_str().is_some_and(|it| {
            // Both syntaxes of activity diagrams are one family.
            let it = it.strip_suffix("-legacy").unwrap_or(it);
            name.split('-').any(|part| part == it)
        });
        // A crash is no verdict.
        let is_crash =
            matches!(record["verdict"].as_str(), Some("internal-error" | "render-crash"));
        if !is_meant || record["internal_error"] == true || is_crash {
            continue;
        }
        // Where the reference's type is not recorded, what it accepts it accepts as this family.
        let family = record["family"].as_str().unwrap_or_default();
        let family = family.strip_suffix("-legacy").unwrap_or(family);
        let kind = record["type"].as_str().unwrap_or(family);
        let text = record["source"].as_str().unwrap_or_default();
        let ours = answer(text);
        if record["message"].as_str().is_some_and(|it| it.starts_with("accepted as")) {
            let is_own = ours.compiled.diagrams.first().is_some_and(|it| it.kind == family);
            let difference = (is_own && ours.error.is_none())
                .then(|| format!("the reference reads another family: {}", record["message"]));
            tally.count(&format!("{}-{idx}", record["construct"]), difference);
            continue;
        }
        let verdict_text = if record["ok"] == true { "accept" } else { "reject" };
        let accepts = accepted(verdict_text, kind, &ours);
        let difference = verdict(accepts, record["error_line"].as_u64(), &ours)
            .or_else(|| accepts.then(|| other_type(kind, &ours)).flatten());
        let id = format!("{}-{idx}", record["construct"].as_str().unwrap_or_default());
        tally.judge(&id, text, &ours, difference);
    }
    Ok((tally.total > 0).then_some(tally))
}

fn structure(folder: &Path) -> Result<Option<Tally>, Box<dyn Error>> {
    let Some(all) = records(folder, "structure.jsonl")? else { return Ok(None) };
    let mut tally = Tally::new("structure");
    for record in all {
        let id = record["id"].as_str().unwrap_or_default();
        let resolved = record["of"].as_str().is_some_and(|it| it != "verbatim");
        let Some(text) = source(folder, id, resolved) else { continue };
        let ours = answer(&text);
        let difference = match ours.compiled.diagrams.first() {
            None => Some("we have no diagram".to_owned()),
            Some(diagram) => match diagram.kind {
                "mindmap" | "wbs" => tree::unequal(&record, &diagram.model.json(SourceId(0))),
                "json" | "yaml" => data::unequal(&record, &diagram.model.json(SourceId(0))),
                "sequence" => Model::of(&*diagram.model).map_or_else(
                    || Some("we have no sequence diagram".to_owned()),
                    |model| sequence::unequal(&record, model),
                ),
                "gantt" => puml_gantt::Model::of(&*diagram.model).map_or_else(
                    || Some("we have no chart".to_owned()),
                    |model| gantt::unequal(&record, model),
                ),
                "description" => description::unequal(&record, &diagram.model.json(SourceId(0))),
                "state" => state::unequal(&record, &diagram.model.json(SourceId(0))),
                "activity" if record.get("steps").is_some() => {
                    activity::unequal(&record, &diagram.model.json(SourceId(0)))
                }
                _ => graph::unequal(&record, &diagram.model.json(SourceId(0))),
            },
        };
        tally.judge(id, &text, &ours, difference.map(|it| (it, Place::Anywhere)));
    }
    Ok(Some(tally))
}

/// The words of the reference's pictures, of diagrams that both accept.
fn pictures(folder: &Path) -> Result<Option<Tally>, Box<dyn Error>> {
    let Ok(entries) = fs::read_dir(folder.join("svg")) else { return Ok(None) };
    let mut paths: Vec<_> = entries.filter_map(|it| Some(it.ok()?.path())).collect();
    paths.sort();
    let mut tally = Tally::new("pictures");
    for path in paths {
        let id = path.file_stem().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
        let svg = fs::read_to_string(&path)?;
        let Some(text) = source(folder, &id, false) else { continue };
        // A picture of an error has no type.
        if !svg.contains("data-diagram-type") {
            continue;
        }
        let ours = answer(&text);
        // Words are compared in sequence diagrams only.
        let diagram = ours.compiled.diagrams.first().filter(|it| it.kind == "sequence");
        if let (None, Some(diagram)) = (&ours.error, diagram) {
            tally.count(&id, drawn::unequal(&text, &svg, &ours.sources, diagram));
        }
    }
    Ok(Some(tally))
}

/// Whether formatting a source keeps its model and is done after one time.
fn formatting(folder: &Path) -> Result<Option<Tally>, Box<dyn Error>> {
    let entries = fs::read_dir(folder.join("open")).or_else(|_| fs::read_dir(folder.join("files")));
    let Ok(entries) = entries else { return Ok(None) };
    let mut paths: Vec<_> = entries.filter_map(|it| Some(it.ok()?.path())).collect();
    paths.sort();
    let mut tally = Tally::new("formatting");
    for path in paths {
        let text = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
        let formatted = puml_compiler::formatted(&text);
        let difference = if puml_compiler::formatted(&formatted) != formatted {
            Some("formatting twice differs from formatting once".to_owned())
        } else if !is_same_meaning(&text, &formatted) {
            Some("the model is another one after formatting".to_owned())
        } else {
            None
        };
        let id = path.file_stem().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
        tally.count(&id, difference);
    }
    Ok(Some(tally))
}

/// Whether two sources have the same models. What is refused has none: families that read parts of it may differ.
fn is_same_meaning(text: &str, formatted: &str) -> bool {
    match (answer(text).error, answer(formatted).error) {
        (Some(_), Some(_)) => true,
        _ => models(text) == models(formatted),
    }
}

/// The models of a source without the places they come from.
fn models(text: &str) -> Vec<Value> {
    let models = answer(text).compiled.diagrams;
    models.iter().map(|it| without_places(it.model.json(SourceId(0)))).collect()
}

fn without_places(mut value: Value) -> Value {
    match &mut value {
        Value::Object(all) => {
            all.shift_remove("at");
            all.values_mut().for_each(|it| *it = without_places(it.take()));
        }
        Value::Array(all) => all.iter_mut().for_each(|it| *it = without_places(it.take())),
        _ => {}
    }
    value
}
