//! Runs a program to its end, or ends it when its time is up.

use std::io::Read;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

/// What the program wrote. A program that takes longer than the limit is ended, which is an error.
pub(super) fn output(command: &mut Command, limit: Duration) -> Result<Output> {
    let name = command.get_program().to_string_lossy().into_owned();
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().with_context(|| format!("{name} does not start"))?;
    let stdout = collected(child.stdout.take());
    let stderr = collected(child.stderr.take());
    let end = Instant::now() + limit;
    let status = loop {
        match child.try_wait()? {
            Some(status) => break status,
            None if Instant::now() > end => {
                child.kill()?;
                child.wait()?;
                bail!("{name} did not end within {} s", limit.as_secs());
            }
            None => thread::sleep(Duration::from_millis(50)),
        }
    };
    let text = |it: thread::JoinHandle<Vec<u8>>| it.join().unwrap_or_default();
    Ok(Output { status, stdout: text(stdout), stderr: text(stderr) })
}

/// Reads a pipe to its end beside the program, which would wait for it otherwise.
fn collected(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What was read before an error counts.
            let _ = pipe.read_to_end(&mut bytes);
        }
        bytes
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_takes_too_long_is_ended() {
        let start = Instant::now();
        let error =
            output(Command::new("sleep").arg("30"), Duration::from_millis(200)).unwrap_err();
        assert!(error.to_string().contains("did not end"), "{error}");
        assert!(start.elapsed() < Duration::from_secs(10));
        let said = output(Command::new("echo").arg("hello"), Duration::from_secs(10)).unwrap();
        assert_eq!(said.stdout, b"hello\n");
    }
}
