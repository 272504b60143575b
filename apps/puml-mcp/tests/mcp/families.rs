//! Families other than sequence: their syntax through tools and resources, and edits that say which diagram they mean.

use serde_json::{Value, json};

use crate::talk::{Talk, folder, plain, rooted};

#[tokio::test]
async fn the_syntax_of_every_family_is_listed_and_compiles() {
    let mut talk = Talk::with(plain()).await;
    for family in puml_compiler::family_names() {
        let listed = talk.data("puml_list_primitives", json!({"family": family})).await;
        assert_eq!(listed["family"], family);
        let sections = listed.as_object().unwrap().values().filter_map(|it| it.as_array());
        assert!(sections.map(Vec::len).sum::<usize>() > 2, "{family}: {listed}");
        let page =
            talk.ask("resources/read", json!({"uri": format!("puml://syntax/{family}")})).await;
        assert!(page["result"]["contents"][0]["text"].as_str().unwrap().contains("```puml"));
    }
    let usual = talk.data("puml_list_primitives", json!({})).await;
    for section in ["participants", "arrows", "notes", "groups", "lifecycle", "styling"] {
        assert!(usual[section].as_array().is_some_and(|it| !it.is_empty()), "{section}");
    }
    let unknown = talk.error("puml_list_primitives", json!({"family": "ditaa"})).await;
    assert_eq!(unknown["code"], "tool/invalid-arguments");
}

const TWO: &str = "@startuml one\nA -> B : hi\n@enduml\n\n@startuml two\nA -> C : ho\n@enduml\n";

#[tokio::test]
async fn an_edit_names_the_diagram_it_means() {
    let mut talk = Talk::with(plain()).await;
    let edit = json!({"kind": "rename_participant", "args": {"from": "A", "to": "Z"}});
    let unclear = talk.error("puml_apply_edit", json!({"source": TWO, "edit": edit})).await;
    assert_eq!(unclear["code"], "edit/which-diagram");
    assert!(unclear["message"].as_str().unwrap().contains("1 (sequence two, line 5)"), "{unclear}");
    let second = json!({"source": TWO, "diagram": 1, "edit": edit});
    let data = talk.data("puml_apply_edit", second).await;
    assert_eq!(data["source"], TWO.replace("A -> C", "Z -> C"));
    let by_line = json!({"kind": "add_message", "args": {"from": "C", "to": "A", "after_line": 6}});
    let data = talk.data("puml_apply_edit", json!({"source": TWO, "edit": by_line})).await;
    assert!(data["source"].as_str().unwrap().contains("A -> C : ho\nC -> A\n@enduml"), "{data}");
    let error =
        talk.error("puml_apply_edit", json!({"source": TWO, "diagram": 2, "edit": edit})).await;
    assert_eq!(error["code"], "edit/which-diagram");
}

#[tokio::test]
async fn a_fence_of_a_page_is_edited_in_place() {
    let page = "# T\n\n```puml\nA -> B : hi\n```\n\n```mermaid\nflowchart LR\n  a --> b\n```\n\n```puml\nA -> C : ho\n```\n";
    let project = folder(&[("a.md", page)]);
    let mut talk = Talk::with(rooted(project.path())).await;
    let edit = json!({"kind": "rename_participant", "args": {"from": "A", "to": "Z"}});
    let data =
        talk.data("puml_apply_edit", json!({"path": "a.md", "diagram": 2, "edit": edit})).await;
    assert_eq!(data["source"], page.replace("A -> C", "Z -> C"));
    let error =
        talk.error("puml_apply_edit", json!({"path": "a.md", "diagram": 1, "edit": edit})).await;
    assert!(error["message"].as_str().unwrap().contains("mermaid"), "{error}");
}

#[tokio::test]
async fn whoever_is_unknown_is_named() {
    let mut talk = Talk::with(plain()).await;
    for (kind, args) in [
        ("rename_participant", json!({"from": "Nobody", "to": "B"})),
        ("add_note", json!({"text": "x", "participants": ["Nobody"]})),
        ("add_note", json!({"text": "x", "participants": ["A", "Nobody"]})),
    ] {
        let edit = json!({"kind": kind, "args": args});
        let source = "@startuml\nA -> B : hi\n@enduml\n";
        let error = talk.error("puml_apply_edit", json!({"source": source, "edit": edit})).await;
        assert_eq!(error["message"], "there is no participant `Nobody`", "{kind} {args}");
    }
}

/// A diagram of a family, an edit of it and the line that the edit brings, and something hard to read in it.
struct Row {
    family: &'static str,
    source: &'static str,
    /// Elements and relations.
    counts: (u64, u64),
    edit: (&'static str, &'static str),
    brings: &'static str,
}

