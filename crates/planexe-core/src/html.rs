//! Self-contained HTML pages: no script, no foreign content, no link but to the web or mail.

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, html};

/// A whole page around `body`, which must be safe HTML already.
pub(crate) fn page(title: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;\
     padding:0 1rem;color:#1c1c1c}table{border-collapse:collapse}td,th{border:1px solid #bbb;\
     padding:.25rem .6rem;text-align:left;vertical-align:top}.note{color:#555}\
     .fail{color:#a40000}.warn{color:#8a5a00}.pass{color:#1b6b2f}";

/// Text as HTML text.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Markdown as safe HTML: embedded HTML is shown as text, and doubtful links lose their target.
pub(crate) fn markdown(text: &str) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let events = Parser::new_ext(text, options).map(|event| match event {
        Event::Html(raw) | Event::InlineHtml(raw) => Event::Text(raw),
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            Event::Start(Tag::Link { link_type, dest_url: safe(dest_url), title, id })
        }
        Event::Start(Tag::Image { link_type, title, id, .. }) => {
            Event::Start(Tag::Image { link_type, dest_url: CowStr::Borrowed(""), title, id })
        }
        other => other,
    });
    let mut out = String::new();
    html::push_html(&mut out, events);
    out
}

fn safe(url: CowStr<'_>) -> CowStr<'_> {
    let lower = url.to_ascii_lowercase();
    let is_allowed = ["https://", "http://", "mailto:", "#"].iter().any(|s| lower.starts_with(s));
    if is_allowed { url } else { CowStr::Borrowed("#") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn script_and_doubtful_links_do_not_survive() {
        let html = markdown(
            "a <b>x</b> [a](javascript:x) [b](https://e.org) ![i](file:///x)\n\n<script>x</script>",
        );
        assert!(
            !html.contains("<script") && !html.contains("<b>") && !html.contains("javascript:"),
            "{html}"
        );
        assert!(!html.contains("file:") && html.contains("https://e.org"), "{html}");
    }
}
