//! Mermaid `sequenceDiagram` to PlantUML, statement by statement.

use diag::{Diagnostic, SourceId};

use super::Import;
use super::mermaid_message;
use super::mermaid_names::{Names, color, text};
use crate::codes::syntax::{MERMAID_LOST, MERMAID_UNKNOWN};
use crate::format::laid_out;
use puml_syntax::TextRange;

/// Rewrites a Mermaid sequence diagram. Ids, activations, notes, groups, boxes and numbering stay.
///
/// ```
/// let import = puml_sequence::import::mermaid("sequenceDiagram\nA->>+B: hi", diag::SourceId(0));
/// assert_eq!(import.source, "@startuml\nA -> B ++ : hi\n@enduml\n");
/// ```
pub fn mermaid(source: &str, id: SourceId) -> Import {
    let mut importer = Importer {
        id,
        out: vec!["@startuml".to_owned()],
        diagnostics: Vec::new(),
        names: Names::default(),
        frames: Vec::new(),
        doomed: Vec::new(),
    };
    let mut offset = 0;
    let mut front_matter = false;
    for (idx, line) in source.split_inclusive('\n').enumerate() {
        let start = offset;
        offset += line.len();
        let content = line.trim();
        if content == "---" && (idx == 0 || front_matter) {
            front_matter = !front_matter;
            continue;
        }
        if front_matter {
            if let Some(title) = content.strip_prefix("title:") {
                importer.push(format!("title {}", front_text(title)));
            }
            continue;
        }
        let mut at = start + (line.len() - line.trim_start().len());
        for part in statements(content) {
            let range = TextRange::new(at as u32, (at + part.trim_end().len()) as u32);
            importer.statement(part.trim(), range);
            at += part.len() + 1;
        }
    }
    importer.destroy();
    importer.push("@enduml".to_owned());
    let Importer { out, diagnostics, .. } = importer;
    Import { source: laid_out(&(out.join("\n") + "\n")), diagnostics }
}

/// A value of the front matter, perhaps in quotes.
pub fn front_text(value: &str) -> String {
    let value = value.trim();
    let is_in = |quote: char| value.len() > 1 && value.starts_with(quote) && value.ends_with(quote);
    if is_in('"') {
        // Between double quotes YAML reads what JSON reads.
        return serde_json::from_str(value).unwrap_or_else(|_| value.to_owned());
    }
    if is_in('\'') { value[1..value.len() - 1].replace("''", "'") } else { value.to_owned() }
}

/// A line's statements: a `;` ends one, unless it ends an entity such as `#35;`.
fn statements(line: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    for (at, _) in line.match_indices(';') {
        let before = &line[start..at];
        let entity = before.rfind('#').is_some_and(|it| {
            before[it + 1..].chars().all(char::is_alphanumeric) && it + 1 < before.len()
        });
        if !entity {
            out.push(before);
            start = at + 1;
        }
    }
    out.push(&line[start..]);
    out
}

/// What an `end` closes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Frame {
    Group,
    Box,
}

struct Importer {
    id: SourceId,
    out: Vec<String>,
    diagnostics: Vec<Diagnostic>,
    names: Names,
    frames: Vec<Frame>,
    /// Who ends with the next message.
    doomed: Vec<String>,
}

impl Importer {
    fn push(&mut self, line: String) {
        self.out.push(line);
    }

