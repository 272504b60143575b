//! Which sort of thing is being typed: decided by the line up to the cursor and the block around it.

use puml_compiler::editor::Words;

use crate::Analysis;
use crate::analysis::Diagram;

/// What may come at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Context {
    Nothing,
    LineStart,
    /// `@…`.
    Marker,
    Colors,
    Directives,
    Themes,
    Paths {
        /// What stands before the last part of the path.
        folder: String,
    },
    Functions,
    /// Variables, parameters and what can be called: `$…`.
    Names,
    /// A selector or property in a `<style>` block.
    StyleKeys,
    StyleValues {
        key: String,
    },
    Markup,
    Stereotypes,
    /// Something of the diagram's family.
    Within(Within),
}

/// What may come at a place of a diagram, in the words of its family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Within {
    Elements,
    /// A member or state of an element.
    Features {
        /// Whose members are wanted.
        owner: String,
    },
    /// Arrows, and verbs where the family has sentences.
    Arrows,
    SkinparamKeys {
        /// The words of the blocks around the key.
        prefix: String,
    },
    SkinparamValues {
        key: String,
    },
    /// An entry of [`Words::followers`].
    Followers {
        idx: usize,
    },
    /// Behind the name in a declaration.
    DeclarationTail,
    /// Between the parentheses of a macro call.
    Arguments {
        /// The macro that is called.
        name: String,
        /// Whether the name of a parameter is being typed.
        is_key: bool,
    },
}

/// The context at an offset and the beginning of a word that stands before it.
pub(super) fn context(analysis: &Analysis, at: u32) -> (Context, String) {
    let before = analysis.line_before(at);
    let nothing = (Context::Nothing, String::new());
    if analysis.is_comment(at) || before.trim_start().starts_with('\'') {
        return nothing;
    }
    let line = without_prefix(analysis, at, before).trim_start();
    let word = last_word(line);
    let lead = &line[..line.len() - word.len()];
    if line.starts_with('@') {
        return (Context::Marker, line.to_owned());
    }
    if let Some(rest) = line.strip_prefix('!') {
        return if word.starts_with('$') {
            (Context::Names, word.to_owned())
        } else {
            directive(rest)
        };
    }
    if word.starts_with('%') {
        return (Context::Functions, word.to_owned());
    }
    if let Some(found) = argument(line) {
        return found;
    }
    if word.starts_with('$') && !lead.ends_with('<') {
        return (Context::Names, word.to_owned());
    }
    if is_styled(analysis, at) {
        return style(line, word);
    }
    if let Some(found) = colored(lead, word) {
        return found;
    }
    if let Some(found) = skinparam(analysis, at, line, word) {
        return found;
    }
    if is_text(analysis, at, line) {
        let tag = line.rfind('<').filter(|it| !line[*it..].contains([' ', '>']));
        let typed = tag.map_or("", |it| &line[it..]);
        return (Context::Markup, typed.to_owned());
    }
    if lead.rfind("<<").is_some_and(|it| !lead[it..].contains(">>")) {
        return (Context::Stereotypes, word.to_owned());
    }
    if let Some(owner) = member_owner(lead) {
        return (Context::Within(Within::Features { owner }), word.to_owned());
    }
    let signs = analysis.diagram_at(at).map_or(("", ""), |it| it.words().name_signs);
    if let Some(typed) = open_name(line, signs) {
        return (Context::Within(Within::Elements), typed.to_owned());
    }
    let context = match lead.trim_end() {
        "" => Context::LineStart,
        lead => {
            let words = analysis.diagram_at(at).map(Diagram::words);
            words.and_then(|it| following(it, lead, line)).map_or(Context::Nothing, Context::Within)
        }
    };
    // An arrow is typed sign by sign, and its signs are no letters.
    if context == Context::Within(Within::Arrows) {
        let name = line.trim_end_matches(['-', '<']);
        return (context, line[name.len()..].to_owned());
    }
    (context, word.to_owned())
}

/// The element before `::`, whose member is being typed.
fn member_owner(lead: &str) -> Option<String> {
    let owner = last_word(lead.strip_suffix("::")?);
    (!owner.is_empty()).then(|| owner.to_owned())
}

/// The beginning of a name between signs that are not closed yet.
fn open_name<'a>(line: &'a str, (open, close): (&str, &str)) -> Option<&'a str> {
    if open.is_empty() {
        return None;
    }
    let (_, typed) = line.rsplit_once(open)?;
    (!typed.contains(close)).then_some(typed)
}

