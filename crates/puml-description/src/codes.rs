//! Every kind of finding that only component, deployment and use case diagrams have. What they share with other
//! pictures of entities is in `puml_graph::codes`.

/// Findings of lowering: what each line means together with the others.
pub mod model {
    use diag::Code;

    /// A port that no container is around.
    pub const PORT_OUTSIDE: Code =
        Code::error("model/port-outside", "a port stands in no container");

    /// All of them.
    pub const ALL: &[Code] = &[PORT_OUTSIDE];
}
