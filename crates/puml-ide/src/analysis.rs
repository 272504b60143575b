//! One version of a text and everything that was worked out about it, each part once and on demand.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use diag::{Diagnostic, LineIndex, Source, SourceId, Sources, TextEdit};
use puml_compiler::editor::{EditorTree, Words};
use puml_compiler::edits::{Edit, EditError};
use puml_compiler::{
    BlockSource, Compiled, Family, NoWorld, Options, Reading, SourceBlock, Tree, World,
    compile_read,
};
use puml_syntax::ast::{Frame, FrameKind, Shared};
use puml_syntax::catalogue::Primitive;
use puml_syntax::format::{Form, Indent};
use puml_syntax::{Extent, Stage, TextRange};

use crate::cast::Cast;
use crate::definitions::{self, Placed};

/// How texts are compiled. Shared by all versions of a text.
pub struct Setting {
    /// Where included files come from.
    pub world: Box<dyn World + Send + Sync>,
    /// The compiler's choices.
    pub options: Options,
    /// Whether advice on readability is among the findings.
    pub advice: Advice,
}

impl Default for Setting {
    fn default() -> Self {
        Self { world: Box::new(NoWorld), options: Options::default(), advice: Advice::default() }
    }
}

/// What becomes of advice on readability.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Advice {
    /// Advice is neither computed nor shown.
    #[default]
    Hidden,
    /// Joins the findings about a text without errors.
    Shown,
}

/// One version of a text. Cheap to make; what is asked for first pays for what it needs.
pub struct Analysis {
    name: String,
    text: Arc<str>,
    lines: LineIndex,
    setting: Arc<Setting>,
    blocks: OnceLock<Vec<Block>>,
    definitions: OnceLock<Vec<Placed>>,
    compilation: OnceLock<Compilation>,
}

struct Compilation {
    sources: Sources,
    compiled: Compiled,
    advice: Vec<Diagnostic>,
    /// The trees of this very text, where the preprocessor had nothing to do; taken by the blocks.
    trees: Mutex<Option<Vec<Option<SourceBlock>>>>,
}

impl Analysis {
    /// A version of the text called `name`; includes are resolved against that name.
    pub fn new(name: &str, text: impl Into<Arc<str>>, setting: Arc<Setting>) -> Self {
        let text = text.into();
        Self {
            name: name.to_owned(),
            lines: LineIndex::new(&text),
            text,
            setting,
            blocks: OnceLock::new(),
            definitions: OnceLock::new(),
            compilation: OnceLock::new(),
        }
    }

    /// What the text is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text as the editor has it.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// Where the lines start.
    pub fn lines(&self) -> &LineIndex {
        &self.lines
    }

    /// How the text is compiled.
    pub(crate) fn setting(&self) -> &Setting {
        &self.setting
    }

    /// The id of this text in [`Analysis::source`] and in every span and edit of an answer.
    pub const fn id(&self) -> SourceId {
        SourceId(0)
    }

    /// A source that an answer points into: this text or one that it includes. Compiles.
    pub fn source(&self, id: SourceId) -> &Source {
        self.compilation().sources.source(id)
    }

    /// This text and all that it includes, as the world calls them. Compiles.
    pub fn sources(&self) -> &Sources {
        &self.compilation().sources
    }

    /// The diagrams and findings of the text. The first call compiles.
    pub fn compiled(&self) -> &Compiled {
        &self.compilation().compiled
    }

    /// Advice on reading; empty unless it was asked for and the text has no errors.
    pub(crate) fn advice(&self) -> &[Diagnostic] {
        &self.compilation().advice
    }

    fn compilation(&self) -> &Compilation {
        self.compilation.get_or_init(|| {
            let mut sources = Sources::default();
            let id = sources.add(self.name.as_str(), Arc::clone(&self.text));
            let setting = &*self.setting;
            // What an answer before this one has read is not read again.
            let known = self.blocks.get().map_or_else(Vec::new, |it| read_of(it));
            let (compiled, trees) =
                compile_read(&mut sources, id, &*setting.world, &setting.options, &known);
            // A block with errors is read by the family that understands most of it, which may be another one.
            let is_clear = |it: &Option<SourceBlock>| {
                it.as_ref().is_some_and(|it| !diag::has_errors(&it.diagnostics))
            };
            let is_own =
                trees.source == id && !trees.blocks.is_empty() && trees.blocks.iter().all(is_clear);
            let trees = Mutex::new(is_own.then_some(trees.blocks));
            let advice = if setting.advice == Advice::Shown && compiled.is_accepted() {
                compiled.diagrams.iter().flat_map(|it| it.model.readability()).collect()
            } else {
                Vec::new()
            };
            Compilation { sources, compiled, advice, trees }
        })
    }

    /// What this text and all that it includes declare for the preprocessor, its own first.
    pub(crate) fn definitions(&self) -> &[Placed] {
        self.definitions.get_or_init(|| definitions::placed(self))
    }

