//! `render`: the picture, for showing in place.

use serde_json::{Value, json};

use super::{code, explain};
use crate::{Options, SafeSvg};

/// `{"svg": ...}`, or `{"error": ...}`. Checking and drawing are one step, so nothing unchecked is drawn.
pub fn render(arguments: &Value, options: &Options) -> Value {
    match picture(arguments, options) {
        Ok(svg) => json!({ "svg": svg.as_str() }),
        Err(error) => json!({ "error": error }),
    }
}

/// The picture that `render` and `svg` share.
pub(super) fn picture(arguments: &Value, options: &Options) -> Result<SafeSvg, String> {
    let code = code(arguments)?;
    crate::render(code, options).map_err(|refusal| explain(code, &refusal.diagnostics))
}
