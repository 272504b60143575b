//! The pieces of a statement and what each of them is, in reading order and without overlap.

use puml_sequence::ast::{
    Chrome, ColorRef, ColorSet, DirectiveKind, Document, Lines, Link, Name, NotePlace, Numbering,
    ParticipantRef, Shared, Shown, SpriteForm, Stereotype, Stmt, StmtKind, Text,
};
use puml_syntax::TextRange;

/// One piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) range: TextRange,
    pub(crate) what: What,
}

/// What a piece is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    Keyword,
    /// A participant's code where it is declared.
    Declaration,
    /// A participant's code where it is used.
    Use,
    /// A participant's long name, in quotes or not.
    LongName,
    Arrow,
    /// `++`, `--`, `&` and their like.
    Mark,
    /// Free text with markup.
    Text,
    Color,
    Number,
    Stereotype,
    Anchor,
    Url,
    Property,
    Value,
    Selector,
    Directive,
    Path,
    Macro,
    Comment,
}

/// The pieces of a statement.
pub(crate) fn parts(document: &Document, stmt: &Stmt) -> Vec<Part> {
    let mut gatherer = Gatherer { document, found: Vec::with_capacity(8) };
    gatherer.stmt(stmt);
    let mut found = gatherer.found;
    found.retain(|it| !it.range.is_empty());
    found.sort_by_key(|it| (it.range.start, std::cmp::Reverse(it.range.end)));
    let mut end = 0;
    found.retain(|it| {
        let free = it.range.start >= end;
        if free {
            end = it.range.end;
        }
        free
    });
    if has_keywords(&stmt.kind) {
        fill(document, stmt.range, &mut found);
    }
    found
}

/// Whether words outside every piece are keywords of the construct.
fn has_keywords(kind: &StmtKind) -> bool {
    !matches!(
        kind,
        StmtKind::Shared(
            Shared::Comment
                | Shared::Error
                | Shared::Template
                | Shared::Call(_)
                | Shared::Directive(_)
        )
    )
}

/// Adds the words and numbers between the pieces.
fn fill(document: &Document, range: TextRange, found: &mut Vec<Part>) {
    let mut gaps = Vec::with_capacity(found.len() + 1);
    let mut from = range.start;
    for part in found.iter() {
        gaps.push((from, part.range.start));
        from = part.range.end;
    }
    gaps.push((from, range.end));
    let before = found.len();
    for (from, to) in gaps.into_iter().filter(|it| it.0 < it.1) {
        let gap = TextRange::new(from, to).slice(&document.source);
        let mut start = None;
        for (at, it) in gap.char_indices().chain([(gap.len(), ' ')]) {
            let inside = it.is_ascii_alphanumeric();
            match start {
                None if inside => start = Some(at),
                Some(begin) if !inside => {
                    let digits = gap[begin..at].bytes().all(|it| it.is_ascii_digit());
                    let what = if digits { What::Number } else { What::Keyword };
                    let range = TextRange::new(from + begin as u32, from + at as u32);
                    found.push(Part { range, what });
                    start = None;
                }
                _ => {}
            }
        }
    }
    if found.len() > before {
        found.sort_by_key(|it| it.range.start);
    }
}

struct Gatherer<'a> {
    document: &'a Document,
    found: Vec<Part>,
}

