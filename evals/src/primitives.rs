//! Which constructs of the catalogue a source uses, by its syntax tree.

use std::collections::BTreeSet;

use diag::SourceId;
use puml_sequence::ast::{
    Arrow, ArrowLine, Border, Chrome, Declaration, DirectiveKind, Document, Flow, Head, LifeAction,
    Mark, Message, MessageEnd, Note, NotePlace, NoteShape, Numbering, Shared, Shown, StmtKind,
    Switch, Text,
};
use puml_sequence::parse;
use puml_syntax::Stage;

/// Every construct there is, as `section/name`.
pub fn catalogue() -> Vec<String> {
    let sections = puml_compiler::catalogue("sequence").into_iter();
    sections
        .flat_map(|it| it.primitives.iter().map(|one| format!("{}/{}", it.name, one.name)))
        .collect()
}

/// The constructs that a source uses, as `section/name`.
pub fn primitives(source: &str) -> BTreeSet<&'static str> {
    let document = parse(source, SourceId(0), Stage::Source).document;
    let mut used = BTreeSet::new();
    for stmt in &document.stmts {
        statement(&document, &stmt.kind, stmt.range.slice(&document.source), &mut used);
        if !matches!(
            stmt.kind,
            StmtKind::Shared(Shared::Comment | Shared::Style(_) | Shared::Skinparam(_))
        ) {
            markup(stmt.range.slice(&document.source), &mut used);
        }
    }
    used
}

type Used = BTreeSet<&'static str>;

fn statement(document: &Document, kind: &StmtKind, text: &str, used: &mut Used) {
    match kind {
        StmtKind::Declaration(it) => declaration(it, used),
        StmtKind::Message(it) => message(document, it, used),
        StmtKind::Life(it) => {
            used.insert(match it.action {
                LifeAction::Destroy => "lifecycle/destroy",
                LifeAction::Create => "lifecycle/create",
                LifeAction::Activate | LifeAction::Deactivate => "lifecycle/activate",
            });
        }
        StmtKind::Return(_) => add(used, "lifecycle/return"),
        StmtKind::AutoActivate(_) => add(used, "lifecycle/autoactivate"),
        StmtKind::Note(it) => note(it, used),
        StmtKind::Reference(it) => {
            add(used, "notes/reference");
            if matches!(it.text, Text::Lines(_)) {
                add(used, "notes/reference block");
            }
        }
        StmtKind::Group(it) => {
            used.extend(named("groups", it.kind.keyword()));
            if it.header_color.is_some() || it.body_color.is_some() {
                add(used, "groups/colors");
            }
        }
        StmtKind::Else(it) if it.color.is_some() => add(used, "groups/colors"),
        StmtKind::BoxOpen(_) => add(used, "participants/box"),
        StmtKind::Divider(_) => add(used, "flow/divider"),
        StmtKind::Delay(_) => add(used, "flow/delay"),
        StmtKind::Space(_) => add(used, "flow/space"),
        StmtKind::NewPage(_) => add(used, "flow/newpage"),
        StmtKind::Numbering(it) => numbering(it, used),
        StmtKind::Duration(_) => add(used, "flow/anchors"),
        StmtKind::Url { .. } => add(used, "participants/link"),
        StmtKind::Footbox(Switch::Off) => add(used, "styling/hide footbox"),
        StmtKind::Unlinked(Switch::Off) => add(used, "participants/hide unlinked"),
        StmtKind::Shared(Shared::Chrome(it)) => used.extend(chrome(it)),
        StmtKind::Shared(Shared::Skinparam(_)) => {
            add(
                used,
                if text.contains('{') { "styling/skinparam block" } else { "styling/skinparam" },
            );
        }
        StmtKind::Shared(Shared::Style(_)) => add(used, "styling/style"),
        StmtKind::Shared(Shared::Directive(it)) if it.kind == DirectiveKind::Theme => {
            add(used, "styling/theme");
        }
        StmtKind::Shared(Shared::Comment) => add(used, "text/comments"),
        _ => {}
    }
}

