//! Fits the weights in `roles/` to the prompts in `tests/prompts`: what words next to a day or an amount say
//! about its part. Multinomial logistic regression, always in the same order, so that the tables come out
//! the same.
#![expect(clippy::print_stdout, reason = "an example talks to a terminal")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::process::ExitCode;

use planner::Date;

use super::corpus;

/// Rounds over all readings.
const ROUNDS: usize = 60;
/// The length of a step.
const STEP: f32 = 0.3;

/// What keeps weights small.
struct Taming {
    /// How often a cue has to be met to say anything.
    met: usize,
    /// What every weight loses in a round: cues that help little end at nothing.
    loss: f32,
    /// How strongly a weight is pulled back in proportion: many cues that say the same share it.
    pull: f32,
    /// How many cues are kept: those that say the most the most often.
    most: usize,
}

/// Facts have few cues that say much.
const FACTS: Taming = Taming { met: 2, loss: 0.03, pull: 0.0, most: usize::MAX };
/// Whole prompts have many that say little.
const PROJECTS: Taming = Taming { met: 4, loss: 0.03, pull: 1.0, most: 2400 };

/// Kinds of facts and the tables of their roles.
const KINDS: [(&str, &str); 6] = [
    ("place", "places"),
    ("date", "dates"),
    ("money", "monies"),
    ("count", "counts"),
    ("duration", "durations"),
    ("project", "kinds"),
];

/// A reading with the role that is expected of it.
struct Sample {
    file: &'static str,
    /// What there is, and how much of it.
    cues: BTreeMap<String, f32>,
    role: &'static str,
    text: String,
}

type Weights = BTreeMap<String, BTreeMap<&'static str, f32>>;

/// Prompts and goals with the kinds of projects that they are about.
fn projects(today: Date) -> Vec<Sample> {
    let names = planner::kinds();
    let goals = include_str!("../../tests/prompts/goals.txt").lines();
    let goals = goals.filter(|line| !line.starts_with('#')).map(|line| {
        let (text, kind) = line.rsplit_once(" | ").expect("a goal and its kind");
        ("goals", text.to_owned(), kind.to_owned())
    });
    let prompts = corpus::all().map(|(file, prompt)| (file, prompt.text, prompt.kind));
    goals
        .chain(prompts)
        .map(|(file, text, kind)| {
            let facts = planner::read_facts(&text, today);
            let cues = planner::kind_cues(&text, &facts);
            let role = names.iter().find(|it| **it == kind).copied().unwrap_or("undecided");
            Sample { file, cues, role, text }
        })
        .collect()
}

fn samples(today: Date, kind: &str) -> Vec<Sample> {
    if kind == "project" {
        return projects(today);
    }
    let phrases = include_str!("../../tests/prompts/phrases.txt").lines();
    let phrases = phrases.filter(|line| !line.starts_with('#')).flat_map(|line| {
        let (text, roles) = line.rsplit_once(" | ").expect("a phrase and its roles");
        let readings: Vec<_> = planner::readings(text, today);
        let readings = readings.into_iter().filter(|it| it.kind == kind);
        let mut readings: Vec<_> = readings.collect();
        let is_of_kind = |role: &&str| {
            readings.first().is_some_and(|it| it.lines.iter().any(|(name, _)| name == role))
        };
        let roles: Vec<String> = roles.split(' ').filter(is_of_kind).map(str::to_owned).collect();
        readings.sort_by_key(|it| it.offset);
        if readings.len() != roles.len() {
            if !roles.is_empty() {
                println!("{} of {kind}: {line}", readings.len());
            }
            return Vec::new();
        }
        let pair = |(reading, role)| ("phrases", text.to_owned(), reading, vec![role]);
        readings.into_iter().zip(roles).map(pair).collect()
    });
    let prompts = corpus::all().flat_map(|(file, prompt)| {
        let (facts, text) = (prompt.facts, prompt.text);
        let all = planner::readings(&text, today);
        all.into_iter()
            .map(move |reading| {
                // Of parts that are equally right the first is learned.
                let expected = facts.iter().map(|it| corpus::allowed(it).swap_remove(0)).collect();
                (file, text.clone(), reading, expected)
            })
            .collect::<Vec<_>>()
    });
    phrases
        .chain(prompts)
        .filter(|(_, _, reading, _)| reading.kind == kind)
        .filter_map(|(file, text, reading, expected)| {
            let is_it = |(role, line): &&(&str, String)| {
                expected.contains(line) || expected.iter().any(|it| it == role)
            };
            // A number that no expectation lists is a quantity.
            let found = reading.lines.iter().find(is_it).map(|it| it.0);
            let role = found.or((kind == "count").then_some("quantity"))?;
            let cues = reading.cues.into_iter().map(|cue| (cue, 1.0)).collect();
            Some(Sample { file, cues, role, text })
        })
        .collect()
}

