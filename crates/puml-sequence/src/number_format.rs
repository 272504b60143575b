//! Decimal patterns: a prefix, a run of digits, a suffix, as `autonumber` takes them.

/// Whether a pattern can format a number; the reason where it cannot.
pub(crate) fn check(pattern: &str) -> Result<(), &'static str> {
    let mut rest = pattern.chars().peekable();
    let mut part = Part::Prefix;
    let mut quoted = false;
    let mut count = Count::default();
    while let Some(it) = rest.next() {
        if quoted {
            if it == '\'' && rest.next_if_eq(&'\'').is_none() {
                quoted = false;
            }
            continue;
        }
        let digit = matches!(it, '#' | '0' | ',' | '.');
        match part {
            Part::Prefix if digit => {
                part = Part::Number;
                count.take(it)?;
            }
            Part::Suffix if digit => return Err("digits stand in two places"),
            Part::Number if digit => count.take(it)?,
            Part::Number if it == 'E' => {
                let zeros = std::iter::from_fn(|| rest.next_if_eq(&'0')).count();
                if zeros == 0 {
                    return Err("an exponent needs zeros");
                }
                part = Part::Suffix;
            }
            _ if it == ';' => {
                // The part behind `;` is for negative numbers, which never come.
                if part == Part::Prefix {
                    return Err("no digits stand before `;`");
                }
                break;
            }
            _ => {
                if it == '\'' && rest.next_if_eq(&'\'').is_none() {
                    quoted = true;
                }
                if part == Part::Number {
                    part = Part::Suffix;
                }
            }
        }
    }
    if quoted {
        return Err("a quote is not closed");
    }
    count.finish()
}

#[derive(PartialEq, Eq)]
enum Part {
    Prefix,
    Number,
    Suffix,
}

#[derive(Default)]
struct Count {
    zeros: u32,
    right: u32,
    point: bool,
    comma: bool,
}

impl Count {
    fn take(&mut self, it: char) -> Result<(), &'static str> {
        self.comma = it == ',';
        match it {
            '#' => self.right += u32::from(self.zeros > 0),
            '0' if self.right > 0 => return Err("`0` stands behind `#`"),
            '0' => self.zeros += 1,
            '.' if self.point => return Err("there are two decimal points"),
            '.' => self.point = true,
            _ => {}
        }
        Ok(())
    }

    fn finish(&self) -> Result<(), &'static str> {
        if !self.point && self.right > 0 {
            return Err("`#` stands behind `0`");
        }
        if self.comma {
            return Err("a comma ends the digits");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn common_patterns_pass() {
        for pattern in
            ["<b>[000]", "<b>(<u>##</u>)", "Message 0  ", "0;0", "'q' 0", "", "00.", "x", "#,##0"]
        {
            assert_eq!(check(pattern), Ok(()), "{pattern}");
        }
    }

    #[test]
    fn patterns_that_cannot_format_are_refused() {
        for pattern in ["bad # format 0.0.0", "0.0.0", "0#", "'open", "0E"] {
            assert!(check(pattern).is_err(), "{pattern}");
        }
    }
}
