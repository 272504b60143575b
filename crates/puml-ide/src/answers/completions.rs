//! What may be typed at a place: participants, keywords, arrows, colours, settings, files, markup.

mod context;

use puml_compiler::{builtin_names, theme_names};
use puml_sequence::ast::{FrameKind, StmtKind};
use puml_syntax::TextRange;
use puml_syntax::color::NAMES;

use crate::Analysis;
use crate::vocabulary::{
    ARROWS, DIRECTIVE_SNIPPETS, DIRECTIVES, FOLLOWERS, MARKUP, Needs, OPENERS, SKINPARAM_VALUES,
    SKINPARAMS, primitive,
};
use context::{Context, context};

/// Something that may be typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// What is shown and, without a snippet, inserted.
    pub label: String,
    /// What sort.
    pub kind: CompletionKind,
    /// A few words beside the label.
    pub detail: String,
    /// An example or explanation in Markdown; may be empty.
    pub documentation: String,
    /// What goes away: the beginning that was typed.
    pub replaces: TextRange,
    /// What is inserted instead of the label, with `$1` and `${1:x}` as places to fill in.
    pub snippet: Option<String>,
}

/// The sorts of things that may be typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CompletionKind {
    /// A participant of this diagram.
    Participant,
    /// A word of the language.
    Keyword,
    /// An arrow.
    Arrow,
    /// A colour.
    Color,
    /// A setting's name.
    Property,
    /// A setting's value.
    Value,
    /// A theme.
    Theme,
    /// A file.
    File,
    /// A folder.
    Folder,
    /// Markup inside a text.
    Markup,
    /// A preprocessor directive.
    Directive,
    /// A function of the preprocessor.
    Function,
    /// A stereotype that is used elsewhere.
    Stereotype,
}

/// What a folder holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Listed {
    /// A file, by name.
    File(String),
    /// A folder, by name.
    Folder(String),
}

/// What may be typed at an offset, the likeliest first. `list` names what lies in a folder that is
/// written relative to this text or to an include root; the empty folder is where the text lies.
pub fn completions(
    analysis: &Analysis,
    at: u32,
    list: &dyn Fn(&str) -> Vec<Listed>,
) -> Vec<Completion> {
    let (context, word) = context(analysis, at);
    let replaces = TextRange::new(at - word.len() as u32, at);
    let mut menu = Menu { replaces, found: Vec::new() };
    match context {
        Context::Nothing => {}
        Context::LineStart => {
            menu.markers(analysis, at);
            if analysis.block_at(at).is_some() {
                menu.participants(analysis, at);
                menu.openers(analysis, at);
            }
        }
        Context::Marker => menu.markers(analysis, at),
        Context::Participants => menu.participants(analysis, at),
        Context::Arrows => menu.arrows(),
        Context::Colors => menu.colors(),
        Context::Directives => menu.directives(),
        Context::Themes => {
            for name in theme_names() {
                menu.add(name, CompletionKind::Theme, "theme", "");
            }
        }
        Context::Paths { folder } => menu.paths(list(&folder)),
        Context::Functions => {
            for name in builtin_names() {
                menu.add(name, CompletionKind::Function, "function", "");
            }
        }
        Context::SkinparamKeys { prefix } => menu.skinparams(&prefix),
        Context::SkinparamValues { key } => menu.values(&key),
        Context::Markup => menu.markup(word.starts_with('<')),
        Context::Stereotypes => menu.stereotypes(analysis),
        Context::Followers { idx } => {
            for word in FOLLOWERS[idx].1 {
                menu.add(word, CompletionKind::Keyword, "", "");
            }
        }
        Context::DeclarationTail => {
            for (word, name) in [("as", "alias"), ("order", "order")] {
                let meaning = primitive("participants", name).map_or("", |it| it.meaning);
                menu.add(word, CompletionKind::Keyword, meaning, "");
            }
        }
    }
    menu.found
}

struct Menu {
    replaces: TextRange,
    found: Vec<Completion>,
}

impl Menu {
    fn add(&mut self, label: &str, kind: CompletionKind, detail: &str, documentation: &str) {
        self.found.push(Completion {
            label: label.to_owned(),
            kind,
            detail: detail.to_owned(),
            documentation: documentation.to_owned(),
            replaces: self.replaces,
            snippet: None,
        });
    }

    fn with_snippet(&mut self, snippet: &str) {
        if let Some(last) = self.found.last_mut() {
            last.snippet = Some(snippet.to_owned());
        }
    }