impl Gatherer<'_> {
    fn add(&mut self, range: TextRange, what: What) {
        self.found.push(Part { range, what });
    }

    fn maybe(&mut self, range: Option<TextRange>, what: What) {
        if let Some(range) = range {
            self.add(range, what);
        }
    }

    fn name(&mut self, name: Name, what: What) {
        self.add(name.outer(&self.document.source), what);
    }

    fn color(&mut self, color: Option<ColorRef>) {
        self.maybe(color.map(|it| it.range), What::Color);
    }

    fn colors(&mut self, colors: Option<ColorSet>) {
        let Some(set) = colors else { return };
        for color in [set.back, set.line, set.text, set.header] {
            self.color(color);
        }
        // Words such as `line` and `dashed` between the colours belong to the specification.
        let mut at = set.range.start;
        let mut inner: Vec<TextRange> = [set.back, set.line, set.text, set.header]
            .into_iter()
            .flatten()
            .map(|it| it.range)
            .collect();
        inner.sort();
        for range in inner {
            if at < range.start {
                self.add(TextRange::new(at, range.start), What::Mark);
            }
            at = at.max(range.end);
        }
        if at < set.range.end {
            self.add(TextRange::new(at, set.range.end), What::Mark);
        }
    }

    fn stereotypes(&mut self, stereotypes: &[Stereotype]) {
        for stereotype in stereotypes {
            self.add(stereotype.range, What::Stereotype);
        }
    }

    fn link(&mut self, link: Option<Link>) {
        let Some(link) = link else { return };
        self.add(link.url, What::Url);
        self.maybe(link.tooltip, What::Text);
        self.maybe(link.label, What::Text);
    }

    fn lines(&mut self, lines: &Lines) {
        for line in &lines.lines {
            self.add(*line, What::Text);
        }
    }

    fn text(&mut self, text: &Text) {
        match text {
            Text::Line(range) => self.add(*range, What::Text),
            Text::Lines(lines) => self.lines(lines),
        }
    }

    fn participant(&mut self, participant: &ParticipantRef) {
        self.name(participant.code, What::Use);
        if let Some(shown) = participant.shown {
            self.name(shown, What::LongName);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Declaration(it) => {
                self.name(it.code, What::Declaration);
                match &it.shown {
                    Some(Shown::Name(name)) => self.name(*name, What::LongName),
                    Some(Shown::Lines(lines)) => self.lines(lines),
                    None => {}
                }
                self.stereotypes(&it.stereotypes);
                self.link(it.link);
                self.color(it.color);
            }
            StmtKind::Message(it) => {
                self.maybe(it.parallel, What::Mark);
                for anchor in [it.anchor, it.left_anchor, it.right_anchor] {
                    self.maybe(anchor, What::Anchor);
                }
                for end in [&it.left, &it.right] {
                    if let Some(participant) = end.participant() {
                        self.participant(participant);
                    }
                }
                self.add(it.arrow.range, What::Arrow);
                for name in &it.multicast {
                    self.name(*name, What::Use);
                }
                self.maybe(it.marks.map(|it| it.range), What::Mark);
                self.color(it.activation_color);
                self.stereotypes(&it.stereotypes);
                self.link(it.link);
                self.maybe(it.text, What::Text);
            }
            StmtKind::Life(it) => {
                if let Some(who) = it.who {
                    self.name(who, What::Use);
                }
                self.color(it.back);
                self.color(it.line);
            }
            StmtKind::Return(it) => {
                self.color(it.color);
                self.maybe(it.text, What::Text);
            }
            StmtKind::Note(it) => {
                match it.place {
                    NotePlace::Beside(_, name) => self.name(name, What::Use),
                    NotePlace::Over(first, second) => {
                        self.name(first, What::Use);
                        if let Some(second) = second {
                            self.name(second, What::Use);
                        }
                    }
                    NotePlace::Latest(_) | NotePlace::Across => {}
                }
                self.stereotypes(&it.stereotypes);
                self.colors(it.colors);
                self.link(it.link);
                self.text(&it.text);
            }
            StmtKind::Reference(it) => {
                self.color(it.color);
                for name in &it.over {
                    self.name(*name, What::Use);
                }
                self.link(it.link);
                self.text(&it.text);
            }
            StmtKind::Group(it) => {
                self.color(it.header_color);
                self.color(it.body_color);
                self.maybe(it.label, What::Text);
                self.maybe(it.secondary, What::Text);
            }
            StmtKind::Else(it) => {
                self.color(it.color);
                self.maybe(it.label, What::Text);
            }
            StmtKind::End { trailing } => self.maybe(*trailing, What::Comment),
            StmtKind::BoxOpen(it) => {
                self.maybe(it.title, What::Text);
                self.stereotypes(&it.stereotypes);
                self.colors(it.colors);
            }
            StmtKind::Divider(it) => self.add(it.text, What::Text),
            StmtKind::Delay(it) => self.maybe(it.text, What::Text),
            StmtKind::NewPage(it) => self.maybe(it.title, What::Text),
            StmtKind::Numbering(
                Numbering::Start { format, .. } | Numbering::Resume { format, .. },
            ) => self.maybe(*format, What::Text),
            StmtKind::Duration(it) => {
                self.add(it.from, What::Anchor);
                self.add(it.to, What::Anchor);
                self.maybe(it.text, What::Text);
            }
            StmtKind::Url { who, link } => {
                self.name(*who, What::Use);
                self.link(Some(*link));
            }
            StmtKind::Shared(Shared::Chrome(it)) => self.chrome(it),
            StmtKind::Shared(Shared::Skinparam(it)) => {
                for entry in &it.entries {
                    for range in &entry.path {
                        self.add(*range, What::Property);
                    }
                    self.value(entry.path.last().copied(), entry.value);
                }
            }
            StmtKind::Shared(Shared::Style(it)) => {
                self.maybe(it.source, What::Path);
                for declaration in &it.declarations {
                    for range in &declaration.selectors {
                        self.add(*range, What::Selector);
                    }
                    self.add(declaration.property, What::Property);
                    self.value(Some(declaration.property), declaration.value);
                }
            }
            StmtKind::Shared(Shared::Directive(it)) => {
                self.add(it.name, What::Directive);
                let path = matches!(
                    it.kind,
                    DirectiveKind::Include | DirectiveKind::IncludeSub | DirectiveKind::Import
                );
                let what = match it.kind {
                    _ if path => What::Path,
                    DirectiveKind::Theme => What::Value,
                    DirectiveKind::Log => What::Text,
                    _ => return,
                };
                self.add(it.argument, what);
            }
            StmtKind::Shared(Shared::Call(it)) => self.add(it.name, What::Macro),
            StmtKind::Shared(Shared::Comment) => self.add(stmt.range, What::Comment),
            StmtKind::AutoActivate(_)
            | StmtKind::BoxClose
            | StmtKind::Space(_)
            | StmtKind::IgnoreNewPage
            | StmtKind::Numbering(_)
            | StmtKind::Footbox(_)
            | StmtKind::Unlinked(_)
            | StmtKind::Stereotypes(_)
            | StmtKind::Shared(Shared::Inert { .. } | Shared::Template | Shared::Error) => {}
        }
    }

    fn chrome(&mut self, chrome: &Chrome) {
        match chrome {
            Chrome::Title(text) | Chrome::Caption(text) => self.text(text),
            Chrome::Header(it) | Chrome::Footer(it) => self.text(&it.text),
            Chrome::Legend(it) => self.text(&it.text),
            Chrome::Mainframe(range) => self.add(*range, What::Text),
            Chrome::Skin(range) => self.add(*range, What::Value),
            Chrome::Sprite(it) => {
                self.add(it.name, What::Property);
                match &it.form {
                    SpriteForm::Rows { rows: lines, .. } | SpriteForm::Svg(lines) => {
                        for line in &lines.lines {
                            self.add(*line, What::Value);
                        }
                    }
                    SpriteForm::Data(range) => self.add(*range, What::Value),
                    SpriteForm::File(range) => self.add(*range, What::Path),
                }
            }
            Chrome::Scale(_) | Chrome::Page(_) => {}
        }
    }

    /// A value; a colour where the property's name or a `#` says so.
    fn value(&mut self, property: Option<TextRange>, value: TextRange) {
        let source = &self.document.source;
        let named = property.is_some_and(|it| {
            let name = it.slice(source);
            let name = name.split("<<").next().unwrap_or(name).to_ascii_lowercase();
            name.trim_end().ends_with("color")
        });
        let text = value.slice(source);
        let color = text.starts_with('#') || named && puml_syntax::color::parse(text).is_some();
        self.add(value, if color { What::Color } else { What::Value });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use puml_sequence::parse;
    use puml_syntax::Stage;

    fn read(source: &str) -> Vec<(String, What)> {
        let document = parse(source, diag::SourceId(0), Stage::Source).document;
        let all = document.stmts.iter().flat_map(|it| parts(&document, it));
        all.map(|it| (it.range.slice(source).to_owned(), it.what)).collect()
    }

    fn pieces(expected: &[(&str, What)]) -> Vec<(String, What)> {
        expected.iter().map(|it| (it.0.to_owned(), it.1)).collect()
    }

    #[test]
    fn a_declaration_falls_into_its_parts() {
        let expected = pieces(&[
            ("actor", What::Keyword),
            ("\"The user\"", What::LongName),
            ("as", What::Keyword),
            ("U", What::Declaration),
            ("<<x>>", What::Stereotype),
            ("order", What::Keyword),
            ("10", What::Number),
            ("#red", What::Color),
        ]);
        assert_eq!(read("actor \"The user\" as U <<x>> order 10 #red"), expected);
    }

    #[test]
    fn a_message_has_no_keyword_in_its_text() {
        let expected = pieces(&[
            ("A", What::Use),
            ("->", What::Arrow),
            ("B", What::Use),
            ("++", What::Mark),
            ("note left of A", What::Text),
        ]);
        assert_eq!(read("A -> B ++ : note left of A"), expected);
    }

    #[test]
    fn the_colours_of_a_set_are_found_between_its_words() {
        let expected = pieces(&[
            ("note", What::Keyword),
            ("over", What::Keyword),
            ("A", What::Use),
            ("hi", What::Text),
        ]);
        let read = read("note over A #Khaki;line:red : hi");
        let plain: Vec<_> =
            read.iter().filter(|it| !matches!(it.1, What::Color | What::Mark)).cloned().collect();
        assert_eq!(plain, expected);
        assert_eq!(read.iter().filter(|it| it.1 == What::Color).count(), 2);
    }
}
