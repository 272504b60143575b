//! The tables of the hosts, read as places to look: each route's writer says what a file there is.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use crate::adapter::{DocumentShape, Host, Route, RouteScope, Shape, Writer};
use crate::config::ModuleKind;
use crate::hash_cache::{read_bytes, read_text};
use crate::import::{Fate, Item, Part, server};
use crate::manifest::is_own_file;
use crate::merge::Reader;
use crate::module::{self, FrontMatter, MAX_TEXT, ModuleId};
use crate::path::{RelPath, check_name};
use crate::render::{is_import, possible_routes};
use crate::secret::{has_secret, is_secret_file};
use crate::survey::Survey;

/// A route with the folder it stands for here.
pub(super) struct Spot<'s> {
    pub(super) survey: &'s Survey,
    pub(super) host: Host,
    pub(super) route: &'s Route,
    pub(super) root: PathBuf,
}

/// Everything found, each source once.
pub(super) fn items(survey: &Survey) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let mut routes = possible_routes(&survey.config, &survey.env);
    // A file that several hosts read is named after one that is in use.
    routes.sort_by_key(|(host, ..)| !survey.config.targets.contains_key(host));
    for (host, route, root) in routes {
        let spot = Spot { survey, host, route, root: root.path };
        let found = match route.write {
            Writer::Tree => spot.skills(),
            Writer::Document if route.format.is_none() => spot.documents(),
            Writer::Document => spot.structured(),
            Writer::Rule => spot.rules(),
            Writer::Sections | Writer::Bridge => spot.instructions().into_iter().collect(),
            Writer::Server => server::servers(&spot),
            // Hooks run programs, so a person moves them; what is left is told.
            Writer::Hook | Writer::HookFile => spot.hooks(),
            // A prompt dressed as a skill is found as a skill.
            Writer::Skill => Vec::new(),
        };
        for item in found {
            let is_same = |other: &&mut Item| {
                let named = other.module_id == item.module_id || is_one_text(item.kind);
                other.source == item.source && other.kind == item.kind && named
            };
            match items.iter_mut().find(is_same) {
                None => items.push(item),
                Some(known) if !known.targets.is_empty() => {
                    known.targets.extend(item.targets);
                    known.targets.dedup();
                }
                Some(_) => {}
            }
        }
    }
    items
}

/// Whether a file of that kind is one module, whoever reads it.
fn is_one_text(kind: ModuleKind) -> bool {
    kind == ModuleKind::Instructions
}

