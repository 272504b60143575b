//! What holds for any document, and what the parts of one look like.

use proptest::prelude::*;
use scene::{Color, Geometry, Group, Item, Link, Rgba, Scene, Size, Stroke};

use super::{PART, PARTS, svg};
use crate::samples::{at, everything, label, login, message, shape};
use crate::{Options, Scheme, SvgText};

fn written(scene: &Scene) -> String {
    svg(scene, &Options::default()).unwrap()
}

fn page(items: Vec<Item>) -> Scene {
    Scene { items, ..Scene::new(Size { width: 200.0, height: 100.0 }) }
}

/// Elements that a picture is made of; anything else could run, load or escape.
const ELEMENTS: [&str; 17] = [
    "svg",
    "title",
    "desc",
    "g",
    "a",
    "rect",
    "line",
    "ellipse",
    "polyline",
    "polygon",
    "path",
    "text",
    "image",
    "defs",
    "linearGradient",
    "stop",
    "style",
];

fn assert_inert(text: &str) {
    let document = roxmltree::Document::parse(text).unwrap();
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        assert!(ELEMENTS.contains(&node.tag_name().name()), "{:?}", node.tag_name());
        for attribute in node.attributes() {
            assert!(!attribute.name().starts_with("on"), "{}", attribute.name());
            if attribute.name() == "href" {
                let safe = ["https:", "http:", "mailto:", "data:image/png;base64,", "page"];
                assert!(
                    safe.iter().any(|it| attribute.value().starts_with(it)),
                    "{}",
                    attribute.value()
                );
            }
        }
    }
}

