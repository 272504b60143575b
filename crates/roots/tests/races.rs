//! A folder that is swapped for a symbolic link again and again: nothing outside is ever read or written.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::symlink;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use roots::Roots;
use rustix::fs::{CWD, RenameFlags, renameat_with};

const SWAPS: usize = 10_000;

#[test]
fn a_folder_swapped_for_a_link_leads_nowhere() {
    let tree = tempfile::tempdir().unwrap();
    let (inside, outside) = (tree.path().join("inside"), tree.path().join("outside"));
    for folder in [&inside.join("sub"), &outside] {
        fs::create_dir_all(folder).unwrap();
    }
    fs::write(inside.join("sub/a.puml"), "inside").unwrap();
    fs::write(outside.join("a.puml"), "outside").unwrap();
    let roots = Roots::at([&inside]).unwrap();
    let (is_done, swaps) = (AtomicBool::new(false), AtomicUsize::new(0));
    let (mut reads, mut writes) = (0, 0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let (sub, link) = (inside.join("sub"), inside.join("link"));
            symlink(&outside, &link).unwrap();
            for _ in 0..SWAPS {
                // Both names change hands in one step, so the folder or the link is always there.
                let swapped = renameat_with(CWD, &sub, CWD, &link, RenameFlags::EXCHANGE);
                if swapped.is_err() {
                    break;
                }
                swaps.fetch_add(1, Ordering::Relaxed);
                std::thread::yield_now();
            }
            is_done.store(true, Ordering::Relaxed);
        });
        loop {
            // One round follows the last swap, when the folder has its name back.
            let is_last = is_done.load(Ordering::Relaxed);
            if let Ok(text) = roots.read_text("sub/a.puml", 100) {
                assert_eq!(text, "inside");
                reads += 1;
            }
            if let Ok(target) = roots.target("sub/new.svg") {
                // The folder may have moved since it was opened; it is still the one inside.
                writes += usize::from(target.replace(b"<svg/>").is_ok());
            }
            if let Ok(target) = roots.target_in_new_folders("sub/deep/new.svg") {
                writes += usize::from(target.replace(b"<svg/>").is_ok());
            }
            if is_last {
                break;
            }
        }
    });
    let names: Vec<_> = fs::read_dir(&outside).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert_eq!(names, ["a.puml"], "nothing lands outside");
    assert_eq!(swaps.into_inner(), SWAPS);
    assert!(reads > 0 && writes > 0, "{reads} reads and {writes} writes came through");
}
