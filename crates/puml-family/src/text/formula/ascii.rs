//! AsciiMath as TeX: `sum_(i=1)^n i^3=((n(n+1))/2)^2`. What it has no rule for is refused.

use super::symbols::{BINARY, CLOSING, OPENING, SIGNS, UNARY, WORDS};

/// Groups in groups.
const MAX_DEPTH: usize = 100;

/// The formula in TeX.
pub(super) fn tex(source: &str) -> Result<String, String> {
    let mut reader = Reader { rest: source.trim(), depth: 0 };
    let out = reader.expression()?;
    match reader.rest {
        "" => Ok(out),
        rest => Err(format!("nothing is open that `{}` could close", first(rest))),
    }
}

struct Reader<'s> {
    rest: &'s str,
    depth: usize,
}

/// A thing and what it is without the brackets around it, which fractions and exponents do without.
struct Simple {
    tex: String,
    inner: Option<String>,
}

impl Simple {
    fn plain(tex: impl Into<String>) -> Self {
        Self { tex: tex.into(), inner: None }
    }

    fn bare(self) -> String {
        self.inner.unwrap_or(self.tex)
    }
}

impl<'s> Reader<'s> {
    fn blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn take(&mut self, word: &str) -> bool {
        match self.rest.strip_prefix(word) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn is_closed(&self) -> bool {
        self.rest.is_empty() || CLOSING.iter().any(|it| self.rest.starts_with(it.0))
    }

    /// Everything up to the end or a closing bracket.
    fn expression(&mut self) -> Result<String, String> {
        let mut out = String::new();
        loop {
            self.blanks();
            if self.is_closed() {
                return Ok(out);
            }
            out.push_str(&self.fraction()?);
        }
    }

    fn fraction(&mut self) -> Result<String, String> {
        let over = self.scripted()?;
        self.blanks();
        let is_sign = ["//", "/_"].iter().any(|it| self.rest.starts_with(it));
        if is_sign || !self.take("/") {
            return Ok(over.tex);
        }
        let below = self.scripted()?;
        Ok(format!(r"\frac{{{}}}{{{}}}", over.bare(), below.bare()))
    }

    /// A thing with what stands below and above it.
    fn scripted(&mut self) -> Result<Simple, String> {
        let thing = self.simple()?;
        let mut scripts = String::new();
        for (mark, signs) in [("_", &["_|_"][..]), ("^", &["^^"][..])] {
            self.blanks();
            if !signs.iter().any(|it| self.rest.starts_with(it)) && self.take(mark) {
                let script = self.simple()?.bare();
                scripts.extend([mark, "{", &script, "}"]);
            }
        }
        if scripts.is_empty() {
            return Ok(thing);
        }
        Ok(Simple::plain(format!("{{{}}}{scripts}", thing.tex).replace("{\\sum }", "\\sum ")))
            .map(|it| Simple { tex: limits(&it.tex), ..it })
    }

    fn simple(&mut self) -> Result<Simple, String> {
        self.blanks();
        if self.is_closed() {
            return Err("something is missing at its end or before a closing bracket".to_owned());
        }
        if self.depth == MAX_DEPTH {
            return Err("its brackets are nested too deep".to_owned());
        }
        self.depth += 1;
        let found = self.one();
        self.depth -= 1;
        found
    }

    fn one(&mut self) -> Result<Simple, String> {
        if self.take("\"") {
            return self.text('"');
        }
        if let Some(rest) = self.rest.strip_prefix("text(") {
            self.rest = rest;
            return self.text(')');
        }
        let word = self.word();
        if let Some(&(name, before, behind)) = longest(UNARY, word, |it| it.0) {
            self.rest = &self.rest[name.len()..];
            let thing = self.simple()?.bare();
            return Ok(Simple::plain(format!("{before}{thing}{behind}")));
        }
        if let Some(&(name, [before, between, behind])) = longest(BINARY, word, |it| it.0) {
            self.rest = &self.rest[name.len()..];
            let (one, other) = (self.simple()?.bare(), self.simple()?.bare());
            return Ok(Simple::plain(format!("{before}{one}{between}{other}{behind}")));
        }
        let known = longest(WORDS, word, |it| it.0).map(|it| (it.0, it.1));
        let sign = longest(SIGNS, self.rest, |it| it.0).map(|it| (it.0, it.1));
        let group = longest(OPENING, self.rest, |it| it.0).map(|it| (it.0, it.1));
        if let Some((name, open)) = group
            && sign.is_none_or(|it| it.0.len() <= name.len())
        {
            self.rest = &self.rest[name.len()..];
            return self.group(open);
        }
        let longer = |a: (&'s str, &'s str), b: (&'s str, &'s str)| {
            if b.0.len() > a.0.len() { b } else { a }
        };
        let found = match (known, sign) {
            (Some(a), Some(b)) => Some(longer(a, b)),
            (a, b) => a.or(b),
        };
        if let Some((name, tex)) = found {
            self.rest = &self.rest[name.len()..];
            return Ok(Simple::plain(tex));
        }
        let digits = self.rest.len()
            - self.rest.trim_start_matches(|it: char| it.is_ascii_digit() || it == '.').len();
        let length = if digits > 0 { digits } else { first(self.rest).len_utf8() };
        let (taken, rest) = self.rest.split_at(length);
        if !taken.chars().all(|it| it.is_alphanumeric() || it == '.') {
            return Err(format!("it has no meaning for `{taken}`"));
        }
        self.rest = rest;
        Ok(Simple::plain(taken))
    }

    /// The letters that begin the rest.
    fn word(&self) -> &'s str {
        let letters = self.rest.trim_start_matches(|it: char| it.is_ascii_alphabetic()).len();
        &self.rest[..self.rest.len() - letters]
    }

