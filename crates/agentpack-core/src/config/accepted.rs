//! Losses that a config accepts, so that nobody is told of them again.

use crate::yaml::{Node, Reader};

/// Losses that a config accepts, by the field that is lost.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Accepted {
    /// Every loss is reported.
    #[default]
    None,
    /// Losses of these fields are not reported; `module` stands for a module that is not written at all.
    Fields(Vec<String>),
    /// No loss is reported.
    All,
}

impl Accepted {
    /// Whether the loss of a field is accepted.
    pub fn has(&self, field: &str) -> bool {
        match self {
            Self::None => false,
            Self::Fields(fields) => fields.iter().any(|known| known == field),
            Self::All => true,
        }
    }
}

/// `all`, or a list of fields.
pub(super) fn accepted(reader: &mut Reader, node: &Node) -> Accepted {
    match node.text() {
        Some("all") => Accepted::All,
        _ => Accepted::Fields(reader.texts(node, "accept_losses")),
    }
}
