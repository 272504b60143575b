//! Small or allowed texts that ask for as much as they can, at least one for every family and every way to expand.

use std::fmt::Write as _;

/// A name and a puml text.
pub(crate) type Named = (&'static str, String);

/// As many lines as a server reads, nearly.
const LINES: usize = 11_900;

pub(crate) fn puml() -> Vec<Named> {
    let mut all = expanding();
    all.extend(sequences());
    all.extend(graphs());
    all.extend(others());
    all
}

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut text, it| {
        let _ = writeln!(text, "{}", line(it));
        text
    })
}

fn within(word: &str, body: &str) -> String {
    format!("@start{word}\n{body}\n@end{word}\n")
}

fn uml(body: &str) -> String {
    within("uml", body)
}

/// Blocks inside one another.
fn nested(depth: usize, open: impl Fn(usize) -> String, body: &str, close: &str) -> String {
    lines(depth, open) + body + "\n" + &lines(depth, |_| close.to_owned())
}

/// What the preprocessor could make of a few lines.
fn expanding() -> Vec<Named> {
    let items = vec!["1"; 300].join(",");
    let loops =
        nested(4, |it| format!("!foreach $x{it} in [{items}]"), "A -> B : $x0$x1$x2$x3", "!endfor");
    let macros =
        lines(12, |it| format!("!define m{} {}", it + 1, vec![format!("m{it}"); 10].join(" ")));
    let recursion = "!procedure $p()\n$p()\n$p()\n!endprocedure\n$p()";
    let function =
        "!function $f($x)\n!return $f($x + \"x\") + $f($x)\n!endfunction\nA -> B : $f(\"a\")";
    let data = (0..8_000).map(|it| format!("\"k{it}\":[1,2,3]")).collect::<Vec<_>>().join(",");
    vec![
        ("nested !foreach", uml(&loops)),
        ("endless !while", uml("!$i = 0\n!while 1 == 1\n!$i = $i + 1\nA -> B : $i\n!endwhile")),
        (
            "a text that doubles",
            uml(&("!$a = \"xxxxxxxxxxxxxxxx\"\n".to_owned()
                + &lines(40, |_| "!$a = $a + $a".into())
                + "A -> B : $a")),
        ),
        ("macros of macros", uml(&("!define m0 lol\n".to_owned() + &macros + "A -> B : m12"))),
        ("procedures that call themselves", uml(recursion)),
        ("functions that call themselves", uml(function)),
        ("a large JSON value", uml(&format!("!$j = {{{data}}}\nA -> B : $j.k1"))),
        ("nested !if", uml(&nested(5_900, |_| "!if 1 == 1".into(), "A -> B", "!endif"))),
        (
            "nested parentheses",
            uml(&format!("!$a = {}1{}\nA -> B : $a", "(".repeat(20_000), ")".repeat(20_000))),
        ),
        (
            "nested styles",
            uml(&format!("<style>\n{}</style>\nA -> B", nested(190, |_| "a {".into(), "", "}"))),
        ),
    ]
}

