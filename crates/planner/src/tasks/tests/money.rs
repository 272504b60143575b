//! Money that the prompt states: parts of its budget, prices of units, and what comes in.

use serde_json::Value;

use super::{artifacts, text};
use crate::calendar::Date;
use crate::facts::{MoneyRole, read};
use crate::task::Inputs;

const FAIR: &str = "We hold a book fair for 400 visitors in Leipzig on Saturday 18 September 2027. Budget 9,800 EUR: 3,600 for \
     stands and tables, 2,400 for music and sound, 1,700 for insurance and first aid, the rest for advertising.";

fn budget(all: &Inputs) -> Value {
    all.json("budget.json").unwrap()
}

/// Items and likely amounts of the budget, in order.
fn lines(all: &Inputs) -> Vec<(String, i64)> {
    let budget = budget(all);
    let lines = budget["lines"].as_array().unwrap().iter();
    lines.map(|it| (text(&it["item"]).to_owned(), it["likely"].as_i64().unwrap())).collect()
}

/// The parts of the budget and what each is for.
fn parts(prompt: &str) -> Vec<(i64, String)> {
    let facts = read(prompt, Date::new(2026, 11, 16).unwrap());
    let parts = facts.monies().filter(|(money, _)| money.role == MoneyRole::Part);
    parts.map(|(money, _)| (money.amount, money.item.clone().unwrap_or_default())).collect()
}

fn verdict(all: &Inputs, name: &str) -> String {
    let checks = all.json("checks.json").unwrap();
    let mut checks = checks["checks"].as_array().unwrap().iter();
    text(&checks.find(|it| it["check"] == name).unwrap()["verdict"]).to_owned()
}

/// What the cash flow ends with.
fn last_balance(all: &Inputs) -> i64 {
    let budget = budget(all);
    budget["cash"].as_array().unwrap().last().unwrap()["balance"].as_i64().unwrap()
}

fn plain(words: &str) -> String {
    words.replace('\u{a0}', " ")
}

#[test]
fn figures_behind_a_budget_are_its_parts() {
    let owned = |all: &[(i64, &str)]| -> Vec<(i64, String)> {
        all.iter().map(|(sum, item)| (*sum, (*item).to_owned())).collect()
    };
    let expected = [
        (3_600, "stands and tables"),
        (2_400, "music and sound"),
        (1_700, "insurance and first aid"),
    ];
    assert_eq!(parts(FAIR), owned(&expected));
    let german = "Vereinsfest in Kiel am 4. September 2027, Budget 8.000 €, davon 4.000 für das Zelt, 2.500 für Musik und Technik.";
    assert_eq!(parts(german), owned(&[(4_000, "Zelt"), (2_500, "Musik und Technik")]));
    let french = "Fête de quartier à Lille le 5 juin 2027. Budget : 6 000 €, dont 2 500 pour le repas et 1 200 pour la sono.";
    assert_eq!(parts(french), owned(&[(2_500, "repas"), (1_200, "sono")]));
    let before =
        "A film by 1 May 2027, budget 20,000 GBP: camera 7,000, editing 6,000 and music 3,000.";
    assert_eq!(parts(before), owned(&[(7_000, "camera"), (6_000, "editing"), (3_000, "music")]));
}

#[test]
fn a_split_budget_is_no_rival_of_its_parts() {
    let prompt = "We build a web shop by 1 June 2027. The budget is €52,000: €33,000 for development, €7,000 for design and \
                  €3,500 for hosting and legal.";
    let facts = read(prompt, Date::new(2026, 11, 16).unwrap());
    assert!(facts.conflicts.is_empty(), "{:?}", facts.conflicts);
    assert_eq!(facts.budget().unwrap().amount, 52_000);
    assert_eq!(facts.split().unwrap().rest(), 8_500);
}

#[test]
fn sources_of_money_and_counted_things_are_no_parts_to_spend() {
    for prompt in [
        "Open a café by 1 May 2027 with 95,000 EUR: 60,000 EUR from savings and 35,000 EUR from a loan.",
        "Ein Café in Graz bis 1. Mai 2027, Budget 140.000 €: 60.000 € Landesförderung und 80.000 € Bankkredit.",
        "A concert for a budget of 12,000 EUR: 300 guests, 120 of them children, on 1 May 2027.",
        "Lan party à Cholet le 10 avril 2027, salle 350 €, câbles 600 €. On est 9, 420 € en caisse, la mairie file 500 €.",
        "Budget 5,000 EUR for the trip on 1 May 2027. Bus 60 EUR for adults, 40 EUR for children.",
    ] {
        let facts = read(prompt, Date::new(2026, 11, 16).unwrap());
        assert!(facts.split().is_none(), "{prompt}: {:?}", facts.split());
    }
}