/// An argument of a macro call that is not closed yet. Texts in quotes are the author's own.
fn argument(line: &str) -> Option<(Context, String)> {
    let (name, rest) = line.split_once('(')?;
    let is_name = |it: char| it.is_alphanumeric() || it == '_';
    let bare = name.strip_prefix('$').unwrap_or(name);
    if bare.is_empty() || !bare.chars().all(is_name) || rest.contains(')') {
        return None;
    }
    let last = rest.rsplit(',').next().unwrap_or(rest).trim_start();
    if rest.matches('"').count() % 2 == 1 || last.contains(['"', '=']) {
        return Some((Context::Nothing, String::new()));
    }
    let is_key = last.starts_with('$');
    let within = Within::Arguments { name: name.to_owned(), is_key };
    Some((Context::Within(within), last.to_owned()))
}

/// The line without what a source comment puts before every line of a diagram.
fn without_prefix<'a>(analysis: &Analysis, at: u32, line: &'a str) -> &'a str {
    let prefix = analysis.diagram_at(at).map_or("", |it| it.prefix().slice(analysis.text()));
    line.strip_prefix(prefix).or_else(|| line.strip_prefix(prefix.trim_end())).unwrap_or(line)
}

/// Letters, digits and what names are made of, with a leading `%` or `$`.
fn last_word(line: &str) -> &str {
    let is_word = |it: char| it.is_alphanumeric() || matches!(it, '_' | '.' | '@');
    let start = line.trim_end_matches(is_word).len();
    let start = if line[..start].ends_with(['%', '$']) { start - 1 } else { start };
    &line[start..]
}

/// Whether a `<style>` block is open at an offset.
fn is_styled(analysis: &Analysis, at: u32) -> bool {
    let before = &analysis.text()[..analysis.line_start(at) as usize];
    let (opened, closed) = (before.rfind("<style>"), before.rfind("</style>"));
    let Some(opened) = opened.filter(|it| closed.is_none_or(|closed| closed < *it)) else {
        return false;
    };
    // A block that is not closed ends with its diagram.
    !before[opened..].contains("\n@")
}

fn style(line: &str, word: &str) -> (Context, String) {
    let typed = word.to_owned();
    match line.trim_start().split_once(|it: char| it.is_whitespace() || it == ':') {
        None => (Context::StyleKeys, typed),
        Some((key, _)) => (Context::StyleValues { key: key.to_ascii_lowercase() }, typed),
    }
}

fn directive(rest: &str) -> (Context, String) {
    let Some((name, argument)) = rest.split_once(char::is_whitespace) else {
        return (Context::Directives, rest.to_owned());
    };
    let argument = argument.trim_start();
    match name.to_ascii_lowercase().as_str() {
        "theme" if !argument.contains(' ') => (Context::Themes, argument.to_owned()),
        "include" | "include_once" | "include_many" | "includesub" => {
            let path = argument.trim_start_matches('"');
            let (folder, file) = path.rfind('/').map_or(("", path), |it| path.split_at(it + 1));
            (Context::Paths { folder: folder.to_owned() }, file.to_owned())
        }
        _ if last_word(argument).starts_with('%') => {
            (Context::Functions, last_word(argument).to_owned())
        }
        _ => (Context::Nothing, String::new()),
    }
}

fn colored(lead: &str, word: &str) -> Option<(Context, String)> {
    let lower = lead.to_ascii_lowercase();
    let by_tag = ["<color:", "<back:", "color:", "line:", "text:", "header:"]
        .iter()
        .any(|it| lower.ends_with(it));
    // A `#` inside a text is only a sign.
    let by_sign = lead.ends_with('#') && !lower.contains(" : ");
    (by_tag && (lower.contains('<') || lower.contains('#')) || by_sign)
        .then(|| (Context::Colors, word.to_owned()))
}

fn skinparam(analysis: &Analysis, at: u32, line: &str, word: &str) -> Option<(Context, String)> {
    let rest = strip_word(line, "skinparam");
    let prefix = if rest.is_some() { String::new() } else { open_block(analysis, at)? };
    let rest = rest.unwrap_or(line);
    let typed = word.to_owned();
    match rest.split_once(char::is_whitespace) {
        None => Some((Context::Within(Within::SkinparamKeys { prefix }), typed)),
        Some((key, _)) => {
            let key = format!("{prefix}{key}");
            Some((Context::Within(Within::SkinparamValues { key }), typed))
        }
    }
}

/// What follows a word and blanks.
fn strip_word<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let start = line.get(..word.len())?;
    let rest = &line[word.len()..];
    (start.eq_ignore_ascii_case(word) && rest.starts_with(char::is_whitespace))
        .then(|| rest.trim_start())
}

