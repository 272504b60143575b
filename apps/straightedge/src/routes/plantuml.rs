//! The routes of a PlantUML server, for editors, wikis and libraries that know no other: at the root and below
//! `/plantuml`. Only sequence diagrams are drawn, and nothing can be included.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::{get, post};
use picture::{Format, Scheme};

use super::{body, page};
use crate::Site;
use crate::drawing::{Sequence, chosen, error_picture, written};
use crate::failure::{Failure, RefusalCode};

/// The picture routes and what each of them writes.
const FORMATS: [(&str, Format); 5] = [
    ("svg", Format::Svg),
    ("png", Format::Png),
    ("pdf", Format::Pdf),
    ("txt", Format::Unicode),
    ("utxt", Format::Unicode),
];

/// Where a PlantUML server may be expected.
const PREFIXES: [&str; 2] = ["", "/plantuml"];

const DESCRIPTION: HeaderName = HeaderName::from_static("x-plantuml-diagram-description");
const ERROR: HeaderName = HeaderName::from_static("x-plantuml-diagram-error");
const ERROR_LINE: HeaderName = HeaderName::from_static("x-plantuml-diagram-error-line");
const WIDTH: HeaderName = HeaderName::from_static("x-plantuml-diagram-width");
const HEIGHT: HeaderName = HeaderName::from_static("x-plantuml-diagram-height");

/// A code stands for one text and this program draws it the same way every time, but the next version may not.
const CACHING: &str = "public, max-age=3600";

/// A picture may bring its own style and images, and nothing else.
const PICTURE_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox";

/// Whether a path is one of the picture routes.
pub(crate) fn is_picture(path: &str) -> bool {
    let path = path.strip_prefix("/plantuml").unwrap_or(path);
    let first = path.trim_start_matches('/').split('/').next();
    FORMATS.iter().any(|(name, _)| Some(*name) == first)
}

/// Pictures by code, and of a posted text.
pub(super) fn pictures() -> Router<Arc<Site>> {
    let mut router = Router::new();
    for prefix in PREFIXES {
        for (name, format) in FORMATS {
            let by_code = async move |State(site): State<Arc<Site>>, Path(code): Path<String>| {
                coded(&site, code, 0, format).await
            };
            let by_page =
                async move |State(site): State<Arc<Site>>,
                            Path((page, code)): Path<(String, String)>| {
                    match page.parse() {
                        Ok(page) => coded(&site, code, page, format).await,
                        Err(_) => Failure::not_found().into_response(),
                    }
                };
            let posted =
                async move |State(site): State<Arc<Site>>, headers: HeaderMap, body: Body| {
                    match source(&site, &headers, body).await {
                        Ok(source) => picture(&site, source, 0, format).await,
                        Err(failure) => failure.into_response(),
                    }
                };
            let only_get = async || Failure::method("GET, HEAD");
            router = router
                .route(&format!("{prefix}/{name}/{{code}}"), get(by_code).fallback(only_get))
                .route(
                    &format!("{prefix}/{name}/{{page}}/{{code}}"),
                    get(by_page).fallback(only_get),
                )
                .route(
                    &format!("{prefix}/{name}"),
                    post(posted).fallback(async || Failure::method("POST")),
                );
        }
    }
    router
}

/// `/uml`: the page, with the diagram of the code in its editor.
pub(super) fn pages() -> Router<Arc<Site>> {
    let mut router = Router::new();
    for prefix in PREFIXES {
        let shown = get(page::index).fallback(async || Failure::method("GET, HEAD"));
        let form =
            get(page::index).post(opened).fallback(async || Failure::method("GET, HEAD, POST"));
        router = router
            .route(&format!("{prefix}/uml/{{code}}"), shown)
            .route(&format!("{prefix}/uml"), form);
    }
    router
}

/// A form with the text of a diagram: its code is where the answer lies.
async fn opened(State(site): State<Arc<Site>>, headers: HeaderMap, body: Body) -> Response {
    match source(&site, &headers, body).await {
        Ok(source) => {
            let code = share::encode(&share::body(&source));
            Redirect::to(&format!("/uml/{code}")).into_response()
        }
        Err(failure) => failure.into_response(),
    }
}

