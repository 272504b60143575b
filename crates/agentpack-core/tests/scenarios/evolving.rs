//! Edits on their way back: proposed as overlays on a branch, merged, deployed, and the edited bytes are there again.

use std::fs;
use std::path::PathBuf;

use agentpack_core::evolve::{Into, Proposal, Reason, propose};
use agentpack_core::overlay::{EditOptions, Fill, Kind, Spot, edit};
use agentpack_core::path::fs_key;
use agentpack_core::{Code, Layer, plan};
use proptest::prelude::*;

use crate::world::World;

const ALL: &str = "targets:
  codex: {mode: files, scope: project}
  claude_code: {mode: files, scope: project}
  cursor: {mode: files, scope: project}
  vscode: {mode: files, scope: project}
";

fn proposal(world: &World, layer: Layer) -> Proposal {
    let survey = world.survey().unwrap();
    propose(&survey, &plan(&survey).unwrap(), None, layer, Into::Overlay).unwrap()
}

fn reasons(proposal: &Proposal) -> Vec<Reason> {
    proposal.skipped.iter().map(|skipped| skipped.reason).collect()
}

/// Proposes, checks that nothing but a branch was made, and takes the branch over.
fn take_over(world: &World, layer: Layer) -> Proposal {
    let status = world.git(&["status", "--porcelain"]);
    let head = world.git(&["rev-parse", "HEAD"]);
    let survey = world.survey().unwrap();
    let proposal = proposal(world, layer);
    let (branch, _) = proposal.write_branch(&survey, None).unwrap();
    assert!(branch.starts_with("evolve/propose-"), "{branch}");
    assert_eq!(world.git(&["status", "--porcelain"]), status);
    assert_eq!(world.git(&["rev-parse", "HEAD"]), head);
    assert_eq!(world.git(&["symbolic-ref", "--short", "HEAD"]), "main");
    world.git(&["merge", "--quiet", "--ff-only", &branch]);
    proposal
}

fn overlay(id: &str, path: &str) -> String {
    format!("overlays/{}/{path}", fs_key(id))
}

#[test]
fn an_edit_becomes_a_patch_and_deploys_to_the_same_bytes() {
    let world = World::small("codex");
    world.commit();
    world.deploy();
    let edited = "---\nname: hello\ndescription: Says hello warmly.\n---\n\nBody.\n";
    world.project_file(".agents/skills/hello/SKILL.md", edited);
    let proposal = take_over(&world, Layer::Global);
    assert_eq!(proposal.candidates.len(), 1);
    let place = overlay("skill:hello", ".agentpack/patches/SKILL.md.patch");
    let patch = fs::read_to_string(world.env.repo.join(place)).unwrap();
    assert!(patch.contains("+description: Says hello warmly."), "{patch}");
    assert!(world.plan().changes.is_empty());
    world.deploy();
    assert_eq!(world.project_text(".agents/skills/hello/SKILL.md"), edited);
    assert!(self::proposal(&world, Layer::Global).candidates.is_empty());
}

#[test]
fn an_edit_with_a_secret_is_not_committed() {
    let world = World::small("codex");
    world.commit();
    world.deploy();
    world.project_file("AGENTS.md", "# Base\nUse ghp_0123456789abcdefABCDEF here.\n");
    world.project_file(
        ".agents/skills/hello/SKILL.md",
        "---\nname: hello\ndescription: Says hi.\n---\n\nBody.\n",
    );
    let proposal = take_over(&world, Layer::Global);
    assert_eq!(reasons(&proposal), [Reason::Secret]);
    assert_eq!(proposal.candidates.len(), 1, "the other edit goes back");
    assert!(!world.git(&["log", "--patch", "--all"]).contains("ghp_"));
}

#[test]
fn bytes_that_are_no_text_become_a_whole_file() {
    let world = World::small("codex");
    world.commit();
    world.deploy();
    let script = world.env.project.join(".agents/skills/hello/scripts/run.sh");
    fs::write(&script, b"#!/bin/sh\nprintf '\xff'\n").unwrap();
    take_over(&world, Layer::Machine);
    let key = fs_key("skill:hello");
    let place = world.env.repo.join(format!("overlays/machines/test/{key}/scripts/run.sh"));
    assert_eq!(fs::read(&place).unwrap(), b"#!/bin/sh\nprintf '\xff'\n");
    assert_eq!(crate::world::mode(&place) & 0o111, 0o111);
    assert!(world.plan().changes.is_empty());
}

