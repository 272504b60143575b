//! The `plantuml` command line, carried out by our own libraries: the same files, lines and exit codes, so that scripts
//! see no difference.

mod answers;
mod blocks;
mod preludes;
mod report;

use std::path::{Path, PathBuf};
use std::time::Instant;

use diagrams::{
    Checked, Format, Language, PictureOptions, Scheme, SvgText, SystemFonts, error_picture,
    image_map, styled,
};

use super::{decode, encode, render};
use crate::{
    compiling::{self, Compiling},
    exit::{Failure, Outcome, Verdict},
    inputs::{self, Document},
    legacy::{self, Action, Origin, Plantuml},
    output, terminal,
};
use blocks::Block;

/// Endings that a folder's files are known by, beside those of diagrams: sources with diagrams in comments.
const ENDINGS: [&str; 11] =
    ["txt", "tex", "java", "htm", "html", "c", "h", "cpp", "apt", "hpp", "hh"];

/// Does what the old flags ask for.
pub(crate) fn run(arguments: &Plantuml) -> Result<Outcome, Failure> {
    let started = Instant::now();
    let outcome = act(arguments);
    if arguments.tells_duration {
        terminal::tell(&format!("Duration = {:.3} seconds", started.elapsed().as_secs_f64()));
    }
    outcome
}

fn act(arguments: &Plantuml) -> Result<Outcome, Failure> {
    if let Some(Err(problem)) = arguments.theme.as_deref().map(diagrams::theme) {
        terminal::tell_error(&format!("-theme: {problem}"));
        return Ok(Outcome::Plantuml(Verdict::Errors));
    }
    match (arguments.action, arguments.origin) {
        (Action::Version, _) => answers::version(),
        (Action::About, _) => answers::about(),
        (Action::Keywords, _) => answers::keywords(),
        (Action::Libraries, _) => answers::libraries(),
        (Action::Sprite, _) => answers::sprites(&arguments.inputs),
        (Action::Metadata, _) => answers::metadata(&arguments.inputs),
        (Action::Decode, _) => {
            decode::run(&decode::Decode { codes: arguments.inputs.clone(), json: false })
        }
        (Action::TestDot, _) => {
            terminal::put(b"Graphviz is not needed: puml lays diagrams out itself.\n")?;
            Ok(Outcome::Fine)
        }
        (Action::Unwritten(format), _) => {
            terminal::tell(&format!(
                "puml does not write {format}: use -tsvg, -tpng, -tpdf, -ttxt or -tutxt"
            ));
            Ok(Outcome::Plantuml(Verdict::Errors))
        }
        (Action::Preprocess, Origin::Pipe) => preprocess(arguments, &[standard_input(arguments)?]),
        (Action::Preprocess, Origin::Files) => preprocess(arguments, &documents(arguments)?),
        (Action::Syntax, _) => syntax(arguments),
        (Action::Encode, Origin::Pipe) => encode(&[standard_input(arguments)?]),
        (Action::Encode, Origin::Files) => encode(&documents(arguments)?),
        (Action::Draw | Action::CheckOnly | Action::Map, Origin::Pipe) => pipe(arguments),
        (Action::Draw | Action::CheckOnly | Action::Map, Origin::Files) => files(arguments),
    }
}

/// What became of all diagrams.
#[derive(Default)]
struct Tally {
    diagrams: usize,
    errors: usize,
}

impl Tally {
    fn outcome(&self) -> Outcome {
        match (self.diagrams, self.errors) {
            (0, _) => Outcome::Plantuml(Verdict::NoDiagram),
            (_, 0) => Outcome::Fine,
            _ => Outcome::Plantuml(Verdict::Errors),
        }
    }
}

fn files(arguments: &Plantuml) -> Result<Outcome, Failure> {
    let documents = documents(arguments)?;
    if documents.is_empty() {
        terminal::tell("No file found");
        return Ok(Outcome::Plantuml(Verdict::NoFile));
    }
    let only_checks = arguments.action == Action::CheckOnly;
    let choices = choices(arguments)?;
    let mut tally = Tally::default();
    if only_checks || arguments.checks_first {
        for document in &documents {
            each(arguments, &choices, document, &mut tally, |_, _| Ok(()))?;
        }
    }
    if !only_checks && tally.errors == 0 {
        tally = Tally::default();
        for document in &documents {
            draw(arguments, &choices, document, &mut tally)?;
        }
    }
    report::end(arguments.report, &tally);
    Ok(tally.outcome())
}

