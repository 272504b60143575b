//! What an editor needs to know about a block, whatever its family: the pieces of each statement, who is named where,
//! the outline, the words that may be typed. Plain data in no protocol's words.
//!
//! A family implements [`Describe`] for its statements; every parsed document is then an [`EditorTree`].

mod call;
mod outline;
mod pieces;
mod shared;
mod tree;
mod words;

pub use call::{CallLine, Called, call_line};
pub use outline::{Entry, EntryKind, hanging, nested};
pub use pieces::{Piece, PieceKind, Pieces};
pub use tree::{Declared, Describe, EditorTree, Feature, Mention, Role, Run};
pub use words::{NO_WORDS, Needs, Opener, Relations, Words, inside, opener};
