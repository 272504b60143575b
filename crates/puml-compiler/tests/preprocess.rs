//! The preprocessor from text to text, and from a finding back to what the user wrote.

use std::collections::BTreeMap;

use diag::{Diagnostic, Sources};
use puml_compiler::{Limits, Loaded, NoWorld, Options, Refusal, Wanted, World, codes, preprocess};

/// A world of named texts.
struct Shelf(BTreeMap<&'static str, &'static str>);

impl World for Shelf {
    fn load(&self, wanted: Wanted<'_>) -> Result<Loaded, Refusal> {
        let name = match wanted {
            Wanted::File { path, .. } => path.to_owned(),
            Wanted::Library(name) => format!("<{name}>"),
            Wanted::Theme { name, place, .. } => format!("{place}/{name}"),
            Wanted::Url(_) => return Err(Refusal::Denied("addresses are not opened".into())),
        };
        let text = self.0.get(name.as_str()).ok_or(Refusal::Missing)?;
        Ok(Loaded { name, text: (*text).to_owned() })
    }
}

fn expand_in(
    world: &dyn World,
    options: &Options,
    text: &str,
) -> (String, Vec<Diagnostic>, Sources) {
    let mut sources = Sources::default();
    let id = sources.add("main.puml", text);
    let expanded = preprocess(&mut sources, id, world, options);
    let text = sources.source(expanded.source).text().to_string();
    (text, expanded.diagnostics, sources)
}

/// The expanded text of a source that has nothing to complain about.
fn expand(text: &str) -> String {
    let (text, found, _) = expand_in(&NoWorld, &Options::default(), text);
    assert_eq!(found, [], "in {text}");
    text.trim_end().to_owned()
}

fn codes_of(text: &str) -> Vec<&'static str> {
    let (_, found, _) = expand_in(&NoWorld, &Options::default(), text);
    found.iter().map(|it| it.code.name).collect()
}

#[test]
fn a_source_without_directives_is_not_copied() {
    let mut sources = Sources::default();
    let id = sources
        .add("a.puml", "@startuml\nA -> B : 100 %, $5, %page%\n!pragma teoz true\n@enduml\n");
    let expanded = preprocess(&mut sources, id, &NoWorld, &Options::default());
    assert_eq!(expanded.source, id);
}

#[test]
fn variables_hold_numbers_texts_and_json() {
    assert_eq!(expand("!$x = 1\nA -> B : $x"), "A -> B : 1");
    assert_eq!(expand("!x = 1\nA -> B : x and xy"), "A -> B : 1 and xy");
    assert_eq!(expand("!$x ?= 5\n!$x ?= 6\nA -> B : $x"), "A -> B : 5");
    assert_eq!(expand("!$j = {\"a\":[1,2]}\nA -> B : $j.a[1]."), "A -> B : 2.");
    assert_eq!(expand("!$s = \"a\" + 1 + 2\n$s -> B"), "a12 -> B");
    assert_eq!(expand("!$n = 1 + 2 * 3 - 8 / 4\nA -> B : $n"), "A -> B : 5");
    assert_eq!(expand("!$n = (1 + 2) * -3\nA -> B : $n"), "A -> B : -9");
    assert_eq!(expand("!define N x\nA -> B\\nN : N##y"), "A -> B\\nx : xy");
}

#[test]
fn defines_and_long_defines_take_plain_text() {
    assert_eq!(expand("!define F(a) A -> B : a\nF(q)"), "A -> B : q");
    assert_eq!(expand("!define F(a,b=\"z\") a -> b\nF(q)\nF(q, r)"), "q -> z\nq -> r");
    assert_eq!(
        expand("!definelong L(a)\nA -> B : a\nB -> A : a\n!enddefinelong\nL(z)"),
        "A -> B : z\nB -> A : z"
    );
    assert_eq!(expand("!define X 1\n!undef X\nA -> B : X"), "A -> B : X");
}

#[test]
fn procedures_write_lines_and_functions_yield_values() {
    assert_eq!(
        expand(
            "!procedure $p($a, $b=\"d\")\n$a -> B : $b\n!endprocedure\n$p(\"q\")\n$p(\"q\", $b=\"e\")"
        ),
        "q -> B : d\nq -> B : e"
    );
    assert_eq!(expand("!function $f($x) !return $x * 2\nA -> B : $f(21)"), "A -> B : 42");
    assert_eq!(
        expand(
            "!function $f($n)\n!if $n <= 1\n!return 1\n!endif\n!return $n * $f($n - 1)\n!endfunction\nA -> B : $f(5)"
        ),
        "A -> B : 120"
    );
    assert_eq!(
        expand("!unquoted procedure T($a)\nA -> B : $a\n!endprocedure\nT(some words)"),
        "A -> B : some words"
    );
    assert_eq!(expand("!procedure $p()\nB\n!endprocedure\nA -> $p() : x"), "A -> B : x");
    assert_eq!(
        expand(
            "!procedure $p($a)\nx $a\n!endprocedure\n!procedure $p($a,$b)\ny $a $b\n!endprocedure\n$p(1)\n$p(1,2)"
        ),
        "x 1\ny 1 2"
    );
}