fn draw(
    arguments: &Plantuml,
    choices: &Compiling,
    document: &Document,
    tally: &mut Tally,
) -> Result<(), Failure> {
    let folder = arguments.folder.as_deref().unwrap_or(Path::new(""));
    let folder = document.folder().join(folder);
    let mut names = blocks::Names::new(document, arguments.naming);
    let before = tally.diagrams;
    each(arguments, choices, document, tally, |block, checked| {
        if !checked.is_ok() {
            let name = names.next(block);
            return match error(arguments, checked)? {
                Some(bytes) => write(arguments, &folder, &name, &bytes),
                None => Ok(()),
            };
        }
        // A file for each page, also of texts; only a PDF holds them all.
        let pages: Vec<_> = match arguments.format {
            Format::Txt | Format::Utxt => (1..=checked.page_count()).map(Some).collect(),
            _ => vec![None],
        };
        let each = pages.into_iter().map(|page| pictures(arguments, document, checked, page));
        for bytes in each.collect::<Result<Vec<_>, _>>()?.concat() {
            write(arguments, &folder, &names.next(block), &bytes)?;
        }
        Ok(())
    })?;
    if tally.diagrams == before {
        terminal::tell(&format!("Warning: no image in {}", document.name));
    }
    Ok(())
}

/// Writes a picture where PlantUML would, or into the one file that is named.
fn write(arguments: &Plantuml, folder: &Path, name: &str, bytes: &[u8]) -> Result<(), Failure> {
    let ending = match arguments.format {
        Format::Txt => "atxt",
        other => other.extension(),
    };
    match &arguments.file {
        Some(file) => output::write(file, bytes),
        None => output::write(&folder.join(format!("{name}.{ending}")), bytes),
    }
}

/// A picture of what is wrong, unless nobody wants it.
fn error(arguments: &Plantuml, checked: &Checked) -> Result<Option<Vec<u8>>, Failure> {
    if !arguments.draws_errors {
        return Ok(None);
    }
    let drawn = error_picture(&checked.report(), arguments.format, &PictureOptions::default());
    let drawn = drawn.map_err(|problem| Failure::Picture(problem.to_string()))?;
    Ok(Some(if arguments.format == Format::Svg { styled(drawn) } else { drawn }))
}

/// Checks each diagram of a document and hands it over; errors are told.
fn each(
    arguments: &Plantuml,
    choices: &Compiling,
    document: &Document,
    tally: &mut Tally,
    mut work: impl FnMut(&Block, &Checked) -> Result<(), Failure>,
) -> Result<(), Failure> {
    for block in blocks::all(document) {
        let checked = check(arguments, choices, document, &block)?;
        tally.diagrams += 1;
        if !checked.is_ok() {
            tally.errors += 1;
            report::in_file(arguments.report, document, &checked);
        }
        work(&block, &checked)?;
    }
    Ok(())
}

fn pipe(arguments: &Plantuml) -> Result<Outcome, Failure> {
    each_piped(arguments, |arguments, document, block, checked| {
        if !checked.is_ok() && arguments.errors_in_pipe {
            terminal::put(report::words(arguments.report, block, checked).as_bytes())?;
        } else if !checked.is_ok() {
            report::in_pipe(arguments.report, block, checked);
            if let (Action::Draw, Some(bytes)) = (arguments.action, error(arguments, checked)?) {
                terminal::put(&bytes)?;
            }
        } else if arguments.action == Action::Map {
            let page = checked.page(arguments.page).ok();
            let map = page.and_then(|it| it.drawing().scenes().first().map(image_map));
            terminal::put(map.unwrap_or_default().as_bytes())?;
        } else if arguments.action == Action::Draw {
            let drawn = pictures(arguments, document, checked, Some(arguments.page + 1))?;
            if drawn.is_empty() {
                terminal::tell(&format!("there is no page {} in this diagram", arguments.page));
            }
            for bytes in drawn {
                terminal::put(&bytes)?;
            }
        }
        if let Some(delimiter) = &arguments.delimiter {
            terminal::put(format!("{delimiter}\n").as_bytes())?;
        }
        Ok(())
    })
}

