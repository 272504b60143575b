//! Which texts take part in a rename, their edits, and whether these are right.

use std::collections::{BTreeMap, BTreeSet};

use diag::{SourceId, TextEdit};
use puml_family::BlockSource;
use puml_family::edits::{Edit, EditError, RenameParticipant};
use puml_syntax::Stage;

use super::equal::Said;
use super::unit::{Expansion, Overlay, Unit, read_as};
use super::{Place, ProjectText, Rename, Renamed, candidates, said};

/// Places that are told of a rename that is refused.
const MOST_PLACES: usize = 20;
/// Arguments of macros that are tried one by one.
const MOST_CANDIDATES: usize = 500;

/// The edits of the project's texts, by their place in it.
type Edits = BTreeMap<usize, Vec<TextEdit>>;

pub(super) struct Plan<'a> {
    asked: &'a Rename<'a>,
    /// The text with the diagram first, then the others.
    texts: Vec<&'a ProjectText>,
    edit: Edit,
    family: &'static str,
    /// The block of the first unit that is asked for.
    block: usize,
    /// The text with the diagram first, then those that include a changed text.
    units: Vec<Unit>,
    edits: Edits,
    /// The texts and blocks whose edits are there already.
    written: BTreeSet<(usize, Option<usize>)>,
    /// Edits of the first text, and what its diagrams say after them.
    likely: Option<(Vec<TextEdit>, Said)>,
}

impl<'a> Plan<'a> {
    pub(super) fn new(asked: &'a Rename<'a>) -> Result<Self, EditError> {
        let (from, to) = (asked.from.to_owned(), asked.to.to_owned());
        let edit = Edit::RenameParticipant(RenameParticipant { from, to });
        let (unit, likely) = rayon::join(
            || Unit::new(0, asked.text, &edit, asked.world, asked.options, asked.blocks),
            || likely(asked),
        );
        // What stands before the first block is taken for it, as what stands behind a block is.
        let begins =
            |it: &super::unit::Block| it.place.source == SourceId(0) && it.place.start <= asked.at;
        let block = unit.blocks.iter().rposition(begins).unwrap_or(0);
        if unit.blocks.is_empty() {
            return Err(EditError::NoDiagram);
        }
        let family = unit.blocks[block].kind.ok_or(EditError::NoDiagram)?;
        unit.blocks[block].wanted.clone()?;
        // A name that stands nowhere is nobody's, which is cheaper to see than who takes part.
        let may_be_taken = asked.from != asked.to && unit.before(block).contains(asked.to);
        let here = unit.compiled.diagrams.iter().find(|it| it.span == unit.blocks[block].place);
        let mut ids =
            here.filter(|_| may_be_taken).into_iter().flat_map(|it| it.model.explain().parts);
        if ids.any(|it| it.id == asked.to) {
            return Err(EditError::TakenName(asked.to.to_owned()));
        }
        let texts = std::iter::once(asked.text).chain(asked.others).collect();
        let edits = Edits::new();
        let (units, written) = (vec![unit], BTreeSet::new());
        let mut plan = Self { asked, texts, edit, family, block, units, edits, written, likely };
        plan.add_written(0, Some(block));
        Ok(plan)
    }

    /// Adds the edits of what is included, and of every other text whose diagrams change with it.
    pub(super) fn spread(&mut self) {
        loop {
            let count: usize = self.edits.values().map(Vec::len).sum();
            self.change_included();
            self.take_in();
            self.change_units();
            if self.edits.values().map(Vec::len).sum::<usize>() == count {
                break;
            }
        }
    }

    /// The edits of the texts that the units include.
    fn change_included(&mut self) {
        for text in 1..self.texts.len() {
            let name = self.texts[text].name.as_str();
            let is_included =
                self.units.iter().any(|it| it.expansion.names().skip(1).any(|it| it == name));
            if is_included && !self.edits.contains_key(&text) {
                self.add_written(text, None);
            }
        }
    }

    /// Takes in the texts that include a text that changes.
    fn take_in(&mut self) {
        let changed = self.edits.iter().filter(|it| !it.1.is_empty());
        let changed: BTreeSet<&str> = changed.map(|it| self.texts[*it.0].name.as_str()).collect();
        let mut found = Vec::new();
        for (idx, text) in self.texts.iter().enumerate() {
            let is_known = self.units.iter().any(|it| it.text == idx);
            let includes =
                ["!include", "!import", "!theme"].iter().any(|it| text.text.contains(it));
            if is_known || !includes {
                continue;
            }
            let unit = Unit::new(idx, text, &self.edit, self.asked.world, self.asked.options, &[]);
            if unit.expansion.names().skip(1).any(|it| changed.contains(it)) {
                found.push(unit);
            }
        }
        self.units.extend(found);
    }

