//! One version of a text and everything that was worked out about it, each part once and on demand.

use std::sync::{Arc, OnceLock};

use diag::{Diagnostic, LineIndex, Source, SourceId, Sources};
use puml_compiler::{Compiled, Family as _, NoWorld, Options, World, compile};
use puml_sequence::ast::{Block, BlockKind, Document, FrameKind, Shared, Stmt, StmtId, StmtKind};
use puml_sequence::{Parse, Sequence, parse_some};
use puml_syntax::{Stage, TextRange};

use crate::cast::Cast;

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
    /// Not worked out.
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
    parse: OnceLock<Parse>,
    casts: OnceLock<Vec<Cast>>,
    compilation: OnceLock<Compilation>,
}

struct Compilation {
    sources: Sources,
    compiled: Compiled,
    advice: Vec<Diagnostic>,
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
            parse: OnceLock::new(),
            casts: OnceLock::new(),
            compilation: OnceLock::new(),
        }
    }

    /// What the text is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// Where the lines start.
    pub fn lines(&self) -> &LineIndex {
        &self.lines
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
            let compiled = compile(&mut sources, id, &*setting.world, &setting.options);
            let advice = if setting.advice == Advice::Shown && compiled.is_accepted() {
                compiled.diagrams.iter().flat_map(|it| it.model.readability()).collect()
            } else {
                Vec::new()
            };
            Compilation { sources, compiled, advice }
        })
    }

    /// The tree of the text as written, nothing expanded.
    pub(crate) fn document(&self) -> &Document {
        let read = || {
            let blocks = puml_compiler::read(&self.text, self.id());
            let own = |idx: usize| {
                blocks[idx].as_ref().is_some_and(|it| it.family.name() == Sequence.name())
            };
            parse_some(&self.text, self.id(), Stage::Source, own)
        };
        &self.parse.get_or_init(read).document
    }

    /// Who takes part in each block of the text.
    pub(crate) fn casts(&self) -> &[Cast] {
        self.casts.get_or_init(|| {
            let document = self.document();
            document.blocks.iter().map(|it| Cast::of(document, it)).collect()
        })
    }

    /// The statement that an offset touches; at the border of two lines the one on the offset's line.
    pub(crate) fn stmt_at(&self, at: u32) -> Option<(StmtId, &Stmt)> {
        let stmts = &self.document().stmts;
        let after = stmts.partition_point(|it| it.range.start <= at);
        let idx = after.checked_sub(1)?;
        stmts[idx].range.touches(at).then(|| (StmtId(idx as u32), &stmts[idx]))
    }

    /// The sequence diagram that an offset stands in, by its place among the blocks.
    pub(crate) fn block_at(&self, at: u32) -> Option<(usize, &Block)> {
        let blocks = &self.document().blocks;
        let found = (0..blocks.len()).find(|it| self.block_range(*it).touches(at))?;
        (blocks[found].kind == BlockKind::Own).then(|| (found, &blocks[found]))
    }

    /// From the line of the start marker to the end of the end marker.
    pub(crate) fn block_range(&self, idx: usize) -> TextRange {
        let blocks = &self.document().blocks;
        let block = &blocks[idx];
        let start = block.start.map_or(0, |it| self.line_start(it.start));
        let next = blocks.get(idx + 1).and_then(|it| it.start).map(|it| self.line_start(it.start));
        let end = block.end.map(|it| it.end).or(next).unwrap_or(self.text.len() as u32);
        TextRange::new(start, end.max(start))
    }

    /// Where the line of an offset starts.
    pub(crate) fn line_start(&self, at: u32) -> u32 {
        self.text[..at as usize].rfind('\n').map_or(0, |it| it + 1) as u32
    }

    /// The text of a line up to an offset.
    pub(crate) fn line_before(&self, at: u32) -> &str {
        &self.text[self.line_start(at) as usize..at as usize]
    }

    /// Whether a frame of the kind is open where a line at this offset would stand.
    pub(crate) fn is_inside(&self, kind: FrameKind, at: u32) -> bool {
        self.depth_at(at, |it| it == kind) > 0
    }

    /// How many frames that `counts` takes are open at an offset.
    pub(crate) fn depth_at(&self, at: u32, counts: impl Fn(FrameKind) -> bool) -> usize {
        let document = self.document();
        let Some((idx, _)) = self.block_at(at) else { return 0 };
        let block = self.block_range(idx);
        let open = |it: &&puml_sequence::ast::Frame| {
            let start = document.stmt(it.open).range.end;
            let close = it.close.map_or(block.end, |it| document.stmt(it).range.start);
            block.touches(start) && start < at && at <= close
        };
        document.frames.iter().filter(|it| counts(it.kind)).filter(open).count()
    }

    /// Whether an offset stands inside a comment, past its first character.
    pub(crate) fn is_comment(&self, at: u32) -> bool {
        self.stmt_at(at).is_some_and(|(_, it)| {
            it.kind == StmtKind::Shared(Shared::Comment) && it.range.start < at
        })
    }
}
