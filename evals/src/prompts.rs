//! The pack's prompt files, from the prompts that the server gives: one wording for both.

use anyhow::{Context as _, Result};
use serde_json::{Map, Value, json};

use crate::server::Server;

/// Every prompt of the server as a Markdown file of `agent-pack/prompts`: its name and its text.
///
/// The first argument becomes the user's words. A second one that must be given is a choice; the file has the line of
/// each choice, and the agent sees which fits.
pub fn prompt_files(server: &mut Server) -> Result<Vec<(String, String)>> {
    let mut files = Vec::new();
    for prompt in server.prompts()? {
        let name = prompt["name"].as_str().context("a prompt has a name")?;
        let arguments = prompt["arguments"].as_array().cloned().unwrap_or_default();
        let mut needed = arguments.iter().filter(|it| it["required"] == true);
        let words = needed.next().and_then(|it| it["name"].as_str()).context("a first argument")?;
        let given = Map::from_iter([(words.to_owned(), Value::from("$ARGUMENTS"))]);
        let body = match needed.next().and_then(|it| it["name"].as_str()) {
            None => server.prompt(name, &given)?,
            Some(choice) => merged(server, name, &given, choice)?,
        };
        let hint = if words == "source" { "puml source" } else { "what to draw" };
        let description = prompt["description"].as_str().unwrap_or_default();
        files.push((
            format!("{}.md", name.replace('_', "-")),
            format!(
                "---\ndescription: {description}\nargument-hint: {hint}\n---\n\n{}\n",
                body.trim_end()
            ),
        ));
    }
    Ok(files)
}

/// The prompt for every value of a choice, in one text.
fn merged(
    server: &mut Server,
    name: &str,
    given: &Map<String, Value>,
    choice: &str,
) -> Result<String> {
    let reference = json!({"type": "ref/prompt", "name": name});
    let kinds = server.completions(&reference, choice)?;
    let mut texts = Vec::new();
    for kind in &kinds {
        let mut arguments = given.clone();
        arguments.insert(choice.to_owned(), kind.as_str().into());
        let text = server.prompt(name, &arguments)?;
        texts.push(text.replacen(&format!("this {kind}"), "this input", 1));
    }
    let mut columns: Vec<_> = texts.iter().map(|it| it.lines()).collect();
    let mut out = String::new();
    loop {
        let lines: Vec<Option<&str>> = columns.iter_mut().map(Iterator::next).collect();
        let Some(first) = lines.first().copied().flatten() else { break };
        if lines.iter().all(|it| *it == Some(first)) {
            out += first;
            out.push('\n');
            continue;
        }
        for (kind, line) in kinds.iter().zip(lines) {
            out.extend(["- If it is ", kind, ": ", line.unwrap_or_default(), "\n"]);
        }
    }
    Ok(out)
}
