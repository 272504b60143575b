//! The names of the preprocessor: macros, functions, procedures, variables and parameters, in a text and in all that it
//! includes.

use diag::SourceId;
use puml_compiler::{Definition, DefinitionKind};
use puml_syntax::TextRange;

use crate::Analysis;
use crate::vocabulary::BUILTINS;

/// What a word of the preprocessor stands for.
pub(crate) enum Target<'a> {
    /// Something that a text declares.
    Declared(&'a Placed),
    /// A parameter, inside its declaration in this text.
    Parameter { of: &'a Definition, at: TextRange },
    /// A function that every source can call: name, parameters, meaning.
    Builtin(&'static (&'static str, &'static [&'static str], &'static str)),
}

/// A definition with the text that has it.
pub(crate) struct Placed {
    pub(crate) source: SourceId,
    pub(crate) definition: Definition,
}

/// What this text and all that it includes declare, its own first. Compiles only where something is included.
pub(super) fn placed(analysis: &Analysis) -> Vec<Placed> {
    let own = analysis.id();
    let mut found = in_text(own, analysis.text());
    if includes(analysis.text()) {
        for (id, source) in analysis.sources().iter().filter(|it| it.0 != own) {
            if !is_expanded(analysis, source.name()) {
                found.extend(in_text(id, source.text()));
            }
        }
    }
    found
}

fn in_text(source: SourceId, text: &str) -> Vec<Placed> {
    let all = puml_compiler::definitions(text).into_iter();
    all.map(|definition| Placed { source, definition }).collect()
}

/// Whether other texts may declare names for this one.
fn includes(text: &str) -> bool {
    ["!include", "!import"].iter().any(|it| text.contains(it))
}

/// Whether a source is what became of the text, which nobody wrote.
pub(crate) fn is_expanded(analysis: &Analysis, name: &str) -> bool {
    name.strip_suffix(" (expanded)") == Some(analysis.name())
}

/// A word of the preprocessor at an offset, and what it stands for.
pub(crate) fn target(analysis: &Analysis, at: u32) -> Option<(TextRange, Target<'_>)> {
    if analysis.is_comment(at) {
        return None;
    }
    let text = analysis.text();
    let range = word_at(text, at)?;
    let word = range.slice(text);
    if word.starts_with('%') {
        let builtin = BUILTINS.iter().find(|it| it.0.eq_ignore_ascii_case(word))?;
        return Some((range, Target::Builtin(builtin)));
    }
    let all = analysis.definitions();
    let own = || all.iter().filter(|it| it.source == analysis.id());
    let around = own().find(|it| it.definition.range.touches(at));
    if let Some(Placed { definition, .. }) = around
        && definition.parameters.iter().any(|it| it.name == word)
    {
        let head = definition.at.end as usize;
        let offset = uses(&text[head..definition.range.end as usize], word).into_iter().next()?;
        let at = TextRange::new(head as u32 + offset.start, head as u32 + offset.end);
        return Some((range, Target::Parameter { of: definition, at }));
    }
    let is_called = text[range.end as usize..].starts_with('(');
    let fits = |it: &&Placed| {
        it.definition.name == word
            && (is_called || it.definition.parameters.is_empty() || it.definition.at == range)
    };
    let before = own().filter(fits).rfind(|it| it.definition.at.start <= at);
    let found = before.or_else(|| all.iter().find(fits));
    let found = found.or_else(|| all.iter().find(|it| it.definition.name == word))?;
    Some((range, Target::Declared(found)))
}

/// The name that an offset touches, with its `$` or `%`.
pub(crate) fn word_at(text: &str, at: u32) -> Option<TextRange> {
    let at = at as usize;
    let is_name = |it: char| it.is_alphanumeric() || it == '_';
    let start = text[..at].trim_end_matches(is_name).len();
    let start = if text[..start].ends_with(['$', '%']) { start - 1 } else { start };
    let rest = &text[start..];
    let sign = usize::from(rest.starts_with(['$', '%']));
    let end = rest[sign..].find(|it| !is_name(it)).map_or(rest.len(), |it| it + sign);
    (end > sign && start + end >= at).then(|| TextRange::new(start as u32, (start + end) as u32))
}

/// Every place where a name stands as a word of its own, outside of comments.
pub(crate) fn uses(text: &str, name: &str) -> Vec<TextRange> {
    let is_name = |it: char| it.is_alphanumeric() || it == '_';
    let mut found = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if !line.trim_start().starts_with('\'') {
            for (start, _) in line.match_indices(name) {
                let before = line[..start].chars().next_back();
                let behind = line[start + name.len()..].chars().next();
                let is_free = !before.is_some_and(|it| is_name(it) || it == '$' || it == '%')
                    || name.starts_with(['$', '%']) && before.is_none_or(|it| it != '$');
                if is_free && !behind.is_some_and(is_name) {
                    let start = (at + start) as u32;
                    found.push(TextRange::new(start, start + name.len() as u32));
                }
            }
        }
        at += line.len();
    }
    found
}

/// How a definition is called: `$ask($who, $what="?")`, with the range of each parameter.
pub(crate) fn signature(definition: &Definition) -> (String, Vec<TextRange>) {
    let parameters = definition.parameters.iter().map(|it| match &it.default {
        Some(default) => format!("{}={default}", it.name),
        None => it.name.clone(),
    });
    joined(&definition.name, parameters)
}

/// How a builtin is called.
pub(crate) fn builtin_signature(
    (name, parameters, _): &(&str, &[&str], &str),
) -> (String, Vec<TextRange>) {
    joined(name, parameters.iter().map(|it| (*it).to_owned()))
}

fn joined(name: &str, parameters: impl Iterator<Item = String>) -> (String, Vec<TextRange>) {
    let mut text = format!("{name}(");
    let mut ranges = Vec::new();
    for parameter in parameters {
        if !ranges.is_empty() {
            text.push_str(", ");
        }
        let start = text.len() as u32;
        text.push_str(&parameter);
        ranges.push(TextRange::new(start, text.len() as u32));
    }
    text.push(')');
    (text, ranges)
}

/// What a kind of definition is called.
pub(crate) const fn kind(kind: DefinitionKind) -> &'static str {
    match kind {
        DefinitionKind::Procedure => "procedure",
        DefinitionKind::Function => "function",
        DefinitionKind::Macro => "macro",
        DefinitionKind::Variable => "variable",
    }
}
