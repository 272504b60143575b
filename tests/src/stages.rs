//! Runs one stage of the pipeline once on a made-up diagram, inside one function whose instructions `bench/budget` counts.
#![expect(clippy::print_stdout, reason = "the names of the stages are what the script reads")]

use anyhow::{Result, bail, ensure};
use diag::{SourceId, Sources, has_errors};
use picture::Format;
use puml_compiler::{LayoutOptions, NoWorld, Options, compile, formatted};
use puml_sequence::parse;
use puml_syntax::{Stage, creole};
use scene::Scene;

const STAGES: &[&str] = &[
    "parse", "format", "creole", "compile", "layout", "svg", "text", "png", "pdf", "encode",
    "decode",
];

fn main() -> Result<()> {
    let Some(stage) = std::env::args().nth(1) else {
        println!("{}", STAGES.join("\n"));
        return Ok(());
    };
    let text = made_up(if ["png", "pdf"].contains(&stage.as_str()) { 40 } else { 2_000 });
    let code = share::encode(&text);
    let pages = pages(&text)?;
    let mut size = 0;
    match stage.as_str() {
        "parse" => {
            measured(&mut || size = parse(&text, SourceId(0), Stage::Source).document.stmts.len());
        }
        "format" => measured(&mut || size = formatted(&text).len()),
        "creole" => measured(&mut || size = text.lines().map(|it| creole::label(it).len()).sum()),
        "compile" => measured(&mut || {
            let mut sources = Sources::default();
            let id = sources.add("stage.puml", text.as_str());
            size = compile(&mut sources, id, &NoWorld, &Options::default()).diagrams.len();
        }),
        "layout" => {
            let mut sources = Sources::default();
            let id = sources.add("stage.puml", text.as_str());
            let compiled = compile(&mut sources, id, &NoWorld, &Options::default());
            let model = &compiled.diagrams[0].model;
            measured(&mut || size = model.layout(&sources, &LayoutOptions::default()).len());
        }
        "svg" => measured(&mut || size = written(&pages, Format::Svg)),
        "text" => measured(&mut || size = written(&pages, Format::Unicode)),
        "png" => measured(&mut || size = written(&pages, Format::Png)),
        "pdf" => measured(&mut || size = written(&pages, Format::Pdf)),
        "encode" => measured(&mut || size = share::encode(&text).len()),
        "decode" => measured(&mut || size = share::decode(&code).map_or(0, |it| it.len())),
        other => bail!("no stage `{other}`; there are: {}", STAGES.join(" ")),
    }
    ensure!(size > 0, "the stage gave nothing");
    Ok(())
}

/// What is counted: everything below this frame and nothing else.
#[inline(never)]
fn measured(work: &mut dyn FnMut()) {
    work();
}

fn written(pages: &[Scene], format: Format) -> usize {
    picture::write(pages, format, &picture::Options::default()).map_or(0, |it| it.len())
}

fn pages(text: &str) -> Result<Vec<Scene>> {
    let mut sources = Sources::default();
    let id = sources.add("stage.puml", text);
    let compiled = compile(&mut sources, id, &NoWorld, &Options::default());
    ensure!(
        !has_errors(&compiled.diagnostics),
        "the made-up diagram has errors: {:?}",
        compiled.diagnostics
    );
    Ok(compiled.diagrams[0].model.layout(&sources, &LayoutOptions::default()))
}

/// A diagram with a bit of everything that costs time: arrows of several kinds, groups, notes, activations, markup.
fn made_up(messages: usize) -> String {
    let mut text = String::from("@startuml\ntitle A **made-up** diagram\nautonumber\n");
    for index in 0..messages {
        let (from, to) = (index % 10, (index * 7 + 3) % 10);
        let lines = match index % 10 {
            0 => format!(
                "alt case {index}\nP{from} -> P{to} : ask //politely// for {index}\nelse otherwise\n"
            ),
            1 => format!("P{from} --> P{to} : <color:blue>answer</color> {index}\nend\n"),
            2 => format!("note over P{from} : remember **{index}**\n"),
            3 => format!("P{from} -> P{to} ++ : begin {index}\nP{to} --> P{from} -- : done\n"),
            4 => format!("P{from} ->> P{from} : think about {index}\n"),
            5 => format!("== part {index} ==\n"),
            _ => format!("P{from} -> P{to} : message number {index}\n"),
        };
        text.push_str(&lines);
    }
    text + "@enduml\n"
}
