//! One picture that a client of a PlantUML server or of Kroki asks for, and the answer with the headers they read.

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use diagrams::{
    Drawing, Format, Language, Options, PictureOptions, Scheme, check, error_picture, styled,
};
use serde::Deserialize;

use crate::Site;
use crate::drawing::{KnownThemes, too_costly};
use crate::failure::{Failure, RefusalCode};

const DESCRIPTION: HeaderName = HeaderName::from_static("x-plantuml-diagram-description");
const ERROR: HeaderName = HeaderName::from_static("x-plantuml-diagram-error");
const ERROR_LINE: HeaderName = HeaderName::from_static("x-plantuml-diagram-error-line");
/// What a reader should know about the picture.
pub(in crate::routes) const NOTICE: HeaderName =
    HeaderName::from_static("x-plantuml-diagram-notice");
const WIDTH: HeaderName = HeaderName::from_static("x-plantuml-diagram-width");
const HEIGHT: HeaderName = HeaderName::from_static("x-plantuml-diagram-height");

/// A code stands for one text and this program draws it the same way every time, but the next version may not.
const CACHING: &str = "public, max-age=3600";

/// A picture may bring its own style and images, and nothing else.
const PICTURE_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox";

/// Scale factor, at least and at most.
const SCALES: std::ops::RangeInclusive<f64> = 0.1..=8.0;

/// A request to draw: the source and how to draw it.
#[derive(Debug, Clone)]
pub(in crate::routes) struct Order {
    pub(in crate::routes) source: String,
    pub(in crate::routes) language: Language,
    pub(in crate::routes) format: Format,
    /// Counted from 0.
    pub(in crate::routes) page: usize,
    pub(in crate::routes) shape: Shape,
}

/// How the picture is wrapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::routes) enum Shape {
    /// The file itself.
    File,
    /// An address that holds the file.
    Base64,
}

/// What an address may say about the picture behind its question mark.
#[derive(Debug, Clone, Default, Deserialize)]
pub(in crate::routes) struct Wishes {
    /// In place of the theme that the source names; for Mermaid one of its own.
    #[serde(default)]
    pub(in crate::routes) theme: Option<String>,
    /// How Mermaid diagrams look.
    #[serde(default)]
    pub(in crate::routes) look: Option<String>,
    /// Scale factor of a PNG.
    #[serde(default)]
    pub(in crate::routes) scale: Option<String>,
}

impl Order {
    /// The first page of a puml source as a file.
    pub(in crate::routes) fn puml(source: String, format: Format) -> Self {
        Self { source, language: Language::Puml, format, page: 0, shape: Shape::File }
    }

    /// Draws when it is the request's turn.
    pub(in crate::routes) async fn sent(self, site: &Site, wishes: &Wishes) -> Response {
        let format = self.format;
        let (options, pictures) = match self.options(site, wishes) {
            Ok(options) => options,
            Err(problem) => return wrong(site, problem, format).await,
        };
        let drawn = site.draw(move || self.drawn(&options, &pictures)).await;
        drawn.unwrap_or_else(Failure::into_response)
    }

    fn options(&self, site: &Site, wishes: &Wishes) -> Result<(Options, PictureOptions), String> {
        let theme = wishes.theme.as_deref().filter(|it| !it.is_empty());
        let look = wishes.look.as_deref().filter(|it| !it.is_empty());
        let mut options = Options::shared().with_look(look).map_err(|it| it.to_string())?;
        let mut scheme = Scheme::Light;
        match (self.language, theme) {
            // These two name our own colours, which read well on every page.
            (Language::Mermaid, Some("dark")) => scheme = Scheme::Dark,
            (Language::Mermaid, Some("default") | None) => {}
            (Language::Mermaid, theme) => {
                options = options.with_mermaid_theme(theme).map_err(|it| it.to_string())?;
            }
            (_, theme) => options = options.with_theme(theme).map_err(|it| it.to_string())?,
        }
        let scale = match wishes.scale.as_deref().filter(|it| !it.is_empty()) {
            None => 1.0,
            Some(text) => text
                .parse()
                .ok()
                .filter(|it| SCALES.contains(it))
                .ok_or_else(|| format!("the scale {text:?} is no number from 0.1 to 8"))?,
        };
        let pictures = PictureOptions { scheme, scale, ..site.settings.picture_options() };
        Ok((options.with_scheme(scheme), pictures))
    }

