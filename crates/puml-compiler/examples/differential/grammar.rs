//! A grammar of sequence diagrams, read backwards: from a start symbol to a text. Every tenth diagram or so has a slip.

use std::fmt::Write as _;

use super::arrows;
use super::chance::Chance;
use super::settings;

/// A diagram in the making.
pub(crate) struct Diagram {
    chance: Chance,
    names: Vec<&'static str>,
    out: String,
    /// How many labels there are: each says its number, so that a misplaced one is seen.
    labels: usize,
    /// How often in a hundred a statement is wrong.
    slips: usize,
    /// Whether numbers have begun: the reference crashes where they go on before.
    is_numbered: bool,
}

const NAMES: [&str; 8] =
    ["Alice", "Bob", "carol", "D_1", "\"Web shop\"", "Queue", "e.f", "Österreich"];
const COLORS: [&str; 6] = ["#red", "#LightBlue", "#FFAA00", "#pink/white", "#DDD", "#transparent"];
const KINDS: [&str; 9] = [
    "participant",
    "actor",
    "boundary",
    "control",
    "entity",
    "database",
    "collections",
    "queue",
    "Participant",
];

impl Diagram {
    /// The text of one diagram.
    pub(crate) fn random(seed: u64, number: u64) -> String {
        let mut chance = Chance::new(seed, number);
        let count = 2 + chance.below(4);
        let names = (0..count).map(|_| chance.of(&NAMES)).collect();
        let slips = if chance.percent(25) { 6 } else { 0 };
        let mut diagram =
            Self { chance, names, out: String::new(), labels: 0, slips, is_numbered: false };
        diagram.line("@startuml");
        diagram.head();
        let statements = 3 + diagram.chance.below(14);
        diagram.body(statements, 0);
        diagram.line("@enduml");
        diagram.out
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn name(&mut self) -> &'static str {
        let at = self.chance.below(self.names.len());
        self.names[at]
    }

    fn label(&mut self, kind: char) -> String {
        self.labels += 1;
        let extra = self.chance.maybe(
            25,
            &[
                " **bold**",
                " two\\nlines",
                " //slanted//",
                " : colon",
                " a -> b",
                " <b>b</b>",
                " 'quote'",
                " [x]",
                " ~**raw**",
                " \"cited\"",
                " %n",
                " #red",
                " ++",
                " @at",
                " <<s>>",
                " \\t tab",
                " [[https://example.org see]]",
                " <color:red>red</color>",
                " <size:18>large</size>",
                " <&check>",
                " <u>under</u>",
            ],
        );
        format!("{kind}{}{extra}", self.labels)
    }

    fn color(&mut self, percent: usize) -> String {
        match self.chance.maybe(percent, &COLORS) {
            "" => String::new(),
            color => format!(" {color}"),
        }
    }

    fn head(&mut self) {
        for text in
            ["autonumber", "hide footbox", "autoactivate on", "title The title", "hide unlinked"]
        {
            if self.chance.percent(7) {
                let extra = if text == "autonumber" {
                    self.is_numbered = true;
                    self.chance.of(&["", " 10", " 5 5", " 1.1.1", " \"<b>000\"", " 10 2 \"[00]\""])
                } else {
                    ""
                };
                self.line(&format!("{text}{extra}"));
            }
        }
        if self.chance.percent(20) {
            let setting = settings::setting(&mut self.chance);
            self.line(setting);
        }
        let declarations = self.chance.below(4);
        let boxed = self.chance.percent(10);
        if boxed {
            let title =
                self.chance.of(&["", " \"A box\"", " Plain", " \"B\" #LightBlue", " #pink"]);
            self.line(&format!("box{title}"));
        }
        for at in 0..declarations {
            self.declaration(at);
        }
        if boxed {
            let end = self.chance.of(&["end box", "endbox", "end box"]);
            self.line(end);
        }
    }