fn add(used: &mut Used, name: &'static str) {
    used.insert(name);
}

/// The catalogue's own text for a construct, so that an unknown name cannot be counted.
fn named(section: &str, name: &str) -> Option<&'static str> {
    match (section, name) {
        ("participants", "participant") => Some("participants/participant"),
        ("participants", "actor") => Some("participants/actor"),
        ("participants", "boundary") => Some("participants/boundary"),
        ("participants", "control") => Some("participants/control"),
        ("participants", "entity") => Some("participants/entity"),
        ("participants", "database") => Some("participants/database"),
        ("participants", "collections") => Some("participants/collections"),
        ("participants", "queue") => Some("participants/queue"),
        ("groups", "alt") => Some("groups/alt"),
        ("groups", "opt") => Some("groups/opt"),
        ("groups", "loop") => Some("groups/loop"),
        ("groups", "par") => Some("groups/par"),
        ("groups", "par2") => Some("groups/par2"),
        ("groups", "break") => Some("groups/break"),
        ("groups", "critical") => Some("groups/critical"),
        ("groups", "group") => Some("groups/group"),
        ("groups", "partition") => Some("groups/partition"),
        _ => None,
    }
}

fn declaration(it: &Declaration, used: &mut Used) {
    used.extend(it.kind.and_then(|kind| named("participants", kind.keyword())));
    if it.create.is_some() {
        add(used, "lifecycle/create");
    }
    match &it.shown {
        Some(Shown::Name(_)) => add(used, "participants/alias"),
        Some(Shown::Lines(_)) => add(used, "participants/multi-line head"),
        None => {}
    }
    let parts = [
        (it.order.is_some(), "participants/order"),
        (!it.stereotypes.is_empty(), "participants/stereotype"),
        (it.color.is_some(), "participants/color"),
        (it.link.is_some(), "participants/link"),
    ];
    used.extend(parts.iter().filter(|it| it.0).map(|it| it.1));
}

fn message(document: &Document, it: &Message, used: &mut Used) {
    arrow(&it.arrow, used);
    match (&it.left, &it.right) {
        (MessageEnd::Participant(left), MessageEnd::Participant(right)) => {
            if document.text(left.code.range) == document.text(right.code.range) {
                add(used, "arrows/self message");
            }
        }
        (MessageEnd::Border(side), _) | (_, MessageEnd::Border(side)) => {
            add(
                used,
                match side {
                    Border::Left => "arrows/found",
                    Border::Right => "arrows/lost to the edge",
                    Border::Short => "arrows/short",
                },
            );
        }
    }
    if let Some(marks) = &it.marks {
        match (marks.first, marks.second) {
            (_, Some(_)) => add(used, "lifecycle/handover"),
            (LifeAction::Create, None) => add(used, "lifecycle/create shortcut"),
            (LifeAction::Destroy, None) => add(used, "lifecycle/destroy shortcut"),
            (LifeAction::Activate | LifeAction::Deactivate, None) => {
                add(used, "lifecycle/shortcuts");
            }
        }
    }
    let parts = [
        (it.parallel.is_some(), "arrows/in parallel"),
        (!it.multicast.is_empty(), "arrows/several targets"),
        (it.link.is_some(), "arrows/message link"),
        (!it.stereotypes.is_empty(), "arrows/message stereotype"),
    ];
    used.extend(parts.iter().filter(|it| it.0).map(|it| it.1));
}