/// The text in a request: the body itself, or the field `text` of a form.
async fn source(site: &Site, headers: &HeaderMap, body: Body) -> Result<String, Failure> {
    let bytes = body::read(site, body, body::too_large).await?;
    let kind =
        headers.get(header::CONTENT_TYPE).and_then(|it| it.to_str().ok()).unwrap_or_default();
    let text = if kind.starts_with("application/x-www-form-urlencoded") {
        form_field(&bytes, "text")
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

async fn coded(site: &Site, code: String, page: usize, format: Format) -> Response {
    match share::decode(&filled(&code)) {
        Ok(text) => picture(site, share::with_markers(&text), page, format).await,
        Err(error) => {
            let wrong = Wrong { message: error.to_string(), line: None, report: error.to_string() };
            site.draw(move || wrong.drawn(format)).await.unwrap_or_else(Failure::into_response)
        }
    }
}

/// Some libraries end a code with the filling of Base64, others leave the filling away.
fn filled(code: &str) -> String {
    let code = code.trim_end_matches('=');
    let prefix = if code.starts_with('~') { 2 } else { 0 };
    let missing = if code.starts_with("~h") { 0 } else { (4 + prefix - code.len() % 4) % 4 };
    format!("{code}{}", &"000"[..missing])
}

async fn picture(site: &Site, source: String, page: usize, format: Format) -> Response {
    site.draw(move || drawn(&source, page, format)).await.unwrap_or_else(Failure::into_response)
}

fn drawn(source: &str, page: usize, format: Format) -> Response {
    let sequence = Sequence::compile(source, None);
    if let Some((message, line)) = sequence.refusal() {
        let report = sequence.report();
        return Wrong { message, line: Some(line), report }.drawn(format);
    }
    let pages = sequence.pages();
    let shown = chosen(&pages, page);
    let Some(first) = shown.first() else {
        let message = format!("the diagram has {} pages, counted from 0", pages.len());
        return Wrong { report: message.clone(), message, line: None }.drawn(format);
    };
    let options = picture::Options { scheme: Scheme::Light, ..picture::Options::default() };
    let bytes = match written(if format.holds_pages() { &pages } else { shown }, format, &options) {
        Ok(bytes) => bytes,
        Err(failure) => {
            return Wrong { report: failure.message.clone(), message: failure.message, line: None }
                .drawn(format);
        }
    };
    let mut response = file(format, bytes);
    let headers = response.headers_mut();
    headers.insert(DESCRIPTION, text(&format!("({} participants)", sequence.participants())));
    headers.insert(WIDTH, text(&format!("{:.0}", (first.size.width * first.scale).ceil())));
    headers.insert(HEIGHT, text(&format!("{:.0}", (first.size.height * first.scale).ceil())));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(CACHING));
    response
}

/// Why there is no picture.
struct Wrong {
    message: String,
    line: Option<u32>,
    report: String,
}

impl Wrong {
    /// A picture of the reason, with the headers that say the same to programs.
    fn drawn(self, format: Format) -> Response {
        let report = if self.report.is_empty() { &self.message } else { &self.report };
        let svg = error_picture(report);
        let bytes = match format {
            Format::Png => picture::svg_to_png(&svg, &picture::Options::default()),
            Format::Pdf => picture::svg_to_pdf(&svg, &picture::Options::default()),
            Format::Svg => Ok(svg.into_bytes()),
            Format::Ascii | Format::Unicode | Format::SceneJson => {
                Ok(format!("{report}\n").into_bytes())
            }
        };
        let mut response = match bytes {
            Ok(bytes) => file(format, bytes),
            Err(error) => error.to_string().into_response(),
        };
        *response.status_mut() = StatusCode::BAD_REQUEST;
        response.extensions_mut().insert(RefusalCode("INVALID_DIAGRAM".to_owned()));
        let headers = response.headers_mut();
        headers.insert(DESCRIPTION, HeaderValue::from_static("(Error)"));
        headers.insert(ERROR, text(&self.message));
        if let Some(line) = self.line {
            headers.insert(ERROR_LINE, HeaderValue::from(line));
        }
        response
    }
}

fn file(format: Format, bytes: Vec<u8>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, format.media_type()),
        (header::CONTENT_SECURITY_POLICY, PICTURE_POLICY),
    ];
    (headers, bytes).into_response()
}

/// A header's value; what a header cannot hold becomes `?`, as PlantUML's own clients expect ASCII.
fn text(value: &str) -> HeaderValue {
    let plain: String =
        value.chars().map(|it| if matches!(it, ' '..='~') { it } else { '?' }).collect();
    HeaderValue::from_str(&plain).expect("printable ASCII is a valid header value")
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
