//! What is read before each diagram: the files of `-config` and `-I`, then the settings of `-P` and `-S`.

use crate::{exit::Failure, inputs, legacy::Plantuml};

/// The texts in order, each with its name.
pub(super) fn read(arguments: &Plantuml) -> Result<Vec<(String, String)>, Failure> {
    let mut found = Vec::new();
    for named in &arguments.preludes {
        let missing = |_| Failure::NoSettings(named.clone());
        for path in inputs::named(named).map_err(missing)? {
            let document = inputs::read_lossy(&path, arguments.charset)?;
            found.push((document.name, document.text));
        }
    }
    if !arguments.settings.is_empty() {
        found.push((
            "settings of the command line".to_owned(),
            arguments.settings.join("\n") + "\n",
        ));
    }
    Ok(found)
}
