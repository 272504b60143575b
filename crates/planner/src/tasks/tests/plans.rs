//! Whole plans of prompts as people write them: what is said is kept, dated and checked.

use serde_json::{Value, json};

use super::{PROMPTS, artifacts, text, work};
use crate::calendar::Date;
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
     a day; the archive answers requests within six weeks and its footage may cost at most 900 EUR.";

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
    let money = due(&all, "the end of October 2027");
    assert_eq!(money["task"], "W5.1", "all of the work is over when the money ends");
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
    assert!(all.text("executive_summary.md").unwrap().contains("\"1 December 2026\" is missed"));
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
    assert!(plan.contains("we want organic milk and local roasters | W3.4"));
}

#[test]
fn a_shooting_waits_for_its_month_and_a_rate_belongs_to_one_person() {
    let all = artifacts(FILM);
    let shoot = work(&all, "Shoot what happens").1;
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
    let archive = lines.iter().find(|line| text(&line["item"]).contains("Archive")).unwrap();
    assert_eq!(archive["max"], 900, "no more than the prompt allows");
    let row = work(&all, "Ask archives").1;
    assert_eq!(
        row["end_day"].as_u64().unwrap() - row["start_day"].as_u64().unwrap(),
        30,
        "six weeks"
    );
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
    assert!(all.json("budget.json").unwrap()["gap"].as_i64().unwrap() >= 0);
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
    let short = "Open a repair workshop for bicycles in Graz by 1 June 2027 with 80,000 EUR and six volunteers.";
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
