//! Builds again when a file of the page changes, since the program contains them.

fn main() {
    for folder in ["assets", "examples"] {
        println!("cargo::rerun-if-changed=../../web/{folder}");
    }
}
