//! Whole plans of prompts as people write them: what is said is kept, dated and checked.

use serde_json::{Value, json};

use super::super::TASKS;
use super::{PROMPTS, artifacts, produce, text, work};
use crate::calendar::Date;
use crate::draw::NoEngine;
use crate::task::Inputs;

const APP: &str = "Build a booking app for independent physiotherapists in Austria. We are three developers and one \
     designer, have 90,000 EUR until the end of October 2027 and want a pilot with ten practices by 1 June 2027. It \
     must work offline, keep patient data in the EU and cost a practice at most 40 EUR a month.";
const MOVE: &str = "My partner and I move from Manchester to Lisbon with two children and a dog by 1 September 2027. We \
     have 25,000 GBP. I keep my remote job, my partner looks for work there. The children need school places, and we \
     must rent a flat with three bedrooms before August.";
const CAFE: &str = "Open a small café with 30 seats in Graz by 15 May 2027 with 60,000 EUR. Two owners work full time, \
     we want organic milk and local roasters, and the landlord wants an answer in two weeks.";
const FILM: &str = "Our club makes a documentary film about a flax mill. Shooting has to happen during the harvest in \
     July 2027, the rough cut is due by 30 September 2027 and the premiere is on 13 November 2027 with 180 guests. The \
     fund grants 18,000 EUR, the owner adds 4,000 EUR. We are six volunteers plus one hired camera operator for 350 EUR \
     a day; the mix may cost at most 900 EUR.";

/// The dated demand with that quote.
fn due(all: &Inputs, quote: &str) -> Value {
    let schedule = all.json("schedule.json").unwrap();
    let mut list = schedule["due"].as_array().unwrap().iter();
    list.find(|due| due["quote"] == quote).unwrap_or_else(|| panic!("{schedule:#}")).clone()
}

fn check(all: &Inputs, name: &str) -> Value {
    let checks = all.json("checks.json").unwrap();
    checks["checks"].as_array().unwrap().iter().find(|it| it["check"] == name).unwrap().clone()
}

fn role(all: &Inputs, title: &str) -> Value {
    let team = all.json("team.json").unwrap();
    let mut roles = team["roles"].as_array().unwrap().iter();
    roles.find(|role| role["title"] == title).unwrap_or_else(|| panic!("{team:#}")).clone()
}

#[test]
fn work_starts_early_and_each_date_has_its_task() {
    let all = artifacts(APP);
    let pilot = due(&all, "1 June 2027");
    assert_eq!(pilot["anchor"], "start");
    assert!(text(&pilot["title"]).contains("pilot with 10 practices"), "{pilot}");
    assert_eq!(all.json("schedule.json").unwrap()["start"], "2026-11-17");
    assert_eq!(check(&all, "deadline")["verdict"], "pass");
}

#[test]
fn every_missed_date_is_reported_with_both_dates_and_the_days_between() {
    let all = artifacts(&APP.replace("1 June 2027", "1 December 2026"));
    let found = check(&all, "deadline");
    assert_eq!(found["verdict"], "fail");
    let begins = text(&due(&all, "1 December 2026")["computed"]).to_owned();
    let late = -due(&all, "1 December 2026")["slack_days"].as_i64().unwrap();
    let about = text(&found["about"][0]);
    for words in ["is 2026-12-01", &begins, &format!("{late} working days too late")] {
        assert!(about.contains(words), "{about}: {words}");
    }
    assert_eq!(all.json("schedule.json").unwrap()["start"], "2026-11-17", "not before today");
    assert!(all.text("executive_summary.md").unwrap().contains("\"1 December 2026\" for"));
}

#[test]
fn a_team_that_counts_itself_is_the_team() {
    let all = artifacts(APP);
    assert_eq!(role(&all, "Developer")["heads"], 3);
    assert_eq!(role(&all, "Designer")["heads"], 1);
    assert_eq!(role(&all, "Product owner")["contract"], "own time, one of the 4");
}

