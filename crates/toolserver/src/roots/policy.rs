//! Which folders are the roots: `--root`, then the server's own variable, then the host's project folder,
//! then what the client names, then the current folder unless it is the program's own.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use ::roots::{RootError, Roots};

/// Set by a host to the project it works in.
const PROJECT_VARIABLE: &str = "CLAUDE_PROJECT_DIR";
/// Set by a host to the folder of the plugin that brought the server.
const PLUGIN_VARIABLE: &str = "CLAUDE_PLUGIN_ROOT";
/// Where a host says, call by call, which folder it works in; it does so for servers that declare a capability of this
/// name.
pub(crate) const SANDBOX_STATE: &str = "codex/sandbox-state-meta";
/// A folder that holds one of these is a plugin, not a project.
const PLUGIN_MARKS: [&str; 4] =
    [".claude-plugin", ".codex-plugin", "plugin.json", "gemini-extension.json"];

/// What the person who starts the server says about roots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RootOptions {
    /// The `--root` arguments. They must exist; if there are any, nothing else is asked.
    pub folders: Vec<PathBuf>,
    /// The server's own environment variable, such as `PUML_ROOT`: one folder, or several as in `PATH`.
    pub variable: Option<String>,
}

/// Where the roots of a call come from, decided once when the server starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RootPolicy {
    /// These, whatever the client says.
    Fixed(Roots),
    /// What the client names, if it names any; otherwise these. Only stdio asks the client: there it is
    /// the client that started the server, while over HTTP it could name any folder of somebody else's machine.
    Client(Roots),
}

/// What the policy may look at; a value of its own so that tests can make one up.
struct Surroundings<'a> {
    variable: &'a dyn Fn(&str) -> Option<OsString>,
    current: Option<PathBuf>,
    executable: Option<PathBuf>,
}

impl RootPolicy {
    /// No path is ever allowed.
    pub fn none() -> Self {
        Self::Fixed(Roots::none("this server takes no paths"))
    }

    /// Reads the environment, the current folder and the place of the executable.
    pub fn resolve(options: &RootOptions) -> Result<Self, RootError> {
        Self::resolve_in(
            options,
            &Surroundings {
                variable: &|name| std::env::var_os(name),
                current: std::env::current_dir().ok(),
                executable: std::env::current_exe().ok(),
            },
        )
    }

    fn resolve_in(
        options: &RootOptions,
        surroundings: &Surroundings<'_>,
    ) -> Result<Self, RootError> {
        let advice = match &options.variable {
            Some(variable) => format!("start the server with --root FOLDER or set {variable}"),
            None => "start the server with --root FOLDER".to_owned(),
        };
        if !options.folders.is_empty() {
            return Ok(Self::Fixed(Roots::at(&options.folders)?.advising(&advice)));
        }
        let named = options
            .variable
            .as_deref()
            .and_then(surroundings.variable)
            .filter(|value| !value.is_empty());
        if let Some(value) = named {
            return Ok(Self::Fixed(Roots::at(std::env::split_paths(&value))?.advising(&advice)));
        }
        // A host's variable is a hint, not an order: one that names no folder is passed over.
        let project =
            (surroundings.variable)(PROJECT_VARIABLE).and_then(|value| Roots::at([value]).ok());
        if let Some(roots) = project {
            return Ok(Self::Fixed(roots.advising(&advice)));
        }
        let current = surroundings.project_folder().and_then(|folder| Roots::at([folder]).ok());
        Ok(Self::Client(match current {
            Some(roots) => roots.advising(&advice),
            None => Roots::none(advice),
        }))
    }

    /// The roots when no client is asked.
    pub(crate) fn without_client(&self) -> &Roots {
        match self {
            Self::Fixed(roots) | Self::Client(roots) => roots,
        }
    }

    /// The roots once the client has named its own, as `file:` URIs; those that are no folders here are left out.
    pub(crate) fn with_client<'a>(&self, uris: impl IntoIterator<Item = &'a str>) -> Roots {
        let (Self::Fixed(fallback) | Self::Client(fallback)) = self;
        if matches!(self, Self::Fixed(_)) {
            return fallback.clone();
        }
        let folders: Vec<PathBuf> =
            uris.into_iter().filter_map(file_path).filter(|folder| folder.is_dir()).collect();
        match Roots::at(folders) {
            Ok(roots) if !roots.is_empty() => roots.advising(fallback.advice()),
            _ => fallback.clone(),
        }
    }
}

impl Surroundings<'_> {
    /// The current folder, unless it is the file system's own root or belongs to the plugin or the executable.
    fn project_folder(&self) -> Option<PathBuf> {
        let current = self.current.as_ref()?.canonicalize().ok()?;
        current.parent()?;
        let own = self.own_folders();
        (!own.iter().any(|folder| current.starts_with(folder))).then_some(current)
    }

    fn own_folders(&self) -> Vec<PathBuf> {
        let plugin = (self.variable)(PLUGIN_VARIABLE).map(PathBuf::from);
        let beside = self.executable.as_deref().and_then(Path::parent);
        // A plugin keeps its programs in `bin/`, so its own folder is one up.
        let above = beside
            .and_then(Path::parent)
            .filter(|folder| PLUGIN_MARKS.iter().any(|mark| folder.join(mark).exists()));
        [plugin.as_deref(), beside, above]
            .into_iter()
            .flatten()
            .filter_map(|folder| folder.canonicalize().ok())
            .collect()
    }
}

