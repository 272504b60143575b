//! What holds for any input: no text panics the config, no name leaves its root, no edit loses a line.

use std::path::{Component, Path};

use agentpack_core::config::Config;
use agentpack_core::config::edit::{NewModule, add, remove};
use agentpack_core::config::{ModuleKind, SourceSpec};
use agentpack_core::path::RelPath;
use proptest::prelude::*;

proptest! {
    #[test]
    fn any_text_is_a_config_or_an_error(text in "[ -~\\n\\t\u{e9}]{0,200}") {
        let _ = Config::parse(&text);
        let _ = Config::parse(&format!("version: 1\nprofiles: {{default: {{}}}}\nmodules:\n  - {text}\n"));
    }

    #[test]
    fn an_accepted_path_stays_below_its_root(text in "[a-zA-Z\u{e9}-]{1,8}(/[a-zA-Z.\u{e9}-]{1,8}){0,4}|[a-zA-Z./\\\\: \u{e9}-]{1,40}") {
        let path = RelPath::new(&text);
        prop_assume!(path.is_ok());
        let root = Path::new("/some/base");
        let full = path.unwrap().under(root);
        prop_assert!(full.starts_with(root) && full != root);
        prop_assert!(full.components().all(|part| !matches!(part, Component::ParentDir | Component::CurDir)));
    }

    #[test]
    fn adding_then_removing_gives_the_same_text(
        name in "[a-z][a-z0-9 _'\"#-]{0,12}[a-z]",
        comment in "[ -~]{0,30}",
        indent in prop::sample::select(vec!["", "  ", "    "]),
    ) {
        let text = format!(
            "# {comment}\nversion: 1\nprofiles: {{default: {{}}}}\nmodules:\n{indent}- id: skill:first # {comment}\n{indent}  type: skill\n{indent}  source: {{local_path: {{path: a}}}}\n\n# {comment}\n"
        );
        let source = "local:modules/x".parse::<SourceSpec>().unwrap().0;
        let module = NewModule { id: format!("skill:{name}").into(), kind: ModuleKind::Skill, tags: vec![], targets: vec![], scope: None, globs: vec![], source };
        // Names that no system takes as a file are refused before anything is edited.
        let Ok(added) = add(&text, &module) else { return Ok(()) };
        prop_assert_eq!(remove(&added, module.id.as_str()).unwrap(), text);
    }
}
