//! Pages, laid out once and written in any format.

use mermaid::SafeSvg;
use picture::{Options, Shrunk, shrunk};
use scene::{Color, Paint, Rect, Scene, Size};

use crate::{Diagram, Format};

/// One page of a diagram. Choosing it costs nothing; [`Page::drawing`] lays it out, and no other page.
#[derive(Debug, Clone, Copy)]
pub struct Page<'a> {
    pub(crate) diagram: Diagram<'a>,
    pub(crate) number: usize,
}

/// Pages that are ready to be written.
#[derive(Debug, Clone)]
pub struct Drawing<'a>(Sheets<'a>);

#[derive(Debug, Clone)]
enum Sheets<'a> {
    Scenes(Vec<Scene>),
    /// The engine's own picture.
    Svg(&'a SafeSvg),
    /// Pages of both sorts, or several pictures of the engine.
    Mixed,
}

/// Why pages cannot be written in a format.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The engine gives a picture and nothing else.
    #[error("a Mermaid diagram can be svg, png or pdf, not {}", .0.name())]
    Mermaid(Format),
    /// One file would have to hold pictures that cannot stand together.
    #[error("Mermaid diagrams are written one to a file: choose one page")]
    Mixed,
    /// The format holds data, not a picture.
    #[error("{} is no format of pages", .0.name())]
    NoPicture(Format),
    /// The limits of a page, as a rule.
    #[error(transparent)]
    Picture(#[from] picture::Error),
}

impl<'a> Page<'a> {
    /// The diagram that it is a page of.
    pub fn diagram(&self) -> Diagram<'a> {
        self.diagram
    }

    /// Lays the page out.
    pub fn drawing(&self) -> Drawing<'a> {
        Drawing::of(&[*self])
    }
}

impl<'a> Drawing<'a> {
    /// Lays pages out, in this order.
    pub fn of(pages: &[Page<'a>]) -> Self {
        if let [Page { diagram: Diagram::Mermaid(drawn), .. }] = pages {
            return Self(Sheets::Svg(&drawn.svg));
        }
        let mut scenes = Vec::new();
        let mut rest = pages;
        while let Some(first) = rest.first() {
            let Diagram::Puml(diagram) = first.diagram else { return Self(Sheets::Mixed) };
            let count = diagram.page_count();
            // All pages of a diagram together cost little more than the last one.
            let is_whole = rest.len() >= count
                && rest[..count].iter().enumerate().all(|(number, page)| {
                    page.number == number && page.diagram.is_same(&first.diagram)
                });
            if is_whole && count > 1 {
                scenes.extend(diagram.scenes());
                rest = &rest[count..];
            } else {
                scenes.extend(diagram.scene(first.number));
                rest = &rest[1..];
            }
        }
        Self(Sheets::Scenes(scenes))
    }

    /// Pages that are laid out already.
    pub(crate) fn of_scenes(scenes: Vec<Scene>) -> Self {
        Self(Sheets::Scenes(scenes))
    }

    /// The same with nothing behind it. What is the engine's own picture was drawn so, or not, when it was checked.
    #[must_use]
    pub fn transparent(mut self) -> Self {
        if let Sheets::Scenes(scenes) = &mut self.0 {
            for scene in scenes {
                scene.background = None;
            }
        }
        self
    }

    /// The scenes; none of what is the engine's own picture.
    pub fn scenes(&self) -> &[Scene] {
        match &self.0 {
            Sheets::Scenes(scenes) => scenes,
            Sheets::Svg(_) | Sheets::Mixed => &[],
        }
    }

    /// The size of the first page; `None` where nothing is drawn.
    pub fn size(&self) -> Option<Size> {
        match &self.0 {
            Sheets::Scenes(scenes) => {
                let Scene { size, scale, .. } = scenes.first()?;
                Some(Size { width: size.width * scale, height: size.height * scale })
            }
            Sheets::Svg(svg) => Some(Size { width: svg.width(), height: svg.height() }),
            Sheets::Mixed => None,
        }
    }

    /// Characters that no font at hand can draw, for formats that carry their glyphs.
    pub fn missing_glyphs(
        &self,
        format: Format,
        options: &Options,
    ) -> Result<Vec<char>, WriteError> {
        match (&self.0, format) {
            (Sheets::Scenes(scenes), Format::Png | Format::Pdf) => {
                Ok(picture::missing_glyphs(scenes, options)?.into_iter().collect())
            }
            _ => Ok(Vec::new()),
        }
    }

    /// The first page that has fewer pixels in this format than it asks for.
    pub fn shrunk(&self, format: Format, options: &Options) -> Option<Shrunk> {
        if format != Format::Png {
            return None;
        }
        match &self.0 {
            Sheets::Scenes(scenes) => scenes.iter().find_map(|it| {
                let (width, height) = (it.size.width * it.scale, it.size.height * it.scale);
                shrunk(Size { width, height }, options)
            }),
            Sheets::Svg(svg) => shrunk(Size { width: svg.width(), height: svg.height() }, options),
            Sheets::Mixed => None,
        }
    }

    /// A file for each page, or one for all where the format [holds pages](Format::holds_pages).
    pub fn files(&self, format: Format, options: &Options) -> Result<Vec<Vec<u8>>, WriteError> {
        let written = format.picture().ok_or(WriteError::NoPicture(format))?;
        match &self.0 {
            Sheets::Scenes(scenes) if !format.holds_pages() => {
                let pages = scenes.chunks(1);
                Ok(pages
                    .map(|it| picture::write(it, written, options))
                    .collect::<Result<_, _>>()?)
            }
            _ => Ok(vec![self.write(format, options)?]),
        }
    }

    /// A part of the first page as PNG, in pixels of the page, on white where the page has no colour of its own. Only
    /// scenes have parts.
    pub fn part(&self, part: Rect, options: &Options) -> Result<Vec<u8>, WriteError> {
        let Some(scene) = self.scenes().first() else {
            return Err(WriteError::Mermaid(Format::Png));
        };
        let unit = 1.0 / scene.scale;
        let part = Rect {
            x: part.x * unit,
            y: part.y * unit,
            width: part.width * unit,
            height: part.height * unit,
        };
        let background = scene.background.or(Some(Paint::Solid(Color::WHITE)));
        Ok(picture::png_part(&Scene { background, ..scene.clone() }, part, options)?)
    }

    /// One file. Formats that [hold pages](Format::holds_pages) take all, the others exactly one.
    pub fn write(&self, format: Format, options: &Options) -> Result<Vec<u8>, WriteError> {
        let written = format.picture().ok_or(WriteError::NoPicture(format))?;
        match (&self.0, format) {
            (Sheets::Scenes(scenes), _) => Ok(picture::write(scenes, written, options)?),
            (Sheets::Svg(svg), Format::Svg) => Ok(svg.as_str().as_bytes().to_vec()),
            (Sheets::Svg(svg), Format::Png) => Ok(picture::svg_to_png(svg.as_str(), options)?),
            (Sheets::Svg(svg), Format::Pdf) => Ok(picture::svg_to_pdf(svg.as_str(), options)?),
            (Sheets::Svg(_), _) => Err(WriteError::Mermaid(format)),
            (Sheets::Mixed, _) => Err(WriteError::Mixed),
        }
    }
}

impl Diagram<'_> {
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Puml(one), Self::Puml(other)) => one.is_same(other),
            (Self::Mermaid(one), Self::Mermaid(other)) => std::ptr::eq(*one, *other),
            _ => false,
        }
    }
}
