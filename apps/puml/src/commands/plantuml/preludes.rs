//! What is read before each diagram: the files of `-config` and `-I`, then the settings of `-P` and `-S`.

use std::path::Path;

use crate::{exit::Failure, inputs, legacy::Plantuml};

/// The texts in order, each with its name.
pub(super) fn read(arguments: &Plantuml) -> Result<Vec<(String, String)>, Failure> {
    let mut found = Vec::new();
    for named in &arguments.preludes {
        let path = Path::new(named);
        let missing = |_| Failure::NoSettings(named.clone());
        let paths = if path.is_file() {
            vec![path.into()]
        } else {
            inputs::matching(named).map_err(missing)?
        };
        for path in paths {
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