impl Spot<'_> {
    /// An item without files yet; a name that cannot be a module's is a reason to leave it.
    pub(super) fn item(&self, kind: ModuleKind, name: &str, source: &Path) -> Option<Item> {
        check_name(name).ok()?;
        Some(Item {
            module_id: ModuleId::of(kind.name(), name),
            kind,
            source: source.to_path_buf(),
            in_project: self.route.scope == RouteScope::Project,
            fate: Fate::Create,
            targets: Vec::new(),
            variables: Vec::new(),
            globs: Vec::new(),
            files: Vec::new(),
        })
    }

    pub(super) fn is_ours(&self, path: &Path) -> bool {
        let managed = &self.survey.managed;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        managed.iter().any(|(own, _)| own.starts_with(path)) || is_own_file(&name)
    }

    /// Plain files and folders of the root, sorted, without links and without what we wrote.
    fn entries(&self) -> Vec<PathBuf> {
        let listed = fs::read_dir(&self.root).into_iter().flatten().flatten();
        let plain = listed.filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_symlink()));
        let mut paths: Vec<PathBuf> = plain.map(|entry| entry.path()).collect();
        paths.retain(|path| !self.is_ours(path));
        paths.sort();
        paths
    }

    /// Files of the root whose name ends as the route's files do, with the part that names the module.
    fn named_files(&self) -> Vec<(String, PathBuf)> {
        let ending = self.route.path.rsplit('}').next().unwrap_or_default();
        let files = self.entries().into_iter().filter(|path| path.is_file());
        let named = files.filter_map(|path| {
            let name = path.file_name()?.to_str()?.strip_suffix(ending)?.to_owned();
            (!name.is_empty()).then_some((name, path))
        });
        named.collect()
    }

    fn skills(&self) -> Vec<Item> {
        let folders = self.entries().into_iter().filter(|path| path.join("SKILL.md").is_file());
        let items = folders.filter_map(|folder| {
            let name = folder.file_name()?.to_str()?.to_owned();
            let mut item = self.item(ModuleKind::Skill, &name, &folder)?;
            match parts(&item.module_id, &folder) {
                Ok(parts) => item.files = parts,
                Err(reason) => item.fate = Fate::Skip(reason),
            }
            let skill = item.files.iter().find(|part| part.is("SKILL.md"));
            let text = skill.map(|part| String::from_utf8_lossy(&part.bytes).into_owned());
            if item.fate == Fate::Create
                && !text.is_some_and(|text| describes(&text, &["name", "description"]))
            {
                item.fate = Fate::Skip("invalid_front_matter");
            }
            Some(item)
        });
        items.collect()
    }

    fn documents(&self) -> Vec<Item> {
        let items = self.named_files().into_iter().filter_map(|(name, path)| {
            let text = read_text(&path, MAX_TEXT);
            let described = text.as_ref().is_ok_and(|text| describes(text, &["description"]));
            let kind = if self.route.takes(ModuleKind::Agent) {
                ModuleKind::Agent
            } else if described {
                ModuleKind::Command
            } else {
                ModuleKind::Prompt
            };
            let mut item = self.item(kind, &name, &path)?;
            match text {
                Err(_) => item.fate = Fate::Skip("not_text"),
                Ok(text)
                    if kind == ModuleKind::Agent && !describes(&text, &["name", "description"]) =>
                {
                    item.fate = Fate::Skip("invalid_front_matter");
                }
                Ok(text) => item.fill(None, text.into_bytes()),
            }
            Some(item)
        });
        items.collect()
    }

    /// Documents that a host keeps in fields of its own, as Markdown with front matter.
    fn structured(&self) -> Vec<Item> {
        let Shape::Document(shape) = &self.route.shape else { return Vec::new() };
        let Some(format) = self.route.format else { return Vec::new() };
        let kind = *self.route.kinds.last().expect("a route takes a kind");
        let items = self.named_files().into_iter().filter_map(|(name, path)| {
            let mut item = self.item(kind, &name, &path)?;
            let text = read_text(&path, MAX_TEXT).ok();
            let reader = text.and_then(|text| Reader::new(format.merge(), &text).ok());
            match reader.and_then(|reader| markdown(&reader, shape, kind)) {
                Some(text) => item.fill(None, text.into_bytes()),
                None => item.fate = Fate::Skip("invalid_document"),
            }
            Some(item)
        });
        items.collect()
    }

    /// Hooks that somebody else wrote, by event; they are named and left.
    fn hooks(&self) -> Vec<Item> {
        let key = self.route.key.clone().unwrap_or_else(|| "hooks".into());
        let files = if self.route.write == Writer::Hook {
            vec![self.root.join(&self.route.path)]
        } else {
            self.named_files().into_iter().map(|(_, path)| path).collect()
        };
        let mut items = Vec::new();
        for path in files {
            let Ok(text) = read_text(&path, MAX_TEXT) else { continue };
            let format = self
                .route
                .format
                .map_or(crate::merge::Format::Jsonc, crate::adapter::Format::merge);
            let Ok(reader) = Reader::new(format, &text) else { continue };
            let Some(Json::Object(events)) = reader.value(std::slice::from_ref(&key)) else {
                continue;
            };
            let entry = self.survey.managed.get(&path).and_then(|it| it.entry.merge.as_ref());
            let ours = |item: &Json| {
                let pieces = entry.into_iter().flat_map(|merged| &merged.pieces);
                pieces.into_iter().any(|piece| piece.value == *item)
            };
            for (event, listed) in events {
                let listed = listed.as_array().cloned().unwrap_or_default();
                if listed.iter().all(ours) {
                    continue;
                }
                let name = format!("{}-{}", self.host, event.to_ascii_lowercase());
                let Some(mut item) = self.item(ModuleKind::Hook, &name, &path) else { continue };
                item.fate = Fate::Skip("runs_programs");
                items.push(item);
            }
        }
        items
    }

    fn rules(&self) -> Vec<Item> {
        let items = self.named_files().into_iter().filter_map(|(name, path)| {
            let mut item = self.item(ModuleKind::Instructions, &name, &path)?;
            let text = read_text(&path, MAX_TEXT).unwrap_or_default();
            match FrontMatter::split(&text) {
                Ok(front) if !front.body.trim().is_empty() => {
                    item.globs = globs(&front.fields);
                    let body = front.body.trim_start_matches(['\r', '\n']);
                    item.fill(RelPath::new("AGENTS.md").ok(), body.as_bytes().to_vec());
                }
                _ => item.fate = Fate::Skip("invalid_front_matter"),
            }
            Some(item)
        });
        items.collect()
    }

    fn instructions(&self) -> Option<Item> {
        let path = self.root.join(&self.route.path);
        let plain = path.symlink_metadata().is_ok_and(|metadata| metadata.is_file());
        if !plain || self.is_ours(&path) {
            return None;
        }
        let in_project = self.route.scope == RouteScope::Project;
        let is_for_all = in_project && self.route.path == "AGENTS.md";
        let name = match (is_for_all, in_project) {
            (true, _) => "project".to_owned(),
            (_, true) => format!("{}-project", self.host),
            _ => format!("{}-user", self.host),
        };
        let mut item = self.item(ModuleKind::Instructions, &name, &path)?;
        // What only some hosts read stays with them, so that an import changes nothing for the others.
        if !is_for_all {
            item.targets.push(self.host.name().to_owned());
        }
        match read_text(&path, MAX_TEXT) {
            Ok(text) if is_import(&text) => item.fate = Fate::Skip("imports_agents_md"),
            Ok(text) => item.fill(RelPath::new("AGENTS.md").ok(), text.into_bytes()),
            Err(_) => item.fate = Fate::Skip("not_text"),
        }
        Some(item)
    }
}

