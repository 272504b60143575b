//! The catalogue's entry for a statement, the word under the pointer first.

use puml_graph::{Head, Symbol};

use crate::ast::{Action, Body, Element, Link, NotePlace, StmtKind};

/// Section and name in the catalogue.
pub(super) fn topic(kind: &StmtKind, word: &str) -> Option<(&'static str, &'static str)> {
    Some(match kind {
        StmtKind::Element(it) => element(it, word),
        StmtKind::Link(it) => ("links", link(it)),
        StmtKind::Group(it) if it.symbol.is_none() => ("containers", "together"),
        StmtKind::Group(_) | StmtKind::Close => ("containers", "container"),
        StmtKind::Note(it) => match it.place {
            NotePlace::Free(_) => ("notes", "free"),
            NotePlace::OnLink(_) => ("notes", "on link"),
            NotePlace::Beside(..) | NotePlace::Latest(_) => ("notes", "beside"),
        },
        StmtKind::Table(_) => ("elements", "json"),
        StmtKind::Visibility(it) => match it.action {
            Action::Hide | Action::Show if it.part.is_some() => ("commands", "hide"),
            _ => ("commands", "remove"),
        },
        StmtKind::Address(..) => ("names", "url"),
        StmtKind::Direction(_) => ("commands", "left to right"),
        StmtKind::NewPage => ("commands", "newpage"),
        StmtKind::Separator(_) | StmtKind::Shared(_) => return None,
    })
}

fn element(it: &Element, word: &str) -> (&'static str, &'static str) {
    if word.eq_ignore_ascii_case("as") {
        return ("names", "alias");
    }
    if it.text.is_some() {
        return ("elements", "long text");
    }
    match it.symbol {
        Symbol::Component => ("elements", "component"),
        Symbol::UseCase | Symbol::BusinessUseCase => ("elements", "usecase"),
        Symbol::Actor | Symbol::BusinessActor => ("elements", "actor"),
        Symbol::Interface => ("elements", "interface"),
        Symbol::Archimate => ("elements", "archimate"),
        Symbol::Port | Symbol::PortIn | Symbol::PortOut => ("containers", "port"),
        _ => ("elements", "figures"),
    }
}

/// Which of the catalogue's links a link is.
fn link(it: &Link) -> &'static str {
    let arrow = &it.arrow;
    let is_plain = |it: Head| matches!(it, Head::None | Head::Arrow);
    if arrow.style.hidden {
        "hidden"
    } else if !is_plain(arrow.left) || !is_plain(arrow.right) {
        "heads"
    } else if !arrow.style.colors.is_empty() || arrow.style.line.is_some() {
        "style"
    } else if arrow.direction.is_some() {
        "direction"
    } else if it.left_text.is_some() || it.right_text.is_some() {
        "quantifier"
    } else if arrow.body != Body::Solid {
        "line"
    } else {
        "link"
    }
}