/// The key of the `skinparam … {` block around an offset; looked for in the lines above it.
fn open_block(analysis: &Analysis, at: u32) -> Option<String> {
    const FARTHEST: usize = 60;
    let start = analysis.line_start(at) as usize;
    let mut prefix = Vec::new();
    let mut closed = 0_u32;
    for line in analysis.text()[..start].lines().rev().take(FARTHEST) {
        let line = line.trim();
        if line == "}" {
            closed += 1;
        } else if let Some(head) = line.strip_suffix('{') {
            if closed > 0 {
                closed -= 1;
                continue;
            }
            let key = strip_word(line, "skinparam");
            let words = key.map_or(head, |it| it.trim_end_matches('{'));
            let word = words.split_whitespace().next().unwrap_or_default();
            prefix.push(word.to_owned());
            if key.is_some() {
                prefix.reverse();
                return Some(prefix.concat());
            }
        } else if line.contains("->") || line.starts_with('@') {
            return None;
        }
    }
    None
}

/// Whether what is typed is text: behind the colon of a line, or a line of a block.
fn is_text(analysis: &Analysis, at: u32, line: &str) -> bool {
    if is_body(analysis, at) {
        return true;
    }
    let lower = line.to_ascii_lowercase();
    let titled = ["title ", "header ", "footer ", "caption ", "mainframe ", "return ", "newpage "];
    if titled.iter().any(|it| lower.starts_with(it)) {
        return true;
    }
    // Colons of `[[https://…]]` and of colours come without a blank before them.
    let colon = line.find(" : ").or_else(|| line.ends_with(" :").then_some(line.len()));
    let glued = || {
        let noun = line.trim_end_matches(|it: char| it != ':');
        noun.len() > 1
            && noun[..noun.len() - 1].ends_with(|it: char| it.is_alphanumeric() || it == '"')
            && (has_arrow(noun) || lower.starts_with("note"))
            && !noun.contains("[[")
    };
    colon.is_some() || glued()
}

/// Whether an offset stands in the lines of a note, legend or the like, below its first line.
fn is_body(analysis: &Analysis, at: u32) -> bool {
    let Some((diagram, stmt)) = analysis.stmt_at(at) else { return false };
    let Some(lines) = diagram.tree.body(stmt) else { return false };
    let below = analysis.line_start(at) > diagram.tree.range(stmt).start;
    below && lines.close.is_none_or(|it| at < it.start)
}

fn has_arrow(text: &str) -> bool {
    ["->", "<-", "--"].iter().any(|it| text.contains(it))
}

/// What follows the words of a line; the last of them is complete.
fn following(words: &Words, lead: &str, line: &str) -> Option<Within> {
    let lower = lead.to_ascii_lowercase();
    let parallel = lower.trim_start_matches(['&', '/', ' ']);
    if let Some(idx) = words.followers.iter().position(|it| it.0 == parallel) {
        return Some(Within::Followers { idx });
    }
    let takes_name = words.takes_name.contains(&parallel)
        || [" over", "left of", "right of", "top of", "bottom of"]
            .iter()
            .any(|it| parallel.ends_with(it))
        || parallel.contains(" over ") && parallel.ends_with(',');
    if takes_name || ends_in_arrow(lead) {
        return Some(Within::Elements);
    }
    if let Some((owner, verb)) = lead.trim_end().rsplit_once(char::is_whitespace)
        && words.takes_feature.contains(&verb.to_ascii_lowercase().as_str())
    {
        return Some(Within::Features { owner: owner.trim().to_owned() });
    }
    let first = parallel.split_whitespace().next().unwrap_or_default();
    let count = lead.split_whitespace().count();
    if words.declares.contains(&first) {
        return (count >= 2).then_some(Within::DeclarationTail);
    }
    // Only a name stands before the cursor, or a name and the beginning of an arrow.
    let (open, close) = words.name_signs;
    let is_signed = !open.is_empty()
        && lead.starts_with(open)
        && lead.trim_end().strip_suffix(close).is_some_and(|it| !it.contains(close));
    let is_quoted = lead.ends_with('"') && lead.starts_with('"');
    let name_only = count == 1 || is_quoted || is_signed;
    let starting = line.ends_with(['-', '<']) && !has_arrow(&line[..line.len() - 1]);
    let arrow =
        name_only && (line.ends_with(char::is_whitespace) || starting) || starting && count == 2;
    arrow.then_some(Within::Arrows)
}

/// Whether the last word is an arrow, or a name with an arrow behind it.
fn ends_in_arrow(lead: &str) -> bool {
    let last = lead.rsplit(char::is_whitespace).next().unwrap_or_default();
    let glued = last.find(['-', '<']).map_or("", |it| &last[it..]);
    is_arrow(last) || is_arrow(glued)
}

/// Whether a word without blanks is an arrow with a line and a head.
fn is_arrow(word: &str) -> bool {
    let line = word.contains('-');
    let head = word.contains(['>', '<', '\\', '/', 'x', 'o']);
    let style = word.find('[').zip(word.find(']')).map(|(from, to)| from..to.max(from));
    let bare = style.map_or(word.to_owned(), |it| word.replace(&word[it], ""));
    line && head && bare.chars().all(|it| "-<>\\/xo[]?(),0123456789".contains(it))
}
