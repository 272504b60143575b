//! Renames over the texts of a project: right in all of them, or refused with the places.

use std::collections::BTreeMap;
use std::sync::Arc;

use puml_compiler::{
    Loaded, Options, ProjectText, Refusal, Rename, RenameError, Wanted, World, rename,
};

/// A project in memory, its texts by name.
struct Project(BTreeMap<&'static str, &'static str>);

impl World for Project {
    fn load(&self, wanted: Wanted<'_>) -> Result<Loaded, Refusal> {
        let Wanted::File { path, .. } = wanted else { return Err(Refusal::Missing) };
        let text = self.0.get(path).ok_or(Refusal::Missing)?;
        Ok(Loaded { name: path.to_owned(), text: (*text).to_owned() })
    }
}

type Texts = &'static [(&'static str, &'static str)];

/// Renames in the first text at the first `|`; gives the texts that change.
fn renamed(
    texts: Texts,
    changeable: Texts,
    from: &str,
    to: &str,
) -> Result<BTreeMap<String, String>, RenameError> {
    let project = Project(texts.iter().copied().collect());
    let all: Vec<ProjectText> = changeable
        .iter()
        .map(|(name, text)| ProjectText { name: (*name).to_owned(), text: Arc::from(*text) })
        .collect();
    let start = ProjectText { name: texts[0].0.to_owned(), text: Arc::from(texts[0].1) };
    let others: Vec<ProjectText> = all.iter().filter(|it| it.name != start.name).cloned().collect();
    let at = texts[0].1.find(" -> ").unwrap_or(12) as u32;
    let options = Options::default();
    let asked = Rename {
        text: &start,
        at,
        from,
        to,
        others: &others,
        world: &project,
        options: &options,
        likely: None,
        blocks: &[],
    };
    let text = |name: &str| Arc::clone(&all.iter().find(|it| it.name == name).unwrap().text);
    let found = rename(&asked)?.into_iter().map(|it| {
        let changed = diag::apply_to(&text(&it.name), &it.edits).unwrap();
        (it.name, changed)
    });
    Ok(found.collect())
}

const SHARED: Texts = &[
    ("a.puml", "@startuml\n!include cast.iuml\nA -> B : A asks\n@enduml\n"),
    ("b.puml", "@startuml\n!include cast.iuml\nB -> A : hi\n@enduml\n"),
    ("c.puml", "@startuml\nA -> C : not the same A\n@enduml\n"),
    ("cast.iuml", "actor A\nparticipant B\n"),
];

#[test]
fn a_name_that_an_include_declares_changes_in_all_that_include_it() {
    let found = renamed(SHARED, SHARED, "A", "Alice").unwrap();
    let names: Vec<&str> = found.keys().map(String::as_str).collect();
    assert_eq!(names, ["a.puml", "b.puml", "cast.iuml"]);
    assert!(found["a.puml"].contains("Alice -> B : A asks"));
    assert!(found["b.puml"].contains("B -> Alice : hi"));
    assert!(found["cast.iuml"].contains("actor Alice\n"));
}

#[test]
fn a_name_in_a_text_that_cannot_change_is_refused_with_its_place() {
    let error = renamed(SHARED, &SHARED[..1], "A", "Alice").unwrap_err();
    let told = error.to_string();
    assert!(told.contains("cast.iuml line 1"), "{told}");
}

const MACROS: Texts = &[(
    "a.puml",
    "@startuml\n!procedure $ask($who, $what)\nA -> $who : $what\n!endprocedure\nparticipant A\nparticipant B\n$ask(B, \"A wants B\")\nB -> A : done\n@enduml\n",
)];

#[test]
fn what_a_macro_receives_is_renamed_and_its_texts_are_not() {
    let found = renamed(MACROS, MACROS, "B", "Shop").unwrap();
    let text = &found["a.puml"];
    assert!(
        text.contains("$ask(Shop, \"A wants B\")") && text.contains("Shop -> A : done"),
        "{text}"
    );
    let found = renamed(MACROS, MACROS, "A", "Alice").unwrap();
    assert!(found["a.puml"].contains("Alice -> $who : $what"), "{found:?}");
}

const BUILT: Texts = &[(
    "a.puml",
    "@startuml\n!$x = \"Ser\" + \"ver\"\nparticipant Server\nServer -> B : hi\nB -> $x : ho\n@enduml\n",
)];

#[test]
fn a_name_that_is_put_together_is_refused() {
    assert!(matches!(renamed(BUILT, BUILT, "Server", "S"), Err(RenameError::Unchangeable(_))));
}

#[test]
fn a_taken_and_an_unknown_name_are_refused() {
    assert!(renamed(SHARED, SHARED, "A", "B").unwrap_err().to_string().contains("already"));
    let unknown = renamed(SHARED, SHARED, "Nobody", "X").unwrap_err().to_string();
    assert!(unknown.contains("`Nobody`"), "{unknown}");
}

const TAKEN: Texts = &[
    ("cast.iuml", "actor A\nparticipant B\n"),
    ("own.puml", "@startuml\n!include cast.iuml\nAlice -> A : hi\n@enduml\n"),
];

#[test]
fn a_name_that_another_text_has_already_is_refused_there() {
    let error = renamed(TAKEN, TAKEN, "A", "Alice").unwrap_err().to_string();
    assert!(error.contains("own.puml line"), "{error}");
    let found = renamed(TAKEN, TAKEN, "A", "Zoe").unwrap();
    assert!(found["own.puml"].contains("Alice -> Zoe : hi"), "{found:?}");
    assert!(found["cast.iuml"].starts_with("actor Zoe\n"), "{found:?}");
}

const SAME_WORD: Texts = &[(
    "a.puml",
    "@startuml\n!procedure $ask($who, $what)\nA -> $who : $what\n!endprocedure\n$ask(B, B)\n$ask(\"B\", \"B\")\n@enduml\n",
)];

