//! What the program offers, and the test that shows it: the page `docs/puml.md` is made of this table.

use std::path::Path;

/// A group of features: its title, and for each what it is and the test.
type Group = (&'static str, &'static [(&'static str, &'static str)]);

const FEATURES: &[Group] = &[
    (
        "Checking",
        &[
            (
                "`check` names every problem with its line, a caret, a code and advice",
                "check::every_problem_is_shown_with_its_line_and_code",
            ),
            (
                "Data goes to standard output, talk to standard error",
                "check::a_good_file_passes_in_silence_on_stdout",
            ),
            (
                "`--fix` applies the fixes that are certain or make a file valid; `--fix=all` the likely ones; what is left is told",
                "check::guesses_are_left_and_told_unless_all_are_wanted",
            ),
            (
                "`--strict` wants every participant declared",
                "check::strict_refuses_undeclared_participants",
            ),
            (
                "Folders are searched; a missing file is an error",
                "check::a_folder_is_searched_and_a_missing_file_is_an_error",
            ),
            (
                "A pipe with a name, such as a shell's `<(…)`, is read as a file is",
                "check::a_pipe_with_a_name_is_read_as_a_file_is",
            ),
            (
                "A file that cannot be read is told, and the others are worked on",
                "check::a_file_that_cannot_be_read_does_not_hide_the_others",
            ),
            (
                "Files are included from the source's folder and `--include-root` alone",
                "check::an_include_stays_inside_the_allowed_folders",
            ),
            (
                "Libraries of elements such as `tupadr3` are read from the folders of `--library` and `PUML_LIBRARY`",
                "libraries::a_named_folder_is_searched",
            ),
            (
                "Without its library an element is a box with its label, and one warning names the library; `--strict` refuses",
                "libraries::without_the_library_its_elements_are_boxes_and_one_warning_names_it",
            ),
            (
                "Diagrams in Markdown are checked where they stand",
                "check::a_problem_in_markdown_is_shown_where_it_stands",
            ),
            (
                "Mermaid files are checked, with places and fixes",
                "mermaid::a_mermaid_file_is_checked_with_places_and_fixes",
            ),
            (
                "`lint` advises on readability; `explain` says what a diagram shows",
                "texts::lint_advises_and_explain_tells",
            ),
            (
                "`diff` says what changed between two diagrams, with the exit codes of `diff`",
                "diff::differences_are_told_with_the_codes_of_diff",
            ),
            (
                "`diff --json` is data; `diff -o` draws both as one picture with the differences marked",
                "diff::differences_are_data_and_pictures_too",
            ),
            ("`diff --git` is a diff driver for git", "diff::git_calls_it_as_a_diff_driver"),
            (
                "`explain-code` explains a code and guesses a misspelt one",
                "texts::a_code_is_explained_and_a_misspelt_one_is_guessed",
            ),
        ],
    ),
    (
        "Drawing",
        &[
            ("A picture goes beside its source", "render::a_picture_lands_beside_its_source"),
            (
                "The ending of `-o` chooses the format; `-f` names it",
                "render::the_ending_of_the_output_chooses_the_format",
            ),
            (
                "`-` is standard input, and standard output with `-o -`",
                "render::standard_input_goes_to_standard_output",
            ),
            (
                "`scene-json`, `model-json`, `ast-json` and `puml` come out as data and canonical source",
                "render::data_formats_are_json_and_canonical_source",
            ),
            (
                "Several diagrams and pages are numbered",
                "render::several_diagrams_and_pages_get_numbered_files",
            ),
            (
                "Names in the source become files in its folder or below",
                "render::names_in_the_source_become_files_below_the_folder",
            ),
            (
                "Folders and patterns keep their folders below `-o`; no picture replaces another",
                "render::the_output_s_folders_look_like_the_sources",
            ),
            (
                "`--page` draws one page",
                "render::one_page_can_be_chosen_and_a_missing_one_is_refused",
            ),
            (
                "`--theme` and `--scheme` change the colours",
                "render::a_theme_and_a_scheme_change_the_colours",
            ),
            (
                "`--dpi` and `--scale` change the pixels",
                "render::a_png_has_as_many_pixels_as_are_asked_for",
            ),
            (
                "Files are drawn on all cores; a terminal sees how far a long job is",
                "render::a_terminal_is_told_how_far_a_long_job_is",
            ),
            ("`--watch` draws again after a change", "render::watching_draws_again_after_a_change"),
            (
                "`--watch` sees folders that come later",
                "render::watching_a_folder_sees_folders_that_come_later",
            ),
            (
                "A bad diagram keeps no other of its file from being drawn",
                "render::a_bad_diagram_does_not_keep_the_others_of_its_file_from_being_drawn",
            ),
            (
                "Kinds that are not drawn are named in folders and refused alone, or with `--deny-undrawn`",
                "check::kinds_that_are_not_drawn_are_named_in_folders_and_refused_alone",
            ),
            (
                "`check FOLDER` reads the Markdown and AsciiDoc pages in it",
                "check::the_pages_of_a_folder_are_checked_with_it",
            ),
            (
                "AsciiDoc pages link their pictures in their own words",
                "render::asciidoc_shows_its_pictures_in_its_own_words",
            ),
            (
                "An ending that is not written is refused; `--quiet` tells problems only",
                "render::an_ending_that_is_not_written_is_refused_and_quiet_tells_problems_only",
            ),
            (
                "A bad source gives no picture, the good ones still do",
                "render::a_bad_source_gives_no_picture_and_the_good_one_still_does",
            ),
            (
                "`render PAGE.md` links the pictures below their blocks; again changes nothing",
                "render::markdown_shows_its_pictures_and_rendering_again_changes_nothing",
            ),
            (
                "A page may hold puml, plantuml and mermaid blocks",
                "mermaid::a_page_may_hold_both_languages",
            ),
            (
                "Mermaid is drawn as svg, png and pdf",
                "mermaid::a_mermaid_file_is_drawn_in_three_formats_and_refused_in_others",
            ),
            (
                "`%date()` is today's, or that of `SOURCE_DATE_EPOCH`",
                "render::the_date_is_today_or_the_one_that_builds_name",
            ),
        ],
    ),
    (
        "Texts and codes",
        &[
            (
                "`fmt` lays out; `--check` and `--diff` change nothing",
                "texts::fmt_rewrites_checks_and_shows_the_difference",
            ),
            (
                "`fmt` keeps what most lines have where both forms are fine",
                "texts::fmt_keeps_what_most_lines_have",
            ),
            (
                "`.puml.toml` holds the settings of a folder; what it does not know is refused with its line",
                "texts::settings_of_the_nearest_folder_hold",
            ),
            (
                "Line ends and byte order marks stay",
                "texts::line_ends_and_byte_order_marks_stay_as_they_are",
            ),
            (
                "`convert` makes puml of a Mermaid diagram",
                "texts::a_mermaid_sequence_becomes_puml_that_passes",
            ),
            (
                "`convert --to mermaid` makes Mermaid of puml diagrams and says what is lost, where",
                "texts::a_puml_diagram_becomes_mermaid_that_passes",
            ),
            (
                "`from` makes diagrams of OpenAPI, SQL, JSON Schema and dot",
                "texts::data_becomes_diagrams_that_pass",
            ),
            (
                "`extract` lists the diagrams of a page or takes them out",
                "texts::the_diagrams_of_a_page_are_listed_and_taken_out",
            ),
            (
                "`mdbook` draws the fences of a book, as mdBook's preprocessor",
                "books::the_fences_of_a_book_become_pictures",
            ),
            (
                "`encode` and `decode` turn a diagram into a code and back",
                "links::a_diagram_survives_its_code",
            ),
            ("`url` prints a link", "links::a_link_carries_the_code_and_decodes_too"),
            ("`primitives` lists the syntax by section", "texts::primitives_are_listed_by_section"),
        ],
    ),
    (
        "Conventions",
        &[
            (
                "`--json` prints one document, with every command that answers",
                "texts::each_command_can_answer_in_one_json_document",
            ),
            ("`--color auto|always|never`, `NO_COLOR`", "texts::colour_is_used_when_it_is_wanted"),
            ("Exit codes 0, 1 and 2", "texts::usage_errors_and_help_have_their_exit_codes"),
            (
                "A reader that goes away is no failure",
                "render::a_reader_that_goes_away_is_no_failure",
            ),
            (
                "Text that is not UTF-8 is refused with its line",
                "check::text_that_is_not_utf8_is_refused_with_its_line",
            ),
            (
                "`--version` names the versions of PlantUML and Mermaid that puml is compatible with",
                "texts::the_version_names_what_it_is_compatible_with",
            ),
            (
                "`completions` and `man`",
                "texts::completions_and_manual_pages_come_from_the_arguments",
            ),
            ("`lsp` serves an editor", "servers::an_editor_is_served_and_leaves"),
            ("`mcp` serves an agent", "servers::an_agent_is_served_and_leaves"),
        ],
    ),
    (
        "In place of `plantuml`",
        &[
            (
                "`-tsvg -tpng -tpdf -ttxt -tutxt`, `-o`, `-x`, files, folders, `**.puml`",
                "plantuml::files_are_drawn_into_a_folder_beside_them",
            ),
            (
                "The same file names: `.atxt`, `.utxt`, `_001`, names in the source",
                "plantuml::pictures_have_the_old_names",
            ),
            (
                "`-pipe`, with and without `@startuml`",
                "plantuml::pipe_draws_standard_input_with_and_without_markers",
            ),
            (
                "`-pipeimageindex`, `-pipedelimitor`",
                "plantuml::pipe_draws_one_page_of_each_diagram",
            ),
            (
                "Errors of a pipe in three lines, or as `-stdrpt` wants",
                "plantuml::a_pipe_tells_errors_in_three_lines_and_draws_the_rest",
            ),
            (
                "Errors of files by line and file, exit codes 50, 100 and 200",
                "plantuml::errors_in_files_are_told_by_line_and_file",
            ),
            ("`-syntax`", "plantuml::syntax_answers_in_the_old_words_for_each_diagram"),
            (
                "`-checkonly`, `-failfast2`",
                "plantuml::failfast_draws_nothing_when_anything_is_wrong",
            ),
            ("`-encodeurl`, `-decodeurl`", "plantuml::codes_go_both_ways"),
            (
                "`-jar X` and Java's own settings, `-filename`, `-Dplantuml.include.path`",
                "plantuml::a_pipe_has_the_name_and_the_includes_that_filename_gives_it",
            ),
            (
                "`-config`, `-I`, `-S`, `-D` with and without a value",
                "plantuml::settings_and_files_are_read_before_each_diagram",
            ),
            (
                "A picture of what is wrong, unless `-noerror`",
                "plantuml::an_error_has_a_picture_unless_nobody_wants_it",
            ),
            (
                "`-preproc`, `-pipemap`, `-testdot`; `-teps`, `-tlatex` and the like say that they are not written",
                "plantuml::the_preprocessor_s_text_and_the_links_can_be_had",
            ),
            ("`-charset` with any name that the web knows", "plantuml::other_charsets_are_read"),
            (
                "A PNG carries its source, unless `-nometadata`; `puml decode FILE.png` reads it",
                "plantuml::a_png_carries_its_source_unless_it_must_not",
            ),
            (
                "`-charset UTF-8`, `-nbthread`, `-quiet`, `-v` and the like are taken; what is not supported is refused by name",
                "plantuml::flags_without_meaning_here_are_taken_and_others_are_refused",
            ),
        ],
    ),
];

