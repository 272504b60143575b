//! Sequence diagrams: `par_over` with several branches, which the engine reads with one only, as `par`.

/// The words that open a block, in lower case.
const OPENERS: [&str; 9] =
    ["alt", "opt", "loop", "par", "par_over", "critical", "break", "rect", "box"];

pub(super) fn rewritten(source: &str) -> String {
    let mut lines: Vec<String> = source.split_inclusive('\n').map(str::to_owned).collect();
    // The lines that open the blocks around the present one.
    let mut open: Vec<usize> = Vec::new();
    for at in 0..lines.len() {
        let word = first_word(&lines[at]).to_ascii_lowercase();
        match word.as_str() {
            "end" => drop(open.pop()),
            "and" => {
                if let Some(&head) = open.last() {
                    lines[head] = plain(&lines[head]);
                }
            }
            word if OPENERS.contains(&word) => open.push(at),
            _ => {}
        }
    }
    lines.concat()
}

/// A line that opens a block, with `par` in place of `par_over`.
fn plain(line: &str) -> String {
    let word = first_word(line);
    if !word.eq_ignore_ascii_case("par_over") {
        return line.to_owned();
    }
    line.replacen(word, "par", 1)
}

fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_block_with_branches_changes() {
        let source =
            "par_over a\nopt x\nA->>B: and\nend\nand b\nA->>B: c\nend\npar_over d\nA->>B: e\nend\n";
        assert_eq!(rewritten(source), source.replacen("par_over", "par", 1));
    }
}