#[test]
fn sections_are_attributed_by_their_marks() {
    let world = World::new("targets: {codex: {mode: files, scope: project}}\n");
    world.instructions("base", "# Base\n");
    world.instructions("more", "# More\n");
    world.commit();
    world.deploy();
    let text = world.project_text("AGENTS.md");
    world.project_file("AGENTS.md", &text.replace("# More\n", "# More\n\nTyped.\n"));
    let proposal = take_over(&world, Layer::Global);
    let ids: Vec<_> = proposal.candidates.iter().map(|c| c.module_id.as_str()).collect();
    assert_eq!(ids, ["instructions:more"]);
    assert!(world.plan().changes.is_empty());
    world.deploy();
    world.project_file("AGENTS.md", "no marks left\n");
    assert_eq!(reasons(&self::proposal(&world, Layer::Global)), [Reason::MultiModule]);
}

#[test]
fn lines_around_the_sections_belong_to_no_module() {
    let world = World::new("targets: {codex: {mode: files, scope: project}}\n");
    world.instructions("base", "# Base\n");
    world.instructions("more", "# More\n");
    world.deploy();
    let text = world.project_text("AGENTS.md");
    world.project_file("AGENTS.md", &format!("Before.\n{text}"));
    assert_eq!(reasons(&proposal(&world, Layer::Global)), [Reason::MultiModule]);
    world.project_file("AGENTS.md", &text.replace('\n', "\r\n"));
    assert_eq!(reasons(&proposal(&world, Layer::Global)), [Reason::NotReproducible]);
}

#[test]
fn defect_12_a_source_change_that_waits_is_not_proposed_backwards() {
    let world = World::small("codex");
    world.deploy();
    world.repo_file("modules/base/AGENTS.md", "# Newer\n");
    let nothing = proposal(&world, Layer::Global);
    assert!(nothing.candidates.is_empty() && nothing.skipped.is_empty());
    world.project_file("AGENTS.md", "# Edited\n");
    assert_eq!(reasons(&proposal(&world, Layer::Global)), [Reason::SourceChanged]);
}

#[test]
fn defect_13_the_head_of_a_cursor_rule_stays_out_of_the_module() {
    let world = World::new("targets: {cursor: {mode: files, scope: project}}\n");
    world.instructions("base", "# Base\n\nOld.\n");
    world.commit();
    world.deploy();
    let rule = format!(".cursor/rules/{}.mdc", fs_key("instructions:base"));
    let text = world.project_text(&rule);
    assert!(text.starts_with("---\n"), "{text}");
    world.project_file(&rule, &text.replace("Old.", "New."));
    take_over(&world, Layer::Global);
    assert!(world.plan().changes.is_empty());
    let patch = overlay("instructions:base", ".agentpack/patches/AGENTS.md.patch");
    assert!(!fs::read_to_string(world.env.repo.join(patch)).unwrap().contains("alwaysApply"));
    world.deploy();
    world.project_file(
        &rule,
        &world.project_text(&rule).replace("alwaysApply: true", "alwaysApply: false"),
    );
    assert_eq!(reasons(&proposal(&world, Layer::Global)), [Reason::Generated]);
}

#[test]
fn defect_14_names_are_mapped_back() {
    let world = World::new("targets: {vscode: {mode: files, scope: project}}\n");
    world.repo_file("prompts/draft.md", "Draft it.\n");
    world.module("prompt:draft", "prompts/draft.md");
    world.commit();
    world.deploy();
    world.project_file(".github/prompts/draft.prompt.md", "Draft it well.\n");
    let proposal = take_over(&world, Layer::Global);
    assert_eq!(proposal.candidates[0].rel.as_str(), "draft.md");
    assert!(world.plan().changes.is_empty());
}

#[test]
fn a_prompt_dressed_as_a_skill_and_an_agent_in_toml_go_back() {
    let world = World::new("targets: {codex: {mode: files, scope: project}}\n");
    world.repo_file("prompts/draft.md", "---\ndescription: Drafts.\n---\n\nDraft it.\n");
    world.module("prompt:draft", "prompts/draft.md");
    world.repo_file("agents/judge.md", "---\nname: judge\ndescription: Judges.\n---\n\nBe fair.\n");
    world.module("agent:judge", "agents/judge.md");
    world.commit();
    world.deploy();
    let skill = ".agents/skills/draft/SKILL.md";
    world.project_file(skill, &world.project_text(skill).replace("Draft it.", "Draft it well."));
    let agent = ".codex/agents/judge.toml";
    world.project_file(agent, &world.project_text(agent).replace("Be fair.", "Be strict."));
    assert_eq!(take_over(&world, Layer::Global).candidates.len(), 2);
    assert!(world.plan().changes.is_empty(), "{:?}", world.lines(&world.plan()));
}

