//! Lines to blocks: headings, lists, rules, tables, trees, code, embedded diagrams.

use super::inline;
use super::{Block, Cell, ItemKind, Line, Row, RuleStyle};
use crate::color;

/// The blocks of some lines, in order.
pub(super) fn parse<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<Block> {
    let lines: Vec<&str> = lines.collect();
    let mut out = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let (block, length) = verbatim(&lines[at..])
            .or_else(|| tree(&lines[at..]))
            .or_else(|| table(&lines[at..]))
            .unwrap_or_else(|| (single(lines[at]), 1));
        out.push(block);
        at += length;
    }
    out
}

/// `<code>` and `{{`, up to their closers or to the end.
fn verbatim(lines: &[&str]) -> Option<(Block, usize)> {
    let first = lines[0].trim();
    if first == "<code>" {
        let end = lines.iter().position(|it| it.trim() == "</code>").unwrap_or(lines.len());
        let code = lines[1..end].iter().map(|it| (*it).to_owned()).collect();
        return Some((Block::Code(code), (end + 1).min(lines.len())));
    }
    let kind = first.strip_prefix("{{")?;
    if !kind.chars().all(char::is_alphanumeric) {
        return None;
    }
    let end = closing(lines).unwrap_or(lines.len());
    let body = lines[1..end].iter().map(|it| (*it).to_owned()).collect();
    let kind = if kind.is_empty() { "uml" } else { kind }.to_owned();
    Some((Block::Embedded { kind, lines: body }, (end + 1).min(lines.len())))
}

/// Which line closes the diagram that the first one opens; diagrams inside it have braces of their own.
fn closing(lines: &[&str]) -> Option<usize> {
    let mut depth = 0_u32;
    lines.iter().position(|line| {
        let line = line.trim();
        if line.strip_prefix("{{").is_some_and(|it| it.chars().all(char::is_alphanumeric)) {
            depth += 1;
        } else if line == "}}" {
            depth -= 1;
        }
        depth == 0
    })
}

/// Lines of `|_`, indented by depth.
fn tree(lines: &[&str]) -> Option<(Block, usize)> {
    let rows: Vec<_> = lines.iter().map_while(|it| branch(it)).collect();
    let length = rows.len();
    (length > 0).then_some((Block::Tree(rows), length))
}

fn branch(line: &str) -> Option<(u8, Vec<super::Inline>)> {
    let trimmed = line.trim_start();
    let text = trimmed.strip_prefix("|_")?;
    let depth = (line.len() - trimmed.len()) / 2;
    Some((depth.min(255) as u8, inline::parse(text.trim())))
}

fn table(lines: &[&str]) -> Option<(Block, usize)> {
    let rows: Vec<Row> = lines.iter().map_while(|it| row(it)).collect();
    let length = rows.len();
    (length > 0).then_some((Block::Table(rows), length))
}

/// `|= head | cell |`, with a color for the row before it.
fn row(line: &str) -> Option<Row> {
    let mut text = line.trim();
    let mut row = Row::default();
    if let Some(rest) = text.strip_prefix("<#")
        && let Some((value, rest)) = rest.split_once('>')
        && rest.starts_with('|')
    {
        row.color = color::parse(value.split(',').next().unwrap_or_default());
        text = rest;
    }
    if text.starts_with("|_") {
        return None;
    }
    let inner = text.strip_prefix('|')?.strip_suffix('|')?;
    row.cells = cells(inner).into_iter().map(cell).collect();
    Some(row)
}

/// Splits at bars outside links.
fn cells(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let (mut start, mut at) = (0, 0);
    let mut links = true;
    while let Some(found) = text[at..].find(['|', '[']) {
        let stop = at + found;
        if links && text[stop..].starts_with("[[") {
            let end = text[stop..].find("]]");
            links = end.is_some();
            at = stop + end.unwrap_or(0) + 2;
        } else if text[stop..].starts_with('|') {
            out.push(&text[start..stop]);
            at = stop + 1;
            start = at;
        } else {
            at = stop + 1;
        }
    }
    out.push(&text[start..]);
    out
}