    /// The diagrams of the text as written, nothing expanded.
    pub(crate) fn blocks(&self) -> &[Block] {
        self.blocks.get_or_init(|| {
            let lines = puml_syntax::split(&self.text);
            let read = || puml_compiler::read_lines(&self.text, &lines, self.id());
            let read = self.known_trees().unwrap_or_else(read);
            let spans = lines.blocks.iter().enumerate();
            let blocks = spans.zip(read).map(|((idx, span), read)| {
                let start = span.start.map_or(0, |it| self.line_start(it.start));
                let next = lines.blocks.get(idx + 1).and_then(|it| it.start);
                let next = next.map(|it| self.line_start(it.start));
                let end = span.end.map(|it| it.end).or(next).unwrap_or(self.text.len() as u32);
                let range = TextRange::new(start, end.max(start));
                let source =
                    BlockSource { text: &self.text, lines: &lines, block: idx, source: self.id() };
                let family = read.as_ref().map(|it| it.family.name());
                let read = read.map(|it| self.settled(it, source, range));
                let is_settled = read.as_ref().map(|it| it.family.name()) != family;
                Block {
                    range,
                    start: span.start,
                    name: span.name,
                    end: span.end,
                    prefix: span.prefix,
                    word: span.kind,
                    read,
                    is_settled,
                    cast: OnceLock::new(),
                }
            });
            blocks.collect()
        })
    }

    /// The trees that compiling left, if it was done for this text as it stands.
    fn known_trees(&self) -> Option<Vec<Option<SourceBlock>>> {
        let trees = &self.compilation.get()?.trees;
        trees.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The edits that bring the text into its canonical layout, as `puml fmt` makes them.
    pub(crate) fn layout(&self, form: Form) -> Vec<TextEdit> {
        // A block that only compiling tells the family of is laid out by the family that reads it as written.
        if self.blocks().iter().any(|it| it.is_settled) {
            return puml_compiler::format(&self.text, self.id(), form);
        }
        puml_compiler::format_blocks(&self.text, &self.read_blocks(), form)
    }

    /// The blocks as they are read.
    pub(crate) fn read_blocks(&self) -> Vec<Option<&SourceBlock>> {
        read_of(self.blocks())
    }

    /// A block as the family reads it that it really is of: where lines are open until the preprocessor ran, or come
    /// from another text, only compiling tells.
    fn settled(&self, read: SourceBlock, source: BlockSource<'_>, range: TextRange) -> SourceBlock {
        let is_whole = !range.slice(&self.text).contains("!include");
        if is_whole && read.tree.tally().templates == 0 {
            return read;
        }
        let mut diagrams = self.compiled().diagrams.iter();
        let here = |it: &&puml_compiler::Diagram| {
            it.span.source == self.id() && range.touches(it.span.start)
        };
        let kind = diagrams.find(here).map_or(read.family.name(), |it| it.kind);
        match puml_compiler::family(kind) {
            Some(family) if kind != read.family.name() => {
                let Reading { tree, diagnostics } =
                    family.read(source, Stage::Source, Extent::Whole);
                SourceBlock { family, tree, diagnostics }
            }
            _ => read,
        }
    }

    /// The diagrams that a family reads.
    pub(crate) fn diagrams(&self) -> impl Iterator<Item = Diagram<'_>> {
        self.blocks().iter().filter_map(Block::diagram)
    }

    /// All statements of these diagrams, in reading order.
    pub(crate) fn stmts(&self) -> impl Iterator<Item = (&dyn EditorTree, usize)> {
        self.diagrams().flat_map(|it| (0..it.tree.len()).map(move |stmt| (it.tree, stmt)))
    }

    /// The diagram that an offset stands in.
    pub(crate) fn diagram_at(&self, at: u32) -> Option<Diagram<'_>> {
        self.blocks().iter().find(|it| it.range.touches(at))?.diagram()
    }

    /// The statement that an offset touches, in its diagram; at the border of two lines the one on the offset's line.
    pub(crate) fn stmt_at(&self, at: u32) -> Option<(Diagram<'_>, usize)> {
        let diagram = self.diagram_at(at)?;
        let stmt = diagram.stmt_before(at)?;
        diagram.tree.range(stmt).touches(at).then_some((diagram, stmt))
    }

    /// Where the line of an offset starts.
    pub(crate) fn line_start(&self, at: u32) -> u32 {
        self.text[..at as usize].rfind('\n').map_or(0, |it| it + 1) as u32
    }

    /// The text of a line up to an offset.
    pub(crate) fn line_before(&self, at: u32) -> &str {
        &self.text[self.line_start(at) as usize..at as usize]
    }

    /// Whether an offset stands inside a comment, past its first character.
    pub(crate) fn is_comment(&self, at: u32) -> bool {
        self.stmt_at(at).is_some_and(|(diagram, stmt)| {
            diagram.tree.shared(stmt) == Some(&Shared::Comment)
                && diagram.tree.range(stmt).start < at
        })
    }
}

fn read_of(blocks: &[Block]) -> Vec<Option<&SourceBlock>> {
    blocks.iter().map(|it| it.read.as_ref()).collect()
}

