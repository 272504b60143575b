//! Signals that ask the program to end: an interrupt at the terminal, or whoever manages services.

use planexe_core::{Error, Result};

/// Calls `stop` on a thread of its own at the first such signal.
pub(crate) fn on_interrupt(stop: impl FnOnce() + Send + 'static) -> Result<()> {
    let fault = |error: std::io::Error| Error::internal(format!("interrupts: {error}"));
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(fault)?;
    // Listening begins here, so that no signal comes too early.
    let signal = {
        let _inside = runtime.enter();
        signal().map_err(fault)?
    };
    let wait = move || {
        runtime.block_on(signal);
        stop();
    };
    std::thread::Builder::new().name("interrupt".to_owned()).spawn(wait).map(drop).map_err(fault)
}

/// Ends with the first signal. Must be called within a runtime.
#[cfg(unix)]
pub(crate) fn signal() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut hangup = signal(SignalKind::hangup())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hangup.recv() => {}
        }
    })
}

/// Ends with the first signal.
#[cfg(not(unix))]
pub(crate) fn signal() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Without a handler the system ends the program by itself.
        let _ = tokio::signal::ctrl_c().await;
    })
}