/// The local path of a `file:` URI. An absolute path stands for itself: hosts have said it both ways.
fn file_path(uri: &str) -> Option<PathBuf> {
    let Some(rest) = uri.strip_prefix("file://") else {
        return Some(PathBuf::from(uri)).filter(|it| it.is_absolute());
    };
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    if !path.starts_with('/') {
        return None;
    }
    let decoded = percent_decode(path)?;
    // `/C:/x` is how a Windows path is written in a URI.
    let is_drive = decoded.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if is_drive { &decoded[1..] } else { &decoded }))
}

pub(crate) fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        if byte == b'%' {
            let digits = std::str::from_utf8(tail.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &tail[2..];
        } else {
            bytes.push(byte);
            rest = tail;
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    struct Machine {
        folders: tempfile::TempDir,
        variables: HashMap<&'static str, OsString>,
    }

    impl Machine {
        fn new() -> Self {
            let folders = tempfile::tempdir().unwrap();
            for name in
                ["given", "named", "project", "current", "plugin/bin", "plugin/.claude-plugin"]
            {
                std::fs::create_dir_all(folders.path().join(name)).unwrap();
            }
            Self { folders, variables: HashMap::new() }
        }

        fn path(&self, name: &str) -> PathBuf {
            self.folders.path().canonicalize().unwrap().join(name)
        }

        fn set(&mut self, variable: &'static str, name: &str) {
            self.variables.insert(variable, self.path(name).into_os_string());
        }

        fn resolve_from(
            &self,
            current: &Path,
            options: &RootOptions,
        ) -> Result<RootPolicy, RootError> {
            let variable = |name: &str| self.variables.get(name).cloned();
            RootPolicy::resolve_in(
                options,
                &Surroundings {
                    variable: &variable,
                    current: Some(current.to_owned()),
                    executable: Some(self.path("plugin/bin/server")),
                },
            )
        }

        fn resolve(&self, options: &RootOptions) -> RootPolicy {
            self.resolve_from(&self.path("current"), options).unwrap()
        }
    }

    fn options() -> RootOptions {
        RootOptions { folders: Vec::new(), variable: Some("OWN_ROOT".to_owned()) }
    }

    fn folder(policy: &RootPolicy) -> &Path {
        &policy.without_client().folders()[0]
    }

    #[test]
    fn each_source_of_roots_gives_way_to_the_one_before_it() {
        let mut machine = Machine::new();
        let policy = machine.resolve(&options());
        assert!(matches!(&policy, RootPolicy::Client(_)));
        assert_eq!(folder(&policy), machine.path("current"));
        machine.set(PROJECT_VARIABLE, "project");
        let policy = machine.resolve(&options());
        assert!(matches!(&policy, RootPolicy::Fixed(_)));
        assert_eq!(folder(&policy), machine.path("project"));
        machine.set("OWN_ROOT", "named");
        assert_eq!(folder(&machine.resolve(&options())), machine.path("named"));
        let given = RootOptions { folders: vec![machine.path("given")], ..options() };
        assert_eq!(folder(&machine.resolve(&given)), machine.path("given"));
    }

    #[test]
    fn a_root_that_was_asked_for_must_exist_but_a_hint_may_not() {
        let mut machine = Machine::new();
        machine.set(PROJECT_VARIABLE, "nothing");
        assert_eq!(folder(&machine.resolve(&options())), machine.path("current"));
        machine.set("OWN_ROOT", "nothing");
        let current = machine.path("current");
        assert!(machine.resolve_from(&current, &options()).is_err());
    }

    #[test]
    fn the_programs_own_folder_is_no_project() {
        let mut machine = Machine::new();
        for name in ["plugin", "plugin/bin"] {
            let policy = machine.resolve_from(&machine.path(name), &options()).unwrap();
            let error = policy.without_client().confine("a").unwrap_err();
            assert!(error.to_string().contains("set OWN_ROOT"), "{error}");
        }
        let policy = machine.resolve_from(Path::new("/"), &RootOptions::default()).unwrap();
        assert!(policy.without_client().is_empty());
        machine.set(PLUGIN_VARIABLE, "current");
        assert!(machine.resolve(&options()).without_client().is_empty());
    }

    #[test]
    fn the_client_is_heard_only_where_nothing_was_said() {
        let mut machine = Machine::new();
        let uri = format!("file://{}", machine.path("given").display());
        let policy = machine.resolve(&options());
        assert_eq!(policy.with_client([uri.as_str()]).folders(), [machine.path("given")]);
        assert_eq!(
            policy.with_client(["https://x", "file:///no/such"]).folders(),
            [machine.path("current")]
        );
        machine.set("OWN_ROOT", "named");
        let policy = machine.resolve(&options());
        assert_eq!(policy.with_client([uri.as_str()]).folders(), [machine.path("named")]);
    }

    #[test]
    fn file_uris_are_decoded() {
        assert_eq!(file_path("file:///a%20b/%C3%BC"), Some(PathBuf::from("/a b/ü")));
        assert_eq!(file_path("file://localhost/a"), Some(PathBuf::from("/a")));
        assert_eq!(file_path("file:///C:/x"), Some(PathBuf::from("C:/x")));
        assert_eq!(file_path("file://host/a"), None);
        assert_eq!(file_path("file:///%zz"), None);
        assert_eq!(file_path("file:///%f"), None);
        assert_eq!(file_path("https://host/a"), None);
    }

    #[test]
    fn this_machine_can_be_asked() {
        assert!(RootPolicy::resolve(&RootOptions::default()).is_ok());
        assert!(RootPolicy::none().without_client().is_empty());
    }
}
