//! Self-contained HTML pages: no script, no foreign content, no link but to the web, mail or the page
//! itself; for screens of any size, for paper, light and dark.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use pulldown_cmark::{Alignment, CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd, html};
use scene::xml::{escape_attribute, escaped};

use crate::draw::Notation;

/// A page while it is written. What is pushed must be safe HTML already.
pub(crate) struct Page {
    html: String,
}

impl Page {
    /// An open page of that title.
    pub(crate) fn new(title: &str) -> Self {
        let title = escaped(title);
        Self {
            html: format!(
                "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
                 <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
                 <meta name=\"color-scheme\" content=\"light dark\">\n\
                 <title>{title}</title>\n<style>{}</style>\n</head>\n<body>\n<main>\n",
                include_str!("html/page.css")
            ),
        }
    }

    pub(crate) fn push(&mut self, html: &str) {
        self.html.push_str(html);
    }

    /// The whole page.
    pub(crate) fn finish(mut self) -> String {
        self.html.push_str("</main>\n</body>\n</html>\n");
        self.html
    }
}

/// Markdown as safe HTML: embedded HTML is shown as text, and doubtful links lose their target.
pub(crate) fn markdown(text: &str) -> String {
    document(text, |_, _| None).html
}

/// A rendered Markdown text and its outline.
pub(crate) struct Document {
    pub(crate) html: String,
    /// Headings of level two: id and words.
    pub(crate) outline: Vec<(String, String)>,
}

/// Markdown as safe HTML with pictures in place of the fenced diagrams that `draw` knows.
pub(crate) fn document(
    text: &str,
    mut draw: impl FnMut(Notation, &str) -> Option<String>,
) -> Document {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let mut writer = Writer::default();
    let mut diagram: Option<(Notation, String)> = None;
    for event in Parser::new_ext(text, options) {
        match (event, &mut diagram) {
            (Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))), _)
                if Notation::of_fence(&info).is_some() =>
            {
                diagram = Notation::of_fence(&info).map(|language| (language, String::new()));
            }
            (Event::Text(part), Some((_, source))) => source.push_str(&part),
            (Event::End(TagEnd::CodeBlock), Some((language, source))) => {
                let picture = draw(*language, source);
                writer.diagram(picture, source);
                diagram = None;
            }
            (event, _) => writer.event(event),
        }
    }
    writer.finish()
}

/// Writes events, with tables and headings in a form of its own.
#[derive(Default)]
struct Writer<'a> {
    events: Vec<Event<'a>>,
    outline: Vec<(String, String)>,
    ids: BTreeMap<String, usize>,
    /// The position of the open heading among the events, and its words.
    heading: Option<(usize, String)>,
    /// The words of the header cells of the open table.
    labels: Vec<String>,
    /// How the columns of the open table are aligned.
    sides: Vec<Alignment>,
    is_head: bool,
    column: usize,
    /// The position of the open body cell among the events, and its words.
    cell: Option<(usize, String)>,
}

impl<'a> Writer<'a> {
    fn raw(&mut self, html: impl Into<CowStr<'a>>) {
        self.events.push(Event::Html(html.into()));
    }

    fn diagram(&mut self, picture: Option<String>, source: &str) {
        let source = escaped(source);
        self.raw(match picture {
            Some(picture) => format!(
                "<figure>{picture}<details><summary>Source of the diagram</summary><pre><code>{source}\
                 </code></pre></details></figure>\n"
            ),
            None => format!("<pre><code>{source}</code></pre>\n"),
        });
    }

    fn event(&mut self, event: Event<'a>) {
        match event {
            Event::Html(raw) | Event::InlineHtml(raw) => self.text(raw),
            Event::Text(words) => self.text(words),
            Event::Code(words) => {
                if let Some((_, heading)) = &mut self.heading {
                    heading.push_str(&words);
                }
                self.events.push(Event::Code(words));
            }
            Event::Start(Tag::Heading { .. }) => {
                self.heading = Some((self.events.len(), String::new()));
                // Its words, and with them its id, are only known at its end.
                self.raw("");
            }
            Event::End(TagEnd::Heading(level)) => {
                let (open, words) = self.heading.take().unwrap_or_default();
                let id = self.unique(&words);
                self.events[open] = Event::Html(format!("<{level} id=\"{id}\">").into());
                self.raw(format!("</{level}>\n"));
                if level == pulldown_cmark::HeadingLevel::H2 {
                    self.outline.push((id, words));
                }
            }
            Event::Start(Tag::Table(sides)) => {
                self.sides = sides;
                self.labels.clear();
                self.raw("<div class=\"wide\"><table>\n");
            }
            Event::End(TagEnd::Table) => self.raw("</tbody></table></div>\n"),
            Event::Start(Tag::TableHead) => {
                (self.is_head, self.column) = (true, 0);
                self.raw("<thead><tr>");
            }
            Event::End(TagEnd::TableHead) => {
                self.is_head = false;
                self.raw("</tr></thead>\n<tbody>\n");
            }
            Event::Start(Tag::TableRow) => {
                self.column = 0;
                self.raw("<tr>");
            }
            Event::End(TagEnd::TableRow) => self.raw("</tr>\n"),
            Event::Start(Tag::TableCell) if self.is_head => {
                let side = self.side(self.labels.len());
                self.labels.push(String::new());
                self.raw(format!("<th{side}>"));
            }
            Event::Start(Tag::TableCell) => {
                let label = self.labels.get(self.column).map_or("", String::as_str);
                let mut open = format!("<td{} data-label=\"", self.side(self.column));
                escape_attribute(&mut open, label);
                open.push_str("\">");
                self.column += 1;
                self.cell = Some((self.events.len(), String::new()));
                self.raw(open);
            }
            Event::End(TagEnd::TableCell) if self.is_head => self.raw("</th>"),
            Event::End(TagEnd::TableCell) => {
                if let Some((at, words)) = self.cell.take()
                    && is_figure(&words)
                    && let Some(Event::Html(open)) = self.events.get_mut(at)
                {
                    *open = open.replacen("<td data-", "<td class=\"figure\" data-", 1).into();
                }
                self.raw("</td>");
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let dest_url = safe(dest_url);
                self.events.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
            }
            Event::Start(Tag::Image { link_type, title, id, .. }) => {
                let dest_url = CowStr::Borrowed("");
                self.events.push(Event::Start(Tag::Image { link_type, dest_url, title, id }));
            }
            other => self.events.push(other),
        }
    }

