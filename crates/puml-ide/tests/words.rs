//! What completion offers is true in every family: openers and arrows stand in the catalogue, arrows and skin
//! parameters compile.

use puml_compiler::{FAMILIES, Family, check};

/// The first example of a family's catalogue: a diagram to try settings in.
fn example(family: &dyn Family) -> String {
    let first = family.catalogue()[0].primitives[0].example;
    let word = family.starts()[0];
    format!("@start{word}\n{first}\n@end{word}")
}

fn has(family: &dyn Family, (section, name): (&str, &str)) -> bool {
    let sections = family.catalogue().iter().filter(|it| it.name == section);
    sections.flat_map(|it| it.primitives).any(|it| it.name == name)
}

#[test]
fn every_opener_and_arrow_is_in_the_catalogue_of_its_family() {
    for family in FAMILIES {
        let openers = family.words().openers.iter().map(|it| it.entry);
        let arrows = family.words().arrows.iter().map(|it| it.1);
        for entry in openers.chain(arrows) {
            assert!(has(*family, entry), "{}: {entry:?}", family.name());
        }
    }
}

#[test]
fn every_skin_parameter_compiles_without_a_finding() {
    for family in FAMILIES {
        let words = family.words();
        assert!(words.skinparams.windows(2).all(|it| it[0] < it[1]), "{}", family.name());
        let diagram = example(*family);
        let (first, rest) = diagram.split_once('\n').expect("a marker and a diagram");
        for key in words.skinparams {
            let choices = words.skinparam_values.iter().find(|it| it.0 == *key);
            let value = match choices {
                Some((_, values)) => values[0],
                None if key.ends_with("Color") => "Red",
                None if key.ends_with("FontName") => "Serif",
                None if key.ends_with("FontStyle") => "bold",
                None => "10",
            };
            let source = format!("{first}\nskinparam {key} {value}\n{rest}");
            assert_eq!(check(&source), [], "{}: {key}", family.name());
        }
        assert!(words.skinparam_values.iter().all(|it| words.skinparams.contains(&it.0)));
    }
}

#[test]
fn the_arrows_of_sequence_diagrams_compile() {
    let family = FAMILIES.iter().find(|it| it.name() == "sequence").expect("the first family");
    for (arrow, _) in family.words().arrows {
        let bare = arrow.ends_with([']', '?']);
        let line = if bare { format!("A {arrow} : x") } else { format!("A {arrow} B : x") };
        assert_eq!(check(&line), [], "{line}");
    }
}
