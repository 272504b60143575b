//! Talking to people (standard error) and handing over data (standard output).

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};

use diag::{Diagnostic, Sources};
use diagrams::Checked;

/// When to use colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub(crate) enum ColorChoice {
    /// If the terminal supports it and NO_COLOR is not set.
    #[default]
    Auto,
    /// Even into a file or a pipe.
    Always,
    /// Not even on a terminal.
    Never,
}

impl ColorChoice {
    /// Makes the choice for the whole run.
    pub(crate) fn install(self) {
        match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

/// Writes data to standard output, all of it.
pub(crate) fn put(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

/// Writes coloured text to standard output; colours are dropped where they are not wanted.
pub(crate) fn put_styled(text: &str) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Whether only problems are told.
static IS_QUIET: AtomicBool = AtomicBool::new(false);

/// From now on only problems are told.
pub(crate) fn be_quiet() {
    IS_QUIET.store(true, Ordering::Relaxed);
}

/// Says what was done, unless nobody wants to hear it.
pub(crate) fn report(line: &str) {
    if !IS_QUIET.load(Ordering::Relaxed) {
        tell(line);
    }
}

/// Says a line. A closed standard error is not worth failing for.
pub(crate) fn tell(line: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{line}");
}

/// Says why the program stops.
pub(crate) fn tell_error(line: &str) {
    tell(&format!("\x1b[1;31merror\x1b[0m: {line}"));
}

/// Shows findings as a compiler does, in reading order.
pub(crate) fn show(sources: &Sources, diagnostics: &[Diagnostic]) {
    let mut text = String::new();
    for diagnostic in diagnostics {
        text.push_str(&diag::coloured(sources, diagnostic));
        text.push_str("\n\n");
    }
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}

/// Names the diagrams of kinds that are not drawn, a line each, unless a finding does.
pub(crate) fn tell_undrawn(checked: &Checked) {
    if !checked.is_ok() {
        return;
    }
    let name = checked.sources.source(checked.id).name();
    for it in checked.undrawn() {
        report(&format!("{name}:{}: not drawn: this is {}", checked.line(it.span), it.noun));
    }
}

/// Whether a person watches standard error.
pub(crate) fn is_watched() -> bool {
    io::stderr().is_terminal()
}
