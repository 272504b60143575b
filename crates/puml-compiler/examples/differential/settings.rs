//! Random settings of looks, and what stands around a diagram: texts that change no verdict and few words.

use super::chance::Chance;

const LINES: [&str; 24] = [
    "skinparam responseMessageBelowArrow true",
    "skinparam sequenceMessageAlign center",
    "skinparam sequenceGroupBodyBackgroundColor #EEF",
    "skinparam BoxFontColor red",
    "skinparam guillemet false",
    "skinparam handwritten true",
    "skinparam padding 4",
    "skinparam ParticipantPadding 20",
    "skinparam dpi 120",
    "skinparam style strictuml",
    "skinparam roundCorner 12",
    "skinparam shadowing true",
    "skinparam NoteFontStyle italic",
    "skinparam lifelineStrategy solid",
    "skinparam monochrome true",
    "skinparam sequence {\nArrowColor red\nLifeLineBorderColor blue\n}",
    "<style>\nsequenceDiagram {\nparticipant { FontStyle italic }\narrow { FontWeight bold }\n}\n</style>",
    "!theme plain",
    "header above",
    "footer below",
    "caption beneath",
    "legend left\na legend\nend legend",
    "mainframe framed",
    "scale 1.5",
];

/// A setting of one or several lines.
pub(crate) fn setting(chance: &mut Chance) -> &'static str {
    chance.of(&LINES)
}

/// Lines of the preprocessor around a message: a variable, a condition, a part, a procedure, a macro.
pub(crate) fn preprocessed(chance: &mut Chance, message: &str) -> String {
    match chance.below(6) {
        0 => format!("!$word = \"said\"\n{message} $word"),
        1 => format!("!if (1 == 1)\n{message}\n!else\nnothing at all\n!endif"),
        2 => format!("!startsub PART\n{message}\n!endsub"),
        3 => format!("!procedure $say($what)\n{message} $what\n!endprocedure\n$say(\"said\")"),
        4 => format!("!define SAID said\n{message} SAID"),
        _ => format!("!ifdef NOTHING\n{message}\n!endif"),
    }
}
