//! Digests of files, remembered by identity: a file whose device, inode, size, modification and change
//! times are all as before is not read again. The change time cannot be set by a program, so an edit of
//! the same size with its times put back is still seen. Files too young to be told apart are never kept.

use std::fs::{self, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::clock;
use crate::digest::Digest;
use crate::error::{Error, Result};

const RECORD: usize = 5 * 8 + 32;
const MAGIC: &[u8; 8] = b"apcache1";
const MAX_RECORDS: usize = 400_000;
/// Below this age, a second edit could fall into the same tick of the file system's clock.
const YOUNG: Duration = Duration::from_secs(1);

/// What identifies one state of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Fingerprint([u64; 5]);

impl Fingerprint {
    /// `None` where the system gives no inode, so that every file is read.
    #[cfg(unix)]
    #[expect(clippy::unnecessary_wraps, reason = "other systems have no fingerprint")]
    pub(crate) fn of(metadata: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        let time = |seconds: i64, nanos: i64| {
            (seconds as u64).wrapping_mul(1_000_000_000).wrapping_add(nanos as u64)
        };
        Some(Self([
            metadata.dev(),
            metadata.ino(),
            metadata.len(),
            time(metadata.mtime(), metadata.mtime_nsec()),
            time(metadata.ctime(), metadata.ctime_nsec()),
        ]))
    }

    /// `None` where the system gives no inode, so that every file is read.
    #[cfg(not(unix))]
    pub fn of(_metadata: &Metadata) -> Option<Self> {
        None
    }

    fn is_settled(self, now: Duration) -> bool {
        let newest = Duration::from_nanos(self.0[3].max(self.0[4]));
        now.checked_sub(newest).is_some_and(|age| age > YOUNG)
    }
}

/// The remembered digests, sorted by fingerprint.
#[derive(Debug)]
pub(crate) struct HashCache {
    file: PathBuf,
    known: Vec<(Fingerprint, Digest)>,
    fresh: Vec<(Fingerprint, Digest)>,
}

impl HashCache {
    /// Reads the cache; an absent or damaged one is empty, which only costs time.
    pub(crate) fn load(state: &Path) -> Self {
        let file = state.join("hashes.bin");
        let bytes = fs::read(&file).unwrap_or_default();
        let mut known = Vec::new();
        if let Some(records) = bytes.strip_prefix(MAGIC) {
            known = records.chunks_exact(RECORD).map(decode).collect();
            if !known.is_sorted() {
                known.clear();
            }
        }
        Self { file, known, fresh: Vec::new() }
    }

    fn lookup(&self, fingerprint: Fingerprint) -> Option<Digest> {
        let at = self.known.binary_search_by_key(&fingerprint, |(known, _)| *known).ok()?;
        Some(self.known[at].1)
    }

    /// The digest of each file, in order; files not remembered are read on all cores.
    pub(crate) fn digests(
        &mut self,
        files: &[(&Path, Option<Fingerprint>)],
    ) -> Vec<io::Result<Digest>> {
        let mut found: Vec<Option<io::Result<Digest>>> = files
            .iter()
            .map(|(_, fingerprint)| fingerprint.and_then(|print| self.lookup(print)).map(Ok))
            .collect();
        let missing: Vec<usize> = (0..files.len()).filter(|at| found[*at].is_none()).collect();
        let cores =
            thread::available_parallelism().map_or(1, usize::from).min(missing.len() / 64 + 1);
        let share = missing.len().div_ceil(cores).max(1);
        thread::scope(|scope| {
            let workers: Vec<_> = missing
                .chunks(share)
                .map(|part| {
                    scope.spawn(move || -> Vec<_> {
                        part.iter().map(|at| Digest::of_file(files[*at].0)).collect()
                    })
                })
                .collect();
            for (part, worker) in missing.chunks(share).zip(workers) {
                let digests = worker.join().expect("hashing does not panic");
                for (at, digest) in part.iter().zip(digests) {
                    found[*at] = Some(digest);
                }
            }
        });
        let now = clock::now();
        for at in missing {
            if let (Some(Ok(digest)), Some(print)) = (&found[at], files[at].1)
                && print.is_settled(now)
                && unchanged(files[at].0, print)
            {
                self.fresh.push((print, *digest));
            }
        }
        found.into_iter().map(|digest| digest.expect("every file was looked up or read")).collect()
    }

    /// The cache as bytes, when there is something new to remember.
    pub(crate) fn updated(mut self) -> Option<(PathBuf, Vec<u8>)> {
        if self.fresh.is_empty() {
            return None;
        }
        if self.known.len() + self.fresh.len() > MAX_RECORDS {
            self.known.clear();
        }
        self.known.append(&mut self.fresh);
        self.known.sort_unstable();
        // One inode has one state: of two records the later state sorts last and is kept.
        self.known.reverse();
        self.known.dedup_by_key(|(print, _)| (print.0[0], print.0[1]));
        self.known.reverse();
        let mut bytes = MAGIC.to_vec();
        for (print, digest) in &self.known {
            for word in print.0 {
                bytes.extend(word.to_le_bytes());
            }
            bytes.extend(digest.bytes());
        }
        Some((self.file, bytes))
    }
}

/// The file was not touched while it was read.
fn unchanged(path: &Path, print: Fingerprint) -> bool {
    fs::metadata(path).is_ok_and(|metadata| Fingerprint::of(&metadata) == Some(print))
}

fn decode(record: &[u8]) -> (Fingerprint, Digest) {
    let word =
        |n: usize| u64::from_le_bytes(record[n * 8..n * 8 + 8].try_into().expect("eight bytes"));
    let digest = record[40..].try_into().expect("thirty-two bytes");
    (Fingerprint([word(0), word(1), word(2), word(3), word(4)]), Digest::from_bytes(digest))
}

/// Reads a whole text file that must be small and valid UTF-8.
pub(crate) fn read_text(path: &Path, limit: u64) -> Result<String> {
    let bytes = read_bytes(path, limit)?;
    String::from_utf8(bytes).map_err(|_| {
        Error::new(crate::Code::ConfigInvalid, format!("{} is not valid UTF-8", path.display()))
            .at(path)
    })
}

/// Reads a whole file that must not be larger than `limit`.
pub(crate) fn read_bytes(path: &Path, limit: u64) -> Result<Vec<u8>> {
    let failed = |error: io::Error| Error::io("read", path, &error);
    let mut bytes = Vec::with_capacity(8 * 1024);
    let file = fs::File::open(path).map_err(failed)?;
    file.take(limit + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > limit {
        let message = format!("{} is larger than the limit of {limit} bytes", path.display());
        return Err(Error::new(crate::Code::LimitExceeded, message).at(path).with("limit", limit));
    }
    Ok(bytes)
}

#[cfg(all(test, unix))]
#[expect(clippy::disallowed_methods, reason = "tests prepare files")]
mod tests {
    use super::*;

    fn aged(path: &Path, text: &str) -> Fingerprint {
        fs::write(path, text).unwrap();
        let mut print = Fingerprint::of(&fs::metadata(path).unwrap()).unwrap();
        print.0[3] -= 5_000_000_000;
        print
    }

    #[test]
    fn an_edit_of_the_same_size_and_time_is_still_seen() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("f");
        fs::write(&file, "one").unwrap();
        let before = fs::metadata(&file).unwrap();
        fs::write(&file, "two").unwrap();
        let times = fs::FileTimes::new().set_modified(before.modified().unwrap());
        fs::File::options().append(true).open(&file).unwrap().set_times(times).unwrap();
        let after = fs::metadata(&file).unwrap();
        assert_eq!(before.modified().unwrap(), after.modified().unwrap());
        assert_ne!(Fingerprint::of(&before), Fingerprint::of(&after));
    }

    #[test]
    fn a_young_file_is_read_again() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("f");
        fs::write(&file, "one").unwrap();
        let print = Fingerprint::of(&fs::metadata(&file).unwrap());
        let mut cache = HashCache::load(dir.path());
        assert_eq!(cache.digests(&[(&file, print)])[0].as_ref().unwrap(), &Digest::of("one"));
        assert!(cache.updated().is_none());
    }

    #[test]
    fn what_is_remembered_reads_back() {
        let dir = tempfile::tempdir().unwrap();
        let print = aged(&dir.path().join("f"), "one");
        let mut cache = HashCache::load(dir.path());
        cache.fresh.push((print, Digest::of("one")));
        let (file, bytes) = cache.updated().unwrap();
        fs::write(file, bytes).unwrap();
        assert_eq!(HashCache::load(dir.path()).lookup(print), Some(Digest::of("one")));
    }
}