#[test]
fn locals_stay_in_their_call_and_globals_do_not() {
    let text = "!$g = 1\n!procedure $p()\n!$g = 2\n!$l = 3\n!local $g2 = 4\n!global $h = 5\n!endprocedure\n$p()\nA -> B : $g $l $h";
    assert_eq!(expand(text), "A -> B : 2 $l 5");
}

#[test]
fn conditions_choose_and_an_undefined_variable_is_its_own_name() {
    assert_eq!(expand("!if ($simple != true)\nA -> B\n!else\nB -> A\n!endif"), "A -> B");
    assert_eq!(expand("!$s = true\n!if ($s != true)\nA -> B\n!else\nB -> A\n!endif"), "B -> A");
    assert_eq!(expand("!if 0\na\n!elseif 1\nb\n!elseif 1\nc\n!else\nd\n!endif\ne"), "b\ne");
    assert_eq!(expand("!ifdef X\nfoo\n!endif\n!ifndef X\nbar\n!endif"), "bar");
    assert_eq!(expand("!if 0\n!if 1\na\n!else\nb\n!endif\n!endif\nc"), "c");
    assert_eq!(expand("!if %true() && (1 < 2 || 0)\na\n!endif"), "a");
}

#[test]
fn loops_repeat() {
    assert_eq!(
        expand("!$i = 0\n!while $i < 3\nA -> B : $i\n!$i = $i + 1\n!endwhile"),
        "A -> B : 0\nA -> B : 1\nA -> B : 2"
    );
    assert_eq!(
        expand("!foreach $x in [1,2]\n!foreach $y in {\"k\":1}\n$x$y\n!endfor\n!endfor"),
        "1k\n2k"
    );
    assert_eq!(expand("!foreach $x in []\nnever\n!endfor\nA -> B"), "A -> B");
}

#[test]
fn builtin_functions_answer() {
    for (call, answer) in [
        ("%strlen(\"añb\")", "3"),
        ("%strpos(\"abc\", \"c\")", "2"),
        ("%substr(\"abcdef\", 2, 3)", "cde"),
        ("%upper(\"a\") + %lower(\"B\")", "Ab"),
        ("%splitstr(\"a,b\", \",\")", "[\"a\",\"b\"]"),
        ("%splitstr_regex(\"a1b22c\", \"[0-9]+\")", "[\"a\",\"b\",\"c\"]"),
        ("%chr(65) + %ord(\"A\")", "A65"),
        ("%dec2hex(255) + %hex2dec(\"10\")", "ff16"),
        ("%mod(7, 4)", "3"),
        ("%size([1,2])", "2"),
        ("%eval(\"1 + 2\")", "3"),
        ("%not(1) + %and(1,1) + %xor(1,1,1)", "2"),
        ("%json_add({\"a\":1}, \"b\", 2)", "{\"a\":1,\"b\":2}"),
        ("%json_remove([1,2,3], 1)", "[1,3]"),
        ("%json_merge({\"a\":1}, {\"a\":2})", "{\"a\":2}"),
        ("%json_key_exists({\"a\":1}, \"a\")", "1"),
        ("%get_json_keys({\"a\":1})", "[\"a\"]"),
        ("%get_json_type(\"x\")", "string"),
        ("%date(\"yyyy-MM-dd\")", "1970-01-01"),
        ("%filename()", "main.puml"),
        ("%filename_no_extension()", "main"),
        ("%getenv(\"HOME\")", ""),
        ("%variable_exists(\"$v\")", "1"),
        ("%get_variable_value(\"$v\")", "7"),
        ("%function_exists(\"%size\")", "1"),
        ("%call_user_func(\"%size\", [1])", "1"),
        ("%reverse_color(\"#000000\")", "#FFFFFF"),
        ("%is_dark(\"#123\")", "1"),
        ("%hsl_color(120, 100, 50)", "#00FF00"),
        ("%lighten(\"#808080\", 20)", "#9A9A9A"),
    ] {
        assert_eq!(
            expand(&format!("!$v = 7\n!$r = {call}\nA -> B : $r!")),
            format!("A -> B : {answer}!"),
            "{call}"
        );
    }
    assert_eq!(
        expand("A -> B : one%newline()two%n()three %nosuch()"),
        "A -> B : one\\ntwo\\nthree %nosuch()"
    );
    assert_eq!(
        expand(
            "!procedure $p()\nx\ny\n!endprocedure\nA -> B : %retrieve_procedure(\"$p\")\n%invoke_procedure(\"$p\")"
        ),
        "A -> B : x\\ny\nx\ny"
    );
}

