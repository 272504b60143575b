//! The suite covers what it promises: categories, constructs, tools, prompts, resources and skills.

use std::collections::BTreeSet;

use puml_agent_evals::{
    CATEGORIES, Deliverable, FAMILY_CATEGORIES, Rule, Server, Step, Task, catalogue, discover,
    folder, prompt_files,
};

fn tasks() -> Vec<Task> {
    discover().iter().map(|it| Task::read(it).unwrap()).collect()
}

fn server() -> Server {
    let command = [env!("CARGO_BIN_EXE_puml-agent-evals").to_owned(), "serve".to_owned()];
    Server::start(&command, &folder()).unwrap()
}

/// What the good transcripts do.
fn steps() -> Vec<Step> {
    tasks().into_iter().flat_map(|it| it.transcript).collect()
}

#[test]
fn every_category_has_at_least_five_tasks_and_a_bad_transcript() {
    let tasks = tasks();
    assert!(tasks.len() >= 85, "{} tasks", tasks.len());
    for category in CATEGORIES {
        let of: Vec<&Task> = tasks.iter().filter(|it| it.category() == category).collect();
        assert!(of.len() >= 5, "{category} has {} tasks", of.len());
    }
    for task in &tasks {
        let is_family = FAMILY_CATEGORIES.iter().any(|it| it.0 == task.category());
        let is_known = CATEGORIES.contains(&task.category()) || is_family;
        assert!(is_known, "{} lies in no category", task.id);
    }
}

/// The second skill is judged as the first: at least five tasks for each kind of diagram, one of them hostile.
#[test]
fn every_family_has_at_least_five_tasks_and_a_hostile_one() {
    const SKILL: &str = "puml-diagram-author";
    let tasks = tasks();
    for (category, family) in FAMILY_CATEGORIES {
        let of: Vec<&Task> = tasks.iter().filter(|it| it.category() == category).collect();
        assert!(of.len() >= 5, "{category} has {} tasks", of.len());
        for task in &of {
            assert_eq!(task.wanted.skill, SKILL, "{}", task.id);
            let is_drawn = task.wanted.deliver == Deliverable::Diagram;
            assert!(!is_drawn || task.wanted.family.as_deref() == Some(family), "{}", task.id);
        }
        let hostile = of.iter().any(|it| it.id.contains("/adversarial-"));
        assert!(hostile, "{category} has no hostile task");
        assert!(of.iter().any(|it| !it.refused.is_empty()), "{category} refuses nothing");
    }
    let families: BTreeSet<&str> = FAMILY_CATEGORIES.iter().map(|it| it.1).collect();
    let all: BTreeSet<&str> =
        puml_compiler::family_names().into_iter().filter(|it| *it != "sequence").collect();
    assert_eq!(families, all);
}

/// The skill for sequence diagrams is for nothing else, and makes sure of it.
#[test]
fn the_first_skill_stays_with_sequence_diagrams() {
    let skill = folder().join("../../agent-pack/skills/puml-sequence-author/SKILL.md");
    let text = std::fs::read_to_string(skill).unwrap();
    assert!(text.contains("`puml_check` must answer `family: sequence`"));
    for task in tasks() {
        let is_other = FAMILY_CATEGORIES.iter().any(|it| it.0 == task.category());
        assert_eq!(task.wanted.skill == "puml-diagram-author", is_other, "{}", task.id);
    }
}

#[test]
fn every_construct_of_the_catalogue_is_asked_for() {
    let asked: BTreeSet<String> = tasks().into_iter().flat_map(|it| it.wanted.primitives).collect();
    let all: BTreeSet<String> = catalogue().into_iter().collect();
    let missing: Vec<&String> = all.difference(&asked).collect();
    assert!(missing.is_empty(), "no task asks for {missing:?}");
    let unknown: Vec<&String> = asked.difference(&all).collect();
    assert!(unknown.is_empty(), "the catalogue has no {unknown:?}");
}

#[test]
fn every_rule_refuses_some_transcript() {
    let broken: BTreeSet<String> =
        tasks().into_iter().flat_map(|it| it.refused).map(|it| it.rule).collect();
    let derived = ["deliverable", "unrendered", "unchecked", "invalid", "network", "meaning"];
    for rule in Rule::ALL {
        let name = rule.name();
        assert!(broken.contains(name) || derived.contains(&name), "nothing is refused by `{name}`");
    }
}

#[test]
fn every_delivered_diagram_has_something_to_say() {
    let is_delivered = |it: &Task| {
        let mut steps = it.transcript.iter();
        steps.any(|it| matches!(it, Step::Answer { text } if text.contains("```puml")))
    };
    let tasks = tasks();
    let delivered: Vec<&Task> = tasks.iter().filter(|it| is_delivered(it)).collect();
    assert!(!delivered.is_empty());
    for task in delivered {
        let is_told = !task.says.is_empty() || !task.tells.is_empty();
        assert!(is_told, "{} has no block `says` or `tells`", task.id);
    }
}

#[test]
fn every_puml_tool_is_called() {
    let called: BTreeSet<String> = steps()
        .into_iter()
        .filter_map(|it| match it {
            Step::Call { tool, .. } => Some(tool),
            _ => None,
        })
        .collect();
    assert!(!called.is_empty());
    let tools = server().tools().unwrap();
    assert!(!tools.is_empty());
    for tool in tools {
        let name = tool["name"].as_str().unwrap();
        // The names of the first release do what others do.
        let old = ["puml_render_file", "puml_dump_ast", "puml_dump_model", "puml_dump_scene"];
        let is_puml = name.starts_with("puml_") && !old.contains(&name);
        assert!(!is_puml || called.contains(name), "no transcript calls {name}");
    }
}

#[test]
fn every_prompt_and_resource_is_read() {
    let mut server = server();
    let steps = steps();
    let prompts = server.prompts().unwrap();
    let resources = server.resources().unwrap();
    assert!(!prompts.is_empty() && !resources.is_empty());
    for prompt in prompts {
        let wanted = prompt["name"].as_str().unwrap();
        let asked =
            steps.iter().any(|it| matches!(it, Step::Prompt { name, .. } if name == wanted));
        assert!(asked, "no transcript asks for {wanted}");
    }
    for address in resources {
        let read = steps.iter().any(|it| matches!(it, Step::Read { uri } if *uri == address));
        // The whole language of sequence diagrams is `puml://syntax/spec` as well.
        let is_asked = address.starts_with("puml://") && address != "puml://syntax/sequence";
        assert!(read || !is_asked, "no transcript reads {address}");
    }
}

#[test]
fn every_skill_is_needed_by_some_task() {
    let used: BTreeSet<String> = tasks().into_iter().map(|it| it.wanted.skill).collect();
    let skills = std::fs::read_dir(folder().join("../../agent-pack/skills")).unwrap();
    let there: BTreeSet<String> =
        skills.flatten().map(|it| it.file_name().to_string_lossy().into_owned()).collect();
    assert_eq!(used, there);
}

#[test]
fn the_prompts_of_the_pack_are_those_of_the_server() {
    let pack = folder().join("../../agent-pack/prompts");
    let files = prompt_files(&mut server()).unwrap();
    assert_eq!(files.len(), 4);
    for (name, text) in files {
        let kept = std::fs::read_to_string(pack.join(&name)).unwrap();
        assert_eq!(kept, text, "{name} is stale: cargo run -p puml-agent-evals -- bless");
    }
}
