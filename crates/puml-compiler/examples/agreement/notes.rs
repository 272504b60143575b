//! Notes of sequence diagrams as lines of the source: which of them the reference loses.

/// What the latest event was.
#[derive(Clone, Copy, PartialEq)]
enum Latest {
    /// A message, or the end of a group: a note stands beside it.
    Holder,
    /// A branch, the head of a group, a divider, a delay, a reference: the reference loses a note at it.
    Other,
}

/// The lines of notes at the latest event where the reference loses them.
pub(crate) fn lost(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut latest = Latest::Other;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let words: Vec<String> = line
            .split([' ', ':'])
            .filter(|it| !it.is_empty())
            .map(str::to_ascii_lowercase)
            .collect();
        let word = |at: usize| words.get(at).map_or("", String::as_str);
        match word(0) {
            "note" | "hnote" | "rnote" => {
                let is_at_latest = matches!(word(1), "left" | "right") && word(2) != "of";
                let mut note = vec![line.to_owned()];
                if !line.contains(':') {
                    let is_last = |it: &&str| {
                        if is_at_latest { is_end_of(it, "note") } else { is_end(it) }
                    };
                    let body: Vec<&str> = lines.by_ref().take_while(|it| !is_last(it)).collect();
                    note.extend(body.into_iter().map(str::to_owned));
                }
                if is_at_latest && latest == Latest::Other {
                    found.extend(note);
                }
            }
            "ref" if !line.contains(':') => {
                latest = Latest::Other;
                lines.by_ref().find(|it| it.to_ascii_lowercase().starts_with("end"));
            }
            it if it.starts_with("/'") && !line.contains("'/") => {
                lines.by_ref().find(|it| it.contains("'/"));
            }
            "<style>" => {
                lines.by_ref().find(|it| it.trim() == "</style>");
            }
            "skinparam" if line.ends_with('{') => {
                lines.by_ref().find(|it| it.trim() == "}");
            }
            "legend" => {
                lines.by_ref().find(|it| is_end_of(it, "legend"));
            }
            "participant" if line.ends_with('[') => {
                lines.by_ref().find(|it| it.trim() == "]");
            }
            it if is_silent(it) || line.trim().is_empty() => {}
            "end" => latest = Latest::Holder,
            it if is_other(it, line) => latest = Latest::Other,
            _ => latest = Latest::Holder,
        }
    }
    found
}

/// The lines of notes beside groups that a page break tears. The reference draws such a note where the group begins, we
/// where it ends.
pub(crate) fn beside_torn_groups(text: &str) -> Vec<String> {
    const GROUPS: [&str; 9] =
        ["alt", "opt", "loop", "par", "break", "critical", "group", "partition", "par2"];
    let (mut found, mut page, mut is_torn) = (Vec::new(), 0, false);
    // The page that each open group begins on.
    let mut open: Vec<usize> = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let words: Vec<String> = line
            .split([' ', ':'])
            .map(str::to_ascii_lowercase)
            .filter(|it| !it.is_empty())
            .collect();
        let word = words.first().map_or("", String::as_str);
        let is_body = end_of_body(&line.to_ascii_lowercase());
        let body = is_body.into_iter().flat_map(|is_last| {
            lines.by_ref().take_while(move |it| !is_last(it)).collect::<Vec<_>>()
        });
        let body: Vec<&str> = body.collect();
        match word {
            "newpage" => page += 1,
            "note" | "hnote" | "rnote" => {
                let is_beside = words.get(2).is_none_or(|it| it != "of");
                if is_torn && is_beside {
                    found.extend(std::iter::once(line).chain(body).map(str::to_owned));
                }
            }
            "end" => is_torn = open.pop().is_some_and(|it| it < page),
            it if GROUPS.contains(&it) => {
                open.push(page);
                is_torn = false;
            }
            it if is_silent(it) || line.trim().is_empty() => {}
            _ => is_torn = false,
        }
    }
    found
}

/// What ends the body that a line opens: of a note or a reference whose text is not on the line itself.
pub(crate) fn end_of_body(line: &str) -> Option<fn(&str) -> bool> {
    let mut words = line.split_whitespace();
    let (word, place, of) = (words.next()?, words.next()?, words.next());
    match word {
        _ if line.contains(':') => None,
        "ref" => Some(|it| it.to_ascii_lowercase().starts_with("end")),
        // At the latest event no other word ends a note.
        "note" | "hnote" | "rnote" if matches!(place, "left" | "right") && of != Some("of") => {
            Some(|it| is_end_of(it, "note"))
        }
        "note" | "hnote" | "rnote" => Some(is_end),
        _ => None,
    }
}

/// Whether a line ends a note of any shape.
pub(crate) fn is_end(line: &str) -> bool {
    ["note", "hnote", "rnote"].iter().any(|it| is_end_of(line, it))
}

fn is_end_of(line: &str, word: &str) -> bool {
    let line = line.trim().to_ascii_lowercase();
    line.strip_prefix("end").is_some_and(|it| it.trim_start() == word)
}

/// Lines that are no events.
fn is_silent(word: &str) -> bool {
    const WORDS: [&str; 25] = [
        "participant",
        "actor",
        "boundary",
        "control",
        "entity",
        "database",
        "collections",
        "queue",
        "activate",
        "deactivate",
        "destroy",
        "create",
        "autonumber",
        "autoactivate",
        "skinparam",
        "title",
        "hide",
        "box",
        "caption",
        "header",
        "footer",
        "mainframe",
        "scale",
        "newpage",
        "url",
    ];
    WORDS.contains(&word) || word.starts_with(['\'', '@', '!']) || word.starts_with("/'")
}

fn is_other(word: &str, line: &str) -> bool {
    const WORDS: [&str; 13] = [
        "else",
        "also",
        "alt",
        "opt",
        "loop",
        "par",
        "par2",
        "break",
        "critical",
        "group",
        "partition",
        "ref",
        "ref#",
    ];
    WORDS.contains(&word) || ["==", "...", "||", "ref"].iter().any(|it| line.starts_with(it))
}
