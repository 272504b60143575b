//! Teams: clones that know their managed files, configs that come with a project, profiles per project, policies.

use std::fs;
use std::path::Path;

use agentpack_core::{Code, fetch, repo_in_project, resolve_lock, write_lock};

use crate::world::{World, git, write};

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else if !entry.file_name().to_string_lossy().starts_with(".agentpack.manifest") {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// The same project and config on another machine: what git ignores is not there, nor is any state.
fn clone(world: &World) -> World {
    let other = World::new("");
    for (from, to) in [(&world.env.project, &other.env.project), (&world.env.repo, &other.env.repo)]
    {
        fs::remove_dir_all(to).unwrap();
        copy(from, to);
    }
    other
}

fn team() -> World {
    let world = World::new(
        "targets:\n  codex: {mode: files, scope: project}\n  claude_code: {mode: files, scope: project}\n",
    );
    world.instructions("base", "# Base\n");
    world.skill("hello", "Says hello.");
    world.repo_file("mcp/puml.json", r#"{"command": "puml-mcp"}"#);
    world.module("mcp:puml", "mcp/puml.json");
    world.deploy();
    world
}

#[test]
fn a_fresh_clone_knows_its_managed_files() {
    let world = team();
    let other = clone(&world);
    let plan = other.plan();
    assert!(plan.is_empty() && !plan.manifests_differ, "{:?}", other.lines(&plan));
    other.repo_file("modules/base/AGENTS.md", "# Second\n");
    other.repo_file("mcp/puml.json", r#"{"command": "puml-mcp", "args": ["x"]}"#);
    let plan = other.plan();
    plan.refuse_adoptions().unwrap();
    plan.refuse_user_edits().unwrap();
    assert!(
        plan.changes.iter().all(|it| it.state.name() == "pending_update"),
        "{:?}",
        other.lines(&plan)
    );
    other.apply(&plan).unwrap();
    let text = other.config_text().replace("  - {id: 'skill:hello', type: skill, tags: [base], source: {local_path: {path: skills/hello}}}\n", "");
    other.repo_file("agentpack.yaml", &text);
    let plan = other.plan();
    assert_eq!(plan.changes[0].state.name(), "obsolete");
    other.apply(&plan).unwrap();
    assert!(!other.has(".agents/skills/hello") && !other.has(".claude/skills/hello"));
}

#[test]
fn what_a_teammate_deployed_is_not_an_edit() {
    let world = team();
    let other = clone(&world);
    other.repo_file("modules/base/AGENTS.md", "# Theirs\n");
    other.skill("new", "Arrives.");
    other.deploy();
    // The pull: project and config as the teammate left them, over this machine's own manifests.
    copy(&other.env.project, &world.env.project);
    copy(&other.env.repo, &world.env.repo);
    assert!(world.plan().is_empty(), "{:?}", world.lines(&world.plan()));
    world.repo_file("modules/base/AGENTS.md", "# Next\n");
    assert_eq!(world.lines(&world.plan()), ["update pending_update project/AGENTS.md"]);
    world.project_file("AGENTS.md", "typed\n");
    assert_eq!(world.lines(&world.plan()), ["update conflict project/AGENTS.md"]);
}

#[test]
fn the_ownership_file_is_the_same_wherever_it_is_written() {
    let world = team();
    let text = world.project_text(".agentpack.owned.json");
    assert!(!text.contains(&world.root().display().to_string()), "{text}");
    let other = World::new("");
    copy(&world.env.repo, &other.env.repo);
    other.deploy();
    assert_eq!(other.project_text(".agentpack.owned.json"), text);
    other.project_file(".agentpack.owned.json", "<<<<<<< ours\n");
    assert_eq!(other.survey().unwrap_err().code, Code::OwnershipInvalid);
}

#[test]
fn without_git_no_ownership_file_is_written() {
    let world = World::small("codex");
    fs::remove_dir(world.env.project.join(".git")).unwrap();
    world.deploy();
    assert!(!world.has(".agentpack.owned.json"));
}

#[test]
fn a_config_that_comes_with_the_project_stays_in_it() {
    let mut world = World::new(
        "targets:\n  codex: {mode: files, scope: both}\n  claude_code: {mode: files, scope: user}\n",
    );
    world.instructions("base", "# Base\n");
    let inside = world.env.project.join(".agentpack");
    copy(&world.env.repo, &inside);
    assert_eq!(repo_in_project(&world.env.project), Some(inside.clone()));
    world.env.repo = inside;
    world.env.project_only = true;
    let survey = world.survey().unwrap();
    assert!(
        survey.warnings.join("\n").contains("writes nothing to your home"),
        "{:?}",
        survey.warnings
    );
    world.deploy();
    assert!(world.has("AGENTS.md"));
    assert!(!world.env.home.join(".codex").exists() && !world.env.home.join(".claude").exists());
}

#[test]
fn a_profile_can_name_its_projects() {
    let world = World::new("");
    let config = |profiles: &str| {
        world.repo_file(
            "agentpack.yaml",
            &format!("version: 1\nprofiles:\n  default: {{}}\n{profiles}"),
        );
    };
    write(
        &world.env.project.join(".git/config"),
        "[remote \"origin\"]\n\turl = git@example.org:Team/App.git\n",
    );
    config("  app: {projects: ['example.org/team/*']}\n");
    assert_eq!(world.survey().unwrap().profile, "app");
    config("  here: {projects: ['*/project']}\n");
    assert_eq!(world.survey().unwrap().profile, "here");
    config("  other: {projects: ['example.org/else/*', '~/code/*']}\n");
    assert_eq!(world.survey().unwrap().profile, "default");
    config("  a: {projects: ['*']}\n  b: {projects: ['*']}\n");
    assert!(world.survey().unwrap_err().message.contains("a, b"));
}

#[test]
fn a_policy_allows_what_it_lists_and_fails_closed() {
    let world = team();
    let policy = |text: &str| {
        world.repo_file("agentpack.policy.yaml", text);
        world.survey().map(|_| ()).map_err(|error| (error.code, error.message))
    };
    let all = "version: 1\nhosts: [codex, claude_code]\nmodule_types: [instructions, skill, mcp]\nsources: [local]\n";
    assert_eq!(policy(all), Ok(()));
    for (text, word) in [
        ("version: 1\nhosts: [codex]\n", "claude_code is not allowed"),
        ("version: 1\nmodule_types: [instructions, skill]\n", "type mcp"),
        ("version: 1\nsources: ['https://example.org/*']\n", "local modules"),
    ] {
        let (code, message) = policy(text).unwrap_err();
        assert_eq!(code, Code::PolicyViolation, "{text}");
        assert!(message.contains(word), "{message}");
    }
    for text in [
        "",
        "hosts: [codex]\n",
        "version: 1\nhost: [codex]\n",
        "version: 1\ncommits: any\n",
        "version: 1\ndigests: [x]\n",
        "{",
    ] {
        assert_eq!(policy(text).unwrap_err().0, Code::PolicyInvalid, "{text}");
    }
    fs::remove_file(world.env.repo.join("agentpack.policy.yaml")).unwrap();
    let mut env = world.env.clone();
    env.policy = Some(world.root().join("nowhere.yaml"));
    let error = agentpack_core::survey(&env, &agentpack_core::Selection::default()).unwrap_err();
    assert_eq!(error.code, Code::PolicyInvalid);
}

/// A world with a git module whose commits are signed with a key of its own.
fn signed() -> (World, std::path::PathBuf) {
    let world = World::new("targets: {codex: {mode: files, scope: project}}\n");
    let remote = world.root().join("remote");
    let key = world.root().join("key");
    let made = std::process::Command::new("ssh-keygen")
        .args(["-q", "-t", "ed25519", "-N", "", "-C", "t@example.org", "-f"])
        .arg(&key)
        .status()
        .unwrap();
    assert!(made.success());
    write(&remote.join("SKILL.md"), "---\nname: review\ndescription: Reviews.\n---\n\nLook.\n");
    git(&remote, &["init", "--quiet", "--initial-branch=main"]);
    git(&remote, &["add", "--all"]);
    let key_setting = format!("user.signingkey={}", key.display());
    git(
        &remote,
        &["-c", "gpg.format=ssh", "-c", &key_setting, "commit", "--quiet", "-S", "-m", "one"],
    );
    let public = fs::read_to_string(key.with_extension("pub")).unwrap();
    world.repo_file("signers", &format!("t@example.org {public}"));
    world.entry(&format!(
        "{{id: 'skill:review', type: skill, tags: [base], source: {{git: {{url: 'file://{}', ref: main}}}}}}",
        remote.display()
    ));
    (world, remote)
}

#[test]
fn a_policy_can_ask_for_signed_commits() {
    let (world, remote) = signed();
    world.repo_file(
        "agentpack.policy.yaml",
        "version: 1\ncommits: signed\nallowed_signers: signers\n",
    );
    let update = resolve_lock(&world.env).unwrap();
    write_lock(&world.env, &update.lock).unwrap();
    world.survey().unwrap();
    // Without the record of a good signature nothing is planned, and `fetch` makes it again.
    fs::remove_file(world.env.state().join("verified.json")).unwrap();
    let error = world.survey().unwrap_err();
    assert_eq!(error.code, Code::PolicyViolation);
    assert!(error.message.contains("agentpack fetch"), "{error}");
    fetch(&world.env).unwrap();
    world.survey().unwrap();
    write(&remote.join("SKILL.md"), "---\nname: review\ndescription: Unsigned.\n---\n");
    git(&remote, &["commit", "--quiet", "--all", "--message=unsigned"]);
    let error = resolve_lock(&world.env).unwrap_err();
    assert_eq!(error.code, Code::PolicyViolation, "{error}");
    assert!(error.message.contains("no good signature"), "{error}");
}

#[test]
fn a_policy_can_list_digests() {
    let (world, _) = signed();
    let update = resolve_lock(&world.env).unwrap();
    write_lock(&world.env, &update.lock).unwrap();
    let digest = update.lock.modules[0].sha256;
    world.repo_file("agentpack.policy.yaml", &format!("version: 1\ndigests: ['{digest}']\n"));
    world.survey().unwrap();
    let other = agentpack_core::Digest::of("other");
    world.repo_file("agentpack.policy.yaml", &format!("version: 1\ndigests: ['{other}']\n"));
    assert_eq!(world.survey().unwrap_err().code, Code::PolicyViolation);
}
