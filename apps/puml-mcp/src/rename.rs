//! A rename that reaches every text of the project that shares the name, or is refused with the places in its way.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use diagrams::{Checked, Files, Language, fences, isolated};
use puml_compiler::edits::RenameParticipant;
use puml_compiler::{
    Loaded, ProjectText, Refusal, Rename, RenameError, Renamed, Wanted, World, rename,
};
use serde_json::{Value, json};
use toolserver::{Call, ToolError};

use crate::edit_target::Chosen;
use crate::input::Input;
use crate::{checked, project};

/// Files that are looked at.
const MOST_FILES: usize = 5_000;

/// What a rename makes of a project.
pub(crate) struct Done {
    /// The text that was asked about.
    pub(crate) text: String,
    /// That text, checked among the changed others.
    pub(crate) checked: Checked,
    /// The other files that change with it: paths and whole texts.
    pub(crate) files: Vec<(String, String)>,
}

/// Renames in the chosen diagram and in every file that shares the name.
pub(crate) fn done(
    call: &Call,
    arguments: &Value,
    input: &Input,
    chosen: &Chosen,
    edit: &RenameParticipant,
) -> Result<Done, ToolError> {
    let mut others = Others::of(call, arguments, input)?;
    let asked = ProjectText { name: input.name.clone(), text: chosen.text.clone() };
    others.add_fences(input, chosen);
    let options = checked::options(arguments)?;
    let found = rename(&Rename {
        text: &asked,
        at: chosen.at,
        from: &edit.from,
        to: &edit.to,
        others: &others.texts,
        world: &others.files,
        options: &options.puml,
        likely: None,
        blocks: &[],
    });
    let found = found.map_err(|error| refused(&error))?;
    let mut world = Changed { files: &others.files, texts: BTreeMap::new() };
    let (mut text, mut files) = (input.text.clone(), Vec::new());
    for Renamed { name, edits } in found {
        let is_asked = name == input.name;
        let before = if is_asked { &input.text } else { &others.whole[&name] };
        let after = diag::apply_to(before, &edits)
            .map_err(|error| ToolError::new("edit/refused", error.to_string()))?;
        if is_asked {
            text = after;
        } else {
            world.texts.insert(name.clone(), after.clone());
            files.push((name, after));
        }
    }
    let changed = Input { text: text.clone(), ..input.clone() };
    let checked = checked::in_world(&world, arguments, &changed)?;
    Ok(Done { text, checked, files })
}

fn refused(error: &RenameError) -> ToolError {
    let told = ToolError::new("edit/refused", error.to_string());
    match error {
        RenameError::Refused(_) => told,
        RenameError::Unchangeable(places) => {
            let places: Vec<Value> =
                places.iter().map(|it| json!({"file": it.file, "line": it.line})).collect();
            told.with_details(json!({"places": places}))
        }
    }
}

/// The other diagrams of the project.
struct Others {
    files: Files,
    texts: Vec<ProjectText>,
    /// Whole files by the names that findings have for them.
    whole: HashMap<String, String>,
}

impl Others {
    fn of(call: &Call, arguments: &Value, input: &Input) -> Result<Self, ToolError> {
        let mut files = checked::files_of(call, arguments, input)?;
        let found = project::diagrams_and_pages(call.roots());
        if found.is_cut || found.files.len() > MOST_FILES {
            let message = format!(
                "the project has more than {MOST_FILES} diagram files: a rename cannot look at all of them; narrow the allowed folders"
            );
            return Err(ToolError::new("edit/refused", message));
        }
        let own: Option<PathBuf> =
            arguments["path"].as_str().and_then(|it| call.roots().confine(it).ok());
        let mut others = Self { files: files.clone(), texts: Vec::new(), whole: HashMap::new() };
        for file in found.files {
            let Ok(read) = call.roots().read(&file.path, call.limits().source_bytes) else {
                continue;
            };
            let Ok(text) = String::from_utf8(read.bytes) else { continue };
            if own.as_ref() == Some(&read.path) {
                continue;
            }
            if let Some(folder) = read.path.parent() {
                files = files.with_source(&file.path, folder.to_owned());
            }
            match Language::of_path(&read.path) {
                Some(Language::Puml) => others.add(&file.path, text.clone()),
                Some(Language::Markdown) => others.add_page(&file.path, &text),
                _ => continue,
            }
            others.whole.insert(file.path, text);
        }
        others.files = files;
        Ok(others)
    }

    fn add(&mut self, name: &str, text: String) {
        self.texts.push(ProjectText { name: name.to_owned(), text: text.into() });
    }

    fn add_page(&mut self, name: &str, text: &str) {
        for fence in fences(text).into_iter().filter(|it| it.language == Language::Puml) {
            self.add(name, isolated(text, &fence.body));
        }
    }

    /// The other fences of the page that was asked about.
    fn add_fences(&mut self, input: &Input, chosen: &Chosen) {
        if input.language == Language::Markdown {
            self.add_page(&input.name, &input.text);
            self.texts.retain(|it| it.name != input.name || it.text != chosen.text);
        }
    }
}

/// The project with the changed texts in it.
struct Changed<'a> {
    files: &'a Files,
    texts: BTreeMap<String, String>,
}

impl World for Changed<'_> {
    fn load(&self, wanted: Wanted<'_>) -> Result<Loaded, Refusal> {
        let loaded = self.files.load(wanted)?;
        let text = self.texts.get(&loaded.name).cloned().unwrap_or(loaded.text);
        Ok(Loaded { name: loaded.name, text })
    }

    fn picture(&self, wanted: Wanted<'_>) -> Result<Vec<u8>, Refusal> {
        self.files.picture(wanted)
    }
}