    fn declaration(&mut self, at: usize) {
        let kind = self.chance.of(&KINDS);
        let name = self.name();
        let mut text = match self.chance.below(7) {
            // A body is for participants of no other kind.
            6 => {
                let text = format!("participant B{at} [\n=Head {at}\n----\nbody\n]");
                return self.line(&text);
            }
            0 => format!("{kind} \"Shown {at}\" as S{at}"),
            1 => format!("{kind} S{at} as \"Shown\\n{at}\""),
            2 => format!("{kind} \"Only shown {at}\""),
            3 => format!("{kind} {name} <<kind>>"),
            _ => format!("{kind} {name}"),
        };
        if self.chance.percent(15) {
            let _ = write!(text, " order {}", self.chance.below(40));
        }
        text += &self.color(20);
        self.line(&text);
    }

    fn body(&mut self, statements: usize, depth: usize) {
        for _ in 0..statements {
            if self.chance.percent(self.slips) {
                self.slip();
            } else {
                self.statement(depth);
            }
        }
    }

    fn statement(&mut self, depth: usize) {
        match self.chance.below(40) {
            15..=17 if depth < 3 => self.group(depth),
            18 | 19 => self.note(),
            20 => self.reference(),
            21 | 22 => self.active(depth),
            23 => {
                let text = self.label('d');
                self.line(&format!("== {text} =="));
            }
            24 => {
                let text = self.label('w');
                let delay = self.chance.of(&["...", "...", ""]);
                self.line(&if delay.is_empty() {
                    format!("...{text}...")
                } else {
                    delay.to_owned()
                });
            }
            25 => {
                let space = self.chance.of(&["|||", "||45||", "||| "]);
                self.line(space);
            }
            26 => self.call(depth),
            27 => {
                let text = if self.is_numbered {
                    self.chance.of(&[
                        "autonumber stop",
                        "autonumber resume",
                        "autonumber inc A",
                        "autonumber resume 10",
                        "autonumber 3",
                        "autoactivate off",
                        "autoactivate on",
                    ])
                } else {
                    self.chance.of(&["autonumber 3", "autoactivate off", "autoactivate on"])
                };
                self.is_numbered |= text == "autonumber 3";
                self.line(text);
            }
            28 => self.creation(),
            29 => {
                let text = self.chance.of(&["' a comment", "/' one '/", "", "/' two\nlines '/"]);
                self.line(text);
            }
            30 => self.declaration(90),
            31 => {
                let setting = settings::setting(&mut self.chance);
                self.line(setting);
            }
            32 => {
                let (first, second, label) = (self.name(), self.name(), self.label('m'));
                let message = format!("{first} -> {second} : {label}");
                let text = settings::preprocessed(&mut self.chance, &message);
                self.line(&text);
            }
            33 if self.chance.percent(50) => self.interrupted(),
            34 if self.chance.percent(40) => self.seldom(),
            _ => self.message(),
        }
    }

    fn message(&mut self) {
        let arrow = arrows::arrow(&mut self.chance);
        let mut text = String::new();
        text += self.chance.maybe(5, &["& "]);
        if self.chance.percent(3) {
            let _ = write!(text, "{{a{}}} ", self.labels);
        }
        let gap = self.chance.of(&["", " ", " "]);
        if arrow.has_left {
            text += self.name();
            text += gap;
        }
        text += &arrow.text;
        if arrow.has_right {
            text += gap;
            text += self.name();
        }
        if self.chance.percent(22) {
            let marks =
                self.chance.of(&["++", "--", "**", "!!", "++--", "--++", "++ #gold", " ++", " --"]);
            text += gap;
            text += marks;
        }
        if self.chance.percent(85) {
            let label = self.label('m');
            let colon = self.chance.of(&[" : ", ":", ": ", " :"]);
            text += colon;
            text += &label;
        }
        self.line(&text);
    }

