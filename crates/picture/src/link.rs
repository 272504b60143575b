//! Which addresses may be followed from a picture.

/// Whether the address is relative or has one of the schemes http, https and mailto.
///
/// Layout lets no other through; a writer asks again, because what it writes is opened by browsers.
pub(crate) fn is_safe(url: &str) -> bool {
    if url.is_empty()
        || url.starts_with(' ')
        || url.contains(|ch: char| ch.is_control() || ch == '\\')
    {
        return false;
    }
    scheme(url).is_none_or(|scheme| {
        ["http", "https", "mailto"].iter().any(|it| it.eq_ignore_ascii_case(scheme))
    })
}

/// Whether the address means the same wherever the picture is opened.
pub(crate) fn is_absolute(url: &str) -> bool {
    scheme(url).is_some()
}

/// What stands before the first colon, unless the path, query or fragment has begun.
fn scheme(url: &str) -> Option<&str> {
    let head = url.split(['/', '?', '#']).next().unwrap_or(url);
    head.split_once(':').map(|(scheme, _)| scheme)
}

#[cfg(test)]
mod tests {
    use super::is_safe;

    #[test]
    fn web_mail_and_relative_addresses_pass() {
        for url in [
            "https://example.org/a:b",
            "HTTP://example.org",
            "mailto:a@b.c",
            "a/b.html",
            "#x",
            "?q=a:b",
        ] {
            assert!(is_safe(url), "{url}");
        }
    }

    #[test]
    fn addresses_that_run_or_hide_something_do_not() {
        for url in [
            "javascript:alert(1)",
            "JavaScript:x",
            " javascript:x",
            "java\nscript:x",
            "data:text/html,x",
            "file:///etc/passwd",
            "vbscript:x",
            "\\\\host",
            "",
        ] {
            assert!(!is_safe(url), "{url}");
        }
    }
}