#[test]
fn the_parts_are_the_lines_and_nothing_else_is_reckoned() {
    let all = artifacts(FAIR);
    let mut lines = lines(&all);
    lines.sort_by_key(|it| it.1);
    let names: Vec<&str> = lines.iter().map(|it| it.0.as_str()).collect();
    assert_eq!(
        names,
        ["Insurance and first aid", "Advertising", "Music and sound", "Stands and tables"]
    );
    assert_eq!(lines[1].1, 2_100, "the rest");
    let budget = budget(&all);
    assert_eq!((&budget["total"], &budget["gap"]), (&9_800.into(), &0.into()));
    assert_eq!(last_balance(&all), 0);
    let plan = plain(all.text("plan.md").unwrap());
    assert!(plan.contains("The parts that the prompt names add up to 7 700 EUR"), "{plan}");
    assert!(plan.contains("### Prices to be asked for"), "{plan}");
    assert!(plain(all.text("executive_summary.md").unwrap()).contains("add up to 7 700 EUR"));
}

#[test]
fn a_reserve_that_the_prompt_states_is_the_reserve() {
    let all = artifacts(
        "Wir heiraten am 12. Juni 2027 mit 35 Gästen in Freiburg. Unser Budget beträgt 9.000 Euro: 3.500 Euro für Essen und \
         Getränke, 1.800 Euro für Kleid und Anzug, der Rest ist Reserve.",
    );
    let budget = budget(&all);
    assert_eq!((&budget["contingency"], &budget["gap"]), (&3_700.into(), &0.into()));
    assert_eq!(lines(&all).len(), 2);
    let open = budget["open"].as_array().unwrap();
    assert!(!open.iter().any(|it| text(&it["item"]).starts_with("Dinner")), "{open:?}");
}

#[test]
fn parts_that_exceed_the_budget_are_told_with_both_sums() {
    let all = artifacts(
        "A study of school gardens in Kiel until 30 September 2028. The budget is 74,000 EUR: 48,000 EUR for staff, 12,000 EUR \
         for garden material, 9,000 EUR for travel and 7,000 EUR for publication.",
    );
    assert_eq!(verdict(&all, "contradictions"), "fail");
    assert_eq!(verdict(&all, "budget_gap"), "fail");
    assert_eq!(budget(&all)["gap"], -2_000);
    let found = plain(all.text("checks.json").unwrap());
    assert!(found.contains("add up to 76 000 EUR") && found.contains("74,000 EUR"), "{found}");
}

#[test]
fn a_price_of_a_unit_is_paid_for_each_of_them() {
    let prompt = "We start series production of a bicycle trailer by 15 September 2027: 400 units. The material cost is €340 per unit, \
                  the dealer price is €690.";
    let all = artifacts(prompt);
    let material = lines(&all).into_iter().find(|it| it.0 == "Material");
    assert_eq!(material.map(|it| it.1), Some(136_000), "{:?}", lines(&all));
    let plan = plain(all.text("plan.md").unwrap());
    assert!(plan.contains("400 × 690 = 276 000"), "{plan}");
    let split = format!(
        "{prompt} The budget is €200,000, with €85,000 for material of the first 250 units and €70,000 for tools."
    );
    let all = artifacts(&split);
    assert!(!lines(&all).iter().any(|it| it.1 == 136_000), "{:?}", lines(&all));
    let plan = plain(all.text("plan.md").unwrap());
    assert!(plan.contains("its part of the budget, 85 000, suffices for 250"), "{plan}");
}

#[test]
fn a_stated_price_stands_for_the_usual_one() {
    let all = artifacts(
        "We start series production of a bicycle trailer by 15 September 2027: 400 units. Budget 300,000 EUR, the freight takes \
         4,500 EUR.",
    );
    let freight: Vec<_> = lines(&all).into_iter().filter(|it| it.0.contains("reight")).collect();
    assert_eq!(freight.iter().map(|it| it.1).collect::<Vec<_>>(), [4_500], "{:?}", lines(&all));
}

