//! Text sizes for the engine's layout, from the bundled faces: the same on every machine, and what the writers draw with.

use std::convert::Infallible;

use merman_render::environment::{
    HostMeasurementResult, HostTextMeasurement, HostTextMeasurementRequest, HostTextMeasurer,
    TextMeasurementOperation as Operation,
};
use merman_render::text::{
    TextMetrics, TextStyle, WrapMode, split_html_br_lines,
    try_measure_wrapped_text_with_line_metrics,
};

use crate::sanitise::emphasis::unmarked;

/// Measures with the bundled sans face, whatever family a source asks for: the picture is drawn in that face too.
#[derive(Debug, Clone, Copy)]
pub(super) struct BundledFace;

impl HostTextMeasurer for BundledFace {
    fn measure(&self, request: HostTextMeasurementRequest<'_>) -> HostMeasurementResult {
        let style = request.style;
        if !(style.font_size.is_finite() && style.font_size > 0.0) {
            return Ok(None);
        }
        let size = style.font_size;
        let height = font::ascent(size) + font::descent(size);
        let measured = match request.operation {
            Operation::Measure | Operation::Wrapped | Operation::WrappedWithRawWidth => {
                wrapped(&request)
            }
            Operation::BBoxX | Operation::BBoxXWithAsciiOverhang | Operation::TitleBBoxX => {
                let half = width(request.text, style) / 2.0;
                HostTextMeasurement::HorizontalExtents { left: half, right: half }
            }
            Operation::ComputedLength
            | Operation::CanvasMeasureTextWidth
            | Operation::RawBBoxWidth
            | Operation::TspanBBoxWidth
            | Operation::WrapProbeBBoxWidth
            | Operation::BoundingClientRectWidth => {
                HostTextMeasurement::Length(width(request.text, style))
            }
            Operation::SimpleBBoxWidth => {
                HostTextMeasurement::Length(width(&unbroken(request.text), style))
            }
            Operation::SimpleBBoxHeight | Operation::RawBBoxHeight | Operation::TspanBBoxHeight => {
                HostTextMeasurement::Length(if request.text.is_empty() { 0.0 } else { height })
            }
            Operation::CreateTextBBoxYOffset | Operation::RawBBoxYOffset => {
                HostTextMeasurement::Length(-font::ascent(size))
            }
            // The middle of a line lies half an x-height above the baseline.
            Operation::CreateTextMiddleBBoxYOffset | Operation::RawMiddleBBoxYOffset => {
                HostTextMeasurement::Length(-font::ascent(size) + size * X_HEIGHT / 2.0)
            }
            Operation::RawHangingBBoxYOffset => HostTextMeasurement::Length(0.0),
            Operation::MermaidCalculateTextDimensions => {
                HostTextMeasurement::Metrics(TextMetrics {
                    width: width(&unbroken(request.text), style),
                    height,
                    line_count: 1,
                })
            }
        };
        Ok(Some(measured))
    }
}

/// The height of `x` in the bundled sans face, in em.
const X_HEIGHT: f64 = 0.536;

fn wrapped(request: &HostTextMeasurementRequest<'_>) -> HostTextMeasurement {
    let style = request.style;
    let size = style.font_size;
    let measured = try_measure_wrapped_text_with_line_metrics(
        request.text,
        style,
        request.max_width,
        request.wrap_mode,
        |line, style| Ok::<_, Infallible>((width(line, style), ())),
    );
    let Ok((mut layout, _)) = measured;
    let lines = layout.metrics.line_count as f64;
    layout.metrics.height = match request.wrap_mode {
        WrapMode::HtmlLike => lines * size * 1.5,
        // The engine writes one row after the other, 1.1 em apart.
        WrapMode::SvgLike | WrapMode::SvgLikeSingleRun => {
            (lines - 1.0).max(0.0) * size * 1.1 + font::ascent(size) + font::descent(size)
        }
    };
    if request.operation == Operation::WrappedWithRawWidth {
        HostTextMeasurement::WrappedWithRawWidth {
            metrics: layout.metrics,
            raw_width: layout.raw_width,
        }
    } else {
        HostTextMeasurement::Metrics(layout.metrics)
    }
}

fn width(text: &str, style: &TextStyle) -> f64 {
    let mut face = font::Style::default();
    if style.font_weight.as_deref().is_some_and(is_bold) {
        face = face.bold();
    }
    if style.font_style.as_deref().is_some_and(|it| matches!(it.trim(), "italic" | "oblique")) {
        face = face.italic();
    }
    font::width(&unmarked(text), face, style.font_size)
}

fn is_bold(weight: &str) -> bool {
    let weight = weight.trim();
    matches!(weight, "bold" | "bolder") || weight.parse::<u32>().is_ok_and(|it| it >= 600)
}

/// Text as the engine draws it on one line: its breaks become blanks.
fn unbroken(text: &str) -> String {
    split_html_br_lines(text).join(" ")
}