#[test]
fn comments_are_left_alone() {
    assert_eq!(
        expand("!$x = 1\n' $x\n/' $x\n!foo = 2 '/\nA -> B : $x"),
        "' $x\n/' $x\n!foo = 2 '/\nA -> B : 1"
    );
}

#[test]
fn each_diagram_of_a_file_starts_afresh() {
    let text =
        "@startuml\n!$x = 1\nA -> B : $x\n@enduml\nbetween $x\n@startuml\nA -> B : $x\n@enduml";
    assert_eq!(
        expand(text),
        "@startuml\nA -> B : 1\n@enduml\nbetween $x\n@startuml\nA -> B : $x\n@enduml"
    );
}

#[test]
fn a_comment_sign_before_the_marker_goes_from_every_line() {
    let text = "code\n * @startuml\n * !$x = 1\n * A -> B : $x\n * @enduml\n";
    assert_eq!(expand(text), "code\n@startuml\nA -> B : 1\n@enduml");
}

#[test]
fn includes_take_a_file_a_block_or_a_part() {
    let shelf = Shelf(BTreeMap::from([
        ("plain.puml", "P -> Q"),
        ("two.puml", "@startuml\nfirst\n@enduml\n@startuml(id=other)\nsecond\n@enduml"),
        ("parts.puml", "x\n!startsub S\ninside\n!endsub\ny"),
        ("<lib/a>", "from library"),
        ("places/mine", "---\nname: mine\n---\nskinparam shadowing true"),
    ]));
    let expand = |text: &str| {
        let (text, found, _) = expand_in(&shelf, &Options::default(), text);
        assert_eq!(found, []);
        text.trim_end().to_owned()
    };
    assert_eq!(expand("!include plain.puml\n!include plain.puml"), "P -> Q");
    assert_eq!(expand("!include_many plain.puml\n!include_many plain.puml"), "P -> Q\nP -> Q");
    assert_eq!(expand("!include two.puml"), "first");
    assert_eq!(expand("!include two.puml!1\n!include two.puml!other"), "second\nsecond");
    assert_eq!(expand("!includesub parts.puml!S"), "inside");
    assert_eq!(expand("!startsub S\nA -> B\n!endsub\n!includesub S"), "A -> B\nA -> B");
    assert_eq!(expand("!include <lib/a>"), "from library");
    assert_eq!(expand("!theme mine from places"), "skinparam shadowing true");
}

#[test]
fn every_misuse_has_its_code() {
    for (code, text) in [
        (codes::preprocess::UNBALANCED, "!endif"),
        (codes::preprocess::UNCLOSED, "!if 1\nA -> B"),
        (codes::preprocess::BAD_EXPRESSION, "!$x = 1 +"),
        (codes::preprocess::DIVIDE_BY_ZERO, "!$x = 1 / 0"),
        (codes::preprocess::UNKNOWN_FUNCTION, "!$x = $f(1)"),
        (codes::preprocess::BAD_ARGUMENT, "!$x = %mod(1, 0)"),
        (codes::preprocess::BAD_DECLARATION, "!function $f()\n!endfunction"),
        (codes::preprocess::MISPLACED_RETURN, "!return 1"),
        (codes::preprocess::LOCAL_OUTSIDE_CALL, "!local $x = 1"),
        (
            codes::preprocess::TEXT_IN_FUNCTION,
            "!function $f()\nlost\n!return 1\n!endfunction\nA -> B : $f()",
        ),
        (codes::preprocess::CANNOT_INCLUDE, "!include nothing.puml"),
        (codes::preprocess::URL_REFUSED, "!include https://example.com/x.puml"),
        (codes::preprocess::NO_LIBRARY, "!include <no/such>"),
        (codes::preprocess::ASSERTION_FAILED, "!assert 1 == 2 : \"no\""),
        (codes::preprocess::ENDLESS_LOOP, "!while (1)\nA -> B\n!endwhile"),
        (codes::preprocess::LIMIT_REACHED, "!function $f($x) !return $f($x)\nA -> B : $f(1)"),
        (codes::preprocess::LOG, "!log hello"),
    ] {
        assert_eq!(codes_of(text), [code.name], "{text}");
    }
    let shelf = Shelf(BTreeMap::from([("a", "A -> B")]));
    let (_, found, _) = expand_in(&shelf, &Options::default(), "!include_once a\n!include_once a");
    assert_eq!(found[0].code, codes::preprocess::INCLUDED_AGAIN);
}