#[test]
fn takings_are_reckoned_with_their_arithmetic() {
    let bar = artifacts(
        "Open a ramen bar with 32 seats in Leipzig by 12 June 2027 with €240,000. We expect 90 guests a day at an average bill of \
         €17, open six days a week.",
    );
    let plan = plain(bar.text("plan.md").unwrap());
    assert!(
        plan.contains("90 × 17 = 1 530 a day, × 6 days a week × 52 / 12 = 39 780 a month"),
        "{plan}"
    );
    assert!(!plan.contains("No takings are in this table"), "{plan}");
    let app = artifacts(
        "Build a web app for fire brigades, launch on 20 September 2027, budget 90,000 EUR. The app costs €29 a month per brigade; \
         we want 80 paying brigades.",
    );
    assert!(plain(app.text("plan.md").unwrap()).contains("80 × 29 = 2 320 a month"));
    let fair = artifacts(&format!(
        "{FAIR} 30 stalls. Each visitor pays 6 EUR at the gate and each stall 45 EUR."
    ));
    let plan = plain(fair.text("plan.md").unwrap());
    assert!(plan.contains("400 × 6 = 2 400") && plan.contains("30 × 45 = 1 350"), "{plan}");
    assert_eq!(last_balance(&fair), 3_750);
}

#[test]
fn those_who_pay_less_do_not_pay_twice_and_a_fee_by_the_day_is_no_taking_by_the_day() {
    let all = artifacts(
        "Poetry slam in Asheville on Saturday, April 10, 2027 with 320 spectators, tickets $15 (students $8). The host gets $380 a day. \
         Budget $20,000.",
    );
    let takings = &budget(&all)["takings"];
    assert_eq!(takings.as_array().map(Vec::len), Some(1), "{takings:#}");
    assert_eq!((&takings[0]["once"], &takings[0]["is_often"]), (&4_800.into(), &false.into()));
}

#[test]
fn a_single_part_is_a_line_beside_the_usual_prices() {
    let all = artifacts(
        "Campaign for blood donors in Tacoma from January 18, 2027 for ten weeks. $34,000, of which $9,000 for posters on the buses.",
    );
    let budget = budget(&all);
    assert_eq!(budget["stated"]["amount"], 34_000);
    assert!(budget["split"].is_null());
    let lines = lines(&all);
    assert!(lines.iter().any(|it| it == &("Posters on the buses".to_owned(), 9_000)), "{lines:?}");
    assert!(lines.len() > 1, "{lines:?}");
}

#[test]
fn a_deposit_does_not_stand_for_the_whole_price() {
    let prompt =
        "We marry at a vineyard in Franschhoek on 30 October 2027 with 130 guests and R900,000.";
    let usual = lines(&artifacts(prompt));
    let all = lines(&artifacts(&format!(
        "{prompt} The venue wants a R40,000 deposit by 15 January 2027."
    )));
    let venue = usual.iter().find(|it| it.0.starts_with("Venue with")).unwrap();
    assert!(all.contains(venue), "{all:?}");
}

#[test]
fn each_thing_of_a_list_of_prices_is_paid_by_those_counted_with_it() {
    let all = artifacts(
        "Salon du mariage à Namur les 16 et 17 octobre 2027, budget 40 000 €. 70 exposants à 450 € le stand, 3 000 visiteurs, entrée 8 €.",
    );
    let budget = budget(&all);
    let sums = budget["takings"].as_array().unwrap().iter().map(|it| it["once"].as_i64().unwrap());
    assert_eq!(sums.collect::<Vec<_>>(), [31_500, 24_000]);
}

#[test]
fn donations_by_the_month_come_from_their_month_on() {
    let all = artifacts(
        "We found an association in Graz that lends 40 instruments by 6 September 2027, start-up funding 28,000 euros: 16,000 for \
         instruments, 12,000 for repairs. We expect donations of 900 euros a month from April 2027 and 12 euros a month per lent instrument.",
    );
    let budget = budget(&all);
    let months = budget["cash"].as_array().unwrap().iter();
    let first =
        months.filter(|it| it["received"].as_i64() > Some(0)).map(|it| text(&it["month"])).next();
    assert_eq!(first, Some("2027-04"), "{budget:#}");
    assert!(plain(all.text("plan.md").unwrap()).contains("40 × 12 = 480 a month"));
}

#[test]
fn a_wage_is_no_income() {
    let all = artifacts(
        "Garden study in Kiel until 30 September 2028 for 90,000 EUR with 480 children. A doctoral student works 20 hours a week at 29 \
         EUR an hour, a helper 8 hours a week at 13.50 EUR.",
    );
    assert_eq!(budget(&all)["takings"].as_array().map(Vec::len), Some(0), "{:#}", budget(&all));
}

#[test]
fn the_cash_flow_ends_with_what_is_left() {
    for prompt in [
        "Open a café with 40 seats in Porto by 1 May 2027. Budget 190.000 EUR, rent 1800 EUR a month.",
        "A street festival for 300 guests in June 2027 for 60000 EUR.",
        FAIR,
    ] {
        let all = artifacts(prompt);
        let budget = budget(&all);
        let left = budget["stated"]["amount"].as_i64().unwrap() - budget["total"].as_i64().unwrap();
        assert_eq!(last_balance(&all), left, "{prompt}");
    }
}