    /// The edits of diagrams that change because of what they include.
    fn change_units(&mut self) {
        let mut found = Vec::new();
        // What is read as it is written changes by its own edits alone.
        for unit in self.units.iter().filter(|it| !it.is_plain()) {
            let after = self.expand(unit, &self.edits);
            let written = puml_syntax::split(&self.texts[unit.text].text).blocks.len();
            for (block, range) in after.blocks().into_iter().enumerate().take(unit.blocks.len()) {
                if range.slice(after.text()) != unit.before(block) {
                    let same = written == unit.blocks.len();
                    found.push((unit.text, same.then_some(block)));
                }
            }
        }
        for (text, block) in found {
            self.add_written(text, block);
        }
    }

    /// Adds what the family renames in a text as it is written: in one of its blocks, or in all of them.
    fn add_written(&mut self, text: usize, block: Option<usize>) {
        if !self.written.insert((text, block)) {
            return;
        }
        let plain = self.units.iter().find(|it| it.text == text && it.is_plain());
        if let (Some(unit), Some(block)) = (plain, block)
            && unit.blocks[block].kind == Some(self.family)
        {
            let found = unit.blocks[block].wanted.clone().unwrap_or_default();
            add(self.edits.entry(text).or_default(), found);
            return;
        }
        let source = &self.texts[text].text;
        let lines = puml_syntax::split(source);
        let mut found = Vec::new();
        for idx in (0..lines.blocks.len()).filter(|it| block.is_none_or(|block| block == *it)) {
            let block =
                BlockSource { text: source, lines: &lines, block: idx, source: SourceId(0) };
            let tree = read_as(self.family, block, Stage::Source);
            // A block that does not name it has nothing to change.
            found.extend(tree.and_then(|it| it.edit(&self.edit).ok()).unwrap_or_default());
        }
        add(self.edits.entry(text).or_default(), found);
    }

    /// A unit with some edits made, in its own text and in all that it includes.
    fn expand(&self, unit: &Unit, edits: &Edits) -> Expansion {
        let text = self.changed(unit.text, edits);
        let world = self.world(edits);
        Expansion::of(&self.texts[unit.text].name, &text, &world, self.asked.options)
    }

    fn changed(&self, text: usize, edits: &Edits) -> String {
        let source = &self.texts[text].text;
        let edits = edits.get(&text).map_or(&[][..], Vec::as_slice);
        diag::apply_to(source, edits).unwrap_or_else(|_| source.to_string())
    }

