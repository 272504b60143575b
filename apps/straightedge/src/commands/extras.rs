//! `straightedge extras`: what packages install beside the programs.

use std::{
    io,
    path::{Path, PathBuf},
};

use clap::{Args, Command};
use clap_complete::Shell;

use crate::programs::PROGRAMS;

/// Write shell completions and manual pages of every program, as packages install them
#[derive(Debug, Args)]
pub(crate) struct Extras {
    /// A folder such as /usr/share; files lie in it as shells and `man` look for them
    folder: PathBuf,
}

/// Where each shell looks, below a folder such as /usr/share.
const SHELLS: [(Shell, &str); 3] = [
    (Shell::Bash, "bash-completion/completions"),
    (Shell::Zsh, "zsh/vendor-completions"),
    (Shell::Fish, "fish/vendor_completions.d"),
];

/// Writes all files; `own` is the command line of this program.
pub(crate) fn run(arguments: &Extras, own: Command) -> io::Result<()> {
    let inside = PROGRAMS.iter().map(|(name, _, command)| (*name, command()));
    for (name, command) in std::iter::once(("straightedge", own)).chain(inside) {
        for (shell, place) in SHELLS {
            let folder = arguments.folder.join(place);
            std::fs::create_dir_all(&folder)?;
            let file = match shell {
                Shell::Zsh => format!("_{name}"),
                Shell::Fish => format!("{name}.fish"),
                _ => name.to_owned(),
            };
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut command.clone(), name, &mut script);
            std::fs::write(folder.join(file), script)?;
        }
        manual(&arguments.folder.join("man/man1"), name, command)?;
    }
    Ok(())
}

/// A page for the program and one for each command, such as `puml-render(1)`.
fn manual(folder: &Path, name: &'static str, command: Command) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    clap_mangen::generate_to(command.name(name).disable_help_subcommand(true), folder)
}
