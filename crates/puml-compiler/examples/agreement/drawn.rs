//! What a picture says: the words of the reference's SVG and of our first page, and their order.

use diag::Sources;
use puml_compiler::{Diagram, LayoutOptions, NoWorld, Options, preprocess};
use puml_sequence::{EventKind, Model, Participant};
use regex_lite::Regex;
use scene::Item;

use crate::notes;

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
    if has_parallels_on_pages(text, diagram) {
        return None;
    }
    let theirs = words_of_svg(text, svg);
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
    let mut gone = destroyed(diagram);
    gone.extend(created_later(diagram));
    let missing: Vec<&String> =
        rest(&wanted, &found).into_iter().filter(|it| !is_meant(it, text, &gone)).collect();
    let mut kept = kept(text);
    kept.extend(created_again(diagram));
    let more: Vec<&String> = rest(&found, &wanted)
        .into_iter()
        .filter(|it| !["par", "t"].contains(&it.as_str()) && !kept.contains(it))
        .collect();
    if !missing.is_empty() || !more.is_empty() {
        return Some(format!("words {missing:?} are missing, {more:?} are too many"));
    }
    order(text, diagram, &theirs, &ours)
}

/// Whether we leave a word out on purpose. A participant that was destroyed has no second head below its cross, one that
/// is created on a later page has none on the first, and the operator of `par2` is `par`. (In blocks we also keep `\t` as it is written, so that paths stay readable.) A group or partition whose
/// title begins with `#a/b` has that title as it is written, not as the first item of a list. The title of a partition is
/// broken into lines. A theme that is named within a text is a theme here, and no part of the text. The `//` of an address
/// ends no slanted words here, so that the link is one.
fn is_meant(word: &str, text: &str, gone: &[String]) -> bool {
    let is_item = |it: &str| {
        let title = ["group #", "partition #"].iter().find_map(|word| it.trim().strip_prefix(word));
        title.is_some_and(|it| it.split(' ').next().is_some_and(|it| it.contains('/')))
    };
    word == "par2"
        || has_theme_in_text(text)
        || gone.iter().any(|it| it == word)
        || word == "1" && text.lines().any(is_item)
        || notes::beside_torn_groups(text).iter().any(|it| words_of(it).any(|it| it == word))
        || partitions(text)
            .chain(misread(text))
            .chain(slanted_links(text))
            .chain(quoted_urls(text))
            .any(|it| words_of(it).any(|it| it == word))
}

/// Whether `!theme` stands between the first line and the end of a note or reference.
fn has_theme_in_text(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    while let Some(line) = lines.next() {
        let Some(is_last) = notes::end_of_body(line) else { continue };
        if lines.by_ref().take_while(|it| !is_last(it)).any(|it| it.starts_with("!theme ")) {
            return true;
        }
    }
    false
}

/// The messages of a participant called `Queue` that the reference takes for the declaration of a queue, since a
/// stereotype ends the line.
fn misread(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|it| it.starts_with("Queue ") && it.ends_with(">>"))
}

/// The lines that give a link to a participant whose name is in quotes: the reference takes them for a part of the name,
/// and so draws another participant.
fn quoted_urls(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|it| it.starts_with("url of \""))
}

/// Whether pages are cut where parallel events overlap. The reference cuts its whole picture at heights, and what is
/// parallel to something on a page may stand on another one.
fn has_parallels_on_pages(text: &str, diagram: &Diagram) -> bool {
    let is_paged = Model::of(&*diagram.model).is_some_and(|it| it.pages.len() > 1);
    is_paged && text.lines().any(|it| it.starts_with('&') || it.starts_with("par2"))
}

/// The addresses of links behind `//` on their line.
fn slanted_links(text: &str) -> impl Iterator<Item = &str> {
    let links = text.lines().filter_map(|it| it.split_once("[["));
    links.filter(|it| it.0.contains("//")).filter_map(|it| it.1.split([' ', ']']).next())
}

/// The lines that open partitions.
fn partitions(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|it| it.trim_start().starts_with("partition "))
}

/// The words that we draw and the reference does not: of notes at the latest event where that is no message, which it
/// loses, of the titles of partitions, which it does not break into lines, and of messages that it [misreads](misread).
fn kept(text: &str) -> Vec<String> {
    let notes = notes::lost(&expanded(text));
    let mut all: Vec<String> =
        notes.into_iter().chain(partitions(text).chain(misread(text)).map(str::to_owned)).collect();
    // Line ends are resolved in texts on one line and stay in blocks.
    all.extend(all.clone().iter().map(|it| it.replace("\\n", " ")));
    all.iter().flat_map(|it| words_of(it)).map(str::to_owned).collect()
}

/// A text without the lines that its directives leave out.
fn expanded(text: &str) -> String {
    let mut sources = Sources::default();
    let id = sources.add("text", text);
    let expanded = preprocess(&mut sources, id, &NoWorld, &Options::default());
    sources.source(expanded.source).text().to_string()
}

/// The words in the heads of participants that are created more than once: each time has a head here.
fn created_again(diagram: &Diagram) -> Vec<String> {
    let Some(model) = Model::of(&*diagram.model) else { return Vec::new() };
    let mut words = Vec::new();
    let mut seen = Vec::new();
    for event in model.pages.iter().flat_map(|it| &it.events) {
        if let EventKind::Create { who } = event.kind {
            if seen.contains(&who) {
                words_of_head(&model.participants[who.0 as usize], &mut words);
            }
            seen.push(who);
        }
    }
    words.into_iter().map(|it| it.text).collect()
}

