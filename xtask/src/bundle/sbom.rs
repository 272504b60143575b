//! The bill of materials in CycloneDX 1.6: no clock, no random serial, so that equal inputs give equal files.

use anyhow::Result;
use serde_json::{Value, json};

use super::graph::{Crate, Graph};
use crate::pack::table::VERSION;

pub(super) fn json(graph: &Graph) -> Result<String> {
    let root = format!("pkg:generic/straightedge@{VERSION}");
    let components: Vec<Value> = graph.crates.values().map(component).collect();
    let refs = |keys: &[String]| {
        keys.iter().filter_map(|it| graph.crates.get(it)).map(purl).collect::<Vec<_>>()
    };
    let mut dependencies = vec![json!({"ref": root, "dependsOn": refs(&graph.direct)})];
    for it in graph.crates.values() {
        dependencies.push(json!({"ref": purl(it), "dependsOn": refs(&it.uses)}));
    }
    let document = json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": root,
                "name": "straightedge",
                "version": VERSION,
                "licenses": [{"expression": "MIT OR Apache-2.0"}],
            },
        },
        "components": components,
        "dependencies": dependencies,
    });
    Ok(format!("{}\n", serde_json::to_string_pretty(&document)?))
}

fn component(it: &Crate) -> Value {
    let mut component = json!({
        "type": "library",
        "bom-ref": purl(it),
        "name": it.name,
        "version": it.version,
        "purl": purl(it),
    });
    if !it.licence.is_empty() {
        component["licenses"] = json!([{"expression": it.licence}]);
    }
    if let Some(checksum) = &it.checksum {
        component["hashes"] = json!([{"alg": "SHA-256", "content": checksum}]);
    }
    if let Some(repository) = &it.repository {
        component["externalReferences"] = json!([{"type": "vcs", "url": repository}]);
    }
    component
}

fn purl(it: &Crate) -> String {
    format!("pkg:cargo/{}@{}", it.name, it.version)
}
