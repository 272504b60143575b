//! The renderer backwards: from an edited output to the files of the modules it was made of. Each writer of `render/`
//! has its way back; a wrong guess does no harm, because every edit is rendered again and compared.

use std::path::Path;

use crate::adapter::{Format as FileFormat, Writer};
use crate::evolve::{Candidate, Reason};
use crate::hash_cache::read_bytes;
use crate::merge::{Format, Reader};
use crate::module::{FrontMatter, MAX_TEXT, Module};
use crate::path::RelPath;
use crate::plan::Change;
use crate::render::{Content, without_import};
use crate::survey::Survey;

const SECTION: &str = "<!-- agentpack:module=";
const SECTION_END: &str = "<!-- /agentpack -->";

/// The text we own of an output: as rendered and as edited.
pub(super) struct Block {
    pub(super) rendered: String,
    pub(super) edited: String,
}

/// The edits of modules that an edited file amounts to.
pub(super) fn invert(survey: &Survey, change: &Change) -> Result<Vec<Candidate>, Reason> {
    let output = survey.desired.outputs.get(&change.path).ok_or(Reason::ReadError)?;
    let modules: Vec<&Module> =
        survey.modules.iter().filter(|module| output.modules.contains(&module.id)).collect();
    let inverse = Inverse { change };
    match (&output.content, output.writer) {
        (Content::File { source, .. }, _) => {
            let [module] = modules[..] else { return Err(Reason::MultiModule) };
            let rel = module.files.iter().find(|(_, file)| file.path == *source);
            let (rel, _) = rel.ok_or(Reason::ReadError)?;
            let bytes = read_bytes(&change.path, MAX_TEXT).map_err(|_| Reason::ReadError)?;
            Ok(vec![inverse.edit(module, rel, bytes)])
        }
        (Content::Merge { format: Format::Toml | Format::Jsonc | Format::Yaml, .. }, _) => {
            Err(Reason::MergedKeys)
        }
        (_, Writer::Sections | Writer::Bridge) => {
            inverse.instructions(&modules, &edited_text(survey, change)?)
        }
        (_, writer) => {
            let [module] = modules[..] else { return Err(Reason::MultiModule) };
            let block = edited_text(survey, change)?;
            match writer {
                Writer::Rule => inverse.rule(module, &block),
                Writer::Skill => inverse.after_head(module, &block),
                Writer::Document => match &output.body {
                    Some((format, key)) => inverse.structured(module, &block, *format, key),
                    None => inverse.after_head(module, &block),
                },
                _ => Err(Reason::Generated),
            }
        }
    }
}

/// Our text of an output, rendered and edited.
pub(super) fn edited_text(survey: &Survey, change: &Change) -> Result<Block, Reason> {
    let output = survey.desired.outputs.get(&change.path).ok_or(Reason::ReadError)?;
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).map_err(|_| Reason::ReadError);
    let disk = |path: &Path| read_bytes(path, MAX_TEXT).map_err(|_| Reason::ReadError);
    match &output.content {
        Content::Bytes(bytes) => {
            Ok(Block { rendered: text(bytes.clone())?, edited: text(disk(&change.path)?)? })
        }
        Content::Merge { format: Format::Block, pieces } => {
            let file = survey.texts.get(&change.path).ok_or(Reason::ReadError)?;
            let reader = Reader::new(Format::Block, file).map_err(|_| Reason::ReadError)?;
            let edited = reader.value(&[]).ok_or(Reason::Generated)?;
            let rendered = pieces.first().and_then(|piece| piece.value.as_str());
            Ok(Block {
                rendered: rendered.unwrap_or_default().to_owned(),
                edited: edited.as_str().unwrap_or_default().to_owned(),
            })
        }
        _ => Err(Reason::MergedKeys),
    }
}

struct Inverse<'w> {
    change: &'w Change,
}

