//! The texts that are open, each with its current analysis.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use gen_lsp_types as lsp;
use puml_compiler::Options;
use puml_ide::{Analysis, Setting};
use puml_source::{Files, OpenTexts, now};
use roots::Roots;

use crate::position::{Encoding, Ruler};
use crate::server::Config;
use crate::uri;

/// One version of an open text.
pub(crate) struct Document {
    pub(crate) uri: lsp::Uri,
    pub(crate) version: i32,
    pub(crate) path: Option<PathBuf>,
    pub(crate) analysis: Analysis,
    /// The files that it may include.
    pub(crate) files: Files,
    /// The coloured pieces that were sent last, for differences. Shared by all versions.
    pub(crate) sent_tokens: Arc<Mutex<Option<SentTokens>>>,
    setting: Arc<Setting>,
}

/// Coloured pieces as they were sent.
pub(crate) struct SentTokens {
    pub(crate) id: u64,
    pub(crate) data: Vec<lsp::SemanticToken>,
}

impl Document {
    /// The text as a client sees it.
    pub(crate) fn ruler(&self, encoding: Encoding) -> Ruler<'_> {
        Ruler { text: self.analysis.text(), lines: self.analysis.lines(), encoding }
    }

    /// The name that includes are resolved against.
    pub(crate) fn name(&self) -> &str {
        self.analysis.name()
    }

    /// Whether other files have a part in it.
    pub(crate) fn includes(&self) -> bool {
        let text = self.analysis.text();
        ["!include", "!theme", "!import", "<img"].iter().any(|it| text.contains(it))
    }

    fn next(&self, version: i32, text: Arc<str>) -> Self {
        Self {
            uri: self.uri.clone(),
            version,
            path: self.path.clone(),
            analysis: Analysis::new(self.name(), text, Arc::clone(&self.setting)),
            files: self.files.clone(),
            sent_tokens: Arc::clone(&self.sent_tokens),
            setting: Arc::clone(&self.setting),
        }
    }
}

/// All open texts. Cloning it takes a snapshot.
#[derive(Clone, Default)]
pub(crate) struct Documents {
    open: HashMap<String, Arc<Document>>,
}

impl Documents {
    pub(crate) fn get(&self, uri: &lsp::Uri) -> Option<&Arc<Document>> {
        self.open.get(&uri.0)
    }

    /// All of them, by address.
    pub(crate) fn all(&self) -> Vec<&Arc<Document>> {
        let mut all: Vec<_> = self.open.values().collect();
        all.sort_by(|one, other| one.uri.0.cmp(&other.uri.0));
        all
    }

    pub(crate) fn open(
        &mut self,
        item: lsp::TextDocumentItem,
        config: &Config,
        open: &OpenTexts,
    ) -> &Arc<Document> {
        let path = uri::path(&item.uri);
        let (files, setting) = setting(path.as_deref(), config, open);
        let name = path.as_ref().map_or(item.uri.0.clone(), |it| it.to_string_lossy().into_owned());
        let document = Document {
            analysis: Analysis::new(&name, item.text, Arc::clone(&setting)),
            uri: item.uri.clone(),
            version: item.version,
            path,
            files,
            sent_tokens: Arc::default(),
            setting,
        };
        self.open.insert(item.uri.0.clone(), Arc::new(document));
        &self.open[&item.uri.0]
    }

    pub(crate) fn close(&mut self, uri: &lsp::Uri) -> Option<Arc<Document>> {
        self.open.remove(&uri.0)
    }

    /// Applies the changes of one notification, in order; nothing for a text that is not open.
    pub(crate) fn change(
        &mut self,
        uri: &lsp::Uri,
        version: i32,
        changes: Vec<lsp::TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) -> Option<&Arc<Document>> {
        let document = self.open.get_mut(&uri.0)?;
        let mut text: String = document.analysis.text().to_string();
        let mut lines = None;
        for change in changes {
            match change {
                lsp::TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(it) => {
                    text = it.text;
                }
                lsp::TextDocumentContentChangeEvent::TextDocumentContentChangePartial(it) => {
                    let lines = lines.as_ref().unwrap_or(document.analysis.lines());
                    let ruler = Ruler { text: &text, lines, encoding };
                    let range = ruler.bytes(it.range);
                    text.replace_range(range.start as usize..range.end as usize, &it.text);
                }
            }
            lines = Some(diag::LineIndex::new(&text));
        }
        *document = Arc::new(document.next(version, text.into()));
        Some(document)
    }

    /// Makes the analyses of some documents anew, because something around them changed.
    pub(crate) fn renew(
        &mut self,
        config: &Config,
        open: &OpenTexts,
        which: impl Fn(&Document) -> bool,
    ) -> Vec<lsp::Uri> {
        let mut renewed = Vec::new();
        for document in self.open.values_mut().filter(|it| which(it)) {
            let (files, setting) = setting(document.path.as_deref(), config, open);
            let text = Arc::clone(document.analysis.text());
            let mut next = document.next(document.version, text);
            next.analysis = Analysis::new(
                document.name(),
                Arc::clone(document.analysis.text()),
                Arc::clone(&setting),
            );
            next.files = files;
            next.setting = setting;
            renewed.push(document.uri.clone());
            *document = Arc::new(next);
        }
        renewed
    }
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
