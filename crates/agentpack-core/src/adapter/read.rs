//! A host's table from text: every problem with its place and, where there is one, the nearest known name.
//! A table may come from anybody, so it can only name places in the project and plain folders of the home.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use toml_edit::{Document, Item};

use super::shape::{DocumentShape, HookShape, RuleShape, SERVER_FIELDS, ServerShape, Shape};
use super::{
    Adapter, Ask, Format, Host, Loss, Place, Read, Route, RouteScope, When, Writer, is_name,
    split_template,
};
use crate::config::{Layout, ModuleKind};
use crate::module::EVENTS;
use crate::path::RelPath;
use crate::render::is_import;
use crate::yaml::Problem;

/// Folders of the home that steer more than agents: no table may write there.
const PROTECTED: [&str; 10] = [
    ".agentpack",
    ".aws",
    ".config/autostart",
    ".config/systemd",
    ".docker",
    ".git",
    ".gnupg",
    ".kube",
    ".local/bin",
    ".ssh",
];
/// Names that mean something else.
const RESERVED: [&str; 2] = ["all", "shared"];

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawAdapter {
    name: String,
    title: String,
    checked: String,
    #[serde(default)]
    notes: Vec<String>,
    #[serde(default)]
    cites: Vec<String>,
    specified: Option<u32>,
    #[serde(default)]
    flags: BTreeMap<String, bool>,
    #[serde(default)]
    upstream_flags: BTreeMap<String, bool>,
    #[serde(default)]
    places: BTreeMap<String, Place>,
    #[serde(default, rename = "route")]
    routes: Vec<RawRoute>,
    #[serde(default)]
    reads: Vec<RawRead>,
    #[serde(default)]
    events: BTreeMap<String, String>,
    #[serde(default, rename = "loss")]
    losses: Vec<RawNote>,
    #[serde(default)]
    asks: Vec<RawNote>,
    #[serde(default, rename = "server")]
    servers: BTreeMap<String, ServerShape>,
    #[serde(default, rename = "hook")]
    hooks: BTreeMap<String, HookShape>,
    #[serde(default, rename = "rule")]
    rules: BTreeMap<String, RuleShape>,
    #[serde(default, rename = "document")]
    documents: BTreeMap<String, DocumentShape>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRoute {
    kinds: Vec<String>,
    user: Option<String>,
    project: Option<String>,
    layout: Option<LayoutName>,
    #[serde(default)]
    when: When,
    #[serde(default)]
    yields: bool,
    path: String,
    write: Writer,
    format: Option<Format>,
    key: Option<String>,
    shape: Option<String>,
    import: Option<String>,
    instead_of: Option<String>,
    arguments: Option<String>,
    flag: Option<String>,
    block_flag: Option<String>,
    #[serde(default)]
    scan: bool,
    #[serde(default)]
    shared: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRead {
    kinds: Vec<String>,
    user: Option<String>,
    project: Option<String>,
    path: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawNote {
    kinds: Vec<String>,
    scope: Option<RouteScope>,
    field: Option<String>,
    says: String,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LayoutName {
    Current,
    Upstream,
}

/// Reads and checks a table; `stem` is the name of its file.
pub(super) fn adapter(text: &str, stem: &str) -> Result<Adapter, Vec<Problem>> {
    let raw: RawAdapter = toml_edit::de::from_str(text).map_err(|error| {
        let message = error.message().to_owned();
        let hint = nearest_expected(&message);
        vec![problem(text, error.span(), message, hint)]
    })?;
    let mut check = Check { text, problems: Vec::new() };
    let adapter = check.adapter(raw, stem);
    match adapter {
        Some(adapter) if check.problems.is_empty() => Ok(adapter),
        _ => {
            check.problems.sort_by_key(|problem| (problem.line, problem.column));
            Err(check.problems)
        }
    }
}

/// Out of «unknown field `a`, expected one of `b`, `c`» the name nearest to the first.
fn nearest_expected(message: &str) -> Option<String> {
    let names: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let (given, known) = names.split_first()?;
    diag::nearest(given, known.iter().copied()).map(|name| format!("did you mean `{name}`?"))
}

fn problem(
    text: &str,
    span: Option<Range<usize>>,
    message: String,
    hint: Option<String>,
) -> Problem {
    let at = span.map_or(0, |span| span.start).min(text.len());
    let before = text.get(..at).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Problem { message, line, column, hint }
}

/// The keys that lead to a value, to find its position.
#[derive(Clone, Copy)]
enum Step<'s> {
    Key(&'s str),
    At(usize),
}

struct Check<'c> {
    text: &'c str,
    problems: Vec<Problem>,
}

impl Check<'_> {
    /// Notes a problem at the deepest of the keys that the text has.
    fn refuse(&mut self, way: &[Step<'_>], message: String, hint: Option<String>) {
        // Parsed with places only here: a table without a mistake needs none.
        let document = Document::parse(self.text).ok();
        let mut item = document.as_ref().map(Document::as_item);
        let mut span = None;
        for step in way {
            item = item.and_then(|item| match step {
                Step::Key(key) => item.get(*key),
                Step::At(index) => item.get(*index),
            });
            if let Some(found) = item.and_then(Item::span) {
                span = Some(found);
            }
        }
        self.problems.push(problem(self.text, span, message, hint));
    }

    fn adapter(&mut self, raw: RawAdapter, stem: &str) -> Option<Adapter> {
        let name = [Step::Key("name")];
        if !is_name(&raw.name) || RESERVED.contains(&raw.name.as_str()) {
            let message = format!("`{}` cannot name a host", raw.name.escape_debug());
            self.refuse(&name, message, Some("use lower-case letters, digits, `_`, `-`".into()));
        } else if raw.name != stem {
            let message = format!("the file is called {stem}.toml, the host `{}`", raw.name);
            self.refuse(&name, message, None);
        }
        for (place, value) in &raw.places {
            let way = [Step::Key("places"), Step::Key(place), Step::Key("default")];
            self.template(&value.default, &way, &raw.places, None);
        }
        for event in raw.events.keys().filter(|event| !EVENTS.contains(&event.as_str())) {
            let way = [Step::Key("events"), Step::Key(event)];
            self.unknown(&way, "event", event, &EVENTS);
        }
        self.shapes(&raw);
        let mut flags = raw.flags.clone();
        let mut routes = Vec::new();
        for (index, route) in raw.routes.iter().enumerate() {
            routes.extend(self.route(index, route, &raw, &mut flags));
        }
        let mut reads = Vec::new();
        for (index, read) in raw.reads.iter().enumerate() {
            let way = [Step::Key("reads"), Step::At(index)];
            let kinds = self.kinds(&read.kinds, &way);
            for (scope, root) in
                self.roots(read.user.as_ref(), read.project.as_ref(), &way, &raw.places)
            {
                let path = read.path.clone();
                reads.push(Read { kinds: kinds.clone(), scope, root, path });
            }
        }
        let losses = self.notes("loss", &raw.losses);
        let asks = self.notes("asks", &raw.asks);
        Some(Adapter {
            host: Host::of(&raw.name)?,
            title: raw.title,
            checked: raw.checked,
            notes: raw.notes,
            cites: raw.cites,
            specified: raw.specified,
            flags,
            upstream_flags: raw.upstream_flags,
            places: raw.places,
            routes,
            reads,
            events: raw.events,
            losses,
            asks: asks
                .into_iter()
                .map(|it| Ask { kinds: it.kinds, scope: it.scope, says: it.says })
                .collect(),
        })
    }

    fn notes(&mut self, table: &str, notes: &[RawNote]) -> Vec<Loss> {
        let mut all = Vec::new();
        for (index, note) in notes.iter().enumerate() {
            let kinds = self.kinds(&note.kinds, &[Step::Key(table), Step::At(index)]);
            let (scope, field, says) = (note.scope, note.field.clone(), note.says.clone());
            all.push(Loss { kinds, scope, field, says });
        }
        all
    }

    fn unknown(&mut self, way: &[Step<'_>], what: &str, given: &str, known: &[&str]) {
        let hint = diag::nearest(given, known.iter().copied())
            .map(|name| format!("did you mean `{name}`?"))
            .or_else(|| Some(format!("known: {}", known.join(", "))));
        self.refuse(way, format!("unknown {what} `{}`", given.escape_debug()), hint);
    }

    fn kinds(&mut self, names: &[String], way: &[Step<'_>]) -> Vec<ModuleKind> {
        let mut kinds = Vec::new();
        for (index, name) in names.iter().enumerate() {
            if let Some(kind) = ModuleKind::named(name) {
                kinds.push(kind);
            } else {
                let way = [way, &[Step::Key("kinds"), Step::At(index)]].concat();
                self.unknown(&way, "module type", name, &ModuleKind::ALL.map(ModuleKind::name));
            }
        }
        kinds
    }

    fn shapes(&mut self, raw: &RawAdapter) {
        for (name, shape) in &raw.servers {
            let way = [Step::Key("server"), Step::Key(name)];
            if let Some(variable) = shape.variable.as_ref().filter(|it| !it.contains("NAME")) {
                let way = [&way[..], &[Step::Key("variable")]].concat();
                let message = format!("the spelling `{variable}` does not contain NAME");
                self.refuse(&way, message, Some("for example `${NAME}`".into()));
            }
            for field in shape.fields.iter().flat_map(BTreeMap::keys) {
                if !SERVER_FIELDS.contains(&field.as_str()) {
                    let way = [&way[..], &[Step::Key("fields"), Step::Key(field)]].concat();
                    self.unknown(&way, "field of a server", field, &SERVER_FIELDS);
                }
            }
        }
    }

    /// The folders of both scopes that are given; at least one must be.
    fn roots(
        &mut self,
        user: Option<&String>,
        project: Option<&String>,
        way: &[Step<'_>],
        places: &BTreeMap<String, Place>,
    ) -> Vec<(RouteScope, String)> {
        if user.is_none() && project.is_none() {
            let message = "neither `user` nor `project` names a folder".to_owned();
            self.refuse(way, message, None);
        }
        let both = [(RouteScope::User, user), (RouteScope::Project, project)];
        let mut roots = Vec::new();
        for (scope, root) in both {
            let Some(root) = root else { continue };
            let way = [way, &[Step::Key(scope.name())]].concat();
            self.template(root, &way, places, Some(scope));
            roots.push((scope, root.clone()));
        }
        roots
    }

    /// A folder: a known place and a plain path below it.
    fn template(
        &mut self,
        template: &str,
        way: &[Step<'_>],
        places: &BTreeMap<String, Place>,
        scope: Option<RouteScope>,
    ) {
        let (place, rest) = split_template(template);
        let mut known: Vec<&str> = vec!["home", "config", "project"];
        known.extend(places.keys().map(String::as_str));
        if !known.contains(&place) {
            let hint = diag::nearest(place, known.iter().copied())
                .map(|name| format!("did you mean `{{{name}}}`?"))
                .or_else(|| Some("begin with {home}, {config}, {project} or a place".into()));
            self.refuse(way, format!("`{template}` begins with no known folder"), hint);
            return;
        }
        let below = rest.trim_matches('/');
        if !below.is_empty()
            && let Err(problem) = RelPath::new(below)
        {
            self.refuse(way, format!("`{template}`: {problem}"), None);
        }
        match (scope, place == "project") {
            (Some(RouteScope::Project), false) => {
                let message = format!("`{template}` is not in the project");
                self.refuse(way, message, Some("begin with {project}".into()));
            }
            (Some(RouteScope::User), true) => {
                let message = format!("`{template}` is not in the home folder");
                self.refuse(way, message, Some("begin with {home}".into()));
            }
            _ => {}
        }
        let from_home = match place {
            "home" => below.to_owned(),
            "config" => format!(".config/{below}"),
            _ => return,
        };
        let is_in = |folder: &&&str| {
            from_home.strip_prefix(**folder).is_some_and(|it| it.is_empty() || it.starts_with('/'))
        };
        if let Some(folder) = PROTECTED.iter().find(is_in) {
            self.refuse(way, format!("no table may write to ~/{folder}"), None);
        }
    }

    fn route(
        &mut self,
        index: usize,
        route: &RawRoute,
        raw: &RawAdapter,
        flags: &mut BTreeMap<String, bool>,
    ) -> Vec<Route> {
        let way = [Step::Key("route"), Step::At(index)];
        let kinds = self.kinds(&route.kinds, &way);
        let sample = ["{name}", "{stem}", "{key}"]
            .iter()
            .fold(route.path.clone(), |path, part| path.replace(part, "x"));
        if let Err(problem) = RelPath::new(&sample) {
            let way = [&way[..], &[Step::Key("path")]].concat();
            self.refuse(&way, format!("`{}`: {problem}", route.path), None);
        } else if route.user.as_deref().is_some_and(|it| it.trim_end_matches('/') == "{home}")
            && !sample.starts_with('.')
        {
            let way = [&way[..], &[Step::Key("path")]].concat();
            let message = format!("`{}` would stand openly in the home folder", route.path);
            self.refuse(&way, message, None);
        }
        let merges = matches!(route.write, Writer::Server | Writer::Hook);
        if merges && (route.format.is_none() || route.key.is_none()) {
            let message = "a route that merges needs `format` and `key`".to_owned();
            self.refuse(&way, message, None);
        }
        if route.import.as_ref().is_some_and(|line| !is_import(line)) {
            let way = [&way[..], &[Step::Key("import")]].concat();
            let message = "`import` is one line that ends with AGENTS.md".to_owned();
            self.refuse(&way, message, None);
        }
        let flag = self.flag(route, raw, &kinds, &way, flags);
        if let Some(name) = &route.block_flag {
            flags.entry(name.clone()).or_insert(false);
        }
        let shape = self.shape(route, raw, &way);
        let layout = route.layout.map(|name| match name {
            LayoutName::Current => Layout::Current,
            LayoutName::Upstream => Layout::Upstream,
        });
        let roots = self.roots(route.user.as_ref(), route.project.as_ref(), &way, &raw.places);
        let made = roots.into_iter().map(|(scope, root)| Route {
            kinds: kinds.clone(),
            scope,
            layout,
            when: route.when,
            yields: route.yields,
            root,
            path: route.path.clone(),
            write: route.write,
            format: route.format,
            key: route.key.clone(),
            shape: shape.clone(),
            import: route.import.clone(),
            instead_of: route.instead_of.clone(),
            arguments: route.arguments.clone(),
            flag: flag.clone(),
            block_flag: route.block_flag.clone(),
            scan: route.scan,
            shared: route.shared,
        });
        made.collect()
    }

    /// The switch of a route: one of the table, or one made from its first kind that is on.
    fn flag(
        &mut self,
        route: &RawRoute,
        raw: &RawAdapter,
        kinds: &[ModuleKind],
        way: &[Step<'_>],
        flags: &mut BTreeMap<String, bool>,
    ) -> String {
        if let Some(name) = &route.flag {
            if !raw.flags.contains_key(name) {
                let known: Vec<&str> = raw.flags.keys().map(String::as_str).collect();
                let way = [way, &[Step::Key("flag")]].concat();
                self.unknown(&way, "flag", name, &known);
            }
            return name.clone();
        }
        let name = match kinds.first() {
            Some(kind @ (ModuleKind::Instructions | ModuleKind::Mcp)) => {
                format!("write_{}", kind.name())
            }
            Some(kind) => format!("write_{}s", kind.name()),
            None => "write".into(),
        };
        flags.entry(name.clone()).or_insert(true);
        name
    }

    fn shape(&mut self, route: &RawRoute, raw: &RawAdapter, way: &[Step<'_>]) -> Shape {
        let (table, found, known): (_, Option<Shape>, Vec<&str>) = {
            let name = route.shape.as_deref().unwrap_or_default();
            match route.write {
                Writer::Server => (
                    "server",
                    raw.servers.get(name).cloned().map(Shape::Server),
                    raw.servers.keys().map(String::as_str).collect(),
                ),
                Writer::Hook | Writer::HookFile => (
                    "hook",
                    raw.hooks.get(name).cloned().map(Shape::Hook),
                    raw.hooks.keys().map(String::as_str).collect(),
                ),
                Writer::Rule => (
                    "rule",
                    raw.rules.get(name).cloned().map(Shape::Rule),
                    raw.rules.keys().map(String::as_str).collect(),
                ),
                _ => (
                    "document",
                    raw.documents.get(name).cloned().map(Shape::Document),
                    raw.documents.keys().map(String::as_str).collect(),
                ),
            }
        };
        let needed = table != "document" || route.format.is_some();
        match (&route.shape, found) {
            (_, Some(shape)) => shape,
            (Some(name), None) => {
                let way = [way, &[Step::Key("shape")]].concat();
                self.unknown(&way, &format!("shape of a {table}"), name, &known);
                Shape::Plain
            }
            (None, None) => {
                if needed {
                    let message = format!("the route needs a `shape`, a table [{table}.<name>]");
                    self.refuse(way, message, None);
                }
                Shape::Plain
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "name = \"mine\"\ntitle = \"Mine\"\nchecked = \"1.0\"\n";

    fn problems(rest: &str) -> String {
        let problems = adapter(&format!("{HEAD}{rest}"), "mine").unwrap_err();
        problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_small_table_is_enough() {
        let table = format!(
            "{HEAD}[[route]]\nkinds = [\"skill\"]\nproject = \"{{project}}/.mine/skills\"\npath = \"{{name}}\"\nwrite = \"tree\"\n"
        );
        let adapter = adapter(&table, "mine").unwrap();
        assert_eq!(
            adapter.destinations(ModuleKind::Skill, RouteScope::Project),
            [".mine/skills/{name}/"]
        );
        assert!(adapter.is_flag("write_skills"));
    }

    #[test]
    fn misspelled_keys_and_values_are_placed_and_a_near_name_is_offered() {
        let listed = problems("[[route]]\nkindz = [\"skill\"]\n");
        assert!(listed.contains("line 5, column 1"), "{listed}");
        assert!(listed.contains("did you mean `kinds`?"), "{listed}");
        let listed = problems(
            "[[route]]\nkinds = [\"skil\"]\nproject = \"{projct}/x\"\npath = \"../{name}\"\nwrite = \"tree\"\n",
        );
        assert!(
            listed
                .contains("line 5, column 10: unknown module type `skil` (did you mean `skill`?)"),
            "{listed}"
        );
        assert!(listed.contains("did you mean `{project}`?"), "{listed}");
        assert!(listed.contains("leaves its folder"), "{listed}");
        let listed = problems("[events]\nbefore_tol = \"x\"\n");
        assert!(listed.contains("did you mean `before_tool`?"), "{listed}");
    }

    #[test]
    fn no_table_can_reach_what_steers_more_than_agents() {
        for root in
            ["{home}/.ssh", "{home}/.config/systemd/user", "{config}/autostart", "{home}/../x"]
        {
            let listed = problems(&format!(
                "[[route]]\nkinds = [\"skill\"]\nuser = \"{root}\"\npath = \"{{name}}\"\nwrite = \"tree\"\n"
            ));
            assert!(!listed.is_empty(), "{root}");
        }
        let listed = problems(
            "[[route]]\nkinds = [\"prompt\"]\nuser = \"{home}\"\npath = \"{stem}.md\"\nwrite = \"document\"\n",
        );
        assert!(listed.contains("openly in the home folder"), "{listed}");
    }

    #[test]
    fn a_route_that_merges_says_how() {
        let route = "[[route]]\nkinds = [\"mcp\"]\nproject = \"{project}/.mine\"\npath = \"mcp.json\"\nwrite = \"server\"\n";
        let listed = problems(route);
        assert!(listed.contains("needs `format` and `key`"), "{listed}");
        assert!(listed.contains("needs a `shape`"), "{listed}");
        let listed = problems(&format!(
            "{route}shape = \"man\"\nformat = \"jsonc\"\nkey = \"servers\"\n[server.main]\nvariable = \"${{X}}\"\n"
        ));
        assert!(listed.contains("did you mean `main`?"), "{listed}");
        assert!(listed.contains("does not contain NAME"), "{listed}");
    }
}
