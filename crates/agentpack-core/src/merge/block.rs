//! One block between two marker lines in a text that otherwise belongs to somebody else.

use serde_json::Value as Json;

use super::{Tree, Unreadable};

const BEGIN: &str = "<!-- agentpack:begin -->";
const END: &str = "<!-- agentpack:end -->";

pub(super) struct Document {
    before: String,
    block: Option<String>,
    after: String,
}

impl Document {
    pub(super) fn parse(text: &str) -> Result<Self, Unreadable> {
        let Some(begin) = text.find(BEGIN) else {
            return Ok(Self { before: text.to_owned(), block: None, after: String::new() });
        };
        let start = line_end(text, begin);
        let Some(end) = text[start..].find(END).map(|at| start + at) else {
            return Err(Unreadable(format!("`{BEGIN}` is not followed by `{END}`")));
        };
        if text[line_end(text, end)..].contains(BEGIN) {
            return Err(Unreadable(format!("`{BEGIN}` stands twice")));
        }
        Ok(Self {
            before: text[..begin].to_owned(),
            block: Some(text[start..end].to_owned()),
            after: text[line_end(text, end)..].to_owned(),
        })
    }
}

fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |newline| at + newline + 1)
}

impl Tree for Document {
    fn root(&self) -> Json {
        // The blank line before the block comes and goes with it.
        let lines = self.before.lines().chain(self.after.lines());
        lines.filter(|line| !line.trim().is_empty()).map(Json::from).collect()
    }

    fn get(&self, _key: &[String]) -> Option<Json> {
        self.block.as_ref().map(|text| Json::from(text.as_str()))
    }

    fn set_field(&mut self, _key: &[String], _field: Option<&str>, value: &Json) {
        let mut text = value.as_str().unwrap_or_default().to_owned();
        if !text.ends_with('\n') {
            text.push('\n');
        }
        if self.block.is_none() && !self.before.is_empty() {
            self.before.push_str(if self.before.ends_with('\n') { "\n" } else { "\n\n" });
        }
        self.block = Some(text);
    }

    fn remove(&mut self, _key: &[String]) {
        if self.block.take().is_some() && self.before.ends_with("\n\n") {
            self.before.pop();
        }
    }

    fn push_item(&mut self, _key: &[String], _value: &Json) {}

    fn remove_item(&mut self, _key: &[String], _value: &Json) {}

    fn text(&self) -> String {
        match &self.block {
            Some(block) => format!("{}{BEGIN}\n{block}{END}\n{}", self.before, self.after),
            None => format!("{}{}", self.before, self.after),
        }
    }
}
