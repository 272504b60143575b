//! What is typical for a kind of project: the knowledge of the rule-based provider.

/// A kind of project with its usual work, durations, risks and roles.
#[derive(Debug)]
pub(crate) struct Archetype {
    pub(crate) id: &'static str,
    /// Words of a prompt that speak for it, in lower case.
    pub(crate) words: &'static [&'static str],
    /// Whether it happens at a place.
    pub(crate) setting: &'static str,
    pub(crate) stages: &'static [Stage],
    pub(crate) risks: &'static [Risk],
}

/// A stretch of work that ends with a milestone.
#[derive(Debug)]
pub(crate) struct Stage {
    pub(crate) title: &'static str,
    pub(crate) work: &'static [Work],
}

/// Title, deliverable, and least, likely and most days.
#[derive(Debug)]
pub(crate) struct Work(
    pub(crate) &'static str,
    pub(crate) &'static str,
    pub(crate) u32,
    pub(crate) u32,
    pub(crate) u32,
);

/// Event, effect, probability and impact from 1 to 5, owner, response.
#[derive(Debug)]
pub(crate) struct Risk(
    pub(crate) &'static str,
    pub(crate) &'static str,
    pub(crate) u32,
    pub(crate) u32,
    pub(crate) &'static str,
    pub(crate) &'static str,
);

/// The archetype most of whose words are in the text, and those words. Without any: generic work.
pub(crate) fn recognise(text: &str) -> (&'static Archetype, Vec<&'static str>) {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).collect();
    let mut best = (&ARCHETYPES[ARCHETYPES.len() - 1], Vec::new());
    for archetype in &ARCHETYPES {
        let found: Vec<&str> =
            archetype.words.iter().copied().filter(|word| words.contains(word)).collect();
        if found.len() > best.1.len() {
            best = (archetype, found);
        }
    }
    best
}

/// The archetype of that id; generic work for ids somebody made up.
pub(crate) fn find(id: &str) -> &'static Archetype {
    ARCHETYPES
        .iter()
        .find(|archetype| archetype.id == id)
        .unwrap_or(&ARCHETYPES[ARCHETYPES.len() - 1])
}

