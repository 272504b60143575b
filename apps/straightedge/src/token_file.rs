//! The token that `serve` makes when it is given none: kept in the user's folder, readable for the user alone.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Bytes of randomness in a token.
const STRENGTH: usize = 24;

/// Why there is no token.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TokenError {
    /// Neither `XDG_DATA_HOME` nor `HOME` says where.
    #[error("cannot keep a token: HOME is not set; pass --token, or --diagrams-only")]
    NoFolder,
    /// Somebody else may know it.
    #[error("other users can read {0}: delete it, and a new token is made")]
    Exposed(PathBuf),
    /// It was changed by hand, or cut off.
    #[error("{0} holds no token: delete it, and a new one is made")]
    Damaged(PathBuf),
    /// No token has been made yet.
    #[error("there is no token yet: `straightedge serve` makes one")]
    Missing,
    /// The machine refused.
    #[error("cannot keep a token in {0}: {1}")]
    Io(PathBuf, io::Error),
}

/// The folder of the user in which programs keep their data.
pub(crate) fn data_folder() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let data = variable("XDG_DATA_HOME").map(PathBuf::from);
    let data = data.or_else(|| Some(PathBuf::from(variable("HOME")?).join(".local/share")));
    data.or_else(|| variable("LOCALAPPDATA").map(PathBuf::from))
}

/// Where the token of this user lies.
pub(crate) fn path() -> Result<PathBuf, TokenError> {
    Ok(data_folder().ok_or(TokenError::NoFolder)?.join("straightedge").join("token"))
}

/// The token that is kept, or a new one that is kept from now on: clients that know it need not learn another.
pub(crate) fn kept_or_made(path: &Path) -> Result<String, TokenError> {
    match kept(path) {
        Err(TokenError::Missing) => {
            let token = random().map_err(|error| TokenError::Io(path.to_owned(), error))?;
            match write(path, &token) {
                Ok(()) => Ok(token),
                // Another server was faster; its token is as good.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => kept(path),
                Err(error) => Err(TokenError::Io(path.to_owned(), error)),
            }
        }
        other => other,
    }
}

/// The token that is kept.
pub(crate) fn kept(path: &Path) -> Result<String, TokenError> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(TokenError::Missing),
        Err(error) => return Err(TokenError::Io(path.to_owned(), error)),
    };
    if is_exposed(path) {
        return Err(TokenError::Exposed(path.to_owned()));
    }
    let token = text.trim();
    let is_token = token.len() == 2 * STRENGTH && token.bytes().all(|it| it.is_ascii_hexdigit());
    if is_token { Ok(token.to_owned()) } else { Err(TokenError::Damaged(path.to_owned())) }
}

fn random() -> io::Result<String> {
    use std::fmt::Write as _;
    let mut bytes = [0; STRENGTH];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    }))
}

/// Written beside its place and then linked into it, so that nobody ever reads half of a token.
fn write(path: &Path, token: &str) -> io::Result<()> {
    let folder = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
    fs::create_dir_all(folder)?;
    let draft = path.with_extension(std::process::id().to_string());
    let written = private_file(&draft).and_then(|mut file| {
        writeln!(file, "{token}")?;
        file.sync_all()?;
        fs::hard_link(&draft, path)
    });
    let _ = fs::remove_file(&draft);
    written
}

#[cfg(unix)]
fn private_file(path: &Path) -> io::Result<fs::File> {
    use std::os::unix::fs::OpenOptionsExt as _;
    fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

#[cfg(not(unix))]
fn private_file(path: &Path) -> io::Result<fs::File> {
    fs::OpenOptions::new().write(true).create_new(true).open(path)
}

#[cfg(unix)]
fn is_exposed(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).is_ok_and(|it| it.permissions().mode() & 0o077 != 0)
}

/// The folders of a user are closed to others by the system.
#[cfg(not(unix))]
fn is_exposed(_: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_made_once_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/straightedge/token");
        assert!(matches!(kept(&path), Err(TokenError::Missing)));
        let token = kept_or_made(&path).unwrap();
        assert_eq!(token.len(), 48);
        assert_eq!(kept_or_made(&path).unwrap(), token);
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "no draft is left");
        fs::write(&path, "guess").unwrap();
        assert!(matches!(kept_or_made(&path), Err(TokenError::Damaged(_))));
    }

    #[cfg(unix)]
    #[test]
    fn only_the_user_reads_it() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("token");
        kept_or_made(&path).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        assert!(matches!(kept_or_made(&path), Err(TokenError::Exposed(_))));
    }
}
