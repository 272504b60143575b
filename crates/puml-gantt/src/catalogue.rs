//! What Gantt charts can say: each construct with its form, its meaning and an example that compiles.

use puml_syntax::catalogue::{Primitive, Section, primitive};

/// The whole language, section by section.
pub(crate) const CATALOGUE: &[Section] = &[
    Section { name: "tasks", primitives: TASKS },
    Section { name: "dependencies", primitives: DEPENDENCIES },
    Section { name: "calendar", primitives: CALENDAR },
    Section { name: "resources", primitives: RESOURCES },
    Section { name: "chart", primitives: CHART },
];

const TASKS: &[Primitive] = &[
    primitive("duration", "[NAME] lasts N days", "how long a task takes", "[Build] lasts 5 days"),
    primitive(
        "date",
        "[NAME] starts|ends DATE",
        "when it starts or ends; the last day is part of it",
        "Project starts 2026-03-02\n[Build] starts 2026-03-04 and ends 2026-03-10",
    ),
    primitive(
        "relative",
        "[NAME] starts D+N",
        "so many days after the project's start",
        "[Build] starts D+3 and lasts 2 days",
    ),
    primitive(
        "alias",
        "[LONG NAME] as [CODE]",
        "what other sentences call it",
        "[Build the engine] as [B] lasts 5 days\n[B] is 40% complete",
    ),
    primitive(
        "and",
        "PHRASE and PHRASE",
        "several things about one task",
        "[A] lasts 2 days and starts D+1",
    ),
    primitive(
        "it",
        "it PHRASE",
        "the task of the line before",
        "[A] lasts 2 days\nit is colored in Pink",
    ),
    primitive(
        "milestone",
        "[NAME] happens DATE | at [A]'s end",
        "a diamond",
        "[A] lasts 2 days\n[Done] happens at [A]'s end",
    ),
    primitive(
        "completion",
        "[NAME] is N% complete",
        "how much is done",
        "[A] lasts 4 days\n[A] is 50% complete",
    ),
    primitive(
        "color",
        "[NAME] is colored in FILL/LINE",
        "the bar's colours",
        "[A] lasts 2 days\n[A] is colored in Lavender/Navy",
    ),
    primitive(
        "pause",
        "[NAME] pauses on DATE|DAY",
        "days on which it rests",
        "Project starts 2026-03-02\n[A] lasts 5 days and pauses on 2026-03-04",
    ),
    primitive(
        "link",
        "[NAME] links to [[URL]]",
        "where a click leads",
        "[A] lasts 2 days and links to [[https://example.org]]",
    ),
    primitive(
        "row",
        "[NAME] displays on same row as [A]",
        "two bars in one row",
        "[A] lasts 2 days\n[B] starts D+4 and displays on same row as [A]",
    ),
    primitive(
        "deleted",
        "[NAME] is deleted",
        "taken back, still shown",
        "[A] lasts 2 days and is deleted",
    ),
    primitive(
        "note",
        "note bottom … end note",
        "below the last task",
        "[A] lasts 2 days\nnote bottom\n  why\nend note",
    ),
];

const DEPENDENCIES: &[Primitive] = &[
    primitive(
        "after",
        "[B] starts at [A]'s end",
        "follows another task",
        "[A] lasts 2 days\n[B] starts at [A]'s end and lasts 3 days",
    ),
    primitive(
        "lag",
        "[B] starts N [working] days after|before [A]'s start|end",
        "with days between",
        "[A] lasts 2 days\n[B] starts 2 days after [A]'s end",
    ),
    primitive(
        "ends",
        "[B] ends at [A]'s end",
        "ends together",
        "[A] lasts 5 days\n[B] lasts 2 days and ends at [A]'s end",
    ),
    primitive(
        "then",
        "then [B] lasts …",
        "follows the task before",
        "[A] lasts 2 days\nthen [B] lasts 3 days",
    ),
    primitive(
        "arrow",
        "[A] -> [B]",
        "the same as an arrow",
        "[A] lasts 2 days\n[B] lasts 1 day\n[A] -> [B]",
    ),
    primitive(
        "style",
        "[A] -[#red,dashed]-> [B]",
        "colour and line of the arrow",
        "[A] lasts 2 days\n[A] -[#red,dashed]-> [B]",
    ),
    primitive(
        "occurs",
        "[C] occurs from [A] to [B]",
        "from the start of one to the end of another",
        "[A] lasts 2 days\nthen [B] lasts 3 days\n[C] occurs from [A] to [B]",
    ),
];

