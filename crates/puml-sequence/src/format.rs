//! The canonical layout of sequence diagrams: indentation by groups and boxes, one blank around each
//! part of a line.

mod habits;

use diag::{SourceId, TextEdit};
use puml_syntax::format::{self, Form, Gap, Indent, Layout};
use puml_syntax::{Nesting, Stage, TextRange};

use crate::ast::{
    ColorRef, ColorSet, Declaration, Document, Group, Life, LifeAction, Lines, Message, MessageEnd,
    Name, Note, NotePlace, NoteShape, NoteSide, ParticipantRef, Reference, Shown, Stereotype,
    StmtKind, Text,
};
use crate::parse::{nesting, parse};
use crate::tree_json;
use habits::Habits;

/// The edits that bring a source into its canonical layout; none where it has it already.
pub fn format(text: &str, source: SourceId) -> Vec<TextEdit> {
    let document = parse(text, source, Stage::Source).document;
    edits(&document, source, Form::default())
}

/// The edits that bring a document into its canonical layout.
pub(crate) fn edits(document: &Document, source: SourceId, form: Form) -> Vec<TextEdit> {
    format::format(document, source, &Canonical(Habits::of(document, form)), form)
}

/// What one level of nesting is indented by.
pub(crate) fn indent(document: &Document, form: Form) -> Indent {
    format::indent(document, &Canonical(Habits::of(document, form)), form)
}

/// The source in its canonical layout.
pub fn formatted(text: &str) -> String {
    let edits = format(text, SourceId(0));
    diag::apply_to(text, &edits).expect("each edit covers its own part of a line")
}

/// A source that a program wrote, in its canonical layout.
pub(crate) fn laid_out(text: &str) -> String {
    let document = parse(text, SourceId(0), Stage::Source).document;
    let edits = edits(&document, SourceId(0), Form::generated());
    diag::apply_to(text, &edits).expect("each edit covers its own part of a line")
}

/// The layout of sequence diagrams, with the habits of their author.
struct Canonical(Habits);

impl Layout<StmtKind> for Canonical {
    fn nesting(&self, kind: &StmtKind) -> Nesting {
        nesting(kind)
    }

    fn body<'k>(&self, kind: &'k StmtKind) -> Option<&'k Lines> {
        body(kind)
    }

    fn canonical(&self, document: &Document, kind: &StmtKind, head: TextRange) -> Option<String> {
        if self.0.is_aligned(head.start) { None } else { canonical(document, kind, head, &self.0) }
    }

    fn knows_colons(&self) -> bool {
        true
    }

    fn keeps_offsets(&self) -> bool {
        self.0.keeps_offsets
    }

    fn reads_as(&self, line: &str, document: &Document, kind: &StmtKind) -> bool {
        let other = parse(line, SourceId(0), Stage::Source).document;
        let [stmt] = other.stmts.as_slice() else {
            return false;
        };
        tree_json::statement(&other, &stmt.kind) == tree_json::statement(document, kind)
    }
}

/// The body of a statement that the formatter may move.
fn body(kind: &StmtKind) -> Option<&Lines> {
    let text = match kind {
        StmtKind::Note(it) => &it.text,
        StmtKind::Reference(it) => &it.text,
        _ => return None,
    };
    text.lines()
}

/// The first line of a statement; nothing where it is best left alone.
fn canonical(
    document: &Document,
    kind: &StmtKind,
    head: TextRange,
    habits: &Habits,
) -> Option<String> {
    // A joined or en-dashed line is not what it seems byte by byte.
    let raw = head.slice(&document.source);
    if raw.contains(['\n', '\u{2013}']) {
        return None;
    }
    let out = String::with_capacity(raw.len() + 8);
    let line = Line { source: &document.source, habits, out };
    match kind {
        StmtKind::Declaration(it) => line.declaration(it),
        StmtKind::Message(it) => Some(line.message(it)),
        StmtKind::Life(it) => line.life(it, raw),
        StmtKind::Note(it) => Some(line.note(it)),
        StmtKind::Reference(it) => line.reference(it),
        StmtKind::Group(it) => Some(line.group(it)),
        StmtKind::Else(it) => {
            Some(line.lower(it.keyword).maybe_color(it.color).maybe_text(it.label).out)
        }
        // A single blank would make `end  note` close a note.
        StmtKind::End { trailing } => trailing.is_none().then(|| "end".to_owned()),
        StmtKind::BoxClose if raw.contains(puml_syntax::is_blank) => Some("end box".to_owned()),
        StmtKind::BoxClose => Some("endbox".to_owned()),
        _ => None,
    }
}

