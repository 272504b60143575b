//! A text of the project as it expands, and what its diagrams are to expand to.

use std::collections::BTreeMap;
use std::sync::Arc;

use diag::{SourceId, Sources, Span, TextEdit};
use puml_family::edits::{Edit, EditError};
use puml_family::{BlockSource, Loaded, Options, Refusal, Tree, Wanted, World};
use puml_syntax::{Extent, Stage, TextRange};

use super::ProjectText;
use super::equal::Said;
use crate::compile::{Compiled, compile_read, extent};
use crate::detect::SourceBlock;
use crate::families::FAMILIES;
use crate::preprocess::{Expanded, preprocess};

/// A text as it stands, with each block and what the family's own rename makes of it.
pub(super) struct Unit {
    /// Which text of the project.
    pub(super) text: usize,
    pub(super) compiled: Compiled,
    /// What its diagrams say.
    pub(super) said: Said,
    pub(super) expansion: Expansion,
    pub(super) blocks: Vec<Block>,
}

/// One block of an expanded text.
pub(super) struct Block {
    /// In the expanded text.
    pub(super) range: TextRange,
    /// Where the user wrote it.
    pub(super) place: Span,
    /// The name of its family; nothing for one that is not drawn.
    pub(super) kind: Option<&'static str>,
    /// The edits of the expanded text that rename, or why there are none.
    pub(super) wanted: Result<Vec<TextEdit>, EditError>,
}

/// A text with its directives carried out.
pub(super) struct Expansion {
    pub(super) sources: Sources,
    pub(super) expanded: Expanded,
}

impl Expansion {
    pub(super) fn of(name: &str, text: &str, world: &dyn World, options: &Options) -> Self {
        let mut sources = Sources::default();
        let id = sources.add(name, text);
        let expanded = preprocess(&mut sources, id, world, options);
        Self { sources, expanded }
    }

    pub(super) fn text(&self) -> &Arc<str> {
        self.sources.source(self.expanded.source).text()
    }

    /// Each block's part of the text.
    pub(super) fn blocks(&self) -> Vec<TextRange> {
        let lines = puml_syntax::split(self.text());
        let span = |it| extent(it, self.expanded.source, self.text());
        lines.blocks.iter().map(|it| range(span(it))).collect()
    }

    /// The names of all texts that took part, its own first.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.sources.iter().map(|it| it.1.name())
    }
}

impl Unit {
    pub(super) fn new(
        idx: usize,
        text: &ProjectText,
        edit: &Edit,
        world: &dyn World,
        options: &Options,
        known: &[Option<&SourceBlock>],
    ) -> Self {
        let mut sources = Sources::default();
        let id = sources.add(text.name.as_str(), Arc::clone(&text.text));
        let (compiled, trees) = compile_read(&mut sources, id, world, options, known);
        let expansion = Expansion::of(&text.name, &text.text, world, options);
        let expanded = expansion.text();
        let lines = puml_syntax::split(expanded);
        let source = expansion.expanded.source;
        let blocks = (0..lines.blocks.len()).map(|block| {
            let span = extent(&lines.blocks[block], source, expanded);
            let place = expansion.expanded.origins.span(span);
            let read = trees.blocks.get(block).and_then(Option::as_ref);
            // What was known already was not read again.
            let known = known.get(block).copied().flatten().filter(|it| {
                let mut drawn = compiled.diagrams.iter();
                drawn.any(|drawn| drawn.span == place && drawn.kind == it.family.name())
            });
            let read = read.or(known);
            let wanted = read.ok_or(EditError::NoDiagram).and_then(|it| it.tree.edit(edit));
            Block { range: range(span), place, kind: read.map(|it| it.family.name()), wanted }
        });
        let blocks = blocks.collect();
        let said = Said::by(&compiled);
        // Nobody waits for the trees of a long text to be taken apart.
        rayon::spawn(move || drop(trees));
        Self { text: idx, compiled, said, expansion, blocks }
    }

    /// Whether the text is read as it is written, so that an edit of its expansion is one of the text.
    pub(super) fn is_plain(&self) -> bool {
        self.expansion.expanded.source == SourceId(0)
    }

    /// A block's text before the rename.
    pub(super) fn before(&self, block: usize) -> &str {
        self.blocks[block].range.slice(self.expansion.text())
    }

