//! Numbers written by a decimal pattern: a prefix, digits, a suffix, as `autonumber` takes them.

/// A pattern that was found good by the parser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pattern {
    prefix: String,
    suffix: String,
    least_digits: usize,
    decimals: usize,
    /// Whether the point is written although nothing follows it.
    point: bool,
    grouping: usize,
    /// 100 for `%`, 1000 for `‰`.
    factor: u64,
}

impl Pattern {
    /// Reads a pattern; what stands behind `;` is for negative numbers and is not kept.
    pub(super) fn new(pattern: &str) -> Self {
        let mut read = Self {
            prefix: String::new(),
            suffix: String::new(),
            least_digits: 0,
            decimals: 0,
            point: false,
            grouping: 0,
            factor: 1,
        };
        let mut letters = pattern.chars().peekable();
        let (mut quoted, mut after_digits, mut in_digits) = (false, false, false);
        let (mut after_point, mut since_comma) = (false, None);
        let (mut before, mut after) = (0, 0);
        while let Some(it) = letters.next() {
            if it == '\'' {
                if letters.next_if_eq(&'\'').is_some() {
                    read.affix(after_digits).push('\'');
                } else {
                    quoted = !quoted;
                }
                continue;
            }
            let is_digit =
                !quoted && (in_digits || !after_digits) && matches!(it, '#' | '0' | ',' | '.');
            if is_digit {
                (in_digits, after_digits) = (true, true);
                match it {
                    '.' => after_point = true,
                    ',' => since_comma = Some(0),
                    _ if after_point => {
                        after += 1;
                        read.decimals += usize::from(it == '0');
                    }
                    _ => {
                        before += 1;
                        read.least_digits += usize::from(it == '0');
                        since_comma = since_comma.map(|count: usize| count + 1);
                    }
                }
                continue;
            }
            in_digits = false;
            match it {
                ';' if !quoted => break,
                '%' if !quoted => read.factor = 100,
                '\u{2030}' if !quoted => read.factor = 1000,
                _ => {}
            }
            read.affix(after_digits).push(it);
        }
        read.point = after_point && (before == 0 || after == 0);
        read.grouping = since_comma.unwrap_or(0);
        read
    }

    fn affix(&mut self, after_digits: bool) -> &mut String {
        if after_digits { &mut self.suffix } else { &mut self.prefix }
    }

    /// The number in this pattern.
    pub(super) fn format(&self, number: u64) -> String {
        let digits = number.saturating_mul(self.factor).to_string();
        let padded = format!("{digits:0>width$}", width = self.least_digits);
        let mut out = self.prefix.clone();
        for (idx, digit) in padded.chars().enumerate() {
            let left = padded.len() - idx;
            if self.grouping > 0 && idx > 0 && left.is_multiple_of(self.grouping) {
                out.push(',');
            }
            out.push(digit);
        }
        if self.decimals > 0 || self.point {
            out.push('.');
            out.extend(std::iter::repeat_n('0', self.decimals));
        }
        out + &self.suffix
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_pad_group_and_keep_their_markup() {
        for (pattern, number, text) in [
            ("<b>0</b>", 7, "<b>7</b>"),
            ("<b>[000]", 7, "<b>[007]"),
            ("<b>(<u>##</u>)", 12, "<b>(<u>12</u>)"),
            ("Message 0  ", 3, "Message 3  "),
            ("#,##0", 1_234_567, "1,234,567"),
            ("0.00", 5, "5.00"),
            ("0.", 5, "5."),
            ("'#'0", 5, "#5"),
            ("x", 5, "x5"),
            ("0;-0", 5, "5"),
            ("", 5, "5"),
        ] {
            assert_eq!(Pattern::new(pattern).format(number), text, "{pattern}");
        }
    }
}
