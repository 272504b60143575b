//! C4: calls over several lines, a doubled quote at the end of an argument, and a title without a text.

pub(super) fn rewritten(source: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut open = false;
    for line in source.lines() {
        match out.last_mut() {
            Some(last) if open => {
                last.push(' ');
                last.push_str(line.trim());
            }
            _ => out.push(line.to_owned()),
        }
        let last = out.last_mut().expect("a line was pushed");
        *last = last.replace("\"\")", "\")");
        if last.trim() == "title" {
            last.clear();
        }
        open = is_open(last);
    }
    out.join("\n")
}

/// Whether a call's bracket is still open, outside of quotes.
fn is_open(line: &str) -> bool {
    let mut quoted = false;
    let mut depth = 0_i32;
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth -= 1,
            _ => {}
        }
    }
    depth > 0 && !line.trim_start().starts_with("%%")
}
