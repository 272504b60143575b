//! Changes to the text of `agentpack.yaml` that leave every other line, comment and blank as it was.

use std::fmt::Write as _;

use crate::adapter::RouteScope;
use crate::config::{Config, ModuleKind, Source};
use crate::error::{Code, Error, Result};
use crate::module::ModuleId;
use crate::yaml::{self, Node, Value};

/// A module as `agentpack add` writes it into the config.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewModule {
    /// Must not be in use.
    pub id: ModuleId,
    /// What sort of content the module brings.
    pub kind: ModuleKind,
    /// Tags, so that profiles pick it up.
    pub tags: Vec<String>,
    /// Hosts; empty means all.
    pub targets: Vec<String>,
    /// The home folder or the project; `None` leaves it to the default.
    pub scope: Option<RouteScope>,
    /// Files it is limited to; empty means all.
    pub globs: Vec<String>,
    /// The folder or git repository that it is read from.
    pub source: Source,
}

/// The text with one more module at the end of the list.
pub fn add(text: &str, module: &NewModule) -> Result<String> {
    let config = Config::parse_for(text, None)?;
    if config.modules.iter().any(|entry| entry.id == module.id) {
        return Err(Error::new(
            Code::ModuleExists,
            format!("there is already a module `{}`", module.id),
        )
        .with("module_id", &module.id));
    }
    let root = tree(text);
    let edited = match root.get("modules") {
        None => {
            let gap = if text.ends_with('\n') || text.is_empty() { "" } else { "\n" };
            format!("{text}{gap}modules:\n{}", item(module, 2))
        }
        Some(list) => match &list.value {
            Value::Sequence(items) if is_block(text, list) => {
                let indent = list.column - 1;
                let at = end_of_last(text, items);
                let gap = if text[..at].ends_with('\n') { "" } else { "\n" };
                format!("{}{gap}{}{}", &text[..at], item(module, indent), &text[at..])
            }
            Value::Sequence(items) => rewrite_flow(text, list, items, module),
            _ => {
                let line_end = text[list.range.start..]
                    .find('\n')
                    .map_or(text.len(), |n| list.range.start + n + 1);
                let gap = if text[..line_end].ends_with('\n') { "" } else { "\n" };
                format!("{}{gap}{}{}", &text[..line_end], item(module, 2), &text[line_end..])
            }
        },
    };
    checked(with_line_ends_of(text, edited))
}