const HEAD: &str = "# What `puml` does

Every feature with the test that shows it. [cli/puml.md](cli/puml.md) has the arguments of each command. This page is made
from the table in `apps/puml/tests/program/features.rs` by `BLESS=1 cargo test -p puml features`.
";

const FOOT: &str = "
A script that calls `plantuml` or `java -jar plantuml.jar` can call `puml` with the same arguments; `./test judges` builds sites
with `sphinxcontrib-plantuml`, `plantuml-markdown` and `mkdocs-build-plantuml-plugin`, unmodified, and passes the call lines
of the VS Code extension. These differences are meant: what is wrong is said in our words, below the lines that scripts look
for, and in the picture; flags that are not supported are refused instead of passed over; files are included from the
source's folder and the include path alone; `-decodeurl` prints the markers once.
";

const CONSTRUCTS: &str = "
## Every construct

From the catalogues of the families, which `puml primitives --family NAME` prints. The test
`features::every_construct_of_every_family_compiles` reads each example; [gallery.md](gallery.md) has the pictures.
";

fn page() -> String {
    let mut out = HEAD.to_owned();
    for (title, features) in FEATURES {
        out.extend(["\n## ", title, "\n\n| feature | shown by the test |\n|---|---|\n"]);
        for (feature, test) in *features {
            out.extend(["| ", &feature.replace('|', "\\|"), " | `", test, "` |\n"]);
        }
    }
    out += FOOT;
    out += CONSTRUCTS;
    for family in puml_compiler::family_names() {
        out += &constructs(family);
    }
    out
}

