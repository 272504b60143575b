//! The `plantuml` command line, carried out by our own commands.

use std::path::Path;

use clap::ValueEnum as _;

use super::{decode, encode, render};
use crate::{
    diagrams::{self, Compiling},
    exit::{Failure, Outcome},
    inputs,
    legacy::{Action, Plantuml},
    output::Target,
    terminal,
};

/// Does what the old flags ask for.
pub(crate) fn run(arguments: &Plantuml) -> Result<Outcome, Failure> {
    match arguments.action {
        Action::Pipe => render::run(&drawing(arguments, vec!["-".into()], Some("-".into()))?),
        Action::Syntax => syntax(arguments),
        Action::CheckOnly => check(arguments),
        Action::Encode => encode::run(&encode::Encode { inputs: arguments.inputs.clone() }),
        Action::Decode => decode::run(&decode::Decode { codes: arguments.inputs.clone() }),
        Action::Draw => draw(arguments),
    }
}

fn draw(arguments: &Plantuml) -> Result<Outcome, Failure> {
    if arguments.check_first && check(arguments)? == Outcome::Findings {
        return Ok(Outcome::Findings);
    }
    let mut outcome = Outcome::Fine;
    for path in inputs::expand(&arguments.inputs)? {
        let folder = arguments.folder.as_ref().map(|it| beside(&path, it));
        let drawing = drawing(arguments, vec![path.to_string_lossy().into_owned()], folder)?;
        outcome = outcome.max(render::run(&drawing)?);
    }
    Ok(outcome)
}

/// A relative output folder lies beside each source, as in PlantUML.
fn beside(source: &Path, folder: &Path) -> String {
    let whole = source.parent().unwrap_or(Path::new("")).join(folder);
    format!("{}/", whole.display())
}

fn check(arguments: &Plantuml) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::Fine;
    for path in inputs::expand(&arguments.inputs)? {
        let checked = diagrams::check(&inputs::read(&path)?, &compiling(arguments))?;
        terminal::show(&checked.sources, &checked.diagnostics);
        if !checked.is_ok() {
            outcome = Outcome::Findings;
        }
    }
    Ok(outcome)
}

/// Three lines for a script: the verdict, the line from 0, the reason.
fn syntax(arguments: &Plantuml) -> Result<Outcome, Failure> {
    let checked = diagrams::check(&inputs::read(Path::new("-"))?, &compiling(arguments))?;
    let Some(error) = checked.diagnostics.iter().find(|it| it.is_error()) else {
        let count = checked.sequences().next().map_or(0, |it| it.model.participants.len());
        terminal::put(format!("SEQUENCE\n({count} participants)\n").as_bytes())?;
        return Ok(Outcome::Fine);
    };
    let line = checked.sources.source(error.span.source).lines().line(error.span.start);
    terminal::put(format!("ERROR\n{line}\n{}\n", error.message).as_bytes())?;
    Ok(Outcome::Findings)
}

fn compiling(arguments: &Plantuml) -> Compiling {
    Compiling {
        defines: arguments.defines.clone(),
        include_root: Vec::new(),
        theme: None,
        strict: false,
    }
}

fn drawing(
    arguments: &Plantuml,
    inputs: Vec<String>,
    output: Option<String>,
) -> Result<render::Render, Failure> {
    let format = render::Format::from_str(&arguments.format, true).map_err(Failure::Usage)?;
    debug_assert!(output.is_none() || Target::new(output.as_deref()) != Target::Beside);
    Ok(render::Render {
        inputs,
        output,
        format: Some(format),
        page: None,
        dpi: 96.0,
        scale: 1.0,
        scheme: render::Scheme::Light,
        font: Vec::new(),
        watch: false,
        compiling: compiling(arguments),
    })
}
