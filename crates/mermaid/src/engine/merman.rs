//! The `merman` engine: a headless implementation of Mermaid. Everything that knows its types is in this file and its siblings.

use std::sync::{Arc, OnceLock};

use merman::svg::{
    ForeignObjectFallbackPostprocessor, MeasurementProfileId, RenderResourcePolicy,
    StripForeignObjectPostprocessor, SvgEnvironment, SvgPipeline, SvgRenderOptions,
    TextMeasurementPhase, TextMeasurementPolicy, TextMeasurementProfileIdentity,
};
use merman::{
    Engine as Core, MermaidConfig, OperationControl, ParseOptions, RenderError, RenderOutput,
    RenderTarget, Renderer, SemanticArtifact, SvgRequest, TerminalDiagnostic,
};

use serde_json::Value;

use super::measure::BundledFace;
use super::mend::{Colours, MarkEmphasis, mended};
use super::settings::{Labels, canvas, ink, site_config};
use super::{Engine, EngineError, Parsed, Part, RawSvg, SyntaxError};
use crate::{Look, Options};

/// The engine with its settings fixed: strict reading, no clock, no system fonts, bounded work.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Merman;

impl Engine for Merman {
    fn parse(&self, source: &str, stop: &Stop) -> Result<Parsed, EngineError> {
        let semantic = read(source, &Options::default(), Labels::Html, stop)?;
        Ok(Parsed { kind: semantic.diagram_type().to_owned() })
    }

    fn model(&self, source: &str, stop: &Stop) -> Result<Value, EngineError> {
        let semantic = read(source, &Options::default(), Labels::Html, stop)?;
        let model = semantic.compatibility_json().map_err(fold)?;
        Ok(model.as_value().clone())
    }

    fn draw(
        &self,
        source: &str,
        options: &Options,
        stop: &Stop,
    ) -> Result<(Parsed, RawSvg), EngineError> {
        let mut failure = None;
        for rung in ladder(options) {
            let semantic = read(source, &rung.options, rung.labels, stop)?;
            let parsed = Parsed { kind: semantic.diagram_type().to_owned() };
            let theme = semantic.metadata().effective_config.get_str("theme");
            let theme = theme.unwrap_or_default().to_owned();
            let variable = |name: &str| {
                let value = semantic.metadata().effective_config.get_str(name);
                value.filter(|it| is_colour(it)).unwrap_or_default().to_owned()
            };
            let colours = Colours {
                fill: variable("themeVariables.mainBkg"),
                border: variable("themeVariables.nodeBorder"),
            };
            match semantic.render(RenderTarget::Svg(request(&rung.pipeline()))) {
                Ok(RenderOutput::Svg(Some(output))) => {
                    let text = mended(output.into_parts().0, &parsed.kind, &theme, &colours);
                    let raw =
                        RawSvg { text, canvas: canvas(&theme), ink: ink(&theme), is_empty: false };
                    return Ok((parsed, raw));
                }
                Ok(_) => return Err(no_diagram()),
                Err(error) => match fold(error) {
                    // A sequence without participants has no layout; Mermaid shows an empty picture.
                    EngineError::Undrawable(reason) if reason.contains("actorOrder") => {
                        return Ok((parsed, empty_picture(&theme)));
                    }
                    error if is_worth_another_way(&error, rung.options.look) => {
                        failure = Some(error);
                    }
                    other => return Err(other),
                },
            }
        }
        Err(failure.unwrap_or_else(|| EngineError::Undrawable(String::new())))
    }
}

fn empty_picture(theme: &str) -> RawSvg {
    RawSvg {
        text: "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 20\"/>".to_owned(),
        canvas: canvas(theme),
        ink: ink(theme),
        is_empty: true,
    }
}

/// A picture that cannot be made one way may be made another; so may one whose HTML labels have too many style
/// rules, or that is too much work for the orthogonal layout.
fn is_worth_another_way(error: &EngineError, look: Look) -> bool {
    match error {
        EngineError::Undrawable(_) => true,
        EngineError::Limit { name, .. } => {
            look != Look::Classic || name == "svg_fallback_selector_index"
        }
        EngineError::Syntax(_) | EngineError::Time => false,
    }
}

/// Ends the engine's work from another thread, at the work's next checkpoint.
///
/// The engine could watch the clock itself, but asks for the time so often that a tenth of the work would be asking.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stop(OperationControl);

impl Stop {
    /// Asks for the end. Work that has ended already does not mind.
    pub(crate) fn raise(&self) {
        self.0.cancel();
    }

    /// Whether the end was asked for.
    #[cfg(test)]
    pub(crate) fn is_raised(&self) -> bool {
        self.0.is_cancelled()
    }
}

/// One way to draw: the options it honours, how labels are written, and how they become plain SVG text.
struct Rung {
    options: Options,
    labels: Labels,
    text: PlainText,
}