const ROWS: [Row; 11] = [
    Row {
        family: "sequence",
        source: "@startuml\nactor A\nA -> B : hi\n@enduml\n",
        counts: (2, 1),
        edit: ("add_participant", r#"{"name": "C", "kind": "database"}"#),
        brings: "database C\n",
    },
    Row {
        family: "class",
        source: "@startuml\nclass A {\n  +id : int\n}\nclass B\nA --> B : has\n@enduml\n",
        counts: (2, 1),
        edit: ("add_member", r#"{"owner": "A", "text": "+name : String"}"#),
        brings: "  +name : String\n",
    },
    Row {
        family: "description",
        source: "@startuml\ncomponent A\ndatabase B\nA --> B : reads\n@enduml\n",
        counts: (2, 1),
        edit: ("add_participant", r#"{"name": "C", "kind": "node"}"#),
        brings: "node C\n",
    },
    Row {
        family: "state",
        source: "@startuml\nstate A\nstate B\nA --> B : go\n@enduml\n",
        counts: (2, 1),
        edit: ("add_participant", r#"{"name": "C", "kind": "choice"}"#),
        brings: "state C <<choice>>\n",
    },
    Row {
        family: "activity",
        source: "@startuml\nstart\n:One;\n:Two;\nstop\n@enduml\n",
        counts: (4, 3),
        edit: ("add_participant", r#"{"name": "Three"}"#),
        brings: ":Three;\n",
    },
    Row {
        family: "mindmap",
        source: "@startmindmap\n* A\n** B\n** C\n@endmindmap\n",
        counts: (3, 2),
        edit: ("add_participant", r#"{"name": "D", "kind": "***"}"#),
        brings: "*** D\n",
    },
    Row {
        family: "wbs",
        source: "@startwbs\n* A\n** B\n** C\n@endwbs\n",
        counts: (3, 2),
        edit: ("add_participant", r#"{"name": "D"}"#),
        brings: "** D\n",
    },
    Row {
        family: "gantt",
        source: "@startgantt\n[A] requires 2 days\n[B] requires 1 day\n[B] starts at [A]'s end\n@endgantt\n",
        counts: (2, 1),
        edit: ("add_participant", r#"{"name": "C", "kind": "milestone"}"#),
        brings: "[C] happens",
    },
    Row {
        family: "timing",
        source: "@startuml\nrobust A\nconcise B\n@0\nA is Idle\nB is Idle\n@10\nA is Busy\nA -> B : ask\n@enduml\n",
        counts: (2, 1),
        edit: ("add_participant", r#"{"name": "C", "kind": "binary"}"#),
        brings: "binary C\n",
    },
    Row {
        family: "json",
        source: "@startjson\n{\n  \"a\": 1,\n  \"b\": [\n    2\n  ]\n}\n@endjson\n",
        counts: (2, 1),
        edit: ("add_member", r#"{"owner": "b", "text": "3"}"#),
        brings: "3",
    },
    Row {
        family: "yaml",
        source: "@startyaml\na: 1\nb:\n  - 2\n@endyaml\n",
        counts: (2, 1),
        edit: ("add_member", r#"{"owner": "b", "text": "3"}"#),
        brings: "  - 3\n",
    },
];

/// The answer of a tool about a valid source of a family.
async fn valid(talk: &mut Talk, family: &str, tool: &str, arguments: Value) -> Value {
    let data = talk.data(tool, arguments).await;
    assert_eq!((&data["ok"], &data["family"]), (&json!(true), &json!(family)), "{tool}: {data}");
    data
}

/// How many elements and relations `puml_check` counts.
async fn counted(talk: &mut Talk, family: &str, source: &str) -> (u64, u64) {
    let data = valid(talk, family, "puml_check", json!({"source": source})).await;
    let count = |what: &str| data["summary"][what].as_u64().unwrap();
    (count("elements"), count("relations"))
}

#[tokio::test]
async fn every_tool_works_for_every_family() {
    let names: Vec<&str> = ROWS.iter().map(|it| it.family).collect();
    assert_eq!(names.len(), puml_compiler::family_names().len(), "{names:?}");
    let mut talk = Talk::with(plain()).await;
    for Row { family, source, counts, edit: (kind, args), brings } in ROWS {
        let args: Value = serde_json::from_str(args).unwrap();
        let whole = || json!({"source": source});
        valid(&mut talk, family, "puml_parse", whole()).await;
        valid(&mut talk, family, "puml_lint_readability", whole()).await;
        assert_eq!(counted(&mut talk, family, source).await, counts, "{family}");
        let drawn = valid(&mut talk, family, "puml_render_svg", whole()).await;
        assert!(drawn["svg"].as_str().unwrap().contains("</svg>"), "{family}");
        let normal = valid(&mut talk, family, "puml_normalize", whole()).await;
        assert_eq!(normal["source"], source, "{family}");
        let told = valid(&mut talk, family, "puml_explain", whole()).await;
        let flow = told["flow"].as_array().unwrap();
        assert!(!flow.is_empty() && flow.iter().all(|it| it["line"].is_u64()), "{told}");
        for format in ["svg", "png", "pdf", "puml", "ast-json", "model-json", "scene-json"] {
            let export = json!({"source": source, "format": format});
            valid(&mut talk, family, "puml_export", export).await;
        }
        let edit = json!({"source": source, "edit": {"kind": kind, "args": args}});
        let edited = valid(&mut talk, family, "puml_apply_edit", edit).await;
        let after = edited["source"].as_str().unwrap();
        assert!(after.contains(brings), "{family}: {after}");
        let compared = json!({"before": source, "after": after});
        let compared = talk.data("puml_diff", compared).await;
        assert_eq!((&compared["same"], &compared["family"]), (&json!(false), &json!(family)));
        let added =
            compared["changes"].as_array().unwrap().iter().any(|it| it["status"] == "added");
        assert!(added, "{family}: {compared}");
        let same = talk.data("puml_diff", json!({"before": source, "after": source})).await;
        assert_eq!((&same["same"], &same["changes"]), (&json!(true), &json!([])), "{family}");
    }
}

/// Diagrams in every notation with how many elements and relations the picture shows.
const COUNTED: [(&str, &str, (u64, u64)); 18] = [
    (
        "sequence",
        "A -> B ++ : ask\nnote over A : n\nalt x\nB --> A -- : yes\nelse y\nB --> A : no\nend",
        (2, 3),
    ),
    ("class", "class A\nclass B extends A\ninterface C\nB ..|> C\nnote left of A : n", (3, 2)),
    ("class", "object a\nobject b\na : x = 1\na --> b", (2, 1)),
    ("class", "entity a {\n * id\n}\nentity b\na ||--o{ b", (2, 1)),
    ("description", "[A]\n() I\nnode N {\n  [B]\n}\nA --> I\nI <-- B", (3, 2)),
    (
        "description",
        "actor U\nusecase (Buy) as b\nU --> b\nU --> (Pay)\nb ..> (Pay) : uses",
        (3, 3),
    ),
    (
        "description",
        "!include <C4/C4_Context>\nPerson(u, \"U\")\nSystem(s, \"S\")\nRel(u, s, \"x\")",
        (2, 1),
    ),
    ("state", "[*] --> A\nstate A {\n  [*] --> B\n  B --> C\n}\nA --> [*]", (3, 4)),
    (
        "activity",
        "start\nif (a?) then (yes)\n:One;\nelseif (b?) then (yes)\n:Two;\nelse (no)\n:Three;\nendif\nstop",
        (7, 8),
    ),
    (
        "activity",
        "start\nwhile (more?)\n:One;\nendwhile\nfork\n:Two;\nfork again\n:Three;\nend fork\nend",
        (6, 7),
    ),
    (
        "activity",
        ":One;\nrepeat\n:Two;\nif (bad?) then\nbreak\nendif\nrepeat while (more?)\n:Three;",
        (5, 6),
    ),
    (
        "activity",
        "(*) --> \"One\"\n\"One\" --> if \"ok?\" then\n-->[yes] \"Two\"\nelse\n-->[no] (*)\nendif",
        (5, 4),
    ),
    (
        "gantt",
        "[A] requires 2 days\n[B] requires 1 day\n[B] starts at [A]'s end\n[M] happens at [B]'s end",
        (3, 1),
    ),
    (
        "timing",
        "robust A\nconcise B\n@0\nA is Idle\nB is Idle\n@5\nA is Busy\nA -> B : ask\n@9\nB -> A@5",
        (2, 2),
    ),
    ("mindmap", "* A\n** B\n*** C\n** D", (4, 3)),
    ("wbs", "* A\n**(b) B\n**(c) C\nb -> c", (3, 3)),
    ("json", "{\"a\": {\"b\": [1, 2]}, \"c\": {\"d\": 1}}", (4, 3)),
    ("yaml", "a:\n  b:\n    - 1\nc: 2", (3, 2)),
];

#[tokio::test]
async fn elements_and_relations_are_those_of_the_picture() {
    let mut talk = Talk::with(plain()).await;
    for (family, lines, counts) in COUNTED {
        let word = match family {
            "mindmap" | "wbs" | "gantt" | "json" | "yaml" => family,
            _ => "uml",
        };
        let source = format!("@start{word}\n{lines}\n@end{word}\n");
        assert_eq!(counted(&mut talk, family, &source).await, counts, "{source}");
    }
    for family in puml_compiler::family_names() {
        assert!(COUNTED.iter().any(|it| it.0 == family), "{family} is not counted");
    }
}

#[tokio::test]
async fn every_family_has_a_page_of_syntax_and_an_example() {
    let mut talk = Talk::with(plain()).await;
    let listed = talk.ask("resources/list", json!({})).await;
    let all = listed["result"]["resources"].as_array().unwrap();
    let uris: Vec<&str> = all.iter().map(|it| it["uri"].as_str().unwrap()).collect();
    for family in puml_compiler::family_names() {
        assert!(uris.contains(&format!("puml://syntax/{family}").as_str()), "{family}: {uris:?}");
        // The examples of sequence diagrams have the names that the specification gives them.
        let prefix = match family {
            "sequence" => "puml://examples/hello".to_owned(),
            _ => format!("puml://examples/{family}-"),
        };
        let uri = uris.iter().find(|it| it.starts_with(&prefix));
        let uri = uri.unwrap_or_else(|| panic!("{family} has no example: {uris:?}"));
        let read = talk.ask("resources/read", json!({"uri": uri})).await;
        let source = read["result"]["contents"][0]["text"].as_str().unwrap().to_owned();
        valid(&mut talk, family, "puml_check", json!({"source": source})).await;
    }
}

#[tokio::test]
async fn kinds_of_elements_cannot_smuggle_lines() {
    let mut talk = Talk::with(plain()).await;
    for kind in ["class X\nclass", "class \"", "class {", "class : x"] {
        let edit = json!({"kind": "add_participant", "args": {"name": "C", "kind": kind}});
        let source = "@startuml\nclass A\n@enduml\n";
        let error = talk.error("puml_apply_edit", json!({"source": source, "edit": edit})).await;
        assert_eq!(error["code"], "tool/invalid-arguments", "{kind}");
    }
}

#[tokio::test]
async fn only_diagrams_of_one_kind_are_compared() {
    let mut talk = Talk::with(plain()).await;
    let pair = json!({"before": "A -> B : hi", "after": "class A"});
    assert_eq!(talk.error("puml_diff", pair).await["code"], "puml/incomparable");
    let pair = json!({"before": "A -> B", "after": "A -> B", "diagram": 1});
    assert_eq!(talk.error("puml_diff", pair).await["code"], "puml/no-such-diagram");
    assert_eq!(
        talk.error("puml_diff", json!({"after": "A -> B"})).await["code"],
        "tool/invalid-arguments"
    );
}

/// Something hard to read in each family; `LONG` stands for a text that is too long anywhere.
const HARD: [(&str, &str, &str); 11] = [
    ("sequence", "@startuml\nA -> B : LONG\n@enduml\n", "lint/long-label"),
    ("class", "@startuml\nMANY class C\n@enduml\n", "lint/too-many-entities"),
    ("description", "@startuml\nMANY component C\n@enduml\n", "lint/too-many-entities"),
    ("state", "@startuml\n[*] --> A\nA --> [*]\nstate Lost\n@enduml\n", "lint/unreachable-state"),
    (
        "activity",
        "@startuml\nstart\n:One;\nif (ok?) then\n:Two;\nelse\n:Three;\nendif\n@enduml\n",
        "lint/",
    ),
    ("mindmap", "@startmindmap\n* A\n** LONG\n@endmindmap\n", "lint/long-node"),
    ("wbs", "@startwbs\n* A\n** LONG\n@endwbs\n", "lint/long-node"),
    ("gantt", "@startgantt\n[A] requires 500 days\n@endgantt\n", "lint/fine-scale"),
    (
        "timing",
        "@startuml\nrobust A\nconcise B\n@0\nA is Idle\n@10\nA is Busy\n@enduml\n",
        "lint/idle-player",
    ),
    ("json", "@startjson\n{\"a\": \"LONG\"}\n@endjson\n", "lint/long-value"),
    ("yaml", "@startyaml\na: LONG\n@endyaml\n", "lint/long-value"),
];

#[tokio::test]
async fn every_family_has_advice_on_reading() {
    let mut talk = Talk::with(plain()).await;
    for (family, source, code) in HARD {
        let many = |it: &str| (0..60).map(|number| format!("{it}{number}\n")).collect::<String>();
        let source = source.replace("LONG", &"word ".repeat(40));
        let source = match source.find("MANY ") {
            Some(at) => {
                let line = source[at..].lines().next().unwrap().to_owned();
                source.replace(&format!("{line}\n"), &many(&line["MANY ".len()..]))
            }
            None => source,
        };
        let advice = json!({"source": source});
        let data = valid(&mut talk, family, "puml_lint_readability", advice).await;
        let findings = data["findings"].as_array().unwrap();
        let found = findings.iter().any(|it| it["code"].as_str().unwrap().starts_with(code));
        assert!(found, "{family}: {data}");
        assert!(findings.iter().all(|it| it["span"]["start"]["line"].is_u64()), "{data}");
    }
}
