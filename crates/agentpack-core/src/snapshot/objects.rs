//! Content by digest: each run appends what is new in one pack file with an index beside it.
//! One large sequential file per run is what keeps the first deploy close to a plain copy.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::error::{Code, Error, Result};
use content_digest::Digest;

const RECORD: usize = 32 + 8 + 8;

#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) pack: usize,
    pub(super) offset: u64,
    pub(super) len: u64,
}

/// Every object of the store.
#[derive(Debug)]
pub(crate) struct Objects {
    pub(super) packs: Vec<PathBuf>,
    pub(super) index: HashMap<Digest, Place>,
}

pub(crate) fn folder(state: &Path) -> PathBuf {
    state.join("objects")
}

pub(super) fn index_file(pack: &Path) -> PathBuf {
    pack.with_extension("idx")
}

impl Objects {
    /// Reads the indexes. A pack without an index belongs to a run that never finished and is not seen.
    pub(crate) fn load(state: &Path) -> Result<Self> {
        let mut objects = Self { packs: Vec::new(), index: HashMap::new() };
        let entries = fs::read_dir(folder(state)).into_iter().flatten().flatten();
        let mut indexes: Vec<PathBuf> = entries
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|e| e == "idx"))
            .collect();
        indexes.sort();
        for path in indexes {
            let bytes = fs::read(&path).map_err(|error| Error::io("read", &path, &error))?;
            let pack = objects.packs.len();
            objects.packs.push(path.with_extension("pack"));
            for record in bytes.chunks_exact(RECORD) {
                let digest = Digest::from_bytes(record[..32].try_into().expect("thirty-two bytes"));
                let number = |at: usize| {
                    u64::from_le_bytes(record[at..at + 8].try_into().expect("eight bytes"))
                };
                objects.index.insert(digest, Place { pack, offset: number(32), len: number(40) });
            }
        }
        Ok(objects)
    }

    pub(crate) fn has(&self, digest: Digest) -> bool {
        self.index.contains_key(&digest)
    }

    /// The bytes of a digest, verified.
    pub(crate) fn read(&self, digest: Digest) -> Result<Vec<u8>> {
        let corrupt = |message: String| {
            Error::new(Code::SnapshotCorrupt, message).with("sha256", digest.to_string())
        };
        let Some(place) = self.index.get(&digest) else {
            return Err(corrupt(format!("the content {digest} is not in the store")));
        };
        let pack = &self.packs[place.pack];
        let read = || -> io::Result<Vec<u8>> {
            let mut file = File::open(pack)?;
            file.seek(SeekFrom::Start(place.offset))?;
            let mut bytes = vec![0; place.len as usize];
            file.read_exact(&mut bytes)?;
            Ok(bytes)
        };
        let bytes = read().map_err(|error| {
            corrupt(format!("the content {digest} cannot be read: {error}")).caused_by(error)
        })?;
        if Digest::of(&bytes) != digest {
            return Err(corrupt(format!("the content {digest} is damaged")).at(pack));
        }
        Ok(bytes)
    }
}

/// Collects new content in memory-sized pieces; the caller writes them out.
#[derive(Debug)]
pub(crate) struct PackWriter<W> {
    out: W,
    offset: u64,
    index: Vec<u8>,
    added: HashSet<Digest>,
}

impl<W: Write> PackWriter<W> {
    pub(crate) fn new(out: W) -> Self {
        Self { out, offset: 0, index: Vec::new(), added: HashSet::new() }
    }

    /// Appends content the store does not have.
    pub(crate) fn add(
        &mut self,
        objects: &Objects,
        digest: Digest,
        bytes: &[u8],
    ) -> io::Result<()> {
        if objects.has(digest) || !self.added.insert(digest) {
            return Ok(());
        }
        self.out.write_all(bytes)?;
        self.index.extend(digest.bytes());
        self.index.extend(self.offset.to_le_bytes());
        self.index.extend((bytes.len() as u64).to_le_bytes());
        self.offset += bytes.len() as u64;
        Ok(())
    }

    /// The index to write once the pack is on disk; `None` when nothing was new.
    pub(crate) fn finish(mut self) -> io::Result<(W, Option<Vec<u8>>)> {
        self.out.flush()?;
        let index = (!self.index.is_empty()).then_some(self.index);
        Ok((self.out, index))
    }
}