#[test]
fn bounds_hold_against_bombs() {
    let bomb: String = std::iter::once("!$a0 = \"xxxxxxxxxxxxxxxx\"\n".to_owned())
        .chain((1..40).map(|it| format!("!$a{it} = $a{0} + $a{0}\n", it - 1)))
        .collect();
    assert!(codes_of(&bomb).contains(&"preprocess/limit-reached"));
    let lines = "!procedure $p0()\nA -> B\n!endprocedure\n".to_owned()
        + &(1..30)
            .map(|it| format!("!procedure $p{it}()\n$p{0}()\n$p{0}()\n!endprocedure\n", it - 1))
            .collect::<Vec<_>>()
            .concat()
        + "$p29()\n";
    let options =
        Options { limits: Limits { steps: 20_000, ..Limits::default() }, ..Options::default() };
    let (_, found, _) = expand_in(&NoWorld, &options, &lines);
    assert_eq!(found.len(), 1);
    let shelf = Shelf(BTreeMap::from([("self", "!include_many self")]));
    let (_, found, _) = expand_in(&shelf, &Options::default(), "!include_many self");
    assert_eq!(found[0].code, codes::preprocess::LIMIT_REACHED);
    let both = format!(
        "!function $f($x) !return {}$f($x){}\nA -> B : $f(1)",
        "(".repeat(60),
        ")".repeat(60)
    );
    assert!(codes_of(&both).contains(&"preprocess/limit-reached"));
    let json =
        "!$j = []\n!$i = 0\n!while $i < 900\n!$j = %json_add([], $j)\n!$i = $i + 1\n!endwhile";
    assert_eq!(codes_of(json), ["preprocess/bad-argument"]);
    let deep = format!("!$x = {}1{}", "(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(codes_of(&deep), ["preprocess/limit-reached"]);
    let calls = format!("!$x = {}1{}", "%not(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(codes_of(&calls), ["preprocess/limit-reached"]);
}

#[test]
fn a_finding_in_an_included_procedure_names_every_place() {
    let shelf = Shelf(BTreeMap::from([(
        "lib.puml",
        "!procedure $p($a)\n!assert $a == 1\n!endprocedure\n",
    )]));
    let text = "!include lib.puml\n$p(2)";
    let (_, found, sources) = expand_in(&shelf, &Options::default(), text);
    assert_eq!(sources.source(found[0].span.source).name(), "lib.puml");
    assert_eq!(sources.slice(found[0].span), "!assert $a == 1");
    assert_eq!(sources.slice(found[0].labels[0].span), "$p(2)");
}

#[test]
fn expanded_text_leads_back_to_what_was_written() {
    let mut sources = Sources::default();
    let text = "!$x = \"long value\"\n!procedure $p()\nfrom -> procedure\n!endprocedure\nplain line\nA -> B : <$x> end\n$p()\n";
    let id = sources.add("main.puml", text);
    let expanded = preprocess(&mut sources, id, &NoWorld, &Options::default());
    let out = sources.source(expanded.source).text().clone();
    let origin = |part: &str| {
        let start = out.find(part).unwrap() as u32;
        let span = diag::Span::new(expanded.source, start, start + part.len() as u32);
        (sources.slice(expanded.origins.span(span)).to_owned(), expanded.origins.chain(span))
    };
    assert_eq!(origin("plain").0, "plain");
    assert_eq!(origin("value").0, "$x");
    assert_eq!(origin("> end").0, "> end");
    assert_eq!(origin("B : <long").0, "B : <$x");
    let (written, chain) = origin("from ->");
    assert_eq!(written, "from ->");
    assert_eq!(sources.slice(chain[0].0), "$p()");
}

#[test]
fn a_finding_about_nothing_points_at_the_source() {
    for text in ["!$x = 1", "@startuml\n!$x = 1\n@enduml", "!exit\nA -> B"] {
        let found = puml_compiler::check(text);
        assert_eq!(found[0].span.source, diag::SourceId(0), "{found:?}");
    }
}

#[test]
fn single_quotes_around_an_argument_are_no_part_of_it() {
    let show = "!unquoted procedure SHOW($a, $b=\"\")\n<$a|$b>\n!endprocedure\n";
    let shown = |call: &str| expand(&format!("{show}{call}"));
    assert_eq!(shown("SHOW('one, two', \"x\")"), "<one, two|x>");
    assert_eq!(shown("SHOW(c1, 'Sample')"), "<c1|Sample>");
    assert_eq!(shown("SHOW(the customer's, b's)"), "<the customer's|b's>");
}