struct Line<'a> {
    source: &'a str,
    habits: &'a Habits,
    out: String,
}

impl Line<'_> {
    /// A blank, unless the line just starts.
    fn gap(mut self) -> Self {
        if !self.out.is_empty() {
            self.out.push(' ');
        }
        self
    }

    fn word(self, word: &str) -> Self {
        self.gap().glued(word)
    }

    fn glued(mut self, text: &str) -> Self {
        self.out.push_str(text);
        self
    }

    fn text(self, range: TextRange) -> Self {
        let slice = range.slice(self.source);
        self.word(slice)
    }

    fn lower(self, range: TextRange) -> Self {
        let slice = range.slice(self.source).to_ascii_lowercase();
        self.word(&slice)
    }

    fn maybe_text(self, range: Option<TextRange>) -> Self {
        match range {
            Some(range) if !range.is_empty() => self.text(range),
            _ => self,
        }
    }

    fn maybe_color(self, color: Option<ColorRef>) -> Self {
        self.maybe_text(color.map(|it| it.range))
    }

    fn maybe_colors(self, colors: Option<ColorSet>) -> Self {
        self.maybe_text(colors.map(|it| it.range))
    }

    fn name(self, name: Name) -> Self {
        let range = name.outer(self.source);
        self.text(range)
    }

    fn stereotypes(self, all: &[Stereotype]) -> Self {
        all.iter().fold(self, |line, it| line.text(it.range))
    }

    fn colon(self, text: Option<TextRange>, gap: Gap) -> Self {
        match text {
            Some(text) => {
                let line = match gap {
                    Gap::Spaced => self.word(":"),
                    Gap::Tight => self.glued(":"),
                };
                line.maybe_text(Some(text))
            }
            None => self,
        }
    }

    fn declaration(self, it: &Declaration) -> Option<String> {
        if let Some(Shown::Lines(_)) = it.shown {
            return None;
        }
        let mut line = self;
        if it.create.is_some() && it.kind.is_some() {
            line = line.word("create");
        }
        line = line.lower(it.keyword);
        line = match it.shown {
            Some(Shown::Name(shown)) if shown.range.start < it.code.range.start => {
                line.name(shown).word("as").name(it.code)
            }
            Some(Shown::Name(shown)) => line.name(it.code).word("as").name(shown),
            _ => line.name(it.code),
        };
        line = line.stereotypes(&it.stereotypes);
        if let Some(order) = it.order {
            line = line.word("order").word(&order.value.to_string());
        }
        Some(line.maybe_text(it.link.map(|it| it.range)).maybe_color(it.color).out)
    }

    fn message(self, it: &Message) -> String {
        let mut line = self;
        if it.parallel.is_some() {
            line = line.word("&");
        }
        if let Some(anchor) = it.anchor {
            line = line.word("{");
            let name = anchor.slice(line.source);
            line = line.glued(name).glued("}");
        }
        line = line.end(&it.left, it.left_anchor);
        if let (Gap::Tight, MessageEnd::Participant(_), MessageEnd::Participant(to)) =
            (line.habits.arrows, &it.left, &it.right)
            && to.shown.is_none()
        {
            let arrow = it.arrow.range.slice(line.source);
            let name = to.code.outer(line.source).slice(line.source);
            line = line.glued(arrow).glued(name);
        } else {
            line = line.text(it.arrow.range).end(&it.right, None);
        }
        for name in &it.multicast {
            line = line.word("&").name(*name);
        }
        if let Some(anchor) = it.right_anchor {
            let name = anchor.slice(line.source);
            line = line.glued("{").glued(name).glued("}");
        }
        let gap = line.habits.colon;
        line = match it.marks {
            Some(marks) if habits::follows_name(it) && line.habits.marks == Gap::Tight => {
                let text = marks.range.slice(line.source);
                line.glued(text)
            }
            marks => line.maybe_text(marks.map(|it| it.range)),
        };
        line.maybe_color(it.activation_color)
            .stereotypes(&it.stereotypes)
            .maybe_text(it.link.map(|it| it.range))
            .colon(it.text, gap)
            .out
    }

    fn end(self, end: &MessageEnd, anchor: Option<TextRange>) -> Self {
        let MessageEnd::Participant(ParticipantRef { code, shown }) = end else {
            // The bracket is part of the arrow.
            return self;
        };
        let mut line = match shown {
            Some(shown) if shown.range.start < code.range.start => {
                self.name(*shown).word("as").name(*code)
            }
            Some(shown) => self.name(*code).word("as").name(*shown),
            None => self.name(*code),
        };
        if let Some(anchor) = anchor {
            let name = anchor.slice(line.source);
            line = line.glued("{").glued(name).glued("}");
        }
        line
    }

    fn life(self, it: &Life, raw: &str) -> Option<String> {
        let word = match it.action {
            LifeAction::Activate => "activate",
            LifeAction::Deactivate => "deactivate",
            LifeAction::Destroy => "destroy",
            LifeAction::Create => return None,
        };
        let verb = raw.get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word));
        let Some(who) = it.who else {
            return Some(word.to_owned());
        };
        // `activate ++` is the shorthand for a participant of that name.
        if verb && !raw[word.len()..].trim_start().starts_with(['+', '-']) {
            return Some(self.word(word).name(who).maybe_color(it.back).maybe_color(it.line).out);
        }
        let mark = if it.action == LifeAction::Activate { "++" } else { "--" };
        let line = self.name(who);
        let line = match line.habits.marks {
            Gap::Spaced => line.word(mark),
            Gap::Tight => line.glued(mark),
        };
        Some(line.maybe_color(it.back).out)
    }

    fn note(self, it: &Note) -> String {
        let mut line = self;
        if it.parallel.is_some() {
            line = line.word("&");
        }
        if it.aligned.is_some() {
            line = line.word("/");
        }
        line = line.word(match it.shape {
            NoteShape::Folded => "note",
            NoteShape::Hexagon => "hnote",
            NoteShape::Rectangle => "rnote",
        });
        let side = |it| match it {
            NoteSide::Left => "left",
            NoteSide::Right => "right",
            NoteSide::Top => "top",
            NoteSide::Bottom => "bottom",
        };
        line = match it.place {
            NotePlace::Latest(it) => line.word(side(it)),
            NotePlace::Beside(it, name) => {
                let before = line.source[..name.outer(line.source).start as usize].trim_end();
                let has_of = before.len() >= 2
                    && before.as_bytes()[before.len() - 2..].eq_ignore_ascii_case(b"of");
                let line = line.word(side(it));
                if has_of { line.word("of").name(name) } else { line.name(name) }
            }
            NotePlace::Over(first, second) => {
                let line = line.word("over").name(first);
                match second {
                    Some(second) => line.glued(",").name(second),
                    None => line,
                }
            }
            NotePlace::Across => line.word("across"),
        };
        line = line
            .stereotypes(&it.stereotypes)
            .maybe_colors(it.colors)
            .maybe_text(it.link.map(|it| it.range));
        let gap = line.habits.note_colon;
        match it.text {
            Text::Line(text) => line.colon(Some(text), gap).out,
            Text::Lines(_) => line.out,
        }
    }

    fn reference(self, it: &Reference) -> Option<String> {
        let mut line = self;
        if it.parallel.is_some() {
            line = line.word("&");
        }
        line = line.word("ref");
        if let Some(color) = it.color {
            let text = color.range.slice(line.source);
            line = line.glued(text);
        }
        line = line.word("over");
        for (idx, name) in it.over.iter().enumerate() {
            if idx > 0 {
                line = line.glued(",");
            }
            line = line.name(*name);
        }
        line = line.maybe_text(it.link.map(|it| it.range));
        let gap = line.habits.note_colon;
        match it.text {
            Text::Line(text) => Some(line.colon(Some(text), gap).out),
            // A second color may follow that no field holds.
            Text::Lines(_) => None,
        }
    }

    fn group(self, it: &Group) -> String {
        let mut line = self;
        if it.parallel.is_some() {
            line = line.word("&");
        }
        line = line.word(it.kind.keyword());
        if let Some(color) = it.header_color {
            let text = color.range.slice(line.source);
            line = line.glued(text);
        }
        line = line.maybe_color(it.body_color).maybe_text(it.label);
        if let Some(secondary) = it.secondary {
            let text = secondary.slice(line.source);
            line = line.word("[").glued(text).glued("]");
        }
        line.out
    }
}