impl Part {
    fn is(&self, name: &str) -> bool {
        self.rel.as_ref().is_some_and(|rel| rel.as_str() == name)
    }
}

impl Item {
    /// Gives the item its one file, unless a secret is in it.
    pub(super) fn fill(&mut self, rel: Option<RelPath>, bytes: Vec<u8>) {
        if has_secret(&String::from_utf8_lossy(&bytes)) {
            self.fate = Fate::Skip("looks_like_secret");
        } else {
            self.files.push(Part { rel, bytes, executable: false });
        }
    }
}

/// The files of a skill; private ones are left out, a secret in any other is a reason to leave all.
fn parts(id: &ModuleId, folder: &Path) -> Result<Vec<Part>, &'static str> {
    let mut parts = Vec::new();
    for (rel, file) in module::plain_files(id, folder).map_err(|_| "not_portable")? {
        if is_secret_file(rel.file_name()) {
            continue;
        }
        let bytes = read_bytes(&file.path, MAX_TEXT).map_err(|_| "too_large")?;
        if has_secret(&String::from_utf8_lossy(&bytes)) {
            return Err("looks_like_secret");
        }
        parts.push(Part { rel: Some(rel), bytes, executable: file.executable });
    }
    Ok(parts)
}

fn describes(text: &str, fields: &[&str]) -> bool {
    FrontMatter::split(text)
        .is_ok_and(|front| fields.iter().all(|field| front.text(field).is_some()))
}

/// The files a rule is limited to, in the words of any host.
fn globs(fields: &Json) -> Vec<String> {
    let named =
        ["globs", "paths", "applyTo", "fileMatchPattern"].into_iter().map(|name| &fields[name]);
    let split = |text: &str| text.split(',').map(|glob| glob.trim().to_owned()).collect::<Vec<_>>();
    let listed = named.flat_map(|value| match value {
        Json::String(text) => split(text),
        Json::Array(items) => items.iter().filter_map(Json::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    });
    listed.filter(|glob| !glob.is_empty() && glob != "**" && glob != "**/*").collect()
}

/// A structured document as Markdown with front matter; `None` when a field that it must have is missing.
fn markdown(reader: &Reader, shape: &DocumentShape, kind: ModuleKind) -> Option<String> {
    let value = |key: &str| reader.value(&[key.to_owned()]);
    let mut head = String::new();
    for ours in ["name", "description", "model"] {
        let found = shape.fields.get(ours).and_then(|theirs| value(theirs));
        match found.as_ref().and_then(Json::as_str) {
            Some(text) => {
                let _ = writeln!(head, "{ours}: {}", Json::from(text));
            }
            None if kind == ModuleKind::Agent && ours != "model" => return None,
            None => {}
        }
    }
    let body = value(shape.body.as_deref()?)?;
    Some(format!("---\n{head}---\n\n{}", body.as_str()?))
}
