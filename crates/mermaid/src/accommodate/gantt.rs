//! Gantt charts: a keyword takes its value from the next line if its own has none.

const KEYWORDS: &[&str] = &[
    "section",
    "title",
    "dateformat",
    "axisformat",
    "tickinterval",
    "excludes",
    "includes",
    "todaymarker",
];

pub(super) fn rewritten(source: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    for line in source.lines() {
        let waits = out
            .last()
            .is_some_and(|last| KEYWORDS.contains(&last.trim().to_ascii_lowercase().as_str()));
        match out.last_mut() {
            Some(last) if waits => {
                let keyword = last.trim().to_ascii_lowercase();
                let spelled = match keyword.as_str() {
                    "dateformat" => "dateFormat",
                    "axisformat" => "axisFormat",
                    "tickinterval" => "tickInterval",
                    "todaymarker" => "todayMarker",
                    other => other,
                };
                *last = format!("{spelled} {}", line.trim());
            }
            _ => out.push(line.to_owned()),
        }
    }
    out.join("\n")
}
