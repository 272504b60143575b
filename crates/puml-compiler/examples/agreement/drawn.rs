//! What a picture says: the words of the reference's SVG and of our first page, and their order.

use diag::Sources;
use puml_compiler::{Diagram, LayoutOptions};
use puml_sequence::{EventKind, Model};
use regex_lite::Regex;
use scene::Item;

/// A word and how far down it stands.
#[derive(Debug, Clone, PartialEq)]
struct Word {
    text: String,
    y: f64,
}

/// The rows of a picture are further apart than this.
const ROW: f64 = 9.0;

/// The first difference between the words of a reference's picture and ours. What we draw otherwise on purpose is no
/// difference: see [`is_meant`] and [`order`].
pub(crate) fn unequal(
    text: &str,
    svg: &str,
    sources: &Sources,
    diagram: &Diagram,
) -> Option<String> {
    let theirs = words_of_svg(svg);
    let scenes = diagram.model.layout(sources, &LayoutOptions::default());
    let mut ours = Vec::new();
    for item in scenes.first().map(|it| it.items.as_slice()).unwrap_or_default() {
        words_of_item(item, &mut ours);
    }
    let sorted = |all: &[Word]| {
        let mut texts: Vec<String> = all.iter().map(|it| it.text.clone()).collect();
        texts.sort();
        texts
    };
    let (wanted, found) = (sorted(&theirs), sorted(&ours));
    let gone = destroyed(diagram);
    let missing: Vec<&String> =
        rest(&wanted, &found).into_iter().filter(|it| !is_meant(it, &gone)).collect();
    let kept = kept(text);
    let more: Vec<&String> = rest(&found, &wanted)
        .into_iter()
        .filter(|it| !["par", "t"].contains(&it.as_str()) && !kept.contains(it))
        .collect();
    if !missing.is_empty() || !more.is_empty() {
        return Some(format!("words {missing:?} are missing, {more:?} are too many"));
    }
    order(text, &theirs, &ours)
}

/// Whether we leave a word out on purpose. A participant that was destroyed has no second head below its cross, and the
/// operator of `par2` is `par`. (In blocks we also keep `\t` as it is written, so that paths stay readable.)
fn is_meant(word: &str, gone: &[String]) -> bool {
    word == "par2" || gone.iter().any(|it| it == word)
}

/// The words of notes right behind a branch: the reference loses them, since no message stands there.
fn kept(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut is_behind_branch = false;
    let mut is_in_note = false;
    for line in text.lines() {
        let line = line.trim();
        let first = line.split([' ', ':']).next().unwrap_or_default().to_ascii_lowercase();
        let begins = matches!(first.as_str(), "note" | "hnote" | "rnote");
        if (is_behind_branch && begins) || is_in_note {
            split(line, 0.0, &mut words);
            is_in_note = !line.to_ascii_lowercase().starts_with("end")
                && (is_in_note || !line.contains(':'));
        }
        // Several notes may follow, and lines that draw nothing.
        let is_silent = begins || is_in_note || line.is_empty() || line.starts_with(['\'', '/']);
        is_behind_branch =
            matches!(first.as_str(), "else" | "also") || (is_behind_branch && is_silent);
    }
    words.into_iter().map(|it| it.text).collect()
}

/// The words in the heads of participants that are destroyed.
fn destroyed(diagram: &Diagram) -> Vec<String> {
    let Some(model) = Model::of(&*diagram.model) else { return Vec::new() };
    let mut words = Vec::new();
    for event in model.pages.iter().flat_map(|it| &it.events) {
        if let EventKind::Destroy { who } = event.kind {
            let participant = &model.participants[who.0 as usize];
            split(&participant.label.text.replace("\\n", " "), 0.0, &mut words);
            participant.stereotypes.iter().for_each(|it| split(&it.name, 0.0, &mut words));
        }
    }
    words.into_iter().map(|it| it.text).collect()
}

/// What the first list has more than the second.
fn rest<'a>(all: &'a [String], other: &[String]) -> Vec<&'a String> {
    let mut other = other.to_vec();
    all.iter()
        .filter(|it| match other.iter().position(|found| found == *it) {
            Some(at) => {
                other.swap_remove(at);
                false
            }
            None => true,
        })
        .collect()
}

/// Labels of messages follow each other downwards in the same order. What is parallel to something is left out: where
/// both would overlap, the second stands below the first in our pictures.
fn order(text: &str, theirs: &[Word], ours: &[Word]) -> Option<String> {
    let is_parallel = |word: &str| {
        text.lines().any(|it| {
            it.starts_with('&') && it.split(|it: char| !it.is_alphanumeric()).any(|it| it == word)
        })
    };
    let is_label = |it: &&Word| {
        let is_numbered =
            it.text.strip_prefix('m').is_some_and(|it| it.bytes().all(|it| it.is_ascii_digit()));
        is_numbered && !is_parallel(&it.text)
    };
    let mut labels: Vec<&Word> = theirs.iter().filter(is_label).collect();
    labels.sort_by(|a, b| a.y.total_cmp(&b.y));
    let place = |text: &str| ours.iter().find(|it| it.text == text).map(|it| it.y);
    labels.windows(2).find_map(|pair| {
        let (first, second) = (place(&pair[0].text)?, place(&pair[1].text)?);
        (pair[1].y - pair[0].y > ROW && second <= first)
            .then(|| format!("{} stands below {}", pair[0].text, pair[1].text))
    })
}

fn words_of_svg(svg: &str) -> Vec<Word> {
    let text = Regex::new(r#"<text x="[-0-9.]+" y="([-0-9.]+)"[^>]*>([^<]*)</text>"#)
        .expect("the expression is well formed");
    let mut words = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    for found in text.captures_iter(svg) {
        let plain = found[2]
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&#160;", " ")
            .replace("&amp;", "&");
        // A title may be drawn twice at one place.
        if seen.insert(found[0].to_owned()) {
            split(&plain, found[1].parse().unwrap_or_default(), &mut words);
        }
    }
    words
}

fn words_of_item(item: &Item, words: &mut Vec<Word>) {
    match item {
        Item::Group(group) => group.items.iter().for_each(|it| words_of_item(it, words)),
        Item::Text(text) => {
            for line in &text.lines {
                for run in &line.runs {
                    split(&run.text, line.baseline, words);
                }
            }
            text.items.iter().for_each(|it| words_of_item(it, words));
        }
        Item::Shape(_) | Item::Image(_) => {}
    }
}

fn split(text: &str, y: f64, words: &mut Vec<Word>) {
    for word in text.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty()) {
        words.push(Word { text: word.to_owned(), y });
    }
}