    fn markers(&mut self, analysis: &Analysis, at: u32) {
        let open = analysis.block_at(at).filter(|(_, it)| it.start.is_some_and(|it| it.end < at));
        match open {
            Some((_, block)) if block.end.is_none() => {
                self.add("@enduml", CompletionKind::Keyword, "ends the diagram", "");
            }
            Some(_) => {}
            None => {
                self.add("@startuml", CompletionKind::Keyword, "begins a diagram", "");
                self.with_snippet("@startuml\n$0\n@enduml");
            }
        }
    }

    fn participants(&mut self, analysis: &Analysis, at: u32) {
        let Some((block, _)) = analysis.block_at(at) else { return };
        let document = analysis.document();
        for member in &analysis.casts()[block].members {
            // The word that is being typed is no participant yet.
            let typed = |it: &crate::cast::Mention| it.name.range.touches(at);
            if member.mentions.iter().all(typed) {
                continue;
            }
            let origin = member.origin().name;
            let written = origin.outer(&document.source).slice(&document.source);
            let detail = match &member.shown {
                Some(shown) => format!("{} “{}”", member.keyword(), first_line(shown)),
                None => member.keyword().to_owned(),
            };
            self.add(written, CompletionKind::Participant, &detail, "");
        }
    }

    fn openers(&mut self, analysis: &Analysis, at: u32) {
        for opener in OPENERS {
            let valid = match opener.needs {
                Needs::Nothing => true,
                Needs::Inside(kind) => analysis.is_inside(kind, at),
            };
            // A box is closed before messages go on, and groups hold no boxes.
            let misplaced = opener.word == "box" && analysis.is_inside(FrameKind::Group, at);
            if !valid || misplaced {
                continue;
            }
            let (section, name) = opener.entry;
            let entry = primitive(section, name);
            let documentation = entry
                .map(|it| format!("```puml\n{}\n```\n\n{}", it.syntax, it.meaning))
                .unwrap_or_default();
            let meaning = entry.map_or("", |it| it.meaning);
            self.add(opener.word, CompletionKind::Keyword, meaning, &documentation);
            if let Some(snippet) = opener.snippet {
                self.with_snippet(snippet);
            }
        }
    }

    fn arrows(&mut self) {
        for (arrow, name) in ARROWS {
            let meaning = primitive("arrows", name).map_or("", |it| it.meaning);
            self.add(arrow, CompletionKind::Arrow, meaning, "");
        }
    }

    fn colors(&mut self) {
        for (name, value) in NAMES {
            self.add(name, CompletionKind::Color, &format!("#{value:06X}"), "");
        }
    }

    fn directives(&mut self) {
        for (name, meaning) in DIRECTIVES {
            self.add(name, CompletionKind::Directive, meaning, "");
            if let Some((_, snippet)) = DIRECTIVE_SNIPPETS.iter().find(|it| it.0 == *name) {
                self.with_snippet(snippet);
            }
        }
    }

    fn paths(&mut self, listed: Vec<Listed>) {
        for entry in listed {
            match entry {
                Listed::File(name) => self.add(&name, CompletionKind::File, "file", ""),
                Listed::Folder(name) => {
                    self.add(&format!("{name}/"), CompletionKind::Folder, "folder", "");
                }
            }
        }
    }

    /// Keys; inside a block those that begin with the block's own word, without it.
    fn skinparams(&mut self, prefix: &str) {
        for key in SKINPARAMS {
            let start = key.get(..prefix.len()).unwrap_or_default();
            if start.eq_ignore_ascii_case(prefix) && key.len() > prefix.len() {
                self.add(&key[prefix.len()..], CompletionKind::Property, "skinparam", "");
            }
        }
    }

    fn values(&mut self, key: &str) {
        let choices = SKINPARAM_VALUES.iter().find(|it| it.0.eq_ignore_ascii_case(key));
        match choices {
            Some((_, values)) => {
                for value in *values {
                    self.add(value, CompletionKind::Value, "", "");
                }
            }
            None if key.to_ascii_lowercase().ends_with("color") => self.colors(),
            None => {}
        }
    }

    fn markup(&mut self, tag: bool) {
        for (label, snippet, meaning) in MARKUP {
            if !tag || label.starts_with('<') {
                self.add(label, CompletionKind::Markup, meaning, "");
                self.with_snippet(snippet);
            }
        }
    }