/// How HTML labels become plain SVG text.
#[derive(Debug, Clone, Copy)]
enum PlainText {
    /// By the engine's own safe pipeline.
    Safe,
    /// By its rewriting alone, without the checks that come with the pipeline.
    Rewritten,
    /// Not at all: there are none, and what is left is taken out.
    Stripped,
}

impl Rung {
    fn pipeline(&self) -> SvgPipeline {
        match self.text {
            PlainText::Safe => SvgPipeline::resvg_safe().with_postprocessor(MarkEmphasis),
            PlainText::Rewritten => SvgPipeline::parity()
                .with_postprocessor(MarkEmphasis)
                .with_postprocessor(ForeignObjectFallbackPostprocessor)
                .with_postprocessor(StripForeignObjectPostprocessor),
            PlainText::Stripped => {
                SvgPipeline::parity().with_postprocessor(StripForeignObjectPostprocessor)
            }
        }
    }
}

/// From the most faithful way to the most robust: the safe pipeline, then the plain one with its HTML labels
/// rewritten, then labels without HTML, then all again with the classic layout. All of them end in our own sanitiser.
fn ladder(options: &Options) -> Vec<Rung> {
    let mut ways = vec![*options];
    if options.look != Look::Classic {
        ways.push(Options { look: Look::Classic, ..*options });
    }
    ways.into_iter()
        .flat_map(|options| {
            [
                Rung { options, labels: Labels::Html, text: PlainText::Safe },
                Rung { options, labels: Labels::Html, text: PlainText::Rewritten },
                Rung { options, labels: Labels::Plain, text: PlainText::Stripped },
            ]
        })
        .collect()
}

fn read(
    source: &str,
    options: &Options,
    labels: Labels,
    stop: &Stop,
) -> Result<SemanticArtifact, EngineError> {
    let config = MermaidConfig::from_value(site_config(source, options, labels));
    let renderer = Renderer::new()
        .with_engine(Core::new().with_site_config(config))
        .with_parse_options(ParseOptions::strict());
    let resources = *resources().input_policy();
    renderer
        .prepare_semantic_with(source, stop.0.child(), ParseOptions::strict(), resources)
        .map_err(fold)?
        .ok_or_else(no_diagram)
}

fn request(pipeline: &SvgPipeline) -> SvgRequest {
    SvgRequest {
        environment: environment().clone(),
        pipeline: Some(pipeline.clone()),
        options: SvgRenderOptions { diagram_id: Some("m".to_owned()), ..Default::default() },
        ..SvgRequest::default()
    }
}

const fn resources() -> RenderResourcePolicy {
    RenderResourcePolicy::interactive()
}

fn environment() -> &'static SvgEnvironment {
    static ENVIRONMENT: OnceLock<SvgEnvironment> = OnceLock::new();
    ENVIRONMENT.get_or_init(|| {
        let profile = MeasurementProfileId::new("bundled-face").expect("a plain word is an id");
        let identity = TextMeasurementProfileIdentity::new(profile, env!("CARGO_PKG_VERSION"))
            .expect("a version is an identity");
        let policy = TextMeasurementPolicy::host_display(
            identity,
            Arc::new(BundledFace),
            TextMeasurementPhase::ALL,
        );
        SvgEnvironment::deterministic()
            .with_text_measurement_policy(policy)
            .with_resource_policy(resources())
    })
}

/// Theme values go into attributes as they are.
fn is_colour(text: &str) -> bool {
    text.len() < 64 && text.chars().all(|it| it.is_ascii_alphanumeric() || "#(),.% ".contains(it))
}

fn no_diagram() -> EngineError {
    EngineError::Syntax(SyntaxError {
        part: Part::Header,
        message: "no diagram type".to_owned(),
        range: None,
        kind: None,
    })
}

fn fold(error: RenderError) -> EngineError {
    match error {
        RenderError::Parse(diagnostic) => EngineError::Syntax(syntax(&diagnostic)),
        RenderError::NoDiagram => no_diagram(),
        RenderError::Cancelled(_) => EngineError::Time,
        RenderError::ResourceLimitExceeded(limit) => EngineError::Limit {
            name: limit.id.to_owned(),
            actual: limit.actual,
            maximum: limit.maximum,
        },
        other => EngineError::Undrawable(other.to_string()),
    }
}

fn syntax(diagnostic: &TerminalDiagnostic) -> SyntaxError {
    let details = diagnostic.terminal_diagnostic_details();
    let part = match details.code.as_str() {
        "merman.parse.no_diagram_detected" | "merman.parse.unsupported_diagram" => Part::Header,
        "merman.parse.front_matter.malformed" | "merman.parse.front_matter.invalid_yaml" => {
            Part::FrontMatter
        }
        "merman.parse.directive.invalid_json" => Part::Directive,
        _ => Part::Body,
    };
    SyntaxError {
        part,
        message: diagnostic.terminal_safe_message(),
        range: details.span.map(|span| span.start..span.end),
        kind: details.diagram_type,
    }
}
