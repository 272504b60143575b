//! Included files, confined to the folders that the call may touch; addresses only where server and call both allow them.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use puml_compiler::{Loaded, Refusal, Wanted, World};
use serde_json::Value;
use toolserver::{Call, RootError, Roots, ToolError};

use crate::UrlIncludes;
use crate::fetch::Fetcher;
use crate::input::Input;

/// Files under the roots of a call, or under `includeRoot` and the document's own folder if that is given.
pub(crate) struct Includes {
    allowed: Result<Roots, String>,
    /// Where each loaded source lies, for what it includes in turn.
    folders: RefCell<HashMap<String, PathBuf>>,
    remote: Remote,
    limit: usize,
}

/// What becomes of addresses.
enum Remote {
    /// The call does not ask for them.
    Unasked,
    /// The call asks, and the server does not let it.
    Forbidden,
    Fetched(Fetcher),
}

impl Includes {
    /// Takes `includeRoot` and `allow_url_includes` from the arguments. A root outside the allowed folders is an error
    /// at once, whether or not anything is included.
    pub(crate) fn of(
        call: &Call,
        arguments: &Value,
        input: &Input,
        urls: UrlIncludes,
    ) -> Result<Self, ToolError> {
        let allowed = match arguments["includeRoot"].as_str() {
            Some(folder) => {
                let folder = call.roots().confine(folder)?;
                let folders = std::iter::once(folder).chain(input.folder.clone());
                Ok(Roots::at(folders)?)
            }
            None if call.roots().is_empty() => Err(no_folder(call)),
            None => Ok(call.roots().clone()),
        };
        let own = input.folder.clone().map(|folder| (input.name.clone(), folder));
        let limit = call.limits().source_bytes;
        let is_asked = arguments["allow_url_includes"].as_bool().unwrap_or(false);
        let remote = match urls {
            _ if !is_asked => Remote::Unasked,
            UrlIncludes::Never => Remote::Forbidden,
            UrlIncludes::WhenAsked => Remote::Fetched(Fetcher::new(limit)),
        };
        Ok(Self { allowed, folders: RefCell::new(own.into_iter().collect()), remote, limit })
    }

    fn file(&self, from: &str, path: &str) -> Result<Loaded, Refusal> {
        self.first(from, path, |allowed, candidate| {
            let text = allowed.read_text(candidate, self.limit)?;
            Ok(self.loaded(allowed, candidate, text))
        })
    }

    /// What is read of the first file that can be: beside the including file, then in each allowed folder.
    fn first<T>(
        &self,
        from: &str,
        path: &str,
        read: impl Fn(&Roots, &Path) -> Result<T, RootError>,
    ) -> Result<T, Refusal> {
        let allowed = self.allowed.as_ref().map_err(|advice| Refusal::Denied(advice.clone()))?;
        let beside = self.folders.borrow().get(from).map(|folder| folder.join(path));
        let mut refusal = None;
        for candidate in beside.into_iter().chain([PathBuf::from(path)]) {
            match read(allowed, &candidate) {
                Ok(found) => return Ok(found),
                Err(error) => refusal = Some(stronger(refusal, refused(error, path))),
            }
        }
        Err(refusal.unwrap_or(Refusal::Missing))
    }

    fn loaded(&self, allowed: &Roots, candidate: &Path, text: String) -> Loaded {
        // It was read a moment ago; if it is gone, its own includes are looked for in the roots alone.
        let Ok(real) = allowed.confine(candidate) else {
            return Loaded { name: candidate.to_string_lossy().into_owned(), text };
        };
        let below = allowed.folders().iter().find_map(|root| real.strip_prefix(root).ok());
        let name = below.unwrap_or(&real).to_string_lossy().replace('\\', "/");
        if let Some(folder) = real.parent() {
            self.folders.borrow_mut().insert(name.clone(), folder.to_owned());
        }
        Loaded { name, text }
    }

    fn url(&self, url: &str) -> Result<Loaded, Refusal> {
        let reason = match &self.remote {
            Remote::Fetched(fetcher) => {
                return Ok(Loaded { name: url.to_owned(), text: fetcher.text(url)? });
            }
            Remote::Unasked => {
                "addresses are not opened unless the call passes allow_url_includes: true"
            }
            Remote::Forbidden => {
                "this server opens no addresses; start it with --allow-url-includes"
            }
        };
        Err(Refusal::Denied(format!(
            "{reason}, or save the file in the project and include its path"
        )))
    }

    /// A text from the network may lead on into the network, never to files.
    fn beside(&self, from: &str, path: &str) -> Result<Loaded, Refusal> {
        if !is_url(from) {
            return if is_url(path) { self.url(path) } else { self.file(from, path) };
        }
        let joined = reqwest::Url::parse(from).and_then(|it| it.join(path));
        self.url(joined.map_err(|error| Refusal::Denied(error.to_string()))?.as_str())
    }
}

/// Bytes of a picture in a label.
const MAX_PICTURE: usize = 16 << 20;

impl World for Includes {
    fn picture(&self, wanted: Wanted<'_>) -> Result<Vec<u8>, Refusal> {
        let Wanted::File { from, path } = wanted else {
            return Err(Refusal::Denied(
                "pictures are not fetched from addresses; save the picture in the project".into(),
            ));
        };
        if is_url(from) {
            return Err(Refusal::Denied("a text from an address shows no files".into()));
        }
        self.first(from, path, |allowed, candidate| allowed.read_bytes(candidate, MAX_PICTURE))
    }

    fn load(&self, wanted: Wanted<'_>) -> Result<Loaded, Refusal> {
        match wanted {
            Wanted::File { from, path } => self.beside(from, path),
            Wanted::Theme { from, name, place } => {
                self.beside(from, &format!("{place}/puml-theme-{name}.puml"))
            }
            Wanted::Url(url) => self.url(url),
            Wanted::Library(_) => Err(Refusal::Denied(
                "the standard library is not part of this server; save the file in the project and include its path"
                    .to_owned(),
            )),
        }
    }
}

fn is_url(text: &str) -> bool {
    text.starts_with("http://") || text.starts_with("https://")
}

fn no_folder(call: &Call) -> String {
    match call.roots().confine("include") {
        Err(error) => error.to_string(),
        Ok(_) => String::new(),
    }
}

fn refused(error: RootError, path: &str) -> Refusal {
    match error {
        RootError::Missing(_) => Refusal::Missing,
        RootError::Outside { advice, .. } => {
            Refusal::Denied(format!("{path:?} lies outside the allowed folders: {advice}"))
        }
        RootError::NoRoot { .. } => Refusal::Denied(error.to_string()),
        RootError::NotAFile(_)
        | RootError::Symlink(_)
        | RootError::TooLarge { .. }
        | RootError::NotText(_)
        | RootError::Unusable { .. } => Refusal::Unreadable(error.to_string()),
    }
}

/// A reason says more than that nothing was found.
fn stronger(before: Option<Refusal>, now: Refusal) -> Refusal {
    match before {
        Some(before) if now == Refusal::Missing => before,
        _ => now,
    }
}
