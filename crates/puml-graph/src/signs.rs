//! What sources write for the ends of links and for directions, wherever links are drawn with characters.

use crate::model::{Head, Side};

/// Heads at the left end, the longer of two before the shorter.
pub const LEFT_HEADS: [(&str, Head); 22] = [
    ("<||", Head::Redefines),
    ("<|:", Head::DefinedBy),
    ("<|", Head::Extension),
    ("<<", Head::Triangle),
    ("<_", Head::Arrow),
    ("<", Head::Arrow),
    ("^", Head::Extension),
    ("*", Head::Composition),
    ("o", Head::Aggregation),
    ("x", Head::Cross),
    ("0)", Head::CircleArc),
    ("0", Head::Circle),
    ("@", Head::Dot),
    (")", Head::Arc),
    ("#", Head::Square),
    ("+", Head::Plus),
    ("}o", Head::ZeroOrMany),
    ("}|", Head::OneOrMany),
    ("}", Head::Many),
    ("|o", Head::ZeroOrOne),
    ("||", Head::One),
    ("", Head::None),
];

/// Heads at the right end, the longer of two before the shorter.
pub const RIGHT_HEADS: [(&str, Head); 24] = [
    ("||>", Head::Redefines),
    (":|>", Head::DefinedBy),
    ("|>", Head::Extension),
    (">>", Head::Triangle),
    ("_>", Head::Arrow),
    (">", Head::Arrow),
    ("^", Head::Extension),
    ("*", Head::Composition),
    ("o{", Head::ZeroOrMany),
    ("o|", Head::ZeroOrOne),
    ("o", Head::Aggregation),
    ("x", Head::Cross),
    ("(0", Head::CircleArc),
    ("0", Head::Circle),
    ("@", Head::Dot),
    ("(", Head::Arc),
    ("#", Head::Square),
    ("+", Head::Plus),
    ("|{", Head::OneOrMany),
    ("{", Head::Many),
    ("||", Head::One),
    ("\\\\", Head::HalfUpper),
    ("//", Head::HalfLower),
    ("", Head::None),
];

/// Directions in the body of a link, the longer of two before the shorter.
pub const DIRECTIONS: [(&str, Side); 12] = [
    ("left", Side::Left),
    ("right", Side::Right),
    ("down", Side::Down),
    ("up", Side::Up),
    ("le", Side::Left),
    ("ri", Side::Right),
    ("do", Side::Down),
    ("l", Side::Left),
    ("r", Side::Right),
    ("u", Side::Up),
    ("d", Side::Down),
    ("", Side::Down),
];
