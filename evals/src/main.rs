//! The eval suite.

fn main() {}
