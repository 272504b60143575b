//! A transcript, a step on a line: what an agent does, and what it sees where that matters.
//!
//! ```text
//! prompt NAME key=value…        asks the server for a prompt
//! read URI                      reads a resource
//! call TOOL key=value… -> WHAT  calls a tool; WHAT is `ok`, `gives @block`, `findings CODE…` or `refused TEXT`
//! write PATH @block             writes a file with the host's own tool
//! shell COMMAND                 runs a command with the host's own tool
//! answer TEXT                   the final words; lines `@block` of a text block stand for that block
//! ```
//! A value is JSON, `@block`, or a bare word.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail};
use serde_json::{Map, Value};

use crate::task::Named;

/// One thing that an agent does.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// Asks for a prompt.
    Prompt {
        /// Its name.
        name: String,
        /// Texts only, as the protocol wants it.
        arguments: Map<String, Value>,
    },
    /// Reads a resource.
    Read {
        /// Its address.
        uri: String,
    },
    /// Calls a tool.
    Call {
        /// Its name.
        tool: String,
        /// As sent.
        arguments: Map<String, Value>,
        /// What the transcript saw; a replay that sees something else is no replay.
        expected: Option<Expected>,
    },
    /// Writes a file without the server.
    Write {
        /// Below the project.
        path: String,
        /// All of it.
        text: String,
    },
    /// Runs a command without the server.
    Shell {
        /// As typed.
        command: String,
    },
    /// Ends the run.
    Answer {
        /// The final words.
        text: String,
    },
}

/// What a call brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// The tool did it.
    Ok,
    /// The tool looked and found these, by code.
    Findings(Vec<String>),
    /// The tool did it and gave this source.
    Gives(String),
    /// The tool or the server refused; the reason holds this text.
    Refused(String),
}

/// Reads the lines of a transcript.
pub(crate) fn steps(text: &str, named: &BTreeMap<String, Named>) -> Result<Vec<Step>> {
    let lines = text.lines().map(str::trim).filter(|it| !it.is_empty());
    lines.map(|line| step(line, named).with_context(|| line.to_owned())).collect()
}

fn step(line: &str, named: &BTreeMap<String, Named>) -> Result<Step> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let (first, more) = rest.split_once(' ').unwrap_or((rest, ""));
    Ok(match word {
        "prompt" => Step::Prompt { name: first.to_owned(), arguments: arguments(more, named)? },
        "read" => Step::Read { uri: rest.to_owned() },
        "call" => {
            let (given, seen) = match more.rsplit_once("-> ") {
                Some((given, seen)) if !seen.contains('"') => (given, Some(expected(seen, named)?)),
                _ => (more, None),
            };
            Step::Call {
                tool: first.to_owned(),
                arguments: arguments(given, named)?,
                expected: seen,
            }
        }
        "write" => Step::Write { path: first.to_owned(), text: value_text(more, named)? },
        "shell" => Step::Shell { command: rest.to_owned() },
        "answer" => Step::Answer { text: answer(rest, named)? },
        _ => bail!("no step is called `{word}`"),
    })
}

fn expected(text: &str, named: &BTreeMap<String, Named>) -> Result<Expected> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    Ok(match word {
        "ok" => Expected::Ok,
        "findings" => Expected::Findings(rest.split_whitespace().map(str::to_owned).collect()),
        "gives" => Expected::Gives(value_text(rest, named)?),
        "refused" => Expected::Refused(rest.to_owned()),
        _ => bail!("a call ends in ok, gives, findings or refused, not in `{word}`"),
    })
}

/// `key=value` pairs.
fn arguments(text: &str, named: &BTreeMap<String, Named>) -> Result<Map<String, Value>> {
    let mut found = Map::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (key, after) = rest.split_once('=').context("an argument is key=value")?;
        let (value, length) = value(after, named)?;
        found.insert(key.to_owned(), value);
        rest = after[length..].trim_start();
    }
    Ok(found)
}

/// One value and how many bytes it takes.
fn value(text: &str, named: &BTreeMap<String, Named>) -> Result<(Value, usize)> {
    if text.starts_with(['"', '{', '[']) {
        let mut reader = serde_json::Deserializer::from_str(text).into_iter::<Value>();
        let value = reader.next().context("a value is missing")??;
        return Ok((filled(value, named)?, reader.byte_offset()));
    }
    let word = text.split_whitespace().next().unwrap_or_default();
    let value = match word.strip_prefix('@') {
        Some(name) => block(name, named)?.into(),
        None => serde_json::from_str(word).unwrap_or_else(|_| word.into()),
    };
    Ok((value, word.len()))
}

