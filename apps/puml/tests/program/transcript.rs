//! What a person sees in a terminal, whole: transcripts of the usual commands, held against files.

#[path = "../../../../tests/golden.rs"]
mod golden;

use std::fmt::Write as _;

use crate::{Folder, Run};

/// Runs commands one after the other and writes down what each says.
struct Transcript {
    folder: Folder,
    text: String,
}

impl Transcript {
    fn new(files: &[(&str, &str)]) -> Self {
        Self { folder: Folder::new(files), text: String::new() }
    }

    fn run(&mut self, arguments: &[&str]) {
        let Run { code, out, err } = self.folder.puml(arguments);
        let _ = write!(self.text, "$ puml {}\n{out}{err}[exit {code}]\n\n", arguments.join(" "));
    }

    fn assert(self, name: &str) {
        let place =
            format!("{}/", self.folder.path("").display().to_string().trim_end_matches('/'));
        golden::assert_golden(name, &self.text.replace(&place, ""));
    }
}

const LOGIN: &str = "@startuml\nparticipant User\nparticipant Shop\nUser -> Shop : log in\nShop --> User : welcome\n@enduml\n";
const BROKEN: &str =
    "@startuml\nUser -> Shop : log in\nalt known\nShop --> Usr : welcome\nfoo bar\n@enduml\n";

#[test]
fn golden_transcript_of_checking() {
    let mut it = Transcript::new(&[
        ("login.puml", LOGIN),
        ("broken.puml", BROKEN),
        (
            "page.md",
            "# Page\n\n```plantuml\nclass Order\nOrder --> Item\n```\n\n```mermaid\ngrph TD\n```\n",
        ),
    ]);
    it.run(&["check", "login.puml"]);
    it.run(&["check", "broken.puml"]);
    it.run(&["check", "page.md"]);
    it.run(&["check", "."]);
    it.run(&["check", "nowhere.puml"]);
    it.run(&["check", "--json", "broken.puml"]);
    it.run(&["explain-code", "syntax/unknown-statement"]);
    it.run(&["explain-code", "syntax/unknwn"]);
    it.run(&["chek", "login.puml"]);
    it.assert("checking.txt");
}

#[test]
fn golden_transcript_of_writing() {
    let mut it = Transcript::new(&[
        ("login.puml", LOGIN),
        (
            "sloppy.puml",
            "@startuml\nUser->Shop:log in\nalt known\nShop-->User:welcome\nend\n@enduml\n",
        ),
        (
            "later.puml",
            "@startuml\nparticipant User\nparticipant Shop\nUser -> Shop : sign in\n@enduml\n",
        ),
        ("people.sql", "CREATE TABLE person (id INT PRIMARY KEY, name TEXT NOT NULL);\n"),
        ("flow.mmd", "stateDiagram-v2\n  [*] --> Open\n  Open --> Closed : done\n"),
    ]);
    it.run(&["render", "login.puml", "-o", "login.svg"]);
    it.run(&["render", "login.puml", "-o", "login.jpg"]);
    it.run(&["render", "login.puml", "--format", "utxt", "-o", "-"]);
    it.run(&["fmt", "--check", "sloppy.puml"]);
    it.run(&["fmt", "sloppy.puml"]);
    it.run(&["fmt", "--check", "sloppy.puml"]);
    it.run(&["lint", "login.puml"]);
    it.run(&["explain", "login.puml"]);
    it.run(&["diff", "login.puml", "later.puml"]);
    it.run(&["from", "sql", "people.sql"]);
    it.run(&["convert", "flow.mmd"]);
    it.run(&["encode", "login.puml"]);
    it.run(&["decode", "SyfFKj2rKt3CoKnELR1Io4ZDoSa70000"]);
    it.assert("writing.txt");
}
