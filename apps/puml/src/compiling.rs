//! The arguments of every command that compiles, and a document checked with them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use diag::Sources;
use diagrams::{
    Addresses, Checked, Declarations, Files, LIBRARY_VARIABLE, Language, Libraries, LibraryFolders,
    Names, Options, Scheme, TimeLimit, check as checked,
};
use roots::Roots;

use crate::{exit::Failure, inputs::Document, terminal};

/// Bytes of one text from an address.
const LARGEST_TEXT: usize = 4 << 20;

/// What every command that compiles may be told.
#[derive(Debug, Clone, Args)]
pub(crate) struct Compiling {
    /// Set a preprocessor variable
    #[arg(short = 'D', long = "define", value_name = "NAME=VALUE")]
    pub(crate) defines: Vec<String>,
    /// Another folder that files may be included from
    #[arg(long, value_name = "FOLDER")]
    pub(crate) include_root: Vec<PathBuf>,
    /// Allow includes by URL from this host; without it, URLs are refused
    #[arg(long, value_name = "HOST")]
    pub(crate) include_host: Vec<String>,
    /// A folder with libraries of elements, such as tupadr3 or awslib, in addition to those in $PUML_LIBRARY
    #[arg(long, value_name = "FOLDER")]
    pub(crate) library: Vec<PathBuf>,
    /// Use this theme instead of the one the source names; for Mermaid one of its own, such as forest
    #[arg(long, value_name = "NAME")]
    pub(crate) theme: Option<String>,
    /// How Mermaid diagrams look: modern, classic or hand-drawn
    #[arg(long, value_name = "NAME")]
    pub(crate) look: Option<String>,
    /// CPU seconds that one Mermaid diagram may take [default: 4]
    #[arg(long, value_name = "SECONDS")]
    pub(crate) mermaid_time: Option<TimeLimit>,
    /// Reject undeclared participants and missing libraries
    #[arg(long)]
    pub(crate) strict: bool,
    /// Texts that are read before each diagram, each with its name.
    #[arg(skip)]
    pub(crate) preludes: Vec<(String, String)>,
}

/// What to make of diagrams of kinds that are not drawn.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Undrawn {
    /// Report diagrams of unsupported kinds as errors, also in folders
    #[arg(long)]
    pub(crate) deny_undrawn: bool,
}

impl Undrawn {
    /// Whether such diagrams are only named. The one file that somebody asks for is to be drawn; among many they are
    /// to be expected.
    pub(crate) fn is_tolerated(self, inputs: &[String]) -> bool {
        let is_one_file = matches!(inputs, [it] if it == "-" || Path::new(it).is_file());
        !self.deny_undrawn && !is_one_file
    }
}

/// Compiles everything in a document. Problems in it are findings, not failures.
pub(crate) fn check(
    document: &Document,
    compiling: &Compiling,
    scheme: Scheme,
) -> Result<Checked, Failure> {
    let options = options(document, compiling)?.with_scheme(scheme);
    let files = files(document, compiling)?;
    Ok(checked(&document.name, &document.text, document.language, &files, &options))
}

/// What the preprocessor makes of a document, and what checking says about it.
pub(crate) fn expanded(
    document: &Document,
    compiling: &Compiling,
) -> Result<(String, Checked), Failure> {
    let options = options(document, compiling)?;
    let files = files(document, compiling)?;
    let mut sources = Sources::default();
    let id = sources.add(&document.name, document.text.as_str());
    let expanded = puml_compiler::preprocess(&mut sources, id, &files, &options.puml);
    let text = sources.source(expanded.source).text().to_string();
    Ok((text, checked(&document.name, &document.text, document.language, &files, &options)))
}

/// What a document may include, and the choices that it is compiled with.
pub(crate) fn surroundings(
    document: &Document,
    compiling: &Compiling,
) -> Result<(Files, Options), Failure> {
    Ok((files(document, compiling)?, options(document, compiling)?))
}

