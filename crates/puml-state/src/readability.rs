//! Advice on a state machine: too much in one picture, states that nothing leads to or leaves, choices with one
//! way, transitions without a word. Never an error; linear in the size of the diagram.

use diag::Diagnostic;
use puml_graph::{End, Frame, Graph, GroupId, Link};

use crate::codes::lint;
use crate::explain::name;
use crate::model::Model;

/// More than this is hard to take in at once.
const MOST: usize = 30;

/// Advice about one diagram, in reading order.
pub(crate) fn readability(model: &Model) -> Vec<Diagnostic> {
    let machine = Machine::of(&model.graph);
    let mut found = Vec::new();
    machine.size(model.states(), &mut found);
    machine.unreachable(&mut found);
    machine.dead_ends(&mut found);
    machine.missing_labels(&mut found);
    machine.single_ways(&mut found);
    diag::sort(&mut found);
    found
}

/// Entities first, then groups.
type Place = usize;

/// A diagram as a machine: who leads to whom.
struct Machine<'a> {
    graph: &'a Graph,
    leaving: Vec<Vec<&'a Link>>,
    /// What stands directly in each group.
    inside: Vec<Vec<Place>>,
}

impl<'a> Machine<'a> {
    fn of(graph: &'a Graph) -> Self {
        let entities = graph.entities.len();
        let mut machine = Self {
            graph,
            leaving: vec![Vec::new(); entities + graph.groups.len()],
            inside: vec![Vec::new(); graph.groups.len()],
        };
        for link in graph.links.iter().filter(|it| !it.hidden) {
            if let Some(place) = machine.place(link.from) {
                machine.leaving[place].push(link);
            }
        }
        for (idx, entity) in graph.entities.iter().enumerate() {
            if let Some(group) = entity.group {
                machine.inside[group.0 as usize].push(idx);
            }
        }
        for (idx, group) in graph.groups.iter().enumerate() {
            if let Some(parent) = group.parent {
                machine.inside[parent.0 as usize].push(entities + idx);
            }
        }
        machine
    }

    fn place(&self, end: End) -> Option<Place> {
        match end {
            End::Entity(id) | End::Member(id, ..) => Some(id.0 as usize),
            End::Group(id) => Some(self.graph.entities.len() + id.0 as usize),
            End::Note(_) => None,
        }
    }

