//! Every kind of finding about data that a diagram is made of. Each has a page in `docs/codes/from`.

use diag::Code;

/// The text is not what it is said to be.
pub const CANNOT_READ: Code = Code::error("from/cannot-read", "the data cannot be read");
/// Right, but without anything that a diagram shows.
pub const NOTHING_TO_DRAW: Code =
    Code::error("from/nothing-to-draw", "the data holds nothing that a diagram could show");
/// A kind of diagram that the other language does not have.
pub const NO_EQUIVALENT: Code =
    Code::error("from/no-equivalent", "the other language has no diagram of this kind");
/// Something of the data that the diagram cannot say.
pub const LEFT_OUT: Code = Code::warning("from/left-out", "part of the data is not in the diagram");

/// All of them.
pub const ALL: &[Code] = &[CANNOT_READ, NOTHING_TO_DRAW, NO_EQUIVALENT, LEFT_OUT];
