//! A command line from its arguments to its exit code, with usage errors and internal errors answered in the same envelope.

use std::ffi::OsString;
use std::process::ExitCode;

use agentpack_core::{Code, Error};
use clap::error::ErrorKind;
use clap::{CommandFactory as _, Parser};

use crate::arguments::Arguments;
use crate::envelope::{Envelope, Names};
use crate::{commands, terminal};

/// Runs a command line, whose first word is the program's name: 0 fine, 1 an error or a finding, 2 a usage error, 3 an internal error.
#[expect(clippy::needless_pass_by_value, reason = "every program is started in the same way")]
pub fn main(words: Vec<OsString>) -> ExitCode {
    let arguments = match Arguments::try_parse_from(&words) {
        Ok(arguments) => arguments,
        Err(error) => return usage(&words, &error),
    };
    std::panic::catch_unwind(|| commands::run(&arguments)).unwrap_or_else(|_| {
        let error = Error::new(
            Code::Unexpected,
            "internal error in agentpack; please report it with the command and its input",
        );
        let envelope = Envelope::failed(&arguments.command.names(), &error);
        terminal::fail(&envelope, arguments.output());
        ExitCode::from(3)
    })
}

/// The command line as data, for completions and manual pages.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// Help and version go out as they are; a mistake is an envelope when JSON was asked for.
fn usage(words: &[OsString], error: &clap::Error) -> ExitCode {
    if matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    ) {
        let code = if error.use_stderr() { 2 } else { 0 };
        // Printing fails only when nobody is left to read.
        let _ = error.print();
        return ExitCode::from(code);
    }
    let asked_for_json = words.iter().any(|argument| argument == "--json");
    if asked_for_json {
        let mut typed = words.iter().skip(1).filter_map(|word| word.to_str());
        let names =
            Names::of(typed.find(|word| Arguments::has_command(word)).unwrap_or("agentpack"));
        let text = error.to_string();
        // A list of arguments goes on below its first line.
        let head: Vec<_> =
            text.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
        let message = head.join(" ").trim_start_matches("error: ").to_owned();
        let problem = Error::new(Code::Usage, message).with("usage", text);
        terminal::fail(&Envelope::failed(&names, &problem), terminal::Output::Json);
    } else {
        let _ = error.print();
    }
    ExitCode::from(2)
}