#[test]
fn the_price_that_customers_pay_at_most_decides_break_even() {
    let all = artifacts(APP);
    let unit = &all.json("estimates.json").unwrap()["unit"];
    assert_eq!(
        (&unit["name"], &unit["contribution_cents"]),
        (&json!("paying practice"), &json!(3400))
    );
    assert_eq!(all.json("budget.json").unwrap()["stated"]["amount"], 90_000);
    assert!(all.text("plan.md").unwrap().contains("40 EUR a practice a month, the most that"));
}

#[test]
fn each_demand_of_a_sentence_has_its_work_and_its_item_in_the_audit() {
    let all = artifacts(APP);
    let audit = all.json("audit.json").unwrap();
    let concerns: Vec<&str> =
        audit["items"].as_array().unwrap().iter().map(|item| text(&item["concern"])).collect();
    for demand in ["It must work offline", "keep patient data in the EU", "cost a practice at most"]
    {
        let item = concerns.iter().find(|it| it.contains(&format!("\"{demand}")));
        assert!(item.is_some_and(|it| it.contains(" it, tested at M")), "{demand}: {concerns:?}");
    }
    assert!(work(&all, "offline").1["id"].is_string());
}

#[test]
fn a_flat_before_august_is_rented_by_the_end_of_july_and_a_kept_job_is_not_sought() {
    let all = artifacts(MOVE);
    let flat = due(&all, "August");
    assert_eq!(flat["date"], "2027-07-31");
    assert!(text(&flat["title"]).contains("rent the home"), "{flat}");
    let (titles, _) = work(&all, "");
    let has = |words: &str| titles.iter().any(|title| title.contains(words));
    assert!(!has("Secure an income") && !has("job") && !has("furnished"), "{titles:?}");
    assert!(has("Look for work for the second adult") && has("school"), "{titles:?}");
    let (notice, travel) = (work(&all, "Give notice").1, work(&all, "Hand over the home").1);
    assert!(travel["start_day"].as_u64() >= notice["end_day"].as_u64().map(|day| day + 20));
}

#[test]
fn the_landlord_has_an_answer_in_two_weeks_from_the_day_of_the_session() {
    let all = artifacts(CAFE);
    let answer = due(&all, "in two weeks");
    assert_eq!(answer["date"], "2026-11-30");
    assert!(text(&answer["title"]).starts_with("Answer the landlord"), "{answer}");
    assert!(answer["slack_days"].as_i64().unwrap() >= 0);
    assert_eq!(role(&all, "Owner")["heads"], 2);
    let plan = all.text("plan.md").unwrap();
    let named = "Provide for F6: we want organic milk and local roasters";
    assert!(plan.contains(named), "{plan}");
}

#[test]
fn a_shooting_waits_for_its_month_and_a_rate_belongs_to_one_person() {
    let all = artifacts(FILM);
    let shoot = work(&all, "Shoot the film").1;
    assert!(
        text(&shoot["start"]) >= "2027-07-01" && text(&shoot["end"]) <= "2027-07-31",
        "{shoot}"
    );
    assert!(text(&due(&all, "30 September 2027")["title"]).contains("rough cut"));
    assert_eq!(due(&all, "13 November 2027")["is_fixed"], true);
    assert_eq!(
        (&role(&all, "Camera and sound")["day_rate"], &role(&all, "Crew and helpers")["day_rate"]),
        (&json!(350), &json!(0))
    );
    let budget = all.json("budget.json").unwrap();
    assert_eq!(budget["stated"]["amount"], 22_000);
    let lines = budget["lines"].as_array().unwrap();
    let mix = lines.iter().find(|line| text(&line["item"]).contains("Mix")).unwrap();
    assert_eq!(mix["max"], 900, "no more than the prompt allows");
}

