//! Good answers that were made to say something else: nearly all of them must fail, and for what they say.

use diag::Sources;
use puml_agent_evals::{Mutation, Rule, Task, Workspace, discover, folder, judge, replay};
use puml_compiler::{Options, compile};

/// The rules that look at what a diagram says.
const MEANING: [Rule; 3] = [Rule::Meaning, Rule::Constraint, Rule::Primitive];

/// What a source says, one fact a line; nothing if it does not compile.
fn facts(source: &str, world: &Workspace) -> Option<String> {
    let mut sources = Sources::default();
    let id = sources.add("final.puml", source);
    let compiled = compile(&mut sources, id, world, &Options::default());
    let diagram = compiled.diagrams.first().filter(|_| compiled.is_accepted())?;
    Some(diagram.model.facts())
}

#[test]
fn answers_that_say_something_else_fail() {
    let server = vec![env!("CARGO_BIN_EXE_puml-agent-evals").to_owned(), "serve".to_owned()];
    let (mut made, mut failed, mut survivors) = (0, 0, Vec::new());
    let mut rows: Vec<(Mutation, usize, usize)> =
        Mutation::ALL.iter().map(|it| (*it, 0, 0)).collect();
    for path in discover() {
        let task = Task::read(&path).unwrap();
        let mut run = replay(&task, &task.transcript, &server).unwrap();
        let Some(source) = run.final_source() else { continue };
        let Some(said) = facts(&source, &run.workspace) else { continue };
        let answer = run.answer.clone();
        for row in &mut rows {
            for mutant in row.0.of(&source, &run.workspace) {
                if facts(&mutant, &run.workspace).is_none_or(|it| it == said) {
                    continue;
                }
                run.answer = answer.replace(&source, &mutant);
                let refused = judge(&task, &run).iter().any(|it| MEANING.contains(&it.rule));
                made += 1;
                row.1 += 1;
                if refused {
                    failed += 1;
                    row.2 += 1;
                } else {
                    survivors.push(format!("{} {}:\n{mutant}", task.id, row.0.name()));
                }
            }
        }
    }
    let table: String = rows
        .iter()
        .map(|(it, made, failed)| format!("| {} | {failed} | {made} |\n", it.name()))
        .collect();
    let table = format!(
        "| mutation | refused | mutants |\n|---|---|---|\n{table}| all | {failed} | {made} |\n"
    );
    assert!(failed * 100 >= made * 95, "{table}\n{}", survivors.join("\n"));
    let readme = std::fs::read_to_string(folder().join("../README.md")).unwrap();
    assert!(
        readme.contains(&table),
        "the README says something else than\n{table}\n{}",
        survivors.join("\n")
    );
}
