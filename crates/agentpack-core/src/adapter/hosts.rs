//! The hosts that a run knows: the built-in tables, those of the user, and those of the config repo.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use super::{Adapter, Host, built_in, read};
use crate::environment::Environment;
use crate::error::{Code, Error, Result};
use crate::hash_cache::read_text;

/// The folder of tables, below the user's agentpack folder and below the config repo.
const FOLDER: &str = "adapters";
const MAX_TABLE: u64 = 256 << 10;
const MAX_TABLES: usize = 200;

/// The adapter of each host, built in or from a table of the user.
#[derive(Debug, Clone)]
pub struct Hosts {
    adapters: Arc<BTreeMap<Host, Adapter>>,
    /// What a person should know about where they come from.
    pub(crate) warnings: Vec<String>,
}

impl PartialEq for Hosts {
    fn eq(&self, other: &Self) -> bool {
        self.adapters.keys().eq(other.adapters.keys())
    }
}

static BUILT_IN: LazyLock<Hosts> = LazyLock::new(|| {
    let adapters = built_in::TABLES.iter().map(|(file, text)| {
        let adapter = read::adapter(text, file.trim_end_matches(".toml"));
        let adapter =
            adapter.unwrap_or_else(|problems| panic!("{file} is not valid: {problems:?}"));
        (adapter.host(), adapter)
    });
    Hosts { adapters: Arc::new(adapters.collect()), warnings: Vec::new() }
});

impl Hosts {
    /// The hosts whose tables come with the program.
    pub fn built_in() -> &'static Hosts {
        &BUILT_IN
    }

    /// The hosts of one run. A table in the user's folder wins over one in the config repo, and both win over a
    /// built-in one of the same name.
    pub fn load(env: &Environment) -> Result<Self> {
        let mut found = tables(&env.repo.join(FOLDER))?;
        found.extend(tables(&env.agentpack_home.join(FOLDER))?);
        if found.is_empty() {
            return Ok(Self::built_in().clone());
        }
        let mut warnings = Vec::new();
        let mut adapters = BTreeMap::new();
        for (file, text) in built_in::TABLES {
            let adapter = read::adapter(text, file.trim_end_matches(".toml"));
            let adapter = adapter.expect("the built-in tables were checked");
            adapters.insert(adapter.host(), adapter);
        }
        for (path, text) in found {
            let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            let adapter =
                read::adapter(&text, stem).map_err(|problems| invalid(&path, &problems))?;
            if adapters.insert(adapter.host(), adapter).is_some() {
                warnings.push(format!("{} replaces the table of {stem}", path.display()));
            }
        }
        Ok(Self { adapters: Arc::new(adapters), warnings })
    }

    /// The host of that name; `None` where no adapter has it.
    pub fn named(&self, name: &str) -> Option<Host> {
        self.adapters.keys().copied().find(|host| host.name() == name)
    }

    /// Every adapter, by name.
    pub fn iter(&self) -> impl Iterator<Item = &Adapter> {
        self.adapters.values()
    }

    /// The table of a host.
    pub fn adapter(&self, host: Host) -> Option<&Adapter> {
        self.adapters.get(&host)
    }

    /// In alphabetical order.
    pub fn names(&self) -> Vec<&'static str> {
        self.adapters.keys().map(|host| host.name()).collect()
    }
}

/// The texts of a folder of tables, sorted by file name. No folder means no tables.
fn tables(folder: &Path) -> Result<Vec<(PathBuf, String)>> {
    let Ok(listed) = fs::read_dir(folder) else { return Ok(Vec::new()) };
    let paths = listed.flatten().map(|entry| entry.path());
    let mut paths: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|it| it == "toml")).collect();
    paths.sort();
    if paths.len() > MAX_TABLES {
        let message = format!("{} holds more than {MAX_TABLES} tables", folder.display());
        return Err(Error::new(Code::LimitExceeded, message).at(folder));
    }
    let texts = paths.into_iter().map(|path| {
        let text = read_text(&path, MAX_TABLE)?;
        Ok((path, text))
    });
    texts.collect()
}

/// Every problem of a table in one error, each with its place.
fn invalid(path: &Path, problems: &[crate::yaml::Problem]) -> Error {
    let listed: Vec<_> = problems.iter().map(crate::yaml::Problem::data).collect();
    let more = match problems.len() {
        1 => String::new(),
        n => format!(" (and {} more)", n - 1),
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Error::new(Code::ConfigInvalid, format!("{name}, {}{more}", problems[0]))
        .with("problems", listed)
        .with("file", path.display().to_string())
        .at(path)
}
