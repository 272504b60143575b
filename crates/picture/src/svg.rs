//! SVG: one document, in one pass over the scene. Holds no script, no foreign content and no outside reference.

mod attribute;
mod embedded;
mod outlines;
mod paint;
mod shape;
mod text;

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rayon::prelude::*;
use scene::xml::{escape_attribute, escape_text};
use scene::{Group, Id, Image, Item, Link, Scene, Shape};

use self::attribute::{attribute, number, number_attribute};
use self::embedded::Embedded;
use self::paint::{Palette, Shown, Tone};
use crate::{Error, Options, SvgText, link};

/// Below this number of items, starting another thread takes longer than writing them.
const FEW: usize = 1_000;
/// Items that one thread writes in one go.
const PART: usize = 200;
/// Bytes that are set aside for what is still to be written, at most.
const MOST_AHEAD: usize = 32 << 20;
/// Parts that are written before they are joined, so that only these need memory beside the document.
const PARTS: usize = 16;

/// The scene as an SVG document.
///
/// Groups become `<g>` with their role as class and their place in the source as `data-` attributes.
/// Definitions stand at the end, since only then is it known which are used.
pub fn svg(scene: &Scene, options: &Options) -> Result<String, Error> {
    let embedded = (options.text == SvgText::Embedded).then(|| Embedded::of(scene));
    let tone = Tone::of(scene, options.scheme);
    let mut writer = Writer {
        out: String::with_capacity(4096),
        palette: Palette::new(tone),
        id_prefix: &options.id_prefix,
        handwritten: scene.handwritten,
        text: options.text,
        embedded: embedded.as_ref(),
    };
    writer.opening(scene, options.scale * scene.scale);
    writer.background(scene);
    if scene.items.len() <= FEW {
        writer.items(&scene.items)?;
    } else {
        writer.parts(&scene.items, tone, options)?;
    }
    writer.palette.definitions(&mut writer.out);
    if let Some(it) = &embedded {
        it.write(&mut writer.out);
    }
    writer.out.push_str("</svg>\n");
    Ok(writer.out)
}

struct Writer<'a> {
    out: String,
    palette: Palette,
    id_prefix: &'a str,
    handwritten: bool,
    text: SvgText,
    embedded: Option<&'a Embedded>,
}

