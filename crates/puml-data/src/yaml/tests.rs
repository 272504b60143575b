//! Tests of the reader, by hand and against a reader of the whole of YAML.

use proptest::prelude::*;
use saphyr_parser::{Event, Parser};

use super::*;

fn read(source: &str) -> Option<String> {
    read_yaml(&gathered(source)).ok().map(|it| compact(&it.0))
}

fn gathered(source: &str) -> Gathered {
    let mut text = Gathered::default();
    let mut start = 0;
    for line in source.split('\n') {
        text.push(line, start);
        start += line.len() as u32 + 1;
    }
    text
}

/// Every finding: its weight, the text that is meant and the source after its fix.
fn findings(source: &str) -> Vec<(Weight, String, Option<String>)> {
    let found = match read_yaml(&gathered(source)) {
        Ok((_, remarks)) => remarks,
        Err(flaws) => flaws.into_iter().map(Remark::broken).collect(),
    };
    found
        .into_iter()
        .map(|it| {
            let fixed = it.flaw.fix.map(|(_, range, text)| {
                let mut out = source.to_owned();
                out.replace_range(range.start as usize..range.end as usize, &text);
                out
            });
            (it.weight, it.flaw.range.slice(source).to_owned(), fixed)
        })
        .collect()
}

fn compact(value: &Value) -> String {
    match &value.kind {
        ValueKind::List(items) => {
            format!("[{}]", items.iter().map(compact).collect::<Vec<_>>().join(","))
        }
        ValueKind::Map(entries) => {
            let entries = entries.iter().map(|it| format!("{}:{}", it.key, compact(&it.value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(","))
        }
        ValueKind::Text(text) => text.trim_start().replace('\n', "|"),
        other => format!("{other:?}"),
    }
}

#[test]
fn maps_and_lists_nest_by_indentation() {
    let cases = [
        ("a:\n  b: 1\n  c:\n    d: 2\ne: 3", "{a:{b:1,c:{d:2}},e:3}"),
        ("a:\n- 1\n- 2\nb: 3", "{a:[1,2],b:3}"),
        ("- a: 1\n  b: 2\n- c", "[{a:1,b:2},c]"),
        ("- a:\n    b: 1\n  c: 2\n  d: 3\n- e", "[{a:{b:1},c:2,d:3},e]"),
        ("- a:\n  - 1\n  - 2\n  b: 3", "[{a:[1,2],b:3}]"),
        ("a: [1, \"b, c\", 2]", "{a:[1,b, c,2]}"),
        ("a: |\n  one\n  two: 2\nb: 3", "{a:one|two: 2|,b:3}"),
        ("a:\n  some\n  text\nb: x # note", "{a:some text,b:x}"),
        ("\"a b\": 'c'\nd:", "{a b:c,d:}"),
        ("a: 1\na: 2", "{a:2}"),
    ];
    for (source, wanted) in cases {
        assert_eq!(read(source).as_deref(), Some(wanted), "{source}");
    }
}

#[test]
fn what_fits_no_level_is_refused() {
    for source in [
        "",
        "text",
        "---\na: 1",
        "a: >\n  x",
        "[1, 2]",
        "a: 1\n- 2",
        "- 1\na: 2",
        "-",
        "- a:",
        "a: 1\n    b: 2\nc: 3",
        "  a: 1\nb: 2",
        "a: text\n  more",
    ] {
        assert_eq!(read(source), None, "{source}");
    }
}

#[test]
fn what_is_never_closed_is_broken_and_repaired() {
    for (source, wanted) in [
        ("a: \"b", "a: \"b\""),
        ("a: 'b", "a: 'b'"),
        ("- \"a\n- b", "- \"a\"\n- b"),
        ("- a: \"b", "- a: \"b\""),
        ("\"a: 1", "\"a: 1\""),
        ("a: [1, 2\nb: 3", "a: [1, 2]\nb: 3"),
        ("a: {b: 1", "a: {b: 1}"),
        ("a: b\u{7}c", "a: bc"),
        ("a: |-\n  x", "a: |\n  x"),
        ("a: >-\n  x", "a: |\n  x"),
    ] {
        let found = findings(source);
        assert_eq!(found[0].0, Weight::Broken, "{source}");
        assert_eq!(found[0].2.as_deref(), Some(wanted), "{source}");
    }
}

#[test]
fn what_only_the_reference_reads_is_said_and_repaired() {
    for (source, wanted) in [
        ("a:\n\tb: 1", Some("a:\n    b: 1")),
        ("a: \"b\" c", Some("a: '\"b\" c'")),
        ("a: \"b\",", Some("a: \"b\"")),
        ("a: b: c", Some("a: \"b: c\"")),
        ("a:b", Some("a: b")),
        ("a: @b", Some("a: \"@b\"")),
        ("a: 1\n  b: 2", Some("a: 1\nb: 2")),
        ("a:\n    b: 1\n  c: 2", Some("a:\n    b: 1\nc: 2")),
        ("- a\n  - b", Some("- a\n- b")),
        ("a: \"\\q\"", Some("a: \"\\\\q\"")),
        ("a: [\"b\" \"c\"]", Some("a: [\"b\", \"c\"]")),
        ("a: |\n  x\n y", Some("a: |\n  x\n  y")),
        ("a: [1, [2, 3]]", None),
        ("a: [1,,2]", None),
        ("{a: 1}", None),
        (": 1", None),
    ] {
        let found = findings(source);
        assert_eq!(found.len(), 1, "{source}: {found:?}");
        assert_eq!(found[0].0, Weight::Loose, "{source}");
        assert_eq!(found[0].2.as_deref(), wanted, "{source}");
        if let Some(fixed) = wanted {
            assert_eq!(findings(fixed), [], "{fixed}");
        }
    }
}

#[test]
fn what_is_shown_as_written_is_said() {
    for source in ["a: {b: 1}", "a: *b", "a: &b 1", "a: !!str 1", "- [a, b]", "- - 1"] {
        let found = findings(source);
        assert_eq!(found.len(), 1, "{source}: {found:?}");
        assert_eq!(found[0].0, Weight::AsText, "{source}");
    }
}

#[test]
fn a_key_that_is_there_twice_is_said() {
    assert_eq!(findings("a: 1\nb:\n  a: 2\na: 3"), [(Weight::Repeated, "a".to_owned(), None)]);
}

/// What a reader of the whole of YAML sees in a text of one document; nothing where it refuses it.
fn whole(source: &str) -> Option<String> {
    let mut out = String::new();
    // Of each open collection: whether it is a map, and how many parts it has.
    let mut open: Vec<(bool, usize)> = Vec::new();
    let mut documents = 0;
    for event in Parser::new_from_str(source) {
        let (event, _) = event.ok()?;
        let starts = matches!(
            event,
            Event::Scalar(..)
                | Event::MappingStart(..)
                | Event::SequenceStart(..)
                | Event::Alias(_)
        );
        if starts && let Some((is_map, count)) = open.last_mut() {
            match (*is_map, *count) {
                (_, 0) => {}
                (true, it) if it % 2 == 1 => out.push(':'),
                _ => out.push(','),
            }
            *count += 1;
        }
        match event {
            Event::DocumentStart(_) => documents += 1,
            Event::MappingStart(..) => {
                out.push('{');
                open.push((true, 0));
            }
            Event::SequenceStart(..) => {
                out.push('[');
                open.push((false, 0));
            }
            Event::MappingEnd | Event::SequenceEnd => {
                out.push(if open.pop()?.0 { '}' } else { ']' });
            }
            Event::Scalar(text, style, ..) => {
                let is_empty = text == "~" && style == saphyr_parser::ScalarStyle::Plain;
                // Lines of a text lose the blanks before them, as in the reference.
                let lines: Vec<&str> = text.split('\n').map(str::trim).collect();
                out.push_str(&if is_empty { String::new() } else { lines.join("|") });
            }
            _ => {}
        }
    }
    (documents == 1).then_some(out)
}

/// Lines that look like YAML, often wrong.
fn yaml() -> impl Strategy<Value = String> {
    let value = prop::sample::select(vec![
        "",
        " x",
        " x y",
        " 12",
        " \"q\"",
        " 'q'",
        " \"q",
        " 'q",
        " \"q\" z",
        " 'q' z",
        " [u, v]",
        " [u, v",
        " [u, [v]]",
        " [\"u, v]",
        " [u] v",
        " []",
        " {k: v}",
        " {k: v",
        " {}",
        " b: c",
        " b:",
        ":b",
        "b",
        " *x",
        " &x y",
        " !t y",
        " @x",
        " %x",
        " - x",
        " -",
        " ? x",
        " |",
        " |x",
        " >",
        " |-",
        " # note",
        " x # note",
        " x#note",
        " it's",
        " say \"hi\"",
        " x]",
        " }",
        " , x",
        "\tx",
        " `x`",
        " \u{1}",
        " x:y",
        " http://x.y",
    ]);
    let head = prop::sample::select(vec![
        "", "- ", "  ", "  - ", "    ", "    - ", " ", "\t", " - ", "   ", "-",
    ]);
    let key =
        prop::sample::select(vec!["a:", "b:", "c:", "\"d\":", "e f:", "", "\"g:", "{h:", "[i]:"]);
    prop::collection::vec((head, key, value), 1..6).prop_map(|lines| {
        let lines = lines.into_iter().map(|(head, key, value)| format!("{head}{key}{value}"));
        lines.filter(|it| !it.trim().is_empty()).collect::<Vec<_>>().join("\n")
    })
}

proptest! {
    // Sources with findings do not count; where nearly all had some, the test would fail.
    #![proptest_config(ProptestConfig { cases: 2048, max_global_rejects: 65_536, ..ProptestConfig::default() })]

    #[test]
    fn what_is_read_without_a_finding_is_what_yaml_says(source in yaml()) {
        prop_assume!(findings(&source).is_empty());
        prop_assert_eq!(read(&source), whole(&source), "{}", source);
    }
}
