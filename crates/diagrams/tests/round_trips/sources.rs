//! Random puml sources that say only what Mermaid can say as well.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Words, with signs that mean something to one of the languages.
fn text() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => "[A-Z][a-z]{1,5}",
        1 => select(vec!["#1", "a;b", "x > y", "5 %", "R&D", "é", "(n)", "end", "a, b", "\"q\" r"])
            .prop_map(str::to_owned),
    ];
    vec(word, 1..3).prop_map(|it| format!("T {}", it.join(" ")))
}

/// A text that may stand in quotes.
fn name() -> impl Strategy<Value = String> {
    text().prop_map(|it| it.replace('"', ""))
}

fn title() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), name().prop_map(|it| format!("title {it}\n"))]
}

fn wrapped(title: &str, body: &[String]) -> String {
    format!("@startuml\n{title}{}\n@enduml\n", body.join("\n"))
}

pub(crate) fn sequence() -> impl Strategy<Value = String> {
    let kinds = vec!["participant", "actor", "database", "queue", "control", "entity", "boundary"];
    let participant = (select(kinds), prop::option::of(name()));
    let arrow = select(vec!["->", "-->", "->>", "-->>", "->x", "<->"]);
    let leaf = prop_oneof![
        4 => (0..3_usize, arrow, 0..3_usize, prop_oneof![Just(String::new()), text()])
            .prop_map(|(from, arrow, to, text)| {
                let label = if text.is_empty() { text } else { format!(" : {text}") };
                vec![format!("P{from} {arrow} P{to}{label}")]
            }),
        1 => (0..3_usize, text()).prop_map(|(who, text)| {
            vec![format!("P{who} -> P0 ++ : {text}"), "P0 --> P1 -- : back".to_owned()]
        }),
        1 => (select(vec!["left of", "right of", "over"]), 0..3_usize, text())
            .prop_map(|(side, who, text)| vec![format!("note {side} P{who} : {text}")]),
        1 => text().prop_map(|text| vec![format!("note over P0, P2 : {text}")]),
        1 => Just(vec!["create N".to_owned(), "P0 -> N : new".to_owned()]),
    ];
    let events = leaf.prop_recursive(2, 12, 4, |inner| {
        let kind = select(vec!["alt", "opt", "loop", "par", "critical", "break"]);
        (kind, text(), vec(inner.clone(), 1..3), vec(inner, 1..2)).prop_map(
            |(kind, text, first, second)| {
                let mut lines = vec![format!("{kind} {text}")];
                lines.extend(first.into_iter().flatten());
                if matches!(kind, "alt" | "par" | "critical") {
                    lines.push("else other".to_owned());
                    lines.extend(second.into_iter().flatten());
                }
                lines.push("end".to_owned());
                lines
            },
        )
    });
    let number = select(vec!["", "autonumber\n", "autonumber 10 5\n"]);
    (title(), vec(participant, 3), number, vec(events, 1..6)).prop_map(
        |(title, participants, number, events)| {
            let mut lines: Vec<String> = participants
                .into_iter()
                .enumerate()
                .map(|(idx, (kind, name))| match name {
                    Some(name) => format!("{kind} \"{name}\" as P{idx}"),
                    None => format!("{kind} P{idx}"),
                })
                .collect();
            let mut is_created = false;
            for line in events.into_iter().flatten() {
                // One is created once.
                let is_creation = line.ends_with('N') || line.contains(" N ");
                if is_creation && is_created {
                    continue;
                }
                is_created |= line.contains(" N ");
                lines.push(line);
            }
            wrapped(&format!("{title}{number}"), &lines)
        },
    )
}

