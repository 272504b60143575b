//! The routes of a PlantUML server, for editors, wikis and libraries that know no other: at the root and below
//! `/plantuml`. Nothing can be included.

mod extras;
pub(super) mod order;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::{get, post};
use diagrams::Format;

use super::{body, page};
use crate::Site;
use crate::failure::Failure;

pub(super) use order::{Order, Shape, Wishes, wrong};

/// The picture routes and what each of them writes.
const FORMATS: [(&str, Format, Shape); 7] = [
    ("svg", Format::Svg, Shape::File),
    ("png", Format::Png, Shape::File),
    ("img", Format::Png, Shape::File),
    ("pdf", Format::Pdf, Shape::File),
    ("txt", Format::Utxt, Shape::File),
    ("utxt", Format::Utxt, Shape::File),
    ("base64", Format::Png, Shape::Base64),
];

/// Where a PlantUML server may be expected.
const PREFIXES: [&str; 2] = ["", "/plantuml"];

/// Whether a path is one of the picture routes.
pub(crate) fn is_picture(path: &str) -> bool {
    let path = path.strip_prefix("/plantuml").or(path.strip_prefix("/mermaid")).unwrap_or(path);
    let first = path.trim_start_matches('/').split('/').next();
    FORMATS.iter().any(|(name, ..)| Some(*name) == first)
}

/// Pictures by code, and of a posted text.
pub(super) fn pictures() -> Router<Arc<Site>> {
    let mut router = Router::new();
    for prefix in PREFIXES {
        for (name, format, shape) in FORMATS {
            let by_code = async move |State(site): State<Arc<Site>>,
                                      Path(code): Path<String>,
                                      Query(wishes): Query<Wishes>| {
                coded(&site, &code, "0", format, shape, &wishes).await
            };
            let by_page = async move |State(site): State<Arc<Site>>,
                                      Path((page, code)): Path<(String, String)>,
                                      Query(wishes): Query<Wishes>| {
                coded(&site, &code, &page, format, shape, &wishes).await
            };
            let posted = async move |State(site): State<Arc<Site>>,
                                     Query(wishes): Query<Wishes>,
                                     headers: HeaderMap,
                                     body: Body| {
                posted(&site, "0", format, shape, &wishes, &headers, body).await
            };
            let posted_page = async move |State(site): State<Arc<Site>>,
                                          Path(page): Path<String>,
                                          Query(wishes): Query<Wishes>,
                                          headers: HeaderMap,
                                          body: Body| {
                self::posted(&site, &page, format, shape, &wishes, &headers, body).await
            };
            router = router
                .route(
                    &format!("{prefix}/{name}/{{code}}"),
                    get(by_code)
                        .post(posted_page)
                        .fallback(async || Failure::method("GET, HEAD, POST")),
                )
                .route(
                    &format!("{prefix}/{name}/{{page}}/{{code}}"),
                    get(by_page).fallback(async || Failure::method("GET, HEAD")),
                );
            // Clients join addresses as they come: with one slash too many, and with one behind.
            for path in ["/{name}", "/{name}/", "//{name}/"] {
                let path = format!("{prefix}{}", path.replace("{name}", name));
                let method = post(posted).fallback(async || Failure::method("POST"));
                router = router.route(&path, method);
            }
        }
        router = router.merge(extras::routes(prefix));
    }
    router
}

async fn coded(
    site: &Site,
    code: &str,
    page: &str,
    format: Format,
    shape: Shape,
    wishes: &Wishes,
) -> Response {
    let Ok(page) = page.parse() else { return Failure::not_found().into_response() };
    match decoded(code) {
        Ok(source) => Order { page, shape, ..Order::puml(source, format) }.sent(site, wishes).await,
        Err(problem) => wrong(site, problem, format).await,
    }
}

async fn posted(
    site: &Site,
    page: &str,
    format: Format,
    shape: Shape,
    wishes: &Wishes,
    headers: &HeaderMap,
    body: Body,
) -> Response {
    let Ok(page) = page.parse() else { return Failure::not_found().into_response() };
    match source(headers, body).await {
        Ok(source) => Order { page, shape, ..Order::puml(source, format) }.sent(site, wishes).await,
        Err(failure) => failure.into_response(),
    }
}