fn fit(kind: &str, samples: &[&Sample]) -> Weights {
    let taming = if kind == "project" { &PROJECTS } else { &FACTS };
    let roles: BTreeSet<&'static str> = samples.iter().map(|it| it.role).collect();
    let roles: Vec<&'static str> = roles.into_iter().collect();
    // Every number is learned twice, once without its noun: lists know no others.
    let mut nameless: Vec<Sample> =
        samples.iter().filter(|it| is_named(it)).map(|it| without_noun(it)).collect();
    nameless.extend(samples.iter().filter(|_| kind == "project").flat_map(|it| parts(it)));
    let samples: Vec<&Sample> = samples.iter().copied().chain(&nameless).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for cue in samples.iter().flat_map(|it| it.cues.keys()) {
        *counts.entry(cue).or_default() += 1;
    }
    let (names, met): (Vec<&str>, Vec<usize>) =
        counts.into_iter().filter(|it| it.1 >= taming.met).unzip();
    let places: BTreeMap<&str, usize> =
        names.iter().enumerate().map(|(at, it)| (*it, at)).collect();
    let rows: Vec<(Vec<(usize, f32)>, usize)> = samples
        .iter()
        .map(|it| {
            let place = |(cue, much): (&String, &f32)| Some((*places.get(cue.as_str())?, *much));
            let cues = it.cues.iter().filter_map(place).collect();
            (cues, roles.iter().position(|role| *role == it.role).expect("a role of a sample"))
        })
        .collect();
    let width = roles.len();
    let mut weights = vec![0.0_f32; names.len() * width];
    let mut steps = vec![1.0_f32; names.len() * width];
    for _ in 0..ROUNDS {
        for (cues, wanted) in &rows {
            let mut shares: Vec<f32> = (0..width)
                .map(|role| cues.iter().map(|(cue, much)| much * weights[cue * width + role]).sum())
                .collect();
            let most = shares.iter().copied().fold(f32::MIN, f32::max);
            for share in &mut shares {
                *share = (*share - most).exp();
            }
            let sum: f32 = shares.iter().sum();
            for (role, share) in shares.iter().enumerate() {
                let slope = share / sum - f32::from(u8::from(role == *wanted));
                for (cue, much) in cues {
                    let at = cue * width + role;
                    let slope = much * slope + taming.pull / met[*cue] as f32 * weights[at];
                    steps[at] += slope * slope;
                    weights[at] -= STEP * slope / steps[at].sqrt();
                }
            }
        }
        for weight in &mut weights {
            *weight = weight.signum() * (weight.abs() - taming.loss).max(0.0);
        }
    }
    let says = |cue: &usize| {
        let all = &weights[cue * width..][..width];
        met[*cue] as f32 * all.iter().map(|weight| weight * weight).sum::<f32>()
    };
    let mut kept: Vec<usize> = (0..names.len()).collect();
    kept.sort_by(|one, other| says(other).total_cmp(&says(one)));
    kept.truncate(taming.most);
    let mut table = Weights::new();
    for cue in kept {
        let all = roles.iter().zip(&weights[cue * width..]);
        let all = all.filter(|it| it.1.abs() >= 0.15).map(|(role, weight)| (*role, *weight));
        let all: BTreeMap<&'static str, f32> = all.collect();
        if !all.is_empty() {
            table.insert(names[cue].to_owned(), all);
        }
    }
    table
}

/// Shares of the best role that a measure is printed for.
const LEAST: [f32; 8] = [0.0, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95];

const SORTS: [&str; 4] = ["team:", "audience:", "person:", "thing:"];

fn is_named(sample: &Sample) -> bool {
    sample.cues.keys().any(|cue| SORTS[..2].iter().any(|it| cue.starts_with(it)))
}

