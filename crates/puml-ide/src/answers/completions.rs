//! What may be typed at a place: names, keywords, arrows, colours, settings, files, markup.

mod context;

use puml_compiler::editor::{Needs, PieceKind};
use puml_compiler::{Definition, DefinitionKind, FAMILIES, theme_names};
use puml_syntax::TextRange;
use puml_syntax::color::NAMES;
use puml_syntax::grammar::directives;

use crate::Analysis;
use crate::analysis::Diagram;
use crate::definitions::{builtin_signature, signature};
use crate::features::features_of;
use crate::macros::{macro_named, macros};
use crate::vocabulary::{
    BUILTINS, DIRECTIVE_SNIPPETS, MARKUP, OPENERS, SKINPARAMS, SURROUNDING_SKINPARAMS,
    SURROUNDINGS, style,
};
use context::{Context, Within, context};

/// Something that may be typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// What is shown and, without a snippet, inserted.
    pub label: String,
    /// Decides the icon in an editor's list.
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

impl Completion {
    /// What is inserted where nobody fills in places: the snippet with their defaults, and where the first one is.
    pub fn inserted(&self) -> (String, Option<TextRange>) {
        let Some(snippet) = &self.snippet else { return (self.label.clone(), None) };
        let (mut text, mut place) = (String::new(), None);
        let mut rest = snippet.as_str();
        while let Some(at) = rest.find('$') {
            let (before, after) = rest.split_at(at);
            if let Some(before) = before.strip_suffix('\\') {
                text.push_str(before);
                text.push('$');
                rest = &after[1..];
                continue;
            }
            text.push_str(before);
            let inside = &after[1..];
            let (default, behind) = match inside.strip_prefix('{') {
                Some(braced) => {
                    let end = braced.find('}').unwrap_or(braced.len());
                    let default = braced[..end].split_once(':').map_or("", |it| it.1);
                    (default, braced.get(end + 1..).unwrap_or_default())
                }
                None => ("", inside.trim_start_matches(|it: char| it.is_ascii_digit())),
            };
            let start = text.len() as u32;
            text.push_str(default);
            place = place.or(Some(TextRange::new(start, text.len() as u32)));
            rest = behind;
        }
        text.push_str(rest);
        (text, place)
    }

    /// Whether a sign that was typed asks for this sort; `before` is the line up to it. Texts and indentation ask for
    /// none.
    pub fn is_called_for(&self, sign: &str, before: &str) -> bool {
        use CompletionKind as Kind;
        match sign {
            " " => self.kind != Kind::Markup && !before.trim().is_empty(),
            "#" | ":" => self.kind == Kind::Color,
            "<" => matches!(self.kind, Kind::Markup | Kind::Stereotype | Kind::Arrow),
            "!" => self.kind == Kind::Directive,
            "%" => self.kind == Kind::Function,
            "$" => matches!(self.kind, Kind::Function | Kind::Variable),
            "-" => self.kind == Kind::Arrow,
            "/" => matches!(self.kind, Kind::File | Kind::Folder),
            _ => true,
        }
    }
}

