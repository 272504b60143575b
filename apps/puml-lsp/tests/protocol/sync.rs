//! The server's text is the client's text, edit by edit, in both encodings.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::client::{Client, FILE, range};

/// What is typed: letters, emoji, wide letters, line ends of both sorts, pieces of the language.
const PIECES: [&str; 14] = [
    "a",
    "😀",
    "👩‍👩‍👧",
    "漢字",
    "é",
    "\n",
    "\r\n",
    " ",
    "->",
    "A -> B : x\n",
    "alt ok\n",
    "end\r\n",
    "\t",
    "",
];

/// A client's own idea of a text: lines without their ends, and the ends.
#[derive(Debug, Clone)]
struct Mirror {
    text: String,
    utf8: bool,
}

impl Mirror {
    /// The bytes at which a position may stand: not inside a character, not between `\r` and `\n`.
    fn stops(&self) -> Vec<usize> {
        let inside_end =
            |at: usize| self.text[..at].ends_with('\r') && self.text[at..].starts_with('\n');
        let all = self.text.char_indices().map(|it| it.0).chain([self.text.len()]);
        all.filter(|it| !inside_end(*it)).collect()
    }

    fn position(&self, at: usize) -> (u32, u32) {
        let before = &self.text[..at];
        let line = before.rsplit('\n').next().unwrap_or_default();
        let column = if self.utf8 { line.len() } else { line.encode_utf16().count() };
        (before.matches('\n').count() as u32, column as u32)
    }

    /// Replaces what lies between two stops; the change to tell.
    fn edit(&mut self, from: usize, to: usize, piece: &str) -> Value {
        let stops = self.stops();
        let (one, other) = (stops[from % stops.len()], stops[to % stops.len()]);
        let (start, end) = (one.min(other), one.max(other).min(one.min(other) + 40));
        let end = *stops.iter().filter(|it| **it <= end).max().unwrap_or(&start);
        let change =
            json!({ "range": range(self.position(start), self.position(end)), "text": piece });
        self.text.replace_range(start..end, piece);
        change
    }
}

fn client(utf8: bool) -> Client {
    let offered = if utf8 { json!(["utf-16", "utf-8"]) } else { json!(["utf-16"]) };
    Client::with(&json!({ "general": { "positionEncodings": offered } }), &Value::Null)
}

/// A lone `\r` is a character to us and a line end to some clients; edits never make one.
fn is_clean(text: &str) -> bool {
    !text.replace("\r\n", "").contains('\r')
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_edits_keep_both_texts_equal(
        utf8 in any::<bool>(),
        batches in prop::collection::vec(
            prop::collection::vec((any::<usize>(), any::<usize>(), 0..PIECES.len()), 1..4),
            1..25,
        ),
    ) {
        let client = client(utf8);
        let mut mirror = Mirror { text: "@startuml\r\nA -> B : 😀 漢字\nend\n".to_owned(), utf8 };
        client.open(FILE, &mirror.text);
        for (version, batch) in batches.into_iter().enumerate() {
            let mut changes = Vec::new();
            for (from, to, piece) in batch {
                let before = mirror.clone();
                let change = mirror.edit(from, to, PIECES[piece]);
                if is_clean(&mirror.text) {
                    changes.push(change);
                } else {
                    mirror = before;
                }
            }
            client.change(FILE, version as i32 + 2, &json!(changes));
            let seen = client.ask("puml/viewFileText", &json!({ "uri": FILE }));
            prop_assert_eq!(seen.as_str().unwrap(), &mirror.text);
        }
        // Whatever the text has become, everything about it can still be asked.
        let document = json!({ "textDocument": { "uri": FILE } });
        client.ask("textDocument/documentSymbol", &document);
        client.ask("textDocument/semanticTokens/full", &document);
        client.ask("textDocument/foldingRange", &document);
        client.ask("textDocument/documentLink", &document);
        client.ask("textDocument/documentColor", &document);
        client.ask("puml/renderSvg", &document);
        let at = json!({ "line": 1, "character": 3 });
        let place = json!({ "textDocument": { "uri": FILE }, "position": at });
        client.ask("textDocument/completion", &place);
        client.ask("textDocument/hover", &place);
        let mut everywhere = document.clone();
        everywhere["range"] = range((0, 0), (99, 0));
        everywhere["context"] = json!({ "diagnostics": [] });
        client.ask("textDocument/codeAction", &everywhere);
        client.ask("textDocument/inlayHint", &everywhere);
    }
}

#[test]
fn columns_count_in_the_agreed_encoding() {
    for (utf8, column) in [(true, 11), (false, 9)] {
        let client = client(utf8);
        client.open(FILE, "\"😀\" -> B : x\n");
        let place = json!({
            "textDocument": { "uri": FILE }, "position": { "line": 0, "character": column - 1 },
        });
        let hover = client.ask("textDocument/hover", &place);
        assert_eq!(hover["range"], range((0, column - 1), (0, column)), "utf-8: {utf8}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn memory_stays_flat_over_ten_thousand_edits() {
    let resident = || {
        let status = std::fs::read_to_string("/proc/self/statm").unwrap();
        status.split(' ').nth(1).unwrap().parse::<u64>().unwrap() * 4096
    };
    let client = Client::new();
    let text = "A -> B : message\n".repeat(200);
    client.open(FILE, &text);
    let edit = |version: i32| {
        let letter = if version % 2 == 0 { "x" } else { "A" };
        client.change(FILE, version, &json!([{ "range": range((7, 0), (7, 1)), "text": letter }]));
        if version % 100 == 0 {
            client.ask("textDocument/documentSymbol", &json!({ "textDocument": { "uri": FILE } }));
        }
    };
    (2..1_000).for_each(edit);
    let before = resident();
    (1_000..11_000).for_each(edit);
    client.ask("puml/viewFileText", &json!({ "uri": FILE }));
    let grown = resident().saturating_sub(before);
    assert!(grown < 24 << 20, "{grown} bytes more after ten thousand edits");
}