    fn drawn(&self, options: &Options, pictures: &PictureOptions) -> Response {
        let format = self.format;
        let checked = check("diagram", &self.source, self.language, &KnownThemes, options);
        if let Some((message, line)) = checked.refusal() {
            let report = checked.report();
            return Wrong { message, line: Some(line), report }.drawn(format);
        }
        if let Some(reason) = too_costly(&checked, format) {
            return Wrong::said(reason).drawn(format);
        }
        let shown = match checked.page(self.page) {
            Ok(page) => page,
            Err(error) => return Wrong::said(error.to_string()).drawn(format),
        };
        let pages = if format.holds_pages() { checked.pages() } else { vec![shown] };
        let drawing = Drawing::of(&pages);
        let mut bytes = match drawing.write(format, pictures) {
            Ok(bytes) => bytes,
            Err(error) => return Wrong::said(error.to_string()).drawn(format),
        };
        let size = drawing.size();
        if format == Format::Svg {
            bytes = styled(bytes);
        }
        let mut response = match self.shape {
            Shape::File => file(format, bytes),
            Shape::Base64 => {
                let address = format!(
                    "data:{};base64,{}",
                    format.media_type(),
                    BASE64_STANDARD.encode(bytes)
                );
                file(Format::Utxt, address.into_bytes())
            }
        };
        let headers = response.headers_mut();
        headers.insert(DESCRIPTION, header_text(&shown.diagram().description()));
        if let Some(size) = size {
            headers.insert(WIDTH, header_text(&format!("{:.0}", size.width.ceil())));
            headers.insert(HEIGHT, header_text(&format!("{:.0}", size.height.ceil())));
        }
        if let Some(shrunk) = drawing.shrunk(format, pictures) {
            headers.insert(NOTICE, header_text(&shrunk.to_string()));
        }
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(CACHING));
        response
    }
}

/// A picture of a reason that has no place in a source.
pub(in crate::routes) async fn wrong(site: &Site, problem: String, format: Format) -> Response {
    let drawn = site.draw(move || Wrong::said(problem).drawn(format)).await;
    drawn.unwrap_or_else(Failure::into_response)
}

/// Why there is no picture.
struct Wrong {
    message: String,
    line: Option<u32>,
    report: String,
}

impl Wrong {
    /// A reason without a place in the source.
    fn said(message: String) -> Self {
        Self { report: message.clone(), message, line: None }
    }

    /// A picture of the reason, with the headers that say the same to programs.
    fn drawn(self, format: Format) -> Response {
        let report = if self.report.is_empty() { &self.message } else { &self.report };
        let mut response = match error_picture(report, format, &PictureOptions::default()) {
            Ok(bytes) => file(format, bytes),
            Err(error) => error.to_string().into_response(),
        };
        *response.status_mut() = StatusCode::BAD_REQUEST;
        response.extensions_mut().insert(RefusalCode("INVALID_DIAGRAM".to_owned()));
        let headers = response.headers_mut();
        headers.insert(DESCRIPTION, HeaderValue::from_static("(Error)"));
        headers.insert(ERROR, header_text(&self.message));
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
pub(in crate::routes) fn header_text(value: &str) -> HeaderValue {
    let plain: String = value
        .chars()
        .map(|it| match it {
            ' '..='~' => it,
            '×' => 'x',
            _ => '?',
        })
        .collect();
    HeaderValue::from_str(&plain).expect("printable ASCII is a valid header value")
}