#[cfg(test)]
mod tests {
    use puml_syntax::format::Offsets;

    use super::*;

    #[test]
    fn parts_get_one_blank_between_them_and_frames_indent() {
        let source = "@startuml\nA->B:x\nALT  ok\nB-->A++ #red:y\nelse   no\n note left of A:n\nend\n@enduml\n";
        let expected = "@startuml\nA -> B : x\nalt ok\n  B --> A ++ #red : y\nelse no\n  note left of A : n\nend\n@enduml\n";
        assert_eq!(formatted(source), expected);
    }

    #[test]
    fn what_most_lines_have_is_kept() {
        let source = "A -> B: x\nB --> A: y\nnote left: n\nA -> B : z\n";
        assert_eq!(formatted(source), source.replace("B : z", "B: z"));
        let source = "A->B : x\nB-->A : y\nA -> B : z\n";
        assert_eq!(formatted(source), source.replace("A -> B", "A->B"));
        let source = "loop\n    A -> B : x\n   B -> A : y\nend\n";
        assert_eq!(formatted(source), "loop\n    A -> B : x\n    B -> A : y\nend\n");
        let source = "loop\n\tA -> B : x\nend\n";
        assert_eq!(formatted(source), source);
    }

    #[test]
    fn frames_that_an_author_does_not_indent_stay_flat() {
        let source = "box T\nparticipant A\nend box\nloop\nA -> B : x\nend\n";
        assert_eq!(
            formatted(source),
            source.replace("\nA ->", "\n  A ->"),
            "one group is no habit"
        );
        let source = "loop\nA -> B : x\nend\nalt\nB -> A : y\nelse\nA -> B : z\nend\n";
        assert_eq!(formatted(source), source);
        let document = parse(source, SourceId(0), Stage::Source).document;
        assert!(!edits(&document, SourceId(0), Form::generated()).is_empty());
        let source = source.replace("\nB ->", "\n  B ->");
        assert_eq!(formatted(&source), laid_out(&source), "a group that is indented tells");
    }

