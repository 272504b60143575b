//! Prints the reference page: `cargo run -p puml-lsp --example reference > docs/lsp.md`.

use std::io::Write as _;

fn main() -> std::io::Result<()> {
    std::io::stdout().write_all(puml_lsp::page().as_bytes())
}
