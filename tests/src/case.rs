//! A case file: a title, prose and named fenced blocks. Reading and rewriting, no meaning.

use anyhow::{Result, ensure};

/// A fenced block: what stands behind the backticks, and what it holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The stage, the first word behind the backticks.
    pub name: String,
    /// The further words, such as `path=a.puml`.
    pub attributes: Vec<String>,
    /// The lines between the fences, each with its line end.
    pub text: String,
}

impl Block {
    /// The value of `key=value` behind the backticks.
    pub fn attribute(&self, key: &str) -> Option<&str> {
        self.attributes.iter().find_map(|it| it.strip_prefix(key)?.strip_prefix('='))
    }
}

/// One case. Blocks stand in the order of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// The behaviour, as the first line says it.
    pub title: String,
    parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Prose(String),
    Block(Block),
}

impl Case {
    /// Reads a case; a file without a title or with an open fence is refused.
    pub fn parse(text: &str) -> Result<Self> {
        let title = text.lines().next().and_then(|it| it.strip_prefix("# ")).unwrap_or_default();
        ensure!(!title.is_empty(), "the first line must be `# ` and the behaviour");
        let mut parts = Vec::new();
        let mut prose = String::new();
        let mut lines = text.split_inclusive('\n');
        while let Some(line) = lines.next() {
            let Some(info) = line.strip_prefix("```") else {
                prose.push_str(line);
                continue;
            };
            parts.push(Part::Prose(std::mem::take(&mut prose)));
            let mut body = String::new();
            let mut closed = false;
            for line in lines.by_ref() {
                if line.trim_end() == "```" {
                    closed = true;
                    break;
                }
                body.push_str(line);
            }
            ensure!(closed, "the block `{}` is not closed", info.trim());
            let mut words = info.split_whitespace().map(str::to_owned);
            let name = words.next().unwrap_or_default();
            parts.push(Part::Block(Block { name, attributes: words.collect(), text: body }));
        }
        parts.push(Part::Prose(prose));
        Ok(Self { title: title.to_owned(), parts })
    }

    /// Every fenced block, in file order.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.parts.iter().filter_map(|part| match part {
            Part::Block(block) => Some(block),
            Part::Prose(_) => None,
        })
    }

    /// The first block of a name.
    pub fn block(&self, name: &str) -> Option<&Block> {
        self.blocks().find(|it| it.name == name)
    }

    /// Puts a text into the block of that name: rewrites it, appends it, or drops it where the text is empty.
    pub fn set(&mut self, name: &str, text: &str) {
        let at =
            self.parts.iter().position(|it| matches!(it, Part::Block(block) if block.name == name));
        match (at, text.is_empty()) {
            (Some(at), true) => {
                self.parts.remove(at);
            }
            (Some(at), false) => {
                if let Part::Block(block) = &mut self.parts[at] {
                    text.clone_into(&mut block.text);
                }
            }
            (None, true) => {}
            (None, false) => {
                self.parts.push(Part::Prose("\n".into()));
                let block = Block { name: name.into(), attributes: Vec::new(), text: text.into() };
                self.parts.push(Part::Block(block));
            }
        }
    }

    /// The file's text again; a case that was only read comes out as it went in.
    pub fn print(&self) -> String {
        let mut out = String::new();
        for part in &self.parts {
            match part {
                Part::Prose(text) => out.push_str(text),
                Part::Block(block) => {
                    out.push_str("```");
                    out.push_str(&block.name);
                    for word in &block.attributes {
                        out.push(' ');
                        out.push_str(word);
                    }
                    out.push('\n');
                    out.push_str(&block.text);
                    out.push_str("```\n");
                }
            }
        }
        while out.contains("\n\n\n") {
            out = out.replace("\n\n\n", "\n\n");
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "# It does\n\n```source path=a.puml\nA -> B\n```\n\nBecause.\n\n```model\nx\n```\n";

    #[test]
    fn a_case_prints_as_it_was_read() {
        let case = Case::parse(TEXT).unwrap();
        assert_eq!(case.print(), TEXT);
        assert_eq!(case.block("source").unwrap().attribute("path"), Some("a.puml"));
    }

    #[test]
    fn setting_a_block_rewrites_adds_or_drops_it() {
        let mut case = Case::parse(TEXT).unwrap();
        case.set("model", "y\n");
        case.set("diagnostics", "none\n");
        case.set("source", "");
        assert_eq!(
            case.print(),
            "# It does\n\nBecause.\n\n```model\ny\n```\n\n```diagnostics\nnone\n```\n"
        );
    }

    #[test]
    fn a_case_without_title_or_with_an_open_block_is_refused() {
        assert!(Case::parse("A -> B\n").is_err());
        assert!(Case::parse("# t\n\n```source\nA -> B\n").is_err());
    }
}
