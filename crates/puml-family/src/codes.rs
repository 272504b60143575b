//! What lowering and styling report in every family, one table per area.

/// Findings about the meaning of a line.
pub mod model {
    use diag::Code;

    /// A theme nobody knows.
    pub const UNKNOWN_THEME: Code = Code::error("model/unknown-theme", "there is no such theme");
    /// A sprite whose rows make no picture.
    pub const BAD_SPRITE: Code = Code::error("model/bad-sprite", "a sprite makes no picture");
    /// A file that a sprite or a style sheet names.
    pub const UNREADABLE_FILE: Code =
        Code::error("model/unreadable-file", "a file that the diagram names cannot be read");
    /// A note without a place, with nothing before it.
    pub const NOTE_WITHOUT_TARGET: Code =
        Code::warning("model/note-without-target", "a note has nothing to stand at");
    /// `top` or `bottom` where only a message has them.
    pub const IGNORED_POSITION: Code =
        Code::warning("model/ignored-position", "a note cannot stand above or below here");
    /// A sprite or picture, parts of which are not drawn.
    pub const UNDRAWN_SPRITE: Code =
        Code::warning("model/undrawn-sprite", "parts of a sprite are not drawn");
    /// A formula, QR code or picture in text that is shown as written.
    pub const UNDRAWN_MARKUP: Code =
        Code::warning("model/undrawn-markup", "markup is shown as written, not drawn");
    /// A mistake in a diagram that stands inside a text, which is then shown as written.
    pub const EMBEDDED_DIAGRAM: Code =
        Code::warning("model/embedded-diagram", "a diagram inside a text has a mistake");
    /// A command that is understood and changes nothing.
    pub const NO_EFFECT: Code = Code::warning("model/no-effect", "a command changes nothing");
    /// Errors past the number that is listed.
    pub const MORE_ERRORS: Code = Code::error("model/more-errors", "there are more errors");
    /// Other findings past the number that is listed.
    pub const MORE_FINDINGS: Code = Code::info("model/more-findings", "there are more findings");

    /// Every code of this area.
    pub const ALL: &[Code] = &[
        MORE_ERRORS,
        MORE_FINDINGS,
        UNKNOWN_THEME,
        BAD_SPRITE,
        UNREADABLE_FILE,
        NOTE_WITHOUT_TARGET,
        IGNORED_POSITION,
        UNDRAWN_SPRITE,
        UNDRAWN_MARKUP,
        EMBEDDED_DIAGRAM,
        NO_EFFECT,
    ];
}

/// Findings about styles: all of them let the diagram pass.
pub mod style {
    use diag::Code;

    /// A skin parameter, selector or property that is probably misspelt.
    pub const UNKNOWN_NAME: Code =
        Code::warning("style/unknown-name", "a style name is unknown and has no effect");
    /// A skin parameter, selector or property of other diagrams, or one that nothing reads.
    pub const NO_EFFECT: Code =
        Code::info("style/no-effect", "a style name has no effect on this diagram");
    /// A value that the parameter or property cannot take.
    pub const BAD_VALUE: Code =
        Code::warning("style/bad-value", "a style has a value that cannot be read");

    /// A theme or skin of the reference that is not shipped here.
    pub const ABSENT_THEME: Code =
        Code::warning("style/absent-theme", "a theme is known but not available");

    /// Every code of this area.
    pub const ALL: &[Code] = &[UNKNOWN_NAME, NO_EFFECT, BAD_VALUE, ABSENT_THEME];
}