fn cell(text: &str) -> Cell {
    let mut cell = Cell::default();
    let mut rest = text.trim();
    if let Some(head) = rest.strip_prefix('=') {
        cell.header = true;
        rest = head.trim_start();
    }
    if let Some(colored) = rest.strip_prefix("<#")
        && let Some((value, inner)) = colored.split_once('>')
        && value.chars().all(|it| it.is_ascii_alphanumeric() || "#,-\\|/".contains(it))
    {
        // The second colour is that of the line. A name that is no colour paints nothing.
        cell.color = color::parse(value.split(',').next().unwrap_or_default());
        rest = inner.trim_start();
    }
    let linked = inline::links_by_line(rest);
    let lines = linked.as_deref().unwrap_or(rest).split('\n');
    cell.lines = lines.flat_map(|it| it.split("\\n")).map(inline::parse).collect();
    cell
}

fn single(line: &str) -> Block {
    let trimmed = line.trim();
    if let Some(block) = rule(trimmed).or_else(|| item(trimmed)).or_else(|| heading(trimmed)) {
        return block;
    }
    let text = match trimmed.strip_prefix('~') {
        Some(rest) if rest.starts_with(['*', '#', '=', '|']) && !rest.starts_with("**") => rest,
        _ => line.trim_end(),
    };
    Block::Line(Line { content: inline::parse(text), ..Line::default() })
}

/// The signs of rules.
const RULES: [(&str, RuleStyle); 4] = [
    ("--", RuleStyle::Single),
    ("==", RuleStyle::Double),
    ("..", RuleStyle::Dotted),
    ("__", RuleStyle::Thick),
];

/// The rule that two signs stand for.
pub(super) fn rule_sign(text: &str) -> Option<RuleStyle> {
    RULES.into_iter().find(|it| it.0 == text).map(|it| it.1)
}

/// `----`, `==title==` and their like: two signs at least at either end.
fn rule(text: &str) -> Option<Block> {
    let (sign, style) =
        RULES.into_iter().find(|it| text.starts_with(it.0) && text.ends_with(it.0))?;
    let title = text.get(2..text.len().checked_sub(2)?)?;
    if title.contains(sign) && !title.chars().all(|it| sign.starts_with(it)) {
        return None;
    }
    let title = title.trim_matches(|it| sign.starts_with(it)).trim();
    // Words between underscores are underlined, not the title of a rule.
    if style == RuleStyle::Thick && !title.is_empty() {
        return None;
    }
    let lines = title.split("\\n").filter(|_| !title.is_empty());
    Some(Block::Rule { style, title: lines.map(inline::parse).collect() })
}

fn heading(text: &str) -> Option<Block> {
    let content = text.trim_start_matches('=');
    let level = text.len() - content.len();
    let content = content.trim();
    if level == 0 || level > 6 || content.is_empty() || content.ends_with('=') {
        return None;
    }
    Some(Block::Heading { level: level as u8, content: inline::parse(content) })
}

fn item(text: &str) -> Option<Block> {
    let (sign, kind) = [('*', ItemKind::Bullet), ('#', ItemKind::Number)]
        .into_iter()
        .find(|it| text.starts_with(it.0))?;
    let content = text.trim_start_matches(sign);
    let depth = text.len() - content.len() - 1;
    // A star may touch its text, unless more stars follow: those make words bold.
    let touches = sign == '*' && !content.contains('*');
    if content.trim().is_empty() || !(touches || content.starts_with([' ', '\t'])) {
        return None;
    }
    Some(Block::Item { kind, depth: depth.min(255) as u8, content: inline::parse(content.trim()) })
}

#[cfg(test)]
mod tests {
    use super::super::{Inline, blocks};
    use super::*;

    fn text(it: &str) -> Vec<Inline> {
        vec![Inline::Text(it.to_owned())]
    }

