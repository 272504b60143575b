//! Nothing to call: the manifest of this package is its content.
//!
//! Cargo builds a dependency anew for every set of features that is asked of it. A program built alone asks for fewer
//! than the workspace, so what they share would be compiled once for each; for the Mermaid engine that is thirteen
//! minutes of work. This package asks for all of them: `engine` of what Mermaid is built from, `picture` of what writes
//! pictures, `server` and `client` of what serves and calls over HTTP. The libraries that bring these in depend on it,
//! so that every way to build shares one set.