/// The words in the heads of participants that are destroyed.
fn destroyed(diagram: &Diagram) -> Vec<String> {
    let Some(model) = Model::of(&*diagram.model) else { return Vec::new() };
    let mut words = Vec::new();
    for event in model.pages.iter().flat_map(|it| &it.events) {
        if let EventKind::Destroy { who } = event.kind {
            words_of_head(&model.participants[who.0 as usize], &mut words);
        }
    }
    words.into_iter().map(|it| it.text).collect()
}

/// The words in the heads of participants that are created on a later page. The reference draws their foot on the first.
fn created_later(diagram: &Diagram) -> Vec<String> {
    let Some(model) = Model::of(&*diagram.model) else { return Vec::new() };
    let mut words = Vec::new();
    for event in model.pages.iter().skip(1).flat_map(|it| &it.events) {
        if let EventKind::Create { who } = event.kind {
            words_of_head(&model.participants[who.0 as usize], &mut words);
        }
    }
    words.into_iter().map(|it| it.text).collect()
}

fn words_of_head(participant: &Participant, words: &mut Vec<Word>) {
    split(&participant.label.text.replace("\\n", " "), 0.0, words);
    participant.stereotypes.iter().for_each(|it| split(&it.name, 0.0, words));
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
/// both would overlap, the second stands below the first in our pictures. The reference draws what follows it, and a
/// `par2`, over what came before, and what follows a `par2` over what stands between; we keep the order of the source. Branches of `par2` stand side by side here and one below the other there.
fn order(text: &str, diagram: &Diagram, theirs: &[Word], ours: &[Word]) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let has = |line: &str, word: &str| words_of(line).any(|it| it == word);
    let is_parallel = |word: &str| lines.iter().any(|it| it.starts_with('&') && has(it, word));
    let messages = labels(diagram);
    let is_label = |it: &&Word| messages.contains(&it.text) && !is_parallel(&it.text);
    let mut labels: Vec<&Word> = theirs.iter().filter(is_label).collect();
    labels.sort_by(|a, b| a.y.total_cmp(&b.y));
    let place = |text: &str| ours.iter().find(|it| it.text == text).map(|it| it.y);
    let line = |word: &str| lines.iter().position(|it| has(it, word));
    let branches = branches(&lines);
    labels.windows(2).find_map(|pair| {
        let (upper, lower) = (&pair[0].text, &pair[1].text);
        let (first, second) = (place(upper)?, place(lower)?);
        if pair[1].y - pair[0].y <= ROW || second > first {
            return None;
        }
        let (first, second) = (line(upper)?, line(lower)?);
        let is_beside = |it: &&str| it.starts_with('&') || it.starts_with("par2");
        let is_overtaken = second < first && lines[second..=first].iter().any(is_beside);
        let are_beside = branches[first].iter().zip(&branches[second]).any(|(one, other)| {
            one.group == other.group && one.number != other.number && one.is_parallel
        });
        // Below a `par2` the heights of the reference overlap.
        let is_past = second < first && lines[..second].iter().any(|it| it.starts_with("par2"));
        (!is_overtaken && !are_beside && !is_past).then(|| format!("{upper} stands below {lower}"))
    })
}

/// The numbered labels of messages.
fn labels(diagram: &Diagram) -> Vec<String> {
    let Some(model) = Model::of(&*diagram.model) else { return Vec::new() };
    let events = model.pages.iter().flat_map(|it| &it.events);
    let texts = events.filter_map(|it| match &it.kind {
        EventKind::Message(message) => Some(message.label.text.as_str()),
        _ => None,
    });
    let is_numbered =
        |it: &&str| it.strip_prefix('m').is_some_and(|it| it.bytes().all(|it| it.is_ascii_digit()));
    texts.flat_map(|it| words_of(it).take(1)).filter(is_numbered).map(str::to_owned).collect()
}

/// Which branch of a group a line stands in.
#[derive(Clone, Copy)]
struct Branch {
    /// The line that opens the group.
    group: usize,
    number: usize,
    is_parallel: bool,
}

/// The branches that each line stands in, outermost first.
fn branches(lines: &[&str]) -> Vec<Vec<Branch>> {
    const GROUPS: [&str; 9] =
        ["alt", "opt", "loop", "par", "break", "critical", "group", "partition", "par2"];
    let mut open: Vec<Branch> = Vec::new();
    let mut all = Vec::with_capacity(lines.len());
    for (number, line) in lines.iter().enumerate() {
        let word = line.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
        match word.as_str() {
            it if GROUPS.contains(&it) => {
                open.push(Branch { group: number, number: 0, is_parallel: it == "par2" });
            }
            "else" | "also" => open.iter_mut().last().into_iter().for_each(|it| it.number += 1),
            "end" if !notes::is_end(line) && !line.to_ascii_lowercase().ends_with("ref") => {
                open.pop();
            }
            _ => {}
        }
        all.push(open.clone());
    }
    all
}

fn words_of_svg(text: &str, svg: &str) -> Vec<Word> {
    let element = Regex::new(r#"<text x="[-0-9.]+" y="([-0-9.]+)"[^>]*>([^<]*)</text>"#)
        .expect("the expression is well formed");
    let mut words = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    for found in element.captures_iter(svg) {
        let plain = found[2]
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&#160;", " ")
            .replace("&amp;", "&");
        // Advice that the reference writes above a picture is no part of the diagram.
        if plain.replace('\u{a0}', " ").starts_with("Please use ") {
            continue;
        }
        // The title of a partition is drawn twice at one place.
        let is_new = seen.insert(found[0].to_owned());
        if is_new || !partitions(text).any(|it| it.contains(&plain)) {
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
    words.extend(words_of(text).map(|it| Word { text: it.to_owned(), y }));
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty())
}
