//! What a diagram must say, a line each, and whether one does. The lines stand in the block `says` of a task:
//!
//! ```text
//! WHO -> WHO : WORDS            a message; WHO is part of an id or name, `*` is anybody, `[` is an edge or nobody
//! note WHO : WORDS              a note, at WHO if one is named
//! ref WHO, WHO : WORDS          a reference over all of them
//! divider : WORDS               a band across; `delay : WORDS` where time passes
//! alt WORDS / else WORDS / end  a group and its branches; also opt, loop, par, break, critical, group, partition
//! ```
//! `|` separates alternatives, a comma joins what must all be there; case does not count. Messages follow in this order,
//! and others may stand between. What stands in a group here stands in such a group there.

use std::ops::Range;

use anyhow::{Context as _, Result, bail};

use crate::facts::{Fact, Place};

/// The lines of a task.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Says(Vec<Line>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Line {
    /// As written.
    text: String,
    kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    Message { from: Words, to: Words, words: Words },
    At { place: Place, who: Vec<Words>, words: Words },
    Group { kind: String, branches: Vec<(Words, Vec<Line>)> },
}

/// What a text must hold: of each list one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Words(Vec<Vec<String>>);

impl Words {
    fn parse(text: &str) -> Self {
        let parts = text.split(',').map(str::trim).filter(|it| !it.is_empty());
        Self(parts.map(|it| it.split('|').map(|one| one.trim().to_lowercase()).collect()).collect())
    }

    fn fit(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        let any = |of: &Vec<String>| of.iter().any(|it| it == "*" || text.contains(it.as_str()));
        self.0.iter().all(any)
    }
}

const GROUPS: [&str; 9] =
    ["alt", "opt", "loop", "par", "par2", "break", "critical", "group", "partition"];

impl Says {
    /// Reads the lines of the block.
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let mut lines = text.lines().map(str::trim).filter(|it| !it.is_empty());
        let (found, stop) = block(&mut lines)?;
        match stop {
            None => Ok(Self(found)),
            Some(word) => bail!("`{word}` outside of a group"),
        }
    }

    /// Whether nothing is asked for.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The first line that a diagram does not say, as written.
    pub(crate) fn unsaid(&self, facts: &[Fact]) -> Option<&str> {
        first_unsaid(&self.0, facts, 0..facts.len())
    }
}

/// Lines up to an `else` or `end`, which is returned.
fn block<'a>(lines: &mut impl Iterator<Item = &'a str>) -> Result<(Vec<Line>, Option<&'a str>)> {
    let mut found = Vec::new();
    while let Some(line) = lines.next() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "else" || word == "end" {
            return Ok((found, Some(line)));
        }
        let kind = if GROUPS.contains(&word) {
            let mut branches = vec![(Words::parse(rest), Vec::new())];
            loop {
                let (inner, stop) = block(lines)?;
                branches.last_mut().expect("a group has a branch").1 = inner;
                let stop = stop.with_context(|| format!("`{line}` has no `end`"))?;
                let Some(label) = stop.strip_prefix("else") else { break };
                branches.push((Words::parse(label), Vec::new()));
            }
            Kind::Group { kind: word.to_owned(), branches }
        } else {
            leaf(line, word, rest).with_context(|| line.to_owned())?
        };
        found.push(Line { text: line.to_owned(), kind });
    }
    Ok((found, None))
}

fn leaf(line: &str, word: &str, rest: &str) -> Result<Kind> {
    let place = match word {
        "note" => Some(Place::Note),
        "ref" => Some(Place::Reference),
        "divider" => Some(Place::Divider),
        "delay" => Some(Place::Delay),
        _ => None,
    };
    let (head, words) = match place {
        Some(_) => rest.split_once(':').context("a colon stands before the words")?,
        None => line.split_once(" : ").unwrap_or((line, "")),
    };
    let words = Words::parse(words);
    if let Some(place) = place {
        let who = head.split(',').map(str::trim).filter(|it| !it.is_empty());
        return Ok(Kind::At { place, who: who.map(Words::parse).collect(), words });
    }
    let (from, to) = head.split_once("->").context("a message is `A -> B : words`")?;
    Ok(Kind::Message { from: Words::parse(from), to: Words::parse(to), words })
}

fn first_unsaid<'a>(lines: &'a [Line], facts: &[Fact], within: Range<usize>) -> Option<&'a str> {
    let Range { mut start, end } = within;
    for line in lines {
        match line.next(facts, start..end) {
            Ok(next) => start = next,
            Err(text) => return Some(text),
        }
    }
    None
}

