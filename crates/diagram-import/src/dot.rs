//! Graphviz dot as a component diagram: nodes as figures, clusters as frames, edges as links.

mod graph;
mod parser;
mod tokens;

use diag::SourceId;

use crate::names::{Aliases, line, quoted};
use crate::page::Page;
use crate::place::nothing;
use crate::{Import, Made, Origin};
use graph::{Attributes, Edge, Graph, Group};
use parser::parse;

pub(crate) fn diagram(file: &str, text: &str, source: SourceId) -> Made {
    let graph = parse(text, source)?;
    if graph.nodes.is_empty() {
        let hint = "write nodes and edges, such as `digraph { a -> b }`";
        return Err(nothing(source, "the graph has no nodes", hint));
    }
    let mut page = Page::default();
    page.begin("", Origin::Dot, file);
    if matches!(graph.attributes.get("rankdir"), Some("LR" | "RL")) {
        page.put("left to right direction");
    }
    if let Some(label) = graph.attributes.get("label") {
        page.title(&plain(label));
    }
    let mut writer = Writer { graph: &graph, aliases: Aliases::default(), page };
    writer.group(None, 0);
    for edge in &graph.edges {
        writer.edge(edge);
    }
    let mut page = writer.page;
    page.end();
    Ok(Import { source: page.finish(), diagnostics: Vec::new() })
}

struct Writer<'g> {
    graph: &'g Graph,
    aliases: Aliases,
    page: Page,
}

impl Writer<'_> {
    /// The nodes and groups of a group; of the whole graph for `None`.
    fn group(&mut self, parent: Option<usize>, depth: usize) {
        let indent = "  ".repeat(depth);
        for node in self.graph.nodes.iter().filter(|it| it.group == parent) {
            let label = node.attributes.get("label").map_or_else(|| node.name.clone(), plain);
            let figure = figure(node.attributes.get("shape").unwrap_or("ellipse"));
            let declared = self.aliases.declared(&format!("node {}", node.name), &label);
            let color = color(&node.attributes, "fillcolor", "color");
            self.page.put(&format!("{indent}{figure} {}{color}", words(&declared, &label)));
        }
        let graph = self.graph;
        for (index, group) in graph.groups.iter().enumerate().filter(|it| it.1.parent == parent) {
            self.page.put(&format!("{indent}{} {{", opened(index, group)));
            self.group(Some(index), depth + 1);
            self.page.put(&format!("{indent}}}"));
        }
    }

    fn edge(&mut self, edge: &Edge) {
        let attributes = &edge.attributes;
        let (from, to) = (
            self.aliases.of(&format!("node {}", edge.from)),
            self.aliases.of(&format!("node {}", edge.to)),
        );
        let mut styles: Vec<String> = Vec::new();
        if let Some(color) = attributes.get("color").and_then(hue) {
            styles.push(format!("#{color}"));
        }
        let style = attributes.get("style").unwrap_or_default();
        let known = ["dashed", "dotted", "bold"].into_iter().find(|it| style.contains(it));
        styles.extend(known.map(str::to_owned));
        if style.contains("invis") {
            styles.push("hidden".to_owned());
        }
        let styles =
            if styles.is_empty() { String::new() } else { format!("[{}]", styles.join(",")) };
        let dir = attributes.get("dir").unwrap_or(if self.graph.is_directed {
            "forward"
        } else {
            "none"
        });
        let (tail, head) = match dir {
            "both" => ("<", ">"),
            "back" => ("<", ""),
            "none" => ("", ""),
            _ => ("", ">"),
        };
        let is_drawn = |name: &str| attributes.get(name) != Some("none");
        let tail = if is_drawn("arrowtail") { tail } else { "" };
        let head = if is_drawn("arrowhead") { head } else { "" };
        let end =
            |it: Option<&str>| it.map_or_else(String::new, |it| format!(" {}", quoted(&plain(it))));
        let (at_tail, at_head) =
            (end(attributes.get("taillabel")), end(attributes.get("headlabel")));
        let label =
            attributes.get("label").or(attributes.get("xlabel")).map(plain).unwrap_or_default();
        let label = line(&label);
        let label = if label.is_empty() { label } else { format!(" : {label}") };
        self.page.put(&format!("{from}{at_tail} {tail}-{styles}-{head}{at_head} {to}{label}"));
    }
}

fn opened(index: usize, group: &Group) -> String {
    let label = group.attributes.get("label").map(plain).unwrap_or_default();
    let color = color(&group.attributes, "bgcolor", "fillcolor");
    format!("rectangle {} as cluster_{index}{color}", quoted(&label))
}

/// A declaration whose label is always in quotes, as figures with bare names differ.
fn words(declared: &str, label: &str) -> String {
    if declared.starts_with('"') {
        declared.to_owned()
    } else {
        format!("{} as {declared}", quoted(label))
    }
}

/// The figure nearest to a shape of dot.
fn figure(shape: &str) -> &'static str {
    match shape {
        "ellipse" | "oval" | "circle" | "doublecircle" | "egg" | "point" => "usecase",
        "cylinder" => "database",
        "component" => "component",
        "folder" | "tab" => "folder",
        "note" => "file",
        "box3d" => "node",
        "hexagon" | "diamond" | "Mdiamond" | "octagon" | "parallelogram" => "hexagon",
        "plaintext" | "plain" | "none" | "underline" => "label",
        _ => "rectangle",
    }
}

