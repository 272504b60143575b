//! Follows a run at a terminal: a bar per phase, or a line per step where there is no terminal.

use std::collections::BTreeMap;
use std::io::IsTerminal as _;
use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use planexe_core::{Cursor, Event, EventKind, Phase, Progress, Result, Run, RunId, SessionId};

use crate::context::{Context, print, say};

const LOOK: Duration = Duration::from_millis(200);

/// Follows a run from `since` to its end. With `--json` every event is a line on stdout.
pub(crate) fn follow(
    context: &Context,
    session: &SessionId,
    run: RunId,
    mut since: Cursor,
) -> Result<Run> {
    let mut bars = Bars::new(context.is_json);
    loop {
        let page = context.engine.events(&context.caller, session, since, 1000, LOOK)?;
        since = page.cursor;
        for event in &page.events {
            if context.is_json {
                print(&format!("{}\n", planexe::event(event)))?;
            } else if bars.is_none() {
                narrate(event);
            }
        }
        let status = context.engine.wait(session, run, Duration::ZERO)?;
        if let Some(bars) = &mut bars {
            bars.show(&status.progress);
        }
        if !status.state.is_active() && !page.has_more {
            // The end may have come after the page was read.
            let rest =
                context.engine.events(&context.caller, session, since, 1000, Duration::ZERO)?;
            if rest.events.is_empty() {
                return Ok(status);
            }
        }
    }
}

fn narrate(event: &Event) {
    let text = |field: &str| event.data[field].as_str().unwrap_or_default();
    match event.kind {
        EventKind::PhaseChanged => say(&format!("phase {}", text("phase"))),
        EventKind::TaskCompleted if event.data["cached"] == false => {
            say(&format!("  done {}", text("task")));
        }
        EventKind::TaskFailed => say(&format!("  failed {}: {}", text("task"), text("msg"))),
        _ => {}
    }
}

/// One bar per phase the run touches.
struct Bars {
    all: MultiProgress,
    bars: BTreeMap<Phase, ProgressBar>,
}

impl Bars {
    fn new(is_json: bool) -> Option<Self> {
        let is_wanted = !is_json && std::io::stderr().is_terminal();
        is_wanted.then(|| Self { all: MultiProgress::new(), bars: BTreeMap::new() })
    }

    fn show(&mut self, progress: &Progress) {
        for (phase, share) in &progress.phases {
            let bar = self.bars.entry(*phase).or_insert_with(|| {
                let style =
                    ProgressStyle::with_template("{prefix:16} {bar:40} {percent:>3}% {msg}");
                let bar = ProgressBar::new(1000).with_prefix(phase.as_str());
                self.all.add(match style {
                    Ok(style) => bar.with_style(style),
                    Err(_) => bar,
                })
            });
            bar.set_position((share * 1000.0).round() as u64);
            let is_current = *phase == progress.phase;
            let current = progress.running.first().filter(|_| is_current);
            bar.set_message(current.map_or(String::new(), |task| task.name.clone()));
            if *share >= 1.0 {
                bar.abandon();
            }
        }
    }
}