impl Line {
    /// Where to go on after the first fact that says this; the line that is not said otherwise.
    fn next(&self, facts: &[Fact], within: Range<usize>) -> Result<usize, &str> {
        if let Kind::Group { kind, branches } = &self.kind {
            return self.next_group(kind, branches, facts, within);
        }
        let start = within.start;
        let found = facts[within].iter().position(|it| self.is_said(it));
        found.map(|it| start + it + 1).ok_or(&self.text)
    }

    fn is_said(&self, fact: &Fact) -> bool {
        match (&self.kind, fact) {
            (
                Kind::Message { from, to, words },
                Fact::Message { from: sender, to: receivers, label },
            ) => from.fit(sender) && receivers.iter().any(|it| to.fit(it)) && words.fit(label),
            (Kind::At { place, who, words }, Fact::At { place: there, who: all, label }) => {
                place == there
                    && who.iter().all(|one| all.iter().any(|it| one.fit(it)))
                    && words.fit(label)
            }
            _ => false,
        }
    }

    fn next_group<'a>(
        &'a self,
        wanted: &str,
        branches: &'a [(Words, Vec<Self>)],
        facts: &[Fact],
        within: Range<usize>,
    ) -> Result<usize, &'a str> {
        let mut unsaid = self.text.as_str();
        for start in within {
            let Fact::Open { kind, end, .. } = &facts[start] else { continue };
            if *kind != wanted {
                continue;
            }
            match branches_unsaid(branches, facts, start) {
                None => return Ok(end + 1),
                Some(line) if !line.is_empty() => unsaid = line,
                Some(_) => {}
            }
        }
        Err(unsaid)
    }
}

/// The first line that the branches of a group do not say; empty if a branch itself is missing.
fn branches_unsaid<'a>(
    wanted: &'a [(Words, Vec<Line>)],
    facts: &[Fact],
    start: usize,
) -> Option<&'a str> {
    let Fact::Open { label, end, branches, .. } = &facts[start] else { return Some("") };
    let mut starts = vec![(label, start + 1)];
    for at in branches {
        if let Fact::Branch { label } = &facts[*at] {
            starts.push((label, at + 1));
        }
    }
    let mut next = 0;
    for (words, lines) in wanted {
        let mut missing = "";
        let found = (next..starts.len()).find(|it| {
            let (label, from) = starts[*it];
            let to = starts.get(it + 1).map_or(*end, |it| it.1 - 1);
            if !words.fit(label) {
                return false;
            }
            match first_unsaid(lines, facts, from..to) {
                None => true,
                Some(line) => {
                    missing = line;
                    false
                }
            }
        });
        match found {
            Some(branch) => next = branch + 1,
            None => return Some(missing),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::facts_of;

    fn unsaid(says: &str, source: &str) -> Option<String> {
        let facts = facts_of(source, &puml_compiler::NoWorld);
        Says::parse(says).unwrap().unsaid(&facts).map(str::to_owned)
    }

    const SHOP: &str = "participant \"The shop\" as s\nparticipant Bank\ns -> Bank : Charge card\nalt accepted\n  Bank --> s : receipt\nelse declined\n  Bank --> s : reason\nend\nnote over s : done\n[-> s : ring";

    #[test]
    fn a_diagram_says_what_it_says_and_no_more() {
        let all = "shop -> bank : charge|pay, card\nalt accept\n bank -> shop : receipt\nelse declin|refus\n bank -> shop\nend\nnote shop : done\n[ -> shop : ring";
        assert_eq!(unsaid(all, SHOP), None);
        for wrong in [
            "bank -> shop : charge",
            "shop -> bank : refund",
            "bank -> shop : receipt\nshop -> bank : charge",
            "shop -> stock",
            "note bank : done",
            "loop accept\nend",
        ] {
            assert_eq!(
                unsaid(wrong, SHOP).as_deref(),
                wrong
                    .lines()
                    .next_back()
                    .map(|it| { if it == "end" { "loop accept" } else { it } })
            );
        }
    }

    #[test]
    fn a_branch_that_is_missing_or_says_something_else_is_named() {
        let swapped = "alt accept\nbank -> shop : reason\nend";
        assert_eq!(unsaid(swapped, SHOP).as_deref(), Some("bank -> shop : reason"));
        let third = "alt accept\nelse declin\nelse unclear\nend";
        assert_eq!(unsaid(third, SHOP).as_deref(), Some("alt accept"));
    }

    #[test]
    fn lines_that_mean_nothing_are_refused() {
        for wrong in ["shop", "alt x", "end", "note shop"] {
            assert!(Says::parse(wrong).is_err(), "{wrong}");
        }
    }
}
