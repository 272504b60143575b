//! Entity diagrams: attribute types of several words between tildes.

use crate::sanitise::emphasis::JOINED_BLANK;

pub(super) fn rewritten(source: &str) -> String {
    let lines: Vec<String> = source.lines().map(one_word_types).collect();
    lines.join("\n")
}

/// `~timestamp with time zone~ x` with blanks that do not end a word, and without the tildes.
fn one_word_types(line: &str) -> String {
    let Some(start) = line.find('~') else { return line.to_owned() };
    let Some(end) = line[start + 1..].find('~').map(|it| start + 1 + it) else {
        return line.to_owned();
    };
    let inside = line[start + 1..end].trim().replace(' ', JOINED_BLANK.encode_utf8(&mut [0; 4]));
    let is_whole_type = line[..start].ends_with([' ', '\t', '{']);
    let written = if is_whole_type { inside } else { format!("~{inside}~") };
    format!("{}{written}{}", &line[..start], &line[end + 1..])
}