/// Files below the document's own folder, the folder that was searched for it, the repository that is worked in and
/// the include roots, under the names that a user knows them by.
fn files(document: &Document, compiling: &Compiling) -> Result<Files, Failure> {
    let own = document.folder().canonicalize();
    let own = own.unwrap_or_else(|_| document.folder().to_path_buf());
    let here = std::env::current_dir().ok().and_then(|it| it.canonicalize().ok());
    let repository = here.as_deref().and_then(repository).filter(|it| own.starts_with(it));
    let folders = [Some(&own), document.root.as_ref(), repository.as_ref()].into_iter().flatten();
    let folders = folders.chain(&compiling.include_root).filter(|it| it.is_dir());
    let roots = Roots::at(folders).unwrap_or_else(|_| Roots::none("no folder can be read"));
    let variable = std::env::var_os(LIBRARY_VARIABLE);
    let libraries = LibraryFolders::at(&compiling.library, variable.as_deref());
    let libraries = libraries
        .map_err(|error| Failure::Usage(format!("--library or {LIBRARY_VARIABLE}: {error}")))?;
    Ok(Files::beneath(roots.advising("allow its folder with --include-root"))
        .with_addresses(addresses(&compiling.include_host))
        .named(here.map_or(Names::Whole, Names::Below))
        .with_libraries(libraries)
        .with_source(&document.name, own))
}

/// Opens addresses of the hosts that were named.
fn addresses(hosts: &[String]) -> Addresses {
    if hosts.is_empty() {
        return Addresses::Refused(
            "addresses are not opened unless --include-host allows their host".to_owned(),
        );
    }
    let hosts = hosts.to_vec();
    Addresses::Fetched(Arc::new(move |from, address| {
        puml_mcp::fetch_from_hosts(&hosts, from, address, LARGEST_TEXT)
    }))
}

/// The root of the repository that a folder belongs to.
fn repository(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().find(|it| it.join(".git").exists()).map(Path::to_path_buf)
}

fn options(document: &Document, compiling: &Compiling) -> Result<Options, Failure> {
    if let Some(limit) = compiling.mermaid_time {
        limit.set();
    }
    let options = themed(Options::at_present(), document, compiling.theme.as_deref())?;
    let options = options.with_look(compiling.look.as_deref());
    let mut options = options.map_err(|error| Failure::Usage(format!("--look: {error}")))?;
    for define in &compiling.defines {
        let (name, value) = define.split_once('=').unwrap_or((define, ""));
        if name.is_empty() {
            return Err(Failure::Usage(format!("-D {define}: a name is missing")));
        }
        options.puml.defines.push((name.to_owned(), value.to_owned()));
    }
    options.puml.preludes.clone_from(&compiling.preludes);
    if compiling.strict {
        options.puml.declarations = Declarations::Required;
        options.puml.libraries = Libraries::Required;
    }
    Ok(options)
}

/// The theme that was asked for, by the names that the document's language has. A page may hold both languages. In a
/// folder that was searched, documents of the other language are drawn without it, and that is told.
fn themed(options: Options, document: &Document, name: Option<&str>) -> Result<Options, Failure> {
    let Some(name) = name else {
        return Ok(options);
    };
    let puml = options.clone().with_theme(Some(name));
    let mermaid = options.clone().with_mermaid_theme(Some(name));
    let is_known = puml.is_ok() || mermaid.is_ok();
    let wrong = match document.language {
        Language::Mermaid => mermaid.as_ref().err().map(ToString::to_string),
        Language::Markdown if is_known => None,
        Language::Puml | Language::Markdown => puml.as_ref().err().map(ToString::to_string),
    };
    match wrong {
        None => {}
        Some(wrong) if is_known && document.root.is_some() => {
            terminal::tell(&format!("{}: drawn without --theme: {wrong}", document.name));
        }
        Some(wrong) => return Err(Failure::Usage(format!("--theme: {wrong}"))),
    }
    Ok(Options {
        puml: puml.map_or(options.puml, |it| it.puml),
        mermaid: mermaid.map_or(options.mermaid, |it| it.mermaid),
    })
}