fn arrow(it: &Arrow, used: &mut Used) {
    let tips = [it.left, it.right];
    let has = |head: &[Head]| tips.iter().any(|tip| head.contains(&tip.head));
    let parts = [
        (it.line == ArrowLine::Solid && has(&[Head::Filled]), "arrows/call"),
        (it.line == ArrowLine::Dashed, "arrows/reply"),
        (has(&[Head::Open]), "arrows/asynchronous"),
        (it.flow() == Flow::Leftwards, "arrows/reverse"),
        (it.flow() == Flow::Both, "arrows/both ways"),
        (tips.iter().any(|tip| tip.mark == Mark::Cross), "arrows/lost"),
        (tips.iter().any(|tip| tip.mark == Mark::Circle), "arrows/circle"),
        (
            has(&[Head::UpperHalf, Head::LowerHalf, Head::UpperHalfOpen, Head::LowerHalfOpen]),
            "arrows/half heads",
        ),
        (it.color.is_some() || it.hidden, "arrows/style"),
        (it.slant.is_some(), "arrows/slanted"),
    ];
    used.extend(parts.iter().filter(|it| it.0).map(|it| it.1));
}

fn note(it: &Note, used: &mut Used) {
    add(
        used,
        match it.place {
            NotePlace::Latest(_) => "notes/at a message",
            NotePlace::Beside(..) => "notes/beside",
            NotePlace::Over(..) => "notes/over",
            NotePlace::Across => "notes/across",
        },
    );
    let parts = [
        (matches!(it.text, Text::Lines(_)), "notes/block"),
        (it.shape != NoteShape::Folded, "notes/shapes"),
        (it.aligned.is_some(), "notes/aligned"),
        (it.colors.is_some(), "notes/colors"),
    ];
    used.extend(parts.iter().filter(|it| it.0).map(|it| it.1));
}

fn numbering(it: &Numbering, used: &mut Used) {
    add(
        used,
        match it {
            Numbering::Start { start: Some(start), .. } if start.levels.len() > 1 => "flow/levels",
            Numbering::Start { .. } => "flow/autonumber",
            Numbering::Stop | Numbering::Resume { .. } => "flow/pause numbers",
            Numbering::Increment { .. } => "flow/levels",
        },
    );
}

fn chrome(it: &Chrome) -> Option<&'static str> {
    Some(match it {
        Chrome::Title(_) => "page/title",
        Chrome::Header(_) => "page/header",
        Chrome::Footer(_) => "page/footer",
        Chrome::Legend(_) => "page/legend",
        Chrome::Caption(_) => "page/caption",
        Chrome::Mainframe(_) => "page/mainframe",
        Chrome::Scale(_) => "styling/scale",
        Chrome::Sprite(_) => "styling/sprite",
        Chrome::Page(_) | Chrome::Skin(_) => return None,
    })
}

/// Markup inside the texts of a statement.
fn markup(text: &str, used: &mut Used) {
    let label = text.split_once(':').map_or(text, |it| it.1);
    let pairs = ["**", "__", "\"\"", "~~"];
    let italic = label.replace("://", "").matches("//").count() > 1;
    if italic || pairs.iter().any(|it| label.matches(it).count() > 1) {
        add(used, "text/inline markup");
    }
    if ["<color:", "<size:", "<back:", "<b>", "<sub>", "<sup>", "<i>", "<u>"]
        .iter()
        .any(|it| label.contains(it))
    {
        add(used, "text/tags");
    }
    if label.contains("\\n") {
        add(used, "text/line breaks");
    }
    if label.contains("[[") && label.contains("]]") {
        add(used, "text/links");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_construct_is_found_in_its_own_example() {
        for section in puml_compiler::catalogue("sequence") {
            for it in section.primitives {
                let name = format!("{}/{}", section.name, it.name);
                assert!(
                    primitives(it.example).contains(name.as_str()),
                    "{name} in {:?}",
                    primitives(it.example)
                );
            }
        }
    }

    #[test]
    fn nothing_is_found_that_the_catalogue_lacks() {
        let all = catalogue();
        for it in puml_compiler::catalogue("sequence").iter().flat_map(|it| it.primitives) {
            for name in primitives(it.example) {
                assert!(all.iter().any(|it| it == name), "{name}");
            }
        }
    }
}