#[test]
fn work_without_a_template_answers_each_demand_by_a_task() {
    let all = artifacts(
        "Train for and swim across Lake Constance with my brother on 14 August 2027. We have 3,000 EUR and must not swim without a \
         support boat.",
    );
    assert_eq!(all.json("purpose.json").unwrap()["archetype"], "generic");
    assert!(work(&all, "support boat").1["id"].is_string());
    assert_eq!(work(&all, "Reach the goal").1["end"], "2027-08-14");
    let budget = all.json("budget.json").unwrap();
    assert_eq!((&budget["stated"]["amount"], &budget["gap"]), (&json!(3_000), &Value::Null));
    assert!(all.text("plan.md").unwrap().contains("No price of this project is known yet."));
    assert_eq!(check(&all, "kind")["verdict"], "warn");
}

#[test]
fn no_work_begins_before_the_session_or_on_a_weekend() {
    for prompt in PROMPTS.into_iter().chain([APP, MOVE, CAFE, FILM]) {
        let schedule = artifacts(prompt).json("schedule.json").unwrap();
        let is_held = |id: &Value| {
            schedule["due"]
                .as_array()
                .unwrap()
                .iter()
                .any(|due| due["task"] == *id && due["is_fixed"] == true)
        };
        for row in schedule["tasks"].as_array().unwrap() {
            let days = [&row["start"], &row["end"]].into_iter().filter_map(Value::as_str);
            for day in days.map(|day| day.parse::<Date>().unwrap()) {
                assert!(day >= "2026-11-16".parse().unwrap(), "{prompt}: {row}");
                assert!(day.weekday() < 5 || is_held(&row["id"]), "{prompt}: {row}");
            }
        }
    }
}

#[test]
fn a_prompt_of_forty_kilobytes_gives_a_plan_of_the_usual_length() {
    let short = "Open a café with 30 seats in Graz by 1 June 2027 with 80,000 EUR.";
    let mut long = format!("{short}\n\n");
    let said = [
        "The landlord must deliver the key on 3 May 2027, and we talked about it on Monday.",
        "Our neighbour needs 40 m² of storage for 300 EUR a month.",
        "The insurance asks for a fire extinguisher within three weeks.",
        "Everybody was there in the evening, and it was late when we went home.",
    ];
    while long.len() < 40_000 {
        long.push_str(said[long.len() % said.len()]);
        long.push(' ');
    }
    let (usual, long) = (artifacts(short), artifacts(&long));
    let length = |all: &Inputs, path: &str| all.text(path).unwrap().len();
    let (usual, plan) = (length(&usual, "plan.md"), length(&long, "plan.md"));
    assert!(plan < 2 * usual, "{plan} bytes instead of {usual}");
    assert!(length(&long, "executive_summary.md") < 4000);
}

/// Runs some tasks again, in the order of the graph.
fn again(all: &mut Inputs, names: &[&str]) {
    for task in TASKS.iter().filter(|task| names.contains(&task.name)) {
        for produced in produce(task, all, &NoEngine).unwrap() {
            all.insert(produced.path, produced.bytes);
        }
    }
}

#[test]
fn everything_after_an_edit_of_the_plan_speaks_of_the_edited_numbers() {
    const READERS: [&str; 6] = [
        "ParsePlan",
        "WriteExecutiveSummary",
        "CheckConsistency",
        "Premortem",
        "WriteValidationReport",
        "BuildReport",
    ];
    let mut all = artifacts(PROMPTS[4]);
    let plan = all.text("plan.md").unwrap().to_owned();
    for path in ["executive_summary.md", "premortem.md", "report.html"] {
        assert!(!all.text(path).unwrap().contains("other numbers"), "{path}");
    }
    let end = text(&all.json("schedule.json").unwrap()["finish"]).to_owned();
    let edited = plan
        .replace(&format!("- **End:** {end}"), "- **End:** 2031-02-03")
        .replace("Total: ", "Total: 7")
        .replace("Total budget: ", "Total budget: 9");
    let days = edited.split("Total: ").nth(1).unwrap().split(' ').next().unwrap().to_owned();
    let money = edited.split("Total budget: ").nth(1).unwrap().split(" EUR").next().unwrap();
    let money = money.to_owned();
    all.insert("plan.md", edited.into_bytes());
    again(&mut all, &READERS);
    for path in ["executive_summary.md", "checks.json", "premortem.md", "report.html"] {
        let said = all.text(path).unwrap();
        for number in ["2031-02-03", end.as_str(), days.as_str(), money.as_str()] {
            assert!(said.contains(number), "{path} does not name {number}");
        }
    }
    assert_eq!(all.json("validation_report.json").unwrap()["verdict"], "fail");
}