    #[test]
    fn words_and_capitals_stay_as_they_are() {
        let source = "Actor A\nA -> B : x\nnote right B : y\nDeactivate B\n";
        assert_eq!(formatted(source), source);
        let source = "Actor A\nactor B\nALT x\nA -> B : x\nend\n";
        let expected = "actor A\nactor B\nalt x\n  A -> B : x\nend\n";
        assert_eq!(formatted(source), expected);
    }

    #[test]
    fn texts_step_with_tabs_where_groups_do() {
        let source = "loop\n\tA -> B : x\n  note left\n  \tone\n    two\n  end note\nend\n";
        let once = formatted(source);
        assert_eq!(once, "loop\n\tA -> B : x\n\tnote left\n\t\tone\n\t\t two\n\tend note\nend\n");
        assert_eq!(formatted(&once), once);
    }

    #[test]
    fn comments_stay_beside_directives() {
        let source =
            "!if %true()\n    ' why\n    !include a.puml\n    ' off\n!endif\n  ' said\nA -> B\n";
        assert_eq!(formatted(source), source.replace("  ' said", "' said"));
    }

    #[test]
    fn settings_move_as_a_whole_and_texts_keep_their_step() {
        let source = "A -> B : x\n  skinparam note {\n    FontColor red\n  }\nnote left\n    one\nend note\n";
        let expected =
            "A -> B : x\nskinparam note {\n  FontColor red\n}\nnote left\n    one\nend note\n";
        assert_eq!(formatted(source), expected);
    }

    #[test]
    fn a_declaration_of_several_lines_tells_nothing_about_activations() {
        let source = "box T\n A->B:hi\nA -> B ++\n participant B [\nA->]\n";
        let once = formatted(source);
        assert_eq!(formatted(&once), once);
    }

