//! A config repo that means harm, or is merely broken: refused with a stable code, and nothing runs or leaks.

use std::fs;

use agentpack_core::Code;

use crate::world::World;

fn refusal(world: &World) -> agentpack_core::Error {
    world.survey().expect_err("the repo must be refused")
}

#[test]
fn a_git_address_that_is_an_option_never_reaches_git() {
    let world = World::new("targets: {codex: {mode: files, scope: project}}\n");
    let marker = world.root().join("ran");
    for url in [
        format!("--upload-pack=touch {}", marker.display()),
        format!("ext::sh -c touch% {}", marker.display()),
    ] {
        world.config("targets: {codex: {mode: files, scope: project}}\n");
        world.entry(&format!("{{id: 'skill:x', type: skill, tags: [base], source: {{git: {{url: '{url}', ref: main}}}}}}"));
        assert_eq!(refusal(&world).code, Code::ConfigInvalid);
    }
    assert!(!marker.exists());
}

#[test]
fn planning_never_uses_the_network() {
    let world = World::new("targets: {codex: {mode: files, scope: project}}\n");
    world.entry("{id: 'skill:x', type: skill, tags: [base], source: {git: {url: 'https://192.0.2.1/x.git', ref: main}}}");
    assert_eq!(refusal(&world).code, Code::LockfileMissing);
    let sha = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    let commit = "0123456789012345678901234567890123456789";
    world.repo_file("agentpack.lock.json", &format!(r#"{{"version":1,"generated_at":"","modules":[{{"id":"skill:x","type":"skill","resolved_source":{{"git":{{"url":"https://192.0.2.1/x.git","commit":"{commit}","subdir":""}}}},"resolved_version":"{commit}","sha256":"{sha}","file_manifest":[]}}]}}"#));
    assert_eq!(refusal(&world).code, Code::ModuleNotFetched);
    // A checkout that is not what was locked is refused before anything of it is rendered.
    let checkout = world.env.checkout("https://192.0.2.1/x.git", commit);
    crate::world::write(&checkout.join("SKILL.md"), "---\nname: x\ndescription: swapped\n---\n");
    assert_eq!(refusal(&world).code, Code::LockfileMismatch);
}

#[test]
fn a_corrupt_lock_is_an_error() {
    let world = World::small("codex");
    world.repo_file("agentpack.lock.json", "{ not json");
    assert_eq!(refusal(&world).code, Code::LockfileInvalid);
}

#[test]
fn a_module_id_cannot_write_outside_its_root() {
    let world = World::new("targets: {codex: {mode: files, scope: project}}\n");
    world.skill("ok", "Fine.");
    for name in ["../../../x", "a/b", "CON", "x.", "a\\\\b", "c:d"] {
        let text = world
            .config_text()
            .lines()
            .filter(|line| !line.contains("evil"))
            .collect::<Vec<_>>()
            .join("\n")
            + "\n";
        world.repo_file("agentpack.yaml", &text);
        world.entry(&format!("{{id: \"skill:{name}\", type: skill, tags: [base, evil], source: {{local_path: {{path: skills/ok}}}}}}"));
        assert_eq!(refusal(&world).code, Code::ConfigInvalid, "{name}");
    }
}

#[test]
fn a_local_path_cannot_leave_the_repo() {
    for path in ["../secrets", "/etc", "a/../../x"] {
        let world = World::new("targets: {codex: {mode: files, scope: project}}\n");
        world.module("skill:x", path);
        assert_eq!(refusal(&world).code, Code::ConfigInvalid, "{path}");
    }
}

#[cfg(unix)]
#[test]
fn links_that_leave_a_module_or_lead_nowhere_are_refused() {
    use std::os::unix::fs::symlink;
    let cases: [(&str, &str); 3] = [
        ("/etc/hostname", "leaves the module"),
        ("nowhere", "link to nothing"),
        ("scripts", "link to a folder"),
    ];
    for (target, why) in cases {
        let world = World::small("codex");
        symlink(target, world.env.repo.join("skills/hello/link")).unwrap();
        let error = refusal(&world);
        assert_eq!(error.code, Code::ConfigInvalid);
        assert!(error.message.contains(why), "{error}");
    }
    let world = World::small("codex");
    symlink("SKILL.md", world.env.repo.join("skills/hello/COPY.md")).unwrap();
    world.deploy();
    assert!(!world.env.project.join(".agents/skills/hello/COPY.md").is_symlink());
}

#[cfg(unix)]
#[test]
fn a_module_root_that_is_a_link_out_of_the_repo_is_refused() {
    let world = World::small("codex");
    fs::create_dir(world.root().join("secrets")).unwrap();
    std::os::unix::fs::symlink(world.root().join("secrets"), world.env.repo.join("skills/out"))
        .unwrap();
    world.module("skill:out", "skills/out");
    assert!(refusal(&world).message.contains("leads out of the repo"));
}

#[cfg(unix)]
#[test]
fn a_project_folder_that_is_a_link_out_of_the_project_is_not_written_through() {
    let world = World::small("codex");
    fs::create_dir_all(world.root().join("elsewhere")).unwrap();
    std::os::unix::fs::symlink(world.root().join("elsewhere"), world.env.project.join(".agents"))
        .unwrap();
    let error = world.apply(&world.plan()).unwrap_err();
    assert_eq!(error.code, Code::DestinationBlocked);
    assert_eq!(fs::read_dir(world.root().join("elsewhere")).unwrap().count(), 0);
}

#[test]
fn a_huge_file_is_refused_by_its_size() {
    let world = World::small("codex");
    let file = fs::File::create(world.env.repo.join("skills/hello/huge.bin")).unwrap();
    file.set_len(65 << 20).unwrap();
    assert_eq!(refusal(&world).code, Code::LimitExceeded);
}

#[test]
fn names_that_collide_without_case_are_refused() {
    let world = World::new("targets: {codex: {mode: files, scope: project}}\n");
    world.skill("Tool", "One.");
    world.skill("tool", "Two.");
    let error = refusal(&world);
    assert_eq!(error.code, Code::DesiredStateConflict);
    assert_eq!(error.details["reason_code"], "case_collision");
}

#[test]
fn files_with_reserved_names_are_refused() {
    let world = World::small("codex");
    world.repo_file("skills/hello/NUL.txt", "x");
    assert!(refusal(&world).message.contains("reserved device name"));
}

#[cfg(unix)]
#[test]
fn a_pipe_in_a_module_does_not_hang_the_plan() {
    let world = World::small("codex");
    let path = world.env.repo.join("skills/hello/pipe");
    let (mode, device) = (rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR, 0);
    rustix::fs::mknodat(rustix::fs::CWD, &path, rustix::fs::FileType::Fifo, mode, device).unwrap();
    // Whoever opens the pipe waits for a writer for ever.
    let (done, waiting) = std::sync::mpsc::channel();
    std::thread::spawn(move || done.send(refusal(&world).message));
    let message = waiting.recv_timeout(std::time::Duration::from_mins(1)).expect("the plan hangs");
    assert!(message.contains("neither a file nor a folder"), "{message}");
}

#[test]
fn a_manifest_that_points_outside_deletes_nothing() {
    let world = World::small("codex");
    world.deploy();
    let victim = world.root().join("victim.txt");
    fs::write(&victim, "precious").unwrap();
    let path = world.env.project.join(".agentpack.manifest.codex.json");
    let sha = agentpack_core::Digest::of("precious");
    let text = fs::read_to_string(&path).unwrap().replace("\"managed_files\": [", &format!("\"managed_files\": [{{\"path\": \"../victim.txt\", \"sha256\": \"{sha}\", \"module_ids\": []}},"));
    fs::write(&path, text).unwrap();
    let survey = world.survey().unwrap();
    assert!(survey.warnings.iter().any(|warning| warning.contains("skipped")));
    world.deploy();
    assert!(victim.exists());
}

#[test]
fn errors_name_the_source_and_never_a_temporary_path() {
    let world = World::small("codex");
    world.repo_file("skills/hello/SKILL.md", "no front matter\n");
    let error = refusal(&world);
    assert_eq!(error.code, Code::ConfigInvalid);
    assert_eq!(error.details["path"], world.env.repo.join("skills/hello").display().to_string());
    assert_eq!(error.details["missing"], "name");
}

#[test]
fn text_that_is_not_utf8_has_a_stable_code() {
    let world = World::small("codex");
    fs::write(world.env.repo.join("modules/base/AGENTS.md"), [0xff, 0xfe, 0x00]).unwrap();
    assert_eq!(refusal(&world).code, Code::ConfigInvalid);
}

#[test]
fn a_literal_secret_in_a_server_is_refused() {
    let world = World::new("targets: {codex: {mode: files, scope: project}}\n");
    world.module("mcp:x", "mcp/x.json");
    for (text, fine) in [
        (r#"{"command": "x", "env": {"API_TOKEN": "abc"}}"#, false),
        (r#"{"url": "https://x", "headers": {"Authorization": "Bearer abc"}}"#, false),
        (r#"{"command": "x", "env": {"API_TOKEN": "${API_TOKEN}"}}"#, true),
    ] {
        world.repo_file("mcp/x.json", text);
        assert_eq!(world.survey().is_ok(), fine, "{text}");
    }
}

#[test]
fn no_module_makes_a_folder_that_git_would_obey() {
    for name in [".git", ".Git", "git~1"] {
        let world = World::new("targets: {codex: {mode: files, scope: project}}\n");
        world.skill(name, "Configures a program for git to run.");
        assert_eq!(refusal(&world).code, Code::ConfigInvalid, "{name}");
    }
    let world = World::small("codex");
    world.repo_file("skills/hello/sub/.GIT/config", "[core]\n\tfsmonitor = touch ran\n");
    assert!(refusal(&world).message.contains("belongs to git"));
}

#[test]
fn a_glob_cannot_add_keys_to_the_head_of_a_rule() {
    let world = World::new("targets: {cursor: {mode: files, scope: project}}\n");
    world.repo_file("modules/x/AGENTS.md", "# X\n");
    world.entry(r#"{id: 'instructions:x', type: instructions, tags: [base], metadata: {globs: ["a\nalwaysApply: true"]}, source: {local_path: {path: modules/x}}}"#);
    assert_eq!(refusal(&world).details["field"], "metadata.globs");
}
