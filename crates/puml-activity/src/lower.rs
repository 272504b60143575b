//! From the syntax tree to the model: which block each step stands in, which line its label belongs to, how it looks.

mod looks;
mod loops;
mod notes;

use diag::{Diagnostic, Span};
use puml_family::{Ground, Input, Label, LookId, Overrides, label};
use puml_syntax::TextRange;
use puml_syntax::ast::Text;

use crate::ast::{self, ActionForm, Document, StmtKind};
use crate::codes::model as codes;
use crate::element::Element;
use crate::grammar::action::ENDINGS;
use crate::model::{
    Action, Arrow, Branch, Group, If, Lane, LaneId, Model, Note, Parallel, ParallelKind, Step,
    StepKind, Style, Switch, While,
};
use crate::parse::ends_flow;

/// The model of a document with one diagram. Never fails: what cannot stand is left out and reported.
pub(crate) fn lower(document: &Document, input: Input<'_>) -> (Model, Vec<Diagnostic>) {
    let mut style = Style::default();
    let ground = Ground::new(document, input, &mut style);
    let mut lowering = Lowering {
        ground,
        style,
        lanes: Vec::new(),
        lane: LaneId(0),
        open: Vec::new(),
        steps: Vec::new(),
        next: None,
        waiting: Vec::new(),
        is_backward: false,
        jumps: Vec::new(),
    };
    for (_, stmt) in document.block_stmts(&document.blocks[0]) {
        lowering.statement(stmt);
    }
    lowering.finish()
}

/// The state of one lowering.
struct Lowering<'a> {
    ground: Ground<'a, StmtKind>,
    style: Style,
    lanes: Vec<Lane>,
    /// The current one.
    lane: LaneId,
    /// The blocks around the current line, each with the steps before it.
    open: Vec<(Open, Vec<Step>)>,
    /// The list that is being filled.
    steps: Vec<Step>,
    /// The arrow that the next step takes.
    next: Option<Arrow>,
    /// Notes before any step.
    waiting: Vec<Note>,
    /// Whether the step on the way back was read last.
    is_backward: bool,
    /// Names that jumps lead to.
    jumps: Vec<(String, TextRange)>,
}

/// A block that is not closed yet: the step that it will be, still without its latest list.
struct Open {
    step: Step,
    /// The branch whose steps are being read, for blocks that have branches.
    branch: Option<Branch>,
    /// Whether that branch is the `else`.
    is_else: bool,
}