    /// The class of a cell in a column of figures.
    fn side(&self, column: usize) -> &'static str {
        match self.sides.get(column) {
            Some(Alignment::Right) => " class=\"right\"",
            _ => "",
        }
    }

    fn text(&mut self, words: CowStr<'a>) {
        if let Some((_, heading)) = &mut self.heading {
            heading.push_str(&words);
        }
        if self.is_head
            && let Some(label) = self.labels.last_mut()
        {
            label.push_str(&words);
        }
        if let Some((_, cell)) = &mut self.cell {
            cell.push_str(&words);
        }
        self.events.push(Event::Text(words));
    }

    /// An id made of the words, different from all before it.
    fn unique(&mut self, words: &str) -> String {
        let id: String = words
            .to_lowercase()
            .chars()
            .map(|letter| if letter.is_alphanumeric() { letter } else { '-' })
            .collect();
        let id = id.trim_matches('-').to_owned();
        let count = self.ids.entry(id.clone()).or_default();
        *count += 1;
        if *count == 1 { id } else { format!("{id}-{count}") }
    }

    fn finish(self) -> Document {
        let mut out = String::new();
        html::push_html(&mut out, self.events.into_iter());
        Document { html: out, outline: self.outline }
    }
}

/// Whether a cell is a date, an amount or an id, which no line should break.
fn is_figure(words: &str) -> bool {
    let words = words.trim();
    words.chars().count() <= 14
        && words.contains(|letter: char| letter.is_ascii_digit())
        && words
            .split([' ', '\u{a0}'])
            .all(|part| part.chars().filter(|letter| letter.is_alphabetic()).count() <= 1)
}

fn safe(url: CowStr<'_>) -> CowStr<'_> {
    let lower = url.to_ascii_lowercase();
    let is_allowed = ["https://", "http://", "mailto:", "#"].iter().any(|s| lower.starts_with(s));
    if is_allowed { url } else { CowStr::Borrowed("#") }
}

/// A file inside the page, as the target of a download link.
pub(crate) fn data_url(content_type: &str, text: &str) -> String {
    let mut out = format!("data:{content_type};charset=utf-8,");
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                out.push(char::from(byte));
            }
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn script_and_doubtful_links_do_not_survive() {
        let html = markdown(
            "a <b>x</b> [a](javascript:x) [b](https://e.org) ![i](file:///x)\n\n<script>x</script>\n\n\
             # <script>y</script>\n\n| <i>a |\n|---|\n| <script>z |\n",
        );
        assert!(
            !html.contains("<script") && !html.contains("<b>") && !html.contains("javascript:"),
            "{html}"
        );
        assert!(!html.contains("file:") && html.contains("https://e.org") && !html.contains("<i>"));
    }

    #[test]
    fn cells_know_their_column_and_headings_their_place() {
        let page = document("## One\n\n## One\n\n| A b | C |\n|---|---|\n| 1 | 2 |\n", |_, _| None);
        assert_eq!(page.outline[1], ("one-2".to_owned(), "One".to_owned()));
        assert!(page.html.contains("<h2 id=\"one-2\">One</h2>"), "{}", page.html);
        assert!(
            page.html.contains("<td class=\"figure\" data-label=\"A b\">1</td>"),
            "{}",
            page.html
        );
        for words in ["2027-03-01", "12\u{a0}000", "W1.2", "3 × 5 = 15"] {
            assert!(is_figure(words), "{words}");
        }
        assert!(!is_figure("4 people") && !is_figure("Owner") && !is_figure("28 seats × 200 EUR"));
    }

    #[test]
    fn diagrams_become_pictures_and_other_code_stays() {
        let text = "```mermaid\ngantt\n```\n\n```text\n<x>\n```\n";
        let page = document(text, |_, source| Some(format!("<svg>{}</svg>", source.len())));
        assert!(page.html.contains("<figure><svg>6</svg>") && page.html.contains("&lt;x&gt;"));
        assert!(
            markdown(text).contains("<pre><code>gantt"),
            "without an engine the source is shown"
        );
    }
}