#[test]
fn objections_of_experts_change_days_costs_order_and_tests() {
    let mut all = artifacts(PROMPTS[4]);
    assert!(all.text("plan.md").unwrap().contains("Rules know no experts"));
    let before = (all.json("schedule.json").unwrap(), all.json("budget.json").unwrap());
    let objection = json!({
        "expert": "fire safety engineer", "task": "W1.2", "problem": "No second way out.",
        "consequence": "No permit.", "change": "A second door is agreed", "add_days": 40, "add_cost": 3100,
        "wait_for": "W1.1",
    });
    let other = json!({ "expert": "barista", "task": "W1.1", "problem": "p", "consequence": "c", "change": "d" });
    let comparable = json!({ "project": "A café nearby", "outcome": "closed", "lesson": "rent" });
    let permit =
        json!({ "name": "Change of use", "authority": "town", "task": "W1.2", "note": "early" });
    let answer = json!({ "objections": [objection, other], "permits": [permit], "comparables": [comparable] });
    let task = TASKS.iter().find(|task| task.name == "ConsultExperts").unwrap();
    let faults = |answer: &Value| (task.ask().unwrap().faults)(&all, answer);
    assert_eq!(faults(&answer), Vec::<String>::new());
    let mut wrong = answer.clone();
    wrong["objections"][1]["wait_for"] = json!("W1.2");
    assert!(faults(&wrong)[0].contains("waits for itself"), "{:?}", faults(&wrong));
    wrong["objections"][1]["task"] = json!("W9.9");
    assert!(faults(&wrong)[0].contains("W9.9 is not in wbs.json"));
    assert_eq!(faults(&json!({ "objections": [], "permits": [], "comparables": [] })).len(), 2);

    let mut experts = answer;
    experts["objections"][0]["id"] = json!("E1");
    experts["objections"][1]["id"] = json!("E2");
    all.insert("experts.json", experts.to_string().into_bytes());
    again(
        &mut all,
        &["ComputeSchedule", "StaffTeam", "ComputeBudget", "DrawSchedule", "WriteDetailedPlan"],
    );
    let (schedule, budget) = (all.json("schedule.json").unwrap(), all.json("budget.json").unwrap());
    let length = |schedule: &Value| {
        let day = |name: &str| schedule["tasks"][1][name].as_u64().unwrap();
        day("end_day") - day("start_day")
    };
    // The task had days to spare for its part-time role; they are used up first.
    assert!(length(&schedule) > length(&before.0) + 30, "{}", length(&schedule));
    let subtotal = |budget: &Value| budget["subtotal"].as_i64().unwrap();
    assert_eq!(subtotal(&budget), subtotal(&before.1) + 3100);
    let plan = all.text("plan.md").unwrap();
    for words in [
        "| E1 | fire safety engineer |",
        "(W1.2: 40 working days more, 3 100 EUR more, waits for W1.1)",
        "objection E1 (fire safety engineer)",
        "; E1: A second door is agreed",
        "| Change of use | town | W1.2 |",
        "| A café nearby | closed | rent |",
    ] {
        assert!(plan.contains(words), "{words}");
    }
}