    fn kind(&self, place: Place) -> &'static str {
        self.graph.entities.get(place).map_or("composite", |it| it.kind)
    }

    fn group(&self, place: Place) -> Option<GroupId> {
        match self.graph.entities.get(place) {
            Some(entity) => entity.group,
            None => self.graph.groups[place - self.graph.entities.len()].parent,
        }
    }

    fn size(&self, states: usize, found: &mut Vec<Diagnostic>) {
        if let Some(last) = self.graph.entities.get(MOST)
            && states > MOST
        {
            let message = format!("{states} states stand in one picture");
            let finding = Diagnostic::new(lint::TOO_MANY_STATES, last.origin, message);
            found.push(finding.with_hint("draw the inside of a composite state on its own"));
        }
    }

    /// Everything that the machine gets to from its start. Entering a state enters what is around it, and entering a
    /// composite state enters its starts, histories and points.
    fn reached(&self) -> Option<Vec<bool>> {
        let entities = self.graph.entities.len();
        let mut reached = vec![false; self.leaving.len()];
        let is_start = |it: &usize| self.kind(*it) == "start" && self.is_outermost(*it);
        let mut open: Vec<Place> = (0..entities).filter(is_start).collect();
        if open.is_empty() {
            return None;
        }
        while let Some(place) = open.pop() {
            if std::mem::replace(&mut reached[place], true) {
                continue;
            }
            open.extend(self.leaving[place].iter().filter_map(|it| self.place(it.to)));
            open.extend(self.group(place).map(|it| entities + it.0 as usize));
            if let Some(group) = place.checked_sub(entities) {
                let is_entered =
                    |it: &&Place| match self.graph.groups.get(it.wrapping_sub(entities)) {
                        Some(group) => group.frame == Frame::Region,
                        None => matches!(self.kind(**it), "start" | "history" | "deepHistory"),
                    };
                let has_start = self.inside[group].iter().any(|it| self.kind(*it) == "start");
                let regions = self.inside[group].iter().filter(is_entered);
                open.extend(regions);
                // Without a start of its own a composite state may begin anywhere.
                if !has_start {
                    open.extend(&self.inside[group]);
                }
            }
        }
        Some(reached)
    }

    /// Whether nothing but frames and the diagram's own regions is around.
    fn is_outermost(&self, place: Place) -> bool {
        let mut at = self.group(place);
        while let Some(id) = at {
            let group = &self.graph.groups[id.0 as usize];
            if group.frame == Frame::State {
                return false;
            }
            at = group.parent;
        }
        true
    }

    fn is_state(&self, place: Place) -> bool {
        match self.graph.entities.get(place) {
            Some(entity) => entity.kind == "state" && !entity.hidden,
            None => self.graph.groups[place - self.graph.entities.len()].frame == Frame::State,
        }
    }

    fn end(&self, place: Place) -> (String, diag::Span) {
        let entities = self.graph.entities.len();
        if let Some(entity) = self.graph.entities.get(place) {
            let id = puml_graph::EntityId(place as u32);
            return (name(self.graph, End::Entity(id)), entity.origin);
        }
        let id = GroupId((place - entities) as u32);
        (name(self.graph, End::Group(id)), self.graph.groups[place - entities].origin)
    }

    fn unreachable(&self, found: &mut Vec<Diagnostic>) {
        let Some(reached) = self.reached() else { return };
        for place in (0..reached.len()).filter(|it| !reached[*it] && self.is_state(*it)) {
            let (name, origin) = self.end(place);
            let message = format!("no transition leads from the start to `{name}`");
            let finding = Diagnostic::new(lint::UNREACHABLE_STATE, origin, message);
            found.push(finding.with_hint("add the transition that enters it, or remove the state"));
        }
    }

    /// States that nothing leaves, in a machine that ends elsewhere.
    fn dead_ends(&self, found: &mut Vec<Diagnostic>) {
        let ends = self.graph.entities.iter().any(|it| it.kind == "end");
        if !ends {
            return;
        }
        for place in (0..self.leaving.len()).filter(|it| self.is_state(*it)) {
            if self.is_left(place) {
                continue;
            }
            let (name, origin) = self.end(place);
            let message = format!("no transition leaves `{name}`, and the machine ends elsewhere");
            let finding = Diagnostic::new(lint::DEAD_END, origin, message);
            found.push(finding.with_hint(format!("add `{name} --> [*]` if it is final")));
        }
    }

    /// Whether a transition leaves a state, what is around it or what is inside.
    fn is_left(&self, place: Place) -> bool {
        let entities = self.graph.entities.len();
        let mut at = Some(place);
        while let Some(place) = at {
            if !self.leaving[place].is_empty() {
                return true;
            }
            at = self.group(place).map(|it| entities + it.0 as usize);
        }
        place.checked_sub(entities).is_some_and(|group| {
            self.inside[group].iter().any(|it| {
                !self.leaving[*it].is_empty() || *it >= entities && self.is_left_inside(*it)
            })
        })
    }

    fn is_left_inside(&self, place: Place) -> bool {
        let group = place - self.graph.entities.len();
        self.inside[group].iter().any(|it| !self.leaving[*it].is_empty())
    }

    /// Choices that decide nothing.
    fn single_ways(&self, found: &mut Vec<Diagnostic>) {
        for (place, links) in self.leaving.iter().enumerate() {
            if self.kind(place) == "choice" && links.len() == 1 {
                let (name, origin) = self.end(place);
                let message = format!("only one transition leaves the choice `{name}`");
                let finding = Diagnostic::new(lint::ONE_WAY, origin, message);
                found.push(finding.with_hint("add the other way, or remove the choice"));
            }
        }
    }

    /// Transitions without a word beside others that have one.
    fn missing_labels(&self, found: &mut Vec<Diagnostic>) {
        for (place, links) in self.leaving.iter().enumerate() {
            let is_choice = self.kind(place) == "choice";
            if !(self.is_state(place) || is_choice) || links.len() < 2 {
                continue;
            }
            let says = |it: &&&Link| !it.label.text.trim().is_empty();
            if !is_choice && !links.iter().any(|it| says(&it)) {
                continue;
            }
            for link in links.iter().filter(|it| !says(it)) {
                let to = name(self.graph, link.to);
                let message = format!("nothing says when the way to `{to}` is taken");
                let finding = Diagnostic::new(lint::MISSING_LABEL, link.origin, message);
                found.push(finding.with_hint("add the event or the condition: `: event [guard]`"));
            }
        }
    }
}