#[test]
fn a_label_that_reads_like_the_name_stays() {
    let found = renamed(SAME_WORD, SAME_WORD, "B", "Shop").unwrap();
    let text = &found["a.puml"];
    assert!(text.contains("$ask(Shop, B)\n$ask(\"Shop\", \"B\")"), "{text}");
}

const TWICE: Texts = &[(
    "a.puml",
    "@startuml\n!procedure $echo($who)\nA -> $who : $who\n!endprocedure\n$echo(B)\n@enduml\n",
)];

#[test]
fn a_word_that_is_name_and_label_at_once_is_refused_with_its_places() {
    let error = renamed(TWICE, TWICE, "B", "Shop").unwrap_err().to_string();
    assert!(error.contains("a.puml line 3, a.puml line 5"), "{error}");
}

const C4: Texts = &[(
    "a.puml",
    "@startuml\n!include <C4/C4_Context>\nPerson(user, \"A user\")\nSystem(shop, \"user shop\")\nRel(user, shop, \"user -> shop\")\n@enduml\n",
)];

#[test]
fn names_that_the_macros_of_a_library_receive_are_renamed() {
    let found = renamed(C4, C4, "user", "buyer").unwrap();
    let text = &found["a.puml"];
    assert!(text.contains("Person(buyer, \"A user\")"), "{text}");
    assert!(text.contains("Rel(buyer, shop, \"user -> shop\")"), "{text}");
    assert!(text.contains("System(shop, \"user shop\")"), "{text}");
}

const FENCES: Texts = &[
    ("page.md", "\n!include cast.iuml\nA -> B\n\n\n"),
    ("page.md", "\n\n\n\n!include cast.iuml\nB -> A\n"),
    ("cast.iuml", "actor A\n"),
];

#[test]
fn the_diagrams_of_a_page_share_one_list_of_edits() {
    let project = Project(FENCES[2..].iter().copied().collect());
    let text = |it: &(&str, &str)| ProjectText { name: it.0.to_owned(), text: it.1.into() };
    let others: Vec<ProjectText> = FENCES[1..].iter().map(text).collect();
    let options = Options::default();
    let (start, world) = (text(&FENCES[0]), &project);
    let asked = Rename {
        text: &start,
        at: 20,
        from: "A",
        to: "Z",
        others: &others,
        world,
        options: &options,
        likely: None,
        blocks: &[],
    };
    let found = rename(&asked).unwrap();
    assert_eq!(found.len(), 2);
    let places: Vec<u32> = found[0].edits.iter().map(|it| it.span.start).collect();
    assert_eq!((found[0].name.as_str(), places), ("page.md", vec![20, 28]));
}

/// One diagram of each family in which something has a name.
const FAMILIES: [(&str, &str); 16] = [
    ("@startuml\nclass A {\n  +a() : A\n}\nA --> B : uses A\n@enduml\n", "A"),
    ("@startuml\nobject A {\n  x = A\n}\nobject B\nA --> B\n@enduml\n", "A"),
    ("@startuml\nentity A {\n  * id\n}\nentity B\nA ||--o{ B : A\n@enduml\n", "A"),
    ("@startuml\n[*] --> A\nA --> B : A\nA : text of A\n@enduml\n", "A"),
    ("@startuml\nstate \"A long\" as A {\n  [*] --> B\n}\nA --> [*] : A\n@enduml\n", "A"),
    ("@startuml\ncomponent A\ndatabase B\nA --> B : A\n@enduml\n", "A"),
    ("@startuml\n[A] --> [B] : A\nnote right of [A] : A\n@enduml\n", "A"),
    ("@startuml\n:A: --> (B) : A\n@enduml\n", "A"),
    ("@startuml\nnode A {\n  artifact B\n}\nB --> A : A\n@enduml\n", "A"),
    ("@startuml\nactor A\nA -> B : A\nnote over A : A\n@enduml\n", "A"),
    ("@startuml\nrobust \"A web\" as A\n@0\nA is idle\n@1\nA is busy\n@enduml\n", "A"),
    ("@startuml\nlabel A\n:A;\nif (x) then (A)\n  goto A\nendif\n@enduml\n", "A"),
    ("@startgantt\n[A] lasts 3 days\n[B] lasts 2 days\n[B] starts at [A]'s end\n@endgantt\n", "A"),
    ("@startmindmap\n* A\n** B\n@endmindmap\n", "A"),
    ("@startwbs\n* A\n** B\n@endwbs\n", "B"),
    ("@startjson\n{\"A\": {\"B\": \"A\"}}\n@endjson\n", "A"),
];

#[test]
fn every_family_keeps_its_model() {
    for (text, from) in FAMILIES {
        let start = ProjectText { name: "a.puml".to_owned(), text: text.into() };
        let (options, world) = (Options::default(), &Project(BTreeMap::new()));
        let others = &[];
        let asked = Rename {
            text: &start,
            at: 12,
            from,
            to: "Zed",
            others,
            world,
            options: &options,
            likely: None,
            blocks: &[],
        };
        let found = rename(&asked).unwrap_or_else(|error| panic!("{text}{error}"));
        let changed = diag::apply_to(text, &found[0].edits).unwrap();
        assert!(changed.contains("Zed"), "{changed}");
        // Back again: a rename loses nothing.
        let start = ProjectText { name: "a.puml".to_owned(), text: changed.as_str().into() };
        let asked = Rename { text: &start, from: "Zed", to: from, ..asked };
        let back = rename(&asked).unwrap_or_else(|error| panic!("{changed}{error}"));
        assert_eq!(diag::apply_to(&changed, &back[0].edits).unwrap(), text);
    }
}