#[test]
fn a_short_trip_costs_its_days_and_a_date_in_the_goal_goes_to_the_task_it_names() {
    let ski = "Organise our company's ski weekend in Zell am See, 21–23 January 2028, 38 employees, max. 420 € per person.";
    let budget = artifacts(ski).json("budget.json").unwrap();
    assert_eq!(budget["stated"]["amount"], 420 * 38);
    let total = budget["total"].as_i64().unwrap();
    assert!((10_000..40_000).contains(&total), "{total}");
    let trial = "Run a phase II clinical trial of a new asthma inhaler with 84 patients at 6 sites, first patient in Q3 \
         2027, last visit by H1 2029, EUR 2.4 million.";
    let all = artifacts(trial);
    let due = all.json("schedule.json").unwrap()["due"].clone();
    let collect = work(&all, "Recruit and collect").1;
    assert!(due.as_array().unwrap().iter().all(|one| one["task"] == collect["id"]), "{due:#}");
    assert!(text(&collect["start"]) >= "2027-07-01", "{collect}");
    let yearly = artifacts(
        "Open a repair café in Norwich with 8 volunteers, once a month from February 2027, £1,200 a year.",
    );
    assert!(yearly.json("budget.json").unwrap()["stated"].is_null());
    assert!(
        yearly
            .text("plan.md")
            .unwrap()
            .contains("The prompt names \"£1,200\", and no sum for all of this.")
    );
}

#[test]
fn a_goal_that_one_pasted_title_alone_names_is_told() {
    let all = artifacts("Launch a knitting magazine called Purl in Leeds by 1 May 2027.");
    let goal = |all: &Inputs| {
        let checks = all.json("checks.json").unwrap()["checks"].as_array().unwrap().clone();
        checks.into_iter().find(|check| check["check"] == "goal").unwrap()
    };
    let thing = text(&all.json("facts.json").unwrap()["thing"]).to_owned();
    let plan = all.text("plan.md").unwrap().to_owned();
    let head = all.json("facts.json").unwrap()["heads"][0].as_str().unwrap().to_owned();
    let mut without = all.clone();
    // The work loses every mention of it: that fails.
    without.insert("plan.md", plan.replace(&head, "thing").into_bytes());
    again(&mut without, &["ParsePlan", "CheckConsistency"]);
    assert_eq!(goal(&without)["verdict"], "fail", "{thing}");
    // One title ends with how the goal calls it, and nothing else names it: that is told.
    let pasted =
        plan.replace(&head, "thing").replace("| W1.1 | ", &format!("| W1.1 | Do it: {thing} and "));
    without.insert("plan.md", pasted.into_bytes());
    again(&mut without, &["ParsePlan", "CheckConsistency"]);
    assert_eq!(goal(&without)["verdict"], "warn", "{thing}");
}

#[test]
fn prices_that_the_prompt_states_for_each_person_are_the_lines_of_the_budget() {
    let all = artifacts(
        "Ski weekend in Ischgl for 38 people, 14-17 January 2028, bus 60 EUR each, hotel 220 EUR per person, ski pass 140 EUR \
         per person.",
    );
    let budget = all.json("budget.json").unwrap();
    let lines = budget["lines"].as_array().unwrap();
    let stated = lines.iter().filter(|line| text(&line["basis"]).contains("× \""));
    let stated: Vec<(&str, i64)> =
        stated.map(|line| (text(&line["item"]), line["likely"].as_i64().unwrap())).collect();
    assert_eq!(stated, [("Bus", 2_280), ("Hotel", 8_360), ("Ski pass", 5_320)]);
    assert!(budget["stated"].is_null(), "no sum is stated: {}", budget["stated"]);
    // Four days that begin on the first of them are in time; what is left is left before them.
    let days = due(&all, "14-17 January 2028");
    assert!(days["is_fixed"] == true && days["slack_days"].as_i64() > Some(200), "{days}");
}

