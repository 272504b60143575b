//! What the engine is told besides the source: theme, look, font, and nothing that opens a door.

use scene::Scheme;
use serde_json::{Map, Value, json};

use crate::{Look, Options};

/// How the engine writes labels before they become plain SVG text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Labels {
    /// As HTML, with wrapping and emphasis.
    Html,
    /// As SVG text from the start: coarser, but without limits of their own.
    Plain,
}

/// The engine's site configuration; a source may change its harmless keys, never the secured ones.
pub(super) fn site_config(source: &str, options: &Options, labels: Labels) -> Value {
    let family = font::css_family(font::Family::Sans);
    let mut config = json!({ "fontFamily": family, "securityLevel": "strict" });
    match options.look {
        // The engine's own defaults are those of Mermaid 12, type by type.
        Look::Modern => {}
        Look::HandDrawn => config["look"] = "handDrawn".into(),
        Look::Classic => {
            config["look"] = "classic".into();
            config["theme"] = "default".into();
            if !has_own_layout(source) {
                config["layout"] = "dagre".into();
            }
        }
    }
    if options.scheme == Scheme::Dark {
        config["theme"] = "dark".into();
        if options.look != Look::Classic {
            for kind in REDUX_TYPES {
                config[kind] = json!({ "theme": "redux-dark-color" });
            }
        }
    }
    if let Some(theme) = options.theme {
        config["theme"] = theme.name().into();
        for kind in REDUX_TYPES {
            config[kind] = json!({ "theme": theme.name() });
        }
    }
    if labels == Labels::Plain {
        config["htmlLabels"] = false.into();
        config["flowchart"]["htmlLabels"] = false.into();
        config["class"]["htmlLabels"] = false.into();
    }
    // A theme that somebody chose brings its colours, and takes none of ours.
    let is_chosen = options.theme.is_some() || names_theme(source);
    let mut variables =
        if is_chosen { Map::new() } else { corrections(options.scheme, &mut config) };
    variables.insert("fontFamily".to_owned(), family.into());
    config["themeVariables"] = Value::Object(variables);
    config
}

/// The types that Mermaid 12 draws in its `redux` colours; the others keep the older theme.
const REDUX_TYPES: [&str; 10] = [
    "agentflow",
    "class",
    "er",
    "flowchart",
    "requirement",
    "sequence",
    "state",
    "swimlane",
    "usecase",
    "venn",
];

/// The colour behind a picture drawn in the engine's theme of this name.
pub(super) fn canvas(theme: &str) -> &'static str {
    if theme.contains("dark") { DARK_CANVAS } else { "#ffffff" }
}

/// The colour of what the engine leaves to the page's own text colour.
pub(super) fn ink(theme: &str) -> &'static str {
    if theme.contains("dark") { DARK_INK } else { "#333333" }
}

const DARK_CANVAS: &str = "#1f2329";
const DARK_INK: &str = "#cccccc";

/// Twelve colours that carry light text, for branches, sections and slices on a dark canvas.
const DARK_SCALE: [&str; 12] = [
    "#3f51a3", "#6a4399", "#2b7a71", "#9a5b26", "#97436a", "#557d3a", "#31709c", "#8a7230",
    "#8a3c4a", "#44755c", "#5a4b9a", "#3d687f",
];

/// Theme values where the stock ones cannot be read; types that keep colours outside the theme are set in the config.
fn corrections(scheme: Scheme, config: &mut Value) -> Map<String, Value> {
    let mut variables = Map::new();
    let mut set = |name: String, value: Value| variables.insert(name, value);
    match scheme {
        Scheme::Light | Scheme::Reader => {}
        Scheme::Dark => {
            for (idx, colour) in DARK_SCALE.iter().enumerate() {
                set(format!("cScale{idx}"), (*colour).into());
                set(format!("cScaleLabel{idx}"), "#f1f3f5".into());
                set(format!("pie{}", idx + 1), (*colour).into());
                set(format!("git{idx}"), (*colour).into());
                set(format!("gitBranchLabel{idx}"), "#f1f3f5".into());
            }
            set("quadrantPointFill".to_owned(), "#8ab4f8".into());
            set("quadrantPointTextFill".to_owned(), DARK_INK.into());
            set("treeView".to_owned(), json!({ "labelColor": DARK_INK, "lineColor": DARK_INK }));
            config["packet"] = json!({
                "startByteColor": DARK_INK, "endByteColor": DARK_INK, "labelColor": DARK_INK,
                "titleColor": DARK_INK, "blockStrokeColor": DARK_INK, "blockFillColor": "#2b3038",
            });
        }
    }
    variables
}

/// Types that are laid out in one way only; a general layout would take their lanes or their circle away.
fn has_own_layout(source: &str) -> bool {
    source.lines().map(str::trim_start).any(|line| {
        ["swimlane-beta", "agentflow-beta", "mindmap"].iter().any(|word| line.starts_with(word))
    })
}

/// Whether a directive or the front matter speaks of a theme.
fn names_theme(source: &str) -> bool {
    let configured = source.contains("%%{") || source.trim_start().starts_with("---");
    configured && source.contains("theme")
}