/// One diagram of a text.
pub(crate) struct Block {
    /// From the line of the start marker to the end of the end marker.
    range: TextRange,
    start: Option<TextRange>,
    name: Option<TextRange>,
    end: Option<TextRange>,
    prefix: TextRange,
    /// What follows `@start`; empty in a text without markers.
    word: TextRange,
    read: Option<SourceBlock>,
    /// Whether the family is another than the one that reads the block as written.
    is_settled: bool,
    cast: OnceLock<Cast>,
}

impl Block {
    fn diagram(&self) -> Option<Diagram<'_>> {
        let read = self.read.as_ref()?;
        Some(Diagram { block: self, family: read.family, tree: read.tree.editor()? })
    }
}

/// A diagram whose family is known.
#[derive(Clone, Copy)]
pub(crate) struct Diagram<'a> {
    block: &'a Block,
    family: &'static dyn Family,
    pub(crate) tree: &'a dyn EditorTree,
}

impl<'a> Diagram<'a> {
    /// From the line of the start marker to the end of the end marker.
    pub(crate) fn range(self) -> TextRange {
        self.block.range
    }

    /// The marker that begins it, if it has one.
    pub(crate) fn start(self) -> Option<TextRange> {
        self.block.start
    }

    /// What follows the marker: a file name, an id.
    pub(crate) fn name(self) -> Option<TextRange> {
        self.block.name
    }

    /// The marker that ends it, if it has one.
    pub(crate) fn end(self) -> Option<TextRange> {
        self.block.end
    }

    /// What stands before every line.
    pub(crate) fn prefix(self) -> TextRange {
        self.block.prefix
    }

    /// What follows `@start`; empty in a text without markers.
    pub(crate) fn word(self) -> TextRange {
        self.block.word
    }

    /// Who is named in it.
    pub(crate) fn cast(self) -> &'a Cast {
        self.block.cast.get_or_init(|| Cast::of(self.tree))
    }

    /// What may be typed in it.
    pub(crate) fn words(self) -> &'static Words {
        self.family.words()
    }

    /// What selects elements in its style blocks, in lower case.
    pub(crate) fn style_words(self) -> impl Iterator<Item = &'static str> {
        self.family.vocabulary().style_words()
    }

    /// A structural edit of it.
    pub(crate) fn edit(self, edit: &Edit) -> Result<Vec<TextEdit>, EditError> {
        self.block.read.as_ref().ok_or(EditError::NoDiagram)?.tree.edit(edit)
    }

    /// What one level of nesting is indented by in it.
    pub(crate) fn indent(self, form: Form) -> Indent {
        self.block.read.as_ref().map_or_else(Indent::default, |it| it.tree.indent(form))
    }

    /// The blocks of another text as its family reads them.
    pub(crate) fn read_as_this(self, text: &str, source: SourceId) -> Vec<Box<dyn Tree>> {
        let text: Arc<str> = Arc::from(text);
        let lines = puml_syntax::split(&text);
        let blocks = (0..lines.blocks.len()).map(|block| {
            let block = BlockSource { text: &text, lines: &lines, block, source };
            self.family.read(block, Stage::Source, Extent::Whole).tree
        });
        blocks.collect()
    }

    /// An entry of its family's catalogue.
    pub(crate) fn primitive(self, (section, name): (&str, &str)) -> Option<&'static Primitive> {
        let section = self.family.catalogue().iter().find(|it| it.name == section)?;
        section.primitives.iter().find(|it| it.name == name)
    }

    /// An entry of its family's catalogue by name alone.
    pub(crate) fn primitive_named(self, name: &str) -> Option<&'static Primitive> {
        let all = self.family.catalogue().iter().flat_map(|it| it.primitives);
        all.into_iter().find(|it| it.name.eq_ignore_ascii_case(name))
    }

    /// The last statement that begins at or before an offset.
    pub(crate) fn stmt_before(self, at: u32) -> Option<usize> {
        self.partition(|range| range.start <= at).checked_sub(1)
    }

    /// The place of the first statement for whose range `is_before` no longer holds.
    pub(crate) fn partition(self, is_before: impl Fn(TextRange) -> bool) -> usize {
        let (mut low, mut high) = (0, self.tree.len());
        while low < high {
            let middle = low.midpoint(high);
            if is_before(self.tree.range(middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// Whether a frame of the kind is open where a line at this offset would stand.
    pub(crate) fn is_inside(self, kind: FrameKind, at: u32) -> bool {
        self.depth_at(at, |it| it == kind) > 0
    }

    /// How many frames that `counts` takes are open at an offset.
    pub(crate) fn depth_at(self, at: u32, counts: impl Fn(FrameKind) -> bool) -> usize {
        let range = |id: puml_syntax::ast::StmtId| self.tree.range(id.0 as usize);
        let open = |it: &&Frame| {
            let close = it.close.map_or(self.block.range.end, |it| range(it).start);
            range(it.open).end < at && at <= close
        };
        self.tree.frames().iter().filter(|it| counts(it.kind)).filter(open).count()
    }
}