/// For each diagram the verdict, the line from 0 and the reason, for a script.
fn syntax(arguments: &Plantuml) -> Result<Outcome, Failure> {
    each_piped(arguments, |arguments, _, block, checked| {
        let text = if checked.is_ok() {
            let diagram = checked.diagrams().next();
            let kind = diagram.map_or("sequence", |it| it.kind()).to_uppercase();
            let about = diagram.map_or("(0 participants)".to_owned(), |it| it.description());
            format!("{kind}\n{about}\n")
        } else {
            report::words(arguments.report, block, checked)
        };
        Ok(terminal::put(text.as_bytes())?)
    })
}

/// Checks each diagram of standard input and hands it over, whatever is wrong with it.
fn each_piped(
    arguments: &Plantuml,
    mut work: impl FnMut(&Plantuml, &Document, &Block, &Checked) -> Result<(), Failure>,
) -> Result<Outcome, Failure> {
    let document = standard_input(arguments)?;
    let blocks = blocks::all_or_whole(&document);
    if blocks.is_empty() {
        return Ok(Outcome::Plantuml(Verdict::NoFile));
    }
    let choices = choices(arguments)?;
    let mut tally = Tally::default();
    let mut arguments = arguments.clone();
    let mut seen = 0;
    for block in blocks {
        let between = &document.text[seen..block.range.start];
        seen = block.range.end;
        arguments.format = format_line(between).unwrap_or(arguments.format);
        let checked = check(&arguments, &choices, &document, &block)?;
        tally.diagrams += 1;
        tally.errors += usize::from(!checked.is_ok());
        work(&arguments, &document, &block, &checked)?;
    }
    Ok(tally.outcome())
}

/// The format that a line such as `@@@format svg` gives to the diagrams behind it.
fn format_line(text: &str) -> Option<Format> {
    let mut names = text.lines().filter_map(|it| it.trim().strip_prefix("@@@format "));
    legacy::format(&names.next_back()?.trim().to_lowercase())
}

fn encode(documents: &[Document]) -> Result<Outcome, Failure> {
    for document in documents {
        for block in blocks::all_or_whole(document) {
            let code = encode::code(&document.text[block.range.clone()]);
            terminal::put(format!("{code}\n").as_bytes())?;
        }
    }
    Ok(Outcome::Fine)
}

/// The text of a pipe, under the name that `-filename` gives it.
fn standard_input(arguments: &Plantuml) -> Result<Document, Failure> {
    let read = inputs::read_lossy(Path::new("-"), arguments.charset)?;
    let mut document = Document { language: Language::Puml, ..read };
    if let Some(path) = &arguments.name {
        document.name = path.to_string_lossy().replace('\\', "/");
        document.path = Some(path.clone());
    }
    if let Some(folder) = &arguments.source_folder {
        let name = arguments.name.as_deref().and_then(Path::file_name);
        document.path = Some(folder.join(name.unwrap_or(std::ffi::OsStr::new("-"))));
    }
    Ok(document)
}

/// What the preprocessor makes of each source: beside it as `name.preproc`, or on standard output.
fn preprocess(arguments: &Plantuml, documents: &[Document]) -> Result<Outcome, Failure> {
    let choices = choices(arguments)?;
    let mut outcome = Outcome::Fine;
    let is_drawn = |it: &&Document| arguments.origin == Origin::Pipe || !blocks::all(it).is_empty();
    for document in documents.iter().filter(is_drawn) {
        let (text, checked) = compiling::expanded(document, &choices)?;
        if !checked.is_ok() {
            report::in_file(arguments.report, document, &checked);
            outcome = Outcome::Plantuml(Verdict::Errors);
        }
        match (&arguments.file, &document.path) {
            (Some(file), _) => output::write(file, text.as_bytes())?,
            (None, Some(path)) if arguments.origin == Origin::Files => {
                output::write(&path.with_extension("preproc"), text.as_bytes())?;
            }
            _ => terminal::put(text.as_bytes())?,
        }
    }
    Ok(outcome)
}