    fn text(&mut self, end: char) -> Result<Simple, String> {
        let (text, rest) = self
            .rest
            .split_once(end)
            .ok_or_else(|| format!("its text lacks the closing `{end}`"))?;
        self.rest = rest;
        if text.contains(['\\', '{', '}', '$', '#', '%', '&', '_', '^', '~']) {
            return Err(format!("the text `{text}` holds signs that a formula's text may not"));
        }
        Ok(Simple::plain(format!(r"\text{{{text}}}")))
    }

    fn group(&mut self, open: &str) -> Result<Simple, String> {
        if let Some(matrix) = self.matrix(open)? {
            return Ok(matrix);
        }
        let inner = self.expression()?;
        let close = CLOSING.iter().find(|it| self.rest.starts_with(it.0));
        let &(name, close) = close.ok_or("a bracket is not closed")?;
        self.rest = &self.rest[name.len()..];
        let tex = format!(r"\left{open}{inner}\right{close}");
        Ok(Simple { tex, inner: Some(inner) })
    }

    /// `[[a,b],[c,d]]`, whose first bracket was read; nothing is read if it is none.
    fn matrix(&mut self, open: &str) -> Result<Option<Simple>, String> {
        let before = self.rest;
        let mut rows: Vec<Vec<String>> = Vec::new();
        loop {
            self.blanks();
            let Some(inner) = row(self.rest).filter(|_| self.rest.starts_with(['[', '('])) else {
                self.rest = before;
                return Ok(None);
            };
            let cells = cells(inner).into_iter().map(|it| {
                let mut cell = Reader { rest: it.trim(), depth: self.depth };
                cell.expression()
            });
            rows.push(cells.collect::<Result<_, _>>()?);
            self.rest = &self.rest[inner.len() + 2..];
            self.blanks();
            if self.take(",") {
                continue;
            }
            let close = CLOSING.iter().find(|it| self.rest.starts_with(it.0));
            let is_table = rows.len() > 1 && rows.iter().all(|it| it.len() == rows[0].len());
            let Some(&(name, close)) = close.filter(|_| is_table) else {
                self.rest = before;
                return Ok(None);
            };
            self.rest = &self.rest[name.len()..];
            let rows: Vec<String> = rows.iter().map(|it| it.join("&")).collect();
            let body = rows.join(r"\\");
            let tex = format!(r"\left{open}\begin{{matrix}}{body}\end{{matrix}}\right{close}");
            return Ok(Some(Simple::plain(tex)));
        }
    }
}

/// What stands between the bracket that begins a text and the one that closes it.
fn row(text: &str) -> Option<&str> {
    let mut depth = 0_usize;
    for (at, ch) in text.char_indices() {
        match ch {
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return text.get(1..at);
        }
    }
    None
}

/// The parts between commas that stand in no bracket.
fn cells(row: &str) -> Vec<&str> {
    let (mut depth, mut start, mut out) = (0_i32, 0, Vec::new());
    for (at, ch) in row.char_indices() {
        match ch {
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth -= 1,
            ',' if depth == 0 => {
                out.push(&row[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    out.push(&row[start..]);
    out
}

/// The longest entry that begins the text.
fn longest<'t, T>(table: &'t [T], text: &str, name: impl Fn(&T) -> &str) -> Option<&'t T> {
    table.iter().filter(|it| text.starts_with(name(it))).max_by_key(|it| name(it).len())
}

/// Large operators take what belongs to them above and below, which braces around them would prevent.
fn limits(tex: &str) -> String {
    let mut out = tex.to_owned();
    for name in ["sum", "prod", "int", "oint", "lim", "min", "max", "bigcup", "bigcap"] {
        out = out.replace(&format!("{{\\{name} }}"), &format!("\\{name} "));
    }
    out
}

fn first(text: &str) -> char {
    text.chars().next().unwrap_or(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_become_tex() {
        let cases = [
            ("a/b", r"\frac{a}{b}"),
            ("(a+1)/2", r"\frac{a+1}{2}"),
            ("x^2", "{x}^{2}"),
            ("sum_(i=1)^n i", r"\sum _{i=1}^{n}i"),
            ("sqrt 2", r"\sqrt{2}"),
            ("root(3)(x)", r"\sqrt[3]{x}"),
            ("alpha != 10.5", r"\alpha \ne 10.5"),
            ("[[a,b],[c,d]]", r"\left[\begin{matrix}a&b\\c&d\end{matrix}\right]"),
            ("f(x)", r"f\left(x\right)"),
            ("\"total\" xx 2", r"\text{total}\times 2"),
            ("{(1,2)", ""),
        ];
        for (source, expected) in cases {
            match tex(source) {
                Ok(found) => assert_eq!(found, expected, "{source}"),
                Err(_) => assert_eq!(expected, "", "{source}"),
            }
        }
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        for source in ["a/", "(a", "a)", "\"open", "x^", "a\u{7}"] {
            assert!(tex(source).is_err(), "{source}");
        }
        assert!(tex(&"(".repeat(500)).is_err());
    }
}