pub(crate) fn class() -> impl Strategy<Value = String> {
    let kind = select(vec!["class", "interface", "abstract class", "enum"]);
    let member = select(vec![
        "+run(int a) : List<String>",
        "-name : String",
        "#x : Map<String, Int>",
        "~y",
        "{static} +of()",
        "{abstract} +go() : void",
        "__init__()",
        "RED",
    ]);
    let one = (kind, prop::option::of(name()), vec(member, 0..4), select(vec!["", "<<dto>>"]));
    let link = (
        0..4_usize,
        select(vec!["--", "-->", "<|--", "--|>", "*--", "o--", "..>", "..|>", "<-->", ".."]),
        0..4_usize,
        prop::option::of(select(vec!["1", "0..*", "many"])),
        prop::option::of(text()),
    );
    let notes = vec((0..4_usize, text()), 0..2);
    let direction = select(vec!["", "left to right direction\n"]);
    (title(), direction, vec(one, 4), vec(link, 0..5), notes).prop_map(
        |(title, direction, classes, links, notes)| {
            let mut lines = vec!["set separator none".to_owned()];
            for (idx, (kind, name, members, stereotype)) in classes.into_iter().enumerate() {
                match idx {
                    1 => lines.push("package shop {".to_owned()),
                    2 => lines.push("package \"in it\" as inner {".to_owned()),
                    _ => {}
                }
                let name = name.map_or_else(String::new, |it| format!("\"{it}\" as "));
                lines.push(format!("{kind} {name}C{idx} {stereotype} {{"));
                lines.extend(members.into_iter().map(str::to_owned));
                lines.push("}".to_owned());
                if idx == 2 {
                    lines.extend(["}".to_owned(), "}".to_owned()]);
                }
            }
            for (from, arrow, to, count, label) in links {
                let count = count.map_or_else(String::new, |it| format!("\"{it}\" "));
                let label = label.map_or_else(String::new, |it| format!(" : {it}"));
                lines.push(format!("C{from} {count}{arrow} {count}C{to}{label}"));
            }
            for (of, text) in notes {
                lines.extend([format!("note right of C{of}"), text, "end note".to_owned()]);
            }
            wrapped(&format!("{title}{direction}"), &lines)
        },
    )
}

pub(crate) fn entities() -> impl Strategy<Value = String> {
    let row = select(vec![
        "id : int <<PK>>",
        "name : text",
        "{field} price : numeric(10)",
        "city : uuid <<FK>> <<UK>>",
    ]);
    let link = (
        0..3_usize,
        select(vec!["||", "|o", "}o", "}|"]),
        select(vec!["--", ".."]),
        select(vec!["||", "o|", "o{", "|{"]),
        0..3_usize,
        prop::option::of(text()),
    );
    let names = vec(prop::option::of(name()), 3);
    (title(), names, vec(vec(row, 0..3), 3), vec(link, 1..4)).prop_map(
        |(title, names, rows, links)| {
            let mut lines = vec!["set separator none".to_owned(), "hide circle".to_owned()];
            for (idx, (name, rows)) in names.into_iter().zip(rows).enumerate() {
                let name = name.map_or_else(String::new, |it| format!("\"{it}\" as "));
                lines.push(format!("entity {name}E{idx} {{"));
                lines.extend(rows.into_iter().map(str::to_owned));
                lines.push("}".to_owned());
            }
            for (from, left, line, right, to, label) in links {
                let label = label.map_or_else(String::new, |it| format!(" : {it}"));
                lines.push(format!("E{from} {left}{line}{right} E{to}{label}"));
            }
            wrapped(&title, &lines)
        },
    )
}

pub(crate) fn state() -> impl Strategy<Value = String> {
    let link = (0..4_usize, 0..4_usize, prop::option::of(text()));
    let notes = vec((select(vec!["left", "right"]), 0..4_usize, text()), 0..2);
    let names = vec(prop::option::of(name()), 4);
    let flags = (any::<bool>(), any::<bool>(), any::<bool>());
    (title(), names, flags, vec(link, 1..5), notes).prop_map(
        |(title, names, (is_wide, has_regions, has_choice), links, notes)| {
            let mut lines = Vec::new();
            lines.extend(is_wide.then(|| "left to right direction".to_owned()));
            for (idx, name) in names.into_iter().enumerate() {
                let name = name.map_or_else(String::new, |it| format!("\"{it}\" as "));
                lines.push(format!("state {name}S{idx}"));
            }
            lines.push("state Outer {".to_owned());
            lines.push("[*] --> In1".to_owned());
            lines.push("In1 --> In2 : go".to_owned());
            if has_regions {
                lines.extend(["--".to_owned(), "[*] --> In3".to_owned()]);
            }
            lines.extend(["}".to_owned(), "[*] --> S0".to_owned(), "S0 --> Outer".to_owned()]);
            if has_choice {
                lines.push("state pick <<choice>>".to_owned());
                lines.extend(["Outer --> pick".to_owned(), "pick --> [*] : done".to_owned()]);
            }
            for (from, to, label) in links {
                let label = label.map_or_else(String::new, |it| format!(" : {it}"));
                lines.push(format!("S{from} --> S{to}{label}"));
            }
            for (side, of, text) in notes {
                lines.extend([format!("note {side} of S{of}"), text, "end note".to_owned()]);
            }
            wrapped(&title, &lines)
        },
    )
}

