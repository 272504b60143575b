//! Gantt dates that do not fit the declared format.

use super::clue::Clue;
use super::suspect::Suspect;
use crate::codes;

pub(super) fn suspects(clue: &Clue<'_>) -> Vec<Suspect> {
    let Some((_, date)) = clue.words.split_once("Invalid date:") else { return Vec::new() };
    let Some(range) = clue.find(date) else { return Vec::new() };
    let format = clue
        .statements()
        .iter()
        .find_map(|line| line.trimmed().strip_prefix("dateFormat"))
        .map_or("YYYY-MM-DD", str::trim);
    let found = Suspect::new(
        codes::BAD_DATE,
        range,
        format!("`{}` is neither a date in the format `{format}` nor `after` a task", date.trim()),
        "a task reads `Name :id, start, end`, where start is a date or `after id`, and end a date or a duration such as `3d`",
    );
    vec![found.certain()]
}