#[test]
fn defect_15_two_different_edits_of_one_module_are_reported() {
    let world = World::new(ALL);
    world.skill("hello", "Says hello.");
    world.commit();
    world.deploy();
    let text = world.project_text(".agents/skills/hello/SKILL.md");
    world.project_file(".agents/skills/hello/SKILL.md", &format!("{text}One.\n"));
    world.project_file(".claude/skills/hello/SKILL.md", &format!("{text}Two.\n"));
    let clash = proposal(&world, Layer::Global);
    assert!(clash.candidates.is_empty());
    assert_eq!(reasons(&clash), [Reason::Disagreeing, Reason::Disagreeing]);
    world.project_file(".claude/skills/hello/SKILL.md", &format!("{text}One.\n"));
    let agreed = take_over(&world, Layer::Global);
    assert_eq!(agreed.candidates.len(), 2);
    let files: Vec<_> = agreed.files().collect();
    let mut unique = files.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(files.len(), unique.len());
    assert!(world.plan().changes.is_empty());
}

#[test]
fn defect_30_an_unknown_module_is_an_error() {
    let world = World::small("codex");
    world.deploy();
    let survey = world.survey().unwrap();
    let made = plan(&survey).unwrap();
    let error =
        propose(&survey, &made, Some("skill:helo"), Layer::Global, Into::Overlay).unwrap_err();
    assert_eq!(error.code, Code::ModuleUnknown);
    assert_eq!(error.details["hint"], "did you mean `skill:hello`?");
}

#[test]
fn an_edit_that_breaks_its_module_is_refused() {
    let world = World::small("codex");
    world.deploy();
    world.project_file(".agents/skills/hello/SKILL.md", "no front matter\n");
    assert_eq!(reasons(&proposal(&world, Layer::Global)), [Reason::NotReproducible]);
}

#[test]
fn an_edit_goes_into_the_overlay_that_is_there_and_not_below_a_higher_one() {
    let world = World::small("codex");
    let spot = Spot::new(&world.env, "skill:hello", Layer::Machine).unwrap();
    edit(&spot, EditOptions { kind: Some(Kind::Dir), fill: Fill::New }).unwrap();
    world.commit();
    world.deploy();
    let text = world.project_text(".agents/skills/hello/SKILL.md");
    world.project_file(".agents/skills/hello/SKILL.md", &format!("{text}Typed.\n"));
    assert_eq!(reasons(&proposal(&world, Layer::Global)), [Reason::Overridden]);
    take_over(&world, Layer::Machine);
    assert_eq!(fs::read_to_string(spot.dir().join("SKILL.md")).unwrap(), format!("{text}Typed.\n"));
    assert!(world.plan().changes.is_empty());
    world.deploy();
    // Typing the module's own words again makes the overlay's file needless.
    world.project_file(".agents/skills/hello/SKILL.md", &text);
    take_over(&world, Layer::Machine);
    assert!(!spot.dir().join("SKILL.md").exists());
    assert!(world.plan().changes.is_empty());
}

#[test]
fn a_branch_needs_a_clean_git_repository_and_a_free_name() {
    let world = World::small("codex");
    world.deploy();
    world.project_file("AGENTS.md", "# Edited\n");
    let survey = world.survey().unwrap();
    let proposal = proposal(&world, Layer::Global);
    let refusal = |branch| proposal.write_branch(&survey, branch).unwrap_err().code;
    assert_eq!(refusal(None), Code::GitRepoRequired);
    world.commit();
    world.repo_file("untracked", "x");
    assert_eq!(refusal(None), Code::GitWorktreeDirty);
    world.commit();
    assert_eq!(refusal(Some("main")), Code::GitBranchExists);
    assert_eq!(refusal(Some("--evil")), Code::Usage);
    assert_eq!(refusal(Some("a..b")), Code::Usage);
    assert_eq!(proposal.write_branch(&survey, Some("mine")).unwrap().0, "mine");
}

