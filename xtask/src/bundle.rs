//! Release bundles: the plugin for each host, the program by itself, checksums, a bill of materials, licences. One program is built;
//! its other names are links.
//! Nothing is fetched when a bundle is used: everything that runs is inside.

mod archive;
mod graph;
mod licences;
mod programs;
mod sbom;

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail, ensure};
use sha2::{Digest as _, Sha256};

use self::archive::{Archive, Entry};
use crate::{
    pack::{self, table},
    say, tree,
};

/// What a bundle run was told.
struct Order {
    /// The platform; the compiler's own where absent.
    target: Option<String>,
    /// The cargo profile to build with.
    profile: String,
    /// A folder with the program, built already; nothing is compiled then.
    programs: Option<PathBuf>,
    /// Where the files go.
    out: PathBuf,
    /// How hard archives are packed, 1 to 9.
    level: u32,
}

/// A package of the plugin: its name, and what of the tree it leaves out.
const PACKAGES: [(&str, &[&str]); 3] = [
    (
        "claude",
        &[
            ".codex-plugin/",
            ".agents/",
            "plugin.json",
            "mcp.json",
            "gemini-extension.json",
            "com.github.copilot/",
        ],
    ),
    ("codex", &[".claude-plugin/", "gemini-extension.json", "com.github.copilot/"]),
    ("all-hosts", &[]),
];

/// What serves making the pack and not using it.
const LEFT_HOME: [&str; 2] = ["judges/", "assets/sources/"];

/// What every package must hold.
const REQUIRED: [&str; 6] =
    [".mcp.json", ".lsp.json", "README.md", "LICENSE", "CHANGELOG.md", "assets/icon.png"];

/// `cargo xtask bundle [--target T] [--profile P] [--programs DIR] [--out DIR] [--level N]`.
pub(crate) fn write(words: &[&str]) -> Result<()> {
    let order = order(words)?;
    let target = match &order.target {
        Some(target) => target.clone(),
        None => programs::own_target()?,
    };
    let program = match &order.programs {
        Some(folder) => programs::found(folder, &target)?,
        None => programs::built(&target, &order.profile)?,
    };
    let program = std::fs::read(program)?;
    std::fs::create_dir_all(&order.out)?;
    let graph = graph::read(&target)?;
    let licences = licences::text(&graph)?;
    let mut written = Vec::new();
    let suffix = format!("{}-{target}", table::VERSION);
    for (host, without) in PACKAGES {
        let name = format!("{}-{host}-{suffix}", table::NAME);
        let entries = package(&program, &target, without, &licences)?;
        written.push(archive(&order, &target, &name, entries)?);
    }
    let entries = alone(program, &target, &licences)?;
    written.push(archive(&order, &target, &format!("{}-{suffix}", programs::PROGRAM), entries)?);
    let bill = format!("straightedge-{suffix}.cdx.json");
    std::fs::write(order.out.join(&bill), sbom::json(&graph)?)?;
    written.push(bill);
    let third = format!("THIRD-PARTY-LICENSES-{suffix}.txt");
    std::fs::write(order.out.join(&third), &licences)?;
    written.push(third);
    std::fs::write(order.out.join("SHA256SUMS"), sums(&order.out, &mut written)?)?;
    say(&format!("bundle: {} files and SHA256SUMS in {}", written.len(), order.out.display()));
    Ok(())
}

fn order(words: &[&str]) -> Result<Order> {
    let mut order = Order {
        target: None,
        profile: "dist".into(),
        programs: None,
        out: tree::root().join("target").join("bundle"),
        level: 9,
    };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let value = words.next().with_context(|| format!("{word} needs a value"))?;
        match *word {
            "--target" => order.target = Some((*value).to_owned()),
            "--profile" => (*value).clone_into(&mut order.profile),
            "--programs" => order.programs = Some(PathBuf::from(value)),
            "--out" => order.out = PathBuf::from(value),
            "--level" => order.level = value.parse().context("--level is a number from 1 to 9")?,
            _ => bail!("no option `{word}`: --target, --profile, --programs, --out, --level"),
        }
    }
    Ok(order)
}