    fn group(&mut self, depth: usize) {
        let word = self.chance.of(&[
            "alt",
            "opt",
            "loop",
            "par",
            "break",
            "critical",
            "group",
            "group",
            "ALT",
            "partition",
            "par2",
        ]);
        let color = self.color(12);
        let label = if self.chance.percent(80) { self.label('g') } else { String::new() };
        let second = if word == "group" { self.chance.maybe(20, &[" [second]"]) } else { "" };
        self.line(format!("{word}{color} {label}{second}").trim_end());
        let count = 1 + self.chance.below(4);
        self.body(count, depth + 1);
        for _ in 0..self.chance.below(3) {
            let word = self.chance.of(&["else", "else", "else", "also"]);
            let color = self.color(8);
            let label = if self.chance.percent(70) { self.label('e') } else { String::new() };
            self.line(format!("{word}{color} {label}").trim_end());
            let count = self.chance.below(4);
            self.body(count, depth + 1);
        }
        let end = self.chance.of(&["end", "end", "end", "END", "end alt", "end loop"]);
        self.line(end);
    }

    fn note(&mut self) {
        let word = self.chance.of(&["note", "note", "note", "hnote", "rnote"]);
        let (first, second) = (self.name(), self.name());
        let place = match self.chance.below(7) {
            0 => "left".to_owned(),
            1 => "right".to_owned(),
            2 => format!("left of {first}"),
            3 => format!("right of {first}"),
            4 => format!("over {first}"),
            5 => format!("over {first}, {second}"),
            _ => self.chance.of(&["across", "left", "right"]).to_owned(),
        };
        let color = self.color(20);
        let label = self.label('n');
        if self.chance.percent(70) {
            let colon = self.chance.of(&[" : ", ": ", ":"]);
            self.line(&format!("{word} {place}{color}{colon}{label}"));
            return;
        }
        self.line(&format!("{word} {place}{color}"));
        self.line(&label);
        self.line(" more");
        let end = match word {
            "hnote" => self.chance.of(&["end hnote", "endhnote", "end note"]),
            "rnote" => self.chance.of(&["end rnote", "endrnote", "end note"]),
            _ => self.chance.of(&["end note", "endnote", "End Note"]),
        };
        self.line(end);
    }

    fn reference(&mut self) {
        let (first, second) = (self.name(), self.name());
        let color = self.color(10);
        let label = self.label('r');
        let over =
            if self.chance.percent(60) { format!("{first}, {second}") } else { first.to_owned() };
        if self.chance.percent(70) {
            self.line(&format!("ref{} over {over} : {label}", color.trim_start()));
        } else {
            self.line(&format!("ref over {over}"));
            self.line(&label);
            let more = self.chance.maybe(40, &["|||", "second line", "* item", "----"]);
            if !more.is_empty() {
                self.line(more);
                self.line("last");
            }
            self.line("end ref");
        }
    }

    /// A message, what it leads to, and its return.
    fn call(&mut self, depth: usize) {
        let (from, to) = (self.name(), self.name());
        let label = self.label('m');
        let color = self.color(10);
        self.line(&format!("{from} -> {to} ++{color} : {label}"));
        let count = self.chance.below(3);
        if depth < 3 {
            self.body(count, depth + 1);
        }
        let text = self.chance.of(&["", " r", " done : x"]);
        self.line(&format!("return{text}"));
    }

    /// A message whose receiver is active for a while.
    fn active(&mut self, depth: usize) {
        let (from, to) = (self.name(), self.name());
        let label = self.label('m');
        self.line(&format!("{from} -> {to} : {label}"));
        let color = self.color(15);
        self.line(&format!("activate {to}{color}"));
        let count = self.chance.below(3);
        if depth < 3 {
            self.body(count, depth + 1);
        }
        let label = self.label('m');
        self.line(&format!("{to} --> {from} : {label}"));
        let verb = self.chance.of(&["deactivate", "deactivate", "deactivate", "destroy"]);
        self.line(&format!("{verb} {to}"));
    }

    /// A participant that begins here.
    fn creation(&mut self) {
        let kind = self.chance.of(&["", " participant", " actor", " database"]);
        let (from, label) = (self.name(), self.label('m'));
        self.labels += 1;
        let number = self.labels;
        self.line(&format!("create{kind} New{number}"));
        self.line(&format!("{from} -> New{number} : {label}"));
    }

