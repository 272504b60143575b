//! What each area's stages give for a case. One file per area; the first folder of a case names it.

mod pack;
mod puml;
mod session;

use std::path::Path;

use anyhow::{Result, bail};

use crate::{Case, name};

/// What every stage gives now: the block's name and its text. Empty text means that the block must be absent.
///
/// Only blocks that the case has are computed, and `diagnostics`, which always is.
pub fn run(path: &Path, case: &Case) -> Result<Vec<(String, String)>> {
    let name = name(path);
    match name.split('/').next().unwrap_or_default() {
        "pack" => pack::run(path, case),
        "puml" => puml::run(path, case),
        "session" => session::run(path, case),
        area => bail!("no area `{area}`: cases lie in tests/cases/<area>/<feature>/<behaviour>.md"),
    }
}