pub(crate) fn description() -> impl Strategy<Value = String> {
    let figure =
        select(vec!["rectangle", "card", "usecase", "database", "hexagon", "file", "cloud"]);
    let one = (figure, name(), select(vec!["", " #ffcc00", " [[https://example.com/a?b=1]]"]));
    let link = (
        0..4_usize,
        select(vec!["--", "-->", "..>", "..", "-[bold]->", "--x", "--->", "<-->"]),
        0..4_usize,
        prop::option::of(text()),
    );
    let direction = select(vec!["", "left to right direction\n"]);
    (title(), direction, vec(one, 4), vec(link, 1..5)).prop_map(
        |(title, direction, figures, links)| {
            let mut lines = Vec::new();
            for (idx, (figure, name, rest)) in figures.into_iter().enumerate() {
                if idx == 2 {
                    lines.push("rectangle \"a frame\" as G {".to_owned());
                }
                lines.push(format!("{figure} \"{name}\" as N{idx}{rest}"));
            }
            lines.push("}".to_owned());
            for (from, arrow, to, label) in links {
                let label = label.map_or_else(String::new, |it| format!(" : {it}"));
                lines.push(format!("N{from} {arrow} N{to}{label}"));
            }
            wrapped(&format!("{title}{direction}"), &lines)
        },
    )
}

pub(crate) fn mindmap() -> impl Strategy<Value = String> {
    (title(), text(), vec((1..4_usize, text()), 0..8)).prop_map(|(title, root, nodes)| {
        let mut lines = vec![format!("* {root}")];
        let mut depth = 1;
        for (wanted, text) in nodes {
            depth = (wanted + 1).min(depth + 1);
            lines.push(format!("{} {text}", "*".repeat(depth)));
        }
        format!("@startmindmap\n{title}{}\n@endmindmap\n", lines.join("\n"))
    })
}

pub(crate) fn gantt() -> impl Strategy<Value = String> {
    let task = ("[A-Z][a-z]{2,6}( [a-z]{2,4})?", 1..20_u32, 1..9_u32, any::<bool>(), any::<bool>());
    (title(), vec(task, 1..5)).prop_map(|(title, tasks)| {
        let mut lines = vec!["Project starts 2024-01-01".to_owned()];
        let mut before: Option<(String, u32)> = None;
        for (idx, (name, start, days, is_after, is_section)) in tasks.into_iter().enumerate() {
            if is_section {
                lines.push(format!("-- Part {idx} --"));
            }
            let name = format!("{name} {idx}");
            let start = match &before {
                Some((_, end)) if is_after => end + 1,
                _ => start,
            };
            let end = (start + days - 1).min(300);
            let date =
                |day: u32| format!("2024-{:02}-{:02}", 1 + (day - 1) / 28, 1 + (day - 1) % 28);
            // Dates in the middle of a month follow each other only within it.
            let is_after = is_after && before.is_some() && (start - 1) / 28 == (start - 2) / 28;
            if is_after {
                lines.push(format!("[{name}] ends {}", date(end)));
                let (other, _) = before.as_ref().expect("it follows another");
                lines.push(format!("[{name}] starts at [{other}]'s end"));
            } else {
                lines.push(format!("[{name}] starts {} and ends {}", date(start), date(end)));
            }
            before = Some((name, end));
        }
        format!("@startgantt\n{title}{}\n@endgantt\n", lines.join("\n"))
    })
}
