//! Pictures of entities in nested groups: what class, state and component diagrams share.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::{Out, aliases, string};
use crate::names::Aliases;
use crate::value::items;

/// A model with names that Mermaid reads.
pub(super) struct Graph<'m> {
    pub(super) model: &'m Value,
    pub(super) aliases: Aliases,
    entities: HashMap<&'m str, &'m Value>,
    groups: HashMap<&'m str, &'m Value>,
    /// Notes that a link ties to an entity, by the name of the note.
    tied: HashMap<&'m str, &'m str>,
}

impl<'m> Graph<'m> {
    pub(super) fn new(model: &'m Value, out: &mut Out) -> Self {
        let by_id = |name: &str| -> HashMap<&'m str, &'m Value> {
            items(&model[name]).map(|it| (string(it, "id"), it)).collect()
        };
        let (entities, groups) = (by_id("entities"), by_id("groups"));
        let mut graph = Self { model, aliases: aliases(), entities, groups, tied: HashMap::new() };
        for it in items(&model["entities"]).chain(items(&model["groups"])) {
            let outer = it["group"].as_str().or(it["parent"].as_str()).unwrap_or_default();
            let id = string(it, "id");
            let tail = id.strip_prefix(outer).and_then(|it| it.strip_prefix('.')).unwrap_or(id);
            // A region is no part of the name of what it holds.
            let home = outer.rsplit_once(".region").map_or(outer, |it| it.0);
            let tail = tail.strip_prefix(home).and_then(|it| it.strip_prefix('.')).unwrap_or(tail);
            graph.aliases.like(id, tail);
        }
        graph.tie();
        for page in items(&model["pages"]).chain(items(&model["furtherPages"])) {
            let first = page["entities"].get(0).unwrap_or(&Value::Null);
            out.lose(first, "pages after the first");
        }
        for it in items(&model["constraints"]) {
            out.lose(it, "a line between two links");
        }
        graph
    }

    fn tie(&mut self) {
        let notes: HashSet<&str> =
            items(&self.model["notes"]).filter_map(|it| it["id"].as_str()).collect();
        for link in items(&self.model["links"]) {
            for (note, other) in [("from", "to"), ("to", "from")] {
                let (note, other) = (string(link, note), string(link, other));
                if notes.contains(note) && self.entities.contains_key(other) {
                    self.tied.entry(note).or_insert(other);
                }
            }
        }
    }

    pub(super) fn entity(&self, id: &str) -> Option<&'m Value> {
        self.entities.get(id).copied()
    }

    pub(super) fn is_group(&self, id: &str) -> bool {
        self.groups.contains_key(id)
    }

    /// What a note stands at: by its place, or by the first link that leads to it.
    pub(super) fn owner(&self, note: &'m Value) -> Option<&'m str> {
        note["of"].as_str().or_else(|| self.tied.get(note["id"].as_str()?).copied())
    }

    /// Entities that stand in a group and in no group inside it.
    pub(super) fn entities_in(&self, group: Option<&str>) -> Vec<&'m Value> {
        items(&self.model["entities"]).filter(|it| it["group"].as_str() == group).collect()
    }

    /// Whether anything but groups stands in a group.
    pub(super) fn has_entities(&self, group: &str) -> bool {
        let mut inner = self.groups_in(Some(group)).into_iter();
        !self.entities_in(Some(group)).is_empty()
            || inner.any(|it| self.has_entities(string(it, "id")))
    }

    pub(super) fn groups_in(&self, group: Option<&str>) -> Vec<&'m Value> {
        items(&self.model["groups"])
            .filter(|it| it["parent"].as_str() == group && !is_frameless(it))
            .collect()
    }

    /// The links between entities and groups; those to notes are drawn with the notes.
    pub(super) fn links(&self) -> Vec<&'m Value> {
        let is_known = |id: &str| self.entities.contains_key(id) || self.groups.contains_key(id);
        items(&self.model["links"])
            .filter(|it| is_known(string(it, "from")) && is_known(string(it, "to")))
            .collect()
    }

    /// Says what no Mermaid diagram draws at a link.
    pub(super) fn lose_of_link(&self, link: &Value, out: &mut Out) {
        for (part, what) in [
            ("fromMember", "a link to a member, rather than to its class,"),
            ("toMember", "a link to a member, rather than to its class,"),
            ("fromRole", "the role at the end of a link"),
            ("toRole", "the role at the end of a link"),
            ("fromQualifier", "a qualifier"),
            ("toQualifier", "a qualifier"),
            ("stereotypes", "the stereotype of a link"),
            ("reading", "which way a label is read"),
            ("middle", "a sign in the middle of a link"),
            ("link", "the address of a link"),
        ] {
            if !link[part].is_null() {
                out.lose(link, what);
            }
        }
        if string(link, "side") != "down" {
            out.lose(link, "which way a link leads");
        }
        let look = link["look"].as_u64().map(|it| &self.model["looks"][it as usize]);
        let plain = items(&self.model["looks"])
            .find(|it| matches!(string(it, "element"), "arrow" | "link" | "transition"));
        if let (Some(look), Some(plain)) = (look, plain)
            && ["line", "text"].iter().any(|it| look[*it] != plain[*it])
        {
            out.lose(link, "the colours and styles");
        }
    }

    /// `direction LR`, if the diagram runs that way.
    pub(super) fn is_left_to_right(&self) -> bool {
        self.model["direction"] == "leftToRight"
    }
}

/// A group that only keeps things together.
fn is_frameless(group: &Value) -> bool {
    group["kind"] == "together"
}

/// The words at a link, with those at its ends where Mermaid has no place for them.
pub(super) fn link_words(link: &Value, out: &mut Out) -> String {
    let mut parts = Vec::new();
    for (name, is_end) in [("fromText", true), ("text", false), ("toText", true)] {
        let text = out.words(string(link, name), link);
        if is_end && !text.is_empty() {
            out.turn(link, "words at the end of a link", "part of its label");
        }
        parts.push(text);
    }
    parts.retain(|it| !it.is_empty());
    parts.join(" ")
}