    /// Something of a lifeline right behind a divider, a delay or a space.
    fn interrupted(&mut self) {
        let (first, second, label) = (self.name(), self.name(), self.label('m'));
        self.line(&format!("{first} -> {second} ++ : {label}"));
        let between = self.chance.of(&["== later ==", "...", "...later...", "|||", "||20||"]);
        self.line(between);
        let label = self.label('m');
        let text = match self.chance.below(6) {
            0 => "return done".to_owned(),
            1 => format!("deactivate {second}"),
            2 => format!("activate {first}"),
            3 => format!("create Late{0}\n{first} -> Late{0} : {label}", self.labels),
            4 => format!("{second} --> {first} -- : {label}"),
            _ => format!("destroy {second}"),
        };
        self.line(&text);
    }

    /// Something that few diagrams have.
    fn seldom(&mut self) {
        let (first, second, label) = (self.name(), self.name(), self.label('m'));
        let number = self.labels;
        let text = match self.chance.below(12) {
            0 => format!("{first} ->(10) {second} : {label}"),
            1 => format!("\"Inline {number}\" as I{number} -> {second} : {label}"),
            2 => format!("{first} -> I{number} as \"Inline {number}\" : {label}"),
            3 => format!("{first} -> {second} <<sort>> : {label}"),
            4 => format!("{first} -> {second} [[https://example.org]] : {label}"),
            5 => format!("-> {second} : {label}"),
            6 => format!("{first} -> : {label}"),
            7 => format!("{first} ->[ : {label}"),
            8 => "newpage".to_owned(),
            9 => format!("newpage page {number}"),
            10 => format!("url of {first} is [[https://example.org]]"),
            _ => format!("{first} ++\n{first} -> {second} : {label}\n{first} --"),
        };
        self.line(&text);
    }

    fn life(&mut self) {
        let verb = self.chance.of(&["activate", "activate", "deactivate", "deactivate", "destroy"]);
        let name = self.name();
        let color = if verb == "activate" { self.color(15) } else { String::new() };
        self.line(&format!("{verb} {name}{color}"));
    }

    /// Something that is wrong more often than not.
    fn slip(&mut self) {
        let (first, second) = (self.name(), self.name());
        let text = match self.chance.below(42) {
            36 => "!startsub OPEN".to_owned(),
            37 => "!endsub".to_owned(),
            38 => format!("note left of {first}\nunclosed"),
            39 => "!if (1 == 1)".to_owned(),
            40 => "skinparam {".to_owned(),
            41 => format!("ref over {first}\nunclosed"),
            24..=26 => return self.life(),
            27 => "return".to_owned(),
            28 => format!("create {first}"),
            29 => "|| 12 ||".to_owned(),
            30 => format!("/ note left of {first} : x"),
            31 => format!("& note over {first} : x"),
            32 => format!("{first} -[norank]> {second}"),
            33 => format!("{first} -[thickness=3]> {second}"),
            34 => format!("{first} -[#red;#blue]> {second}"),
            0 => "end".to_owned(),
            1 => "else what".to_owned(),
            2 => format!("{first} - > {second} : x"),
            3 => format!("{first} => {second}"),
            4 => format!("{first} -> {second} hello"),
            5 => format!("{first} -> \"{second} : x"),
            6 => format!("note {first} : x"),
            7 => format!("note over : {second}"),
            8 => "note left of : x".to_owned(),
            9 => format!("activate {first} {second}"),
            10 => "activate".to_owned(),
            11 => "deactivate".to_owned(),
            12 => format!("participant {first} as {second} as x"),
            13 => format!("partcipant {first}"),
            14 => "loop".to_owned(),
            15 => format!("ref over {first}, : x"),
            16 => "autonumber x".to_owned(),
            17 => "end note".to_owned(),
            18 => "end box".to_owned(),
            19 => "box".to_owned(),
            20 => format!("{first} -[#notacolor]> {second}"),
            21 => format!("create {first} {second}"),
            22 => "== open".to_owned(),
            _ => format!("{first} -> {second} ++ -- ++ : x"),
        };
        self.line(&text);
    }
}