/// The program with its licences, and its other names where an archive has links.
fn alone(program: Vec<u8>, target: &str, licences: &str) -> Result<Vec<Entry>> {
    let file = programs::file_name(programs::PROGRAM, target);
    let mut entries = vec![
        Entry::text("LICENSE", pack::licence()?),
        Entry::text("NOTICE.md", notice()?),
        Entry::text("THIRD-PARTY-LICENSES.txt", licences.to_owned()),
    ];
    if matches!(Archive::of(target), Archive::TarGz) {
        entries.extend(programs::NAMES.map(|it| Entry::link(it, &file)));
    }
    entries.push(Entry::program(file, program));
    Ok(entries)
}

/// The plugin's tree for one host, with its programs.
fn package(program: &[u8], target: &str, without: &[&str], licences: &str) -> Result<Vec<Entry>> {
    let mut entries = Vec::new();
    let prefix = format!("{}/", pack::FOLDER);
    for file in tree::files()? {
        let Some(path) = file.strip_prefix(&prefix) else { continue };
        let is_left = |it: &&str| path == *it || it.ends_with('/') && path.starts_with(*it);
        if without.iter().chain(&LEFT_HOME).any(is_left) {
            continue;
        }
        let bytes = std::fs::read(tree::root().join(&file))?;
        entries.push(if Path::new(path).extension().is_some_and(|it| it == "sh") {
            Entry::program(path, bytes)
        } else {
            Entry::file(path, bytes)
        });
    }
    let [first, others @ ..] =
        table::BUNDLED.map(|it| format!("bin/{}", programs::file_name(it, target)));
    entries.extend(others.into_iter().map(|it| Entry::link(it, &first)));
    entries.push(Entry::program(first, program.to_vec()));
    entries.push(Entry::text("NOTICE.md", notice()?));
    entries.push(Entry::text("THIRD-PARTY-LICENSES.txt", licences.to_owned()));
    for path in REQUIRED {
        ensure!(entries.iter().any(|it| it.path == path), "the package lacks {path}");
    }
    Ok(entries)
}

/// Writes an archive whose only folder is its name; gives the file's name.
fn archive(order: &Order, target: &str, name: &str, mut entries: Vec<Entry>) -> Result<String> {
    // A link stands behind what it leads to.
    entries.sort_by(|a, b| (a.is_link(), &a.path).cmp(&(b.is_link(), &b.path)));
    let kind = Archive::of(target);
    let file = format!("{name}.{}", kind.ending());
    let out =
        std::fs::File::create(order.out.join(&file)).context("the archive cannot be written")?;
    kind.write(out, name, &entries, order.level)?;
    say(&format!("bundle: wrote {file}"));
    Ok(file)
}

/// A line for each file, as `sha256sum` prints and checks it.
fn sums(out: &Path, written: &mut Vec<String>) -> Result<String> {
    written.sort();
    let mut lines = String::new();
    for file in written {
        let digest = Sha256::digest(std::fs::read(out.join(&*file))?);
        for byte in digest {
            write!(lines, "{byte:02x}")?;
        }
        writeln!(lines, "  {file}")?;
    }
    Ok(lines)
}

/// All notices of the workspace in one file, since an archive has none of its folders.
fn notice() -> Result<String> {
    let read = |file: &str| tree::text(file).with_context(|| format!("{file} is missing"));
    let mut all = read("NOTICE.md")?;
    for file in tree::files()?.iter().filter(|it| it.ends_with("/NOTICE.md")) {
        all = all.replace(&format!("[{file}]({file})"), "the part below");
        all.push('\n');
        all += &read(file)?;
    }
    Ok(all)
}
