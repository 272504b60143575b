//! The diagram types: the words that start each one, and what we call it. A flat catalogue.

/// A diagram type as this library names it, in the words of its first line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// The public name, also the name of its folder in the gallery.
    pub name: &'static str,
    /// The words that may start it; the first is the one to suggest.
    pub headers: &'static [&'static str],
}

/// Every type, the usual ones first.
pub const KINDS: &[Kind] = &[
    Kind { name: "flowchart", headers: &["flowchart", "graph", "flowchart-elk"] },
    Kind { name: "sequence", headers: &["sequenceDiagram"] },
    Kind { name: "class", headers: &["classDiagram", "classDiagram-v2"] },
    Kind { name: "state", headers: &["stateDiagram-v2", "stateDiagram"] },
    Kind { name: "er", headers: &["erDiagram"] },
    Kind { name: "gantt", headers: &["gantt"] },
    Kind { name: "pie", headers: &["pie"] },
    Kind { name: "gitgraph", headers: &["gitGraph"] },
    Kind { name: "mindmap", headers: &["mindmap"] },
    Kind { name: "timeline", headers: &["timeline"] },
    Kind { name: "journey", headers: &["journey"] },
    Kind { name: "quadrant", headers: &["quadrantChart"] },
    Kind { name: "requirement", headers: &["requirementDiagram", "requirement"] },
    Kind {
        name: "c4",
        headers: &["C4Context", "C4Container", "C4Component", "C4Dynamic", "C4Deployment"],
    },
    Kind { name: "sankey", headers: &["sankey", "sankey-beta"] },
    Kind { name: "xychart", headers: &["xychart", "xychart-beta"] },
    Kind { name: "block", headers: &["block", "block-beta"] },
    Kind { name: "packet", headers: &["packet", "packet-beta"] },
    Kind { name: "kanban", headers: &["kanban"] },
    Kind { name: "architecture", headers: &["architecture", "architecture-beta"] },
    Kind { name: "radar", headers: &["radar-beta"] },
    Kind { name: "treemap", headers: &["treemap", "treemap-beta"] },
    Kind { name: "treeview", headers: &["treeView-beta"] },
    Kind { name: "venn", headers: &["venn-beta"] },
    Kind { name: "wardley", headers: &["wardley-beta"] },
    Kind { name: "ishikawa", headers: &["ishikawa", "ishikawa-beta"] },
    Kind { name: "cynefin", headers: &["cynefin-beta"] },
    Kind { name: "eventmodeling", headers: &["eventmodeling"] },
    Kind { name: "swimlane", headers: &["swimlane-beta"] },
    Kind {
        name: "railroad",
        headers: &[
            "railroad-beta",
            "railroad-ebnf-beta",
            "railroad-abnf-beta",
            "railroad-peg-beta",
        ],
    },
    Kind { name: "usecase", headers: &["usecase-beta"] },
    Kind { name: "agentflow", headers: &["agentflow-beta"] },
    Kind { name: "zenuml", headers: &["zenuml"] },
    Kind { name: "info", headers: &["info"] },
];

/// The type whose first line begins with this word, letter for letter.
pub(crate) fn of_header(word: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.headers.contains(&word))
}

/// Our name for the engine's name of a type.
pub(crate) fn public_name(engine_name: &str) -> &'static str {
    let plain = |text: &str| {
        let lower = text.to_ascii_lowercase();
        lower.trim_end_matches("-v2").trim_end_matches("-beta").trim_end_matches("-elk").to_owned()
    };
    let wanted = plain(engine_name);
    KINDS
        .iter()
        .find(|kind| {
            kind.name == wanted || kind.headers.iter().any(|header| plain(header) == wanted)
        })
        // Railroad diagrams have a type for each grammar notation.
        .or_else(|| KINDS.iter().find(|kind| wanted.starts_with(kind.name)))
        .map_or("unknown", |kind| kind.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engine_names_map_to_public_ones() {
        for (engine, public) in [
            ("flowchart-v2", "flowchart"),
            ("flowchart-elk", "flowchart"),
            ("classDiagram", "class"),
            ("stateDiagram", "state"),
            ("er", "er"),
            ("gitGraph", "gitgraph"),
            ("quadrantChart", "quadrant"),
            ("treeView", "treeview"),
            ("railroadEbnf", "railroad"),
            ("requirement", "requirement"),
            ("c4", "c4"),
        ] {
            assert_eq!(public_name(engine), public);
        }
    }
}
