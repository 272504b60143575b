//! Several statements on one line: each gets a line of its own.

/// Breaks lines before the keywords that stand outside of quotes and brackets.
pub(super) fn before(source: &str, keywords: &[&str]) -> String {
    spread(source, |line, at| {
        line[..at].ends_with([' ', '\t'])
            && keywords.iter().any(|word| {
                line[at..].strip_prefix(word).is_some_and(|rest| rest.starts_with([' ', '[']))
            })
    })
}

/// Breaks lines before a quoted name that follows another item.
pub(super) fn before_quotes(source: &str) -> String {
    spread(source, |line, at| line[at..].starts_with('"') && line[..at].ends_with(' '))
}

/// Breaks lines behind an `end` that something follows.
pub(super) fn behind_end(source: &str) -> String {
    let lines: Vec<String> = source
        .lines()
        .map(|line| match line.trim_start().strip_prefix("end ") {
            Some(rest) if !rest.trim().is_empty() => format!("end\n{rest}"),
            _ => line.to_owned(),
        })
        .collect();
    lines.join("\n")
}

/// Breaks each line at the places that the test names; the parts keep the line's indentation.
fn spread(source: &str, breaks: impl Fn(&str, usize) -> bool) -> String {
    let mut out = String::with_capacity(source.len() + 16);
    for line in source.split_inclusive('\n') {
        let indent = &line[..line.len() - line.trim_start().len()];
        let mut quoted = false;
        let mut depth = 0_i32;
        for (at, letter) in line.char_indices() {
            let free = !quoted && depth == 0;
            if free && at > indent.len() && breaks(line, at) {
                while out.ends_with([' ', '\t']) {
                    out.pop();
                }
                out.push('\n');
                out.push_str(indent);
            }
            match letter {
                '"' => quoted = !quoted,
                '[' | '(' if !quoted => depth += 1,
                ']' | ')' if !quoted => depth -= 1,
                _ => {}
            }
            out.push(letter);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_get_lines_of_their_own() {
        assert_eq!(
            before("x\n  bar [1, 2] line [3, 4]\n", &["bar", "line"]),
            "x\n  bar [1, 2]\n  line [3, 4]\n"
        );
        assert_eq!(before_quotes("  \"a b\": 1 \"c\""), "  \"a b\": 1\n  \"c\"");
        assert_eq!(behind_end("end a --> b"), "end\na --> b");
    }
}
