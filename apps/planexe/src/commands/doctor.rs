//! `planexe doctor`: whether this machine can keep and run sessions.

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use clap::Args;
use planexe_core::{Remains, Repaired, Result, RunState};
use serde_json::json;

use crate::context::{Context, print};

/// Check the store, its content, the editor and the chosen model
#[derive(Debug, Args)]
pub(crate) struct Doctor {
    /// Replace a damaged database by a new one with every row that can be read; the old file is kept
    #[arg(long)]
    repair: bool,
}

impl Doctor {
    /// What can be said without opening a database that is damaged; none when it is sound.
    pub(crate) fn look(&self, home: &Path, is_json: bool) -> Option<Result<ExitCode>> {
        let remains = planexe_core::remains(home);
        if remains.problems.is_empty() {
            return None;
        }
        Some(self.tell(home, &remains, is_json))
    }

    fn tell(&self, home: &Path, remains: &Remains, is_json: bool) -> Result<ExitCode> {
        let repaired = if self.repair { Some(planexe_core::repair(home)?) } else { None };
        if is_json {
            let value = json!({
                "database": remains.database, "problems": remains.problems,
                "readable_sessions": remains.sessions.iter().map(|(id, title)| json!({
                    "session_id": id, "title": title,
                })).collect::<Vec<_>>(),
                "folders": remains.folders.iter().map(|(out, files)| json!({
                    "path": out, "files": files,
                })).collect::<Vec<_>>(),
                "copy": repaired.as_ref().map(|it| &it.copy),
                "lost": repaired.iter().flat_map(|it| &it.lost).map(|(id, out)| json!({
                    "session_id": id, "path": out,
                })).collect::<Vec<_>>(),
            });
            print(&format!("{value:#}\n"))?;
            return Ok(ExitCode::from(1));
        }
        let mut text = format!("database  {} is damaged\n", remains.database.display());
        for problem in &remains.problems {
            let _ = writeln!(text, "          {}", problem.trim().replace('\n', "; "));
        }
        let _ = writeln!(text, "readable  {} sessions", remains.sessions.len());
        for (id, title) in &remains.sessions {
            let _ = writeln!(text, "          {id} {title}");
        }
        for (out, files) in &remains.folders {
            let _ = writeln!(text, "files     {}: {files}", out.display());
        }
        match repaired {
            Some(repaired) => repaired_text(&repaired, &mut text),
            None => text.push_str(
                "end every planexe, then run `planexe doctor --repair`: it keeps a copy of the file and \
                 makes a new one of what can be read\n",
            ),
        }
        print(&text)?;
        Ok(ExitCode::from(1))
    }

    pub(super) fn run(context: &Context) -> Result<ExitCode> {
        let engine = &context.engine;
        let sessions = engine.sessions(&context.caller)?;
        let mut damaged = Vec::new();
        let mut failed = Vec::new();
        for session in &sessions {
            for uri in engine.damage(&context.caller, &session.id)? {
                damaged.push((uri, session));
            }
            let status = engine.status(&context.caller, &session.id)?;
            if status.run.is_some_and(|run| run.state == RunState::Failed) {
                failed.push(session);
            }
        }
        // Sessions of many machines have no folders.
        let is_alone = engine.checks().is_empty();
        let strays = if is_alone { planexe_core::strays(engine.home()) } else { Vec::new() };
        let has_editor = ["VISUAL", "EDITOR"].iter().any(|name| std::env::var_os(name).is_some());
        let mut text = format!("home      {}\n", engine.home().display());
        if is_alone {
            // `look` found nothing wrong with it.
            let database = engine.home().join("planexe.db");
            let _ = writeln!(text, "database  {}, sound", database.display());
        }
        let _ = writeln!(text, "subject   {}", context.caller.0);
        let _ = writeln!(text, "models    {}", engine.models().join(", "));
        let _ = writeln!(text, "sessions  {}", sessions.len());
        let editor = if has_editor { "found" } else { "set VISUAL or EDITOR for `planexe edit`" };
        let _ = writeln!(text, "editor    {editor}");
        let model = crate::chosen_model::chosen_model(&context.engine);
        let tried = engine.try_model(&model);
        let said = tried.as_ref().map_or_else(|wrong| format!("WRONG: {wrong}"), Clone::clone);
        let _ = writeln!(text, "model     {model}: {said}");
        let checks = engine.checks();
        for check in &checks {
            let found = match &check.found {
                Ok(found) => found.clone(),
                Err(wrong) => format!("WRONG: {wrong}"),
            };
            let _ = writeln!(text, "{:9} {found}", check.name);
        }
        for session in &failed {
            let (id, title) = (&session.id, session.title());
            let _ = writeln!(text, "failed    {id} ({title}): run `planexe status -s {id}`");
        }
        for (uri, session) in &damaged {
            let _ = writeln!(
                text,
                "damaged   {uri} ({}): its content is missing or altered; run `planexe resume -s {}` \
                 to rebuild it",
                session.title(),
                uri.session
            );
        }
        for (out, files) in &strays {
            let _ = writeln!(
                text,
                "unknown   {}: {files} files of a session that the database does not know; {}, then \
                 move the folder away",
                out.display(),
                planned_again(out)
            );
        }
        let answer = json!({
            "home": engine.home(), "subject": context.caller.0, "models": engine.models(),
            "sessions": sessions.len(), "editor": has_editor, "model": model, "model_says": said, "model_works": tried.is_ok(), "failed": failed.iter().map(|session| &session.id).collect::<Vec<_>>(),
            "damaged": damaged.iter().map(|(uri, _)| uri).collect::<Vec<_>>(),
            "unknown": strays.iter().map(|(out, files)| json!({
                "path": out, "files": files,
            })).collect::<Vec<_>>(),
            "checks": checks.iter().map(|check| json!({
                "name": check.name, "found": check.found.as_ref().ok(),
                "wrong": check.found.as_ref().err(),
            })).collect::<Vec<_>>(),
        });
        context.answer(&answer, &text)?;
        let is_well = damaged.is_empty()
            && strays.is_empty()
            && tried.is_ok()
            && checks.iter().all(|check| check.found.is_ok());
        Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }
}

/// The way forward from nothing but the files of a session.
fn planned_again(out: &Path) -> String {
    format!("plan it again with `planexe new - < {}/prompt.md`", out.display())
}

/// What a repair kept and lost, and how to go on.
fn repaired_text(repaired: &Repaired, text: &mut String) {
    let _ = writeln!(text, "copy      {}", repaired.copy.display());
    for (id, out) in &repaired.lost {
        let _ = match out {
            Some(out) => writeln!(
                text,
                "lost      {id}: its files are in {}; {}",
                out.display(),
                planned_again(out)
            ),
            None => writeln!(text, "lost      {id}: it has no files either"),
        };
    }
    text.push_str(
        "repaired: run `planexe sessions`, and `planexe resume -s ID` for each; what is lost of a \
         session's files is made again\n",
    );
}
