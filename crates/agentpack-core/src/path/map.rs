//! A map by absolute path. It compares bytes: comparing paths component by component is what most of a plan
//! of many files would otherwise be spent on.

use std::collections::{BTreeMap, btree_map};
use std::ffi::OsString;
use std::ops::Index;
use std::path::{Path, PathBuf};

/// Values by path, in the order of the paths' bytes. Paths must be plain: two spellings are two keys.
#[derive(Debug, Clone)]
pub struct PathMap<V>(BTreeMap<OsString, V>);

impl<V> PathMap<V> {
    /// The value at `path`.
    pub fn get(&self, path: &Path) -> Option<&V> {
        self.0.get(path.as_os_str())
    }

    /// The value at `path`, to change.
    pub fn get_mut(&mut self, path: &Path) -> Option<&mut V> {
        self.0.get_mut(path.as_os_str())
    }

    /// Whether `path` has a value.
    pub fn contains(&self, path: &Path) -> bool {
        self.0.contains_key(path.as_os_str())
    }

    /// Every path with its value.
    pub fn iter(&self) -> impl Iterator<Item = (&Path, &V)> {
        self.0.iter().map(|(path, value)| (Path::new(path), value))
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Puts a value, in the place of another if there is one.
    pub fn insert(&mut self, path: PathBuf, value: V) {
        self.0.insert(path.into_os_string(), value);
    }

    /// Takes the value at `path` away.
    pub(crate) fn remove(&mut self, path: &Path) {
        self.0.remove(path.as_os_str());
    }

    pub(crate) fn entry(&mut self, path: PathBuf) -> btree_map::Entry<'_, OsString, V> {
        self.0.entry(path.into_os_string())
    }

    /// Values of ascending paths, found by walking along: far cheaper than a search for each.
    pub(crate) fn cursor(&self) -> Cursor<'_, V> {
        Cursor { entries: self.0.iter().peekable() }
    }
}

impl<V> Default for PathMap<V> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<V> FromIterator<(PathBuf, V)> for PathMap<V> {
    fn from_iter<I: IntoIterator<Item = (PathBuf, V)>>(entries: I) -> Self {
        Self(entries.into_iter().map(|(path, value)| (path.into_os_string(), value)).collect())
    }
}

impl<V> Index<&Path> for PathMap<V> {
    type Output = V;

    fn index(&self, path: &Path) -> &V {
        &self.0[path.as_os_str()]
    }
}

/// A place in a [`PathMap`] that only moves forward.
pub(crate) struct Cursor<'m, V> {
    entries: std::iter::Peekable<btree_map::Iter<'m, OsString, V>>,
}

impl<'m, V> Cursor<'m, V> {
    /// The value at `path`; every call must ask for a later path than the one before.
    pub(crate) fn seek(&mut self, path: &Path) -> Option<&'m V> {
        while let Some((known, value)) = self.entries.peek() {
            match known.as_os_str().cmp(path.as_os_str()) {
                std::cmp::Ordering::Less => self.entries.next(),
                std::cmp::Ordering::Equal => return Some(value),
                std::cmp::Ordering::Greater => return None,
            };
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_finds_what_a_search_finds() {
        let paths = ["/a", "/a-b", "/a/b", "/a/b c", "/é"];
        let map: PathMap<usize> = paths.iter().map(PathBuf::from).zip(0..).collect();
        let mut cursor = map.cursor();
        let mut sorted: Vec<_> = paths.iter().chain(&["/a.b", "/z"]).collect();
        sorted.sort();
        for path in sorted {
            assert_eq!(cursor.seek(Path::new(path)), map.get(Path::new(path)), "{path}");
        }
    }
}