/// The sorts of things that may be typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CompletionKind {
    /// An element of this diagram.
    Participant,
    /// A part of an element: a field, a method, a state.
    Member,
    /// A word of the language.
    Keyword,
    /// The sign between two names.
    Arrow,
    /// A colour.
    Color,
    /// A setting's name.
    Property,
    /// A setting's value.
    Value,
    /// A name behind `!theme`.
    Theme,
    /// A file that may be included.
    File,
    /// A folder on the way to a file.
    Folder,
    /// Markup inside a text.
    Markup,
    /// A preprocessor directive.
    Directive,
    /// A function of the preprocessor.
    Function,
    /// A variable of the preprocessor.
    Variable,
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
            if let Some(diagram) = analysis.diagram_at(at) {
                menu.elements(analysis, diagram, at);
                menu.openers(diagram, at);
                menu.macros(analysis);
            }
        }
        Context::Marker => menu.markers(analysis, at),
        Context::Directives => menu.directives(),
        Context::Colors => menu.colors(),
        Context::Themes => {
            for name in theme_names() {
                menu.add(name, CompletionKind::Theme, "theme", "");
            }
        }
        Context::Paths { folder } => menu.paths(list(&folder)),
        Context::Functions => menu.builtins(),
        Context::Names => menu.names(analysis, at),
        Context::StyleKeys => menu.style_keys(analysis.diagram_at(at)),
        Context::StyleValues { key } => menu.style_values(&key),
        Context::Markup => menu.markup(word.starts_with('<')),
        Context::Stereotypes => menu.stereotypes(analysis),
        Context::Within(within) => {
            let Some(diagram) = analysis.diagram_at(at) else { return Vec::new() };
            match within {
                Within::Elements => {
                    menu.elements(analysis, diagram, at);
                    for name in diagram.words().names {
                        menu.add(name, CompletionKind::Participant, "", "");
                    }
                }
                Within::Features { owner } => {
                    for (name, keyword) in features_of(analysis, diagram, &owner, at) {
                        let detail = format!("{keyword} of {owner}");
                        menu.add(&name, CompletionKind::Member, &detail, "");
                    }
                }
                Within::Arguments { name, is_key } => {
                    if !is_key {
                        menu.elements(analysis, diagram, at);
                    }
                    menu.parameters(analysis, &name);
                }
                Within::Arrows => menu.arrows(diagram),
                Within::SkinparamKeys { prefix } => menu.skinparams(diagram, &prefix),
                Within::SkinparamValues { key } => menu.values(diagram, &key),
                Within::Followers { idx } => {
                    for word in diagram.words().followers[idx].1 {
                        menu.add(word, CompletionKind::Keyword, "", "");
                    }
                }
                Within::DeclarationTail => {
                    for word in diagram.words().declaration_tail {
                        menu.add(word, CompletionKind::Keyword, "", "");
                    }
                }
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
        let open = analysis.diagram_at(at).filter(|it| it.start().is_some_and(|it| it.end < at));
        match open {
            Some(diagram) if diagram.end().is_none() => {
                let word = diagram.word().slice(analysis.text());
                self.add(&format!("@end{word}"), CompletionKind::Keyword, "ends the diagram", "");
            }
            Some(_) => {}
            None => {
                let mut words: Vec<&str> = Vec::new();
                for family in FAMILIES {
                    for word in family.starts().iter().filter(|it| !it.is_empty()) {
                        if !words.contains(word) {
                            words.push(word);
                        }
                    }
                }
                for word in words {
                    let marker = format!("@start{word}");
                    self.add(&marker, CompletionKind::Keyword, "begins a diagram", "");
                    self.with_snippet(&format!("{marker}\n$0\n@end{word}"));
                }
            }
        }
    }

    fn elements(&mut self, analysis: &Analysis, diagram: Diagram<'_>, at: u32) {
        let words = diagram.words();
        for member in &diagram.cast().members {
            // The word that is being typed names nothing yet, nor does what a macro will be given.
            let is_open = member.code.contains('$');
            if is_open || member.places.iter().all(|it| it.name.range.touches(at)) {
                continue;
            }
            let origin = member.origin().name;
            let written = origin.outer(analysis.text()).slice(analysis.text());
            let (open, close) = words.name_signs;
            let is_open = analysis.text()[..self.replaces.start as usize].ends_with(open);
            let written =
                if is_open { written.to_owned() } else { format!("{open}{written}{close}") };
            let keyword = member.keyword.unwrap_or(words.declare);
            let detail = match &member.shown {
                Some(shown) => format!("{keyword} “{}”", first_line(shown)),
                None => keyword.to_owned(),
            };
            self.add(&written, CompletionKind::Participant, &detail, "");
        }
    }

    fn openers(&mut self, diagram: Diagram<'_>, at: u32) {
        for opener in diagram.words().openers {
            let valid = match opener.needs {
                Needs::Nothing => true,
                Needs::Inside(kind) => diagram.is_inside(kind, at),
                Needs::Outside(kind) => !diagram.is_inside(kind, at),
            };
            if !valid {
                continue;
            }
            let entry = diagram.primitive(opener.entry);
            let documentation = entry
                .map(|it| format!("```puml\n{}\n```\n\n{}", it.syntax, it.meaning))
                .unwrap_or_default();
            let meaning = entry.map_or("", |it| it.meaning);
            self.add(opener.word, CompletionKind::Keyword, meaning, &documentation);
            if let Some(snippet) = opener.snippet {
                self.with_snippet(snippet);
            }
        }
        let is_own = |word: &str| diagram.words().openers.iter().any(|it| it.word == word);
        let around = SURROUNDINGS.iter().filter(|_| diagram.words().has_surroundings);
        for (word, snippet, meaning) in OPENERS.iter().chain(around).filter(|it| !is_own(it.0)) {
            self.add(word, CompletionKind::Keyword, meaning, "");
            self.with_snippet(snippet);
        }
    }

    fn macros(&mut self, analysis: &Analysis) {
        for it in macros(analysis) {
            let detail = it.source.trim_matches(['<', '>']);
            let documentation = format!("```puml\n{}\n```", it.signature());
            self.add(it.name(), CompletionKind::Function, detail, &documentation);
            self.with_snippet(&it.snippet());
        }
    }

    /// Parameters of a macro that may be given by name.
    fn parameters(&mut self, analysis: &Analysis, name: &str) {
        let Some(found) = macro_named(analysis, name) else { return };
        let keys = found.parameters().iter().filter(|it| it.name.starts_with('$'));
        for it in keys.filter(|it| it.default.is_some()) {
            self.add(&format!("{}=", it.name), CompletionKind::Property, "parameter", "");
        }
    }

    fn arrows(&mut self, diagram: Diagram<'_>) {
        for (arrow, entry) in diagram.words().arrows {
            let meaning = diagram.primitive(*entry).map_or("", |it| it.meaning);
            self.add(arrow, CompletionKind::Arrow, meaning, "");
        }
        for verb in diagram.words().verbs {
            self.add(verb, CompletionKind::Keyword, "", "");
        }
    }

    fn colors(&mut self) {
        for (name, value) in NAMES {
            self.add(name, CompletionKind::Color, &format!("#{value:06X}"), "");
        }
    }

    /// The functions that every source can call.
    fn builtins(&mut self) {
        for builtin in BUILTINS {
            let (label, ranges) = builtin_signature(builtin);
            let documentation = format!("```puml\n{label}\n```\n\n{}", builtin.2);
            self.add(builtin.0, CompletionKind::Function, builtin.2, &documentation);
            let given: Vec<&str> = ranges.iter().map(|it| it.slice(&label)).collect();
            self.with_snippet(&call(builtin.0, &given));
        }
    }

    /// Parameters and variables, then what can be called.
    fn names(&mut self, analysis: &Analysis, at: u32) {
        let own = analysis.definitions().iter().filter(|it| it.source == analysis.id());
        for placed in own.filter(|it| it.definition.range.touches(at)) {
            for parameter in &placed.definition.parameters {
                let detail = format!("parameter of {}", placed.definition.name);
                self.add(&parameter.name, CompletionKind::Variable, &detail, "");
            }
        }
        self.definitions(analysis, |it| it.name.starts_with('$') && !it.at.touches(at));
    }

    fn definitions(&mut self, analysis: &Analysis, is_offered: impl Fn(&Definition) -> bool) {
        let mut seen: Vec<&str> = Vec::new();
        for placed in analysis.definitions() {
            let it = &placed.definition;
            // What a library keeps to itself begins with an underscore.
            let is_private = it.name.trim_start_matches('$').starts_with('_');
            let is_foreign = placed.source != analysis.id();
            if !is_offered(it) || is_private && is_foreign || seen.contains(&it.name.as_str()) {
                continue;
            }
            seen.push(&it.name);
            if it.kind == DefinitionKind::Variable {
                self.add(&it.name, CompletionKind::Variable, "variable", "");
                continue;
            }
            let (label, ranges) = signature(it);
            let is_called = label.len() > it.name.len() + 2 || it.kind != DefinitionKind::Macro;
            let detail = if is_called { label.as_str() } else { "macro" };
            self.add(&it.name, CompletionKind::Function, detail, &it.comment);
            if is_called {
                let given: Vec<&str> = ranges.iter().map(|it| it.slice(&label)).collect();
                self.with_snippet(&call(&it.name, &given));
            }
        }
    }

    fn style_keys(&mut self, diagram: Option<Diagram<'_>>) {
        for (name, meaning) in style::PROPERTIES {
            self.add(name, CompletionKind::Property, meaning, "");
        }
        let mut seen = Vec::new();
        for name in diagram.into_iter().flat_map(Diagram::style_words).map(style::spelled) {
            if !seen.contains(&name) {
                seen.push(name);
                self.add(name, CompletionKind::Keyword, "selector", "");
                self.with_snippet(&format!("{name} {{\n  $0\n}}"));
            }
        }
    }

    fn style_values(&mut self, key: &str) {
        match style::VALUES.iter().find(|it| it.0 == key) {
            Some((_, values)) => {
                for value in *values {
                    self.add(value, CompletionKind::Value, "", "");
                }
            }
            None if key.ends_with("color") => self.colors(),
            None => {}
        }
    }

    fn directives(&mut self) {
        for (name, meaning) in directives() {
            let Some(meaning) = meaning else { continue };
            self.add(name, CompletionKind::Directive, meaning, "");
            if let Some((_, snippet)) = DIRECTIVE_SNIPPETS.iter().find(|it| it.0 == name) {
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
    fn skinparams(&mut self, diagram: Diagram<'_>, prefix: &str) {
        let own = diagram.words().skinparams.iter();
        let around = SURROUNDING_SKINPARAMS.iter().filter(|_| diagram.words().has_surroundings);
        let shared =
            SKINPARAMS.iter().chain(around).filter(|it| !diagram.words().skinparams.contains(it));
        for key in own.chain(shared) {
            let start = key.get(..prefix.len()).unwrap_or_default();
            if start.eq_ignore_ascii_case(prefix) && key.len() > prefix.len() {
                self.add(&key[prefix.len()..], CompletionKind::Property, "skinparam", "");
            }
        }
    }

    fn values(&mut self, diagram: Diagram<'_>, key: &str) {
        let choices =
            diagram.words().skinparam_values.iter().find(|it| it.0.eq_ignore_ascii_case(key));
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
        for (tree, stmt) in analysis.stmts() {
            let pieces = tree.pieces(stmt).into_iter();
            for piece in pieces.filter(|it| it.kind == PieceKind::Stereotype) {
                let text = piece.range.slice(analysis.text());
                let inner = text.trim_start_matches('<').trim_end_matches('>').trim();
                // Without the spot: `(C,#red) name`.
                let spot = inner.strip_prefix('(').and_then(|it| it.split_once(')'));
                let label = spot.map_or(inner, |it| it.1.trim());
                if !label.is_empty() && !seen.contains(&label) {
                    seen.push(label);
                    self.add(label, CompletionKind::Stereotype, "stereotype", "");
                }
            }
        }
    }
}

/// A call with places to fill in.
fn call(name: &str, parameters: &[&str]) -> String {
    let escaped = |text: &str| text.replace('$', "\\$").replace('}', "\\}");
    let places: Vec<String> = parameters
        .iter()
        .filter(|it| !it.starts_with('['))
        .enumerate()
        .map(|(idx, it)| {
            format!("${{{}:{}}}", idx + 1, escaped(it.split('=').next().unwrap_or(it)))
        })
        .collect();
    format!("{}({})", escaped(name), places.join(", "))
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
    fn names_of_the_preprocessor_are_offered_where_they_count() {
        let ask =
            "!$port = 80\n!procedure $ask($who, $what=\"?\")\n$who -> B : $what\n!endprocedure\n";
        offers(&format!("{ask}|"), &["$ask"], &["$port", "$who"]);
        offers(&format!("{ask}A -> B : $p|"), &["$port", "$ask"], &["$who"]);
        offers("!procedure $ask($who)\n$w|\n!endprocedure\n", &["$who"], &[]);
        offers("!$x = %str|", &["%strlen", "%strpos"], &[]);
        offers("!define HELLO(x) x -> B\nH|", &["HELLO"], &[]);
    }

    #[test]
    fn a_call_is_inserted_with_its_arguments_to_fill_in() {
        let text = "!procedure $ask($who, $what=\"?\")\n$who -> B : $what\n!endprocedure\n$a";
        let analysis = Analysis::new("a.puml", text, Setting::default().into());
        let found = completions(&analysis, text.len() as u32, &|_| Vec::new());
        let ask = found.iter().find(|it| it.label == "$ask").unwrap();
        assert_eq!(ask.snippet.as_deref(), Some("\\$ask(${1:\\$who}, ${2:\\$what})"));
        assert_eq!(ask.replaces.slice(text), "$a");
    }

    #[test]
    fn style_blocks_offer_selectors_properties_and_values() {
        let sequence = ["sequenceDiagram", "lifeLine", "BackgroundColor"];
        offers("<style>\nseq|\n</style>\nA -> B : x", &sequence, &["participant A", "milestone"]);
        offers(
            "@startgantt\n<style>\n|\n</style>\n[a] requires 1 day\n@endgantt",
            &["ganttDiagram", "milestone", "document"],
            &["sequenceDiagram", "lifeLine"],
        );
        offers("<style>\narrow {\n  LineColor r|", &["Red"], &["LineColor"]);
        offers("<style>\narrow {\n  FontStyle |", &["bold"], &["Red"]);
        offers("<style>\n</style>\nactor Al\n|", &["Al", "alt"], &["sequenceDiagram"]);
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
    fn macros_of_an_included_library_are_offered_with_their_arguments() {
        const C4: &str = "@startuml\n!include <C4/C4_Container>\nPerson(user, \"User\")\n";
        let at = |line: &str| format!("{C4}{line}\n@enduml");
        offers(&at("Con|"), &["Container", "ContainerDb", "user"], &["$c4_row"]);
        offers(&at("Rel(|"), &["user", "$tags="], &["Container", "component"]);
        offers(&at("Rel(user, |)"), &["user", "$techn="], &["$from="]);
        offers(&at("Rel(user, user, \"x\", $t|)"), &["$techn="], &["user"]);
        assert_eq!(labels(&at("Rel(user, user, \"us|\")")), [""; 0]);
        offers("actor Alice\nAlice |", &["->"], &["Container"]);
    }

    #[test]
    fn elements_keep_the_marks_that_their_names_need() {
        let source = "@startuml\nnode Host\n[Order service] --> [Store]\nHost --> |\n@enduml";
        offers(source, &["[Order service]", "[Store]", "Host"], &["component"]);
    }

    #[test]
    fn a_snippet_without_its_places_reads_as_typed() {
        let inserted = |snippet: &str| {
            let (label, detail, documentation) = Default::default();
            let (kind, snippet) = (CompletionKind::Markup, Some(snippet.to_owned()));
            let replaces = TextRange::new(0, 0);
            Completion { label, kind, detail, documentation, replaces, snippet }.inserted()
        };
        let place = |start, end| Some(TextRange::new(start, end));
        let color = inserted("<color:${1:red}>${2:text}</color>");
        assert_eq!(color, ("<color:red>text</color>".to_owned(), place(7, 10)));
        assert_eq!(inserted("<\\$${1:name}>"), ("<$name>".to_owned(), place(2, 6)));
        assert_eq!(inserted("alt $1\n  $0\nend"), ("alt \n  \nend".to_owned(), place(4, 4)));
        assert_eq!(inserted("\\n"), ("\\n".to_owned(), None));
    }

    #[test]
    fn a_block_begins_and_ends_with_its_markers() {
        offers("@s|", &["@startuml"], &[]);
        offers("@startuml\nA -> B\n|", &["@enduml"], &["@startuml"]);
    }
}
