//! A picture that tells what is wrong, for clients that can show nothing but pictures.

use std::fmt::Write as _;

use picture::Options;
use scene::xml::escaped;

use crate::Format;

const LETTER: f64 = 7.9;
const LINE: f64 = 18.0;
const MARGIN: f64 = 14.0;
/// A report is shortened to this; the headers name the first finding anyway.
const MOST_LINES: usize = 60;
const MOST_LETTERS: usize = 160;

/// A report as a file of a format; formats without pictures hold it as text.
pub fn error_picture(
    report: &str,
    format: Format,
    options: &Options,
) -> Result<Vec<u8>, picture::Error> {
    match format {
        Format::Svg => Ok(svg(report).into_bytes()),
        Format::Png => picture::svg_to_png(&svg(report), options),
        Format::Pdf => picture::svg_to_pdf(&svg(report), options),
        _ => Ok(format!("{report}\n").into_bytes()),
    }
}

/// The text as an SVG document in a fixed-width face.
fn svg(text: &str) -> String {
    let lines: Vec<String> = text
        .lines()
        .take(MOST_LINES)
        .map(|line| line.chars().filter(|it| !it.is_control()).take(MOST_LETTERS).collect())
        .collect();
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0).max(24);
    let width = longest as f64 * LETTER + 2.0 * MARGIN;
    let height = lines.len() as f64 * LINE + 2.0 * MARGIN;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" xml:space=\"preserve\">\n\
         <title>The diagram has errors</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff6f5\"/>\n\
         <rect width=\"4\" height=\"100%\" fill=\"#b42318\"/>\n\
         <g font-family=\"'DejaVu Sans Mono', monospace\" font-size=\"13\" fill=\"#3b1411\">\n"
    );
    for (row, line) in lines.iter().enumerate() {
        let y = MARGIN + LINE * (row as f64 + 0.75);
        let _ = writeln!(out, "<text x=\"{MARGIN}\" y=\"{y}\">{}</text>", escaped(line));
    }
    out.push_str("</g>\n</svg>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_told_is_a_drawable_picture() {
        let report = "error: a < b && \"c\"\n\u{1b}[31mred\u{0}\n";
        let svg = svg(report);
        assert!(svg.contains("a &lt; b &amp;&amp; \"c\""));
        assert!(!svg.contains('\u{1b}'));
        for format in [Format::Png, Format::Pdf, Format::Utxt] {
            assert!(!error_picture(report, format, &Options::default()).unwrap().is_empty());
        }
    }
}