#[test]
fn a_small_party_costs_what_small_parties_cost() {
    let all = artifacts(
        "Kindergarten summer party, Friday June 25 2027, 45 children plus parents, the bouncy castle costs £120, budget £400.",
    );
    let budget = all.json("budget.json").unwrap();
    assert!(budget["total"].as_i64().unwrap() < 800, "{budget:#}");
    let lines = budget["lines"].as_array().unwrap();
    assert!(lines.iter().any(|line| line["likely"] == 120), "the stated price is a line");
    let plan = all.text("plan.md").unwrap();
    assert!(!plan.contains("Apply for the event permit"));
    assert!(plan.contains("### Prices to be asked for"));
}

#[test]
fn prices_far_above_the_stated_money_are_asked_for_and_fail_the_check() {
    let all = artifacts("Open a café with 40 seats in Lyon for 5,000 EUR by 1 September 2027.");
    let budget = all.json("budget.json").unwrap();
    assert!(budget["usual"].as_i64().unwrap() > 10_000 && budget["gap"].is_null(), "{budget:#}");
    assert_eq!(budget["lines"], json!([]));
    let gap = check(&all, "budget_gap");
    assert_eq!(gap["verdict"], "fail", "{gap}");
    assert!(text(&gap["detail"]).contains("times the stated \"5,000 EUR\""), "{gap}");
    let plan = all.text("plan.md").unwrap();
    assert!(plan.contains("No price of this project is known yet."));
    assert!(plan.contains("- W3.2: Fit-out, electrics, plumbing"), "{plan}");
    let premortem = all.text("premortem.md").unwrap();
    assert!(premortem.contains("Nobody had asked what it costs"), "{premortem}");
    assert!(!premortem.contains("reserve of 0"), "{premortem}");
}

#[test]
fn a_plan_says_in_the_language_of_its_prompt_that_it_is_in_english() {
    for (prompt, words) in [
        ("Wir wollen im Mai 2027 in Ulm ein Café mit 20 Sitzplätzen eröffnen.", "auf Englisch"),
        ("Nous voulons ouvrir un café de 20 places à Lyon en mai 2027.", "en anglais"),
    ] {
        let all = artifacts(prompt);
        for path in ["plan.md", "executive_summary.md", "report.html", "one_page.html"] {
            let text = all.text(path).unwrap();
            assert!(text.contains(words), "{path}: {words}");
        }
        let third = all.text("plan.md").unwrap().lines().nth(2).unwrap().to_owned();
        assert!(third.contains(words), "{third}");
    }
}

#[test]
fn a_prompt_in_another_language_fails_validation() {
    let all = artifacts(
        "Queremos organizar una fiesta para los 80 años de la abuela el 12 de junio con 40 invitados.",
    );
    assert_eq!(check(&all, "contradictions")["verdict"], "fail");
}

#[test]
fn every_head_noun_of_the_goal_has_to_be_in_the_work() {
    let mut all = artifacts("Open a bicycle workshop and a bakery in Ghent by 1 May 2027.");
    assert_eq!(all.json("facts.json").unwrap()["heads"], json!(["workshop", "bakery"]));
    assert_ne!(check(&all, "goal")["verdict"], "fail");
    let plan = all.text("plan.md").unwrap().replace("bakery", "shop");
    all.insert("plan.md", plan.into_bytes());
    again(&mut all, &["ParsePlan", "CheckConsistency"]);
    let goal = check(&all, "goal");
    assert_eq!((&goal["verdict"], &goal["about"]), (&json!("fail"), &json!(["bakery"])));
}

#[test]
fn a_role_that_nothing_states_is_marked_and_checked() {
    let all = artifacts("Repaint the clubhouse. Grandpa 9,000 EUR.");
    let facts = all.json("facts.json").unwrap();
    let guesses = facts["facts"].as_array().unwrap().iter().filter(|it| it["is_guess"] == true);
    assert_eq!(guesses.map(|it| text(&it["quote"])).collect::<Vec<_>>(), ["9,000 EUR"]);
    assert_eq!(check(&all, "guessed")["verdict"], "warn");
    assert!(all.text("plan.md").unwrap().contains("assumed, the words around it do not say so"));
}

