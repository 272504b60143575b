//! One version of a text: a diagram file, or a page with a diagram in each of its fences.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use diag::{LineIndex, TextEdit};
use gen_lsp_types as lsp;
use puml_compiler::Options;
use puml_ide::{Analysis, Setting};
use puml_source::{Files, Language, OpenTexts, fences, isolated, now};
use puml_syntax::TextRange;
use roots::Roots;

use crate::position::{Encoding, Ruler};
use crate::server::Config;
use crate::uri;

/// One version of a text.
pub(crate) struct Document {
    pub(crate) uri: lsp::Uri,
    pub(crate) version: i32,
    pub(crate) path: Option<PathBuf>,
    /// The files that it may include.
    pub(crate) files: Files,
    /// The coloured pieces that were sent last, for differences. Shared by all versions.
    pub(crate) sent_tokens: Arc<Mutex<Option<SentTokens>>>,
    content: Content,
    name: String,
    setting: Arc<Setting>,
}

/// Coloured pieces as they were sent.
pub(crate) struct SentTokens {
    pub(crate) id: u64,
    pub(crate) data: Vec<lsp::SemanticToken>,
}

enum Content {
    /// The whole text is puml.
    Diagrams(Box<Part>),
    /// Markdown or AsciiDoc; only its fences are looked at.
    Page { text: Arc<str>, lines: LineIndex, parts: Vec<Part> },
}

/// A puml source in a document. Its offsets are those of the document.
pub(crate) struct Part {
    pub(crate) analysis: Analysis,
    /// Where the source stands in the document: the whole of it, or the lines inside a fence.
    pub(crate) body: TextRange,
}

impl Part {
    /// The edits that stay inside.
    pub(crate) fn own(&self, mut edits: Vec<TextEdit>) -> Vec<TextEdit> {
        edits.retain(|it| self.body.start <= it.span.start && it.span.end <= self.body.end);
        edits
    }
}

impl Document {
    /// A text that an editor opened, or that lies in a folder.
    pub(crate) fn new(item: lsp::TextDocumentItem, config: &Config, open: &OpenTexts) -> Self {
        let path = uri::path(&item.uri);
        let (files, setting) = setting(path.as_deref(), config, open);
        let name = path.as_ref().map_or(item.uri.0.clone(), |it| it.to_string_lossy().into_owned());
        let is_page = path.as_deref().and_then(Language::of_path).map_or_else(
            || {
                let language = String::from(item.language_id.clone());
                ["markdown", "asciidoc"].contains(&language.as_str())
            },
            |language| language == Language::Markdown,
        );
        let content = if is_page {
            page(&name, item.text.into(), &setting)
        } else {
            diagrams(&name, item.text.into(), &setting)
        };
        let (uri, version) = (item.uri, item.version);
        Self { uri, version, path, files, sent_tokens: Arc::default(), content, name, setting }
    }

    /// The document after an edit, analysed anew in the same setting.
    pub(super) fn next(&self, version: i32, text: Arc<str>) -> Self {
        self.with(version, text, self.files.clone(), Arc::clone(&self.setting))
    }

    /// The same text, because something around it changed.
    pub(super) fn renewed(&self, config: &Config, open: &OpenTexts) -> Self {
        let (files, setting) = setting(self.path.as_deref(), config, open);
        self.with(self.version, Arc::clone(self.text()), files, setting)
    }

    fn with(&self, version: i32, text: Arc<str>, files: Files, setting: Arc<Setting>) -> Self {
        let content = match self.content {
            Content::Diagrams(_) => diagrams(&self.name, text, &setting),
            Content::Page { .. } => page(&self.name, text, &setting),
        };
        Self {
            uri: self.uri.clone(),
            version,
            path: self.path.clone(),
            files,
            sent_tokens: Arc::clone(&self.sent_tokens),
            content,
            name: self.name.clone(),
            setting,
        }
    }

    /// The whole text; of a page, the prose around its diagrams as well.
    pub(crate) fn text(&self) -> &Arc<str> {
        match &self.content {
            Content::Diagrams(part) => part.analysis.text(),
            Content::Page { text, .. } => text,
        }
    }

    /// Where its lines start.
    pub(crate) fn lines(&self) -> &LineIndex {
        match &self.content {
            Content::Diagrams(part) => part.analysis.lines(),
            Content::Page { lines, .. } => lines,
        }
    }

    /// Its puml sources in reading order: the text itself, or the fences of a page.
    pub(crate) fn parts(&self) -> &[Part] {
        match &self.content {
            Content::Diagrams(part) => std::slice::from_ref(part),
            Content::Page { parts, .. } => parts,
        }
    }

    /// The source that an offset stands in; nothing in the prose of a page.
    pub(crate) fn part_at(&self, at: u32) -> Option<&Part> {
        self.parts().iter().find(|it| it.body.touches(at))
    }

    /// The analysis of that source.
    pub(crate) fn analysis_at(&self, at: u32) -> Option<&Analysis> {
        self.part_at(at).map(|it| &it.analysis)
    }

    /// Whether it is a page with fences.
    pub(crate) fn is_page(&self) -> bool {
        matches!(self.content, Content::Page { .. })
    }

    /// The text as a client sees it.
    pub(crate) fn ruler(&self, encoding: Encoding) -> Ruler<'_> {
        Ruler { text: self.text(), lines: self.lines(), encoding }
    }

    /// The name that includes are resolved against.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether other files have a part in it.
    pub(crate) fn includes(&self) -> bool {
        let text = self.text();
        ["!include", "!theme", "!import", "<img"].iter().any(|it| text.contains(it))
    }
}

fn diagrams(name: &str, text: Arc<str>, setting: &Arc<Setting>) -> Content {
    let body = TextRange::new(0, text.len() as u32);
    let analysis = Analysis::new(name, text, Arc::clone(setting));
    Content::Diagrams(Box::new(Part { analysis, body }))
}

fn page(name: &str, text: Arc<str>, setting: &Arc<Setting>) -> Content {
    let found = fences(&text).into_iter().filter(|it| it.language == Language::Puml);
    let parts = found.map(|it| Part {
        analysis: Analysis::new(name, isolated(&text, &it.body), Arc::clone(setting)),
        body: TextRange::new(it.body.start as u32, it.body.end as u32),
    });
    let parts = parts.collect();
    Content::Page { lines: LineIndex::new(&text), text, parts }
}

fn setting(path: Option<&Path>, config: &Config, open: &OpenTexts) -> (Files, Arc<Setting>) {
    let files = files(path, &config.include_roots).with_open(open.clone());
    let files = files.with_libraries(config.library_folders.clone());
    let options = Options {
        theme: config.theme.clone(),
        declarations: config.declarations,
        libraries: config.libraries,
        // Dates are those of the moment when the text was opened or the settings changed.
        now: now(),
        ..Options::default()
    };
    let setting = Setting { world: Box::new(files.clone()), options, advice: config.advice };
    (files, Arc::new(setting))
}

/// The files that a document may include: below its own folder, if it has one, and the roots.
fn files(document: Option<&Path>, roots: &[PathBuf]) -> Files {
    let folder = document.and_then(Path::parent);
    let all = folder.into_iter().chain(roots.iter().map(PathBuf::as_path));
    let advice = "allow its folder with the setting puml.includeRoots";
    let found = Roots::at(all.filter(|it| it.is_dir())).unwrap_or_else(|_| Roots::none(advice));
    Files::beneath(found.advising(advice))
}
