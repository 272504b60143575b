//! Digests of files, remembered by identity: a file whose device, inode, size, modification and change
//! times are all as before is not read again. The change time cannot be set by a program, so an edit of
//! the same size with its times put back is still seen. Files too young to be told apart are never kept.

use std::fs::{self, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::clock;
use crate::error::{Error, Result};
use content_digest::Digest;

const PRINT: usize = 5 * 8;
const RECORD: usize = PRINT + 32;
const MAGIC: &[u8; 8] = b"apcache2";
const MAX_RECORDS: usize = 200_000;
/// Files are read in pieces of this size; most fit into one.
const PIECE: usize = 32 * 1024;
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

    /// Written so that the order of the bytes is that of the numbers.
    fn bytes(self) -> [u8; PRINT] {
        let mut bytes = [0; PRINT];
        for (place, word) in bytes.chunks_exact_mut(8).zip(self.0) {
            place.copy_from_slice(&word.to_be_bytes());
        }
        bytes
    }

    fn size(self) -> u64 {
        self.0[2]
    }

    fn is_settled(self, now: Duration) -> bool {
        let newest = Duration::from_nanos(self.0[3].max(self.0[4]));
        now.checked_sub(newest).is_some_and(|age| age > YOUNG)
    }
}

/// The remembered digests: records as they are on disk, sorted by fingerprint.
#[derive(Debug)]
pub(crate) struct HashCache {
    file: PathBuf,
    records: Vec<u8>,
    fresh: Vec<(Fingerprint, Digest)>,
    /// Where this run found something among the records.
    used: Vec<usize>,
}

impl HashCache {
    /// Reads the cache; an absent or damaged one is empty, which only costs time.
    pub(crate) fn load(state: &Path) -> Self {
        let file = state.join("hashes.bin");
        let mut records = fs::read(&file).unwrap_or_default();
        if records.strip_prefix(MAGIC).is_none_or(|records| records.len() % RECORD != 0) {
            records = MAGIC.to_vec();
        }
        Self { file, records, fresh: Vec::new(), used: Vec::new() }
    }

    fn len(&self) -> usize {
        (self.records.len() - MAGIC.len()) / RECORD
    }

    fn record(&self, number: usize) -> &[u8] {
        &self.records[MAGIC.len() + number * RECORD..][..RECORD]
    }

    fn lookup(&mut self, fingerprint: Fingerprint) -> Option<Digest> {
        let wanted = fingerprint.bytes();
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            match self.record(middle)[..PRINT].cmp(&wanted) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => {
                    self.used.push(middle);
                    let digest = self.record(middle)[PRINT..].try_into();
                    return Some(Digest::from_bytes(digest.expect("thirty-two bytes")));
                }
            }
        }
        None
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
                        let mut piece = vec![0; PIECE];
                        let digest = |at: &usize| {
                            let (path, print) = files[*at];
                            crate::digest::of_file_sized(
                                path,
                                print.map(Fingerprint::size),
                                &mut piece,
                            )
                        };
                        part.iter().map(digest).collect()
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
        // A cache that has grown too large forgets what this run did not ask for.
        let kept: Vec<usize> = if self.len() + self.fresh.len() > MAX_RECORDS {
            std::mem::take(&mut self.used)
        } else {
            (0..self.len()).collect()
        };
        let known = kept.into_iter().map(|number| decode(self.record(number)));
        let mut all: Vec<_> = known.chain(self.fresh.iter().copied()).collect();
        // One inode has one state: what this run saw comes last, and the last is kept.
        let inode = |(print, _): &(Fingerprint, Digest)| (print.0[0], print.0[1]);
        all.sort_by_key(inode);
        all.reverse();
        all.dedup_by_key(|record| inode(record));
        all.reverse();
        let mut bytes = MAGIC.to_vec();
        bytes.reserve_exact(all.len() * RECORD);
        for (print, digest) in &all {
            bytes.extend(print.bytes());
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
        |n: usize| u64::from_be_bytes(record[n * 8..n * 8 + 8].try_into().expect("eight bytes"));
    let digest = record[PRINT..].try_into().expect("thirty-two bytes");
    (Fingerprint([word(0), word(1), word(2), word(3), word(4)]), Digest::from_bytes(digest))
}

/// Reads a whole text file that must be small and valid UTF-8.
pub(crate) fn read_text(path: &Path, limit: u64) -> Result<String> {
    let bytes = read_bytes(path, limit)?;
    String::from_utf8(bytes).map_err(|error| {
        Error::new(crate::Code::ConfigInvalid, format!("{} is not valid UTF-8", path.display()))
            .at(path)
            .caused_by(error)
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

    #[test]
    fn the_latest_state_of_a_file_is_the_one_remembered() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("f");
        let long = aged(&path, "a long text");
        let short = aged(&path, "short");
        for (print, text) in [(long, "a long text"), (short, "short")] {
            let mut cache = HashCache::load(dir.path());
            cache.fresh.push((print, Digest::of(text)));
            let (file, bytes) = cache.updated().unwrap();
            fs::write(file, bytes).unwrap();
        }
        let mut cache = HashCache::load(dir.path());
        assert_eq!(cache.lookup(short), Some(Digest::of("short")));
        assert_eq!(cache.lookup(long), None);
    }
}
