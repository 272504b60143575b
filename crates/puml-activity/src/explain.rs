//! An activity diagram in words: what happens, in order, with the ways that it can take.

use std::fmt::Write as _;

use puml_family::{Described, Explanation, Label, Step as Told, count, plain};

use crate::ast::TerminalKind;
use crate::model::{Branch, Model, ParallelKind, Step, StepKind};

pub(crate) fn explain(model: &Model) -> Explanation {
    let mut teller = Teller { model, flow: Vec::new() };
    teller.steps(&model.steps, 0);
    let mut parts = Vec::new();
    for (idx, lane) in model.lanes.iter().enumerate() {
        let mut steps = 0;
        model.walk(&mut |step, _| {
            let is_single = matches!(step.kind, StepKind::Action(_));
            if is_single && step.lane.0 as usize == idx {
                steps += 1;
            }
        });
        parts.push(Described {
            id: lane.name.clone(),
            name: plain(&lane.title),
            kind: "swimlane",
            counts: vec![("actions", steps)],
            group: None,
        });
    }
    model.walk(&mut |step, _| {
        if let StepKind::Group(it) = &step.kind {
            let name = plain(&it.title);
            let counts = vec![("steps", it.steps.len() as u32)];
            let id = name.clone();
            parts.push(Described { id, name, kind: it.kind.word(), counts, group: None });
        }
    });
    Explanation { summary: summary(model), parts_name: "parts", parts, flow: teller.flow }
}

fn summary(model: &Model) -> String {
    let (mut actions, mut decisions, mut loops) = (0, 0, 0);
    let mut ends = 0;
    model.walk(&mut |step, _| match &step.kind {
        StepKind::Action(_) => actions += 1,
        StepKind::If(it) => decisions += it.branches.len(),
        StepKind::Switch(_) => decisions += 1,
        StepKind::While(_) | StepKind::Repeat(_) => loops += 1,
        StepKind::Terminal(TerminalKind::Stop | TerminalKind::End, _) => ends += 1,
        _ => {}
    });
    let title = model.surroundings.title.as_ref().map(|it| plain(&it.label));
    let title = title.filter(|it| !it.is_empty()).map(|it| format!(" “{it}”")).unwrap_or_default();
    let mut said = vec![count(actions, "action")];
    for (number, noun) in [(decisions, "decision"), (loops, "loop"), (ends, "end")] {
        if number > 0 {
            said.push(count(number, noun));
        }
    }
    let last = said.pop().unwrap_or_default();
    let all = if said.is_empty() { last } else { format!("{} and {last}", said.join(", ")) };
    let mut summary = format!("Activity diagram{title} with {all}");
    if !model.lanes.is_empty() {
        summary.push_str(" in ");
        summary.push_str(&count(model.lanes.len(), "swimlane"));
    }
    let ways = paths(&model.steps).total;
    if ways > 1 {
        let many = if ways >= MANY { "many".to_owned() } else { ways.to_string() };
        let _ = write!(summary, "; {many} paths lead through it");
    }
    summary.push('.');
    summary
}

/// More paths than this are just many.
const MANY: u64 = 1_000;

/// How many paths there are through some steps, each loop taken once or not at all.
struct Paths {
    /// That reach the end of the steps.
    through: u64,
    /// All, with those that end before.
    total: u64,
}

fn paths(steps: &[Step]) -> Paths {
    let (mut through, mut ended) = (1_u64, 0_u64);
    for step in steps {
        let one = match &step.kind {
            StepKind::If(it) => {
                let branches = it.branches.iter().map(|it| paths(&it.steps));
                sum(branches.chain([paths(&it.otherwise.steps)]))
            }
            StepKind::Switch(it) => sum(it.cases.iter().map(|it| paths(&it.steps))),
            StepKind::While(it) => {
                let inner = paths(&it.steps);
                Paths { through: 2, total: inner.total.saturating_add(1) }
            }
            StepKind::Repeat(it) => paths(&it.steps),
            StepKind::Group(it) => paths(&it.steps),
            _ => Paths { through: u64::from(!step.detached), total: 1 },
        };
        let stopped = one.total.saturating_sub(one.through);
        ended = ended.saturating_add(through.saturating_mul(stopped)).min(MANY);
        through = through.saturating_mul(one.through).min(MANY);
        if through == 0 {
            break;
        }
    }
    Paths { through, total: through.saturating_add(ended).min(MANY) }
}

fn sum(all: impl Iterator<Item = Paths>) -> Paths {
    all.fold(Paths { through: 0, total: 0 }, |sum, it| Paths {
        through: sum.through.saturating_add(it.through).min(MANY),
        total: sum.total.saturating_add(it.total).min(MANY),
    })
}

struct Teller<'m> {
    model: &'m Model,
    flow: Vec<Told>,
}