const CALENDAR: &[Primitive] = &[
    primitive(
        "project",
        "Project starts DATE",
        "the first day",
        "Project starts 2026-03-02\n[A] lasts 5 days",
    ),
    primitive(
        "weekend",
        "WEEKDAY are closed",
        "no work on these days",
        "Project starts 2026-03-02\nsaturday are closed\nsunday are closed\n[A] lasts 10 days",
    ),
    primitive(
        "closed",
        "DATE [to DATE] is closed|open [for [A]]",
        "single days",
        "Project starts 2026-03-02\n2026-03-04 to 2026-03-05 are closed\n[A] lasts 5 days",
    ),
    primitive(
        "named",
        "DATE to DATE are named [NAME]",
        "a range with a name",
        "Project starts 2026-03-02\n2026-03-04 to 2026-03-05 are named [Fair]\n[A] lasts 5 days",
    ),
    primitive(
        "colored",
        "DATE is colored in COLOR",
        "a coloured day",
        "Project starts 2026-03-02\n2026-03-04 is colored in Salmon\n[A] lasts 5 days",
    ),
    primitive(
        "today",
        "today is DATE and is colored in COLOR",
        "marks a day as today",
        "Project starts 2026-03-02\ntoday is 2026-03-04 and is colored in Pink\n[A] lasts 5 days",
    ),
    primitive(
        "hours",
        "from H:MM to H:MM are working hours",
        "a day is as long as it is worked",
        "Project starts 2026-03-02\nfrom 8:00 to 16:00 are working hours\n[A] lasts 2 days",
    ),
];

const RESOURCES: &[Primitive] = &[
    primitive(
        "on",
        "[NAME] on {PERSON:N%} lasts …",
        "who works on it and how much",
        "[A] on {Ann:50%} {Bob} lasts 6 days",
    ),
    primitive(
        "off",
        "{PERSON} is off on DATE|DAY",
        "when somebody does not work",
        "Project starts 2026-03-02\n{Ann} is off on 2026-03-03\n[A] on {Ann} lasts 4 days",
    ),
];

const CHART: &[Primitive] = &[
    primitive(
        "separator",
        "-- TEXT --",
        "a line across the rows",
        "[A] lasts 2 days\n-- Later --\n[B] lasts 2 days",
    ),
    primitive(
        "group",
        "group [NAME] … end group",
        "tasks that belong together",
        "group [G]\n[A] lasts 2 days\nend group",
    ),
    primitive(
        "vertical",
        "separator just before DATE",
        "a line across the days",
        "Project starts 2026-03-02\nseparator just before 2026-03-04\n[A] lasts 5 days",
    ),
    primitive(
        "scale",
        "printscale daily|weekly|monthly|quarterly|yearly [zoom N]",
        "how wide time is",
        "Project starts 2026-03-02\nprintscale weekly zoom 2\n[A] lasts 60 days",
    ),
    primitive(
        "print",
        "print between DATE and DATE",
        "a part of the chart",
        "Project starts 2026-03-02\nprint between 2026-03-03 and 2026-03-09\n[A] lasts 20 days",
    ),
    primitive(
        "language",
        "language CODE",
        "months and week days",
        "Project starts 2026-03-02\nlanguage de\n[A] lasts 5 days",
    ),
    primitive(
        "hide",
        "hide footbox|closed|column NAME|resources names|resources footbox",
        "leaves parts out",
        "hide footbox\nhide column end\n[A] lasts 2 days",
    ),
];
