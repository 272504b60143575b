//! The skills of the agent pack, as the server hands them out: embedded when the program is built.

use include_dir::{Dir, File, include_dir};
use serde_json::{Map, Value};
use toolserver::{Body, Skill, SkillFile};

static SKILLS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../agent-pack/skills");

/// Every skill, by name.
pub(crate) fn all() -> Vec<Skill> {
    let mut folders: Vec<_> = SKILLS.dirs().collect();
    folders.sort_by_key(|it| it.path());
    folders.into_iter().filter_map(skill).collect()
}

/// A folder without `SKILL.md` is no skill.
fn skill(folder: &'static Dir<'static>) -> Option<Skill> {
    let text = folder.get_file(folder.path().join("SKILL.md"))?.contents_utf8()?;
    let mut files = Vec::new();
    collect(folder, &mut files);
    let mut files: Vec<SkillFile> = files.into_iter().map(|it| skill_file(folder, it)).collect();
    files.sort_by(|one, other| one.path.cmp(&other.path));
    Some(Skill { frontmatter: frontmatter(text), files })
}

fn collect(folder: &'static Dir<'static>, files: &mut Vec<&'static File<'static>>) {
    files.extend(folder.files());
    folder.dirs().for_each(|it| collect(it, files));
}

fn skill_file(folder: &Dir<'static>, file: &File<'static>) -> SkillFile {
    let path = file.path().strip_prefix(folder.path()).unwrap_or(file.path());
    let path = path.to_string_lossy().replace('\\', "/");
    let mime_type = match path.rsplit('.').next() {
        Some("md") => "text/markdown",
        Some("sh") => "application/x-sh",
        Some("puml") => "text/x-plantuml",
        _ => "application/octet-stream",
    };
    let body = match file.contents_utf8() {
        Some(text) => Body::Text(text.to_owned()),
        None => Body::Bytes(file.contents().to_vec()),
    };
    SkillFile { path, mime_type: mime_type.to_owned(), body }
}

/// The lines between the first two `---`. Ours are `name: text`, one a line; that is all that is read.
fn frontmatter(text: &str) -> Value {
    let lines = text.lines().skip(1).take_while(|it| *it != "---");
    let fields = lines.filter_map(|it| it.split_once(": "));
    Value::Object(
        fields.map(|(name, value)| (name.to_owned(), value.trim().into())).collect::<Map<_, _>>(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_skill_of_the_pack_is_served_whole() {
        let all = all();
        let names: Vec<&str> = all.iter().map(Skill::name).collect();
        assert_eq!(
            names,
            [
                "puml-diagram-author",
                "puml-docs-integrator",
                "puml-sequence-author",
                "puml-sequence-reviewer"
            ]
        );
        for skill in &all {
            assert!(skill.files.iter().any(|it| it.path == "SKILL.md"));
            assert!(skill.files.iter().any(|it| it.path.starts_with("references/")));
        }
    }

    #[test]
    fn front_matter_is_one_field_a_line() {
        for skill in SKILLS.dirs() {
            let text =
                skill.get_file(skill.path().join("SKILL.md")).unwrap().contents_utf8().unwrap();
            let lines = text.lines().skip(1).take_while(|it| *it != "---").count();
            let fields = frontmatter(text);
            assert_eq!(fields.as_object().unwrap().len(), lines, "{}", skill.path().display());
        }
    }
}
