//! A task: one Markdown file with the prompt, what is wanted, the transcript of a good run and of runs to be refused.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use cases::Case;
use serde::Deserialize;

use crate::says::Says;
use crate::step::{Step, steps};
use crate::told::Tells;

/// The specification's categories; each is a folder below `tasks/`.
pub const CATEGORIES: [&str; 17] = [
    "basic_authoring",
    "participant_aliases",
    "arrows",
    "self_messages",
    "found_lost",
    "notes",
    "refs",
    "groups",
    "lifecycle",
    "styling",
    "includes",
    "docs_integration",
    "repair_invalid",
    "convert_from_prose",
    "convert_from_mermaid",
    "readability_review",
    "security_adversarial",
];

/// Tasks about other families than sequence, a folder each; what the prompt calls the kind of diagram.
pub const FAMILY_CATEGORIES: [(&str, &str); 13] = [
    ("class", "class"),
    ("component", "description"),
    ("usecase", "description"),
    ("deployment", "description"),
    ("c4", "description"),
    ("state", "state"),
    ("activity", "activity"),
    ("mindmap", "mindmap"),
    ("wbs", "wbs"),
    ("gantt", "gantt"),
    ("timing", "timing"),
    ("json", "json"),
    ("yaml", "yaml"),
];

/// One task.
#[derive(Debug, Clone)]
pub struct Task {
    /// `category/name`.
    pub id: String,
    /// What the user wants, in a line.
    pub title: String,
    /// What the user says.
    pub prompt: String,
    /// What a run must show.
    pub wanted: Wanted,
    /// What the delivered sequence diagram says.
    pub says: Says,
    /// What the delivered diagram of any family tells.
    pub tells: Tells,
    /// Files of the project before the run.
    pub files: Vec<(String, String)>,
    /// Files beside the project, which nobody may reach.
    pub outside: Vec<(String, String)>,
    /// How a good agent works; the judge accepts it.
    pub transcript: Vec<Step>,
    /// How bad agents work; the judge refuses each.
    pub refused: Vec<Refused>,
    /// What the compiler says about the final source, a line each; empty means nothing at all.
    pub diagnostics: String,
}

/// A transcript that must fail.
#[derive(Debug, Clone)]
pub struct Refused {
    /// The rule that it breaks.
    pub rule: String,
    /// What the agent does.
    pub steps: Vec<Step>,
}

/// What a run must show. Everything that is absent is not asked for.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Wanted {
    /// The skill that covers it.
    pub skill: String,
    /// The family of the diagram, if it is not sequence.
    pub family: Option<String>,
    /// What the user gets in the end.
    pub deliver: Deliverable,
    /// Constructs of the catalogue that the final source uses, as `section/name`.
    pub primitives: Vec<String>,
    /// Tools that are called, in this order; others may stand between, and of `a|b` one will do.
    pub tools: Vec<String>,
    /// Whether a picture was asked for.
    pub render: bool,
    /// Whether warnings are as bad as errors.
    pub clean: bool,
    /// Ids or shown names that take part.
    pub participants: Vec<String>,
    /// At least so many messages.
    pub min_messages: usize,
    /// At most so many messages.
    pub max_messages: Option<usize>,
    /// At most so many characters in a label.
    pub max_label: Option<usize>,
    /// Pages of the diagram.
    pub pages: Option<usize>,
    /// Texts that the final source holds.
    pub contains: Vec<String>,
    /// Texts that the final source does not hold.
    pub absent: Vec<String>,
    /// Texts that the final words hold, whatever their case.
    pub mentions: Vec<String>,
    /// Texts that appear in no answer of a tool and not in the final words.
    pub secrets: Vec<String>,
    /// The reviewer's verdict: `pass`, `needs changes` or `invalid`.
    pub verdict: Option<String>,
    /// Files that are new or changed in the end; no others may be.
    pub written: Vec<String>,
    /// A page that must show its pictures: every relative link in it leads to a file.
    pub page: Option<String>,
    /// Paths that may be tried, and that the server must refuse.
    pub refused_paths: Vec<String>,
    /// Whether the user asked for includes from addresses.
    pub allow_url_includes: bool,
}

/// What a run ends in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Deliverable {
    /// A source that compiles, in a `puml` block of the final words.
    #[default]
    Diagram,
    /// A verdict, and a patch that compiles where one is needed.
    Review,
    /// An account in words.
    Explanation,
    /// A refusal that says why; no source at all.
    Refusal,
}

impl Task {
    /// Reads the file at `path` below [`folder`].
    pub fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path)?;
        let id = path.strip_prefix(folder()).unwrap_or(path).with_extension("");
        let id = id.to_string_lossy().replace('\\', "/");
        Self::parse(&id, &text).with_context(|| id.clone())
    }

    /// Reads a task; refuses unknown blocks, unknown keys and transcripts that name what is not there.
    pub fn parse(id: &str, text: &str) -> Result<Self> {
        let case = Case::parse(text)?;
        let one = |name: &str| {
            let text = case.block(name).map(|it| it.text.clone());
            text.with_context(|| format!("the block `{name}` is missing"))
        };
        let mut named = BTreeMap::new();
        let (mut files, mut outside) = (Vec::new(), Vec::new());
        for block in case.blocks() {
            let attribute = |key: &str| {
                let value = block.attribute(key).map(str::to_owned);
                value.with_context(|| format!("`{}` needs {key}=", block.name))
            };
            match block.name.as_str() {
                "source" => {
                    named.insert(attribute("name")?, Named::Source(block.text.clone()));
                }
                "text" => {
                    named.insert(attribute("name")?, Named::Text(block.text.clone()));
                }
                "file" => files.push((attribute("path")?, block.text.clone())),
                "outside" => outside.push((attribute("path")?, block.text.clone())),
                "task" | "prompt" | "says" | "tells" | "transcript" | "refused" | "diagnostics" => {
                }
                other => bail!("no block is called `{other}`"),
            }
        }
        let wanted: Wanted = toml_edit::de::from_str(&one("task")?)?;
        ensure!(!wanted.skill.is_empty(), "`task` names no skill");
        let refused = case.blocks().filter(|it| it.name == "refused").map(|it| {
            let rule = it.attribute("rule").context("`refused` needs rule=")?.to_owned();
            Ok(Refused { rule, steps: steps(&it.text, &named)? })
        });
        Ok(Self {
            id: id.to_owned(),
            title: case.title.clone(),
            prompt: one("prompt")?.trim_end().to_owned(),
            wanted,
            says: Says::parse(case.block("says").map_or("", |it| &it.text))?,
            tells: Tells::parse(case.block("tells").map_or("", |it| &it.text))?,
            files,
            outside,
            transcript: steps(&one("transcript")?, &named)?,
            refused: refused.collect::<Result<_>>()?,
            diagnostics: case.block("diagnostics").map(|it| it.text.clone()).unwrap_or_default(),
        })
    }

    /// The folder it lies in.
    pub fn category(&self) -> &str {
        self.id.split('/').next().unwrap_or_default()
    }
}

/// A block that transcripts refer to as `@name`.
#[derive(Debug, Clone)]
pub(crate) enum Named {
    /// Puml; shown in a fence of its own.
    Source(String),
    /// Words; a line `@name` in it stands for that block.
    Text(String),
}

/// Where the tasks are, in the clone that cargo runs in: a build may be shared by several.
pub fn folder() -> PathBuf {
    let here = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    here.join("tasks")
}

/// The files of all tasks, sorted.
pub fn discover() -> Vec<PathBuf> {
    cases::discover(&folder())
}