    fn lost(&mut self, range: TextRange, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::new(MERMAID_LOST, range.in_source(self.id), message));
    }

    fn statement(&mut self, line: &str, range: TextRange) {
        if line.is_empty() {
            return;
        }
        if line.starts_with("%%{") {
            return self.lost(range, "a Mermaid directive has no equivalent and is left out");
        }
        if let Some(comment) = line.strip_prefix("%%") {
            return self.push(format!("'{comment}"));
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let keyword = word.to_ascii_lowercase();
        match keyword.trim_end_matches(':') {
            "sequencediagram" => {}
            "participant" | "actor" => self.participant(&keyword, rest, ""),
            "create" => {
                let (kind, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                self.participant(&kind.to_ascii_lowercase(), rest.trim(), "create ");
            }
            "destroy" => self.doomed.push(self.names.code(rest)),
            "activate" | "deactivate" => {
                let code = self.names.code(rest);
                self.push(format!("{keyword} {code}"));
            }
            "title" => self.push(format!("title {}", text(rest.trim_start_matches(':')))),
            "autonumber" => self.push(match rest {
                "off" => "autonumber stop".to_owned(),
                rest => format!("autonumber {rest}").trim_end().to_owned(),
            }),
            "note" => self.note(line, rest, range),
            "loop" | "alt" | "opt" | "par" | "critical" | "break" => self.open(&keyword, rest),
            "par_over" => self.open("par", rest),
            "rect" => {
                let color = color(rest).unwrap_or_else(|| "#EEEEEE".to_owned());
                self.open("group", &format!("{color} "));
            }
            "else" | "and" | "option" => {
                self.push(format!("else {}", text(rest)).trim_end().to_owned());
            }
            "box" => self.open_box(rest),
            "end" => self.end(range),
            "link" => self.link(rest, range),
            "links" | "properties" | "details" | "acctitle" | "accdescr" => {
                self.lost(range, format!("`{word}` has no equivalent and is left out"));
            }
            _ => self.message(line, range),
        }
    }

    fn participant(&mut self, kind: &str, rest: &str, prefix: &str) {
        let (declared, alias) = match rest.split_once(" as ") {
            Some((id, alias)) => (id.trim(), Some(alias.trim())),
            None => (rest, None),
        };
        let (id, shape) = match declared.split_once("@{") {
            Some((id, options)) => (id.trim(), shape(options)),
            None => (declared, None),
        };
        let kind = if kind == "actor" { "actor" } else { shape.unwrap_or("participant") };
        let line = match alias {
            Some(alias) => {
                let shown = text(alias).replace('"', "'");
                format!("{prefix}{kind} \"{shown}\" as {}", self.names.bare(id))
            }
            None => format!("{prefix}{kind} {}", self.names.code(id)),
        };
        self.push(line);
    }

    fn note(&mut self, line: &str, rest: &str, range: TextRange) {
        let (place, label) = rest.split_once(':').unwrap_or((rest, ""));
        let lower = place.to_ascii_lowercase();
        let (side, ids) = if let Some(at) = lower.strip_prefix("left of") {
            ("left of", &place[place.len() - at.len()..])
        } else if let Some(at) = lower.strip_prefix("right of") {
            ("right of", &place[place.len() - at.len()..])
        } else if let Some(at) = lower.strip_prefix("over") {
            ("over", &place[place.len() - at.len()..])
        } else {
            return self.message(line, range);
        };
        let ids: Vec<&str> = ids.split(',').map(str::trim).filter(|it| !it.is_empty()).collect();
        let names: Vec<String> = match ids.as_slice() {
            [first, .., last] => vec![self.names.code(first), self.names.code(last)],
            [only] => vec![self.names.code(only)],
            [] => return self.message(line, range),
        };
        self.push(format!("note {side} {} : {}", names.join(", "), text(label)));
    }

    fn open(&mut self, keyword: &str, label: &str) {
        self.frames.push(Frame::Group);
        self.push(format!("{keyword} {}", text(label)).trim_end().to_owned());
    }

    fn open_box(&mut self, rest: &str) {
        self.frames.push(Frame::Box);
        let split = match rest.find(')') {
            Some(at) if rest.starts_with("rgb") => at + 1,
            _ => rest.find(char::is_whitespace).unwrap_or(rest.len()),
        };
        let (first, title) = rest.split_at(split);
        let (color, title) = match color(first) {
            Some(color) => (format!(" {color}"), title.trim()),
            None => (String::new(), rest),
        };
        let title = text(title).replace('"', "'");
        let title = if title.is_empty() { String::new() } else { format!(" \"{title}\"") };
        self.push(format!("box{title}{color}"));
    }

    fn end(&mut self, range: TextRange) {
        match self.frames.pop() {
            Some(Frame::Group) => self.push("end".to_owned()),
            Some(Frame::Box) => self.push("end box".to_owned()),
            None => self.unknown(range, "`end` closes nothing"),
        }
    }

    /// `link A: Label @ https://…`.
    fn link(&mut self, rest: &str, range: TextRange) {
        let parts = rest.split_once(':').and_then(|(id, it)| Some((id, it.rsplit_once('@')?)));
        let Some((id, (label, url))) = parts else {
            return self.unknown(range, "a link is `link A: Label @ https://example.com`");
        };
        let code = self.names.code(id.trim());
        self.push(format!("url of {code} is [[{} {}]]", url.trim(), label.trim()));
        self.lost(range, "a participant has one link, not a menu; the last one counts");
    }

    fn message(&mut self, line: &str, range: TextRange) {
        let Some(message) = mermaid_message::read(line) else {
            return self.unknown(range, "this is no statement of a Mermaid sequence diagram");
        };
        if let Some(loss) = message.arrow.loss {
            self.lost(range, loss);
        }
        let line = message.line(&self.names);
        self.push(line);
        self.destroy();
    }

    /// Mermaid announces an end before the message that brings it, puml states it behind.
    fn destroy(&mut self) {
        let lines = self.doomed.drain(..).map(|it| format!("destroy {it}"));
        self.out.extend(lines);
    }

    fn unknown(&mut self, range: TextRange, message: &str) {
        self.diagnostics.push(Diagnostic::new(MERMAID_UNKNOWN, range.in_source(self.id), message));
    }
}

/// The shape in `@{ "type" : "database" }`.
fn shape(options: &str) -> Option<&'static str> {
    let value = options.split_once("type")?.1;
    let value = value.trim_matches(|it: char| !it.is_alphanumeric());
    let shapes = ["boundary", "control", "entity", "database", "collections", "queue", "actor"];
    shapes.into_iter().find(|it| value.eq_ignore_ascii_case(it))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse;
    use puml_syntax::Stage;

    fn imported(source: &str) -> String {
        let import = mermaid(source, SourceId(0));
        let parse = parse(&import.source, SourceId(0), Stage::Source);
        assert!(
            !diag::has_errors(&parse.diagnostics),
            "{}\n{:?}",
            import.source,
            parse.diagnostics
        );
        import.source
    }

    #[test]
    fn everything_with_an_equivalent_comes_along() {
        let source = "---\ntitle: Booking\n---\nsequenceDiagram\n  autonumber 10 5\n  %% who\n  box Aqua Team one\n  participant A as Alice<br/>Smith\n  actor B\n  end\n  participant D@{ \"type\" : \"database\" }\n  A->>+B: hi #35;1\n  B-->>-A: ok\n  A-)B: later\n  A-xB: gone\n  alt yes\n    Note over A,B: both\n  else no\n    Note right of B: one\n  end\n  par x\n  A->>B: a\n  and y\n  A->>B: b\n  end\n  rect rgb(191, 223, 255)\n  A->>A: self\n  end\n  create participant C\n  B->>C: new\n  destroy C\n  B->>C: bye\n";
        let expected = "@startuml\ntitle Booking\nautonumber 10 5\n' who\nbox \"Team one\" #Aqua\n  participant \"Alice\\nSmith\" as A\n  actor B\nend box\ndatabase D\nA -> B ++ : hi #1\nB --> A -- : ok\nA ->> B : later\nA ->x B : gone\nalt yes\n  note over A, B : both\nelse no\n  note right of B : one\nend\npar x\n  A -> B : a\nelse y\n  A -> B : b\nend\ngroup #BFDFFF\n  A -> A : self\nend\ncreate participant C\nB -> C : new\nB -> C : bye\ndestroy C\n@enduml\n";
        assert_eq!(imported(source), expected);
    }

    #[test]
    fn ids_with_blanks_are_quoted_or_replaced_by_a_code() {
        let source =
            "sequenceDiagram\nparticipant My App\nparticipant Web-UI as The UI\nMy App->>Web-UI: x";
        assert_eq!(
            imported(source),
            "@startuml\nparticipant \"My App\"\nparticipant \"The UI\" as Web_UI\n\"My App\" -> Web_UI : x\n@enduml\n"
        );
    }

    #[test]
    fn what_has_no_equivalent_is_reported_where_it_stands() {
        let source = "sequenceDiagram\nA->B: plain\nlinks A: {}\nwhat is this\nend";
        let import = mermaid(source, SourceId(0));
        let found: Vec<_> = import
            .diagnostics
            .iter()
            .map(|it| (it.code.name, &source[it.span.start as usize..it.span.end as usize]))
            .collect();
        assert_eq!(
            found,
            [
                ("syntax/mermaid-lost", "A->B: plain"),
                ("syntax/mermaid-lost", "links A: {}"),
                ("syntax/mermaid-unknown", "what is this"),
                ("syntax/mermaid-unknown", "end"),
            ]
        );
    }

    #[test]
    fn a_semicolon_ends_a_statement() {
        assert_eq!(
            imported("sequenceDiagram; A->>B: x; B->>A: y"),
            "@startuml\nA -> B : x\nB -> A : y\n@enduml\n"
        );
    }
}
