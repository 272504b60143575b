//! The source of a call, checked: theme, included files and addresses as the arguments and the server allow them.

use std::sync::Arc;

use diagrams::{
    Addresses, Checked, Fetch, Files, LIBRARY_VARIABLE, LibraryFolders, Names, Options, check,
};
use puml_compiler::World;
use serde_json::{Value, json};
use toolserver::{Call, Roots, ToolError};

use crate::UrlIncludes;
use crate::fetch::Fetcher;
use crate::input::Input;

/// Reads `source` or `path`, `theme` and `includeRoot` from the arguments. What is wrong with the source is a finding; an
/// error means that the call itself cannot be followed.
pub(crate) fn of(call: &Call, arguments: &Value) -> Result<Checked, ToolError> {
    text(call, arguments, &Input::of(call, arguments)?)
}

/// The same for a text that is known already.
pub(crate) fn text(call: &Call, arguments: &Value, input: &Input) -> Result<Checked, ToolError> {
    in_world(&files(call, arguments, input, UrlIncludes::Never)?, arguments, input)
}

/// Reads `allow_url_includes` as well, which counts only where the server lets it.
pub(crate) fn reaching(
    urls: UrlIncludes,
    call: &Call,
    arguments: &Value,
) -> Result<Checked, ToolError> {
    let input = Input::of(call, arguments)?;
    in_world(&files(call, arguments, &input, urls)?, arguments, &input)
}

/// The family of the first diagram.
pub(crate) fn family(checked: &Checked) -> Option<&'static str> {
    checked.diagrams().next().map(|it| it.kind())
}

/// How many of each thing there are.
pub(crate) fn summary(checked: &Checked) -> Value {
    let counts = checked.counts();
    json!({
        "diagrams": checked.diagrams().len(),
        "participants": counts.participants,
        "events": counts.events,
        "elements": counts.elements,
        "relations": counts.relations,
        "pages": counts.pages,
    })
}

/// The same where includes come from elsewhere.
pub(crate) fn in_world(
    world: &dyn World,
    arguments: &Value,
    input: &Input,
) -> Result<Checked, ToolError> {
    Ok(check(&input.name, &input.text, input.language, world, &options(arguments)?))
}

/// How the source of a call is compiled.
pub(crate) fn options(arguments: &Value) -> Result<Options, ToolError> {
    let options = Options::shared().with_theme(arguments["theme"].as_str());
    options.map_err(|error| ToolError::new("puml/unknown-theme", error.to_string()))
}

/// The files that the source of a call may include, without addresses.
pub(crate) fn files_of(call: &Call, arguments: &Value, input: &Input) -> Result<Files, ToolError> {
    files(call, arguments, input, UrlIncludes::Never)
}

/// Files under the roots of a call, or under `includeRoot` and the document's own folder if that is given. A root
/// outside the allowed folders is an error at once, whether or not anything is included.
fn files(
    call: &Call,
    arguments: &Value,
    input: &Input,
    urls: UrlIncludes,
) -> Result<Files, ToolError> {
    let roots = match arguments["includeRoot"].as_str() {
        Some(folder) => {
            let folder = call.roots().confine(folder)?;
            Roots::at(std::iter::once(folder).chain(input.folder.clone()))?
        }
        None => call.roots().clone(),
    };
    let limit = call.limits().source_bytes;
    let is_asked = arguments["allow_url_includes"].as_bool().unwrap_or(false);
    let addresses = match urls {
        _ if !is_asked => Addresses::Refused(
            "addresses are not opened unless the call passes allow_url_includes: true".to_owned(),
        ),
        UrlIncludes::Never => Addresses::Refused(
            "this server opens no addresses; start it with --allow-url-includes".to_owned(),
        ),
        UrlIncludes::WhenAsked => Addresses::Fetched(fetch(limit)),
    };
    // Whose elements are drawn is the starter's choice, not that of a call.
    let libraries = LibraryFolders::at(&[], std::env::var_os(LIBRARY_VARIABLE).as_deref())?;
    let files = Files::beneath(roots).named(Names::BelowRoot).limited(limit);
    let files = files.with_addresses(addresses).with_libraries(libraries).diagrams_only();
    Ok(match &input.folder {
        Some(folder) => files.with_source(&input.name, folder.clone()),
        None => files,
    })
}

fn fetch(limit: usize) -> Fetch {
    let fetcher = Fetcher::new(limit);
    Arc::new(move |from, address| fetcher.load(from, address))
}
