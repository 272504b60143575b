//! Fonts: those of the caller, those of the machine, and those that a picture carries.

use super::{Folder, HELLO, command};

/// A font with one glyph, for a character for private use that no other font has.
const FONT: &[u8] = include_bytes!("fonts/private.ttf");
const SOURCE: &str = "@startuml\nAlice -> Bob : one \u{10f123} two\n@enduml\n";

fn folder() -> Folder {
    let folder = Folder::new(&[("a.puml", SOURCE), ("given/readme.txt", "no font")]);
    std::fs::write(folder.path("given/private.ttf"), FONT).unwrap();
    std::fs::create_dir_all(folder.path("home/.fonts")).unwrap();
    std::fs::copy(folder.path("given/private.ttf"), folder.path("home/.fonts/private.ttf"))
        .unwrap();
    folder
}

/// The picture, and what was said about it.
fn drawn(folder: &Folder, home: &str, arguments: &[&str]) -> (Vec<u8>, String) {
    let mut command = command(folder.folder.path());
    command.args(["render", "a.puml", "-o", "a.png"]).args(arguments);
    command.env("HOME", folder.path(home)).env_remove("XDG_DATA_HOME");
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    (std::fs::read(folder.path("a.png")).unwrap(), said)
}

#[test]
fn a_font_file_or_a_folder_of_them_draws_what_the_bundled_fonts_lack() {
    let folder = folder();
    let (without, said) = drawn(&folder, "nobody", &["--bundled-fonts"]);
    assert!(said.contains("no glyphs for \u{10f123}"), "{said}");
    for given in ["given/private.ttf", "given"] {
        let (with, said) = drawn(&folder, "nobody", &["--bundled-fonts", "--font", given]);
        assert_eq!(said, "wrote a.png\n");
        assert_ne!(with, without);
    }
    let empty = folder.puml(&["render", "a.puml", "-o", "a.png", "--font", "home"]);
    assert_eq!(empty.code, 0, "a font lies in a folder of it");
    std::fs::create_dir_all(folder.path("empty")).unwrap();
    let empty = folder.puml(&["render", "a.puml", "-o", "a.png", "--font", "empty"]);
    assert_eq!(empty.code, 2);
    assert!(empty.err.contains("no font files are in it"), "{}", empty.err);
}

#[cfg(target_os = "linux")]
#[test]
fn a_font_of_the_machine_is_used_unless_the_bundled_ones_are_asked_for() {
    let folder = folder();
    let (bundled, _) = drawn(&folder, "home", &["--bundled-fonts"]);
    let (installed, said) = drawn(&folder, "home", &[]);
    assert_eq!(said, "wrote a.png\n");
    assert_ne!(installed, bundled);
    let (given, _) = drawn(&folder, "nobody", &["--bundled-fonts", "--font", "given"]);
    assert!(installed == given, "it is the same font");
}

#[test]
fn letters_of_an_svg_are_text_a_font_of_their_own_or_outlines() {
    let folder = Folder::new(&[("a.puml", HELLO)]);
    let svg = |form: &str| folder.puml(&["render", "a.puml", "-o", "-", "--text", form]).out;
    let default = folder.puml(&["render", "a.puml", "-o", "-"]).out;
    let [system, embedded, outlines] = ["system", "embedded", "outlines"].map(svg);
    assert_eq!(system, default);
    assert!(embedded.contains("@font-face") && !system.contains("@font-face"));
    assert!(outlines.contains("fill-opacity=\"0\"") && outlines.contains("aria-hidden"));
    for form in [&system, &embedded, &outlines] {
        assert!(form.contains(">Hello</text>"), "{form}");
    }
    let twice = ["render", "a.puml", "-o", "-", "--text", "embedded", "--text", "system"];
    assert_eq!(folder.puml(&twice).out, system, "a plug-in's choice gives way to the user's");
    let piped = folder.puml_with(&["-pipe", "-tsvg"], HELLO).out;
    assert!(piped.contains("@font-face"), "what PlantUML's flags draw stands in documents");
}
