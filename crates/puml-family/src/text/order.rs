//! The places of a line's runs where letters run from right to left.

use font::Direction;
use scene::Run;

/// Splits runs where the direction changes and puts each part where a reader expects it. The list stays in the order
/// in which the line is read; only the places tell left from right.
pub(super) fn order(runs: &mut Vec<Run>) {
    if runs.iter().all(|it| it.text.is_ascii()) {
        return;
    }
    let mut done = Vec::with_capacity(runs.len());
    let mut rest = std::mem::take(runs);
    while !rest.is_empty() {
        // What stands between runs, such as a picture, keeps its place.
        let gap = |it: &[Run]| (it[0].x + it[0].width - it[1].x).abs() > 1e-6;
        let end = rest.windows(2).position(gap).map_or(rest.len(), |at| at + 1);
        let after = rest.split_off(end);
        done.extend(ordered(rest));
        rest = after;
    }
    *runs = done;
}

/// Runs that touch.
fn ordered(runs: Vec<Run>) -> Vec<Run> {
    let line: String = runs.iter().map(|it| it.text.as_str()).collect();
    let Some(parts) = font::left_to_right(&line) else { return runs };
    let mut x = runs[0].x;
    let mut out: Vec<(usize, Run)> = Vec::new();
    for part in parts {
        let mut pieces = Vec::new();
        let mut start = 0;
        for run in &runs {
            let end = start + run.text.len();
            let (from, to) = (part.range.start.max(start), part.range.end.min(end));
            if from < to {
                let text = run.text[from - start..to - start].to_owned();
                let width = font::width(&text, super::inline::face(&run.font), run.font.size);
                pieces.push((from, Run { text, width, ..run.clone() }));
            }
            start = end;
        }
        if part.direction == Direction::RightToLeft {
            pieces.reverse();
            for (_, piece) in &mut pieces {
                // Nothing in it tells a writer which way it runs.
                if let Some(turned) = font::turned_signs(&piece.text) {
                    piece.text = turned;
                }
            }
        }
        for (at, mut piece) in pieces {
            piece.x = x;
            x += piece.width;
            out.push((at, piece));
        }
    }
    out.sort_by_key(|it| it.0);
    out.into_iter().map(|it| it.1).collect()
}

#[cfg(test)]
mod tests {
    use scene::{Color, Font};

    use super::*;

    fn runs(parts: &[(&str, bool)]) -> Vec<Run> {
        let mut x = 0.0;
        let run = |&(text, bold): &(&str, bool)| {
            let font = Font { size: 10.0, bold, ..Font::default() };
            let width = font::width(text, crate::text::inline::face(&font), 10.0);
            let (text, color) = (text.to_owned(), Color::BLACK);
            let run = Run {
                text,
                x,
                width,
                font,
                color,
                background: None,
                decorations: Vec::new(),
                rise: 0.0,
                link: None,
            };
            x += width;
            run
        };
        parts.iter().map(run).collect()
    }

    fn from_left(mut runs: Vec<Run>) -> Vec<String> {
        let end = |all: &[Run]| all.iter().map(|it| it.x + it.width).fold(0.0, f64::max);
        let before = end(&runs);
        order(&mut runs);
        assert!((end(&runs) - before).abs() < 1e-6);
        runs.sort_by(|a, b| a.x.total_cmp(&b.x));
        runs.into_iter().map(|it| it.text).collect()
    }

    #[test]
    fn words_of_several_styles_stand_from_right_to_left() {
        let words = runs(&[("שלום ", false), ("עולם", true), (" טוב", false)]);
        assert_eq!(from_left(words), [" טוב", "עולם", "שלום "]);
    }

    #[test]
    fn a_name_in_latin_letters_stays_whole_between_them() {
        assert_eq!(
            from_left(runs(&[("שלום PlantUML עולם", false)])),
            [" עולם", "PlantUML", "שלום "]
        );
    }

    #[test]
    fn brackets_around_a_name_in_latin_letters_open_towards_it() {
        assert_eq!(
            from_left(runs(&[("שלום (test) 12", false)])),
            ["12", " (", "test", "שלום ("],
            "the bracket behind the Hebrew word is turned by what draws the word"
        );
        assert_eq!(
            from_left(runs(&[("שלום", false), (" (", true), ("עולם)", false)])),
            ["עולם)", ") ", "שלום"]
        );
    }

    #[test]
    fn lines_without_such_letters_are_left_alone() {
        let plain = runs(&[("grüße ", false), ("漢字", true)]);
        let mut ordered = plain.clone();
        order(&mut ordered);
        assert_eq!(ordered, plain);
    }

    #[test]
    fn runs_are_listed_as_they_are_read() {
        let mut words = runs(&[("שלום ", false), ("עולם", true)]);
        order(&mut words);
        assert_eq!(words[0].text, "שלום ");
        assert!(words[0].x > words[1].x);
    }
}
