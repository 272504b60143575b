//! Cases of agentpack: `manifest`, `file path=…` (the config repo) and `live path=…` (what stands on the machine) in;
//! `plan`, `after`, `replan` and `undone` out. `edit path=…` is what somebody writes between the deployment and the rest.
//!
//! Paths of the machine begin with `home/` or `project/`. `diagnostics` holds what was refused and what was lost.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use agentpack_core::snapshot::Id;
use agentpack_core::{
    Environment, Plan, Purpose, Result as PackResult, RunLock, Selection, apply, plan, plan_undo,
    survey,
};
use anyhow::{Context, Result, bail, ensure};

use crate::{Case, files};

pub(super) fn run(_: &Path, case: &Case) -> Result<Vec<(String, String)>> {
    let machine = Machine::new(case)?;
    let mut findings = String::new();
    let planned = machine.plan();
    let told = told(&machine, &planned, &mut findings);
    let deployed = planned.and_then(|it| machine.deploy(&it));
    let after = machine.tree()?;
    machine.write(case, "edit", &machine.root)?;
    let replanned = told_again(&machine);
    let undone = match &deployed {
        Ok(run) => {
            machine.undo(*run).map_or_else(|it| Ok(machine.refused(&it)), |()| machine.tree())?
        }
        Err(error) => {
            // A refused plan was named above.
            if findings.is_empty() {
                findings = machine.refused(error);
            }
            String::new()
        }
    };
    let mut out = vec![("diagnostics".to_owned(), findings)];
    for block in case.blocks() {
        let text = match block.name.as_str() {
            "manifest" | "file" | "live" | "edit" | "diagnostics" => continue,
            "plan" => told.clone(),
            "after" => after.clone(),
            "replan" => replanned.clone(),
            "undone" => undone.clone(),
            other => bail!("a case of packs has no block `{other}`"),
        };
        out.push((block.name.clone(), text));
    }
    Ok(out)
}

/// A plan as lines `op state path`, and what hosts cannot express among the findings.
fn told(machine: &Machine, plan: &PackResult<Plan>, findings: &mut String) -> String {
    match plan {
        Ok(plan) => {
            for it in &plan.losses {
                let _ = writeln!(findings, "{}: {}", it.target, it.message);
            }
            machine.lines(plan)
        }
        Err(error) => {
            *findings = machine.refused(error);
            String::new()
        }
    }
}

fn told_again(machine: &Machine) -> String {
    machine.plan().map_or_else(|it| machine.refused(&it), |it| machine.lines(&it))
}

/// A home, a project and a config repo in a folder that goes away.
struct Machine {
    root: PathBuf,
    env: Environment,
    _folder: tempfile::TempDir,
}

impl Machine {
    fn new(case: &Case) -> Result<Self> {
        let manifest = case.block("manifest").context("a case needs a `manifest` block")?;
        let folder = tempfile::tempdir()?;
        let root = folder.path().canonicalize()?;
        for it in ["home", "project/.git", "repo"] {
            fs::create_dir_all(root.join(it))?;
        }
        // What agentpack keeps for itself is no part of what a case shows.
        let env = Environment {
            agentpack_home: root.join("state"),
            machine_id: "case".into(),
            ..Environment::below(&root)
        };
        let machine = Self { root, env, _folder: folder };
        fs::write(machine.env.repo.join("agentpack.yaml"), &manifest.text)?;
        machine.write(case, "file", &machine.env.repo)?;
        machine.write(case, "live", &machine.root)?;
        Ok(machine)
    }

    /// Writes the blocks of a name below a folder.
    fn write(&self, case: &Case, name: &str, folder: &Path) -> Result<()> {
        for block in case.blocks().filter(|it| it.name == name) {
            let path = block.attribute("path").context("a file needs `path=…`")?;
            let path = folder.join(path);
            ensure!(path.starts_with(&self.root), "{} lies outside", path.display());
            fs::create_dir_all(path.parent().context("a file needs a folder")?)?;
            fs::write(&path, &block.text)?;
        }
        Ok(())
    }

    fn plan(&self) -> PackResult<Plan> {
        plan(&survey(&self.env, &Selection::default())?)
    }

    fn deploy(&self, plan: &Plan) -> PackResult<Id> {
        plan.refuse_adoptions()?;
        let (lock, _) = RunLock::acquire(&self.env)?;
        Ok(apply(&lock, &self.env, plan, &Purpose::Deploy { lock: None })?.snapshot_id)
    }

    fn undo(&self, run: Id) -> PackResult<()> {
        let back = plan_undo(&self.env, run)?;
        back.plan.refuse_user_edits()?;
        let (lock, _) = RunLock::acquire(&self.env)?;
        apply(&lock, &self.env, &back.plan, &Purpose::Undo { run, emptied: back.emptied })?;
        Ok(())
    }

    fn lines(&self, plan: &Plan) -> String {
        if plan.changes.is_empty() {
            return "nothing\n".into();
        }
        let line = |it: &agentpack_core::Change| {
            let path = it.path.strip_prefix(&self.root).unwrap_or(&it.path);
            format!("{} {} {}\n", it.op.name(), it.state.name(), path.display())
        };
        plan.changes.iter().map(line).collect()
    }

    /// Every file of the home and the project, with its lines.
    fn tree(&self) -> Result<String> {
        let mut out = String::new();
        for root in [&self.env.home, &self.env.project] {
            for file in files(root).into_iter().filter(|it| !is_state(it)) {
                let _ = writeln!(out, "{}", file.strip_prefix(&self.root)?.display());
                for line in String::from_utf8_lossy(&fs::read(&file)?).lines() {
                    let _ = writeln!(out, "| {line}");
                }
            }
        }
        Ok(if out.is_empty() { "no file\n".into() } else { out })
    }

    /// An error with its hint, and without the place of the machine.
    fn refused(&self, error: &agentpack_core::Error) -> String {
        let hint = error.details.get("hint").and_then(|it| it.as_str());
        let text = hint.map_or_else(|| format!("{error}\n"), |it| format!("{error}; {it}\n"));
        text.replace(&format!("{}/", self.root.display()), "")
    }
}

/// Our own lists of what we wrote: digests that say nothing to a reader.
fn is_state(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with(".agentpack.manifest") || name == ".agentpack.owned.json"
}
