//! The arguments of every command that compiles, and a document checked with them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use diag::Sources;
use diagrams::{
    Addresses, Checked, Declarations, Files, LIBRARY_VARIABLE, Libraries, LibraryFolders, Names,
    Options, Scheme, TimeLimit, check as checked,
};
use roots::Roots;

use crate::{exit::Failure, inputs::Document};

/// Bytes of one text from an address.
const LARGEST_TEXT: usize = 4 << 20;

/// What every command that compiles may be told.
#[derive(Debug, Clone, Args)]
pub(crate) struct Compiling {
    /// Set a preprocessor variable
    #[arg(short = 'D', long = "define", value_name = "NAME=VALUE")]
    pub(crate) defines: Vec<String>,
    /// A further folder that files may be included from
    #[arg(long, value_name = "FOLDER")]
    pub(crate) include_root: Vec<PathBuf>,
    /// A host that texts may be included from by their address; without it no address is opened
    #[arg(long, value_name = "HOST")]
    pub(crate) include_host: Vec<String>,
    /// A folder that holds libraries of elements, such as tupadr3 or awslib; the folders in $PUML_LIBRARY count too
    #[arg(long, value_name = "FOLDER")]
    pub(crate) library: Vec<PathBuf>,
    /// Use this theme instead of the one the source names
    #[arg(long, value_name = "NAME")]
    pub(crate) theme: Option<String>,
    /// How Mermaid diagrams look: modern, classic or hand-drawn
    #[arg(long, value_name = "NAME")]
    pub(crate) look: Option<String>,
    /// Seconds of processor time that one Mermaid diagram may take [default: 4]
    #[arg(long, value_name = "SECONDS")]
    pub(crate) mermaid_time: Option<TimeLimit>,
    /// Refuse participants that are not declared and libraries that are not there
    #[arg(long)]
    pub(crate) strict: bool,
    /// Texts that are read before each diagram, each with its name.
    #[arg(skip)]
    pub(crate) preludes: Vec<(String, String)>,
}

/// What to make of diagrams of kinds that are not drawn.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Undrawn {
    /// Treat diagrams of kinds that are not drawn as errors, also in folders
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
    let options = options(compiling)?.with_scheme(scheme);
    let files = files(document, compiling)?;
    Ok(checked(&document.name, &document.text, document.language, &files, &options))
}

/// What the preprocessor makes of a document, and what checking says about it.
pub(crate) fn expanded(
    document: &Document,
    compiling: &Compiling,
) -> Result<(String, Checked), Failure> {
    let options = options(compiling)?;
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
    Ok((files(document, compiling)?, options(compiling)?))
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

fn options(compiling: &Compiling) -> Result<Options, Failure> {
    if let Some(limit) = compiling.mermaid_time {
        limit.set();
    }
    let options = Options::at_present().with_theme(compiling.theme.as_deref());
    let options = options.map_err(|error| Failure::Usage(format!("--theme: {error}")))?;
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
