//! What is read before each diagram: the files of `-config` and `-I`, then the settings of `-S`.

use std::path::Path;

use crate::{exit::Failure, inputs, legacy::Plantuml};

/// The texts in order, each with its name.
pub(super) fn read(arguments: &Plantuml) -> Result<Vec<(String, String)>, Failure> {
    let mut found = Vec::new();
    for named in &arguments.preludes {
        let path = Path::new(named);
        let paths = if path.is_file() { vec![path.into()] } else { inputs::matching(named)? };
        for path in paths {
            let document = inputs::read_as(&path, arguments.charset)?;
            found.push((document.name, document.text));
        }
    }
    if !arguments.skinparams.is_empty() {
        found.push(("-S".to_owned(), arguments.skinparams.join("\n") + "\n"));
    }
    Ok(found)
}
