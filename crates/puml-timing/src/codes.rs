//! Every kind of finding that only timing diagrams have, one table per area.

/// Findings of lowering: what each line means together with the others.
pub mod model {
    use diag::Code;

    /// A line about somebody who is declared nowhere.
    pub const UNKNOWN_PLAYER: Code =
        Code::error("model/unknown-player", "no player of this name is declared above");
    /// A label or clock that means no moment.
    pub const UNKNOWN_TIME: Code =
        Code::error("model/unknown-time", "a name means no moment of the diagram");
    /// A state of a clock, a constraint at one, or a list of states where there are none.
    pub const NOT_FOR_KIND: Code =
        Code::error("model/not-for-kind", "a player of this kind has nothing of the sort");
    /// A date format that cannot be read.
    pub const BAD_DATE_FORMAT: Code =
        Code::error("model/bad-date-format", "a date format has letters that mean nothing");
    /// A change at a moment at which there is one already.
    pub const SECOND_CHANGE: Code =
        Code::warning("model/second-change", "a player changes twice at one moment");
    /// A value of an analog signal that is no number.
    pub const NOT_A_NUMBER: Code =
        Code::warning("model/not-a-number", "a value of a signal is no number, so 0 is used");

    /// A message whose moment has a name that no line gives.
    pub const ASSUMED_NOW: Code =
        Code::warning("model/assumed-now", "a message names no known moment, so now is used");

    /// All of them.
    pub const ALL: &[Code] = &[
        UNKNOWN_PLAYER,
        UNKNOWN_TIME,
        NOT_FOR_KIND,
        BAD_DATE_FORMAT,
        SECOND_CHANGE,
        NOT_A_NUMBER,
        ASSUMED_NOW,
    ];
}

/// Advice of the readability check.
pub mod lint {
    use diag::Code;

    /// More than a reader takes in at once.
    pub const TOO_MANY_PLAYERS: Code =
        Code::warning("lint/too-many-players", "too many players stand in one diagram");
    /// Somebody without a state.
    pub const IDLE_PLAYER: Code = Code::warning("lint/idle-player", "a player never has a state");

    /// All of them.
    pub const ALL: &[Code] = &[TOO_MANY_PLAYERS, IDLE_PLAYER];
}
