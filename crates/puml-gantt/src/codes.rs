//! Every kind of finding that only Gantt charts have, one table per area.

/// Findings of the parser.
pub mod syntax {
    use diag::Code;

    /// The reference reads a sentence as far as it can and drops the rest in silence.
    pub const IGNORED_WORDS: Code =
        Code::warning("syntax/ignored-words", "words at the end of a sentence have no effect");
    /// A verb that the subject does not have, or one that lacks what it needs.
    pub const UNKNOWN_PHRASE: Code =
        Code::error("syntax/unknown-phrase", "what is said about the subject is not understood");

    /// All of them.
    pub const ALL: &[Code] = &[IGNORED_WORDS, UNKNOWN_PHRASE];
}

/// Findings of lowering: what each sentence means together with the others.
pub mod model {
    use diag::Code;

    /// 30 February, or 25 o'clock.
    pub const BAD_DATE: Code = Code::error("model/bad-date", "there is no such day or time");
    /// A sentence about a task that stands nowhere above.
    pub const UNKNOWN_TASK: Code =
        Code::error("model/unknown-task", "no task of this name stands above");
    /// `it`, `he`, `she` or `they` with nobody before.
    pub const UNCLEAR_PRONOUN: Code =
        Code::error("model/unclear-pronoun", "a pronoun has nothing to stand for");
    /// A date in a chart that has no calendar.
    pub const NO_PROJECT_START: Code =
        Code::error("model/no-project-start", "a date needs the start of the project");
    /// The project starts after its first task was written.
    pub const LATE_PROJECT_START: Code =
        Code::error("model/late-project-start", "the project must start before its first task");
    /// `{Alice:0%}`.
    pub const BAD_SHARE: Code =
        Code::error("model/bad-share", "a person works with more than 0 percent");
    /// A sentence about a group, whose dates are those of its tasks.
    pub const GROUP_SENTENCE: Code =
        Code::error("model/group-sentence", "a group takes its dates from its tasks");
    /// `{Alice} works on [A]`, which the reference never understands.
    pub const UNREAD_WORK: Code =
        Code::error("model/unread-work", "who works on a task stands with the task");
    /// More than twenty years.
    pub const TOO_LONG: Code = Code::error("model/too-long", "the chart is longer than 20 years");
    /// All days closed, or nobody there.
    pub const NEVER_WORKED: Code =
        Code::error("model/never-worked", "no day is open on which the task could be worked");
    /// A task whose end was set before its start.
    pub const ENDS_BEFORE_START: Code =
        Code::warning("model/ends-before-start", "a task ends before it starts");
    /// A colour that nobody knows, which is white.
    pub const WHITE_COLOR: Code =
        Code::warning("model/white-color", "a color is unknown, so white is used");
    /// Something moved after a link to it was counted.
    pub const STALE_LINK: Code =
        Code::warning("model/stale-link", "a task moved after another was placed by it");

    /// A calendar that comes after what it should count for.
    pub const LATE_CALENDAR: Code =
        Code::warning("model/late-calendar", "days are closed or opened after a task was placed");

    /// All of them.
    pub const ALL: &[Code] = &[
        BAD_DATE,
        UNKNOWN_TASK,
        UNCLEAR_PRONOUN,
        NO_PROJECT_START,
        LATE_PROJECT_START,
        BAD_SHARE,
        GROUP_SENTENCE,
        UNREAD_WORK,
        TOO_LONG,
        NEVER_WORKED,
        ENDS_BEFORE_START,
        WHITE_COLOR,
        STALE_LINK,
        LATE_CALENDAR,
    ];
}

/// Advice of the readability check.
pub mod lint {
    use diag::Code;

    /// More rows than a reader takes in at once.
    pub const TOO_MANY_TASKS: Code =
        Code::warning("lint/too-many-tasks", "too many tasks stand in one chart");
    /// Somebody works more than whole days.
    pub const OVERLOADED: Code =
        Code::warning("lint/overloaded-resource", "a person has more work than a day holds");
    /// More columns than a page is wide.
    pub const FINE_SCALE: Code =
        Code::warning("lint/fine-scale", "the scale is too fine for so long a chart");

    /// All of them.
    pub const ALL: &[Code] = &[TOO_MANY_TASKS, OVERLOADED, FINE_SCALE];
}
