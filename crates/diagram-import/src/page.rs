//! The lines of diagrams, written one after another.

/// A puml source that grows line by line.
#[derive(Debug, Default)]
pub(crate) struct Page {
    text: String,
}

impl Page {
    /// Begins a diagram that says where it comes from.
    pub(crate) fn begin(&mut self, name: &str, origin: crate::Origin, file: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        let file = crate::names::line(file);
        let space = if name.is_empty() { "" } else { " " };
        self.put(&format!("@startuml{space}{name}"));
        self.put(&format!("' Made from {file} by puml from {}", origin.name()));
    }

    /// A title, if the text has a letter or a digit: without one there is nothing to read.
    pub(crate) fn title(&mut self, text: &str) {
        if text.chars().any(char::is_alphanumeric) {
            self.put(&format!("title {}", crate::names::line(text)));
        }
    }

    pub(crate) fn put(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    pub(crate) fn end(&mut self) {
        self.put("@enduml");
    }

    pub(crate) fn finish(self) -> String {
        self.text
    }
}