impl Lowering<'_> {
    fn statement(&mut self, stmt: &ast::Stmt) {
        let range = stmt.range;
        if self.ground.shared(stmt) {
            return;
        }
        self.ground.figures(range);
        let is_note = matches!(stmt.kind, StmtKind::Note(_));
        self.is_backward =
            matches!(stmt.kind, StmtKind::Backward(_)) || self.is_backward && is_note;
        let origin = self.ground.origin(range);
        match &stmt.kind {
            StmtKind::Terminal(it) => {
                let element = match it.kind {
                    ast::TerminalKind::Start => Element::Start,
                    ast::TerminalKind::Stop => Element::Stop,
                    ast::TerminalKind::End => Element::End,
                };
                let marks = self.marks(&it.marks);
                let look = self.ink(element, &marks);
                self.step(StepKind::Terminal(it.kind, look), origin);
                if let Some(last) = self.steps.last_mut() {
                    last.detached = ends_flow(it.kind);
                }
            }
            StmtKind::Kill => {
                if let Some(last) = self.steps.last_mut() {
                    detach(last);
                }
            }
            StmtKind::Action(it) => {
                let action = self.action(it);
                self.step(StepKind::Action(action), origin);
            }
            StmtKind::Arrow(it) => {
                let arrow = self.arrow(it.label.as_ref(), &it.style);
                self.next = Some(arrow);
            }
            StmtKind::If(it) => {
                let branch = self.branch(it, origin);
                let otherwise = self.plain_branch(origin);
                let kind = If {
                    branches: Vec::new(),
                    otherwise,
                    has_else: false,
                    merge: None,
                    closed: false,
                };
                self.open_block(StepKind::If(kind), Some(branch), origin);
            }
            StmtKind::ElseIf(it) => {
                let branch = self.branch(it, origin);
                self.next_branch(branch);
            }
            StmtKind::Else(it) => {
                let mut branch = self.plain_branch(origin);
                if let Some(label) = it {
                    branch.arrow = self.arrow(Some(&label.text), &label.style);
                }
                self.next_branch(branch);
                if let Some((open, _)) = self.open.last_mut() {
                    open.is_else = true;
                }
            }
            StmtKind::EndIf(it) => {
                let marks = self.marks(it);
                let look = (!it.is_empty()).then(|| self.styled(Element::Diamond, &marks));
                self.close_block(|kind| {
                    if let StepKind::If(it) = kind {
                        it.closed = true;
                        it.merge = look;
                    }
                });
            }
            StmtKind::Switch(it) => {
                let marks = self.marks(&it.marks);
                let look = self.styled(Element::Diamond, &marks);
                let test = self.ground.line_label(it.test);
                let kind = Switch { test, cases: Vec::new(), look, merge: None };
                self.open_block(StepKind::Switch(kind), None, origin);
            }
            StmtKind::Case(it) => {
                let mut branch = self.plain_branch(origin);
                branch.test = self.ground.line_label(*it);
                branch.arrow.label = branch.test.clone();
                self.next_branch(branch);
            }
            StmtKind::EndSwitch(it) => {
                let marks = self.marks(it);
                let look = (!it.is_empty()).then(|| self.styled(Element::Diamond, &marks));
                self.close_block(|kind| {
                    if let StepKind::Switch(it) = kind {
                        it.merge = look;
                    }
                });
            }
            StmtKind::While(it) => {
                let marks = self.marks(&it.marks);
                let look = self.styled(Element::Diamond, &marks);
                let mut yes = self.plain_arrow();
                yes.label = self.ground.optional_label(it.label);
                let kind = While {
                    test: self.ground.line_label(it.test),
                    yes,
                    out: self.plain_arrow(),
                    back: self.plain_arrow(),
                    steps: Vec::new(),
                    backward: None,
                    look,
                    closed: false,
                };
                self.open_block(StepKind::While(kind), None, origin);
            }
            StmtKind::EndWhile(it) => {
                let label = self.ground.optional_label(*it);
                let back = self.next.take();
                self.close_block(|kind| {
                    if let StepKind::While(it) = kind {
                        it.closed = true;
                        it.out.label = label;
                        it.back = back.unwrap_or_else(|| it.back.clone());
                    }
                });
            }
            StmtKind::Repeat(it) => self.repeat(it, origin),
            StmtKind::RepeatWhile(it) => self.repeat_while(it),
            StmtKind::Backward(it) => self.backward(it, origin),
            StmtKind::Break => self.ending(StepKind::Break, origin),
            StmtKind::Label(it) => {
                let name = self.ground.document.text(*it).into_owned();
                self.step(StepKind::Label(name), origin);
            }
            StmtKind::Goto(it) => {
                let name = self.ground.document.text(*it).into_owned();
                self.jumps.push((name.clone(), *it));
                self.ending(StepKind::Goto(name), origin);
            }
            StmtKind::Fork(it) => {
                let marks = self.marks(it);
                let look = self.ink(Element::Bar, &marks);
                self.open_parallel(ParallelKind::Fork, look, origin);
            }
            StmtKind::Split => {
                let look = self.ground.looks.of(Element::Arrow);
                self.open_parallel(ParallelKind::Split, look, origin);
            }
            StmtKind::ForkAgain | StmtKind::SplitAgain => {
                let branch = self.plain_branch(origin);
                self.next_branch(branch);
            }
            StmtKind::EndFork(it) => {
                let label = self.ground.optional_label(it.label);
                self.close_block(|kind| {
                    if let StepKind::Parallel(parallel) = kind {
                        parallel.closed = true;
                        parallel.label = label;
                        if it.merge {
                            parallel.kind = ParallelKind::Merge;
                        }
                    }
                });
            }
            StmtKind::EndSplit => self.close_block(|kind| {
                if let StepKind::Parallel(parallel) = kind {
                    parallel.closed = true;
                }
            }),
            StmtKind::Group(it) => self.group(it, origin),
            StmtKind::Close => self.close_block(|kind| {
                if let StepKind::Group(group) = kind {
                    group.closed = true;
                }
            }),
            StmtKind::Lane(it) => self.swimlane(it, origin),
            StmtKind::Connector(it) => {
                let fill = it.color.and_then(|it| it.paint).map(puml_family::paint);
                let overrides = Overrides { fill, ..Overrides::default() };
                let look = self.ground.looks.styled(Element::Connector, &[], &overrides);
                let letter = self.ground.document.text(it.letter).into_owned();
                self.step(StepKind::Connector(letter, look), origin);
            }
            StmtKind::Note(it) => self.note(it, range),
            StmtKind::Shared(_) => {}
        }
    }

    fn finish(mut self) -> (Model, Vec<Diagnostic>) {
        while !self.open.is_empty() {
            self.close_block(|_| {});
        }
        if self.steps.is_empty() && !self.waiting.is_empty() {
            // Notes alone are a picture too: they stand at a place that draws nothing.
            let origin = self.waiting[0].origin;
            self.step(StepKind::Label(String::new()), origin);
        }
        let mut model = Model {
            steps: self.steps,
            lanes: self.lanes,
            style: self.style,
            surroundings: self.ground.surroundings,
            sprites: self.ground.sprites,
            looks: self.ground.looks.into_looks(),
        };
        if let Some(first) = model.steps.first_mut()
            && !self.waiting.is_empty()
        {
            first.notes.splice(0..0, self.waiting);
        }
        let mut labels = Vec::new();
        model.walk(&mut |step, _| {
            if let StepKind::Label(name) = &step.kind {
                labels.push(name.clone());
            }
        });
        let mut diagnostics = self.ground.diagnostics;
        for (name, range) in self.jumps.iter().filter(|it| !labels.contains(&it.0)) {
            let span = range.in_source(self.ground.input.source);
            let message = format!("there is no `label {name}`");
            let mut finding = Diagnostic::new(codes::UNKNOWN_LABEL, span, message);
            if let Some(near) = diag::nearest(name, labels.iter().map(String::as_str)) {
                let edit = diag::TextEdit::replace(span, near);
                finding = finding
                    .with_hint(format!("did you mean `{near}`?"))
                    .with_fix(diag::Fix::suggested(format!("replace with `{near}`"), vec![edit]));
            }
            diagnostics.push(finding);
        }
        (model, diagnostics)
    }

    /// A text on one or several lines, its escapes resolved, without the indentation that its later lines share.
    fn text(&self, text: &Text) -> Label {
        let document = self.ground.document;
        match text {
            Text::Line(range) => Label { text: label::unescape(document.text(*range).trim()) },
            Text::Lines(lines) => {
                let all: Vec<_> = lines.lines.iter().map(|it| document.text(*it)).collect();
                let indent = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
                let filled = all.iter().skip(1).filter(|it| !it.trim().is_empty());
                let shared = filled.map(|it| indent(it)).min().unwrap_or(0);
                let mut out: Vec<String> = Vec::with_capacity(all.len());
                for (idx, line) in all.iter().enumerate() {
                    let drop = if idx == 0 { indent(line) } else { shared.min(indent(line)) };
                    out.push(label::unescape(line[drop..].trim_end()));
                }
                if out.first().is_some_and(String::is_empty) {
                    out.remove(0);
                }
                if out.last().is_some_and(String::is_empty) {
                    out.pop();
                }
                Label { text: out.join("\n") }
            }
        }
    }

    /// Adds a step that takes the waiting arrow.
    fn step(&mut self, kind: StepKind, origin: Span) {
        let step = self.new_step(kind, origin);
        self.steps.push(step);
    }

    /// Adds a step that nothing follows.
    fn ending(&mut self, kind: StepKind, origin: Span) {
        let mut step = self.new_step(kind, origin);
        step.detached = true;
        self.steps.push(step);
    }

    fn new_step(&mut self, kind: StepKind, origin: Span) -> Step {
        let arrow = self.next.take().unwrap_or_else(|| self.plain_arrow());
        let (lane, lane_out) = (self.lane, self.lane);
        Step { kind, arrow, lane, lane_out, detached: false, notes: Vec::new(), origin }
    }

    fn open_block(&mut self, kind: StepKind, branch: Option<Branch>, origin: Span) {
        let step = self.new_step(kind, origin);
        let before = std::mem::take(&mut self.steps);
        self.open.push((Open { step, branch, is_else: false }, before));
    }

    fn open_parallel(&mut self, kind: ParallelKind, look: LookId, origin: Span) {
        let branch = self.plain_branch(origin);
        let label = Label::default();
        let kind = Parallel { kind, branches: Vec::new(), label, look, closed: false };
        self.open_block(StepKind::Parallel(kind), Some(branch), origin);
    }

    /// Ends the current branch and begins another.
    fn next_branch(&mut self, branch: Branch) {
        self.end_branch();
        if let Some((open, _)) = self.open.last_mut() {
            open.branch = Some(branch);
        }
    }

    /// Puts the steps that were read into the block they stand in.
    fn end_branch(&mut self) {
        let lane_out = self.lane;
        let steps = std::mem::take(&mut self.steps);
        let after = self.next.take();
        let plain = self.ground.looks.of(Element::Arrow);
        // An arrow before the first step says how the line into the way looks.
        let entering = steps.first().map(|it| it.arrow.look).filter(|it| *it != plain);
        let Some((open, _)) = self.open.last_mut() else { return };
        let branch = open.branch.take().map(|mut branch| {
            branch.arrow.look = entering.unwrap_or(branch.arrow.look);
            Branch { after: after.clone().unwrap_or(branch.after), lane_out, ..branch }
        });
        match (&mut open.step.kind, branch) {
            (StepKind::If(it), Some(branch)) => {
                if open.is_else {
                    it.otherwise = Branch { steps, ..branch };
                    it.has_else = true;
                } else {
                    it.branches.push(Branch { steps, ..branch });
                }
            }
            (StepKind::Switch(it), Some(branch)) => it.cases.push(Branch { steps, ..branch }),
            (StepKind::Parallel(it), Some(branch)) => it.branches.push(Branch { steps, ..branch }),
            (StepKind::While(it), _) => it.steps = steps,
            (StepKind::Repeat(it), _) => {
                it.steps = steps;
                if let Some(after) = after {
                    it.to_test = after;
                }
            }
            (StepKind::Group(it), _) => {
                it.steps = steps;
                if let Some(after) = after {
                    it.after = after;
                }
            }
            _ => {}
        }
    }

    /// Ends the innermost block.
    fn close_block(&mut self, finish: impl FnOnce(&mut StepKind)) {
        self.end_branch();
        let Some((open, before)) = self.open.pop() else { return };
        self.steps = before;
        let mut step = open.step;
        finish(&mut step.kind);
        step.lane_out = self.lane;
        if let StepKind::While(it) = &mut step.kind {
            // A label right behind the test is that of the way in.
            if let Some(first) = it.steps.first_mut() {
                it.yes.look = first.arrow.look;
                if !first.arrow.label.text.is_empty() {
                    let plain = Arrow { label: Label::default(), ..first.arrow.clone() };
                    it.yes = std::mem::replace(&mut first.arrow, plain);
                }
            }
        }
        self.steps.push(step);
    }

    fn branch(&mut self, it: &ast::Condition, origin: Span) -> Branch {
        let marks = self.marks(&it.marks);
        let mut look = self.styled(Element::Diamond, &marks);
        if let Some(fill) = it.color.and_then(|it| it.paint).map(puml_family::paint) {
            let overrides = Overrides { fill: Some(fill), ..Overrides::default() };
            look = self.ground.looks.over(look, &overrides);
        }
        let mut branch = self.plain_branch(origin);
        branch.test = self.text(&it.test);
        branch.look = look;
        branch.link = self.ground.link(it.link);
        if let Some(label) = &it.label {
            branch.arrow.label = self.text(label);
        }
        if let Some(before) = &it.before {
            branch.before = self.arrow(Some(&before.text), &before.style);
        }
        branch
    }

    fn plain_branch(&self, origin: Span) -> Branch {
        Branch {
            test: Label::default(),
            before: self.plain_arrow(),
            arrow: self.plain_arrow(),
            steps: Vec::new(),
            after: self.plain_arrow(),
            look: self.ground.looks.of(Element::Diamond),
            link: None,
            lane_out: self.lane,
            origin,
        }
    }

    fn group(&mut self, it: &ast::Group, origin: Span) {
        let marks = self.marks(&it.marks);
        let mut look = self.styled(Element::Group, &marks);
        if let Some(colors) = &it.colors {
            look = self.ground.looks.over(look, &Overrides::from_set(colors));
        }
        let kind = Group {
            kind: it.kind,
            title: self.ground.line_label(it.title),
            steps: Vec::new(),
            after: self.plain_arrow(),
            look,
            closed: false,
        };
        // The line into a frame is that of its first step.
        let arrow = self.next.take();
        self.open_block(StepKind::Group(kind), None, origin);
        self.next = arrow;
    }

    fn swimlane(&mut self, it: &ast::Lane, origin: Span) {
        let name = self.ground.document.text(it.name).into_owned();
        let found = self.lanes.iter().position(|it| it.name == name);
        let idx = found.unwrap_or_else(|| {
            let title = Label { text: label::unescape(name.trim()) };
            let look = self.ground.looks.of(Element::Lane);
            self.lanes.push(Lane { name, title, look, origin });
            self.lanes.len() - 1
        });
        if let Some(title) = it.title {
            self.lanes[idx].title = self.ground.line_label(title);
        }
        if let Some(fill) = it.color.and_then(|it| it.paint).map(puml_family::paint) {
            let overrides = Overrides { fill: Some(fill), ..Overrides::default() };
            self.lanes[idx].look = self.ground.looks.styled(Element::Lane, &[], &overrides);
        }
        self.lane = LaneId(idx as u32);
    }

    fn action(&mut self, it: &ast::Action) -> Action {
        let mut marks = self.marks(&it.marks);
        // The ending says what the stereotype of that name says in newer versions.
        if let ActionForm::Ended(ending) = it.form {
            ENDINGS.iter().filter(|it| it.0 == ending).for_each(|it| marks.add(it.1));
        }
        let mut look = self.styled(Element::Activity, &marks);
        if let Some(fill) = it.color.and_then(|it| it.paint).map(puml_family::paint) {
            let overrides = Overrides { fill: Some(fill), ..Overrides::default() };
            look = self.ground.looks.over(look, &overrides);
        }
        Action {
            label: self.text(&it.text),
            shape: marks.shape.unwrap_or_default(),
            link: self.ground.link(it.link),
            classes: marks.classes,
            look,
        }
    }
}

/// Cuts the line behind a step; behind a block, those behind its last steps.
fn detach(step: &mut Step) {
    match &mut step.kind {
        StepKind::If(it) => {
            let lists = it.branches.iter_mut().map(|it| &mut it.steps);
            lists.filter_map(|it| it.last_mut()).for_each(detach);
            it.otherwise.steps.last_mut().map(detach);
        }
        StepKind::Switch(it) => {
            it.cases.iter_mut().filter_map(|it| it.steps.last_mut()).for_each(detach);
        }
        StepKind::Parallel(it) => {
            it.branches.iter_mut().filter_map(|it| it.steps.last_mut()).for_each(detach);
        }
        StepKind::Group(it) => {
            it.steps.last_mut().map(detach);
        }
        _ => {}
    }
    step.detached = true;
}
