//! The model, one fact a line, indented like the tree. Looks are left out: pictures show them.

use std::fmt::Write as _;

use crate::model::{Arrow, Branch, Model, Note, ParallelKind, Step, StepKind};

/// Everything that the diagram says.
pub(crate) fn facts(model: &Model) -> String {
    let mut out = String::new();
    if let Some(title) = &model.surroundings.title {
        let _ = writeln!(out, "title {:?}", title.label.text);
    }
    for lane in &model.lanes {
        let _ = writeln!(out, "lane {:?} {:?}", lane.name, lane.title.text);
    }
    steps(&mut out, model, &model.steps, 0);
    out
}

fn steps(out: &mut String, model: &Model, all: &[Step], depth: usize) {
    for it in all {
        step(out, model, it, depth);
    }
}

fn step(out: &mut String, model: &Model, step: &Step, depth: usize) {
    let indent = "  ".repeat(depth);
    let _ = write!(out, "{indent}");
    arrow(out, &step.arrow);
    let _ = match &step.kind {
        StepKind::Terminal(kind, _) => write!(out, "{}", kind.word()),
        StepKind::Action(it) => {
            let shape = it.shape.name().map(|it| format!(" {it}")).unwrap_or_default();
            write!(out, "action{shape} {:?}", it.label.text)
        }
        StepKind::Connector(letter, _) => write!(out, "connector {letter}"),
        StepKind::Label(name) => write!(out, "label {name}"),
        StepKind::Goto(name) => write!(out, "goto {name}"),
        StepKind::Break => write!(out, "break"),
        StepKind::If(_) => write!(out, "if"),
        StepKind::Switch(it) => write!(out, "switch {:?}", it.test.text),
        StepKind::While(it) => {
            write!(
                out,
                "while {:?} {:?} else {:?}",
                it.test.text, it.yes.label.text, it.out.label.text
            )
        }
        StepKind::Repeat(it) => {
            write!(
                out,
                "repeat while {:?} {:?} else {:?}",
                it.test.text, it.back.label.text, it.out.label.text
            )
        }
        StepKind::Parallel(it) => {
            let word = match it.kind {
                ParallelKind::Fork => "fork",
                ParallelKind::Merge => "merge",
                ParallelKind::Split => "split",
            };
            write!(out, "{word} {}", it.label.text)
        }
        StepKind::Group(it) => write!(out, "{} {:?}", it.kind.word(), it.title.text),
    };
    if let Some(lane) = model.lanes.get(step.lane.0 as usize) {
        let _ = write!(out, " in {:?}", lane.name);
    }
    if step.detached
        && !matches!(step.kind, StepKind::Terminal(..) | StepKind::Break | StepKind::Goto(_))
    {
        out.push_str(" detached");
    }
    out.push('\n');
    notes(out, &step.notes, depth);
    let branch = |out: &mut String, word: &str, it: &Branch| {
        let _ = write!(out, "{indent}  {word}");
        for text in [&it.test.text, &it.arrow.label.text] {
            if !text.is_empty() {
                let _ = write!(out, " {text:?}");
            }
        }
        out.push('\n');
        steps(out, model, &it.steps, depth + 2);
    };
    match &step.kind {
        StepKind::If(it) => {
            it.branches.iter().for_each(|it| branch(out, "test", it));
            if it.has_else {
                branch(out, "else", &it.otherwise);
            }
        }
        StepKind::Switch(it) => it.cases.iter().for_each(|it| branch(out, "case", it)),
        StepKind::Parallel(it) => it.branches.iter().for_each(|it| branch(out, "branch", it)),
        StepKind::While(it) => {
            steps(out, model, &it.steps, depth + 1);
            if let Some(backward) = &it.backward {
                let _ = writeln!(out, "{indent}  backward {:?}", backward.action.label.text);
            }
        }
        StepKind::Repeat(it) => {
            if let Some(first) = &it.first {
                let _ = writeln!(out, "{indent}  first {:?}", first.label.text);
            }
            steps(out, model, &it.steps, depth + 1);
            if let Some(backward) = &it.backward {
                let _ = writeln!(out, "{indent}  backward {:?}", backward.action.label.text);
            }
            notes(out, &it.test_notes, depth);
        }
        StepKind::Group(it) => steps(out, model, &it.steps, depth + 1),
        _ => {}
    }
}

fn arrow(out: &mut String, it: &Arrow) {
    if it.hidden {
        out.push_str("hidden ");
    }
    if !it.label.text.is_empty() {
        let _ = write!(out, "-> {:?} ", it.label.text);
    }
}

fn notes(out: &mut String, all: &[Note], depth: usize) {
    for it in all {
        let side = if it.right { "right" } else { "left" };
        let floating = if it.floating { "floating " } else { "" };
        let _ =
            writeln!(out, "{}{floating}note {side} {:?}", "  ".repeat(depth + 1), it.label.text);
    }
}
