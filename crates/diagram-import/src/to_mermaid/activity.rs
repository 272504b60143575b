//! Activity diagrams as flowcharts: every step a node, every way on an edge.

use std::collections::BTreeMap;

use serde_json::Value;

use super::chart::{Edge, Shape, node};
use super::words::quoted;
use super::{Out, string};
use crate::value::items;

pub(super) fn write(model: &Value, out: &mut Out) {
    let mut flow = Flow {
        model,
        places: vec![Place { title: None, parent: 0, nodes: Vec::new() }],
        at: 0,
        count: 0,
        edges: Vec::new(),
        labels: BTreeMap::new(),
        jumps: Vec::new(),
        connectors: BTreeMap::new(),
        breaks: Vec::new(),
        lanes: BTreeMap::new(),
        out,
    };
    let steps: Vec<&Value> = items(&model["steps"]).collect();
    flow.steps(&steps, Vec::new());
    flow.jump();
    let Flow { places, edges, .. } = flow;
    out.put(0, "flowchart TD");
    put_place(&places, 0, 1, out);
    for edge in edges {
        edge.put(out);
    }
}

/// A subgraph, or the whole chart.
#[derive(Debug)]
struct Place {
    title: Option<String>,
    parent: usize,
    nodes: Vec<String>,
}

fn put_place(places: &[Place], at: usize, depth: usize, out: &mut Out) {
    for line in &places[at].nodes {
        out.put(depth, line);
    }
    for (idx, inner) in places.iter().enumerate().skip(1).filter(|it| it.1.parent == at) {
        let title = inner.title.as_deref().unwrap_or_default();
        out.put(depth, &format!("subgraph part{idx}[{}]", quoted(title)));
        put_place(places, idx, depth + 1, out);
        out.put(depth, "end");
    }
}

/// A line that still has to find the next step: where it comes from, and its words.
#[derive(Debug, Clone)]
struct Loose {
    from: String,
    label: String,
}

struct Flow<'m, 'o> {
    model: &'m Value,
    places: Vec<Place>,
    at: usize,
    count: usize,
    edges: Vec<Edge>,
    /// The node that follows each label, and the labels that still wait for theirs.
    labels: BTreeMap<&'m str, Option<String>>,
    jumps: Vec<(Loose, &'m str)>,
    connectors: BTreeMap<&'m str, String>,
    /// Lines out of the innermost loops.
    breaks: Vec<Vec<Loose>>,
    lanes: BTreeMap<&'m str, usize>,
    out: &'o mut Out,
}

impl<'m> Flow<'m, '_> {
    /// A new node that the loose lines lead to.
    fn node(&mut self, shape: Shape, text: &str, incoming: Vec<Loose>) -> String {
        self.count += 1;
        let name = format!("n{}", self.count);
        let line = node(&name, shape, text);
        self.places[self.at].nodes.push(line);
        for it in incoming {
            self.edge(it, &name);
        }
        for target in self.labels.values_mut().filter(|it| it.is_none()) {
            *target = Some(name.clone());
        }
        name
    }

    fn edge(&mut self, from: Loose, to: &str) {
        let arrow = "-->".to_owned();
        self.edges.push(Edge { from: from.from, to: to.to_owned(), arrow, label: from.label });
    }

    fn words(&mut self, value: &Value, name: &str, part: &Value) -> String {
        self.out.words(string(value, name), part)
    }

    /// The words at an arrow, added to what the lines say already.
    fn arrow(&mut self, arrow: &Value, lines: &mut [Loose], part: &Value) {
        if arrow.is_null() {
            return;
        }
        if arrow["hidden"] == true {
            self.out.lose(part, "a hidden arrow");
        }
        if !arrow["look"].is_null() {
            self.out.lose(part, "the colours and styles");
        }
        let text = self.words(arrow, "label", part);
        for line in lines.iter_mut().filter(|_| !text.is_empty()) {
            let joined = format!("{} {text}", line.label);
            joined.trim().clone_into(&mut line.label);
        }
    }