fn color(attributes: &Attributes, fill: &str, other: &str) -> String {
    let is_filled =
        attributes.get("style").is_some_and(|it| it.contains("filled")) || fill == "bgcolor";
    let chosen = attributes.get(fill).or(attributes.get(other).filter(|_| is_filled));
    let chosen = chosen.filter(|_| is_filled).and_then(hue);
    chosen.map_or_else(String::new, |it| format!(" #{it}"))
}

/// A colour by name or in hex; dot's lists, hues and transparency are left out.
fn hue(color: &str) -> Option<String> {
    let color = color.split([':', ';']).next()?.trim();
    let hex = color.strip_prefix('#').filter(|it| it.len() == 6);
    if let Some(hex) = hex.filter(|it| it.chars().all(|it| it.is_ascii_hexdigit())) {
        return Some(hex.to_owned());
    }
    NAMED.contains(&color.to_lowercase().as_str()).then(|| color.to_lowercase())
}

/// Names that dot and puml both know.
const NAMED: &[&str] = &[
    "aqua",
    "azure",
    "beige",
    "black",
    "blue",
    "brown",
    "cornsilk",
    "cyan",
    "darkgreen",
    "fuchsia",
    "gold",
    "gray",
    "green",
    "grey",
    "indigo",
    "ivory",
    "khaki",
    "lavender",
    "lightblue",
    "lightcyan",
    "lightgray",
    "lightgrey",
    "lightpink",
    "lightyellow",
    "lime",
    "linen",
    "magenta",
    "maroon",
    "navy",
    "olive",
    "orange",
    "orchid",
    "pink",
    "plum",
    "purple",
    "red",
    "salmon",
    "sienna",
    "silver",
    "skyblue",
    "snow",
    "steelblue",
    "tan",
    "teal",
    "thistle",
    "tomato",
    "turquoise",
    "violet",
    "wheat",
    "white",
    "yellow",
];

/// A label's text: HTML tags are dropped, cells of records stand below each other, `\l` and `\r` are line ends.
fn plain(label: &str) -> String {
    let mut text = label.replace("\\l", "\n").replace("\\r", "\n").replace("\\n", "\n");
    if let Some(html) = label.strip_prefix('<').and_then(|it| it.strip_suffix('>')) {
        text = without_tags(html);
    } else if label.contains('|') {
        let cells = text.split(['|', '{', '}']).map(|it| without_tags(it).trim().to_owned());
        text = cells.filter(|it| !it.is_empty()).collect::<Vec<_>>().join("\n");
    }
    text.trim().to_owned()
}

fn without_tags(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some(open) = rest.find('<') {
        text.push_str(&rest[..open]);
        let close = rest[open..].find('>').map_or(rest.len(), |it| open + it + 1);
        let tag = rest[open..close].to_lowercase();
        if ["<br", "</tr", "</td"].iter().any(|it| tag.starts_with(it)) {
            text.push('\n');
        }
        rest = &rest[close..];
    }
    text.push_str(rest);
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let lines = text.lines().map(str::trim).filter(|it| !it.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_clusters_and_edges_are_drawn() {
        let text = "digraph G { rankdir=LR; node [shape=box]; a [label=\"Web\\nserver\"];
            subgraph cluster_x { label = \"Data\"; db [shape=cylinder, style=filled, fillcolor=lightblue] }
            a -> {db b} [label=reads style=dashed, color=\"#ff0000\"]; b -> a [dir=both];
            h [label=<<b>bold</b><br/>two>]; r [shape=record, label=\"{<p>one|two}\"] }";
        let made = diagram("g.dot", text, SourceId(0)).unwrap();
        assert_eq!(made.diagnostics, []);
        for line in [
            "left to right direction",
            "rectangle \"Web\\nserver\" as node_a",
            "rectangle \"Data\" as cluster_0 {",
            "  database \"db\" as node_db #lightblue",
            "node_a -[#ff0000,dashed]-> node_db : reads",
            "node_a -[#ff0000,dashed]-> node_b : reads",
            "node_b <--> node_a",
            "rectangle \"bold\\ntwo\" as node_h",
            "rectangle \"one\\ntwo\" as node_r",
        ] {
            assert!(made.source.lines().any(|it| it == line), "{line}\n{}", made.source);
        }
    }

    #[test]
    fn undirected_graphs_have_lines_without_heads() {
        let made = diagram("g.dot", "strict graph { a -- b -- c }", SourceId(0)).unwrap().source;
        assert!(made.contains("node_a -- node_b\nnode_b -- node_c\n"), "{made}");
    }

    #[test]
    fn slips_are_told_with_their_place() {
        for (text, place) in [
            ("digraph { a -> }", "}"),
            ("digraph { a [label=\"x }", "\"x }"),
            ("graph { a -> b }", "-> b }"),
            ("flow { a }", "flow { a }"),
        ] {
            let found = diagram("g.dot", text, SourceId(0)).unwrap_err();
            assert_eq!(found.code, crate::codes::CANNOT_READ, "{text}");
            let at = found.span.start as usize;
            assert_eq!(&text[at..], place, "{text}: {}", found.message);
        }
        let found = diagram("g.dot", "digraph { }", SourceId(0)).unwrap_err();
        assert_eq!(found.code, crate::codes::NOTHING_TO_DRAW);
    }
}
