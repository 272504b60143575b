//! An activity diagram's tree as JSON: one range per statement, everything else as values.

use puml_syntax::TextRange;
use puml_syntax::ast::NoteSide;
use puml_syntax::json::{self as shared, Fields, Numbers, Part};
use serde_json::Value;

use crate::ast::{
    Action, ActionForm, Arrow, BranchLabel, Condition, Document, LineStyle, Note, StmtKind,
};

/// The blocks of a document as parts of a larger text.
pub(crate) fn part(document: &Document, before: Numbers) -> Part {
    let writer = Writer { shared: shared::Writer { document } };
    shared::part(document, "uml", before, |it| writer.stmt(it))
}

pub(crate) fn statement(document: &Document, kind: &StmtKind) -> Value {
    Writer { shared: shared::Writer { document } }.stmt(kind)
}

struct Writer<'a> {
    shared: shared::Writer<'a, StmtKind>,
}

impl Writer<'_> {
    fn stmt(&self, kind: &StmtKind) -> Value {
        let text = |range: TextRange| self.shared.text(range);
        match kind {
            StmtKind::Terminal(it) => {
                Fields::new(it.kind.word()).list("stereotypes", self.marks(&it.marks)).done()
            }
            StmtKind::Kill => Fields::new("detach").done(),
            StmtKind::Action(it) => self.action(it),
            StmtKind::Arrow(it) => self.arrow(it),
            StmtKind::If(it) => self.condition("if", it),
            StmtKind::ElseIf(it) => self.condition("elseif", it),
            StmtKind::Else(it) => {
                Fields::new("else").maybe("label", it.as_ref().map(|it| self.label(it))).done()
            }
            StmtKind::EndIf(it) => Fields::new("endif").list("stereotypes", self.marks(it)).done(),
            StmtKind::Switch(it) => Fields::new("switch")
                .with("test", text(it.test))
                .list("stereotypes", self.marks(&it.marks))
                .done(),
            StmtKind::Case(it) => Fields::new("case").with("label", text(*it)).done(),
            StmtKind::EndSwitch(it) => {
                Fields::new("endswitch").list("stereotypes", self.marks(it)).done()
            }
            StmtKind::While(it) => Fields::new("while")
                .with("test", text(it.test))
                .maybe("label", it.label.map(text))
                .list("stereotypes", self.marks(&it.marks))
                .done(),
            StmtKind::EndWhile(it) => Fields::new("endwhile").maybe("label", it.map(text)).done(),
            StmtKind::Repeat(it) => Fields::new("repeat")
                .maybe("text", it.text.map(text))
                .maybe("color", it.color.map(|it| self.shared.color(it)))
                .list("stereotypes", self.marks(&it.marks))
                .done(),
            StmtKind::RepeatWhile(it) => Fields::new("repeatWhile")
                .maybe("test", it.test.as_ref().map(|it| self.shared.value(it)))
                .maybe("back", it.back.as_ref().map(|it| self.shared.value(it)))
                .maybe("out", it.out.map(text))
                .maybe("arrow", it.arrow.as_ref().map(|it| self.arrow(it)))
                .list("stereotypes", self.marks(&it.marks))
                .done(),
            StmtKind::Backward(it) => Fields::new("backward")
                .with("text", self.shared.value(&it.text))
                .list("stereotypes", self.marks(&it.marks))
                .maybe("incoming", it.incoming.as_ref().map(|it| self.label(it)))
                .maybe("outgoing", it.outgoing.as_ref().map(|it| self.label(it)))
                .done(),
            StmtKind::Break => Fields::new("break").done(),
            StmtKind::Fork(it) => Fields::new("fork").list("stereotypes", self.marks(it)).done(),
            StmtKind::ForkAgain => Fields::new("forkAgain").done(),
            StmtKind::EndFork(it) => Fields::new(if it.merge { "endMerge" } else { "endFork" })
                .maybe("label", it.label.map(text))
                .done(),
            StmtKind::Split => Fields::new("split").done(),
            StmtKind::SplitAgain => Fields::new("splitAgain").done(),
            StmtKind::EndSplit => Fields::new("endSplit").done(),
            StmtKind::Group(it) => Fields::new(it.kind.word())
                .with("title", text(it.title))
                .maybe("colors", it.colors.map(|it| self.shared.colors(it)))
                .list("stereotypes", self.marks(&it.marks))
                .done(),
            StmtKind::Close => Fields::new("close").done(),
            StmtKind::Lane(it) => Fields::new("swimlane")
                .with("name", text(it.name))
                .maybe("title", it.title.map(text))
                .maybe("color", it.color.map(|it| self.shared.color(it)))
                .done(),
            StmtKind::Connector(it) => Fields::new("connector")
                .with("letter", text(it.letter))
                .maybe("color", it.color.map(|it| self.shared.color(it)))
                .done(),
            StmtKind::Note(it) => self.note(it),
            StmtKind::Label(it) => Fields::new("label").with("name", text(*it)).done(),
            StmtKind::Goto(it) => Fields::new("goto").with("name", text(*it)).done(),
            StmtKind::Shared(it) => self.shared.stmt(it),
        }
    }

    fn marks(&self, all: &[TextRange]) -> impl Iterator<Item = Value> {
        all.iter().map(|it| Value::from(self.shared.text(*it)))
    }

    fn action(&self, it: &Action) -> Value {
        let fields = Fields::new("action").with("text", self.shared.value(&it.text));
        let fields = match it.form {
            ActionForm::Plain => fields,
            ActionForm::Item => fields.with("item", true),
            ActionForm::Ended(ending) => fields.with("ending", ending.to_string()),
        };
        fields
            .maybe("color", it.color.map(|it| self.shared.color(it)))
            .list("stereotypes", self.marks(&it.marks))
            .maybe("link", it.link.map(|it| self.shared.link(it)))
            .done()
    }

    fn arrow(&self, it: &Arrow) -> Value {
        let fields = Fields::new("arrow");
        let label = it.label.as_ref().map(|it| self.shared.value(it));
        self.style(fields.maybe("label", label), &it.style)
    }

    fn style(&self, fields: Fields, it: &LineStyle) -> Value {
        fields
            .maybe("color", it.color.map(|it| self.shared.color(it)))
            .maybe("line", it.border.map(|it| format!("{it:?}").to_lowercase()))
            .maybe("hidden", it.hidden.then_some(true))
            .done()
    }

    fn condition(&self, kind: &str, it: &Condition) -> Value {
        Fields::new(kind)
            .with("test", self.shared.value(&it.test))
            .maybe("label", it.label.as_ref().map(|it| self.shared.value(it)))
            .maybe("before", it.before.as_ref().map(|it| self.label(it)))
            .maybe("color", it.color.map(|it| self.shared.color(it)))
            .maybe("link", it.link.map(|it| self.shared.link(it)))
            .list("stereotypes", self.marks(&it.marks))
            .done()
    }

    fn label(&self, it: &BranchLabel) -> Value {
        self.style(Fields::empty().with("text", self.shared.value(&it.text)), &it.style)
    }

    fn note(&self, it: &Note) -> Value {
        let side = if it.side == Some(NoteSide::Right) { "right" } else { "left" };
        Fields::new("note")
            .with("side", side)
            .maybe("floating", it.floating.then_some(true))
            .maybe("colors", it.colors.map(|it| self.shared.colors(it)))
            .list("stereotypes", self.marks(&it.marks))
            .with("text", self.shared.value(&it.text))
            .done()
    }
}
