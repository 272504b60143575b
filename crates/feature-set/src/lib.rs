//! Nothing to call: the manifest of this package is its content.
//!
//! Cargo builds a dependency anew for every set of features that is asked of it. A program built alone asks for fewer
//! than the workspace, so the Mermaid engine, thirteen minutes of work, would be compiled once for each. This package
//! asks for all of them, and `mermaid` depends on it, so that every way to build shares one engine.
