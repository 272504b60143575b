//! The JSON shapes of sessions, runs, artifacts, events and graphs, the same for tools and `--json`.

use std::fmt::Write as _;

use planexe_core::{
    Artifact, ArtifactUri, Author, Event, Need, Pending, Run, Session, SessionId, Standing, Status,
    TaskView,
};
use serde_json::{Value, json};

use crate::server::INTERFACE;

/// A session as lists show it.
pub fn session(session: &Session) -> Value {
    json!({
        "session_id": session.id,
        "title": session.title(),
        "output_dir_uri": format!("planexe://sessions/{}/out", session.id),
        "state": session.state,
        "created_at": session.created_at,
        "updated_at": session.updated_at,
        "config": session.config,
        "metadata": session.metadata,
    })
}

/// A run as start, stop and resume answer with it.
pub fn run(run: &Run) -> Value {
    json!({ "run_id": run.id, "state": run.state, "target": run.target })
}

/// An artifact as lists and writes show it.
pub fn artifact(session: &SessionId, artifact: &Artifact) -> Value {
    let mut entry = json!({
        "type": "file",
        "path": artifact.path,
        "artifact_uri": ArtifactUri::new(session, &artifact.path),
        "size": artifact.size,
        "updated_at": artifact.updated_at,
        "content_type": artifact.content_type(),
        "kind": artifact.kind,
        "sha256": artifact.sha256,
        "version": artifact.version,
        "pinned": artifact.pinned,
    });
    match &artifact.author {
        Author::Task(task) => entry["producer"] = json!(task),
        Author::Engine => entry["producer"] = json!("engine"),
        Author::User(reason) => entry["edit_reason"] = json!(reason),
    }
    if artifact.is_sensitive() {
        entry["sensitive"] = json!(true);
    }
    entry
}

/// An event as it is streamed.
pub fn event(event: &Event) -> Value {
    json!({
        "cursor": event.cursor, "ts": event.ts, "type": event.kind.as_str(), "data": event.data,
    })
}

/// A question for the calling agent.
pub fn question(question: &Pending) -> Value {
    json!({
        "question_id": question.id, "task": question.task, "prompt": question.prompt,
        "schema": question.schema, "faults": question.faults,
    })
}

/// The answer to a status call.
pub fn status(status: &Status) -> Value {
    let id = &status.session.id;
    let latest = status.latest.iter().map(|artifact| {
        json!({
            "path": artifact.path, "artifact_uri": ArtifactUri::new(id, &artifact.path),
            "kind": artifact.kind, "updated_at": artifact.updated_at,
        })
    });
    let stale = status.tasks.iter().filter(|task| task.why.is_some());
    let mut answer = json!({
        "planexe.version": INTERFACE,
        "session_id": id,
        "title": status.session.title(),
        "session_state": status.session.state,
        "run_id": null,
        "state": status.session.state,
        "phase": "initializing",
        "progress": { "overall": 0.0, "current_task": null },
        "timing": { "started_at": null, "ended_at": null, "elapsed_sec": 0 },
        "latest_artifacts": latest.collect::<Vec<_>>(),
        "warnings": status.warnings,
        "stale": stale.map(|task| json!({ "task": task.name, "why": task.why })).collect::<Vec<_>>(),
        "stalled": status.is_stalled(),
    });
    if let Some(run) = &status.run {
        let progress = &run.progress;
        let phases = progress.phases.iter();
        answer["run_id"] = json!(run.id);
        answer["target"] = json!(run.target);
        answer["state"] = json!(run.state);
        answer["phase"] = json!(progress.phase);
        answer["progress"] = json!({
            "overall": progress.overall,
            "current_task": progress.running.first(),
            "running_tasks": progress.running,
            "phases": phases.map(|(phase, share)| json!({ "phase": phase, "share": share }))
                .collect::<Vec<_>>(),
        });
        answer["tasks"] = json!({
            "done": progress.done, "total": progress.total, "cached": progress.cached,
        });
        answer["timing"] = json!({
            "started_at": run.started_at,
            "ended_at": run.ended_at,
            "elapsed_sec": run.ended_at.unwrap_or(status.at).seconds_since(run.started_at),
            "last_progress_at": run.progressed_at,
        });
        if !run.error.is_null() {
            answer["error"] = run.error.clone();
        }
        if let Some(stop) = &run.stop {
            answer["stop"] = json!(stop);
        }
    }
    answer
}

/// The task graph: nodes with their standing, and edges from producer to consumer.
pub fn graph(tasks: &[TaskView]) -> Value {
    let nodes = tasks.iter().map(|task| {
        let inputs = task.inputs.iter();
        json!({
            "task": task.name, "phase": task.phase, "state": task.standing.as_str(),
            "why": task.why,
            "inputs": inputs.map(|(path, need)| json!({ "path": path, "optional": *need == Need::Soft }))
                .collect::<Vec<_>>(),
            "outputs": task.outputs, "millis": task.millis,
        })
    });
    let edges = tasks.iter().flat_map(|task| {
        task.after.iter().map(|before| json!({ "from": before, "to": task.name }))
    });
    json!({ "nodes": nodes.collect::<Vec<_>>(), "edges": edges.collect::<Vec<_>>() })
}

/// The task graph as a Mermaid flowchart, one subgraph per phase, coloured by standing.
pub fn mermaid(tasks: &[TaskView]) -> String {
    let mut out = String::from("flowchart TD\n");
    let mut phases: Vec<_> = tasks.iter().map(|task| task.phase).collect();
    phases.sort_unstable();
    phases.dedup();
    for phase in phases {
        let _ = writeln!(out, "  subgraph {}", phase.as_str());
        for task in tasks.iter().filter(|task| task.phase == phase) {
            let _ = writeln!(out, "    {}[{}]:::{}", task.name, task.name, task.standing.as_str());
        }
        out.push_str("  end\n");
    }
    for task in tasks {
        for before in needed(task, tasks) {
            let _ = writeln!(out, "  {before} --> {}", task.name);
        }
    }
    for (standing, fill) in COLOURS {
        let _ =
            writeln!(out, "  classDef {} fill:{fill},stroke:#444,color:#111", standing.as_str());
    }
    out
}

const COLOURS: [(Standing, &str); 6] = [
    (Standing::Fresh, "#d7f0d8"),
    (Standing::Pinned, "#d9e6fb"),
    (Standing::Stale, "#fdeec4"),
    (Standing::Pending, "#f2f2f2"),
    (Standing::Running, "#fff7a8"),
    (Standing::Failed, "#f8cfcf"),
];

/// The dependencies a reader needs to see: those not implied by another one.
pub fn needed<'a>(
    task: &'a TaskView,
    tasks: &'a [TaskView],
) -> impl Iterator<Item = &'static str> + 'a {
    let is_implied = |before: &str| {
        task.after.iter().any(|other| *other != before && reaches(other, before, tasks))
    };
    task.after.iter().copied().filter(move |before| !is_implied(before))
}

/// Whether `earlier` comes before `task` by any number of steps.
fn reaches(task: &str, earlier: &str, tasks: &[TaskView]) -> bool {
    let Some(view) = tasks.iter().find(|view| view.name == task) else {
        return false;
    };
    view.after.iter().any(|before| *before == earlier || reaches(before, earlier, tasks))
}