/// One diagram alone; its lines keep the numbers that they have in the document.
fn check(
    arguments: &Plantuml,
    choices: &Compiling,
    document: &Document,
    block: &Block,
) -> Result<Checked, Failure> {
    let alone =
        Document { text: diagrams::isolated(&document.text, &block.range), ..document.clone() };
    compiling::check(&alone, choices, scheme(arguments))
}

fn scheme(arguments: &Plantuml) -> Scheme {
    if arguments.is_dark { Scheme::Dark } else { Scheme::Light }
}

/// What holds for all diagrams of a call; the files of `-config` and `-I` are read here, once.
fn choices(arguments: &Plantuml) -> Result<Compiling, Failure> {
    Ok(Compiling {
        defines: arguments.defines.clone(),
        include_root: arguments.include_path.clone(),
        include_host: Vec::new(),
        library: Vec::new(),
        theme: arguments.theme.clone(),
        look: None,
        mermaid_time: None,
        strict: false,
        preludes: preludes::read(arguments)?,
    })
}

fn pictures(
    arguments: &Plantuml,
    document: &Document,
    checked: &Checked,
    page: Option<usize>,
) -> Result<Vec<Vec<u8>>, Failure> {
    let has_page = |it: usize| checked.diagrams().any(|diagram| it <= diagram.page_count());
    if page.is_some_and(|it| !has_page(it)) {
        return Ok(Vec::new());
    }
    let source = arguments.has_metadata.then(|| checked.text().trim().to_owned() + "\n");
    let options = PictureOptions {
        scheme: scheme(arguments),
        source,
        // Who calls with these flags builds documents and previews.
        text: SvgText::Embedded,
        system_fonts: SystemFonts::WhereNeeded,
        ..PictureOptions::default()
    };
    let drawn = render::bytes(document, checked, arguments.format, page, &options)?;
    Ok(if arguments.format == Format::Svg {
        drawn.into_iter().map(styled).collect()
    } else {
        drawn
    })
}

/// The files that are named, each once. A file that is not there is passed over if there are others.
fn documents(arguments: &Plantuml) -> Result<Vec<Document>, Failure> {
    let mut found: Vec<PathBuf> = Vec::new();
    for argument in &arguments.inputs {
        let path = Path::new(argument);
        if path.is_dir() {
            found.append(&mut in_folder(path)?);
        } else if path.is_file() {
            found.push(path.to_path_buf());
        } else {
            // `**.puml` is PlantUML's way to write `**/*.puml`.
            let pattern = argument.replace("**.", "**/*.");
            match inputs::matching(&pattern) {
                Ok(mut files) => found.append(&mut files),
                Err(problem) => terminal::tell(&format!("Warning: {problem}")),
            }
        }
    }
    let mut seen = std::collections::HashSet::new();
    found.retain(|it| seen.insert(it.clone()) && !is_excluded(arguments, it));
    let documents = found.iter().map(|it| {
        inputs::read_lossy(it, arguments.charset)
            .map(|document| Document { language: Language::Puml, ..document })
    });
    documents.collect()
}

/// Only the folder itself: a pattern with `**` says otherwise.
fn in_folder(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failed = |source| Failure::Read { path: folder.to_path_buf(), source };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let ending = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
        let is_puml = Language::of_path(&path) == Some(Language::Puml);
        if path.is_file() && (is_puml || ENDINGS.contains(&ending)) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn is_excluded(arguments: &Plantuml, path: &Path) -> bool {
    arguments.excluded.iter().any(|it| {
        let name = path.file_name().map(Path::new);
        let matches = |pattern: glob::Pattern| {
            pattern.matches_path(path) || name.is_some_and(|it| pattern.matches_path(it))
        };
        glob::Pattern::new(it).is_ok_and(matches)
    })
}