/// `edited` with the line ends of `text`, when those are all of Windows.
fn with_line_ends_of(text: &str, edited: String) -> String {
    if text.contains("\r\n") && !text.replace("\r\n", "").contains('\n') {
        return edited.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    edited
}

/// The text without the module `id`. Comment lines directly above it go with it.
pub fn remove(text: &str, id: &str) -> Result<String> {
    let config = Config::parse_for(text, None)?;
    config.module(id)?;
    let root = tree(text);
    let list = root.get("modules").expect("a parsed module stands in a list");
    let Value::Sequence(items) = &list.value else {
        unreachable!("a parsed module stands in a list")
    };
    let index = items
        .iter()
        .position(|item| item.get("id").and_then(Node::text) == Some(id))
        .expect("the module was found in the parsed config");
    let edited = if is_block(text, list) {
        if items.len() == 1 {
            let start = line_start(text, items[0].range.start);
            let end = end_of_last(text, items);
            format!("{}{}", with_empty_list(&text[..start]), &text[end..])
        } else {
            let start = line_start(text, items[index].range.start);
            let start = above_comments(text, start, list.range.start);
            let end = match items.get(index + 1) {
                Some(next) => above_comments(
                    text,
                    line_start(text, next.range.start),
                    items[index].range.start,
                ),
                None => end_of_last(text, items),
            };
            format!("{}{}", &text[..start], &text[end..])
        }
    } else {
        let kept: Vec<_> = items
            .iter()
            .enumerate()
            .filter(|(at, _)| *at != index)
            .map(|(_, item)| &text[item.range.clone()])
            .collect();
        format!("{}[{}]{}", &text[..list.range.start], kept.join(", "), &text[list.range.end..])
    };
    checked(edited)
}

fn tree(text: &str) -> Node {
    yaml::parse(text).ok().flatten().expect("the config was parsed before")
}

/// An edit that does not parse would be a bug of this module, never something to hand out.
fn checked(text: String) -> Result<String> {
    Config::parse_for(&text, None)?;
    Ok(text)
}

fn is_block(text: &str, list: &Node) -> bool {
    !text[list.range.start..].starts_with('[')
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

/// The end of the last line of the last item that holds more than a comment or blanks.
fn end_of_last(text: &str, items: &[Node]) -> usize {
    let last = items.last().expect("a block list has an item");
    let end = deep_end(last);
    text[end..].find('\n').map_or(text.len(), |newline| end + newline + 1)
}

/// Where the last scalar or flow collection of a node ends.
fn deep_end(node: &Node) -> usize {
    let children = match &node.value {
        Value::Scalar { .. } => None,
        Value::Sequence(items) => items.iter().map(deep_end).max(),
        Value::Mapping(pairs) => {
            pairs.iter().map(|(key, value)| deep_end(key).max(deep_end(value))).max()
        }
    };
    match children {
        // An alias carries the range of its anchor, so a child may lie before its parent.
        Some(end) if end > node.range.start => end,
        _ => node.range.end.max(node.range.start),
    }
}

fn above_comments(text: &str, mut start: usize, floor: usize) -> usize {
    while start > 0 {
        let previous = line_start(text, start - 1);
        if previous < floor || !text[previous..start].trim_start().starts_with('#') {
            break;
        }
        start = previous;
    }
    start
}

fn with_empty_list(head: &str) -> String {
    match head.rfind("modules:") {
        Some(at) => {
            let after = at + "modules:".len();
            format!("{} []{}", &head[..after], &head[after..])
        }
        None => head.to_owned(),
    }
}

fn rewrite_flow(text: &str, list: &Node, items: &[Node], module: &NewModule) -> String {
    if items.is_empty() {
        let after =
            text[list.range.end..].find('\n').map_or(text.len(), |n| list.range.end + n + 1);
        let head = text[..list.range.start].trim_end_matches(' ');
        let tail = &text[list.range.end..after];
        let gap = if tail.ends_with('\n') { "" } else { "\n" };
        return format!("{head}{tail}{gap}{}{}", item(module, 2), &text[after..]);
    }
    let last = deep_end(items.last().expect("the list has an item"))
        .max(items.last().map_or(0, |node| node.range.end));
    format!("{}, {}{}", &text[..last], flow(module), &text[last..])
}

fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    let word = text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(plain);
    let special = ["true", "false", "null", "yes", "no", "on", "off"]
        .contains(&text.to_ascii_lowercase().as_str());
    if word && !special { text.to_owned() } else { serde_json::Value::from(text).to_string() }
}

/// `skill:name` needs no quotes in a block, where a colon followed by a letter is plain text.
fn id_text(id: &str) -> String {
    match id.split_once(':') {
        Some((kind, name)) if quoted(kind) == kind && quoted(name) == name => id.to_owned(),
        _ => quoted(id),
    }
}

fn list_text(items: &[String]) -> String {
    format!("[{}]", items.iter().map(|item| quoted(item)).collect::<Vec<_>>().join(", "))
}

fn source_text(source: &Source) -> String {
    match source {
        Source::Local { path } => format!("{{local_path: {{path: {}}}}}", quoted(path.as_str())),
        Source::Git { url, reference, subdir, shallow } => {
            let mut text = format!(
                "{{git: {{url: {}, ref: {}",
                serde_json::Value::from(url.as_str()),
                quoted(reference)
            );
            if let Some(subdir) = subdir {
                let _ = write!(text, ", subdir: {}", quoted(subdir.as_str()));
            }
            if !shallow {
                text.push_str(", shallow: false");
            }
            text + "}}"
        }
    }
}

fn item(module: &NewModule, indent: usize) -> String {
    let pad = " ".repeat(indent);
    let mut text = format!(
        "{pad}- id: {}\n{pad}  type: {}\n",
        id_text(module.id.as_str()),
        module.kind.name()
    );
    if !module.tags.is_empty() {
        let _ = writeln!(text, "{pad}  tags: {}", list_text(&module.tags));
    }
    if !module.targets.is_empty() {
        let _ = writeln!(text, "{pad}  targets: {}", list_text(&module.targets));
    }
    if let Some(scope) = module.scope {
        let _ = writeln!(text, "{pad}  scope: {}", scope.name());
    }
    if !module.globs.is_empty() {
        let _ = writeln!(text, "{pad}  metadata: {{globs: {}}}", list_text(&module.globs));
    }
    let _ = writeln!(text, "{pad}  source: {}", source_text(&module.source));
    text
}

fn flow(module: &NewModule) -> String {
    let scope = module.scope.map(|scope| format!("scope: {}, ", scope.name()));
    format!(
        "{{id: {}, type: {}, tags: {}, targets: {}, {}metadata: {{globs: {}}}, source: {}}}",
        serde_json::Value::from(module.id.as_str()),
        module.kind.name(),
        list_text(&module.tags),
        list_text(&module.targets),
        scope.unwrap_or_default(),
        list_text(&module.globs),
        source_text(&module.source)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(id: &str) -> NewModule {
        let source = "local:modules/x".parse::<crate::config::SourceSpec>().unwrap().0;
        NewModule {
            id: id.into(),
            kind: ModuleKind::Skill,
            tags: vec!["base".into()],
            targets: vec![],
            scope: None,
            globs: vec![],
            source,
        }
    }

    const COMMENTED: &str = "# our pack
version: 1
profiles:
  default: {include_tags: [base]} # everyone
modules:
  # the first
  - id: skill:a # keep me
    type: skill
    source: {local_path: {path: a}}

  # the second
  - id: skill:b
    type: skill
    source:
      local_path:
        path: b # here
# the end
";

    #[test]
    fn adding_keeps_comments_and_order() {
        let edited = add(COMMENTED, &module("skill:c")).unwrap();
        let new = "  - id: skill:c\n    type: skill\n    tags: [base]\n    source: {local_path: {path: modules/x}}\n";
        assert_eq!(edited, COMMENTED.replace("# the end\n", &format!("{new}# the end\n")));
    }

    #[test]
    fn the_line_ends_of_windows_stay_in_every_line() {
        let text = COMMENTED.replace('\n', "\r\n");
        let added = add(&text, &module("skill:c")).unwrap();
        assert_eq!(added, add(COMMENTED, &module("skill:c")).unwrap().replace('\n', "\r\n"));
        assert_eq!(remove(&added, "skill:c").unwrap(), text);
    }

    #[test]
    fn removing_takes_only_the_module_and_its_own_comment() {
        let edited = remove(COMMENTED, "skill:b").unwrap();
        assert_eq!(
            edited,
            COMMENTED[..COMMENTED.find("  # the second").unwrap()].to_owned() + "# the end\n"
        );
        let edited = remove(COMMENTED, "skill:a").unwrap();
        assert!(!edited.contains("keep me") && edited.contains("# the second"), "{edited}");
    }

    #[test]
    fn adding_and_removing_returns_the_same_text() {
        for text in [
            COMMENTED,
            "version: 1\nprofiles: {default: {}}\nmodules: [{id: 'skill:a', type: skill, source: {local_path: {path: a}}}]\n",
        ] {
            let added = add(text, &module("skill:new one")).unwrap();
            assert_eq!(remove(&added, "skill:new one").unwrap(), text);
        }
    }

    #[test]
    fn an_empty_or_absent_list_becomes_a_block_and_back() {
        for text in [
            "version: 1\nprofiles: {default: {}}\nmodules: [] # none\n",
            "version: 1\nprofiles: {default: {}}\nmodules:\n",
            "version: 1\nprofiles: {default: {}}\n",
            "version: 1\nmodules: []\nprofiles: {default: {}}",
        ] {
            let added = add(text, &module("skill:a")).unwrap();
            assert_eq!(Config::parse(&added).unwrap().modules.len(), 1, "{added}");
            let removed = remove(&added, "skill:a").unwrap();
            assert!(Config::parse(&removed).unwrap().modules.is_empty());
        }
    }

    #[test]
    fn an_id_in_use_and_an_unknown_id_are_refused() {
        assert_eq!(add(COMMENTED, &module("skill:a")).unwrap_err().code, Code::ModuleExists);
        let error = remove(COMMENTED, "skill:aa").unwrap_err();
        assert_eq!(error.code, Code::ModuleUnknown);
        assert_eq!(error.details["hint"], "did you mean `skill:a`?");
    }
}