#[test]
fn what_takes_place_in_a_month_does_not_happen_before_it() {
    let all = artifacts(
        "Umzug unserer Familie mit drei Kindern von Dortmund nach Malmö Anfang Juli 2027, Umzugsbudget 9.000 Euro.",
    );
    let moves = due(&all, "Anfang Juli 2027");
    assert!(text(&moves["computed"]) >= "2027-07-01", "{moves}");
    assert!(text(&moves["computed"]) <= "2027-07-10", "{moves}");
}

const GALA: &str = "Charity gala dinner for 180 guests in Dublin on Friday 8 October 2027, budget 24,000 EUR, we hope to raise \
     40,000 EUR, ticket 120 EUR. No alcohol sponsors. Team of five volunteers.";
const GROCER: &str = "Nous voulons ouvrir une épicerie fine à Annecy le 15 septembre 2027 : 60 m², loyer 1 800 € par mois, \
     45 000 € d'apport et un prêt de 30 000 €. Deux associées, une salariée à mi-temps. Pas de vente d'alcool.";

#[test]
fn what_is_hoped_for_is_not_received_beside_what_each_guest_pays() {
    let all = artifacts(GALA);
    let budget = all.json("budget.json").unwrap();
    let months = budget["cash"].as_array().unwrap();
    let received: i64 = months.iter().map(|it| it["received"].as_i64().unwrap()).sum();
    assert_eq!(received, 180 * 120);
}

#[test]
fn a_reserve_for_the_first_months_is_spent_once() {
    let all = artifacts(GROCER);
    let budget = all.json("budget.json").unwrap();
    let sum = |list: &str, field: &str| -> i64 {
        let entries = budget[list].as_array().unwrap().iter();
        entries.map(|it| it[field].as_i64().unwrap()).sum()
    };
    let lines = budget["lines"].as_array().unwrap();
    let likely = |line: &Value| line["likely"].as_i64().or(line["amount"]["likely"].as_i64());
    let reserve = lines.iter().find(|it| text(&it["item"]).starts_with("Reserve for")).unwrap();
    let total = budget["sum"]["total"].as_i64().or(budget["total"].as_i64()).unwrap();
    assert!(likely(reserve).unwrap() > 0 && sum("running", "monthly") > 0);
    assert_eq!(sum("cash", "paid"), total, "no running costs beside what is set aside for them");
    let plan = all.text("plan.md").unwrap();
    assert!(
        plan.contains("No takings are in this table") && plan.contains("set aside for it last")
    );
    assert_eq!(role(&all, "Owner")["heads"], 2, "two women own it");
}

#[test]
fn work_for_a_demand_does_not_wait_for_the_day_of_the_event() {
    let all = artifacts(GALA);
    let schedule = all.json("schedule.json").unwrap();
    let mut tasks = schedule["tasks"].as_array().unwrap().iter();
    let demand = tasks.find(|it| text(&it["title"]).starts_with("Rule out F")).unwrap();
    assert!(text(&demand["end"]) < "2027-02-01", "{demand}");
}

#[test]
fn those_who_try_it_first_are_the_ones_the_prompt_counts() {
    let all = artifacts(
        "We are four developers and want to build a web app for scheduling community choirs. Beta with 6 choirs on \
         1 June 2027, launch by 30 September 2027. 140,000 EUR.",
    );
    assert!(text(&due(&all, "1 June 2027")["title"]).ends_with("with 6 choirs"));
}

#[test]
fn a_limit_of_money_is_no_demand_and_a_limit_of_places_is() {
    let all = artifacts(
        "Unsere Bäckerei in Freiburg will bis 1. September 2027 einen Online-Shop für Brotbackmischungen eröffnen. Budget \
         höchstens 12.000 Euro, zwei Mitarbeiterinnen haben je 8 Stunden pro Woche Zeit, Versand nur in Deutschland.",
    );
    let facts = all.json("facts.json").unwrap();
    let facts = facts["facts"].as_array().unwrap();
    let demands: Vec<&str> =
        facts.iter().filter(|it| it["kind"] == "demand").map(|it| text(&it["quote"])).collect();
    assert_eq!(demands, ["Versand nur in Deutschland"]);
}

