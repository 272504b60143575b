//! ParsePlan: `plan.json`, the structure of whatever `plan.md` says now.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex_lite::Regex;
use serde_json::{Value, json};

use crate::artifact::Kind;
use crate::task::{By, Context, Phase, Produced, Task, TaskError, hard, output};

pub(super) const TASK: Task = Task {
    name: "ParsePlan",
    phase: Phase::GeneratingPlan,
    version: 1,
    inputs: &[hard("plan.md")],
    outputs: &[output("plan.json", Kind::Plan)],
    weight: 1,
    by: By::Code,
    run,
};

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    Ok(vec![Produced::json("plan.json", &parse(ctx.inputs.text("plan.md")?))])
}

static ID: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b(?:[FAR]\d+|W\d+(?:\.\d+)?)\b").expect("the pattern is valid"));
static TOTAL: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"Total:\s*(\d+)\s*days").expect("the pattern is valid"));

fn parse(plan: &str) -> Value {
    let mut title = String::new();
    let mut sections: Vec<Value> = Vec::new();
    let mut words = 0;
    for line in plan.lines() {
        let level = line.bytes().take_while(|&byte| byte == b'#').count();
        let heading = line[level..].trim();
        if level == 1 && title.is_empty() {
            heading.clone_into(&mut title);
        } else if (2..=3).contains(&level) {
            close(&mut sections, words);
            words = 0;
            sections.push(json!({ "heading": heading, "level": level }));
        } else {
            words += line.split_whitespace().count();
        }
    }
    close(&mut sections, words);
    let ids: BTreeSet<&str> = ID.find_iter(plan).map(|found| found.as_str()).collect();
    let total = TOTAL.captures(plan).and_then(|found| found[1].parse::<u64>().ok());
    json!({ "title": title, "sections": sections, "ids": ids, "total_days": total })
}

fn close(sections: &mut [Value], words: usize) {
    if let Some(section) = sections.last_mut() {
        section["words"] = json!(words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_words_ids_and_the_total_are_found() {
        let plan = parse("# T\n\nx\n\n## A\n\none two W1.1\n\n### B\n\n## C\nTotal: 12 days\n");
        assert_eq!(plan["title"], "T");
        assert_eq!(plan["sections"][0], json!({ "heading": "A", "level": 2, "words": 3 }));
        assert_eq!(plan["sections"][1]["words"], 0);
        assert_eq!(plan["ids"], json!(["W1.1"]));
        assert_eq!(plan["total_days"], 12);
    }
}