    fn stereotypes(&mut self, analysis: &Analysis) {
        let mut seen = Vec::new();
        for stmt in &analysis.document().stmts {
            let found = match &stmt.kind {
                StmtKind::Declaration(it) => &it.stereotypes,
                StmtKind::Message(it) => &it.stereotypes,
                StmtKind::Note(it) => &it.stereotypes,
                StmtKind::BoxOpen(it) => &it.stereotypes,
                _ => continue,
            };
            for stereotype in found {
                let label = stereotype.label.slice(analysis.text()).trim();
                if !label.is_empty() && !seen.contains(&label) {
                    seen.push(label);
                    self.add(label, CompletionKind::Stereotype, "stereotype", "");
                }
            }
        }
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default().trim()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setting;

    fn labels(source: &str) -> Vec<String> {
        let at = source.find('|').unwrap();
        let text = source.replacen('|', "", 1);
        let analysis = Analysis::new("a.puml", text, Setting::default().into());
        let list = |folder: &str| match folder {
            "" => vec![Listed::Folder("lib".into()), Listed::File("b.puml".into())],
            "lib/" => vec![Listed::File("c.puml".into())],
            _ => Vec::new(),
        };
        let found = completions(&analysis, at as u32, &list);
        found.into_iter().map(|it| it.label).collect()
    }

    #[track_caller]
    fn offers(source: &str, wanted: &[&str], unwanted: &[&str]) {
        let labels = labels(source);
        for label in wanted {
            assert!(labels.iter().any(|it| it == label), "no {label:?} in {labels:?}");
        }
        for label in unwanted {
            assert!(!labels.iter().any(|it| it == label), "{label:?} in {labels:?}");
        }
    }

    #[test]
    fn a_line_starts_with_participants_and_keywords_valid_there() {
        offers("actor Alice\nA|", &["Alice", "alt", "participant"], &["end", "else", "A"]);
        offers("alt x\nA -> B\n|", &["end", "else", "A"], &["end box", "box"]);
        offers("box x\n|", &["end box"], &["end"]);
    }

    #[test]
    fn participants_follow_an_arrow_and_the_words_that_take_one() {
        for source in [
            "actor Alice\nBob -> |",
            "actor Alice\nBob --> Al|",
            "actor Alice\nBob->|",
            "actor Alice\nBob-[#red]>Al|",
            "actor Alice\nactivate |",
            "actor Alice\nnote over |",
            "actor Alice\nnote over Bob, |",
            "actor Alice\nnote left of |",
            "actor Alice\nref over |",
        ] {
            offers(source, &["Alice"], &["alt", "->"]);
        }
    }

    #[test]
    fn arrows_follow_a_name() {
        offers("actor Alice\nAlice |", &["->", "-->"], &["Alice"]);
        offers("actor Alice\nAlice -|", &["->"], &["Alice"]);
        offers("actor Alice\nAlice-|", &["->"], &["Alice"]);
    }

    #[test]
    fn colours_follow_their_sign() {
        offers("actor A #|", &["Red", "LightBlue"], &["A"]);
        offers("A -> B : <color:r|", &["Red"], &[]);
        offers("skinparam ArrowColor |", &["Red"], &[]);
    }

    #[test]
    fn settings_themes_directives_and_functions() {
        offers("skinparam |", &["ArrowColor", "BackgroundColor"], &[]);
        offers("skinparam sequence {\n  |\n}\nA -> B", &["ArrowColor"], &["SequenceArrowColor"]);
        offers("skinparam Shadowing |", &["true", "false"], &["Red"]);
        offers("!theme |", &["dark", "plain"], &[]);
        offers("!|", &["include", "theme"], &[]);
        offers("A -> B : %|", &["%date", "%upper"], &[]);
    }

    #[test]
    fn include_paths_are_listed_folder_by_folder() {
        offers("!include |", &["lib/", "b.puml"], &["c.puml"]);
        offers("!include lib/|", &["c.puml"], &["b.puml"]);
    }

    #[test]
    fn texts_offer_markup_and_nothing_else() {
        offers("A -> B : |", &["**bold**", "<color:…>"], &["A", "alt"]);
        offers("A -> B : x <|", &["<b>"], &["**bold**"]);
        offers("note over A\n  |\nend note", &["**bold**"], &["alt"]);
        assert_eq!(labels("' comment |"), [""; 0]);
    }

    #[test]
    fn words_that_follow_a_word() {
        offers("note |", &["left", "over"], &["alt"]);
        offers("hide |", &["footbox"], &["alt"]);
        offers("participant A |", &["as", "order"], &["alt"]);
        offers("A -> B <<|", &[], &["alt"]);
        offers("actor C <<svc>>\nactor B <<|", &["svc"], &[]);
    }

    #[test]
    fn a_block_begins_and_ends_with_its_markers() {
        offers("@s|", &["@startuml"], &[]);
        offers("@startuml\nA -> B\n|", &["@enduml"], &["@startuml"]);
    }
}
