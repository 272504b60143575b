//! Pages as the page shows them: a large one in tiles, so that a browser holds only those that can be seen.

use diagrams::{Drawing, Format, PictureOptions};
use scene::{Item, Scene};
use serde_json::{Value, json};

use super::undrawable;
use crate::failure::Failure;

/// A page of fewer parts is one tile.
const FEW: usize = 1_500;
/// Pixels that a tile of a larger one is high, before the scale that the author asked for.
const HEIGHT: f64 = 800.0;

/// Each page as `{"tiles": [svg…]}`. Tiles lie one below the other; all but the last have the same height, and each
/// draws everything that reaches into it, at the places of the whole page.
pub(super) fn pages(
    drawing: &Drawing<'_>,
    options: &PictureOptions,
) -> Result<Vec<Value>, Failure> {
    let scenes = drawing.scenes();
    if scenes.iter().all(|it| parts(&it.items) < FEW) {
        let files = drawing.files(Format::Svg, options).map_err(|error| undrawable(&error))?;
        let page = |svg: &Vec<u8>| json!({ "tiles": [String::from_utf8_lossy(svg)] });
        return Ok(files.iter().map(page).collect());
    }
    scenes.iter().map(|scene| page(scene, options)).collect()
}

fn page(scene: &Scene, options: &PictureOptions) -> Result<Value, Failure> {
    let count = (scene.size.height / HEIGHT).ceil().max(1.0) as usize;
    let tile = |number: usize| {
        let top = number as f64 * HEIGHT;
        let mut band = scene.band(top, top + HEIGHT);
        if number > 0 {
            // The first one speaks for the page.
            band.title.clear();
            band.description.clear();
        }
        let id_prefix = format!("{}t{number}-", options.id_prefix);
        let options = PictureOptions { id_prefix, ..options.clone() };
        picture::svg(&band, &options).map_err(|error| undrawable(&error.into()))
    };
    let tiles = (0..count).map(tile).collect::<Result<Vec<_>, _>>()?;
    Ok(json!({ "tiles": tiles, "tile_height": HEIGHT }))
}

fn parts(items: &[Item]) -> usize {
    let inside = |item: &Item| match item {
        Item::Group(group) => parts(&group.items),
        _ => 0,
    };
    items.iter().map(|item| 1 + inside(item)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use diagrams::{Language, NoWorld, Options, check};

    fn drawn(source: &str) -> Vec<Value> {
        let checked = check("a", source, Language::Puml, &NoWorld, &Options::default());
        let diagram = checked.diagrams().next().unwrap();
        pages(&Drawing::of(&diagram.pages()), &PictureOptions::default()).unwrap()
    }

    #[test]
    fn a_large_page_comes_in_tiles_that_together_hold_everything() {
        use std::fmt::Write as _;
        let mut source = String::from("loop for ever\n");
        for number in 0..1_000 {
            let _ = writeln!(source, "A -> B : number {number}.");
        }
        source.push_str("end\n");
        let pages = drawn(&source);
        let tiles = pages[0]["tiles"].as_array().unwrap();
        assert!(tiles.len() > 10, "{}", tiles.len());
        let holds = |tile: &Value, text: &str| tile.as_str().unwrap().contains(text);
        for number in 0..1_000 {
            let label = format!(">number {number}.<");
            let count = tiles.iter().filter(|it| holds(it, &label)).count();
            assert!((1..=2).contains(&count), "{label} is in {count} tiles");
        }
        // The frame and both lifelines reach through all of them.
        assert!(tiles.iter().all(|it| holds(it, "<svg") && holds(it, "</svg>")));
        assert!(tiles[1..].iter().all(|it| !holds(it, "<title id=")));
    }

    #[test]
    fn a_small_page_is_one_tile() {
        let pages = drawn("A -> B : hi");
        assert_eq!(pages[0]["tiles"].as_array().unwrap().len(), 1);
    }
}
