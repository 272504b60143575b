//! Builds again when a file of the page changes, since the program contains them.

fn main() {
    for folder in ["web/assets", "web/examples", "crates/mermaid/gallery"] {
        println!("cargo::rerun-if-changed=../../{folder}");
    }
}