impl Teller<'_> {
    fn tell(&mut self, depth: u32, text: String, origin: diag::Span) {
        self.flow.push(Told { page: 1, depth, text, origin });
    }

    fn steps(&mut self, steps: &[Step], depth: u32) {
        let mut lane = None;
        for step in steps {
            let name = self.model.lanes.get(step.lane.0 as usize).map(|it| plain(&it.title));
            let who = match name {
                Some(name) if lane != Some(step.lane) => {
                    lane = Some(step.lane);
                    format!("{name}: ")
                }
                _ => String::new(),
            };
            self.step(step, &who, depth);
        }
    }

    fn step(&mut self, step: &Step, who: &str, depth: u32) {
        let label = plain(&step.arrow.label);
        let when = if label.is_empty() { String::new() } else { format!("[{label}] ") };
        let lead = format!("{who}{when}");
        let at = step.origin;
        match &step.kind {
            StepKind::Terminal(kind, _) => {
                let text = match kind {
                    TerminalKind::Start => "the flow starts",
                    TerminalKind::Stop => "everything stops",
                    TerminalKind::End => "this path ends",
                };
                self.tell(depth, format!("{lead}{text}"), at);
            }
            StepKind::Action(it) => {
                let end = if step.detached { ", and the path ends" } else { "" };
                self.tell(
                    depth,
                    format!("{lead}{}{end}", said(&it.label, "an action without text")),
                    at,
                );
            }
            StepKind::Connector(letter, _) => {
                self.tell(depth, format!("{lead}connector {letter}"), at);
            }
            StepKind::Label(name) if name.is_empty() => {}
            StepKind::Label(name) => self.tell(depth, format!("{lead}the place “{name}”"), at),
            StepKind::Goto(name) => self.tell(depth, format!("{lead}go to “{name}”"), at),
            StepKind::Break => self.tell(depth, format!("{lead}leave the loop"), at),
            StepKind::If(it) => {
                for (idx, branch) in it.branches.iter().enumerate() {
                    let word = if idx == 0 { "if" } else { "else, if" };
                    let test = said(&branch.test, "a condition holds");
                    let text = format!("{word} {test}{}", answer(&branch.arrow.label));
                    let lead = if idx == 0 { lead.as_str() } else { "" };
                    self.branch(branch, format!("{lead}{text}"), depth);
                }
                if it.has_else || !it.otherwise.steps.is_empty() {
                    let text = match plain(&it.otherwise.arrow.label) {
                        label if label.is_empty() => "otherwise".to_owned(),
                        label => format!("otherwise, “{label}”"),
                    };
                    self.branch(&it.otherwise, text, depth);
                }
            }
            StepKind::Switch(it) => {
                self.tell(depth, format!("{lead}depending on {}", said(&it.test, "a value")), at);
                for case in &it.cases {
                    self.branch(
                        case,
                        format!("case {}", said(&case.test, "without a label")),
                        depth + 1,
                    );
                }
            }
            StepKind::While(it) => {
                let test = said(&it.test, "a condition holds");
                let text = format!("{lead}as long as {test}{}", answer(&it.yes.label));
                self.tell(depth, text, at);
                self.steps(&it.steps, depth + 1);
                if let Some(backward) = &it.backward {
                    let text = format!("on the way back: {}", plain(&backward.action.label));
                    self.tell(depth + 1, text, backward.origin);
                }
                let out = plain(&it.out.label);
                if !out.is_empty() {
                    self.tell(depth, format!("then, if {out}, go on"), at);
                }
            }
            StepKind::Repeat(it) => {
                self.tell(depth, format!("{lead}repeat"), at);
                if let Some(first) = &it.first {
                    self.tell(depth + 1, plain(&first.label), at);
                }
                self.steps(&it.steps, depth + 1);
                let test = said(&it.test, "a condition holds");
                let text = format!("again as long as {test}{}", answer(&it.back.label));
                self.tell(depth, text, at);
                if let Some(backward) = &it.backward {
                    let text = format!("on the way back: {}", plain(&backward.action.label));
                    self.tell(depth + 1, text, backward.origin);
                }
            }
            StepKind::Parallel(it) => {
                let text = match it.kind {
                    ParallelKind::Fork => "at the same time",
                    ParallelKind::Merge => "at the same time, until the first is done",
                    ParallelKind::Split => "along several ways",
                };
                self.tell(depth, format!("{lead}{text}"), at);
                for (idx, branch) in it.branches.iter().enumerate() {
                    self.branch(branch, format!("way {}", idx + 1), depth + 1);
                }
            }
            StepKind::Group(it) => {
                let title = said(&it.title, "a part without a title");
                self.tell(depth, format!("{lead}{} {title}", it.kind.word()), at);
                self.steps(&it.steps, depth + 1);
            }
        }
        for note in &step.notes {
            self.tell(depth + 1, format!("note: {}", plain(&note.label)), note.origin);
        }
    }

    fn branch(&mut self, branch: &Branch, text: String, depth: u32) {
        let text = if branch.steps.is_empty() { format!("{text}: nothing") } else { text };
        self.tell(depth, text, branch.origin);
        self.steps(&branch.steps, depth + 1);
    }
}

fn said(label: &Label, otherwise: &str) -> String {
    match plain(label) {
        text if text.is_empty() => otherwise.to_owned(),
        text => format!("“{text}”"),
    }
}

fn answer(label: &Label) -> String {
    match plain(label) {
        text if text.is_empty() => String::new(),
        text => format!(" is “{text}”"),
    }
}
