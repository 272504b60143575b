//! Slips that people make, each with the line that repairs it: what `check --fix` applies and what it leaves.

use serde_json::Value;

use super::Folder;

/// What becomes of a slip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// `--fix` repairs it.
    Fixed,
    /// It offers a fix that only `--fix=all` applies.
    Offered,
}
use Wanted::{Fixed, Offered};

/// A source without its markers, the same source repaired, and what `--fix` does.
const SLIPS: &[(&str, &str, Wanted)] = &[
    ("\"Web shop -> B : x", "\"Web shop\" -> B : x", Fixed),
    ("A -> \"Web shop : x", "A -> \"Web shop\" : x", Fixed),
    ("participant \"Web shop as W\nW -> B : x", "participant \"Web shop\" as W\nW -> B : x", Fixed),
    ("participant W as \"Web shop\nW -> B : x", "participant W as \"Web shop\"\nW -> B : x", Fixed),
    ("note over A, B same text", "note over A, B : same text", Fixed),
    ("auto number\nA -> B : x", "autonumber\nA -> B : x", Fixed),
    ("auto activate on\nA -> B : x", "autoactivate on\nA -> B : x", Fixed),
    ("// comment\nA -> B : x", "' comment\nA -> B : x", Fixed),
    ("/* comment */\nA -> B : x", "' comment\nA -> B : x", Fixed),
    ("/* comment\nmore */\nA -> B : x", "' comment\n' more\nA -> B : x", Fixed),
    ("alt ok\nA -> B : x\nendif", "alt ok\nA -> B : x\nend", Fixed),
    ("loop 3\nA -> B : x\nendloop", "loop 3\nA -> B : x\nend", Fixed),
    (
        "alt ok\nA -> B : x\nelseif no\nA -> B : y\nend",
        "alt ok\nA -> B : x\nelse no\nA -> B : y\nend",
        Fixed,
    ),
    ("A->>+B: x\nB-->>-A: y", "A ->> B ++ : x\nB -->> A -- : y", Fixed),
    ("A-)B: x", "A ->> B : x", Fixed),
    ("%% comment\nA->>B: x", "' comment\nA->>B: x", Fixed),
    (
        "par a\nA -> B : x\nand b\nA -> C : y\nend",
        "par a\nA -> B : x\nelse b\nA -> C : y\nend",
        Fixed,
    ),
    ("web-shop -> B : x", "\"web-shop\" -> B : x", Fixed),
    ("B -> web-shop : x", "B -> \"web-shop\" : x", Fixed),
    ("participant web-shop\nweb-shop -> B", "participant \"web-shop\"\n\"web-shop\" -> B", Fixed),
    ("Alic -> Bob : z", "Alice -> Bob : z", Offered),
    ("partcipant A\nA -> B : x", "participant A\nA -> B : x", Fixed),
    ("Bob -> Bob : again\nactivte Bob", "Bob -> Bob : again\nactivate Bob", Fixed),
    ("participant A #Bleu\nA -> B : x", "participant A #Blue\nA -> B : x", Fixed),
    ("A - > B : x", "A -> B : x", Fixed),
    ("A => B : x", "A -> B : x", Fixed),
    ("A → B : x", "A -> B : x", Fixed),
    ("A -> B hello there", "A -> B : hello there", Fixed),
    ("note left of Bob\nhello\nA -> B : y", "note left of Bob\nhello\nend note\nA -> B : y", Fixed),
    ("alt ok\nA -> B : x", "alt ok\nA -> B : x\nend", Offered),
    ("== Phase", "== Phase ==", Fixed),
    ("note lft of Bob : hi", "note left of Bob : hi", Fixed),
    ("participant Web Shop\nA -> B : x", "participant \"Web Shop\"\nA -> B : x", Fixed),
    ("Web Shop -> B : x", "\"Web Shop\" -> B : x", Fixed),
    ("!theme sandd\nA -> B : x", "!theme sand\nA -> B : x", Fixed),
    ("lopo 3 times\nA -> B : x\nend", "loop 3 times\nA -> B : x\nend", Fixed),
    ("A -&gt; B : x", "A -> B : x", Fixed),
    ("autonumber on\nA -> B : x", "autonumber 1\nA -> B : x", Fixed),
    ("autonumber off\nA -> B : x", "autonumber stop\nA -> B : x", Fixed),
    ("ref over Alice Bob : login", "ref over Alice, Bob : login", Fixed),
];

fn whole(body: &str) -> String {
    format!(
        "@startuml\nAlice -> Bob : hi\nactivate Bob\nBob --> Alice : ok\ndeactivate Bob\n{body}\n@enduml\n"
    )
}

#[test]
fn every_slip_offers_a_fix_and_most_are_applied() {
    assert_eq!(SLIPS.len(), 40);
    let files: Vec<(String, String)> =
        SLIPS.iter().enumerate().map(|(at, it)| (format!("{at:02}.puml"), whole(it.0))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|it| (it.0.as_str(), it.1.as_str())).collect();
    let folder = Folder::new(&files);
    let answer: Value = serde_json::from_str(&folder.puml(&["check", "--json", "."]).out).unwrap();
    folder.puml(&["check", "--fix", "."]);
    for (at, (source, repaired, wanted)) in SLIPS.iter().enumerate() {
        let findings = answer["files"][at]["diagnostics"].as_array().unwrap();
        let offers =
            findings.iter().any(|it| it["fixes"].as_array().is_some_and(|it| !it.is_empty()));
        assert!(offers, "{source:?} offers no fix: {findings:?}");
        let left = if *wanted == Fixed { repaired } else { source };
        assert_eq!(folder.read(&format!("{at:02}.puml")), whole(left), "{source:?}");
    }
    folder.puml(&["check", "--fix=all", "."]);
    for (at, (source, repaired, _)) in SLIPS.iter().enumerate() {
        assert_eq!(folder.read(&format!("{at:02}.puml")), whole(repaired), "{source:?}");
    }
    let applied = SLIPS.iter().filter(|it| it.2 == Fixed).count();
    assert_eq!(applied, 38, "so many of {} are applied without a question", SLIPS.len());
}
