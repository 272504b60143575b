//! The model as JSON: the tree of steps. What is absent, false or empty is left out.

use diag::SourceId;
use puml_family::json::{self, Object};
use serde_json::Value;

use crate::element::VOCABULARY;
use crate::model::{Action, Arrow, Backward, Branch, Model, Note, ParallelKind, Step, StepKind};

/// The whole model; `source` is the text that ranges count in unless they say otherwise.
pub(crate) fn model(model: &Model, source: SourceId) -> Value {
    let mut out = Object::default();
    out.put("version", 1);
    json::surroundings(&mut out, &model.surroundings);
    let writer = Writer { model, source };
    if !model.lanes.is_empty() {
        let lanes = model.lanes.iter().map(|it| {
            let mut lane = Object::default();
            lane.put("name", it.name.as_str());
            lane.text("title", &it.title);
            lane.look("look", it.look);
            lane.put("at", json::at(it.origin, source));
            lane.done()
        });
        out.put("lanes", lanes.collect::<Value>());
    }
    out.put("steps", writer.steps(&model.steps));
    json::sprites(&mut out, &model.sprites);
    out.put("looks", json::looks(&model.looks, &VOCABULARY));
    out.done()
}

struct Writer<'m> {
    model: &'m Model,
    source: SourceId,
}

impl Writer<'_> {
    fn steps(&self, all: &[Step]) -> Value {
        all.iter().map(|it| self.step(it)).collect()
    }

    fn step(&self, step: &Step) -> Value {
        let mut out = Object::default();
        match &step.kind {
            StepKind::Terminal(kind, look) => {
                out.put("kind", kind.word());
                out.look("look", *look);
            }
            StepKind::Action(it) => {
                out.put("kind", "action");
                action(&mut out, it);
            }
            StepKind::Connector(letter, look) => {
                out.put("kind", "connector");
                out.put("letter", letter.as_str());
                out.look("look", *look);
            }
            StepKind::Label(name) => {
                out.put("kind", "label");
                out.put("name", name.as_str());
            }
            StepKind::Goto(name) => {
                out.put("kind", "goto");
                out.put("name", name.as_str());
            }
            StepKind::Break => out.put("kind", "break"),
            StepKind::If(it) => {
                out.put("kind", "if");
                let branches = it.branches.iter().map(|it| self.branch(it));
                out.put("branches", branches.collect::<Value>());
                if it.has_else {
                    out.put("else", self.branch(&it.otherwise));
                }
                out.some("mergeLook", it.merge.map(|it| it.0));
                out.flag("unclosed", !it.closed);
            }
            StepKind::Switch(it) => {
                out.put("kind", "switch");
                out.put("test", it.test.text.as_str());
                let cases = it.cases.iter().map(|it| self.branch(it));
                out.put("cases", cases.collect::<Value>());
                out.look("look", it.look);
                out.some("mergeLook", it.merge.map(|it| it.0));
            }
            StepKind::While(it) => {
                out.put("kind", "while");
                out.put("test", it.test.text.as_str());
                arrow(&mut out, "in", &it.yes);
                arrow(&mut out, "out", &it.out);
                arrow(&mut out, "back", &it.back);
                out.put("steps", self.steps(&it.steps));
                out.some("backward", it.backward.as_ref().map(|it| self.backward(it)));
                out.look("look", it.look);
                out.flag("unclosed", !it.closed);
            }
            StepKind::Repeat(it) => {
                out.put("kind", "repeat");
                if let Some(first) = &it.first {
                    let mut object = Object::default();
                    action(&mut object, first);
                    out.put("first", object.done());
                }
                out.put("steps", self.steps(&it.steps));
                out.text("test", &it.test);
                arrow(&mut out, "toTest", &it.to_test);
                arrow(&mut out, "back", &it.back);
                arrow(&mut out, "out", &it.out);
                out.some("backward", it.backward.as_ref().map(|it| self.backward(it)));
                self.notes(&mut out, "testNotes", &it.test_notes);
                out.look("look", it.look);
                out.flag("unclosed", !it.closed);
            }
            StepKind::Parallel(it) => {
                let word = match it.kind {
                    ParallelKind::Fork => "fork",
                    ParallelKind::Merge => "merge",
                    ParallelKind::Split => "split",
                };
                out.put("kind", word);
                let branches = it.branches.iter().map(|it| self.branch(it));
                out.put("branches", branches.collect::<Value>());
                out.text("label", &it.label);
                out.look("look", it.look);
                out.flag("unclosed", !it.closed);
            }
            StepKind::Group(it) => {
                out.put("kind", it.kind.word());
                out.text("title", &it.title);
                out.put("steps", self.steps(&it.steps));
                arrow(&mut out, "after", &it.after);
                out.look("look", it.look);
                out.flag("unclosed", !it.closed);
            }
        }
        arrow(&mut out, "arrow", &step.arrow);
        if let Some(lane) = self.model.lanes.get(step.lane.0 as usize) {
            out.put("lane", lane.name.as_str());
        }
        out.flag("detached", step.detached);
        self.notes(&mut out, "notes", &step.notes);
        out.put("at", json::at(step.origin, self.source));
        out.done()
    }

    fn branch(&self, it: &Branch) -> Value {
        let mut out = Object::default();
        out.text("test", &it.test);
        arrow(&mut out, "before", &it.before);
        arrow(&mut out, "arrow", &it.arrow);
        out.put("steps", self.steps(&it.steps));
        arrow(&mut out, "after", &it.after);
        out.some("url", it.link.as_ref().map(|it| it.url.as_str()));
        out.look("look", it.look);
        out.put("at", json::at(it.origin, self.source));
        out.done()
    }

    fn backward(&self, it: &Backward) -> Value {
        let mut out = Object::default();
        action(&mut out, &it.action);
        arrow(&mut out, "incoming", &it.incoming);
        arrow(&mut out, "outgoing", &it.outgoing);
        self.notes(&mut out, "notes", &it.notes);
        out.done()
    }

    fn notes(&self, out: &mut Object, name: &str, all: &[Note]) {
        if all.is_empty() {
            return;
        }
        let notes = all.iter().map(|it| {
            let mut note = Object::default();
            note.put("side", if it.right { "right" } else { "left" });
            note.flag("floating", it.floating);
            note.put("text", it.label.text.as_str());
            note.look("look", it.look);
            note.put("at", json::at(it.origin, self.source));
            note.done()
        });
        out.put(name, notes.collect::<Value>());
    }
}

fn action(out: &mut Object, it: &Action) {
    out.put("text", it.label.text.as_str());
    out.some("shape", it.shape.name());
    out.some("url", it.link.as_ref().map(|it| it.url.as_str()));
    if !it.classes.is_empty() {
        out.put("stereotypes", it.classes.clone());
    }
    out.look("look", it.look);
}

/// A line, unless nothing is said about it.
fn arrow(out: &mut Object, name: &str, it: &Arrow) {
    let is_plain = it.look.0 == crate::element::Element::Arrow as u32;
    if it.label.text.is_empty() && is_plain && !it.hidden {
        return;
    }
    let mut arrow = Object::default();
    arrow.text("label", &it.label);
    arrow.flag("hidden", it.hidden);
    if !is_plain {
        arrow.look("look", it.look);
    }
    out.put(name, arrow.done());
}