/// The same reading as if no list knew the noun: it is one of people.
fn without_noun(sample: &Sample) -> Sample {
    let cue = |cue: &String| match SORTS.iter().find_map(|it| cue.strip_prefix(it)) {
        Some(rest) => format!("person:{rest}"),
        None => cue.clone(),
    };
    let cues = sample.cues.keys().filter(|it| !it.starts_with("ends:")).map(cue);
    let cues = cues.map(|cue| (cue, 1.0)).collect();
    Sample { file: sample.file, cues, role: sample.role, text: String::new() }
}

/// The same project with every other word, with the rest, and with none: the next prompt has other words.
fn parts(sample: &Sample) -> [Sample; 3] {
    [Some(0), Some(1), None].map(|part| {
        let cues = sample.cues.iter().enumerate();
        let cues = cues.filter(|(at, (cue, _))| match part {
            Some(half) => !cue.starts_with('=') || at % 2 == half,
            None => !cue.contains('='),
        });
        let cues = cues.map(|(_, (cue, much))| (cue.clone(), *much)).collect();
        Sample { file: sample.file, cues, role: sample.role, text: String::new() }
    })
}

/// The best role and its share of all.
fn best(weights: &Weights, cues: &BTreeMap<String, f32>) -> Option<(&'static str, f32)> {
    let roles: BTreeSet<&'static str> =
        weights.values().flat_map(|it| it.keys().copied()).collect();
    let mut scores: BTreeMap<&'static str, f32> = roles.into_iter().map(|it| (it, 0.0)).collect();
    for (cue, much) in cues {
        for (role, weight) in weights.get(cue).into_iter().flatten() {
            *scores.entry(role).or_default() += much * weight;
        }
    }
    let (role, most) = scores.iter().max_by(|a, b| a.1.total_cmp(b.1)).map(|it| (*it.0, *it.1))?;
    Some((role, 1.0 / scores.values().map(|score| (score - most).exp()).sum::<f32>()))
}

/// Fits the tables and writes them.
#[expect(
    clippy::disallowed_methods,
    reason = "the tables are sources of this package, written on request"
)]
pub(crate) fn write(today: Date) -> ExitCode {
    for (kind, name) in KINDS {
        let all = samples(today, kind);
        let weights = fit(kind, &all.iter().collect::<Vec<_>>());
        let mut text = format!(
            "# What each cue says for and against the parts of a {kind}. Written by `prompts learn`.\n"
        );
        for (cue, roles) in &weights {
            text.push_str(cue);
            for (role, weight) in roles {
                write!(text, " {role} {weight:.1}").expect("a string takes any text");
            }
            text.push('\n');
        }
        let right = all
            .iter()
            .filter(|it| best(&weights, &it.cues).is_some_and(|best| best.0 == it.role))
            .count();
        let path = format!("{}/roles/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        println!(
            "{path}: {} cues; {right} of {} readings have their part",
            weights.len(),
            all.len()
        );
        if let Err(error) = std::fs::write(&path, text) {
            println!("{error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Fits the weights to all files but those whose name contains `part`, and tells how these are read.
pub(crate) fn measure(today: Date, part: &str) -> ExitCode {
    for kind in KINDS.map(|it| it.0) {
        let all = samples(today, kind);
        let (tested, others): (Vec<&Sample>, Vec<&Sample>) =
            all.iter().partition(|it| it.file.contains(part));
        let weights = fit(kind, &others);
        // How many are right and wrong from each share on.
        let mut steps = [(0, 0); LEAST.len()];
        for sample in &tested {
            let found = best(&weights, &sample.cues);
            let (role, share) = found.unwrap_or(("nothing", 0.0));
            for (step, (right, wrong)) in steps.iter_mut().enumerate() {
                if share >= LEAST[step] {
                    *(if role == sample.role { &mut *right } else { &mut *wrong }) += 1;
                }
            }
            if role != sample.role {
                println!("{}\n  {kind} {}, read as {role} ({share:.2})", sample.text, sample.role);
            }
        }
        print!("{kind}: {} readings; right and wrong from a share of", tested.len());
        for (least, (right, wrong)) in LEAST.iter().zip(steps) {
            print!(" {least}: {right} {wrong};");
        }
        println!();
    }
    ExitCode::SUCCESS
}