/// Every construct of a family, from its catalogue.
fn constructs(family: &str) -> String {
    let mut out = format!(
        "\n### {family}\n\n| construct | written | meaning | example |\n|---|---|---|---|\n"
    );
    let code = |text: &str| {
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let text = text.replace('|', "&#124;").replace('*', "&#42;").replace('_', "&#95;");
        let text = text.replace('[', "&#91;").replace('~', "&#126;").replace('`', "&#96;");
        format!("<code>{}</code>", text.replace('\\', "&#92;").replace('\n', "<br>"))
    };
    for it in puml_compiler::catalogue(family).iter().flat_map(|it| it.primitives) {
        let meaning = it.meaning.replace('|', "\\|");
        let cells = [it.name, &code(it.syntax), &meaning, &code(it.example)];
        out.extend(["| ", &cells.join(" | "), " |\n"]);
    }
    out
}

#[test]
fn every_construct_of_every_family_compiles() {
    let mut count = 0;
    for family in puml_compiler::family_names() {
        let sections = puml_compiler::catalogue(family);
        assert!(!sections.is_empty(), "{family} has no catalogue");
        for it in sections.iter().flat_map(|it| it.primitives) {
            let marker = match family {
                "mindmap" | "wbs" | "gantt" | "json" | "yaml" => family,
                _ => "uml",
            };
            let source = if it.example.starts_with("@start") {
                it.example.to_owned()
            } else {
                format!("@start{marker}\n{}\n@end{marker}\n", it.example)
            };
            let found = puml_compiler::check(&source);
            assert!(!diag::has_errors(&found), "{family}, {}: {found:?}\n{source}", it.name);
            count += 1;
        }
    }
    assert!(count > 200, "{count} constructs");
}

#[test]
fn every_feature_names_a_test_that_exists() {
    for (feature, test) in FEATURES.iter().flat_map(|it| it.1) {
        let (file, name) = test.split_once("::").expect("`file::test`");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/program/{file}.rs"));
        let source = std::fs::read_to_string(path).unwrap();
        assert!(source.contains(&format!("fn {name}(")), "{feature}: no test `{test}`");
    }
}

#[test]
fn the_page_of_features_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/puml.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, page()).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page(), "docs/puml.md is stale: BLESS=1 cargo test -p puml features");
}
