//! Which addresses may become links.

use crate::model;

/// The link, if its address is http, https, mailto or relative; anything else is shown and not clickable.
pub fn safe(url: &str, tooltip: Option<&str>) -> Option<Box<scene::Link>> {
    let url = url.trim();
    let allowed = match scheme(url) {
        Some(scheme) => {
            ["http", "https", "mailto"].iter().any(|it| scheme.eq_ignore_ascii_case(it))
        }
        None => true,
    };
    let clean = !url.is_empty() && !url.chars().any(char::is_control);
    (allowed && clean)
        .then(|| Box::new(scene::Link { url: url.to_owned(), tooltip: tooltip.map(str::to_owned) }))
}

impl model::Link {
    /// The link as a scene may hold it.
    pub fn safe(&self) -> Option<Box<scene::Link>> {
        safe(&self.url, self.tooltip.as_deref())
    }
}

/// What stands before the first colon, unless a slash, a question mark or a hash comes earlier.
fn scheme(url: &str) -> Option<&str> {
    let end = url.find([':', '/', '?', '#'])?;
    url[end..].starts_with(':').then(|| &url[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_harmless_schemes_become_links() {
        for url in [
            "http://a.example",
            "HTTPS://a.example/x?y:z",
            "mailto:a@b.example",
            "docs/a.svg",
            "#part",
            "/a:b",
        ] {
            assert!(safe(url, None).is_some(), "{url}");
        }
        for url in [
            "javascript:alert(1)",
            " JavaScript:x",
            "data:text/html,x",
            "file:///x",
            "vbscript:x",
            "",
            "ht\ntp://x",
        ] {
            assert!(safe(url, None).is_none(), "{url}");
        }
    }
}
