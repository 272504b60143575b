//! How a host spells the things that all hosts have: servers, hooks, rules, documents.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value as Json};

/// The spelling a route uses, by what it writes.
#[derive(Debug, Clone, Default)]
pub(crate) enum Shape {
    /// As the module spells it.
    #[default]
    Plain,
    Server(ServerShape),
    Hook(HookShape),
    Rule(RuleShape),
    Document(DocumentShape),
}

/// An MCP server in a host's settings.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ServerShape {
    /// Our field to the host's; a field that is not listed is lost. Absent: all six, by their own names.
    pub(crate) fields: Option<BTreeMap<String, String>>,
    /// How a variable of the user is spelled, with `NAME` for its name. Absent: the host expands none.
    pub(crate) variable: Option<String>,
    /// Our fields in which variables are expanded. Absent: all.
    pub(crate) expands: Option<Vec<String>>,
    /// Constant fields of a server that is a program.
    #[serde(default)]
    pub(crate) local: Map<String, Json>,
    /// Constant fields of a server that is an address.
    #[serde(default)]
    pub(crate) remote: Map<String, Json>,
    /// The program and its arguments are one list.
    #[serde(default)]
    pub(crate) command_list: bool,
    /// The field that lists variables to pass on by name.
    pub(crate) passes: Option<String>,
    /// The program gets the whole environment of the host, so a variable of the same name needs no entry.
    #[serde(default)]
    pub(crate) inherits: bool,
    /// The field that names the variable with the bearer token.
    pub(crate) bearer: Option<String>,
    /// The field that maps headers to variables.
    pub(crate) header_variables: Option<String>,
    /// The field that repeats the server's name.
    pub(crate) named: Option<String>,
}

/// Our fields of a server.
pub(crate) const SERVER_FIELDS: [&str; 6] = ["command", "args", "env", "cwd", "url", "headers"];

impl ServerShape {
    /// The host's name of one of our fields.
    pub(crate) fn field<'s>(&'s self, ours: &'s str) -> Option<&'s str> {
        match &self.fields {
            None => Some(ours),
            Some(fields) => fields.get(ours).map(String::as_str),
        }
    }

    /// The spelling of a variable in one of our fields, where the host expands it.
    pub(crate) fn variable_in(&self, field: &str) -> Option<&str> {
        let expands = self.expands.as_ref();
        let here = expands.is_none_or(|fields| fields.iter().any(|known| known == field));
        self.variable.as_deref().filter(|_| here)
    }
}

/// A hook in a host's settings or in a file of its own.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HookShape {
    /// The field that holds the command.
    #[serde(default = "command")]
    pub(crate) command: String,
    /// The field of the time limit; absent: lost.
    pub(crate) timeout: Option<String>,
    /// Units of the time limit in a second.
    #[serde(default = "one")]
    pub(crate) per_second: u64,
    /// The field of the matcher; absent: lost.
    pub(crate) matcher: Option<String>,
    /// Commands stand in a list `hooks` beside their matcher.
    #[serde(default)]
    pub(crate) grouped: bool,
    /// Constant fields of a command.
    #[serde(default)]
    pub(crate) add: Map<String, Json>,
    /// Constant fields of the whole file.
    #[serde(default)]
    pub(crate) top: Map<String, Json>,
}

fn command() -> String {
    "command".into()
}

fn one() -> u64 {
    1
}

/// The head of a rule file. `{about}` is a quoted description, `{list}` the globs as a list, `{comma}` as one text
/// with commas, `{quoted}` the same in quotes.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RuleShape {
    /// For instructions limited to some files.
    pub(crate) globs: Option<String>,
    /// For those that are not.
    pub(crate) always: Option<String>,
}

/// A prompt, command or subagent whose fields the host names in its own way.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DocumentShape {
    /// Our field to the host's; a field that is not listed is lost.
    pub(crate) fields: BTreeMap<String, String>,
    /// Fields with the same value in every document.
    #[serde(default)]
    pub(crate) add: Map<String, Json>,
    /// The field of the text; absent for Markdown, where the text follows the front matter.
    pub(crate) body: Option<String>,
}
