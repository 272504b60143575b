//! What this program brings along for planning: rules, models behind endpoints, the calling agent, and
//! the diagram engines.

use std::path::Path;
use std::sync::Arc;

use planexe_core::{Agent, Endpoint, Endpoints, Error, Providers, Result};

use crate::drawing::Engines;

/// Endpoints that are known by name; they are only called when a session names them.
const KNOWN: [(&str, &str); 2] = [
    ("https://api.openai.com/v1", "OPENAI_API_KEY"),
    ("https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
];

/// The providers for sessions below `home`. `more` names further endpoints, each `URL` or
/// `URL=VARIABLE` with the name of the environment variable that has the key.
pub fn providers(home: &Path, more: &[String]) -> Result<Providers> {
    let mut allowed = Vec::new();
    for text in more {
        allowed.push(endpoint(text)?);
    }
    let known = KNOWN.iter().map(|(base_url, key)| Endpoint {
        base_url: (*base_url).to_owned(),
        key_name: Some((*key).to_owned()),
    });
    allowed.extend(known);
    let keys = |name: &str| std::env::var(name).ok().filter(|key| !key.is_empty());
    Ok(Providers::default()
        .with_drawing(Arc::new(Engines))
        .with_endpoints(Endpoints::new(&home.join("calls"), allowed, Arc::new(keys)))
        .with_agent(Agent::new(&home.join("agent"))))
}

fn endpoint(text: &str) -> Result<Endpoint> {
    let (base_url, key_name) = match text.rsplit_once('=') {
        Some((base_url, name)) => (base_url, Some(name.to_owned())),
        None => (text, None),
    };
    let is_name = |name: &String| {
        !name.is_empty() && name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_')
    };
    let is_url = base_url.starts_with("https://") || base_url.starts_with("http://");
    if !is_url || !key_name.as_ref().is_none_or(is_name) {
        return Err(Error::argument(format!(
            "endpoint {text:?} must be URL or URL=VARIABLE, with the name of a variable and not a key"
        )));
    }
    Ok(Endpoint { base_url: base_url.trim_end_matches('/').to_owned(), key_name })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endpoints_name_variables_and_never_keys() {
        let parsed = endpoint("https://models.example/v1/=MY_KEY").unwrap();
        assert_eq!(parsed.base_url, "https://models.example/v1");
        assert_eq!(parsed.key_name.as_deref(), Some("MY_KEY"));
        assert_eq!(endpoint("http://10.0.0.5:8000/v1").unwrap().key_name, None);
        for text in ["models.example", "https://x=sk-12-ab", "https://x=", "file:///etc/passwd"] {
            assert!(endpoint(text).is_err(), "{text}");
        }
    }

    #[test]
    fn only_allowed_addresses_and_this_machine_are_models() {
        let home = tempfile::tempdir().unwrap();
        let providers = providers(home.path(), &["https://models.example/v1".to_owned()]).unwrap();
        for name in [
            "embedded",
            "agent",
            "openai:small@http://127.0.0.1:8080/v1",
            "openai:a/b:c@https://models.example/v1/",
            "openai:x@http://localhost:1, embedded",
        ] {
            assert!(providers.find(name).is_some(), "{name}");
        }
        for name in
            ["openai:x@https://elsewhere.example/v1", "openai:@http://127.0.0.1/", "openai:x", "x"]
        {
            assert!(providers.find(name).is_none(), "{name}");
        }
    }
}
