//! Parts of a picture that nothing is said about yet; a family sets what its source says.

use diag::Span;
use puml_family::{Label, LookId};

use crate::model::{
    Body, End, Entity, Frame, Group, GroupId, Head, LineStyle, Link, Middle, Shape, Side,
};

impl Entity {
    /// An entity of a kind and a shape; its label is its id.
    pub fn new(id: String, kind: &'static str, shape: Shape, look: LookId, origin: Span) -> Self {
        Self {
            label: Label { text: id.clone() },
            id,
            kind,
            generic: None,
            stereotypes: Vec::new(),
            hides_stereotypes: false,
            spot: None,
            visibility: None,
            shape,
            body: Body::default(),
            group: None,
            link: None,
            hidden: false,
            look,
            header_look: None,
            body_look: look,
            stereotype_look: look,
            origin,
        }
    }
}

impl Group {
    /// A group of a kind inside another, without a title.
    pub fn new(
        id: String,
        kind: &'static str,
        parent: Option<GroupId>,
        look: LookId,
        origin: Span,
    ) -> Self {
        Self {
            id,
            kind,
            label: Label::default(),
            stereotypes: Vec::new(),
            frame: Frame::default(),
            parent,
            link: None,
            composite: None,
            look,
            origin,
        }
    }
}

impl Link {
    /// A link without heads and labels, its right end below.
    pub fn new(from: End, to: End, look: LookId, origin: Span) -> Self {
        Self {
            from,
            to,
            from_head: Head::None,
            to_head: Head::None,
            label: Label::default(),
            from_label: Label::default(),
            to_label: Label::default(),
            from_role: Label::default(),
            to_role: Label::default(),
            from_qualifier: Label::default(),
            to_qualifier: Label::default(),
            stereotypes: Vec::new(),
            reading: None,
            middle: Middle::None,
            stroke: LineStyle::Solid,
            side: Side::Down,
            length: 1,
            free: false,
            hidden: false,
            trunk: None,
            link: None,
            beside: Vec::new(),
            look,
            origin,
        }
    }
}
