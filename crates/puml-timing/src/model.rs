//! What a timing diagram says: players with their changes, arrows and highlights, and what stands around them.

use diag::Span;
use puml_family::{Label, LookId, Looks, Sprite, Surroundings};
use puml_syntax::ast::NoteSide;

use crate::ast::{Beat, PlayerKind, ValueRange};

/// One timing diagram.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// From top to bottom.
    pub players: Vec<Player>,
    /// In order.
    pub messages: Vec<Message>,
    /// In order.
    pub constraints: Vec<Constraint>,
    /// In order.
    pub highlights: Vec<Highlight>,
    /// In order.
    pub notes: Vec<Note>,
    /// How moments are told.
    pub axis: TimeAxis,
    /// Title, header, footer, legend, caption, frame and scale.
    pub surroundings: Surroundings,
    /// Named bitmaps for text.
    pub sprites: Vec<Sprite>,
    /// All looks that the parts name.
    pub looks: Looks,
}

impl Model {
    /// A model of unknown family, if it is one of a timing diagram.
    pub fn of(model: &dyn puml_family::Model) -> Option<&Self> {
        model.as_any().downcast_ref()
    }
}

/// How moments are told.
#[derive(Debug, Clone, PartialEq)]
pub struct TimeAxis {
    /// Every moment that a line names, in order, each once.
    pub ticks: Vec<f64>,
    /// Moments with a name, by `as :name`.
    pub names: Vec<(f64, String)>,
    /// What a number means.
    pub form: TimeForm,
    /// Pixels of one unit of time, where the source says so.
    pub scale: Option<f64>,
    /// Whether it is drawn.
    pub visible: bool,
    /// Whether only moments that `@` names are written.
    pub manual: bool,
    /// Moments that `@` names.
    pub marked: Vec<f64>,
}

/// What the numbers of moments mean.
#[derive(Debug, Clone, PartialEq)]
pub enum TimeForm {
    /// Plain numbers, without a unit.
    Number,
    /// Seconds, written as `1:30:00`.
    Clock,
    /// Seconds after 1970-01-01, written in a form.
    Date(DateForm),
}

/// How a date is written: the parts in order, with what stands between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DateForm(pub Vec<DatePart>);

/// A letter of a date format, or the text between two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DatePart {
    /// The year, with four digits or two.
    Year(usize),
    /// The month as a number of this many digits; from three on its name.
    Month(usize),
    /// The day of the month, with this many digits.
    Day(usize),
    /// The hour, with this many digits.
    Hour(usize),
    /// The minute, with this many digits.
    Minute(usize),
    /// The second, with this many digits.
    Second(usize),
    /// The day of the week; four letters or more for the whole name.
    Weekday(usize),
    /// As it stands.
    Text(String),
}

/// Somebody whose states change.
#[derive(Debug, Clone, PartialEq)]
pub struct Player {
    /// What sort.
    pub kind: PlayerKind,
    /// What other lines call it.
    pub id: String,
    /// What is drawn.
    pub label: Label,
    /// Whether it is drawn small.
    pub compact: bool,
    /// Its states from bottom to top.
    pub states: Vec<State>,
    /// In order of time.
    pub changes: Vec<Change>,
    /// Of a clock.
    pub beat: Option<Beat>,
    /// Of an analog signal, where the source says so.
    pub range: Option<ValueRange>,
    /// In pixels, where the source says so.
    pub height: Option<f64>,
    /// Where an analog signal has lines.
    pub every: Option<i64>,
    /// How it is drawn.
    pub look: LookId,
    /// Where it is declared.
    pub origin: Span,
}

/// A state that a player may be in, as its level is labelled.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// What changes call it.
    pub id: String,
    /// What is drawn.
    pub label: Label,
}

/// From a moment on a player has a state.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// From the start where absent.
    pub at: Option<f64>,
    /// The state or value that begins.
    pub value: Value,
    /// Beside it.
    pub comment: Label,
    /// How it is drawn.
    pub look: LookId,
    /// Whether the source gives it a colour.
    pub colored: bool,
    /// Where it stands.
    pub origin: Span,
}

/// What a player is.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A state, by its place in [`Player::states`].
    State(usize),
    /// One of two.
    Either(usize, usize),
    /// The value of a signal.
    Number(f64),
    /// Nothing is drawn.
    Hidden,
    /// A flat line.
    Flat,
    /// A ribbon without a text.
    Blank,
}

/// An arrow between two players.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// Who sends.
    pub from: usize,
    /// When.
    pub from_at: f64,
    /// Who receives.
    pub to: usize,
    /// When.
    pub to_at: f64,
    /// Beside it.
    pub label: Label,
    /// How it is drawn.
    pub look: LookId,
    /// Where it stands.
    pub origin: Span,
}

/// An arrow between two moments of a player.
#[derive(Debug, Clone, PartialEq)]
pub struct Constraint {
    /// Above whom.
    pub player: usize,
    /// The earlier moment.
    pub from: f64,
    /// The later moment.
    pub to: f64,
    /// Above it.
    pub label: Label,
    /// How it is drawn.
    pub look: LookId,
    /// Where it stands.
    pub origin: Span,
}

/// A coloured interval of time.
#[derive(Debug, Clone, PartialEq)]
pub struct Highlight {
    /// The earlier moment.
    pub from: f64,
    /// The later moment.
    pub to: f64,
    /// Above it.
    pub caption: Label,
    /// How it is drawn.
    pub look: LookId,
    /// Where it stands.
    pub origin: Span,
}

