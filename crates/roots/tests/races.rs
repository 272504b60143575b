//! A folder that is swapped for a symbolic link again and again: nothing outside is ever read or written.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::sync::atomic::{AtomicBool, Ordering};

use roots::Roots;

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
    let is_done = AtomicBool::new(false);
    let (mut reads, mut writes) = (0, 0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for _ in 0..SWAPS {
                fs::rename(inside.join("sub"), inside.join("real")).unwrap();
                symlink(&outside, inside.join("sub")).unwrap();
                std::thread::yield_now();
                fs::remove_file(inside.join("sub")).unwrap();
                fs::rename(inside.join("real"), inside.join("sub")).unwrap();
            }
            is_done.store(true, Ordering::Relaxed);
        });
        while !is_done.load(Ordering::Relaxed) {
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
        }
    });
    let names: Vec<_> = fs::read_dir(&outside).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert_eq!(names, ["a.puml"], "nothing lands outside");
    assert!(reads > 0 && writes > 0, "{reads} reads and {writes} writes came through");
}