fn sequences() -> Vec<Named> {
    let row = format!("|{}", "a|".repeat(300));
    vec![
        (
            "messages",
            uml(&lines(LINES, |it| format!("A{} -> B{} : message {it}", it % 40, it % 30))),
        ),
        (
            "messages of 100 participants",
            uml(&lines(LINES, |it| format!("P{} -> P{} : m", it % 100, it * 37 % 100))),
        ),
        ("participants", uml(&lines(LINES, |it| format!("participant P{it}")))),
        (
            "pages",
            uml(&(lines(300, |it| format!("participant P{it}"))
                + &lines(3_000, |_| "P1 -> P2\nnewpage".into()))),
        ),
        ("open groups", uml(&lines(100_000, |_| "alt x".into()))),
        ("groups", uml(&lines(3_900, |_| "alt x\nA -> B\nend".into()))),
        ("nested groups", uml(&nested(190, |_| "alt x".into(), "A -> B", "end"))),
        ("activations", uml(&lines(LINES, |_| "activate A".into()))),
        ("notes", uml(&lines(LINES, |it| format!("note over A, B : n{it}")))),
        ("boxes", uml(&lines(3_900, |it| format!("box b{it}\nparticipant p{it}\nend box")))),
        ("a long label", uml(&format!("A -> B : {}", "word ".repeat(80_000)))),
        ("a long note", uml(&format!("note over A\n{}end note", lines(LINES, |_| "x".into())))),
        ("a large table", uml(&format!("note over A\n{}end note", lines(300, |_| row.clone())))),
        (
            "a table as large as allowed",
            uml(&format!("note over A\n{}end note", lines(49, |_| row.clone()))),
        ),
        ("open markup", uml(&format!("A -> B : {}", "<b><i><u>".repeat(20_000)))),
        ("links", uml(&format!("A -> B : {}", "[[x y]] ".repeat(7_000)))),
        (
            "a large sprite",
            uml(&format!(
                "sprite $x [4000x4000/16] {{\n{}}}\nA -> B : <$x>",
                lines(2_000, |_| "F".repeat(200))
            )),
        ),
        ("a large scale", uml("scale 100000\nskinparam defaultFontSize 100000\nA -> B")),
    ]
}

fn graphs() -> Vec<Named> {
    let clique = lines(9_900, |it| format!("C{} --> C{}", it / 100, it % 100));
    vec![
        ("classes", uml(&lines(LINES, |it| format!("class C{it}")))),
        (
            "classes around one",
            uml(&("class A\n".to_owned() + &lines(5_000, |it| format!("A --> C{it}")))),
        ),
        (
            "classes in a chain",
            uml(&("class C0\n".to_owned() + &lines(5_000, |it| format!("C{it} --> C{}", it + 1)))),
        ),
        ("classes all linked", uml(&("class C0\n".to_owned() + &clique))),
        (
            "classes linked at random",
            uml(&("class C0\n".to_owned()
                + &lines(5_000, |it| format!("C{} --> C{}", it * 7919 % 997, it * 104_729 % 991)))),
        ),
        (
            "lines between two classes",
            uml(&("class A\n".to_owned() + &lines(5_000, |_| "A --> B : x".into()))),
        ),
        ("members", uml(&format!("class A {{\n{}}}", lines(LINES, |_| "+f() : int".into())))),
        ("open packages", uml(&nested(3_000, |it| format!("package p{it} {{"), "class A", "}"))),
        (
            "nested packages",
            uml(&nested(190, |it| format!("package p{it} {{\nclass C{it}"), "class A", "}")),
        ),
        ("components", uml(&lines(5_000, |it| format!("[c{it}] --> [c{}]", it * 31 % 500)))),
        ("use cases", uml(&lines(5_000, |it| format!("(u{it}) --> :a{}:", it % 100)))),
        (
            "nested nodes",
            uml(&nested(190, |it| format!("node n{it} {{\n[c{it}] --> [A]"), "[A]", "}")),
        ),
        (
            "states",
            uml(&("[*] --> S0\n".to_owned()
                + &lines(5_000, |it| format!("S{it} --> S{} : e", it * 17 % 3_000)))),
        ),
        (
            "nested states",
            uml(&nested(190, |it| format!("state s{it} {{\n[*] --> a{it}"), "[*] --> A", "}")),
        ),
        (
            "regions",
            uml(&format!("state S {{\n{}}}", lines(3_000, |it| format!("[*] --> a{it}\n--")))),
        ),
    ]
}

