//! The delivered source: compiled here once more, with its constructs and constraints.

use diag::{Severity, Sources};
use puml_compiler::{Options, compile};
use puml_sequence::{EventKind, Message, Model, explain};

use super::{Failure, Rule};
use crate::primitives::primitives;
use crate::run::Run;
use crate::task::{Deliverable, Task};

pub(super) fn judge(task: &Task, run: &Run, failures: &mut Vec<Failure>) {
    let wanted = &task.wanted;
    let Some(source) = run.final_source() else {
        if wanted.deliver == Deliverable::Diagram {
            Rule::Deliverable.broken(failures, "no puml block in the final words");
        }
        return;
    };
    if wanted.deliver == Deliverable::Refusal {
        Rule::Deliverable.broken(failures, "a source is delivered where a refusal was due");
    }
    let mut sources = Sources::default();
    let id = sources.add("final.puml", source.as_str());
    let compiled = compile(&mut sources, id, &run.workspace, &Options::default());
    for it in &compiled.diagnostics {
        let bad =
            it.severity == Severity::Error || wanted.clean && it.severity == Severity::Warning;
        if bad {
            Rule::Invalid.broken(failures, diag::plain(&sources, it));
        }
    }
    let Some(diagram) = compiled.diagrams.first() else {
        return Rule::Invalid.broken(failures, "there is no diagram");
    };
    let used = primitives(&source);
    for name in wanted.primitives.iter().filter(|it| !used.contains(it.as_str())) {
        Rule::Primitive.broken(failures, format!("`{name}` is not used"));
    }
    for text in wanted.contains.iter().filter(|it| !source.contains(it.as_str())) {
        Rule::Constraint.broken(failures, format!("`{text}` is missing"));
    }
    for text in wanted.absent.iter().filter(|it| source.contains(it.as_str())) {
        Rule::Constraint.broken(failures, format!("`{text}` must not be there"));
    }
    let family = wanted.family.as_deref().unwrap_or("sequence");
    if diagram.kind != family {
        let text = format!("this is a {} diagram; {family} was asked for", diagram.kind);
        Rule::Invalid.broken(failures, text);
    }
    if let Some(model) = Model::of(&*diagram.model) {
        constraints(task, model, failures);
    }
}

fn constraints(task: &Task, model: &Model, failures: &mut Vec<Failure>) {
    let wanted = &task.wanted;
    let mut broken = |text: String| Rule::Constraint.broken(failures, text);
    let cast = explain(model).parts;
    for name in &wanted.participants {
        if !cast.iter().any(|it| it.id == *name || it.name == *name) {
            broken(format!("`{name}` takes no part"));
        }
    }
    let messages: Vec<&Message> = messages(model).collect();
    if messages.len() < wanted.min_messages {
        broken(format!("{} messages, at least {} are needed", messages.len(), wanted.min_messages));
    }
    if let Some(most) = wanted.max_messages.filter(|it| messages.len() > *it) {
        broken(format!("{} messages, at most {most} were asked for", messages.len()));
    }
    if let Some(most) = wanted.max_label {
        for it in &messages {
            let longest = it.label.text.lines().map(|it| it.chars().count()).max().unwrap_or(0);
            if longest > most {
                broken(format!(
                    "the label `{}` has {longest} characters, at most {most} are allowed",
                    it.label.text
                ));
            }
        }
    }
    if let Some(pages) = wanted.pages.filter(|it| model.pages.len() != *it) {
        broken(format!("{} pages instead of {pages}", model.pages.len()));
    }
}

fn messages(model: &Model) -> impl Iterator<Item = &Message> {
    let events = model.pages.iter().flat_map(|it| &it.events);
    events.filter_map(|it| match &it.kind {
        EventKind::Message(message) => Some(&**message),
        _ => None,
    })
}
