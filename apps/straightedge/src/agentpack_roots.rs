//! Agentpack over HTTP: its tools, kept inside the folders that were named at the start.
//!
//! Locally, agentpack also writes the configuration in the user's home. A client over the network reads and writes
//! projects and configuration repositories in the named folders, and nothing else.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};
use toolserver::{Call, Handler, RootPolicy, Server, Tool, ToolError};

/// Tools that write what a dry run of them lists.
const WRITING: [&str; 2] = ["deploy_apply", "evolve_restore"];
/// Tools that write into the repository itself.
const CHANGING_REPOSITORY: [&str; 1] = ["evolve_propose"];
/// Tools that write files nobody can list beforehand.
const LOCAL_ONLY: [&str; 1] = ["rollback"];

/// The agentpack server for these folders.
pub(crate) fn server(roots: RootPolicy) -> Server {
    let server = agentpack::server(roots);
    let tools = server.tools.iter().map(confined).collect();
    Server { tools, ..server }
}

fn confined(tool: &Tool) -> Tool {
    let (name, call) = (tool.name.clone(), Arc::clone(&tool.call));
    let confined: Handler = Arc::new(move |request: &Call, arguments: &Value| {
        let folders = request.roots().folders();
        check_repository(folders, &name, arguments)?;
        if LOCAL_ONLY.contains(&name.as_str()) {
            let message =
                format!("{name} is not offered over HTTP; run `agentpack {name}` on the machine");
            return Err(ToolError::new("agentpack/local-only", message));
        }
        if WRITING.contains(&name.as_str()) && arguments["dry_run"] != true {
            let mut dry = arguments.clone();
            dry["dry_run"] = true.into();
            let listed = call(request, &dry)?;
            check_changes(folders, listed.structured.as_ref().unwrap_or(&Value::Null))?;
        }
        call(request, arguments)
    });
    Tool { call: confined, ..tool.clone() }
}

/// Refuses a repository outside the folders, and changes to the one in the user's home.
fn check_repository(folders: &[PathBuf], tool: &str, arguments: &Value) -> Result<(), ToolError> {
    match arguments["repo"].as_str() {
        Some(repo) if is_inside(folders, Path::new(repo)) => Ok(()),
        Some(repo) => Err(outside(&[repo])),
        None if CHANGING_REPOSITORY.contains(&tool) => {
            let message = format!(
                "over HTTP, {tool} needs `repo`: a configuration repository in a folder of the server"
            );
            Err(ToolError::new("path/outside-roots", message))
        }
        None => Ok(()),
    }
}

/// Refuses a plan that would change a file outside the folders, or that is too long to be listed whole.
fn check_changes(folders: &[PathBuf], listed: &Value) -> Result<(), ToolError> {
    let mut paths = Vec::new();
    collect_paths(listed, &mut paths);
    let foreign: Vec<&str> =
        paths.into_iter().filter(|path| !is_inside(folders, Path::new(path))).collect();
    if !foreign.is_empty() {
        return Err(outside(&foreign));
    }
    let is_cut = listed["warnings"]
        .as_array()
        .is_some_and(|all| all.iter().any(|it| it.as_str().is_some_and(|it| it.contains(" of "))));
    if is_cut {
        let message = "the plan is too long to be checked over HTTP; narrow it with target";
        return Err(ToolError::new("path/outside-roots", message));
    }
    Ok(())
}

/// Every absolute path that an answer names.
fn collect_paths<'a>(value: &'a Value, paths: &mut Vec<&'a str>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                match field.as_str() {
                    Some(path) if name == "path" && Path::new(path).is_absolute() => {
                        paths.push(path);
                    }
                    _ => collect_paths(field, paths),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect_paths(item, paths)),
        _ => {}
    }
}

/// Whether a path lies in one of the folders, links followed as far as the path exists.
fn is_inside(folders: &[PathBuf], path: &Path) -> bool {
    let is_plain = path.components().all(|it| !matches!(it, Component::ParentDir));
    let real = path.ancestors().find_map(|known| {
        let rest = path.strip_prefix(known).ok()?;
        Some(known.canonicalize().ok()?.join(rest))
    });
    is_plain
        && path.is_absolute()
        && real.is_some_and(|real| folders.iter().any(|folder| real.starts_with(folder)))
}

fn outside(paths: &[&str]) -> ToolError {
    let shown: Vec<&str> = paths.iter().take(5).copied().collect();
    let message = format!(
        "outside the folders of this server: {}; start it with --root to add a folder, or use agentpack on the machine",
        shown.join(", ")
    );
    ToolError::new("path/outside-roots", message).with_details(json!({ "paths": shown }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_inside_only_in_earnest() {
        let home = tempfile::tempdir().unwrap();
        let root = home.path().canonicalize().unwrap().join("project");
        std::fs::create_dir_all(root.join("src")).unwrap();
        let folders = [root.clone()];
        assert!(is_inside(&folders, &root.join("src/new/file.md")));
        assert!(!is_inside(&folders, &root.join("../other")));
        assert!(!is_inside(&folders, &home.path().join("other")));
        assert!(!is_inside(&folders, Path::new("src")));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(home.path(), root.join("out")).unwrap();
            assert!(!is_inside(&folders, &root.join("out/file")));
        }
    }

    #[test]
    fn a_plan_that_leaves_the_folders_is_refused() {
        let home = tempfile::tempdir().unwrap();
        let root = home.path().canonicalize().unwrap();
        let folders = [root.clone()];
        let inside = root.join("AGENTS.md");
        let plan = json!({ "data": { "changes": [{ "path": inside, "op": "create" }] } });
        assert_eq!(check_changes(&folders, &plan), Ok(()));
        let plan = json!({ "data": { "changes": [{ "path": inside }, { "path": "/elsewhere/.claude/CLAUDE.md" }] } });
        assert!(check_changes(&folders, &plan).unwrap_err().message.contains(".claude"));
    }

    #[test]
    fn a_repository_must_lie_in_the_folders() {
        let home = tempfile::tempdir().unwrap();
        let root = home.path().canonicalize().unwrap();
        let folders = [root.clone()];
        assert!(check_repository(&folders, "plan", &json!({ "repo": root.join("repo") })).is_ok());
        assert!(check_repository(&folders, "plan", &json!({ "repo": "/etc" })).is_err());
        assert!(check_repository(&folders, "plan", &json!({})).is_ok());
        assert!(check_repository(&folders, "evolve_propose", &json!({})).is_err());
    }
}
