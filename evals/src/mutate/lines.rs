//! Mutants of diagrams of other families, made line by line: what is left of a source when its words, directions, order,
//! frames or parts are lost. Those that do not compile or tell the same are the caller's to leave out.

use super::Mutation;

/// Families whose lines tell something by their order.
const ORDERED: [&str; 4] = ["activity", "timing", "mindmap", "wbs"];

/// The sources that a mutation makes of one; `names` are what the parts are called.
pub(super) fn mutants(
    mutation: Mutation,
    family: &str,
    source: &str,
    names: &[String],
) -> Vec<String> {
    match mutation {
        Mutation::Labels => vec![each_line(source, |it| label(family, it))],
        Mutation::Direction => vec![each_line(source, turned)],
        // Elsewhere the order of lines means nothing.
        Mutation::Order if ORDERED.contains(&family) => vec![reversed(source)],
        Mutation::Order => Vec::new(),
        Mutation::Branch => branches(source),
        Mutation::Foreign => vec![foreign(family).to_owned()],
        Mutation::Participant => without_names(family, source, names),
    }
}

fn each_line(source: &str, change: impl Fn(&str) -> Option<String>) -> String {
    let lines = source.lines().map(|line| change(line).unwrap_or_else(|| line.to_owned()));
    lines.map(|line| line + "\n").collect()
}

/// A line whose words say nothing any more.
fn label(family: &str, line: &str) -> Option<String> {
    let trimmed = line.trim_start();
    let indent = &line[..line.len() - trimmed.len()];
    match family {
        "activity" if trimmed.starts_with(':') => Some(format!("{indent}:x;")),
        "mindmap" | "wbs" if trimmed.starts_with('*') => {
            let marks = trimmed.split(' ').next()?;
            Some(format!("{marks} x"))
        }
        "gantt" => {
            let (before, rest) = line.split_once('[')?;
            let (name, behind) = rest.split_once(']')?;
            let letters: u32 = name.chars().map(u32::from).sum();
            Some(format!("{before}[x{letters}]{behind}"))
        }
        "json" => {
            let (key, value) = line.split_once(": \"")?;
            let (_, behind) = value.split_once('"')?;
            Some(format!("{key}: \"x\"{behind}"))
        }
        "yaml" => {
            let (key, value) = line.split_once(": ")?;
            (!value.is_empty()).then(|| format!("{key}: x"))
        }
        _ if trimmed.starts_with("Rel") => {
            let (head, _) = line.split_once('"')?;
            Some(format!("{head}\"x\")"))
        }
        "timing" if line.contains(" is ") => Some(format!("{} is x", line.split_once(" is ")?.0)),
        _ => {
            let (head, _) = line.split_once(" : ")?;
            Some(format!("{head} : x"))
        }
    }
}

/// A link that goes the other way.
fn turned(line: &str) -> Option<String> {
    if let Some(arguments) = line.trim_start().strip_prefix("Rel(") {
        let (first, rest) = arguments.split_once(", ")?;
        let (second, rest) = rest.split_once(", ")?;
        return Some(format!("Rel({second}, {first}, {rest}"));
    }
    if let Some((task, rest)) = line.split_once(" starts at ") {
        let (other, end) = rest.split_once("'s ")?;
        return Some(format!("{other} starts at {task}'s {end}"));
    }
    let (head, text) = line.split_once(" : ").map_or((line, None), |it| (it.0, Some(it.1)));
    let words: Vec<&str> = head.split_whitespace().collect();
    let arrow = words.iter().position(|it| is_arrow(it)).filter(|it| *it > 0)?;
    let (left, right) = (words[..arrow].join(" "), words.get(arrow + 1..)?.join(" "));
    let turned = format!("{right} {} {left}", words[arrow]);
    Some(text.map_or(turned.clone(), |it| format!("{turned} : {it}")))
}

fn is_arrow(word: &str) -> bool {
    let marks = word.trim_matches(|it| "<>|*o+#.-[]".contains(it));
    word.len() > 1
        && (word.contains('-') || word.contains(".."))
        && marks.len() < 6
        && word.starts_with(['-', '.', '<', '*', 'o', '|', '+', '#'])
        && !word.chars().any(|it| it.is_alphanumeric() && it != 'o')
}

/// Everything between the markers in reverse order.
fn reversed(source: &str) -> String {
    let mut lines: Vec<&str> = source.lines().collect();
    if let Some(inner) = lines.len().checked_sub(1).and_then(|end| lines.get_mut(1..end)) {
        inner.reverse();
    }
    lines.join("\n") + "\n"
}

