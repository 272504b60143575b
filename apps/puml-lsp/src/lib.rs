//! The language server: documents, requests and their answers. What the answers say is in `puml-ide`.