#[test]
fn a_start_behind_the_end_fails_the_check() {
    let all = artifacts(
        "Organise a street festival in Graz for 300 guests. Start 1 June 2027, finish by 1 May 2027, 20,000 EUR.",
    );
    assert_eq!(check(&all, "contradictions")["verdict"], "fail");
}

#[test]
fn evenings_that_are_counted_are_one_a_week_and_cost_the_stated_hours() {
    let all = artifacts(
        "Welding course for beginners in Galway: six Monday evenings from 11 January 2027, 8 places, fee 210 EUR each, the \
         instructor gets 55 EUR an hour.",
    );
    let teach = work(&all, "Teach the").1;
    let days = teach["end_day"].as_u64().unwrap() - teach["start_day"].as_u64().unwrap();
    assert_eq!(days, 26, "five weeks and a day: {teach}");
    assert_eq!(role(&all, "Trainer")["day_rate"], 440);
    let total = all.json("budget.json").unwrap()["total"].as_i64().unwrap();
    assert!(total < 10_000, "{total}");
}

#[test]
fn a_grant_inside_the_stated_money_is_not_there_at_the_start() {
    let all = artifacts(
        "Open a café in Aubrac on 19 June 2027 with 90,000 EUR: 60,000 EUR from a grant (decision \
         at the end of January 2027), 10,000 EUR from a loan, the rest our savings.",
    );
    let budget = all.json("budget.json").unwrap();
    assert_eq!((&budget["stated"]["amount"], &budget["opening"]), (&json!(90_000), &json!(20_000)));
    let month = |name: &str| {
        let mut months = budget["cash"].as_array().unwrap().iter();
        months.find(|it| it["month"] == name).unwrap()["received"].clone()
    };
    assert_eq!(month("2027-01"), 60_000);
    assert!(all.text("plan.md").unwrap().contains("has to be granted or lent first"));
}

#[test]
fn a_move_waits_for_the_keys_and_the_last_day_is_kept() {
    let all = artifacts(
        "Meine Mutter (83) zieht von Husum nach Göttingen ins betreute Wohnen. Einzug ab 15. Februar 2027 möglich, spätestens am \
         1. April 2027, sonst ist der Platz weg.",
    );
    let (titles, arrival) = work(&all, "Move into");
    assert!(text(&arrival["start"]) >= "2027-02-15", "{arrival}");
    assert!(
        !titles.iter().any(|title| title.contains("school") || title.contains("job")),
        "{titles:?}"
    );
    assert_eq!(due(&all, "1. April 2027")["task"], arrival["id"]);
}

#[test]
fn an_edited_total_or_reserve_is_named_in_summary_and_premortem() {
    let mut all = artifacts(CAFE);
    let plan = all.text("plan.md").unwrap().to_owned();
    let needed = plan.lines().find(|line| line.starts_with("- **Money needed:**")).unwrap();
    all.insert("plan.md", plan.replace(needed, "- **Money needed:** 47 000 EUR").into_bytes());
    again(&mut all, &["ParsePlan", "WriteExecutiveSummary", "CheckConsistency", "Premortem"]);
    for path in ["executive_summary.md", "premortem.md", "checks.json"] {
        let told = all.text(path).unwrap().replace('\u{a0}', " ");
        assert!(told.contains("Money needed: the plan says 47 000"), "{path}: {told}");
    }
}

#[test]
fn what_others_want_notice_of_takes_that_long() {
    let all = artifacts(
        "Lantern parade through Hebden Bridge on 27 February 2027, 600 kids. We need a road closure and the council wants 12 \
         weeks notice.",
    );
    let closure = work(&all, "road closure").1;
    let days = closure["end_day"].as_u64().unwrap() - closure["start_day"].as_u64().unwrap();
    assert!(days >= 60, "{closure}");
}
