//! `puml_dump_ast`: the older name of `puml_parse`.

use toolserver::Tool;

use super::{Context, puml_parse};

const DESCRIPTION: &str = "Returns the syntax tree of a puml source; the same as puml_parse.";

pub(super) fn tool(context: &Context) -> Tool {
    Tool {
        name: "puml_dump_ast".into(),
        title: "Dump the syntax tree".into(),
        description: DESCRIPTION.into(),
        ..puml_parse::tool(context)
    }
}
