//! Colors as the language writes them: hex digits, the reference's 154 names, gradients.

mod names;

pub use names::NAMES;

/// One color, or two with a direction between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Paint {
    /// A single color.
    Plain(Color),
    /// From one color to another.
    Gradient {
        /// The colour at the start of the gradient.
        from: Color,
        /// The colour at its end.
        to: Color,
        /// Which way it runs.
        direction: GradientDirection,
    },
}

impl Paint {
    /// The color, or the first of a gradient.
    pub const fn first(self) -> Color {
        match self {
            Self::Plain(color) | Self::Gradient { from: color, .. } => color,
        }
    }
}

/// A single color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Color {
    /// Red, green, blue, opacity.
    Rgba(u8, u8, u8, u8),
    /// Nothing is painted there.
    Transparent,
    /// Black or white, whichever is legible.
    Automatic,
}

/// Which way a gradient runs; named after the separator in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GradientDirection {
    /// `|`: from left to right.
    Right,
    /// `-`: from top to bottom.
    Down,
    /// `/`: from top left to bottom right.
    DownRight,
    /// `\`: from bottom left to top right.
    UpRight,
}

/// A single color or gradient, with or without its `#`; nothing for an unknown name.
pub fn parse(text: &str) -> Option<Paint> {
    let text = text.strip_prefix('#').unwrap_or(text);
    if let Some(color) = parse_color(text) {
        return Some(Paint::Plain(color));
    }
    let at = text.find(['-', '/', '\\', '|'])?;
    let (from, rest) = text.split_at(at);
    let direction = match rest.as_bytes()[0] {
        b'-' => GradientDirection::Down,
        b'/' => GradientDirection::DownRight,
        b'\\' => GradientDirection::UpRight,
        _ => GradientDirection::Right,
    };
    let to = &rest[1..];
    Some(Paint::Gradient { from: parse_color(from)?, to: parse_color(to)?, direction })
}

/// A single color, with or without its `#`; nothing for an unknown name.
pub fn parse_color(text: &str) -> Option<Color> {
    let text = text.strip_prefix('#').unwrap_or(text);
    hex(text).or_else(|| named(text))
}

/// The nearest known name to a misspelt one.
pub fn nearest_name(text: &str) -> Option<&'static str> {
    diag::nearest(text.strip_prefix('#').unwrap_or(text), NAMES.iter().map(|it| it.0))
}

fn named(text: &str) -> Option<Color> {
    if text.eq_ignore_ascii_case("transparent") || text.eq_ignore_ascii_case("background") {
        return Some(Color::Transparent);
    }
    if text.eq_ignore_ascii_case("automatic") {
        return Some(Color::Automatic);
    }
    let found = NAMES.iter().find(|it| it.0.eq_ignore_ascii_case(text))?;
    let [_, red, green, blue] = found.1.to_be_bytes();
    Some(Color::Rgba(red, green, blue, 255))
}

fn hex(text: &str) -> Option<Color> {
    if !text.bytes().all(|it| it.is_ascii_hexdigit()) {
        return None;
    }
    let digit = |at: usize| (text.as_bytes()[at] as char).to_digit(16).map(|it| it as u8);
    let pair = |at: usize| Some(digit(at)? * 16 + digit(at + 1)?);
    match text.len() {
        1 => Some(Color::Rgba(digit(0)? * 17, digit(0)? * 17, digit(0)? * 17, 255)),
        3 => Some(Color::Rgba(digit(0)? * 17, digit(1)? * 17, digit(2)? * 17, 255)),
        6 => Some(Color::Rgba(pair(0)?, pair(2)?, pair(4)?, 255)),
        8 => Some(Color::Rgba(pair(0)?, pair(2)?, pair(4)?, pair(6)?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Color = Color::Rgba(255, 0, 0, 255);

    #[test]
    fn every_spelling_of_red_is_red() {
        for text in ["#red", "red", "#RED", "#F00", "#ff0000", "#FF0000FF"] {
            assert_eq!(parse(text), Some(Paint::Plain(RED)), "{text}");
        }
    }

    #[test]
    fn each_separator_has_its_direction() {
        for (text, direction) in [
            ("#red|blue", GradientDirection::Right),
            ("#red-blue", GradientDirection::Down),
            ("#red/blue", GradientDirection::DownRight),
            ("#red\\blue", GradientDirection::UpRight),
        ] {
            let to = Color::Rgba(0, 0, 255, 255);
            assert_eq!(parse(text), Some(Paint::Gradient { from: RED, to, direction }), "{text}");
        }
    }

    #[test]
    fn unknown_names_and_odd_digit_counts_are_nothing() {
        for text in ["#AB", "#nosuch", "#red-nosuch", "", "#", "#12345"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_table_is_sorted_and_has_every_name_of_the_reference() {
        assert_eq!(NAMES.len(), 154);
        assert!(NAMES.windows(2).all(|it| it[0].0.to_lowercase() < it[1].0.to_lowercase()));
    }

    #[test]
    fn a_slip_finds_its_name() {
        assert_eq!(nearest_name("#LigthBlue"), Some("LightBlue"));
    }
}
