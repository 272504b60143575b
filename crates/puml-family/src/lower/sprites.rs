//! Sprites by name, and the pictures and formulas that text holds: decoded where they can be drawn, named where not.

use std::ops::Range;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use diag::Span;
use puml_syntax::TextRange;
use puml_syntax::ast::{self, Kind, Lines, SpriteForm};
use puml_syntax::creole::{self, Inline};

use super::Ground;
use crate::codes::model as codes;
use crate::embedded::{self, Embedding};
use crate::label::unescape;
use crate::model::Sprite;
use crate::sprites::{self, Picture};
use crate::text::{formula_problem, icon_names};
use crate::world::{Refusal, Wanted};

/// Pictures that one diagram may read.
const MAX_PICTURES: usize = 200;

impl<K: Kind> Ground<'_, K> {
    pub(super) fn sprite(&mut self, sprite: &ast::Sprite, range: TextRange) {
        let name = self.document.text(sprite.name).into_owned();
        let decoded = match &sprite.form {
            SpriteForm::Rows { size: Some(size), packed: true, rows, .. } => {
                sprites::decode_packed(*size, &self.rows(rows).concat()).map(|it| (it, Vec::new()))
            }
            SpriteForm::Rows { colored: true, rows, .. } => {
                sprites::decode_colors(&self.rows(rows)).map(|it| (it, Vec::new()))
            }
            SpriteForm::Rows { size, rows, .. } => {
                sprites::decode_rows(*size, &self.rows(rows)).map(|it| (it, Vec::new()))
            }
            SpriteForm::Svg(lines) => {
                let decoded = sprites::decode_svg(&self.document.lines(lines));
                if let Err(message) = decoded {
                    let message = format!("the sprite `{name}` is not drawn: it {message}");
                    self.report(codes::UNDRAWN_SPRITE, range, message);
                    return;
                }
                decoded
            }
            SpriteForm::Data(data) => self.data(*data),
            SpriteForm::File(path) => {
                let path = self.document.text(*path).trim().to_owned();
                match self.read(&path) {
                    Ok(bytes) => sprites::decode(&bytes),
                    Err(reason) => {
                        let message = format!("the picture `{path}` is not read: {reason}");
                        self.report(codes::UNREADABLE_FILE, range, message);
                        return;
                    }
                }
            }
        };
        match decoded {
            Ok((picture, lost)) => self.keep(name, picture, &lost, range),
            Err(message) => {
                self.report(codes::BAD_SPRITE, range, format!("the sprite `{name}` {message}"));
            }
        }
    }

    /// Reads the pictures that the text of a statement shows, and reports what text cannot show.
    pub fn figures(&mut self, range: TextRange) {
        let Range { start, end } = range.start as usize..range.end as usize;
        let text = &self.document.source[start..end];
        self.embedded(text, start);
        if !text.contains('<') {
            return;
        }
        for (found, figure) in creole::figures(text) {
            let range =
                TextRange { start: (start + found.start) as u32, end: (start + found.end) as u32 };
            match figure {
                Inline::Image { path, .. } => self.image(&path, range),
                Inline::Math { kind, source } => {
                    if let Some(reason) = formula_problem(kind, &source) {
                        let message = format!("this formula is shown as written: {reason}");
                        self.report(codes::UNDRAWN_MARKUP, range, message);
                    }
                }
                Inline::Icon { name, .. } => self.icon(&name, range),
                Inline::QrCode(_) => {
                    let message = "QR codes are not drawn: this one is shown as written";
                    self.report(codes::UNDRAWN_MARKUP, range, message);
                }
                _ => {}
            }
        }
    }

    /// Draws the diagrams that stand inside the text of a statement, on lines of its own or on one with `\n` in it.
    fn embedded(&mut self, text: &str, start: usize) {
        // One letter is looked for faster than two, and most texts have none.
        if !text.contains('{') {
            return;
        }
        for found in embedded::find(text) {
            let place = |it: Range<usize>| TextRange {
                start: (start + it.start) as u32,
                end: (start + it.end) as u32,
            };
            let (opening, body) = (place(found.opening), place(found.body.clone()));
            self.diagram(&text[found.kind], &text[found.body], opening, |it| {
                let at = |offset: u32| (body.start + offset).min(body.end);
                Some(TextRange { start: at(it.start), end: at(it.end) })
            });
        }
        let is_opening = |at: usize| {
            let kind = text[at..].trim_start_matches('{');
            kind.trim_start_matches(char::is_alphanumeric).starts_with("\\n")
        };
        for (at, _) in text.match_indices("{{").filter(|it| is_opening(it.0)) {
            let at = at..text[at..].find('\n').map_or(text.len(), |it| at + it);
            let line = unescape(&text[at.clone()]);
            for found in embedded::find(&line).into_iter().take(1) {
                let place =
                    TextRange { start: (start + at.start) as u32, end: (start + at.end) as u32 };
                self.diagram(&line[found.kind], &line[found.body], place, |_| None);
            }
        }
    }

    /// Draws a diagram; `place` leads from places in its body to places in the text. Where there are none, findings
    /// stand at its opening braces, without fixes.
    fn diagram(
        &mut self,
        kind: &str,
        body: &str,
        opening: TextRange,
        place: impl Fn(Span) -> Option<TextRange>,
    ) {
        let name = embedded::name(kind, body.lines());
        if self.sprites.iter().any(|it| it.name == name) {
            return;
        }
        let kind = if kind.is_empty() { "uml" } else { kind };
        let theme = self.input.themes.last().map(|it| it.name.as_str());
        let drawn = (self.input.embed)(Embedding { kind, body, theme });
        if let Some(reason) = drawn.refusal {
            let message = format!("the diagram in this text is shown as written: {reason}");
            self.report(codes::UNDRAWN_MARKUP, opening, message);
        }
        for mut found in drawn.diagnostics {
            if place(found.span).is_none() {
                found.fixes.clear();
            }
            let source = self.input.source;
            let mut found = found.moved(|it| place(it).unwrap_or(opening).in_source(source));
            if found.is_error() {
                // The diagram around it is drawn nevertheless, as the reference does.
                found.code = codes::EMBEDDED_DIAGRAM;
                found.severity = found.code.severity;
            }
            self.diagnostics.push(found);
        }
        if let Some(scene) = drawn.scene {
            self.sprites.push(embedded::sprite(name, scene));
        }
    }

    fn icon(&mut self, name: &str, range: TextRange) {
        if icon_names().any(|it| it == name) {
            return;
        }
        let message = format!("there is no icon `{name}`: it is shown as written");
        self.report(codes::UNDRAWN_MARKUP, range, message);
        if let (Some(near), Some(found)) =
            (diag::nearest(name, icon_names()), self.diagnostics.last_mut())
        {
            found.hints.push(format!("did you mean `<&{near}>`?"));
        }
    }

    fn image(&mut self, path: &str, range: TextRange) {
        let name = format!("img:{path}");
        if self.sprites.iter().any(|it| it.name == name) {
            return;
        }
        let pictures = self.sprites.iter().filter(|it| it.name.starts_with("img:")).count();
        let decoded = if pictures == MAX_PICTURES {
            Err(format!("a diagram may show {MAX_PICTURES} pictures"))
        } else {
            self.read(path).and_then(|bytes| {
                sprites::decode(&bytes).map_err(|message| format!("the file {message}"))
            })
        };
        match decoded {
            Ok((picture, lost)) => self.keep(name, picture, &lost, range),
            Err(reason) => {
                let message = format!("the picture `{path}` is not drawn: {reason}");
                self.report(codes::UNDRAWN_MARKUP, range, message);
            }
        }
    }

    fn keep(&mut self, name: String, picture: Picture, lost: &[String], range: TextRange) {
        if !lost.is_empty() {
            let shown = name.strip_prefix("img:").unwrap_or(&name);
            let message = format!("not all of `{shown}` is drawn: {}", lost.join("; "));
            self.report(codes::UNDRAWN_SPRITE, range, message);
        }
        let Picture { columns, rows, content } = picture;
        // The latest sprite of a name counts.
        self.sprites.retain(|it| it.name != name);
        self.sprites.push(Sprite { name, columns, rows, content });
    }

    /// The rows of a sprite without the blanks around them.
    fn rows(&self, lines: &Lines) -> Vec<String> {
        let document = self.document;
        let rows = lines.lines.iter().map(|it| document.text(*it).trim().to_owned());
        rows.filter(|it| !it.is_empty()).collect()
    }

    /// `data:image/png;base64,…`.
    fn data(&self, range: TextRange) -> Result<(Picture, Vec<String>), String> {
        let text = self.document.text(range);
        let (_, data) =
            text.split_once(";base64,").ok_or("has data that is not written in base 64")?;
        let bytes = STANDARD.decode(data.trim()).map_err(|_| "has damaged data")?;
        sprites::decode(&bytes)
    }

    /// The bytes of a picture from the world, or why there are none.
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let is_url = path.split_once("://").is_some_and(|it| it.0.len() > 1);
        let wanted =
            if is_url { Wanted::Url(path) } else { Wanted::File { from: self.input.name, path } };
        self.input.world.picture(wanted).map_err(|refusal| match refusal {
            Refusal::Missing => "there is no such file".to_owned(),
            Refusal::Denied(reason) | Refusal::Unreadable(reason) => reason,
        })
    }
}