impl Inverse<'_> {
    fn edit(&self, module: &Module, rel: &RelPath, bytes: Vec<u8>) -> Candidate {
        Candidate {
            module_id: module.id.clone(),
            target: self.change.target,
            path: self.change.path.clone(),
            rel: rel.clone(),
            bytes,
        }
    }

    fn agents_md(&self, module: &Module, text: &str) -> Candidate {
        let rel = RelPath::new("AGENTS.md").expect("a plain name");
        self.edit(module, &rel, text.as_bytes().to_vec())
    }

    /// One module as it is, or several between marks; before them perhaps the line that imports `AGENTS.md`.
    fn instructions(&self, modules: &[&Module], block: &Block) -> Result<Vec<Candidate>, Reason> {
        let gathered = gathered(&block.edited);
        let edited = gathered.as_deref().unwrap_or(&block.edited);
        let (mut rendered, mut edited) = (block.rendered.as_str(), edited);
        if let Some(rest) = without_import(rendered) {
            let own = rest.trim_start_matches('\n');
            let head = &block.rendered[..block.rendered.len() - own.len()];
            if own.is_empty() {
                return Err(Reason::Generated);
            }
            rendered = own;
            edited = edited.strip_prefix(head).ok_or(Reason::Generated)?;
        }
        let Some(before) = sections(rendered) else {
            let mut own = modules.iter().filter(|module| {
                let text = module.text("AGENTS.md").unwrap_or_default();
                text == rendered || format!("{text}\n") == rendered
            });
            return match (own.next(), own.next()) {
                (Some(module), None) => Ok(vec![self.agents_md(module, edited)]),
                _ => Err(Reason::MultiModule),
            };
        };
        let after = sections(edited).ok_or(Reason::MultiModule)?;
        let frame = |parts: &[Part<'_>]| -> Vec<String> {
            parts.iter().map(|part| format!("{}\n{}", part.before.trim(), part.id)).collect()
        };
        if frame(&before) != frame(&after) {
            return Err(Reason::MultiModule);
        }
        let changed = before.iter().zip(&after).filter(|(old, new)| old.body != new.body);
        let edits: Option<Vec<Candidate>> = changed
            .map(|(_, new)| {
                let module = modules.iter().find(|module| module.id == *new.id)?;
                Some(self.agents_md(module, new.body))
            })
            .collect();
        match edits {
            Some(edits) if edits.is_empty() => Err(Reason::Generated),
            Some(edits) => Ok(edits),
            None => Err(Reason::MultiModule),
        }
    }

    /// A head that the host wants, then the module's text.
    fn rule(&self, module: &Module, block: &Block) -> Result<Vec<Candidate>, Reason> {
        let original = module.text("AGENTS.md").map_err(|_| Reason::ReadError)?;
        let body = original.trim_start_matches('\u{feff}');
        let mark = &original[..original.len() - body.len()];
        let rendered = block.rendered.strip_suffix('\n').unwrap_or(&block.rendered);
        let head = rendered.strip_suffix(body.strip_suffix('\n').unwrap_or(body));
        let edited = block.edited.strip_prefix(head.ok_or(Reason::Generated)?);
        Ok(vec![self.agents_md(module, &format!("{mark}{}", edited.ok_or(Reason::Generated)?))])
    }

    /// A head made from the module's own front matter, then its body.
    fn after_head(&self, module: &Module, block: &Block) -> Result<Vec<Candidate>, Reason> {
        let (rel, file) = module.document();
        let original = file.text().map_err(|_| Reason::ReadError)?;
        let body = body(&original)?;
        let head = block.rendered.strip_suffix(body).ok_or(Reason::Generated)?;
        let edited = block.edited.strip_prefix(head).ok_or(Reason::Generated)?;
        let kept = &original[..original.len() - body.len()];
        Ok(vec![self.edit(module, rel, format!("{kept}{edited}").into_bytes())])
    }

    /// The text of a module that is one value of a structured file.
    fn structured(
        &self,
        module: &Module,
        block: &Block,
        format: FileFormat,
        key: &str,
    ) -> Result<Vec<Candidate>, Reason> {
        let (rel, file) = module.document();
        let original = file.text().map_err(|_| Reason::ReadError)?;
        let edited = Reader::new(format.merge(), &block.edited).map_err(|_| Reason::ReadError)?;
        let value = edited.value(&[key.to_owned()]).ok_or(Reason::Generated)?;
        let instructions = value.as_str().ok_or(Reason::Generated)?;
        let kept = &original[..original.len() - body(&original)?.len()];
        Ok(vec![self.edit(module, rel, format!("{kept}{instructions}").into_bytes())])
    }
}

/// What follows the front matter and the blank lines after it.
fn body(text: &str) -> Result<&str, Reason> {
    let front = FrontMatter::split(text).map_err(|_| Reason::ReadError)?;
    Ok(front.body.trim_start_matches(['\r', '\n']))
}

/// The text with words after the last section moved to its end; `None` when there are none, or no section.
pub(crate) fn gathered(text: &str) -> Option<String> {
    let end = text.rfind(SECTION_END)?;
    let tail = text[end + SECTION_END.len()..].trim_start_matches(['\r', '\n']);
    if tail.trim().is_empty() || sections(&text[..end + SECTION_END.len()]).is_none() {
        return None;
    }
    let line_end = if tail.ends_with('\n') { "" } else { "\n" };
    Some(format!("{}{tail}{line_end}{SECTION_END}", &text[..end]))
}

/// One marked section and the text between it and the section before.
struct Part<'p> {
    before: &'p str,
    id: &'p str,
    body: &'p str,
}

/// The marked sections of a text, line ends of either kind; `None` when there are none or something follows the last.
fn sections(text: &str) -> Option<Vec<Part<'_>>> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(SECTION) {
        let (before, marked) = rest.split_at(start);
        let (id, body) = marked[SECTION.len()..].split_once(" -->")?;
        let body = body.strip_prefix("\r\n").or_else(|| body.strip_prefix('\n'))?;
        let end = body.find(SECTION_END)?;
        parts.push(Part { before, id, body: &body[..end] });
        rest = &body[end + SECTION_END.len()..];
    }
    (!parts.is_empty() && rest.trim().is_empty()).then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_found_with_either_line_end() {
        let text = "<!-- agentpack:module=a -->\r\none\r\n<!-- /agentpack -->\r\n\r\n---\r\n\r\n<!-- agentpack:module=b -->\ntwo\n<!-- /agentpack -->";
        let parts = sections(text).unwrap();
        assert_eq!((parts[0].id, parts[0].body), ("a", "one\r\n"));
        assert_eq!((parts[1].id, parts[1].body), ("b", "two\n"));
        assert_eq!(parts[1].before.trim(), "---");
    }

    #[test]
    fn words_after_the_last_section_are_moved_into_it() {
        let marked = "<!-- agentpack:module=a -->\n1\n<!-- /agentpack -->";
        assert_eq!(gathered(marked), None);
        assert_eq!(gathered(&format!("{marked}\n\n")), None);
        assert_eq!(gathered("plain"), None);
        let moved = "<!-- agentpack:module=a -->\n1\ntail\n<!-- /agentpack -->";
        for tail in ["\ntail", "\n\ntail\n"] {
            assert_eq!(gathered(&format!("{marked}{tail}")).as_deref(), Some(moved));
        }
    }

    #[test]
    fn a_mark_that_is_gone_is_noticed() {
        assert!(sections("plain").is_none());
        assert!(sections("<!-- agentpack:module=a -->\none\n").is_none());
        assert!(sections("<!-- agentpack:module=a -->\n1\n<!-- /agentpack -->\ntail").is_none());
    }
}
