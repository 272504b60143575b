//! Comments in the manner of other languages, or behind a statement.

use super::clue::Clue;
use super::label::find_outside;
use super::suspect::Suspect;
use crate::codes;

pub(super) fn suspects(clue: &Clue<'_>) -> Vec<Suspect> {
    let mut found = Vec::new();
    for line in clue.statements() {
        let text = line.trimmed();
        let start = line.range().start;
        let sign = ["//", "#", "/*", "--", "'"].into_iter().find(|sign| {
            text.strip_prefix(sign)
                .is_some_and(|rest| rest.starts_with([' ', '/']) || *sign == "//")
        });
        if let Some(sign) = sign {
            let suspect = Suspect::new(
                codes::COMMENT,
                line.range(),
                format!("`{sign}` does not start a comment"),
                "comments stand on lines of their own and begin with `%%`",
            );
            let fix = [(start..start + sign.len(), "%%".to_owned())];
            found.push(suspect.fix("begin the comment with `%%`", fix));
        } else if let Some(at) = find_outside(line.text, " // ").first() {
            let range = line.at(*at..line.text.trim_end().len());
            let suspect = Suspect::new(
                codes::COMMENT,
                range.clone(),
                "`//` does not start a comment",
                "comments stand on lines of their own and begin with `%%`",
            );
            found.push(suspect.fix("remove the comment", [(range, String::new())]));
        } else if let Some(at) =
            line.text.find("%%").filter(|at| *at > 0 && !line.text[*at..].starts_with("%%{"))
        {
            let range = line.at(at..line.text.trim_end().len());
            let suspect = Suspect::new(
                codes::COMMENT,
                range.clone(),
                "a comment cannot follow a statement on its line",
                "put the comment on a line of its own",
            );
            found.push(suspect.fix("remove the comment", [(range, String::new())]));
        }
    }
    found
}