#[test]
fn a_config_repo_inside_another_repository_is_proposed_into() {
    let mut world = World::small("codex");
    let inner = world.env.repo.join("pack");
    fs::create_dir(&inner).unwrap();
    for name in ["agentpack.yaml", "modules", "skills"] {
        fs::rename(world.env.repo.join(name), inner.join(name)).unwrap();
    }
    world.commit();
    let outer = std::mem::replace(&mut world.env.repo, inner);
    world.deploy();
    world.project_file("AGENTS.md", "# Edited\n");
    take_over(&world, Layer::Global);
    assert!(outer.join("pack").join(overlay("instructions:base", ".agentpack")).is_dir());
    assert!(world.plan().changes.is_empty());
}

#[test]
fn missing_files_are_restored_and_nothing_else() {
    let world = World::small("codex");
    world.deploy();
    fs::remove_file(world.env.project.join(".agents/skills/hello/SKILL.md")).unwrap();
    world.project_file("AGENTS.md", "# Edited\n");
    assert_eq!(reasons(&proposal(&world, Layer::Global)), [Reason::Missing]);
    assert!(world.plan().restoring(Some("instructions:base")).changes.is_empty());
    world.apply(&world.plan().restoring(None)).unwrap();
    assert!(world.has(".agents/skills/hello/SKILL.md"));
    assert_eq!(world.project_text("AGENTS.md"), "# Edited\n");
    assert_eq!(world.lines(&world.plan()), ["update modified_by_user project/AGENTS.md"]);
}

#[test]
fn restoring_forgets_no_file_and_claims_none() {
    let world = World::small("codex");
    world.project_file("AGENTS.md", "somebody's\n");
    world.apply(&world.plan().restoring(None)).unwrap();
    assert_eq!(world.project_text("AGENTS.md"), "somebody's\n");
    assert_eq!(world.lines(&world.plan()), ["update unmanaged project/AGENTS.md"]);
}

/// Two instructions in one `AGENTS.md`, deployed.
fn two_sections() -> World {
    let world = World::new("targets: {codex: {mode: files, scope: project}}\n");
    world.instructions("base", "# Base\n");
    world.instructions("more", "# More\n");
    world.commit();
    world.deploy();
    world
}

#[test]
fn words_after_the_last_section_go_to_its_module() {
    let world = two_sections();
    let text = world.project_text("AGENTS.md");
    world.project_file("AGENTS.md", &format!("{text}\n\nAlways say please.\n"));
    let taken = take_over(&world, Layer::Global);
    assert_eq!(taken.candidates[0].module_id, "instructions:more");
    let plan = world.plan();
    plan.refuse_user_edits().unwrap();
    world.apply(&plan).unwrap();
    let text = world.project_text("AGENTS.md");
    assert!(text.ends_with("# More\nAlways say please.\n<!-- /agentpack -->"), "{text}");
    assert!(world.plan().is_empty());
}

#[test]
fn edits_in_several_sections_go_back_together_or_one_by_one() {
    let world = two_sections();
    let edited =
        world.project_text("AGENTS.md").replace("# Base", "# Basis").replace("# More", "# Mehr");
    world.project_file("AGENTS.md", &edited);
    let survey = world.survey().unwrap();
    let made = plan(&survey).unwrap();
    let id = Some("instructions:base");
    let one = propose(&survey, &made, id, Layer::Global, Into::Overlay).unwrap();
    let ids: Vec<_> = one.candidates.iter().map(|it| it.module_id.as_str()).collect();
    assert_eq!(ids, ["instructions:base"]);
    let both = take_over(&world, Layer::Global);
    assert_eq!(both.candidates.len(), 2);
    assert!(world.plan().is_empty());
    assert_eq!(world.project_text("AGENTS.md"), edited);
}

#[test]
fn an_edit_can_change_a_local_module_itself() {
    let world = two_sections();
    let edited = world.project_text("AGENTS.md").replace("# Base", "# Basis");
    world.project_file("AGENTS.md", &edited);
    let survey = world.survey().unwrap();
    let made = plan(&survey).unwrap();
    let taken = propose(&survey, &made, None, Layer::Global, Into::Module).unwrap();
    assert_eq!(taken.files().collect::<Vec<_>>(), ["modules/base/AGENTS.md"]);
    let (branch, _) = taken.write_branch(&survey, None).unwrap();
    world.git(&["merge", "--quiet", "--ff-only", &branch]);
    assert_eq!(
        fs::read_to_string(world.env.repo.join("modules/base/AGENTS.md")).unwrap(),
        "# Basis\n"
    );
    assert!(world.plan().is_empty());
}