    #[test]
    fn marks_stand_as_most_do_and_a_box_ends_as_it_was_written() {
        let source = "A -> B++: x\nB -> C++: y\nC --> B --: z\n";
        assert_eq!(formatted(source), source.replace("B --: z", "B--: z"));
        let source = "A <--]--: x\nA -> B++ #gold: y\nA -> B ++ : z\n";
        assert_eq!(formatted(&formatted(source)), formatted(source), "a border is no name");
        let source = "A -> B ++ : x\nB --> A--  : y\n";
        assert_eq!(formatted(source), source.replace("A--  : y", "A -- : y"));
        let source = "box\n  participant A\nEndBox\nbox\n  participant B\nend  box\nA -> B\n";
        let expected = source.replace("EndBox", "endbox").replace("end  box", "end box");
        assert_eq!(formatted(source), expected);
    }

    #[test]
    fn indented_activations_keep_what_they_stand_in_by() {
        let form = Form { offsets: Some(Offsets::Keep), ..Form::default() };
        let kept = |text: &str| {
            let document = parse(text, SourceId(0), Stage::Source).document;
            diag::apply_to(text, &edits(&document, SourceId(0), form)).unwrap()
        };
        let source =
            "A -> B : x\nactivate B\n  B -> C : y\n  loop\n  C -> C : z\n  end\ndeactivate B\n";
        let expected = source.replace("  C ->", "    C ->");
        assert_eq!(kept(source), expected);
        assert_eq!(kept(&expected), expected);
        assert_eq!(formatted(source), expected);
        let flat = |it: &str| it.replace("\n  ", "\n");
        assert_eq!(
            formatted(&format!("{source}what is this\n")),
            flat(&expected) + "what is this\n",
            "in a broken source all lines of a frame stand below each other"
        );
        let source = "A -> B : x\nactivate B\nB -> C : y\n   C -> C : z\ndeactivate B\n";
        assert_eq!(kept(source), source.replace("   C", "C"));
    }

    #[test]
    fn a_source_that_is_indented_as_a_whole_stays_so() {
        let source =
            "@startuml\n  A -> B : x\n  loop\n    B -> A : y\n  end\n  A -> B : z\n@enduml\n";
        assert_eq!(formatted(source), source);
        let source = "  A -> B : x\nB -> A : y\n  A -> B : z\n";
        assert_eq!(formatted(source), source.replace("  A", "A"));
    }

    #[test]
    fn columns_that_an_author_aligned_stay() {
        let source = "participant Alice   as A\nactor       Bobby   as B\nparticipant  Carol  as C\nA    -> Bobb : x\nBobb -> A    : y\nC   -> A : z\n";
        let expected = source.replace("C   -> A", "C -> A");
        assert_eq!(formatted(source), expected);
        let source = "participant Alice   as A\nactor  Bobby as B\n";
        assert_eq!(formatted(source), "participant Alice as A\nactor Bobby as B\n");
    }

    #[test]
    fn comments_blank_lines_and_text_stay() {
        let source = "' head\n\nA -> B : it's  a   'text'\n\n\n/' a\n b '/\nB -> A\n";
        assert_eq!(formatted(source), source);
    }

    #[test]
    fn a_message_that_would_become_a_title_stays() {
        let source = "title->B : x\nmainframe->B";
        assert_eq!(formatted(source), source);
    }

    #[test]
    fn the_lines_of_a_note_move_together() {
        let source = "loop\nnote over A\n one\n   two\nEnd Note\nend";
        assert_eq!(formatted(source), "loop\n  note over A\n    one\n      two\n  end note\nend");
    }

    #[test]
    fn macro_bodies_and_continued_lines_are_left_alone() {
        let source = "!procedure $p($a)\n   $a->B:x\n    A->B\n!endprocedure\nA->B \\\n  :x\n$p(1)";
        assert_eq!(formatted(source), source);
    }

    #[test]
    fn blanks_that_keep_a_backslash_from_joining_lines_stay() {
        let source = "A -\\ \nB -> A\n";
        assert_eq!(formatted(source), source);
    }

    #[test]
    fn windows_line_ends_stay() {
        assert_eq!(formatted("A->B  \r\n \r\nB->A"), "A -> B\r\n\r\nB -> A");
    }

    #[test]
    fn a_diagram_in_a_source_comment_is_left_alone() {
        let source = " * @startuml\n * A->B\n * @enduml\n";
        assert_eq!(formatted(source), source);
    }
}
