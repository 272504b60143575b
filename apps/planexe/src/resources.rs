//! Artifacts as MCP resources, under the same permissions as the tools.

use planexe_core::{ArtifactUri, ErrorCode, Range};
use toolserver::{Contents, Link, Resource, Template};

use crate::server::{INTERFACE, Service, tool_error};

/// Sessions whose artifacts are listed; older ones can still be read.
const LISTED_SESSIONS: usize = 20;

/// `planexe.version`, as something to read.
pub(crate) fn version() -> Resource {
    let link = Link {
        uri: "planexe://version".to_owned(),
        name: "planexe.version".to_owned(),
        description: "The version of the PlanExe MCP interface.".to_owned(),
        mime_type: "text/plain".to_owned(),
        ..Link::default()
    };
    Resource::text(link, |_| Ok(INTERFACE.to_owned()))
}

/// Every artifact of the caller's sessions. Logs may quote prompts: they are read, never listed.
pub(crate) fn artifacts(service: &Service) -> Template {
    let (reader, lister) = (service.clone(), service.clone());
    let template = Template::new(
        "planexe://sessions/{session}/out/{+path}",
        "artifact",
        "An artifact of a planning session, such as plan.md or report.html.",
        move |call, variables| {
            let part = |name: &str| variables.get(name).map_or("", String::as_str);
            let uri = format!("planexe://sessions/{}/out/{}", part("session"), part("path"));
            let uri: ArtifactUri = uri.parse().map_err(tool_error)?;
            let caller = (reader.identify)(call);
            match reader.engine.read(&caller, &uri, None, Range::default()) {
                Ok(content) => {
                    let kind = content.artifact.content_type();
                    Ok(Some(match String::from_utf8(content.bytes) {
                        Ok(text) => Contents::text(kind, text),
                        Err(error) => Contents::bytes(kind, error.into_bytes()),
                    }))
                }
                Err(error) if error.code == ErrorCode::InvalidArtifactUri => Ok(None),
                Err(error) => Err(tool_error(error)),
            }
        },
    );
    let list = move |call: &toolserver::Call| {
        let caller = (lister.identify)(call);
        let mut links = Vec::new();
        let sessions = lister.engine.sessions(&caller).map_err(tool_error)?;
        for session in sessions.iter().take(LISTED_SESSIONS) {
            let artifacts =
                lister.engine.artifacts(&caller, &session.id, "").map_err(tool_error)?;
            for artifact in artifacts.into_iter().filter(|artifact| !artifact.is_sensitive()) {
                links.push(Link {
                    uri: ArtifactUri::new(&session.id, &artifact.path).to_string(),
                    name: artifact.path.to_string(),
                    title: format!("{}: {}", session.title(), artifact.path),
                    mime_type: artifact.content_type().to_owned(),
                    size: Some(artifact.size),
                    ..Link::default()
                });
            }
        }
        Ok(links)
    };
    Template { list: Some(std::sync::Arc::new(list)), ..template }
}