#[test]
fn a_message_says_where_it_came_from() {
    let text = written(&page(vec![message(1, 7, "hello", 10.0, 90.0, 50.0, &[])]));
    assert!(
        text.contains(
            r#"<g class="message" id="message-1" data-line="7" data-start="70" data-end="79">"#
        ),
        "{text}"
    );
    assert!(text.contains(r##"<line x1="10" y1="50" x2="86" y2="50" stroke="#181818" class="dark-stroke-e0e0e0"/>"##), "{text}");
    assert!(text.contains(">hello</text>"), "{text}");
}

#[test]
fn blanks_are_kept_where_a_browser_would_drop_them() {
    let kept = |text: &str| {
        let written = written(&page(vec![Item::Text(label(text, 0.0, 0.0))]));
        written.contains(&format!(" xml:space=\"preserve\">{text}</text>"))
    };
    assert!(kept(" before") && kept("after ") && kept("a  column"));
    assert!(!kept("plain words"));
}

#[test]
fn the_page_has_a_name_and_a_description() {
    let text = written(&login());
    assert!(text.contains(r#"role="img" aria-labelledby="scene-title scene-desc""#), "{text}");
    assert!(text.contains(r#"<title id="scene-title">Login</title>"#));
}

#[test]
fn a_page_with_links_is_not_one_leaf() {
    assert!(written(&everything()).contains("role=\"graphics-document document\""));
}

#[test]
fn colors_for_a_light_page_are_reversed_for_a_dark_one() {
    let mut scene = login();
    scene.background = Some(Color::WHITE.into());
    let dark = |scene: &Scene| {
        svg(scene, &Options { scheme: Scheme::Dark, ..Options::default() }).unwrap()
    };
    let white = r##"height="330" fill="#fff"/>"##;
    assert!(written(&scene).contains(white), "{}", written(&scene));
    assert!(!dark(&scene).contains(white), "{}", dark(&scene));
    assert!(!dark(&scene).contains("gradient-ffffff"), "{}", dark(&scene));
    // A page that its author made dark stays as it is.
    scene.background = Some(Color::BLACK.into());
    assert!(dark(&scene).contains(r##"height="330" fill="#000"/>"##), "{}", dark(&scene));
}

#[test]
fn the_reader_chooses_between_light_and_dark() {
    let text = written(&login());
    assert!(text.contains(".dark-fill-1b1b1b{fill:#1b1b1b;fill-opacity:1}"), "{text}");
    let dark = svg(&login(), &Options { scheme: Scheme::Dark, ..Options::default() }).unwrap();
    assert!(!dark.contains("<style>") && dark.contains("fill=\"#1b1b1b\""));
    let light = svg(&login(), &Options { scheme: Scheme::Light, ..Options::default() }).unwrap();
    assert!(!light.contains("1b1b1b"));
}

#[test]
fn equal_gradients_are_defined_once() {
    let text = written(&login());
    assert_eq!(text.matches("<linearGradient").count(), 1);
    assert!(text.contains("fill=\"url(#gradient-ffffff-ccddee-down)\""));
}

#[test]
fn opacity_is_written_beside_the_colour() {
    let glass = Color::from(Rgba { r: 255, g: 0, b: 0, a: 51 });
    let line = Geometry::Line { from: at(0.0, 0.0), to: at(1.0, 1.0) };
    let text = written(&page(vec![shape(line, None, Some(Stroke::solid(glass, 1.0)))]));
    assert!(text.contains("stroke=\"#f00\" stroke-opacity=\"0.2\""), "{text}");
}

#[test]
fn a_dangerous_link_is_left_out_and_its_content_stays() {
    let mut group = Group::new("note");
    group.link = Some(Box::new(Link { url: "javascript:alert(1)".into(), tooltip: None }));
    group.items.push(Item::Text(label("still here", 0.0, 0.0)));
    let text = written(&page(vec![Item::Group(group)]));
    assert!(text.contains("still here") && !text.contains("javascript") && !text.contains("<a"));
}

#[test]
fn words_of_joined_letters_are_stretched_and_not_torn() {
    let arabic = written(&page(vec![Item::Text(label("مرحبا", 0.0, 0.0))]));
    assert!(arabic.contains("lengthAdjust=\"spacingAndGlyphs\""), "{arabic}");
    let latin = written(&page(vec![Item::Text(label("hello", 0.0, 0.0))]));
    assert!(!latin.contains("lengthAdjust"), "{latin}");
}

#[test]
fn a_prefix_keeps_the_ids_of_two_pictures_apart() {
    let options = Options { id_prefix: "a-".into(), ..Options::default() };
    let text = svg(&login(), &options).unwrap();
    assert!(
        text.contains("id=\"a-message-1\"")
            && text.contains("aria-labelledby=\"a-scene-title a-scene-desc\"")
    );
}

#[test]
fn the_scale_changes_the_extent_and_not_the_drawing() {
    let text = svg(&login(), &Options { scale: 2.0, ..Options::default() }).unwrap();
    assert!(text.contains(r#"width="840" height="660" viewBox="0 0 420 330""#), "{text}");
}

#[test]
fn an_image_that_lacks_pixels_is_an_error() {
    let mut scene = everything();
    let Some(Item::Group(group)) = scene.items.last_mut() else { panic!("the legend is last") };
    for item in &mut group.items {
        if let Item::Image(image) = item {
            image.rgba.pop();
        }
    }
    assert!(matches!(
        svg(&scene, &Options::default()),
        Err(crate::Error::Image { columns: 2, .. })
    ));
}

#[test]
fn an_image_for_dark_pages_is_shown_where_it_belongs() {
    let mut scene = everything();
    let Some(Item::Group(group)) = scene.items.last_mut() else { panic!("the legend is last") };
    for item in &mut group.items {
        if let Item::Image(image) = item {
            image.dark = Some(vec![7; image.rgba.len()]);
        }
    }
    let images = |scheme| {
        let text = svg(&scene, &Options { scheme, ..Options::default() }).unwrap();
        (text.matches("<image").count(), text.contains(".dark-only{display:none}"))
    };
    assert_eq!(images(Scheme::Light), (1, false));
    assert_eq!(images(Scheme::Dark), (1, false));
    assert_eq!(images(Scheme::Reader), (2, true));
}

#[test]
fn everything_is_inert() {
    assert_inert(&written(&everything()));
}

#[test]
fn a_long_picture_is_written_in_order_and_defines_its_colours_once() {
    let count = (PART * PARTS + 1) as u32;
    let ids: Vec<String> = (0..count).map(|idx| format!("message-{idx}")).collect();
    let messages = (0..count).map(|id| message(id, 1, "hello", 10.0, 90.0, 50.0, &[]));
    let text = written(&page(messages.collect()));
    let document = roxmltree::Document::parse(&text).unwrap();
    let written: Vec<&str> = document.descendants().filter_map(|it| it.attribute("id")).collect();
    assert_eq!(written, ids);
    assert_eq!(text.matches(".dark-stroke-e0e0e0{").count(), 1);
}

fn with_text(text: SvgText) -> String {
    svg(&everything(), &Options { text, ..Options::default() }).unwrap()
}

/// What a reader can select, search and hear.
fn letters(svg: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).unwrap();
    let texts = document.descendants().filter(|it| it.has_tag_name("text"));
    texts.filter_map(|it| it.text().map(str::to_owned)).collect()
}

#[test]
fn a_document_carries_the_faces_of_its_letters_and_no_others() {
    let written = with_text(SvgText::Embedded);
    assert_inert(&written);
    assert_eq!(letters(&written), letters(&with_text(SvgText::System)));
    let faces = written.matches("@font-face{").count();
    assert_eq!(faces, written.matches("src:url(data:font/woff;base64,").count());
    assert!(faces > 1 && !written.contains("U+6F22"), "no face has this letter");
    // A family of this name is in no other document of the same page.
    let name = written.split("font-family=\"'puml-sans-").nth(1).unwrap();
    assert!(written.contains(&format!("@font-face{{font-family:'puml-sans-{}'", &name[..8])));
    let mut other = everything();
    other.items.push(Item::Text(label("ŧ", 0.0, 0.0)));
    let embedded = Options { text: SvgText::Embedded, ..Options::default() };
    assert!(!svg(&other, &embedded).unwrap().contains(&name[..8]));
}

#[test]
fn outlines_lie_under_text_that_can_still_be_selected() {
    let written = with_text(SvgText::Outlines);
    assert_inert(&written);
    assert_eq!(letters(&written), letters(&with_text(SvgText::System)));
    let document = roxmltree::Document::parse(&written).unwrap();
    let hidden = |it: &roxmltree::Node<'_, '_>| it.attribute("fill-opacity") == Some("0");
    let texts = || document.descendants().filter(|it| it.has_tag_name("text"));
    // What no bundled face has, or what needs its neighbours, stays text for the eye.
    assert!(texts().filter(hidden).count() > 5);
    assert!(texts().filter(|it| !hidden(it)).all(|it| !it.text().unwrap_or_default().is_ascii()));
    let paths = document.descendants().filter(|it| it.attribute("aria-hidden") == Some("true"));
    assert_eq!(paths.count(), texts().filter(hidden).count());
}

#[test]
fn an_embedded_face_has_brackets_both_ways_for_words_from_right_to_left() {
    let mut page = Scene::new(Size { width: 100.0, height: 20.0 });
    page.items.push(Item::Text(label("שלום (", 0.0, 0.0)));
    let options = Options { text: crate::SvgText::Embedded, ..Options::default() };
    let svg = svg(&page, &options).unwrap();
    assert!(svg.contains("unicode-range:U+20,U+28,U+29;"), "{svg}");
}

#[test]
fn signs_at_the_ends_of_words_from_right_to_left_keep_their_side() {
    let mut page = Scene::new(Size { width: 100.0, height: 20.0 });
    for text in ["שלום!", "שלום", "abc!"] {
        page.items.push(Item::Text(label(text, 0.0, 0.0)));
    }
    let found = letters(&svg(&page, &Options::default()).unwrap());
    assert_eq!(found, ["שלום!\u{200f}", "שלום", "abc!"]);
}

proptest! {
    #[test]
    fn any_text_in_any_field_gives_a_document_that_only_draws(text in any::<String>(), url in any::<String>()) {
        let mut scene = everything();
        scene.title.clone_from(&text);
        scene.description.clone_from(&text);
        let mut group = Group::new("note");
        group.title = Some(text.clone());
        let link = Link { url: format!("page/{url}"), tooltip: Some(text.clone()) };
        group.link = Some(Box::new(link));
        let mut block = label(&text, 10.0, 10.0);
        block.lines[0].runs[0].font.name = Some(text.clone());
        let link = Link { url: format!("https://{url}"), tooltip: None };
        block.lines[0].runs[0].link = Some(Box::new(link));
        group.items.push(Item::Text(block));
        scene.items.push(Item::Group(group));
        let options = Options { id_prefix: text.clone(), ..Options::default() };
        let written = svg(&scene, &options).unwrap();
        assert_inert(&written);
        let document = roxmltree::Document::parse(&written).unwrap();
        let shown: String = text.chars().map(|ch| if matches!(ch, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}') { '\u{fffd}' } else { ch }).collect();
        // Letters from right to left may have marks of direction around them.
        let bare = |it: &str| it.trim_matches('\u{200f}').to_owned();
        prop_assert!(bare(&shown).is_empty() || document.descendants().any(|it| it.has_tag_name("text") && it.text().map(bare) == Some(bare(&shown))));
    }
}
