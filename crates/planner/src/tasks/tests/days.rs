//! The days that prompts name: each is judged against the task it speaks of, or against none.

use serde_json::Value;

use super::{artifacts, text, work};
use crate::task::Inputs;

/// The entry of a list in `schedule.json` with that quote.
fn entry(all: &Inputs, list: &str, quote: &str) -> Option<Value> {
    let schedule = all.json("schedule.json").unwrap();
    let mut entries = schedule[list].as_array().unwrap().iter();
    entries.find(|it| text(&it["quote"]).contains(quote)).cloned()
}

/// The title of the task that a day is judged against.
#[track_caller]
fn judged(all: &Inputs, quote: &str) -> String {
    let found = entry(all, "due", quote);
    found.map_or_else(String::new, |due| text(&due["title"]).to_owned())
}

const LIBRARY: &str = "We are founding a seed library in Ghent that lends seeds to gardeners; the first 30 packets are lent by \
     6 September 2027, and a charity raffle takes place on Sunday 14 November 2027. We have 9,000 EUR. We expect donations of \
     200 EUR a month from May 2027. Ines works 6 hours a week from 1 March 2027.";

#[test]
fn a_day_of_something_else_has_a_task_of_its_own_that_is_over_by_then() {
    let all = artifacts(LIBRARY);
    assert!(judged(&all, "14 November 2027").starts_with("Prepare: Charity raffle (F"));
    assert!(judged(&all, "6 September 2027").starts_with("Open the"));
    let raffle = entry(&all, "due", "14 November 2027").unwrap();
    assert!(text(&raffle["computed"]) <= "2027-11-14", "{raffle}");
}

#[test]
fn a_payment_and_a_person_have_no_verdict_and_start_nothing() {
    let all = artifacts(LIBRARY);
    for quote in ["May 2027", "1 March 2027"] {
        assert_eq!(judged(&all, quote), "", "{quote}");
        let open = entry(&all, "unanswered", quote).unwrap_or_else(|| panic!("{quote}"));
        assert_eq!(open["is_of_others"], true, "{quote}");
    }
    let schedule = all.json("schedule.json").unwrap();
    assert_eq!(schedule["start"], "2026-11-17");
    assert!(!all.text("plan.md").unwrap().contains("work would begin after it is due"));
}

#[test]
fn the_licence_for_an_event_is_about_the_permit_and_not_about_the_event() {
    let all = artifacts(
        "Our village in Kent holds a cheese festival for 900 visitors on Saturday 18 September 2027. Budget 19,000 GBP. The event \
         licence application must be in by 18 June 2027.",
    );
    assert!(judged(&all, "18 June 2027").contains("permit"));
    assert!(judged(&all, "18 September 2027").starts_with("Hold the event"));
}

#[test]
fn rooms_are_not_changed_before_their_keys_are_there() {
    let all = artifacts(
        "Unsere Steuerkanzlei mit 30 Leuten zieht am 9. und 10. Oktober 2027 in Köln um, Budget 90.000 Euro. Die Schlüssel der \
         neuen Räume werden am 1. Juni 2027 übergeben.",
    );
    assert_eq!(judged(&all, "1. Juni 2027"), "");
    let keys = entry(&all, "not_before", "1. Juni 2027").unwrap();
    assert_eq!(keys["title"], "Adapt the rooms");
    assert!(text(&work(&all, "Adapt the rooms").1["start"]) >= "2027-06-01");
}

#[test]
fn what_prepares_building_does_not_wait_for_its_beginning() {
    let all = artifacts(
        "Wir sanieren das Dach der Turnhalle in Lingen für 300.000 Euro; Baubeginn ist der 7. Juni 2027, und die Halle muss am \
         1. Dezember 2027 wieder nutzbar sein.",
    );
    assert_eq!(all.json("schedule.json").unwrap()["start"], "2026-11-17");
    assert!(text(&work(&all, "Set up the site").1["start"]) >= "2027-06-07");
    assert!(text(&work(&all, "Draw and cost").1["start"]) < "2027-02-01");
    assert!(judged(&all, "1. Dezember 2027").starts_with("Accept the work"));
}

#[test]
fn a_trip_is_compared_by_its_first_day_and_ends_on_its_last() {
    let all = artifacts(
        "Nous faisons un voyage à vélo de Dole à Lyon, du samedi 5 juin au dimanche 13 juin 2027, à quatre adultes, budget \
         2 400 €.",
    );
    let trip = entry(&all, "due", "5 juin").unwrap();
    assert_eq!((&trip["date"], &trip["anchor"]), (&"2027-06-05".into(), &"start".into()));
    let travel = work(&all, "Travel").1;
    assert_eq!((text(&travel["start"]), text(&travel["end"])), ("2027-06-05", "2027-06-13"));
}

#[test]
fn what_has_to_pass_before_an_order_is_done_before_it() {
    let all = artifacts(
        "We start series production of a child's bicycle seat: 300 units by 1 December 2027, budget 150,000 EUR. The buckle must \
         pass a fire inspection by the brigade before the tooling is ordered.",
    );
    let (first, then) =
        (work(&all, "The buckle must pass").1, work(&all, "Order and release tools").1);
    assert!(first["end_day"].as_u64() <= then["start_day"].as_u64(), "{first} {then}");
    let links = all.json("dependencies.json").unwrap();
    let mut links = links["links"].as_array().unwrap().iter();
    assert!(links.any(|it| it["from"] == first["id"] && it["to"] == then["id"]));
    let plan = all.text("plan.md").unwrap();
    let row = plan.lines().find(|it| it.contains("fire inspection") && it.contains("| M")).unwrap();
    assert!(!row.contains(text(&then["id"])), "{row}");
}

#[test]
fn a_bare_day_is_that_of_the_result_where_no_other_is() {
    let all = artifacts(
        "Notre club organise une fête du cidre à Dinan. Budget 6 000 €. Samedi 2 octobre 2027, 500 visiteurs. Les réponses des \
         exposants doivent être là avant le 15 juin 2027.",
    );
    assert!(judged(&all, "2 octobre 2027").starts_with("Hold the event"));
    assert_ne!(judged(&all, "15 juin 2027"), judged(&all, "2 octobre 2027"));
}

#[test]
fn a_course_on_many_evenings_is_compared_by_the_first() {
    let all = artifacts(
        "I want to run an evening course in sailmaking for 12 participants in Falmouth, every Monday from 6 September to 8 \
         November 2027. Budget 3,000 GBP.",
    );
    let due = entry(&all, "due", "6 September").unwrap();
    assert_eq!((&due["date"], &due["anchor"]), (&"2027-09-06".into(), &"start".into()));
    let teach = work(&all, "Teach").1;
    assert_eq!((text(&teach["start"]), text(&teach["end"])), ("2027-09-06", "2027-11-08"));
}
