//! The catalogue's entry for a statement, the word under the pointer first.

use crate::ast::{
    ArrowLine, Border, Flow, Head, LifeAction, Mark, Message, MessageEnd, NotePlace, NoteShape,
    StmtKind,
};

/// Section and name in the catalogue.
pub(super) fn topic(kind: &StmtKind, word: &str) -> Option<(&'static str, &'static str)> {
    Some(match kind {
        StmtKind::Declaration(it) => match word.to_ascii_lowercase().as_str() {
            "as" => ("participants", "alias"),
            "order" => ("participants", "order"),
            "create" => ("lifecycle", "create"),
            _ => ("participants", it.kind.map_or("participant", |it| it.keyword())),
        },
        StmtKind::Message(it) => match word {
            "&" => ("arrows", "in parallel"),
            "++" | "--" => ("lifecycle", "shortcuts"),
            "--++" | "++--" => ("lifecycle", "handover"),
            "**" => ("lifecycle", "create shortcut"),
            "!!" => ("lifecycle", "destroy shortcut"),
            _ => ("arrows", arrow(it)),
        },
        StmtKind::Life(it) => match it.action {
            LifeAction::Destroy => ("lifecycle", "destroy"),
            LifeAction::Create => ("lifecycle", "create"),
            LifeAction::Activate | LifeAction::Deactivate => ("lifecycle", "activate"),
        },
        StmtKind::Return(_) => ("lifecycle", "return"),
        StmtKind::AutoActivate(_) => ("lifecycle", "autoactivate"),
        StmtKind::Note(it) => match (it.shape, it.place) {
            (NoteShape::Hexagon | NoteShape::Rectangle, _) => ("notes", "shapes"),
            (_, NotePlace::Beside(..)) => ("notes", "beside"),
            (_, NotePlace::Over(..)) => ("notes", "over"),
            (_, NotePlace::Across) => ("notes", "across"),
            (_, NotePlace::Latest(_)) => ("notes", "at a message"),
        },
        StmtKind::Reference(_) => ("notes", "reference"),
        StmtKind::Group(it) => ("groups", it.kind.keyword()),
        StmtKind::Else(_) | StmtKind::End { .. } => ("groups", "alt"),
        StmtKind::BoxOpen(_) | StmtKind::BoxClose => ("participants", "box"),
        StmtKind::Numbering(_) => ("flow", "autonumber"),
        StmtKind::NewPage(_) | StmtKind::IgnoreNewPage => ("flow", "newpage"),
        StmtKind::Duration(_) => ("flow", "anchors"),
        StmtKind::Url { .. } => ("participants", "link"),
        StmtKind::Footbox(_) => ("styling", "hide footbox"),
        StmtKind::Unlinked(_) => ("participants", "hide unlinked"),
        StmtKind::Stereotypes(_) => ("participants", "stereotype"),
        _ => return None,
    })
}

/// Which of the catalogue's arrows a message has.
fn arrow(message: &Message) -> &'static str {
    let arrow = &message.arrow;
    let ends = [message.left, message.right];
    let heads = [arrow.left.head, arrow.right.head];
    let marks = [arrow.left.mark, arrow.right.mark];
    let border = |wanted: Border| ends.contains(&MessageEnd::Border(wanted));
    if border(Border::Short) {
        "short"
    } else if border(Border::Left) {
        "found"
    } else if border(Border::Right) {
        "lost to the edge"
    } else if arrow.slant.is_some() {
        "slanted"
    } else if arrow.color.is_some() || arrow.hidden {
        "style"
    } else if marks.contains(&Mark::Cross) {
        "lost"
    } else if marks.contains(&Mark::Circle) {
        "circle"
    } else if arrow.flow() == Flow::Both {
        "both ways"
    } else if heads.iter().any(|it| !matches!(it, Head::None | Head::Filled | Head::Open)) {
        "half heads"
    } else if heads.contains(&Head::Open) {
        "asynchronous"
    } else if arrow.flow() == Flow::Leftwards {
        "reverse"
    } else if arrow.line == ArrowLine::Dashed {
        "reply"
    } else {
        "call"
    }
}
