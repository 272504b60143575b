//! What the server offers: each feature with its method and the test that shows it. The reference
//! page is made from this table, and a test fails when a named test does not exist.

/// Something an editor can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Feature {
    /// The feature as a user would call it.
    pub name: &'static str,
    /// The protocol's method, or ours.
    pub method: &'static str,
    /// What it does, in one sentence.
    pub meaning: &'static str,
    /// `file::test` below `apps/puml-lsp/tests/protocol`.
    pub test: &'static str,
}

const fn feature(
    name: &'static str,
    method: &'static str,
    meaning: &'static str,
    test: &'static str,
) -> Feature {
    Feature { name, method, meaning, test }
}

/// Everything, in the order a user meets it.
pub const FEATURES: &[Feature] = &[
    feature(
        "Diagnostics, pushed",
        "textDocument/publishDiagnostics",
        "Every finding with its code, advice, related places; after each edit, for clients that do not ask themselves.",
        "diagnostics::findings_are_pushed_with_code_hint_and_related_places",
    ),
    feature(
        "Diagnostics, pulled",
        "textDocument/diagnostic",
        "The same for clients that ask; an unchanged result is said to be unchanged.",
        "diagnostics::a_client_that_asks_is_answered_and_not_pushed_to",
    ),
    feature(
        "Workspace diagnostics",
        "workspace/diagnostic",
        "The findings of every diagram file and page in the folders, open or not.",
        "diagnostics::the_whole_workspace_is_diagnosed",
    ),
    feature(
        "Fences of pages",
        "textDocument/didOpen",
        "In Markdown and AsciiDoc every puml fence is a diagram: findings, completion, rename, layout and preview; prose is left alone.",
        "pages::fences_are_first_class_and_prose_is_left_alone",
    ),
    feature(
        "Completion",
        "textDocument/completion",
        "Elements, their members, keywords valid here, arrows, colours, skin parameters, `<style>`, themes, include paths, markup, macros and variables.",
        "completion::each_place_offers_what_may_be_typed_there",
    ),
    feature(
        "Signature help",
        "textDocument/signatureHelp",
        "The parameters of a macro, procedure or function while its arguments are typed.",
        "navigation::calls_tell_what_they_take",
    ),
    feature(
        "Hover",
        "textDocument/hover",
        "A participant's kind, declaration and message counts; a keyword's form from the catalogue; how a macro, variable or builtin is declared.",
        "navigation::hover_tells_about_participants_and_keywords",
    ),
    feature(
        "Go to definition",
        "textDocument/definition",
        "The declaration of an element, macro, variable or parameter, in an included file too, or in a file that is included beside this one; the file of an include.",
        "navigation::definition_leads_into_included_files",
    ),
    feature(
        "Find references",
        "textDocument/references",
        "Every place that names an element, macro or variable, in included files and in every file of the workspace that shares it; texts are none.",
        "navigation::references_and_highlights_leave_texts_out",
    ),
    feature(
        "Call hierarchy",
        "textDocument/prepareCallHierarchy",
        "The participant whose messages are asked for.",
        "navigation::the_hierarchy_tells_who_sends_to_whom",
    ),
    feature(
        "Incoming calls",
        "callHierarchy/incomingCalls",
        "Who sends to it, and where.",
        "navigation::the_hierarchy_tells_who_sends_to_whom",
    ),
    feature(
        "Outgoing calls",
        "callHierarchy/outgoingCalls",
        "Whom it sends to, and where.",
        "navigation::the_hierarchy_tells_who_sends_to_whom",
    ),
    feature(
        "Highlights",
        "textDocument/documentHighlight",
        "The same places lit up, declarations apart.",
        "navigation::references_and_highlights_leave_texts_out",
    ),
    feature(
        "Prepare rename",
        "textDocument/prepareRename",
        "Says what can be renamed: a participant's name, never a text.",
        "edits::rename_changes_names_and_never_texts",
    ),
    feature(
        "Rename",
        "textDocument/rename",
        "Another name for an element in every text of the workspace that shares it, macro arguments included; refused with the places in its way where a diagram would say something else.",
        "edits::a_rename_reaches_all_files_or_is_refused",
    ),
    feature(
        "Outline",
        "textDocument/documentSymbol",
        "Diagrams, containers, elements, declared or not, their members, groups with their branches, steps, nodes of trees, names of data, dividers, macros.",
        "structure::the_outline_is_a_tree",
    ),
    feature(
        "Workspace symbols",
        "workspace/symbol",
        "The same by name in all open texts and in the workspace's folders.",
        "structure::workspace_symbols_come_from_open_texts_and_folders",
    ),
    feature(
        "Folding",
        "textDocument/foldingRange",
        "Diagrams, groups by branch, containers, nodes of trees with what hangs from them, values of data, notes, comments, preprocessor regions.",
        "structure::groups_fold_and_selections_grow",
    ),
    feature(
        "Selection ranges",
        "textDocument/selectionRange",
        "Word, piece, statement, branch, group, diagram.",
        "structure::groups_fold_and_selections_grow",
    ),
    feature(
        "Semantic tokens",
        "textDocument/semanticTokens/full",
        "What each piece of the text is.",
        "tokens::tokens_full_range_and_delta_agree",
    ),
    feature(
        "Semantic tokens, difference",
        "textDocument/semanticTokens/full/delta",
        "Only what changed since the last answer.",
        "tokens::tokens_full_range_and_delta_agree",
    ),
    feature(
        "Semantic tokens, range",
        "textDocument/semanticTokens/range",
        "Only what is on the screen.",
        "tokens::tokens_full_range_and_delta_agree",
    ),
    feature(
        "Formatting",
        "textDocument/formatting",
        "The canonical layout.",
        "edits::formatting_of_all_of_some_lines_and_while_typing",
    ),
    feature(
        "Range formatting",
        "textDocument/rangeFormatting",
        "The canonical layout of the selected lines.",
        "edits::formatting_of_all_of_some_lines_and_while_typing",
    ),
    feature(
        "Formatting while typing",
        "textDocument/onTypeFormatting",
        "Lays out the line that was ended and indents the next.",
        "edits::formatting_of_all_of_some_lines_and_while_typing",
    ),
    feature(
        "Code actions",
        "textDocument/codeAction",
        "All fixes of findings, one fix for everything safe, declare missing participants, wrap in a group, convert an alias.",
        "actions::fixes_and_refactorings_are_offered_where_they_apply",
    ),
    feature(
        "Inlay hints",
        "textDocument/inlayHint",
        "The numbers that messages get, the names behind codes.",
        "structure::hints_show_numbers_and_names",
    ),
    feature(
        "Document links",
        "textDocument/documentLink",
        "Included files and addresses.",
        "navigation::links_lead_to_files_and_addresses",
    ),
    feature(
        "Colours",
        "textDocument/documentColor",
        "The colours of lines, styles and markup.",
        "structure::colours_are_found_and_rewritten",
    ),
    feature(
        "Colour presentations",
        "textDocument/colorPresentation",
        "A colour in digits or by name.",
        "structure::colours_are_found_and_rewritten",
    ),
    feature(
        "Code lens",
        "textDocument/codeLens",
        "Above each diagram: preview it, or draw it into a file.",
        "render::a_lens_draws_a_file_beside_the_source",
    ),
    feature(
        "Commands",
        "workspace/executeCommand",
        "`puml.render` writes SVG files beside the source, `puml.renderSvg` hands the SVG over.",
        "render::a_lens_draws_a_file_beside_the_source",
    ),
    feature(
        "Preview",
        "puml/renderSvg",
        "One page of a diagram as SVG: `{ textDocument, diagram?, page?, scheme? }` gives `{ svg, ok, diagrams, pages, version }`.",
        "render::previews_come_with_counts_and_for_broken_texts_too",
    ),
    feature(
        "Pictures in labels",
        "puml/renderSvg",
        "`<img:file>` is drawn from the document's folder and the include roots, never from outside.",
        "render::pictures_come_from_the_allowed_folders_only",
    ),
    feature(
        "View file text",
        "puml/viewFileText",
        "The text as the server has it.",
        "sync::random_edits_keep_both_texts_equal",
    ),
    feature(
        "Incremental sync",
        "textDocument/didChange",
        "Edits by range, in UTF-8 or UTF-16 positions as the client prefers.",
        "sync::random_edits_keep_both_texts_equal",
    ),
    feature(
        "Position encodings",
        "initialize",
        "UTF-8 where the client offers it, else UTF-16.",
        "sync::columns_count_in_the_agreed_encoding",
    ),
    feature(
        "Cancellation",
        "$/cancelRequest",
        "A cancelled request is answered at once with -32800.",
        "conversation::a_cancelled_request_is_answered_as_such",
    ),
    feature(
        "Workspace folders",
        "workspace/didChangeWorkspaceFolders",
        "Folders come and go while the server runs.",
        "structure::workspace_symbols_come_from_open_texts_and_folders",
    ),
    feature(
        "Settings",
        "workspace/didChangeConfiguration",
        "Include roots, theme, strictness, advice, hints; asked for or told.",
        "configuration::include_roots_come_from_the_settings",
    ),
    feature(
        "Changes on disk",
        "workspace/didChangeWatchedFiles",
        "A changed include or picture renews the findings of what shows it.",
        "configuration::a_changed_include_renews_the_findings",
    ),
    feature(
        "Malformed messages",
        "(any)",
        "Answered with an error; the conversation goes on.",
        "conversation::a_malformed_message_is_answered_and_not_fatal",
    ),
];

