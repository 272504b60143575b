//! A checkout compared with its commit. Every byte is hashed again and the tree built anew, so neither the index nor
//! the stored objects of the checkout are trusted: only the id of the commit is.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::Git;
use crate::error::{Code, Error, Result};
use crate::path::posix;
use crate::survey::is_executable;

const LINK: &str = "120000";
const SUBMODULE: &str = "160000";

/// Mode and object of each file, by path.
type Listing = BTreeMap<String, (String, String)>;

impl<'g> Git<'g> {
    /// The files that differ from `commit`; empty when the checkout is exactly the commit.
    pub(crate) fn changed_since(&self, commit: &str, index: &'g Path) -> Result<Vec<String>> {
        let recorded = self.recorded(commit)?;
        let mut standing = self.standing()?;
        let submodules = recorded.iter().filter(|(_, (mode, _))| mode == SUBMODULE);
        standing.extend(submodules.map(|(path, entry)| (path.clone(), entry.clone())));
        let paths: BTreeSet<&String> = recorded.keys().chain(standing.keys()).collect();
        let differs = |path: &&&String| recorded.get(**path) != standing.get(**path);
        let changed: Vec<String> =
            paths.iter().filter(differs).map(|path| (*path).clone()).collect();
        if changed.is_empty() && self.tree_of(&standing, index)? != self.commit_tree(commit)? {
            return Ok(vec![".git".into()]);
        }
        Ok(changed)
    }

    /// What the stored tree of a commit lists.
    fn recorded(&self, commit: &str) -> Result<Listing> {
        let listed = self.output(&["ls-tree", "-r", "-z", "--full-tree", commit], None)?;
        let lines = listed.split(|byte| *byte == 0).map(String::from_utf8_lossy);
        let entry = |line: &str| {
            let (head, path) = line.split_once('\t')?;
            let mut words = head.split(' ');
            let (mode, _, object) = (words.next()?, words.next()?, words.next()?);
            Some((path.to_owned(), (mode.to_owned(), object.to_owned())))
        };
        Ok(lines.filter_map(|line| entry(&line)).collect())
    }

    /// What the files say, hashed as they stand.
    fn standing(&self) -> Result<Listing> {
        let mut listing = Listing::new();
        let (mut files, mut links) = (Vec::new(), Vec::new());
        let mut open = vec![self.folder.to_path_buf()];
        while let Some(folder) = open.pop() {
            let failed = |error: std::io::Error| Error::io("read", &folder, &error);
            for entry in fs::read_dir(&folder).map_err(failed)? {
                let entry = entry.map_err(failed)?;
                let metadata = entry.metadata().map_err(failed)?;
                let path = entry.path();
                if metadata.is_dir() {
                    if folder != self.folder || entry.file_name() != ".git" {
                        open.push(path);
                    }
                } else if metadata.is_symlink() {
                    links.push(path);
                } else {
                    files.push((path, is_executable(&metadata)));
                }
            }
        }
        let name = |path: &Path| posix(path.strip_prefix(self.folder).unwrap_or(path));
        let input: String = files.iter().map(|(path, _)| name(path) + "\n").collect();
        let hashed =
            self.output(&["hash-object", "--no-filters", "--stdin-paths"], Some(input.as_bytes()))?;
        let hashed = String::from_utf8_lossy(&hashed).into_owned();
        for ((path, executable), object) in files.iter().zip(hashed.lines()) {
            let mode = if *executable { "100755" } else { "100644" };
            listing.insert(name(path), (mode.to_owned(), object.to_owned()));
        }
        for link in links {
            let target = fs::read_link(&link).map_err(|error| Error::io("read", &link, &error))?;
            let bytes = target.as_os_str().as_encoded_bytes();
            let object = self.output(&["hash-object", "--no-filters", "--stdin"], Some(bytes))?;
            let object = String::from_utf8_lossy(&object).trim().to_owned();
            listing.insert(name(&link), (LINK.to_owned(), object));
        }
        Ok(listing)
    }

    /// The id of the tree that a listing makes.
    fn tree_of(&self, listing: &Listing, index: &'g Path) -> Result<String> {
        let mut input = Vec::new();
        for (path, (mode, object)) in listing {
            input.extend(format!("{mode} {object}\t{path}\0").into_bytes());
        }
        let aside = Self { index: Some(index), ..*self };
        aside.run(&["read-tree", "--empty"])?;
        aside.output(&["update-index", "-z", "--index-info"], Some(&input))?;
        aside.run(&["write-tree", "--missing-ok"])
    }

    /// The tree a commit names, after its bytes were found to have its id.
    fn commit_tree(&self, commit: &str) -> Result<String> {
        let bytes = self.output(&["cat-file", "commit", commit], None)?;
        let id = self.output(&["hash-object", "-t", "commit", "--stdin"], Some(&bytes))?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let tree = text.lines().next().and_then(|line| line.strip_prefix("tree "));
        match tree {
            Some(tree) if String::from_utf8_lossy(&id).trim() == commit => Ok(tree.to_owned()),
            _ => Err(Error::new(Code::GitFailed, format!("commit {commit} is damaged"))),
        }
    }
}
