//! What a page too large for its format becomes.

use diagrams::{Format, Language, NoWorld, Options, PictureOptions, check};

#[test]
fn a_page_past_the_limit_of_pixels_is_drawn_smaller_and_said_so() {
    let source = "@startuml\nscale 100\nA -> B : hi\n@enduml\n";
    let checked = check("a.puml", source, Language::Puml, &NoWorld, &Options::shared());
    let drawing = checked.page(0).unwrap().drawing();
    let options = PictureOptions { max_pixels: 40_000, ..PictureOptions::default() };
    let shrunk = drawing.shrunk(Format::Png, &options).unwrap();
    assert!(shrunk.to_string().contains("it is drawn smaller"), "{shrunk}");
    let bytes = drawing.write(Format::Png, &options).unwrap();
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!((number(16), number(20)), (shrunk.width, shrunk.height));
    assert!((39_000..=40_000).contains(&(shrunk.width * shrunk.height)));
    assert_eq!(drawing.shrunk(Format::Svg, &options), None);
}