static ARCHETYPES: [Archetype; 5] = [
    Archetype {
        id: "software_product",
        words: &[
            "app",
            "software",
            "website",
            "platform",
            "api",
            "web",
            "mobile",
            "saas",
            "online",
            "prototype",
            "users",
            "developers",
            "backend",
            "tool",
        ],
        setting: "digital",
        stages: &[
            Stage {
                title: "Discovery",
                work: &[
                    Work("Interview likely users", "notes of ten interviews", 4, 7, 14),
                    Work("Write the scope of the first release", "agreed scope document", 2, 3, 6),
                ],
            },
            Stage {
                title: "Build",
                work: &[
                    Work("Design the main journeys", "clickable design", 4, 8, 15),
                    Work(
                        "Build the first release",
                        "release candidate in a test environment",
                        20,
                        35,
                        60,
                    ),
                    Work("Test with real users", "list of findings, worst ones fixed", 5, 8, 15),
                ],
            },
            Stage {
                title: "Launch",
                work: &[
                    Work("Prepare operation and support", "runbook and support address", 3, 5, 9),
                    Work("Open to the public", "service reachable by everybody", 1, 2, 4),
                ],
            },
        ],
        risks: &[
            Risk(
                "the first release grows beyond its scope",
                "launch slips",
                4,
                4,
                "product owner",
                "fix the scope before building; new wishes wait",
            ),
            Risk(
                "few people use it",
                "the effort does not pay back",
                3,
                5,
                "product owner",
                "test demand in Discovery before building",
            ),
            Risk(
                "personal data leaks",
                "harm to users, fines",
                2,
                5,
                "technical lead",
                "keep little data; review access before launch",
            ),
        ],
    },
    Archetype {
        id: "event",
        words: &[
            "event",
            "festival",
            "conference",
            "party",
            "wedding",
            "concert",
            "meetup",
            "guests",
            "visitors",
            "attendees",
            "fair",
            "workshop",
            "celebration",
        ],
        setting: "physical",
        stages: &[
            Stage {
                title: "Concept",
                work: &[
                    Work("Fix date, place and size", "signed venue reservation", 5, 10, 20),
                    Work("Obtain permits", "permit in writing", 10, 20, 45),
                ],
            },
            Stage {
                title: "Preparation",
                work: &[
                    Work("Book programme and suppliers", "confirmed bookings", 10, 15, 30),
                    Work("Invite and sell tickets", "registrations at planned level", 15, 25, 40),
                    Work("Plan safety and staffing", "safety plan and duty roster", 4, 6, 10),
                ],
            },
            Stage {
                title: "Delivery",
                work: &[
                    Work("Set up", "site ready for opening", 1, 2, 3),
                    Work("Hold the event", "event held", 1, 1, 3),
                    Work("Take down and settle accounts", "final account", 3, 5, 10),
                ],
            },
        ],
        risks: &[
            Risk(
                "a permit comes late or not at all",
                "the event cannot be held",
                3,
                5,
                "organiser",
                "apply first; hold an alternative place",
            ),
            Risk(
                "fewer guests than planned",
                "a loss",
                3,
                4,
                "organiser",
                "set a go or no-go date for bookings",
            ),
            Risk(
                "bad weather",
                "fewer guests, unsafe site",
                3,
                3,
                "site lead",
                "plan cover and a date for the decision",
            ),
        ],
    },
    Archetype {
        id: "construction",
        words: &[
            "build",
            "house",
            "renovate",
            "renovation",
            "construction",
            "roof",
            "kitchen",
            "garden",
            "building",
            "install",
            "solar",
            "bathroom",
            "extension",
        ],
        setting: "physical",
        stages: &[
            Stage {
                title: "Design and permission",
                work: &[
                    Work("Survey the site", "survey with measurements", 2, 4, 8),
                    Work("Draw and cost the design", "drawings with a cost estimate", 10, 15, 30),
                    Work("Obtain permission", "permission in writing", 20, 40, 90),
                ],
            },
            Stage {
                title: "Works",
                work: &[
                    Work("Choose contractors", "signed contracts", 10, 15, 30),
                    Work("Carry out the structural work", "structure accepted", 15, 30, 60),
                    Work("Fit out", "rooms ready for use", 10, 20, 40),
                ],
            },
            Stage {
                title: "Handover",
                work: &[Work("Inspect and mend defects", "signed acceptance", 3, 5, 15)],
            },
        ],
        risks: &[
            Risk(
                "hidden defects are found",
                "higher cost and delay",
                4,
                4,
                "site lead",
                "survey early; keep a contingency",
            ),
            Risk(
                "permission takes longer than planned",
                "works start late",
                3,
                4,
                "owner",
                "ask the authority before designing in detail",
            ),
            Risk(
                "a contractor drops out",
                "works stand still",
                2,
                4,
                "site lead",
                "keep the second-best offer warm",
            ),
        ],
    },
    Archetype {
        id: "course",
        words: &[
            "course",
            "training",
            "teach",
            "students",
            "school",
            "curriculum",
            "lesson",
            "lessons",
            "learning",
            "class",
            "tutorial",
        ],
        setting: "unknown",
        stages: &[
            Stage {
                title: "Design",
                work: &[
                    Work("State what participants will be able to do", "list of outcomes", 2, 3, 6),
                    Work("Write the curriculum", "curriculum with hours", 4, 7, 12),
                ],
            },
            Stage {
                title: "Production",
                work: &[
                    Work("Prepare material", "material for every lesson", 10, 20, 35),
                    Work("Try it with a small group", "list of changes", 3, 5, 10),
                ],
            },
            Stage {
                title: "Teaching",
                work: &[
                    Work("Enrol participants", "full class list", 7, 14, 28),
                    Work("Teach and assess", "results and feedback", 10, 20, 40),
                ],
            },
        ],
        risks: &[
            Risk(
                "too few participants",
                "the course does not take place",
                3,
                4,
                "course lead",
                "set a smallest number and a date",
            ),
            Risk(
                "the level does not fit",
                "participants leave",
                3,
                3,
                "course lead",
                "trial with a small group",
            ),
        ],
    },
    Archetype {
        id: "generic",
        words: &[],
        setting: "unknown",
        stages: &[
            Stage {
                title: "Define",
                work: &[
                    Work("State the goal and how success is measured", "one agreed page", 1, 2, 5),
                    Work("Find who is affected and ask them", "list with their wishes", 3, 5, 10),
                ],
            },
            Stage {
                title: "Do",
                work: &[
                    Work("Gather means and people", "commitments in writing", 5, 10, 20),
                    Work("Do the work", "the result in a first version", 15, 30, 60),
                    Work(
                        "Check the result against the goal",
                        "list of gaps, worst ones closed",
                        3,
                        5,
                        10,
                    ),
                ],
            },
            Stage {
                title: "Close",
                work: &[Work("Hand over and learn", "handover note", 1, 2, 4)],
            },
        ],
        risks: &[
            Risk(
                "the goal is understood differently",
                "rework",
                3,
                4,
                "lead",
                "agree on the measure of success first",
            ),
            Risk(
                "key people are not available",
                "delay",
                3,
                3,
                "lead",
                "name a stand-in for each role",
            ),
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_decide_and_nothing_means_generic() {
        assert_eq!(recognise("A festival for 300 guests").0.id, "event");
        assert_eq!(recognise("An app with a web API").0.id, "software_product");
        assert_eq!(recognise("Something else").0.id, "generic");
        assert_eq!(find("made up").id, "generic");
    }
}
