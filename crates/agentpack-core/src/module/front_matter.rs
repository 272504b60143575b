//! The YAML block at the head of a Markdown file. A byte order mark and CRLF line ends are fine.

use serde_json::Value as Json;

use crate::yaml;

/// The head and the rest of a document.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FrontMatter<'t> {
    /// The mapping as JSON, in the order of the text; `Null` when there is no block.
    pub(crate) fields: Json,
    /// The text after the block.
    pub(crate) body: &'t str,
}

impl<'t> FrontMatter<'t> {
    /// Splits `text`. A block that is not closed or not a mapping is an error that says so.
    pub(crate) fn split(text: &'t str) -> Result<Self, String> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let Some(rest) = text.strip_prefix("---\n").or_else(|| text.strip_prefix("---\r\n")) else {
            return Ok(Self { fields: Json::Null, body: text });
        };
        let mut at = 0;
        for line in rest.split_inclusive('\n') {
            if line.trim_end() == "---" {
                let fields = match yaml::parse(&rest[..at]) {
                    Ok(Some(node)) => node.to_json(),
                    Ok(None) => Json::Object(serde_json::Map::new()),
                    Err(mut problem) => {
                        problem.line += 1;
                        return Err(format!("the front matter is not valid YAML: {problem}"));
                    }
                };
                if !fields.is_object() {
                    return Err("the front matter is not a mapping".into());
                }
                return Ok(Self { fields, body: &rest[at + line.len()..] });
            }
            at += line.len();
        }
        Err("the front matter is not closed by `---`".into())
    }

    /// A field that is text and not blank.
    pub(crate) fn text(&self, field: &str) -> Option<&str> {
        self.fields[field].as_str().map(str::trim).filter(|text| !text.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_and_crlf_do_not_hide_the_front_matter() {
        let split = FrontMatter::split("\u{feff}---\r\nname: a\r\n---\r\nbody\r\n").unwrap();
        assert_eq!(split.text("name"), Some("a"));
        assert_eq!(split.body, "body\r\n");
    }

    #[test]
    fn text_without_a_block_is_all_body() {
        assert_eq!(FrontMatter::split("# hi\n").unwrap().body, "# hi\n");
        assert!(FrontMatter::split("---\nname: a\n").is_err());
        assert!(FrontMatter::split("---\n- a\n---\n").is_err());
    }
}