fn others() -> Vec<Named> {
    let wide = vec!["{\"a\":1,\"b\":[1,2]}"; 20_000].join(",");
    let aliases =
        lines(9, |it| format!("a{}: &a{0} [{}]", it + 1, vec![format!("*a{it}"); 9].join(",")));
    vec![
        ("actions", uml(&format!("start\n{}stop", lines(LINES, |it| format!(":a{it};"))))),
        (
            "ways of a fork",
            uml(&format!("fork\n{}end fork", lines(5_000, |_| ":a;\nfork again".into()))),
        ),
        (
            "cases of a switch",
            uml(&format!(
                "switch (x)\n{}endswitch",
                lines(5_000, |it| format!("case (c{it})\n:a;"))
            )),
        ),
        ("lanes", uml(&lines(5_000, |it| format!("|L{it}|\n:a;")))),
        (
            "nested decisions",
            uml(&nested(190, |_| "if (x) then (y)\n:b;\nelse (n)".into(), ":a;", "endif")),
        ),
        ("nested loops", uml(&nested(3_000, |_| "while (x)".into(), ":a;", "endwhile"))),
        (
            "old actions",
            uml(&("(*) --> \"a0\"\n".to_owned()
                + &lines(5_000, |it| format!("\"a{it}\" --> \"a{}\"", it + 1)))),
        ),
        (
            "changes of a state",
            uml(&("robust \"A\" as A\n".to_owned()
                + &lines(5_900, |it| format!("@{it}\nA is s{it}")))),
        ),
        (
            "players",
            uml(&(lines(5_000, |it| format!("robust \"A{it}\" as A{it}"))
                + "@0\n"
                + &lines(5_000, |it| format!("A{it} is x")))),
        ),
        (
            "a clock that ticks for long",
            uml("clock c with period 1\nrobust \"A\" as A\n@0\nA is x\n@100000000\nA is y"),
        ),
        (
            "ten thousand years",
            within("gantt", "project starts 0001-01-01\n[A] starts 0001-01-01 and ends 9999-12-31"),
        ),
        (
            "a task of a million days",
            within("gantt", "project starts 2024-01-01\nprintscale daily\n[A] lasts 1000000 days"),
        ),
        (
            "no day is open",
            within(
                "gantt",
                &("project starts 2024-01-01\n".to_owned()
                    + &[
                        "monday",
                        "tuesday",
                        "wednesday",
                        "thursday",
                        "friday",
                        "saturday",
                        "sunday",
                    ]
                    .map(|it| format!("{it} are closed\n"))
                    .concat()
                    + "[A] lasts 9 days"),
            ),
        ),
        (
            "tasks",
            within(
                "gantt",
                &("project starts 2024-01-01\n".to_owned()
                    + &lines(LINES - 10, |it| format!("[T{it}] lasts {} days", it % 30 + 1))),
            ),
        ),
        (
            "tasks in a chain",
            within(
                "gantt",
                &("project starts 2024-01-01\n[T0] lasts 1 day\n".to_owned()
                    + &lines(3_000, |it| {
                        format!("[T{}] lasts 1 day\n[T{0}] starts at [T{it}]'s end", it + 1)
                    })),
            ),
        ),
        ("nested JSON", within("json", &format!("{}1{}", "{\"a\":".repeat(190), "}".repeat(190)))),
        ("open lists", within("json", &"[".repeat(100_000))),
        ("a wide JSON", within("json", &format!("[{wide}]"))),
        (
            "aliases of aliases",
            within("yaml", &("a0: &a0 [x,x,x,x,x,x,x,x,x]\n".to_owned() + &aliases)),
        ),
        ("a wide YAML", within("yaml", &lines(LINES, |it| format!("k{it}: v")))),
        ("nested YAML", within("yaml", &lines(900, |it| format!("{}a:", " ".repeat(it))))),
        (
            "a deep mind map",
            within("mindmap", &lines(1_000, |it| format!("{} n", "*".repeat(it + 1)))),
        ),
        (
            "a wide mind map",
            within("mindmap", &("* r\n".to_owned() + &lines(LINES, |it| format!("** n{it}")))),
        ),
        (
            "a deep work breakdown",
            within("wbs", &lines(1_000, |it| format!("{} n", "*".repeat(it + 1)))),
        ),
        (
            "a wide work breakdown",
            within("wbs", &("* r\n".to_owned() + &lines(LINES, |it| format!("** n{it}")))),
        ),
        ("diagrams", "@startuml\nA -> B\n@enduml\n".repeat(3_900)),
    ]
}
