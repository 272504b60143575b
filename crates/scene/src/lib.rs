//! The drawing contract: what a layout hands to every writer, and nothing else.
//!
//! A [`Scene`] is one page with everything resolved: coordinates in pixels, colours, measured text.
//! It knows no language and no output format; [`json`] prints that very value.
//!
//! ```
//! use scene::{Color, Geometry, Item, Point, Scene, Shape, Size, Stroke};
//!
//! let mut scene = Scene::new(Size { width: 40.0, height: 20.0 });
//! scene.items.push(Item::Shape(Shape {
//!     geometry: Geometry::Line { from: Point { x: 0.0, y: 10.0 }, to: Point { x: 40.0, y: 10.0 } },
//!     fill: None,
//!     stroke: Some(Stroke::solid(Color::BLACK, 1.0)),
//! }));
//! assert_eq!(scene::json(&scene)["items"][0]["shape"], "line");
//! ```

mod by_hand;
mod geometry;
mod hsluv;
mod item;
mod json;
mod paint;
mod scaled;
mod scheme;
mod survey;
mod text;
pub mod xml;

pub use font::Family;
pub use geometry::{Geometry, Interval, Point, Rect, Segment, Size, Vector};
pub use item::{Group, Id, Image, Item, Link, Origin, Scene, Shape};
pub use json::json;
pub use paint::{Color, Direction, Ends, Paint, Rgba, Stroke};
pub use scheme::{Scheme, UnknownScheme};
pub use survey::{Label, Survey};
pub use text::{Decoration, Font, Line, Run, Text};
