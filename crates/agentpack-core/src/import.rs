//! What the hosts already have on disk, as modules of the config repo. Where to look comes from the same tables that
//! say where to write. Reading is separate from writing, so that a dry run is the first half of the real one.

mod scan;
mod server;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use crate::adapter::RouteScope;
use crate::apply;
use crate::config::edit::{self, NewModule};
use crate::config::{FILE, ModuleKind, Source};
use crate::environment::Environment;
use crate::error::{Code, Error, Result};
use crate::hash_cache::{read_bytes, read_text};
use crate::lint::lint;
use crate::module::{MAX_TEXT, ModuleId};
use crate::path::{RelPath, posix};
use crate::survey::Survey;

/// Everything that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// Sorted by module id, then source.
    pub items: Vec<Item>,
    /// What a person should read with care.
    pub warnings: Vec<String>,
}

/// One thing a host has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The module it becomes.
    pub module_id: ModuleId,
    /// What sort of module it becomes.
    pub kind: ModuleKind,
    /// Where it was found.
    pub source: PathBuf,
    /// Found in the project rather than in the home folder.
    pub in_project: bool,
    /// What becomes of it.
    pub fate: Fate,
    /// Hosts it is for; empty means all.
    targets: Vec<String>,
    /// Variables that stand for secrets now.
    pub variables: Vec<String>,
    /// Files it is limited to.
    globs: Vec<String>,
    /// Its files below the module's place; one without a name is the place itself.
    files: Vec<Part>,
}

/// One file of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    rel: Option<RelPath>,
    bytes: Vec<u8>,
    executable: bool,
}

/// What becomes of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It becomes a new module.
    Create,
    /// The repo, or another item, says the same already.
    Same,
    /// The repo, or another item, says something else under this id.
    Conflict,
    /// Not taken, and why.
    Skip(&'static str),
}

impl Fate {
    /// The word in the JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Same => "same",
            Self::Conflict => "conflict",
            Self::Skip(_) => "skip",
        }
    }
}

impl Item {
    /// Where the module's files go: below the repo.
    fn place(&self) -> RelPath {
        let name = self.module_id.name();
        let kind = self.kind.name();
        let text = match self.kind {
            ModuleKind::Instructions => format!("modules/{kind}/{name}"),
            ModuleKind::Skill => format!("modules/{kind}s/{name}"),
            ModuleKind::Mcp | ModuleKind::Hook => format!("modules/{kind}/{name}.json"),
            ModuleKind::Prompt | ModuleKind::Command | ModuleKind::Agent => {
                format!("modules/{kind}s/{name}.md")
            }
        };
        RelPath::new(&text).expect("a checked name")
    }

    fn part_place(&self, part: &Part, repo: &Path) -> PathBuf {
        let place = self.place().under(repo);
        part.rel.as_ref().map_or(place.clone(), |rel| rel.under(&place))
    }

    fn data(&self) -> Json {
        let place = self.place();
        let mut data = json!({
            "dest": place.as_str(), "module_id": self.module_id, "op": self.fate.name(),
            "scope": if self.in_project { "project" } else { "user" },
            "source": self.source, "source_posix": posix(&self.source), "type": self.kind.name(),
        });
        if let Fate::Skip(reason) = self.fate {
            data["reason"] = reason.into();
        }
        if !self.variables.is_empty() {
            data["variables"] = json!(self.variables);
        }
        data
    }
}

/// Looks at what the hosts have, leaving out what agentpack wrote itself.
pub fn find_imports(survey: &Survey) -> Result<Import> {
    let mut import = Import { items: scan::items(survey), warnings: Vec::new() };
    import.items.sort_by(|a, b| (&a.module_id, &a.source).cmp(&(&b.module_id, &b.source)));
    let mut first: BTreeMap<ModuleId, usize> = BTreeMap::new();
    for at in 0..import.items.len() {
        let item = &import.items[at];
        if item.fate != Fate::Create {
            continue;
        }
        let fate = match first.get(&item.module_id) {
            Some(other) if import.items[*other].files == item.files => Fate::Same,
            Some(_) => Fate::Conflict,
            None => {
                first.insert(item.module_id.clone(), at);
                against_repo(survey, item)
            }
        };
        import.items[at].fate = fate;
    }
    import.warnings.extend(told(&import.items));
    for item in import.items.iter().filter(|item| item.fate == Fate::Create) {
        for part in &item.files {
            if let Ok(text) = std::str::from_utf8(&part.bytes) {
                import.warnings.extend(lint(&item.source.display().to_string(), text));
            }
        }
    }
    Ok(import)
}

