//! x
use crate::Case;
use anyhow::Result;
use std::path::Path;
pub(super) fn run(_: &Path, _: &Case) -> Result<Vec<(String, String)>> {
    Ok(vec![])
}
