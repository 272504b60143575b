//! What looks like a secret. Such text is never accepted from a module, never copied by an import, and never shown
//! in a diff unless a person at a terminal asks for it (`secret/redact.rs`).

mod redact;

use std::ops::Range;

pub(crate) use redact::redact;
pub use redact::redact_tokens;

/// Words that make a name one of a secret, wherever they stand in it.
const WORDS: [&str; 14] = [
    "TOKEN",
    "SECRET",
    "SECRETS",
    "PASSWORD",
    "PASSWORDS",
    "PASSWD",
    "PASSPHRASE",
    "APIKEY",
    "APIKEYS",
    "AUTHORIZATION",
    "CREDENTIAL",
    "CREDENTIALS",
    "BEARER",
    "COOKIE",
];
/// Words that make `KEY` or `KEYS` behind them the name of a secret.
const KEYS: [&str; 12] = [
    "API",
    "PRIVATE",
    "ACCESS",
    "AUTH",
    "ENCRYPTION",
    "SIGNING",
    "SERVICE",
    "ACCOUNT",
    "SUBSCRIPTION",
    "LICENSE",
    "MASTER",
    "SSH",
];
/// Words that end the name of a secret when another word stands before them.
const ENDS: [&str; 2] = ["PASS", "PWD"];
/// A name that ends so is about a secret and does not hold it.
const ABOUT: [&str; 19] = [
    "FILE", "PATH", "URL", "URI", "ENDPOINT", "NAME", "VAR", "LIMIT", "COUNT", "TYPE", "TTL",
    "EXPIRY", "EXPIRES", "DOMAIN", "BUDGET", "LENGTH", "SIZE", "SECONDS", "HELPER",
];
/// Beginnings of well-known tokens, each with the least number of characters that follow.
const PREFIXES: [(&str, usize); 37] = [
    ("sk-", 16),
    ("sk_live_", 16),
    ("rk_live_", 16),
    ("ghp_", 16),
    ("gho_", 16),
    ("ghu_", 16),
    ("ghs_", 16),
    ("ghr_", 16),
    ("github_pat_", 16),
    ("glpat-", 16),
    ("npm_", 30),
    ("hf_", 30),
    ("xoxb-", 10),
    ("xoxp-", 10),
    ("xoxa-", 10),
    ("xoxe.", 10),
    ("xapp-", 10),
    ("AKIA", 16),
    ("ASIA", 16),
    ("AIza", 20),
    ("ya29.", 20),
    ("GOCSPX-", 16),
    ("dop_v1_", 30),
    ("dckr_pat_", 16),
    ("shpat_", 16),
    ("SG.", 30),
    ("pypi-", 30),
    ("glsa_", 20),
    ("lin_api_", 20),
    ("ntn_", 20),
    ("gsk_", 20),
    ("xai-", 20),
    ("pplx-", 20),
    ("tvly-", 20),
    ("hvs.", 20),
    ("r8_", 30),
    ("ATATT", 20),
];

/// Whether a setting of that name usually holds a secret.
pub(crate) fn is_secret_name(name: &str) -> bool {
    let words = words(name);
    if words.last().is_some_and(|last| ABOUT.contains(&last.as_str())) {
        return false;
    }
    let key = |pair: &[String]| {
        KEYS.contains(&pair[0].as_str()) && matches!(pair[1].as_str(), "KEY" | "KEYS")
    };
    let ends = words.len() > 1 && words.last().is_some_and(|last| ENDS.contains(&last.as_str()));
    ends || words.iter().any(|word| WORDS.contains(&word.as_str())) || words.windows(2).any(key)
}