/// One random edit of a deployed file.
#[derive(Debug, Clone)]
enum Typing {
    Append(String),
    Replace(usize, String),
    Delete(usize),
    Windows,
}

fn typing() -> impl Strategy<Value = Typing> {
    prop_oneof![
        "[a-z ]{1,9}\n?".prop_map(Typing::Append),
        (0..12_usize, "[a-z-]{0,6}").prop_map(|(line, text)| Typing::Replace(line, text)),
        (0..12_usize).prop_map(Typing::Delete),
        Just(Typing::Windows),
    ]
}

impl Typing {
    fn apply(&self, text: &str) -> String {
        let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
        match self {
            Self::Append(more) => return format!("{text}{more}"),
            Self::Windows => return text.replace('\n', "\r\n"),
            Self::Replace(at, new) => {
                let at = at % lines.len().max(1);
                let new = format!("{new}\n");
                return lines
                    .iter()
                    .enumerate()
                    .map(|(n, line)| if n == at { &new } else { *line })
                    .collect();
            }
            Self::Delete(at) => {
                if !lines.is_empty() {
                    lines.remove(at % lines.len());
                }
            }
        }
        lines.concat()
    }
}

fn deployed_files(world: &World) -> Vec<PathBuf> {
    let survey = world.survey().unwrap();
    survey.managed.iter().map(|(path, _)| path.to_path_buf()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn propose_then_deploy_reproduces_the_edit_or_says_why_not(
        body in "([a-z]{1,5}\n){1,6}",
        over in proptest::option::of("([a-z]{1,5}\n){1,4}"),
        edits in proptest::collection::vec((0..64_usize, typing()), 1..4),
        layer in prop_oneof![Just(Layer::Global), Just(Layer::Machine), Just(Layer::Project)],
    ) {
        let world = World::new(ALL);
        world.instructions("base", &body);
        world.instructions("more", &format!("# More\n{body}"));
        world.skill("hello", "Says hello.");
        world.repo_file("prompts/draft.md", &format!("---\ndescription: Drafts.\n---\n{body}"));
        world.module("prompt:draft", "prompts/draft.md");
        if let Some(over) = over {
            world.repo_file(&overlay("instructions:base", "AGENTS.md"), &over);
        }
        world.commit();
        world.deploy();
        let files = deployed_files(&world);
        let read = |path: &PathBuf| (path.clone(), fs::read_to_string(path).unwrap());
        let deployed: std::collections::BTreeMap<PathBuf, String> = files.iter().map(read).collect();
        let mut typed: std::collections::BTreeMap<PathBuf, String> = std::collections::BTreeMap::new();
        for (at, typing) in edits {
            let path = &files[at % files.len()];
            let new = typing.apply(&fs::read_to_string(path).unwrap());
            fs::write(path, &new).unwrap();
            typed.insert(path.clone(), new);
        }
        // Typing what was there is no edit: such a file follows its source.
        typed.retain(|path, text| deployed[path] != *text);
        let mut moved = Vec::new();
        let survey = world.survey().unwrap();
        let made = plan(&survey).unwrap();
        let proposal = propose(&survey, &made, None, layer, Into::Overlay).unwrap();
        // Every file that differs is answered for.
        for change in &made.changes {
            let proposed = proposal.candidates.iter().any(|c| c.path == change.path);
            let refused = proposal.skipped.iter().any(|s| s.path == change.path);
            prop_assert!(proposed != refused, "{}", change.path.display());
        }
        if !proposal.candidates.is_empty() {
            let (branch, _) = proposal.write_branch(&survey, None).unwrap();
            world.git(&["merge", "--quiet", "--ff-only", &branch]);
            let after = world.plan().keeping_edits();
            for candidate in &proposal.candidates {
                let change = after.changes.iter().find(|change| change.path == candidate.path);
                if change.is_some() {
                    // Words after the last section move into it; nothing else may change.
                    let text = typed.remove(&candidate.path).unwrap();
                    prop_assert!(!text.trim_end().ends_with("<!-- /agentpack -->"), "{}", text);
                    moved.push((candidate.path.clone(), text));
                }
            }
            world.apply(&after).unwrap();
        }
        for (path, text) in typed {
            prop_assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        for (path, text) in moved {
            let words = |text: &str| text.replace("<!-- /agentpack -->", "").split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            prop_assert_eq!(words(&fs::read_to_string(&path).unwrap()), words(&text));
        }
    }
}