impl Writer<'_> {
    /// Writes many items on all processors, and joins what comes out.
    fn parts(&mut self, items: &[Item], tone: Tone, options: &Options) -> Result<(), Error> {
        let mut left = items.len();
        let Self { handwritten, text, embedded, .. } = *self;
        for items in items.chunks(PART * PARTS) {
            let parts = items.par_chunks(PART).map(|part| {
                let (out, palette) = (String::new(), Palette::new(tone));
                let id_prefix = &options.id_prefix;
                let mut writer = Writer { out, palette, id_prefix, handwritten, text, embedded };
                writer.items(part)?;
                Ok((writer.out, writer.palette))
            });
            let parts = parts.collect::<Result<Vec<_>, Error>>()?;
            // What is left will be about as long for each item: a document that grows is copied again and again.
            let written: usize = parts.iter().map(|it| it.0.len()).sum();
            self.out.reserve((written * left / items.len()).min(MOST_AHEAD));
            left -= items.len();
            for (text, palette) in parts {
                self.out.push_str(&text);
                self.palette.join(palette);
            }
        }
        Ok(())
    }

    fn opening(&mut self, scene: &Scene, scale: f64) {
        let out = &mut self.out;
        out.push_str("<svg xmlns=\"http://www.w3.org/2000/svg\"");
        number_attribute(out, "width", scene.size.width * scale);
        number_attribute(out, "height", scene.size.height * scale);
        out.push_str(" viewBox=\"0 0 ");
        number(out, scene.size.width);
        out.push(' ');
        number(out, scene.size.height);
        out.push('"');
        let named = [("title", &scene.title), ("desc", &scene.description)]
            .map(|(name, text)| (name, text.as_str()));
        let named = || named.iter().filter(|(_, text)| !text.is_empty());
        // A picture of role `img` is one leaf to a screen reader, which would hide links inside it.
        let role = if has_links(&scene.items) { "graphics-document document" } else { "img" };
        attribute(out, "role", role);
        if named().next().is_some() {
            out.push_str(" aria-labelledby=\"");
            for (idx, (name, _)) in named().enumerate() {
                out.push_str(if idx > 0 { " " } else { "" });
                document_id(out, self.id_prefix, name);
            }
            out.push('"');
        }
        attribute(out, "font-family", &css_family(self.embedded, font::Family::Sans));
        out.push_str(">\n");
        for (name, text) in named() {
            out.push('<');
            out.push_str(name);
            out.push_str(" id=\"");
            document_id(out, self.id_prefix, name);
            out.push_str("\">");
            escape_text(out, text);
            out.push_str("</");
            out.push_str(name);
            out.push_str(">\n");
        }
    }

    fn background(&mut self, scene: &Scene) {
        let Some(paint) = scene.background else { return };
        self.out.push_str("<rect");
        number_attribute(&mut self.out, "width", scene.size.width);
        number_attribute(&mut self.out, "height", scene.size.height);
        self.palette.shape(&mut self.out, Some(paint), None);
        self.out.push_str("/>\n");
    }

    fn items(&mut self, items: &[Item]) -> Result<(), Error> {
        items.iter().try_for_each(|item| match item {
            Item::Group(it) => self.group(it),
            Item::Shape(it) if self.handwritten => {
                let drawn = Shape { geometry: it.geometry.by_hand(), ..it.clone() };
                shape::shape(&mut self.out, &mut self.palette, &drawn);
                Ok(())
            }
            Item::Shape(it) => {
                shape::shape(&mut self.out, &mut self.palette, it);
                Ok(())
            }
            Item::Text(it) => {
                self.items(&it.items)?;
                self.text(it);
                Ok(())
            }
            Item::Image(it) => self.image(it),
        })
    }

    fn group(&mut self, group: &Group) -> Result<(), Error> {
        let link = self.open_link(group.link.as_deref());
        self.out.push_str("<g");
        attribute(&mut self.out, "class", group.role);
        if let Some(id) = group.id {
            self.out.push_str(" id=\"");
            escape_attribute(&mut self.out, self.id_prefix);
            escape_attribute(&mut self.out, group.role);
            if let Id::Number(place) = id {
                self.out.push('-');
                number(&mut self.out, f64::from(place));
            }
            self.out.push('"');
        }
        if let Some(origin) = group.origin {
            // The first source is the one the reader has open; only others need a name.
            if origin.source.0 != 0 {
                number_attribute(&mut self.out, "data-source", f64::from(origin.source.0));
            }
            number_attribute(&mut self.out, "data-line", f64::from(origin.line));
            number_attribute(&mut self.out, "data-start", f64::from(origin.start));
            number_attribute(&mut self.out, "data-end", f64::from(origin.end));
        }
        self.out.push_str(">\n");
        if let Some(title) = &group.title {
            title_element(&mut self.out, title);
        }
        self.items(&group.items)?;
        self.out.push_str("</g>\n");
        self.close_link(link);
        Ok(())
    }

    fn text(&mut self, block: &scene::Text) {
        for line in &block.lines {
            for run in &line.runs {
                text::background(&mut self.out, &mut self.palette, line, run);
                let link = self.open_link(run.link.as_deref());
                let seen = if self.text == SvgText::Outlines
                    && outlines::run(&mut self.out, &mut self.palette, line, run)
                {
                    text::Seen::No
                } else {
                    text::Seen::Yes(css_family(self.embedded, run.font.family))
                };
                text::run(&mut self.out, &mut self.palette, line, run, &seen);
                self.close_link(link);
                text::decorations(&mut self.out, &mut self.palette, line, run);
            }
        }
    }

    fn image(&mut self, image: &Image) -> Result<(), Error> {
        for (rgba, shown) in self.palette.images(image) {
            self.pixels(image, rgba, shown)?;
        }
        Ok(())
    }

    fn pixels(&mut self, image: &Image, rgba: &[u8], shown: Shown) -> Result<(), Error> {
        let bytes = crate::png::encode_image(image, rgba)?;
        let out = &mut self.out;
        out.push_str("<image");
        if let Some(class) = shown.class() {
            attribute(out, "class", class);
        }
        number_attribute(out, "x", image.bounds.x);
        number_attribute(out, "y", image.bounds.y);
        number_attribute(out, "width", image.bounds.width);
        number_attribute(out, "height", image.bounds.height);
        out.push_str(" preserveAspectRatio=\"none\" href=\"data:image/png;base64,");
        STANDARD.encode_string(bytes, out);
        out.push_str("\">");
        title_element(out, &image.title);
        out.push_str("</image>\n");
        Ok(())
    }

    /// Whether a link was opened, and must be closed.
    fn open_link(&mut self, link: Option<&Link>) -> Opened {
        let Some(link) = link.filter(|it| link::is_safe(&it.url)) else { return Opened::Nothing };
        self.out.push_str("<a");
        attribute(&mut self.out, "href", &link.url);
        // A picture in a frame or an object leads the whole page on, not itself.
        attribute(&mut self.out, "target", "_top");
        self.out.push('>');
        if let Some(tooltip) = &link.tooltip {
            title_element(&mut self.out, tooltip);
        }
        Opened::Link
    }

    fn close_link(&mut self, opened: Opened) {
        if opened == Opened::Link {
            self.out.push_str("</a>\n");
        }
    }
}

/// The list of families that letters are drawn in.
fn css_family(embedded: Option<&Embedded>, family: font::Family) -> Cow<'static, str> {
    match embedded {
        Some(it) => Cow::Owned(it.css_family(family)),
        None => Cow::Borrowed(font::css_family(family)),
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Opened {
    Nothing,
    Link,
}

fn document_id(out: &mut String, prefix: &str, name: &str) {
    escape_attribute(out, prefix);
    out.push_str("scene-");
    out.push_str(name);
}

fn title_element(out: &mut String, title: &str) {
    if !title.is_empty() {
        out.push_str("<title>");
        escape_text(out, title);
        out.push_str("</title>");
    }
}

fn has_links(items: &[Item]) -> bool {
    if items.len() <= FEW { items.iter().any(has_link) } else { items.par_iter().any(has_link) }
}

fn has_link(item: &Item) -> bool {
    match item {
        Item::Group(it) => it.link.is_some() || it.items.iter().any(has_link),
        Item::Text(it) => {
            it.lines.iter().flat_map(|line| &line.runs).any(|run| run.link.is_some())
                || it.items.iter().any(has_link)
        }
        Item::Shape(_) | Item::Image(_) => false,
    }
}

#[cfg(test)]
mod tests;