/// A note at a player.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// Above or below.
    pub side: NoteSide,
    /// At whom.
    pub player: usize,
    /// At which moment.
    pub at: f64,
    /// What it says.
    pub label: Label,
    /// How it is drawn.
    pub look: LookId,
    /// Where it stands.
    pub origin: Span,
}

/// Seconds of a day.
pub(crate) const DAY: f64 = 86_400.0;

const EPOCH: jiff::civil::Date = jiff::civil::Date::constant(1970, 1, 1);

/// The number of a day of the calendar after 1970-01-01, if there is such a day.
pub(crate) fn day_number(year: i64, month: i64, day: i64) -> Option<i64> {
    let date = jiff::civil::Date::new(
        i16::try_from(year).ok()?,
        i8::try_from(month).ok()?,
        i8::try_from(day).ok()?,
    );
    Some(date.ok()?.duration_since(EPOCH).as_secs().div_euclid(86_400))
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

impl TimeAxis {
    /// A moment as the axis writes it.
    pub fn written(&self, at: f64) -> String {
        if let Some((_, name)) = self.names.iter().find(|it| (it.0 - at).abs() < 1e-9) {
            return name.clone();
        }
        self.plain(at)
    }

    /// A moment without its name.
    pub fn plain(&self, at: f64) -> String {
        match &self.form {
            TimeForm::Number => number(at),
            TimeForm::Clock => {
                let seconds = at.abs() as i64;
                let sign = if at < 0.0 { "-" } else { "" };
                let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
                format!("{sign}{hours}:{minutes:02}:{rest:02}")
            }
            TimeForm::Date(form) => form.written(at),
        }
    }
}

/// A number without needless digits.
pub(crate) fn number(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

impl DateForm {
    /// `MMM d`.
    pub(crate) fn usual() -> Self {
        Self(vec![DatePart::Month(3), DatePart::Text(" ".to_owned()), DatePart::Day(1)])
    }

    /// A pattern of letters as Java reads it; nothing where a letter means nothing.
    pub(crate) fn read(pattern: &str) -> Option<Self> {
        let mut parts: Vec<DatePart> = Vec::new();
        let mut rest = pattern;
        while let Some(first) = rest.chars().next() {
            if first == '\'' {
                let inner = &rest[1..];
                let end = inner.find('\'')?;
                let text = if end == 0 { "'" } else { &inner[..end] };
                parts.push(DatePart::Text(text.to_owned()));
                rest = &inner[end + 1..];
                continue;
            }
            let count = rest.chars().take_while(|it| *it == first).count();
            let part = match first {
                'Y' | 'y' | 'u' => DatePart::Year(count),
                'M' | 'L' => DatePart::Month(count),
                'd' | 'D' => DatePart::Day(count),
                'H' | 'h' | 'k' | 'K' => DatePart::Hour(count),
                'm' => DatePart::Minute(count),
                's' => DatePart::Second(count),
                'E' => DatePart::Weekday(count),
                'S' | 'a' | 'G' | 'w' | 'W' | 'F' | 'z' | 'Z' | 'X' => {
                    DatePart::Text(String::new())
                }
                it if it.is_ascii_alphabetic() => return None,
                it => DatePart::Text(it.to_string().repeat(count)),
            };
            parts.push(part);
            rest = &rest[first.len_utf8() * count..];
        }
        Some(Self(parts))
    }

    fn written(&self, at: f64) -> String {
        const WEEKDAYS: [&str; 7] =
            ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
        let day = (at / DAY).floor();
        let seconds = (at - day * DAY) as i64;
        let span = jiff::SignedDuration::from_secs((day.clamp(-2.9e6, 2.9e6) as i64) * 86_400);
        let date = EPOCH.saturating_add(span);
        let padded = |value: i64, width: usize| format!("{value:0width$}");
        self.0
            .iter()
            .map(|it| match it {
                DatePart::Year(2) => padded(i64::from(date.year()) % 100, 2),
                DatePart::Year(width) => padded(i64::from(date.year()), *width),
                DatePart::Month(width) if *width >= 3 => {
                    let name = MONTHS[date.month() as usize - 1];
                    if *width == 3 { name[..3].to_owned() } else { name.to_owned() }
                }
                DatePart::Month(width) => padded(i64::from(date.month()), *width),
                DatePart::Day(width) => padded(i64::from(date.day()), *width),
                DatePart::Hour(width) => padded(seconds / 3600, *width),
                DatePart::Minute(width) => padded(seconds / 60 % 60, *width),
                DatePart::Second(width) => padded(seconds % 60, *width),
                DatePart::Weekday(width) => {
                    let name = WEEKDAYS[(day as i64 + 3).rem_euclid(7) as usize];
                    if *width < 4 { name[..3].to_owned() } else { name.to_owned() }
                }
                DatePart::Text(text) => text.clone(),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_as_their_pattern_says() {
        let at = day_number(2026, 3, 5).map_or(0.0, |it| it as f64 * DAY + 3_661.0);
        let written = |pattern: &str| DateForm::read(pattern).map(|it| it.written(at));
        assert_eq!(written("YYYY-MM-dd"), Some("2026-03-05".to_owned()));
        assert_eq!(written("d MMM yy 'at' HH:mm:ss"), Some("5 Mar 26 at 01:01:01".to_owned()));
        assert_eq!(written("EEE"), Some("Thu".to_owned()));
        assert_eq!(written("QQQ bad"), None);
    }

    #[test]
    fn numbers_have_no_needless_digits() {
        assert_eq!(number(5.0), "5");
        assert_eq!(number(0.5), "0.5");
        assert_eq!(number(-0.0), "0");
    }
}