    #[test]
    fn lists_headings_and_rules_are_told_apart() {
        assert_eq!(
            blocks("= Title\n*a\n** b\n# c\n----\n==x==\n--y--\n**bold**"),
            [
                Block::Heading { level: 1, content: text("Title") },
                Block::Item { kind: ItemKind::Bullet, depth: 0, content: text("a") },
                Block::Item { kind: ItemKind::Bullet, depth: 1, content: text("b") },
                Block::Item { kind: ItemKind::Number, depth: 0, content: text("c") },
                Block::Rule { style: RuleStyle::Single, title: Vec::new() },
                Block::Rule { style: RuleStyle::Double, title: vec![text("x")] },
                Block::Rule { style: RuleStyle::Single, title: vec![text("y")] },
                Block::Line(Line {
                    content: vec![Inline::Styled(super::super::Style::Bold, text("bold"))],
                    ..Line::default()
                }),
            ]
        );
    }

    #[test]
    fn the_title_of_a_rule_may_have_several_lines_and_its_sign() {
        let titled = |style, lines: &[&str]| {
            [Block::Rule { style, title: lines.iter().map(|it| text(it)).collect() }]
        };
        assert_eq!(blocks("== one\\ntwo =="), titled(RuleStyle::Double, &["one", "two"]));
        assert_eq!(blocks("..v1.2.."), titled(RuleStyle::Dotted, &["v1.2"]));
        assert_eq!(blocks("== a=b =="), titled(RuleStyle::Double, &["a=b"]));
        let struck = blocks("--a-- and --b--");
        assert!(matches!(struck.as_slice(), [Block::Line(_)]), "{struck:?}");
    }

    #[test]
    fn words_between_underscores_are_underlined() {
        let underlined = super::super::Style::Underline(None);
        let content = vec![Inline::Styled(underlined, text("x"))];
        assert_eq!(blocks("__x__"), [Block::Line(Line { content, ..Line::default() })]);
        assert_eq!(blocks("____"), [Block::Rule { style: RuleStyle::Thick, title: Vec::new() }]);
    }

    #[test]
    fn a_link_in_a_cell_may_have_several_lines() {
        let found = blocks(r"| [[u a\nb]] | c\nd |");
        let [Block::Table(rows)] = found.as_slice() else { panic!("{found:?}") };
        let link =
            |it: &str| vec![Inline::Link { url: "u".to_owned(), tooltip: None, label: text(it) }];
        assert_eq!(rows[0].cells[0].lines, [link("a"), link("b")]);
        assert_eq!(rows[0].cells[1].lines, [text("c"), text("d")]);
    }

    #[test]
    fn a_table_keeps_heads_colors_and_links() {
        let found = blocks("|= a |= b |\n<#red>| [[u|v x]] | d |");
        let [Block::Table(rows)] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!(rows.len(), 2);
        assert!(rows[0].cells.iter().all(|it| it.header));
        assert!(rows[1].color.is_some());
        assert_eq!(rows[1].cells.len(), 2);
    }

    #[test]
    fn the_colour_of_a_cell_is_never_shown_as_text() {
        for (written, is_painted) in
            [("<#gold>x", true), ("<#gold,#red>x", true), ("<#lightred>x", false)]
        {
            let found = blocks(&format!("|{written}|"));
            let [Block::Table(rows)] = found.as_slice() else { panic!("{found:?}") };
            let cell = &rows[0].cells[0];
            assert_eq!((cell.color.is_some(), &cell.lines), (is_painted, &vec![text("x")]));
        }
    }

    #[test]
    fn code_is_not_read_as_markup() {
        assert_eq!(
            blocks("<code>\n**x**\n</code>\ny"),
            [
                Block::Code(vec!["**x**".to_owned()]),
                Block::Line(Line { content: text("y"), ..Line::default() })
            ]
        );
    }

    #[test]
    fn an_embedded_diagram_is_kept_whole() {
        let found = blocks("{{\nA -> B\n}}");
        assert_eq!(
            found,
            [Block::Embedded { kind: "uml".to_owned(), lines: vec!["A -> B".to_owned()] }]
        );
    }

    #[test]
    fn a_tree_has_depths() {
        let found = blocks("|_ a\n  |_ b");
        assert_eq!(found, [Block::Tree(vec![(0, text("a")), (1, text("b"))])]);
    }
}