    fn world(&self, edits: &Edits) -> Overlay<'_> {
        let all = edits.keys().map(|it| {
            let text = self.texts[*it];
            (text.name.as_str(), (&*text.text, self.changed(*it, edits)))
        });
        Overlay { inner: self.asked.world, changed: all.collect() }
    }

    /// Whether all texts say the same after the edits, up to the name, and the diagram that was asked for has it.
    pub(super) fn is_right(&self) -> bool {
        self.units.iter().enumerate().all(|(idx, unit)| self.is_unit_right(idx, unit))
    }

    fn is_unit_right(&self, idx: usize, unit: &Unit) -> bool {
        if unit.is_plain() {
            return self.says_the_same(unit);
        }
        let after = self.expand(unit, &self.edits);
        let ranges = after.blocks();
        let is_asked = |block: usize| idx == 0 && block == self.block;
        let is_wanted = |block: usize| {
            let now = ranges[block].slice(after.text());
            let same = now == unit.before(block);
            same && !is_asked(block) || unit.wanted(block).is_some_and(|it| it == now)
        };
        ranges.len() == unit.blocks.len()
            && (0..ranges.len()).all(is_wanted)
            && self.says_the_same(unit)
    }

    /// Whether the models of a text are equal up to the name.
    fn says_the_same(&self, unit: &Unit) -> bool {
        let before = &unit.said;
        let (from, to) = (self.asked.from, self.asked.to);
        if let Some((edits, after)) = &self.likely
            && unit.text == 0
            && self.edits.iter().all(|(text, it)| it.is_empty() || *text == 0 && it == edits)
        {
            return before.is_same(after, from, to);
        }
        let name = &self.texts[unit.text].name;
        let text = self.changed(unit.text, &self.edits);
        let after = said(name, &text, &self.world(&self.edits), self.asked.options);
        before.is_same(&after, from, to)
    }

    /// Adds the arguments of macros and the values of variables that give the name. What they are is only known once the
    /// text is expanded: those are taken that change nothing else.
    pub(super) fn add_candidates(&mut self) {
        let mut all = Vec::new();
        for (idx, text) in self.texts.iter().enumerate() {
            let takes_part = self.units.iter().any(|it| {
                it.text == idx || it.expansion.names().skip(1).any(|name| name == text.name)
            });
            if takes_part {
                let found = candidates::edits(&text.text, self.asked.from, self.asked.to);
                let taken = self.edits.get(&idx).map_or(&[][..], Vec::as_slice);
                let is_free = |it: &TextEdit| !taken.iter().any(|edit| overlap(edit, it));
                all.extend(found.into_iter().filter(is_free).map(|it| (idx, it)));
            }
        }
        for (text, edit) in all.into_iter().take(MOST_CANDIDATES) {
            let mut tried = self.edits.clone();
            add(tried.entry(text).or_default(), vec![edit]);
            if self.leads_on(text, &tried) {
                self.edits = tried;
            }
        }
    }

    /// Whether edits change diagrams towards what they are to be, and nothing else.
    fn leads_on(&self, text: usize, edits: &Edits) -> bool {
        let name = &self.texts[text].name;
        let mut changes = false;
        for unit in &self.units {
            if !unit.expansion.names().any(|it| it == name) {
                continue;
            }
            let (now, after) = (self.expand(unit, &self.edits), self.expand(unit, edits));
            changes |= now.text() != after.text();
            let blocks = after.blocks();
            let goes_on = |(block, range): (usize, &puml_syntax::TextRange)| {
                unit.is_part_of_the_way(block, range.slice(after.text()))
            };
            if blocks.len() != unit.blocks.len() || !blocks.iter().enumerate().all(goes_on) {
                return false;
            }
        }
        changes
    }

    /// Where the names come from that no edit reaches.
    pub(super) fn places(&self) -> Vec<Place> {
        let mut found = BTreeSet::new();
        for (idx, unit) in self.units.iter().enumerate() {
            let after = self.expand(unit, &self.edits);
            let ranges = after.blocks();
            for block in 0..unit.blocks.len() {
                let now = ranges.get(block).map_or("", |it| it.slice(after.text()));
                let is_asked = idx == 0 && block == self.block;
                if !is_asked && now == unit.before(block) {
                    continue;
                }
                let expansion = &unit.expansion;
                let origins = &expansion.expanded.origins;
                let spans = match &unit.blocks[block].wanted {
                    Ok(_) => unit.missing(block, now).into_iter().map(|it| it.span).collect(),
                    Err(_) => vec![diag::Span::at(
                        expansion.expanded.source,
                        unit.blocks[block].range.start,
                    )],
                };
                for span in spans {
                    let calls = origins.chain(span).into_iter().map(|it| it.0);
                    for it in std::iter::once(origins.span(span)).chain(calls) {
                        let source = expansion.sources.source(it.source);
                        let line = source.lines().line(it.start) + 1;
                        found.insert(Place { file: source.name().to_owned(), line });
                    }
                }
            }
        }
        found.into_iter().take(MOST_PLACES).collect()
    }

    /// The edits by name; those of the diagrams of one page together.
    pub(super) fn renamed(self) -> Vec<Renamed> {
        let mut all: Vec<Renamed> = Vec::new();
        // Nobody waits for the models of a long text to be taken apart.
        let units = self.units;
        rayon::spawn(move || drop(units));
        for (text, edits) in self.edits {
            if edits.is_empty() {
                continue;
            }
            let name = &self.texts[text].name;
            match all.iter_mut().find(|it| it.name == *name) {
                Some(renamed) => add(&mut renamed.edits, edits),
                None => all.push(Renamed { name: name.clone(), edits }),
            }
        }
        all
    }
}

/// What the diagrams of the text say after the edits that are likely.
fn likely(asked: &Rename<'_>) -> Option<(Vec<TextEdit>, Said)> {
    let mut edits = Vec::new();
    add(&mut edits, asked.likely?.to_vec());
    let changed = diag::apply_to(&asked.text.text, &edits).ok()?;
    Some((edits, said(&asked.text.name, &changed, asked.world, asked.options)))
}

/// Adds edits that are new, in reading order.
fn add(all: &mut Vec<TextEdit>, new: Vec<TextEdit>) {
    all.extend(new);
    all.sort_by_key(|it| (it.span.start, it.span.end));
    all.dedup();
}

fn overlap(one: &TextEdit, other: &TextEdit) -> bool {
    one.span.start < other.span.end && other.span.start < one.span.end
}