/// `"@name"` inside a JSON value stands for the block, too.
fn filled(value: Value, named: &BTreeMap<String, Named>) -> Result<Value> {
    Ok(match value {
        Value::String(text) => match text.strip_prefix('@').filter(|it| named.contains_key(*it)) {
            Some(name) => block(name, named)?.into(),
            None => text.into(),
        },
        Value::Object(fields) => {
            let fields = fields.into_iter().map(|(key, it)| Ok((key, filled(it, named)?)));
            Value::Object(fields.collect::<Result<_>>()?)
        }
        other => other,
    })
}

fn value_text(text: &str, named: &BTreeMap<String, Named>) -> Result<String> {
    match text.strip_prefix('@') {
        Some(name) => match named.get(name) {
            Some(Named::Text(text)) => expanded(text, named),
            _ => block(name, named),
        },
        None => Ok(format!("{text}\n")),
    }
}

fn block(name: &str, named: &BTreeMap<String, Named>) -> Result<String> {
    match named.get(name).with_context(|| format!("there is no block named `{name}`"))? {
        Named::Source(text) | Named::Text(text) => Ok(text.clone()),
    }
}

/// The final words: text, then blocks; `@name` at the end of the line or alone on a line.
fn answer(text: &str, named: &BTreeMap<String, Named>) -> Result<String> {
    let mut lines = Vec::new();
    let mut words = Vec::new();
    for word in text.split_whitespace() {
        match word.strip_prefix('@').filter(|it| named.contains_key(*it)) {
            Some(_) => lines.push(word.to_owned()),
            None => words.push(word),
        }
    }
    if !words.is_empty() {
        lines.insert(0, words.join(" "));
    }
    expanded(&lines.join("\n"), named)
}

/// Lines that are `@name` become the block: a source in its fence, a text as it is.
fn expanded(text: &str, named: &BTreeMap<String, Named>) -> Result<String> {
    let mut out = String::new();
    for line in text.lines() {
        let name = line.trim().strip_prefix('@').filter(|it| named.contains_key(*it));
        match name.map(|it| &named[it]) {
            Some(Named::Source(source)) => {
                out += "```puml\n";
                out += source;
                out += "```\n";
            }
            Some(Named::Text(inner)) => out += &expanded(inner, named)?,
            None => {
                out += line;
                out.push('\n');
            }
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn named() -> BTreeMap<String, Named> {
        let source = Named::Source("A -> B : hi\n".into());
        let text = Named::Text("Verdict: pass\n@final\n".into());
        [("final".to_owned(), source), ("review".to_owned(), text)].into()
    }

    #[test]
    fn arguments_are_json_blocks_or_bare_words() {
        let line = r#"call puml_export source=@final format=svg write=true edit={"kind":"x","args":{"text":"a b"}} page=2 -> ok"#;
        let Step::Call { tool, arguments, expected } = step(line, &named()).unwrap() else {
            panic!("a call")
        };
        assert_eq!(tool, "puml_export");
        assert_eq!(expected, Some(Expected::Ok));
        assert_eq!(
            Value::Object(arguments),
            json!({"source": "A -> B : hi\n", "format": "svg", "write": true,
                   "edit": {"kind": "x", "args": {"text": "a b"}}, "page": 2})
        );
    }

    #[test]
    fn an_answer_shows_sources_in_their_own_fence() {
        let wanted = Step::Answer { text: "Here it is.\n```puml\nA -> B : hi\n```\n".into() };
        assert_eq!(step("answer Here it is. @final", &named()).unwrap(), wanted);
        let Step::Answer { text } = step("answer @review", &named()).unwrap() else { panic!() };
        assert_eq!(text, "Verdict: pass\n```puml\nA -> B : hi\n```\n");
    }

    #[test]
    fn a_step_that_names_nothing_known_is_refused() {
        assert!(step("call puml_check source=@nothing", &named()).is_err());
        assert!(step("dance", &named()).is_err());
        assert!(step("call puml_check -> perhaps", &named()).is_err());
    }
}