/// The words of a name, in capitals: `x-api-key`, `apiKey` and `API_KEY` are alike.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for c in name.chars() {
        let starts = c.is_ascii_uppercase() && was_lower;
        was_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
        if starts || !c.is_ascii_alphanumeric() {
            words.push(String::new());
        }
        if c.is_ascii_alphanumeric() {
            words.last_mut().expect("one word at least").push(c.to_ascii_uppercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Whether a value is a token by its look.
pub(crate) fn is_secret_value(value: &str) -> bool {
    tokens(value).next().is_some()
}

/// Whether a text holds a token or a private key anywhere.
pub(crate) fn has_secret(text: &str) -> bool {
    is_secret_value(text) || text.contains("-----BEGIN") && text.contains("PRIVATE KEY-----")
}

/// Whether a text names a variable instead of holding a value.
pub(crate) fn is_reference(value: &str) -> bool {
    let value = value.strip_prefix("Bearer ").unwrap_or(value).trim();
    value.contains("${")
        || value.contains("{{")
        || value.starts_with('$')
        || value.starts_with('<') && value.ends_with('>')
        || value.starts_with('%') && value.ends_with('%') && value.len() > 1
}

/// What is secret in one argument or address: a token, a password in an address, or the value of a parameter whose
/// name says so. `None` when nothing is.
pub(crate) fn secret_in(text: &str) -> Option<String> {
    if is_secret_value(text) {
        return Some("a token".into());
    }
    if passwords(text).any(|password| !is_reference(&text[password])) {
        return Some("a password in the address".into());
    }
    let parts = text.split(['?', '&', ';']);
    let mut pairs = parts.filter_map(|part| part.split_once('='));
    let (name, _) = pairs.find(|(name, value)| is_secret_name(name) && !is_harmless(value))?;
    Some(format!("the value of `{}`", name.trim_start_matches('-')))
}

/// Whether a value under the name of a secret cannot be one.
pub(crate) fn is_harmless(value: &str) -> bool {
    let value = value.trim();
    value.is_empty()
        || is_reference(value)
        || matches!(value, "true" | "false" | "null" | "none" | "[redacted]")
        || value.len() < 6 && value.bytes().all(|c| c.is_ascii_digit())
}

/// Whether a file of that name is one nobody means to share.
pub(crate) fn is_secret_file(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let example = name.contains("example") || name.contains("sample");
    let private = name == ".env" || name.starts_with(".env.") || name.starts_with("id_rsa");
    let keys = [".pem", ".key", ".p12", ".pfx", ".keystore"];
    (private || name.starts_with("id_ed25519") || keys.iter().any(|end| name.ends_with(end)))
        && !example
}

/// The places of well-known tokens in a text.
fn tokens(text: &str) -> impl Iterator<Item = Range<usize>> {
    let known = PREFIXES.iter().flat_map(move |(prefix, least)| {
        text.match_indices(prefix).filter_map(move |(at, _)| token_at(text, at, prefix, *least))
    });
    known.chain(text.match_indices("eyJ").filter_map(move |(at, _)| web_token_at(text, at)))
}

fn token_at(text: &str, at: usize, prefix: &str, least: usize) -> Option<Range<usize>> {
    if text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '-') {
        return None;
    }
    let body = &text[at + prefix.len()..];
    let len = body.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.')));
    let body = body[..len.unwrap_or(body.len())].trim_end_matches(['.', '-']);
    // `sk-` also begins words that are joined by dashes; those have no digit and no capital.
    let is_random =
        prefix != "sk-" || body.contains(|c: char| c.is_ascii_digit() || c.is_ascii_uppercase());
    (body.len() >= least && is_random).then(|| at..at + prefix.len() + body.len())
}

/// A JSON web token: three parts in base64, the first of which begins an object.
fn web_token_at(text: &str, at: usize) -> Option<Range<usize>> {
    let body = &text[at..];
    let len = body.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.')));
    let body = &body[..len.unwrap_or(body.len())];
    (body.len() > 40 && body.contains('.')).then(|| at..at + body.len())
}

/// The places of passwords in addresses such as `https://name:password@host`.
fn passwords(text: &str) -> impl Iterator<Item = Range<usize>> {
    text.match_indices("://").filter_map(move |(at, sign)| {
        let start = at + sign.len();
        let rest = &text[start..];
        let host = rest.find(['/', '?', '#', '"', '\'', ' ', '\t', '\n']).unwrap_or(rest.len());
        let user = rest[..host].rfind('@')?;
        let colon = rest[..user].find(':')?;
        (colon + 1 < user).then(|| start + colon + 1..start + user)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_told_from_words() {
        assert!(is_secret_value("ghp_0123456789abcdefABCDEF"));
        assert!(has_secret("use `sk-proj-0123456789abcdef` here"));
        assert!(has_secret("-----BEGIN OPENSSH PRIVATE KEY-----\nabc"));
        assert!(!has_secret("the task-management-and-planning-2024 skill"));
        assert!(!is_secret_value("debug"));
        assert!(is_secret_file(".env.local") && !is_secret_file(".env.example"));
    }

    #[test]
    fn a_token_needs_no_digit_but_a_word_with_dashes_is_none() {
        assert!(is_secret_value("ghp_abcdefghijklmnopqrstuvwxyz"));
        assert!(is_secret_value("sk-abcdefghijklMNOPQRSTuvwxyz"));
        assert!(!is_secret_value("sk-learn-and-other-well-known-words"));
        assert!(!is_secret_value("ghp_short"));
        assert!(is_secret_value("Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abc"));
    }

    #[test]
    fn names_are_read_by_their_words() {
        for name in
            ["x-api-key", "apiKey", "API_KEY", "accessToken", "CLIENT_SECRET", "Authorization"]
        {
            assert!(is_secret_name(name), "{name}");
        }
        for name in ["DB_PASS", "DB_PWD", "apiKeys", "Set-Cookie"] {
            assert!(is_secret_name(name), "{name}");
        }
        for name in
            ["PWD", "pass", "COOKIE_DOMAIN", "TOKEN_BUDGET", "FILE_PAT", "hotkeys", "public_key"]
        {
            assert!(!is_secret_name(name), "{name}");
        }
        for name in ["LOG_LEVEL", "max_tokens", "TOKEN_FILE", "tokenLimit", "keyboard", "token_url"]
        {
            assert!(!is_secret_name(name), "{name}");
        }
    }

    #[test]
    fn arguments_and_addresses_are_searched() {
        assert!(secret_in("--token=hunter2hunter2").unwrap().contains("token"));
        assert!(secret_in("https://x.org/mcp?api_key=abcdef12").is_some());
        assert!(secret_in("https://me:hunter2@x.org/").unwrap().contains("password"));
        assert!(secret_in("https://x.org/${PATH}?api_key=abcdef12").is_some());
        assert!(secret_in("--auth=ghp_0123456789abcdefABCDEF${REST}").is_some());
        for fine in [
            "--token=${TOKEN}",
            "https://x.org/mcp?api_key=${KEY}",
            "https://${USER}:${PASS}@x.org/",
            "--max-tokens=4096",
            "https://x.org/a@b",
            "serve",
        ] {
            assert_eq!(secret_in(fine), None, "{fine}");
        }
    }
}