/// Which secrets became variables, and which hooks are left where they are.
fn told(items: &[Item]) -> Vec<String> {
    let mut said = Vec::new();
    for item in items.iter().filter(|item| item.fate == Fate::Create) {
        if !item.variables.is_empty() {
            said.push(format!(
                "{}: set {} in the environment; the {} in {} not copied",
                item.module_id,
                item.variables.join(", "),
                if item.variables.len() == 1 { "value" } else { "values" },
                format_args!(
                    "{} {}",
                    item.source.display(),
                    if item.variables.len() == 1 { "was" } else { "were" }
                )
            ));
        }
    }
    let mut files: Vec<&Path> = items
        .iter()
        .filter(|item| item.kind == ModuleKind::Hook)
        .map(|item| item.source.as_path())
        .collect();
    files.sort();
    files.dedup();
    for file in files {
        said.push(format!(
            "hooks in {} run programs and are left there; make modules of them by hand",
            file.display()
        ));
    }
    said
}

/// An item compared with the module or the files that are there under its name.
fn against_repo(survey: &Survey, item: &Item) -> Fate {
    let repo = &survey.env.repo;
    let stands = |part: &Part| read_bytes(&item.part_place(part, repo), MAX_TEXT).ok();
    let there: Vec<Option<Vec<u8>>> = item.files.iter().map(stands).collect();
    let same = there.iter().zip(&item.files).all(|(old, part)| old.as_ref() == Some(&part.bytes));
    let listed = survey.config.modules.iter().any(|entry| entry.id == item.module_id);
    let free = there.iter().all(Option::is_none);
    match (listed, same) {
        (true, true) => Fate::Same,
        (false, _) if same || free => Fate::Create,
        _ => Fate::Conflict,
    }
}

impl Import {
    /// The items that this happens to, in order.
    pub fn of(&self, fate: Fate) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(move |item| item.fate == fate)
    }

    /// The refusal while something differs.
    pub fn refuse_conflicts(&self) -> Result<()> {
        let conflicts: Vec<Json> = self.of(Fate::Conflict).map(Item::data).collect();
        if conflicts.is_empty() {
            return Ok(());
        }
        let message = format!(
            "{} found on disk differ from what is there under the same id",
            conflicts.len()
        );
        Err(Error::new(Code::ImportConflict, message)
            .with("conflicts", conflicts)
            .with("flag", "--skip-conflicts"))
    }

    /// The report as JSON.
    pub fn data(&self) -> Json {
        let count = |name: &str| self.items.iter().filter(|item| item.fate.name() == name).count();
        json!({
            "items": self.items.iter().map(Item::data).collect::<Vec<_>>(),
            "summary": {
                "conflict": count("conflict"), "create": count("create"), "same": count("same"),
                "skip": count("skip"),
            },
        })
    }
}

/// Writes the new modules into the config repo and its config; returns their ids.
pub fn write_imports(env: &Environment, survey: &Survey, import: &Import) -> Result<Vec<ModuleId>> {
    let config = env.repo.join(FILE);
    let mut text = read_text(&config, MAX_TEXT)?;
    let tags = survey.config.profiles.get("default").map(|profile| &profile.include_tags);
    let base = tags.and_then(|tags| tags.first()).map_or("base", String::as_str);
    let mut written = Vec::new();
    for item in import.of(Fate::Create) {
        for part in &item.files {
            let place = item.part_place(part, &env.repo);
            apply::replace_like(&place, &part.bytes, part.executable)
                .map_err(|error| Error::io("write", &place, &error))?;
        }
        let tag = if item.in_project { project_tag(env) } else { base.to_owned() };
        let module = NewModule {
            id: item.module_id.clone(),
            kind: item.kind,
            tags: vec![tag],
            targets: item.targets.clone(),
            scope: Some(if item.in_project { RouteScope::Project } else { RouteScope::User }),
            globs: item.globs.clone(),
            source: Source::Local { path: item.place() },
        };
        text = edit::add(&text, &module)?;
        written.push(item.module_id.clone());
    }
    if !written.is_empty() {
        apply::replace(&config, text.as_bytes())
            .map_err(|error| Error::io("write", &config, &error))?;
    }
    Ok(written)
}

/// The tag of modules found in the project, so that other projects do not get them.
pub fn project_tag(env: &Environment) -> String {
    format!("project-{}", env.project_id())
}

/// A line for `profiles` that deploys the project's own modules in the project, besides those of `default`.
pub fn project_profile(survey: &Survey) -> String {
    let env = &survey.env;
    let mut tags =
        survey.config.profiles.get("default").map_or_else(Vec::new, |it| it.include_tags.clone());
    tags.push(project_tag(env));
    let place =
        env.project_address().unwrap_or_else(|| match env.project.strip_prefix(&env.home) {
            Ok(rest) => format!("~/{}", posix(rest)),
            Err(_) => posix(&env.project),
        });
    let name = env.project.file_name().unwrap_or_default().to_string_lossy();
    let name: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let (name, place) = (json!(name), json!(place));
    format!("{name}: {{include_tags: [{}], projects: [{place}]}}", tags.join(", "))
}