/// For each frame the source without it, and for each `else` the source without its lines.
fn branches(source: &str) -> Vec<String> {
    let lines: Vec<&str> = source.lines().collect();
    let mut found = Vec::new();
    let without = |gone: &dyn Fn(usize) -> bool| -> String {
        let kept = lines.iter().enumerate().filter(|it| !gone(it.0));
        kept.map(|it| format!("{}\n", it.1)).collect()
    };
    let mut open = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let line = line.trim();
        if line.ends_with('{') {
            open.push(at);
        } else if line == "}"
            && let Some(start) = open.pop()
        {
            found.push(without(&|it| it == start || it == at));
        } else if line.starts_with("else") || line == "fork again" || line.starts_with("case") {
            let ends = ["endif", "end fork", "fork again", "else", "case", "endswitch"];
            let rest = lines[at + 1..].iter();
            let end = rest.clone().position(|it| ends.iter().any(|end| it.trim().starts_with(end)));
            let end = end.map_or(lines.len(), |it| at + 1 + it);
            found.push(without(&|it| it >= at && it < end));
        }
    }
    found
}

/// For each name the source without the lines that use it; where parts have no names, without each line.
fn without_names(family: &str, source: &str, names: &[String]) -> Vec<String> {
    if ["activity", "json", "yaml"].contains(&family) {
        let count = source.lines().count();
        let without = |gone: usize| -> String {
            let kept = source.lines().enumerate().filter(|it| it.0 != gone);
            kept.map(|it| format!("{}\n", it.1)).collect()
        };
        return (1..count.saturating_sub(1)).map(without).collect();
    }
    let mut seen: Vec<&str> = Vec::new();
    for name in names.iter().map(|it| it.trim()) {
        if !name.is_empty() && !seen.contains(&name) && !name.starts_with("the ") {
            seen.push(name);
        }
    }
    let without = |name: &&str| -> String {
        let kept = source.lines().filter(|line| !has_word(line, name));
        kept.map(|line| format!("{line}\n")).collect()
    };
    seen.iter().map(without).collect()
}

fn has_word(line: &str, word: &str) -> bool {
    let is_letter = |it: Option<char>| it.is_some_and(|it| it.is_alphanumeric() || it == '_');
    line.match_indices(word).any(|(at, _)| {
        !is_letter(line[..at].chars().next_back())
            && !is_letter(line[at + word.len()..].chars().next())
    })
}

/// An unrelated diagram.
fn foreign(family: &str) -> &'static str {
    match family {
        "class" => {
            "@startuml\nclass Heron {\n  +breed()\n}\nclass Nest\nHeron --> Nest : builds\n@enduml\n"
        }
        "description" => {
            "@startuml\nactor Heron\ncomponent Nest\nHeron --> Nest : builds\n@enduml\n"
        }
        "state" => {
            "@startuml\n[*] --> Wading\nWading --> Flying : startled\nFlying --> [*]\n@enduml\n"
        }
        "activity" => "@startuml\nstart\n:Wade;\n:Catch a fish;\nstop\n@enduml\n",
        "mindmap" => "@startmindmap\n* Heron\n** Wades\n** Flies\n@endmindmap\n",
        "wbs" => "@startwbs\n* Nest\n** Twigs\n** Moss\n@endwbs\n",
        "gantt" => {
            "@startgantt\n[Breed] requires 25 days\n[Fledge] requires 50 days\n[Fledge] starts at [Breed]'s end\n@endgantt\n"
        }
        "timing" => "@startuml\nrobust Heron\n@0\nHeron is Wading\n@10\nHeron is Flying\n@enduml\n",
        "json" => "@startjson\n{\"heron\": {\"legs\": 2}}\n@endjson\n",
        _ => "@startyaml\nheron:\n  legs: 2\n@endyaml\n",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mutation_changes_what_it_names() {
        let source = "@startuml\nclass A {\n  +x\n}\nA --> B : has\n@enduml\n";
        let names = ["A".to_owned(), "B".to_owned()];
        let of = |it| {
            mutants(it, if it == Mutation::Order { "timing" } else { "class" }, source, &names)
        };
        assert!(of(Mutation::Labels)[0].contains("A --> B : x\n"));
        assert!(of(Mutation::Direction)[0].contains("B --> A : has\n"));
        assert!(of(Mutation::Order)[0].starts_with("@startuml\nA --> B"));
        assert!(!of(Mutation::Branch)[0].contains('{'));
        assert!(!of(Mutation::Participant)[1].contains('B'));
    }

    #[test]
    fn links_are_turned_in_every_notation() {
        assert_eq!(turned("Rel(a, b, \"x\")").as_deref(), Some("Rel(b, a, \"x\")"));
        let task = "[B] starts at [A]'s end";
        assert_eq!(turned(task).as_deref(), Some("[A] starts at [B]'s end"));
        assert_eq!(turned("A \"1\" *-- \"2\" B").as_deref(), Some("\"2\" B *-- A \"1\""));
        assert_eq!(turned("class A"), None);
        assert_eq!(turned("** node - with a dash"), None);
    }
}