/// The text of a code, as a PlantUML library or as a Kroki client writes it. Both stand below `/plantuml`: what unpacks
/// as Kroki's carries a checksum, so it is no accident.
pub(super) fn decoded(code: &str) -> Result<String, String> {
    if let Ok(text) = super::kroki::decoded(code) {
        return Ok(share::with_markers(&text));
    }
    let text = share::decode(&filled(code)).map_err(|error| error.to_string())?;
    Ok(share::with_markers(&text))
}

/// `/uml`: the page, with the diagram of the code in its editor.
pub(super) fn pages() -> Router<Arc<Site>> {
    let mut router = Router::new();
    for prefix in PREFIXES {
        let shown = get(page::index).fallback(async || Failure::method("GET, HEAD"));
        let form =
            get(page::index).post(opened).fallback(async || Failure::method("GET, HEAD, POST"));
        for name in ["uml", "form"] {
            router = router
                .route(&format!("{prefix}/{name}/{{code}}"), shown.clone())
                .route(&format!("{prefix}/{name}"), form.clone());
        }
    }
    router
}

/// A form with the text of a diagram: its code is where the answer lies.
async fn opened(headers: HeaderMap, body: Body) -> Response {
    match source(&headers, body).await {
        Ok(source) => {
            let code = share::encode(&share::body(&source));
            Redirect::to(&format!("/uml/{code}")).into_response()
        }
        Err(failure) => failure.into_response(),
    }
}

/// The text in a request: the body itself, the field `text` of a form, or what a Kroki client says in JSON.
pub(super) async fn source(headers: &HeaderMap, body: Body) -> Result<String, Failure> {
    let bytes = body::bytes(body).await;
    let kind =
        headers.get(header::CONTENT_TYPE).and_then(|it| it.to_str().ok()).unwrap_or_default();
    let text = if kind.starts_with("application/x-www-form-urlencoded") {
        form_field(&bytes, "text")
    } else if kind.starts_with("application/json") {
        // Kroki's clients post below `/plantuml` as well.
        super::kroki::source_in(&bytes)
    } else {
        String::from_utf8(bytes.to_vec()).ok()
    };
    text.map(|it| share::with_markers(&it)).ok_or_else(|| {
        let message = "The body must be a diagram in UTF-8, or a form with a field named text";
        Failure::new(StatusCode::BAD_REQUEST, "NO_TEXT", message)
    })
}

fn form_field(form: &[u8], name: &str) -> Option<String> {
    let pairs = form.split(|it| *it == b'&').filter_map(|pair| {
        let at = pair.iter().position(|it| *it == b'=')?;
        Some((&pair[..at], &pair[at + 1..]))
    });
    let (_, value) = pairs.into_iter().find(|(key, _)| *key == name.as_bytes())?;
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.iter();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let mut digit = || char::from(*rest.next()?).to_digit(16);
                (digit()? << 4 | digit()?) as u8
            }
            other => *other,
        });
    }
    String::from_utf8(bytes).ok()
}

/// Some libraries end a code with the filling of Base64, others leave the filling away.
fn filled(code: &str) -> String {
    let code = code.trim_end_matches('=');
    let prefix = if code.starts_with('~') { 2 } else { 0 };
    let missing = if code.starts_with("~h") { 0 } else { (4 + prefix - code.len() % 4) % 4 };
    format!("{code}{}", &"000"[..missing])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filling_of_codes_is_completed() {
        assert_eq!(filled("SrJGjLDm0W00"), "SrJGjLDm0W00");
        assert_eq!(filled("SrJGjLDm0W=="), "SrJGjLDm0W00");
        assert_eq!(
            filled("~1UDfpoazIqBLJSCp9J4vLi5B8ICt9oGS0F7S6Am"),
            "~1UDfpoazIqBLJSCp9J4vLi5B8ICt9oGS0F7S6Am00"
        );
        assert_eq!(filled("~h41"), "~h41");
    }

    #[test]
    fn fields_of_forms_are_unescaped() {
        let form = b"a=1&text=%40startuml%0AA+-%3E+B%0A%40enduml";
        assert_eq!(form_field(form, "text").as_deref(), Some("@startuml\nA -> B\n@enduml"));
        assert_eq!(form_field(form, "b"), None);
        assert_eq!(form_field(b"text=%4", "text"), None);
    }

    #[test]
    fn picture_routes_are_known_by_their_first_part() {
        assert!(is_picture("/svg/abc"));
        assert!(is_picture("/plantuml/png/0/abc"));
        assert!(!is_picture("/assets/app.js"));
    }
}