/// The text of `docs/lsp.md`.
pub fn page() -> String {
    let mut out = String::from(
        "# `puml-lsp` reference\n\n\
         The language server for diagrams of every family speaks LSP 3.18 over standard input and output. Start it with `puml-lsp` \
         or `puml lsp`; [editors.md](editors.md) shows how for each editor. This page is made from the table in \
         `apps/puml-lsp/src/features.rs` by `cargo run -p puml-lsp --example reference`.\n\n\
         | feature | method | what it does | shown by the test |\n|---|---|---|---|\n",
    );
    for feature in FEATURES {
        let Feature { name, method, meaning, test } = feature;
        out += &["| ", name, " | `", method, "` | ", meaning, " | `", test, "` |\n"].concat();
    }
    out + "\n## Settings\n\n\
        In the section `puml`, or as initialization options. `--include-root FOLDER` and the variable `PUML_INCLUDE_ROOTS` add \
        include roots for every client.\n\n\
        | setting | default | meaning |\n|---|---|---|\n\
        | `puml.includeRoots` | `[]` | folders that files may be included from, beside the document's own; relative ones lie in each workspace folder |\n\
        | `puml.theme` | none | a theme in place of the one a source names |\n\
        | `puml.libraries` | `[]` | folders that hold libraries of elements such as `tupadr3`; those of the variable `PUML_LIBRARY` count too |\n\
        | `puml.strict` | `false` | participants must be declared, and libraries must be there |\n\
        | `puml.advice` | `false` | advice on readability is among the findings |\n\
        | `puml.inlayHints.numbers` | `true` | show the numbers of messages |\n\
        | `puml.inlayHints.aliases` | `true` | show the names behind codes |\n\
        | `puml.codePages` | none | the address of a folder with a page for each code; findings link to it |\n\n\
        ## Good to know\n\n\
        - A file is included only from the document's folder and the include roots; the text open in the editor counts before the file on disk. Nothing is fetched from the network.\n\
        - A finding inside an included file is shown at the line that includes it and points to the place.\n\
        - A rename is tried before it is offered: every diagram that shares the name must say the same afterwards, up to the name.\n\
        - The layout is that of the text and of the settings in `.puml.toml`: tabSize and insertSpaces are not used, so that `puml fmt --check` agrees with every editor. The server says so once in the log.\n\
        - A line ends with `\\n` or `\\r\\n`; a lone `\\r` is a character like any other.\n\
        - A client that can ask for diagnostics is not pushed to, so that nothing is shown twice.\n"
}