    fn steps(&mut self, steps: &[&'m Value], mut lines: Vec<Loose>) -> Vec<Loose> {
        for step in steps {
            let home = self.at;
            self.enter_lane(step);
            self.arrow(&step["arrow"], &mut lines, step);
            lines = self.step(step, lines);
            if step["detached"] == true {
                lines.clear();
            }
            self.at = home;
        }
        lines
    }

    /// Steps outside frames stand in the subgraph of their lane.
    fn enter_lane(&mut self, step: &'m Value) {
        let Some(lane) = step["lane"].as_str() else { return };
        if self.at != 0 && !self.lanes.values().any(|it| *it == self.at) {
            return self.out.lose(step, "the lane of a step in a frame");
        }
        let found = items(&self.model["lanes"]).find(|it| string(it, "name") == lane);
        let Some(found) = found else { return };
        if let Some(place) = self.lanes.get(lane) {
            self.at = *place;
            return;
        }
        self.out.turn(found, "a lane", "a subgraph");
        let title = self.words(found, "title", found);
        let title = if title.is_empty() { lane.to_owned() } else { title };
        self.places.push(Place { title: Some(title), parent: 0, nodes: Vec::new() });
        self.at = self.places.len() - 1;
        self.lanes.insert(lane, self.at);
    }

    fn step(&mut self, step: &'m Value, lines: Vec<Loose>) -> Vec<Loose> {
        let made = self.of_kind(step, lines);
        for note in items(&step["notes"]).chain(items(&step["testNotes"])) {
            self.out.turn(note, "a note", "a node");
            let text = self.words(note, "text", note);
            let owner = (self.count > 0).then(|| format!("n{}", self.count));
            let name = self.node(Shape::NOTE, &text, Vec::new());
            let arrow = "-.-".to_owned();
            let edge = owner.map(|to| Edge { from: name, to, arrow, label: String::new() });
            self.edges.extend(edge);
        }
        made
    }

    fn of_kind(&mut self, step: &'m Value, lines: Vec<Loose>) -> Vec<Loose> {
        match string(step, "kind") {
            "action" => {
                let name = self.action(step, step, lines);
                loose(name)
            }
            kind @ ("start" | "stop" | "end" | "kill" | "detach") => {
                if matches!(kind, "kill" | "detach") {
                    return Vec::new();
                }
                let name = self.node(Shape::STADIUM, kind, lines);
                if kind == "start" { loose(name) } else { Vec::new() }
            }
            "connector" => self.connector(step, lines),
            "label" => {
                self.labels.insert(string(step, "name"), None);
                lines
            }
            "goto" => {
                let name = string(step, "name");
                self.jumps.extend(lines.into_iter().map(|it| (it, name)));
                Vec::new()
            }
            "break" => {
                match self.breaks.last_mut() {
                    Some(out) => out.extend(lines),
                    None => self.out.lose(step, "`break` outside a loop"),
                }
                Vec::new()
            }
            "if" => self.choice(step, lines),
            "switch" => self.switch(step, lines),
            "while" => self.while_loop(step, lines),
            "repeat" => self.repeat(step, lines),
            "fork" | "split" | "merge" => self.parallel(step, lines),
            _ => self.frame(step, lines),
        }
    }

    fn action(&mut self, value: &Value, step: &Value, lines: Vec<Loose>) -> String {
        let text = self.words(value, "text", step);
        for (part, what) in [
            ("shape", "the outline of an action"),
            ("stereotypes", "the stereotype of an action"),
            ("url", "the link of an action"),
        ] {
            if !value[part].is_null() {
                self.out.lose(step, what);
            }
        }
        if super::is_styled(self.model, value) {
            self.out.lose(step, "the colours and styles");
        }
        self.node(Shape::ROUND, &text, lines)
    }

    /// A letter stands for one place: the ways into it leave where it stands again.
    fn connector(&mut self, step: &'m Value, lines: Vec<Loose>) -> Vec<Loose> {
        let letter = string(step, "letter");
        if let Some(name) = self.connectors.get(letter).cloned() {
            for it in lines {
                self.edge(it, &name);
            }
            return loose(name);
        }
        let name = self.node(Shape::Brackets("((", "))"), letter, lines);
        self.connectors.insert(letter, name.clone());
        loose(name)
    }

    fn choice(&mut self, step: &'m Value, lines: Vec<Loose>) -> Vec<Loose> {
        let mut incoming = lines;
        let mut merged = Vec::new();
        for branch in items(&step["branches"]) {
            self.arrow(&branch["before"], &mut incoming, branch);
            let test = self.words(branch, "test", branch);
            let name = self.node(Shape::DIAMOND, &test, incoming);
            merged.extend(self.branch(branch, loose(name.clone())));
            incoming = loose(name);
        }
        match step.get("else") {
            Some(branch) => {
                self.arrow(&branch["before"], &mut incoming, branch);
                merged.extend(self.branch(branch, incoming));
            }
            None => merged.extend(incoming),
        }
        merged
    }

    fn branch(&mut self, branch: &'m Value, mut lines: Vec<Loose>) -> Vec<Loose> {
        self.arrow(&branch["arrow"], &mut lines, branch);
        let steps: Vec<&Value> = items(&branch["steps"]).collect();
        let mut ends = self.steps(&steps, lines);
        self.arrow(&branch["after"], &mut ends, branch);
        ends
    }

    fn switch(&mut self, step: &'m Value, lines: Vec<Loose>) -> Vec<Loose> {
        let test = self.words(step, "test", step);
        let name = self.node(Shape::DIAMOND, &test, lines);
        let mut merged = Vec::new();
        for case in items(&step["cases"]) {
            // A case repeats its test at the line into it.
            let is_told = !string(&case["arrow"], "label").is_empty();
            let label = if is_told { String::new() } else { self.words(case, "test", case) };
            merged.extend(self.branch(case, vec![Loose { from: name.clone(), label }]));
        }
        merged
    }

    fn while_loop(&mut self, step: &'m Value, lines: Vec<Loose>) -> Vec<Loose> {
        let test = self.words(step, "test", step);
        let name = self.node(Shape::DIAMOND, &test, lines);
        let mut inside = loose(name.clone());
        self.arrow(&step["in"], &mut inside, step);
        self.breaks.push(Vec::new());
        let steps: Vec<&Value> = items(&step["steps"]).collect();
        let mut back = self.steps(&steps, inside);
        back = self.backward(step, back);
        self.arrow(&step["back"], &mut back, step);
        for it in back {
            self.edge(it, &name);
        }
        let mut out = loose(name);
        self.arrow(&step["out"], &mut out, step);
        out.extend(self.breaks.pop().unwrap_or_default());
        out
    }

    fn repeat(&mut self, step: &'m Value, lines: Vec<Loose>) -> Vec<Loose> {
        let first = self.count + 1;
        let lines = match step.get("first") {
            Some(value) => loose(self.action(value, step, lines)),
            None => loose(self.node(Shape::Named("sm-circ"), "", lines)),
        };
        self.breaks.push(Vec::new());
        let steps: Vec<&Value> = items(&step["steps"]).collect();
        let mut inside = self.steps(&steps, lines);
        self.arrow(&step["toTest"], &mut inside, step);
        let test = self.words(step, "test", step);
        let name = self.node(Shape::DIAMOND, &test, inside);
        let mut back = loose(name.clone());
        self.arrow(&step["back"], &mut back, step);
        back = self.backward(step, back);
        for it in back {
            self.edge(it, &format!("n{first}"));
        }
        let mut out = loose(name);
        self.arrow(&step["out"], &mut out, step);
        out.extend(self.breaks.pop().unwrap_or_default());
        out
    }

    /// What is done on the way back of a loop.
    fn backward(&mut self, step: &'m Value, mut lines: Vec<Loose>) -> Vec<Loose> {
        let Some(backward) = step.get("backward") else { return lines };
        self.arrow(&backward["incoming"], &mut lines, step);
        let name = self.action(backward, step, lines);
        let mut lines = loose(name);
        self.arrow(&backward["outgoing"], &mut lines, step);
        lines
    }

    fn parallel(&mut self, step: &'m Value, lines: Vec<Loose>) -> Vec<Loose> {
        let is_split = step["kind"] == "split";
        let shape = if is_split { Shape::Named("sm-circ") } else { Shape::Named("fork") };
        let name = self.node(shape, "", lines);
        let mut ends = Vec::new();
        for branch in items(&step["branches"]) {
            ends.extend(self.branch(branch, loose(name.clone())));
        }
        if ends.is_empty() || step["kind"] != "fork" {
            return ends;
        }
        let label = self.words(step, "label", step);
        if !label.is_empty() {
            self.out.lose(step, "the words at the end of a fork");
        }
        loose(self.node(Shape::Named("fork"), "", ends))
    }

    fn frame(&mut self, step: &'m Value, lines: Vec<Loose>) -> Vec<Loose> {
        let title = self.words(step, "title", step);
        let kind = string(step, "kind");
        if kind != "group" {
            self.out.turn(step, format!("the frame `{kind}`"), "a box");
        }
        self.places.push(Place { title: Some(title), parent: self.at, nodes: Vec::new() });
        let home = std::mem::replace(&mut self.at, self.places.len() - 1);
        let steps: Vec<&Value> = items(&step["steps"]).collect();
        let mut ends = self.steps(&steps, lines);
        self.at = home;
        self.arrow(&step["after"], &mut ends, step);
        ends
    }

    /// Leads every jump to the step behind its label.
    fn jump(&mut self) {
        for (from, name) in std::mem::take(&mut self.jumps) {
            if let Some(Some(to)) = self.labels.get(name).cloned() {
                self.edge(from, &to);
            }
        }
    }
}

fn loose(from: String) -> Vec<Loose> {
    vec![Loose { from, label: String::new() }]
}
