//! Mermaid ids and texts as PlantUML wants them.

use std::fmt::Write as _;

use puml_syntax::is_code;

/// The codes that stand for ids; an id that is a bare name stands for itself.
#[derive(Default)]
pub(super) struct Names {
    replaced: Vec<(String, String)>,
}

impl Names {
    /// The code of an id where a name is wanted that may be in quotes.
    pub(super) fn code(&self, id: &str) -> String {
        if let Some((_, code)) = self.replaced.iter().find(|it| it.0 == id) {
            return code.clone();
        }
        if is_bare(id) { id.to_owned() } else { format!("\"{}\"", id.replace('"', "'")) }
    }

    /// A bare code for an id that has a long name beside it.
    pub(super) fn bare(&mut self, id: &str) -> String {
        if is_bare(id) {
            return id.to_owned();
        }
        let mut code: String = id.chars().map(|it| if is_code(it) { it } else { '_' }).collect();
        while self.replaced.iter().any(|it| it.1 == code && it.0 != id) {
            code.push('_');
        }
        if !self.replaced.iter().any(|it| it.0 == id) {
            self.replaced.push((id.to_owned(), code.clone()));
        }
        code
    }
}

fn is_bare(id: &str) -> bool {
    !id.is_empty() && id.chars().all(is_code)
}

/// A label: `<br>` becomes `\n`, `#quot;` and `#35;` become characters.
pub(super) fn text(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw.trim();
    while let Some(at) = rest.find(['<', '#', '\\']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(length) = line_break(rest) {
            out.push_str("\\n");
            rest = &rest[length..];
        } else if let Some((found, length)) = entity(rest) {
            out.push(found);
            rest = &rest[length..];
        } else if rest.starts_with('\\') && !rest.starts_with("\\n") {
            out.push_str("\\\\");
            rest = &rest[1..];
        } else {
            out.push_str(&rest[..1]);
            rest = &rest[1..];
        }
    }
    out.push_str(rest);
    out
}

fn line_break(text: &str) -> Option<usize> {
    ["<br/>", "<br />", "<br>"]
        .iter()
        .find(|it| text.get(..it.len()).is_some_and(|head| head.eq_ignore_ascii_case(it)))
        .map(|it| it.len())
}

fn entity(text: &str) -> Option<(char, usize)> {
    let name = text.strip_prefix('#')?;
    let length = name.char_indices().take(10).find(|it| it.1 == ';')?.0;
    let found = match &name[..length] {
        "quot" => '"',
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "semi" => ';',
        "colon" => ':',
        "num" => '#',
        digits => char::from_u32(digits.parse().ok()?)?,
    };
    Some((found, length + 2))
}

/// A web color or `rgb(…)` as `#RRGGBB`; nothing for what is no color.
pub(super) fn color(raw: &str) -> Option<String> {
    let raw = raw.trim();
    if let Some(inner) = raw.split_once('(').and_then(|it| it.1.strip_suffix(')')) {
        let mut parts = inner.split(',').map(|it| it.trim().parse::<f32>());
        let mut channel = || parts.next()?.ok().map(|it| it.clamp(0.0, 255.0) as u8);
        let (red, green, blue) = (channel()?, channel()?, channel()?);
        let alpha = parts.next().and_then(Result::ok).map(|it| (it.clamp(0.0, 1.0) * 255.0) as u8);
        let mut out = format!("#{red:02X}{green:02X}{blue:02X}");
        if let Some(alpha) = alpha.filter(|it| *it < 255) {
            let _ = write!(out, "{alpha:02X}");
        }
        return Some(out);
    }
    let name = raw.strip_prefix('#').unwrap_or(raw);
    let known = name.len() > 1 && puml_syntax::color::parse_color(name).is_some();
    known.then(|| format!("#{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_and_entities_become_what_they_stand_for() {
        assert_eq!(text("a<br/>b #35;1 #quot;c#quot; C:\\d"), "a\\nb #1 \"c\" C:\\\\d");
    }

    #[test]
    fn colors_of_the_web_and_channels_are_written_in_hex() {
        assert_eq!(color("rgb(191, 223, 255)").as_deref(), Some("#BFDFFF"));
        assert_eq!(color("rgba(0,0,255,.5)").as_deref(), Some("#0000FF7F"));
        assert_eq!(color("Aqua").as_deref(), Some("#Aqua"));
        assert_eq!(color("Team one"), None);
    }
}