    /// A block's text after the rename; `None` where its edits do not fit.
    pub(super) fn wanted(&self, block: usize) -> Option<String> {
        let edits = self.blocks[block].wanted.as_ref().ok()?;
        let start = self.blocks[block].range.start;
        let moved: Vec<TextEdit> = edits.iter().map(|it| moved(it, start)).collect();
        diag::apply_to(self.before(block), &moved).ok()
    }

    /// Whether a text is this block with some of its edits and nothing else.
    pub(super) fn is_part_of_the_way(&self, block: usize, text: &str) -> bool {
        if text == self.before(block) {
            return true;
        }
        let Ok(edits) = &self.blocks[block].wanted else { return false };
        let start = self.blocks[block].range.start;
        let before = self.before(block);
        if before.lines().count() != text.lines().count() {
            return false;
        }
        let mut at = 0;
        before.split_inclusive('\n').zip(text.split_inclusive('\n')).all(|(old, new)| {
            let line = TextRange::new(start + at, start + at + old.len() as u32);
            at += old.len() as u32;
            old == new || is_partly(old, new, line, edits)
        })
    }

    /// The edits of a block that a text lacks: those on lines that are not yet what they are to be.
    pub(super) fn missing<'a>(&'a self, block: usize, text: &str) -> Vec<&'a TextEdit> {
        let Ok(edits) = &self.blocks[block].wanted else { return Vec::new() };
        let Some(wanted) = self.wanted(block) else { return Vec::new() };
        let start = self.blocks[block].range.start;
        let mut at = start;
        let mut wrong = Vec::new();
        let mut got = text.split_inclusive('\n');
        for (old, new) in self.before(block).split_inclusive('\n').zip(wanted.split_inclusive('\n'))
        {
            let line = TextRange::new(at, at + old.len() as u32);
            at = line.end;
            if got.next() != Some(new) {
                wrong.push(line);
            }
        }
        let holds = |line: &TextRange, at: u32| line.start <= at && at < line.end;
        let is_wrong = |it: &&TextEdit| wrong.iter().any(|line| holds(line, it.span.start));
        edits.iter().filter(is_wrong).collect()
    }
}

/// A block as the family of a name reads it; of two that share the name, the one that understands more.
pub(super) fn read_as(name: &str, block: BlockSource<'_>, stage: Stage) -> Option<Box<dyn Tree>> {
    let readers = FAMILIES.iter().filter(|it| it.name() == name);
    let read = readers.map(|it| it.read(block, stage, Extent::Whole).tree);
    read.min_by_key(|it| it.tally().errors.len())
}

/// Whether some of the edits on a line lead from one text of it to another.
fn is_partly(old: &str, new: &str, line: TextRange, edits: &[TextEdit]) -> bool {
    const MOST: usize = 8;
    let here: Vec<&TextEdit> =
        edits.iter().filter(|it| line.start <= it.span.start && it.span.end <= line.end).collect();
    if here.len() > MOST {
        return false;
    }
    (1..1_u32 << here.len()).any(|chosen| {
        let some = here.iter().enumerate().filter(|it| chosen & (1 << it.0) != 0);
        let some: Vec<TextEdit> = some.map(|it| moved(it.1, line.start)).collect();
        diag::apply_to(old, &some).is_ok_and(|it| it == new)
    })
}

/// An edit of a part of the text that begins at an offset.
fn moved(edit: &TextEdit, start: u32) -> TextEdit {
    let span = Span::new(SourceId(0), edit.span.start - start, edit.span.end - start);
    TextEdit::replace(span, edit.text.clone())
}

fn range(span: Span) -> TextRange {
    TextRange::new(span.start, span.end)
}

/// A world in which some texts have changed.
pub(super) struct Overlay<'a> {
    pub(super) inner: &'a dyn World,
    /// By name: the text as it was and as it is.
    pub(super) changed: BTreeMap<&'a str, (&'a str, String)>,
}

impl World for Overlay<'_> {
    fn load(&self, wanted: Wanted<'_>) -> Result<Loaded, Refusal> {
        let loaded = self.inner.load(wanted)?;
        Ok(match self.changed.get(loaded.name.as_str()) {
            // Edits are meant for the text that was looked at.
            Some((before, after)) if *before == loaded.text => {
                Loaded { text: after.clone(), ..loaded }
            }
            _ => loaded,
        })
    }

    fn picture(&self, wanted: Wanted<'_>) -> Result<Vec<u8>, Refusal> {
        self.inner.picture(wanted)
    }
}
