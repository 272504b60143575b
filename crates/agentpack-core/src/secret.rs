//! What looks like a secret. Such text is never accepted from a module and never copied by an import.

const NAMES: [&str; 10] = [
    "TOKEN",
    "SECRET",
    "PASSWORD",
    "PASSWD",
    "API_KEY",
    "APIKEY",
    "API-KEY",
    "AUTHORIZATION",
    "CREDENTIAL",
    "PRIVATE_KEY",
];
/// Beginnings of well-known tokens, each with the least number of characters that follow.
const PREFIXES: [(&str, usize); 10] = [
    ("sk-", 16),
    ("ghp_", 16),
    ("gho_", 16),
    ("ghs_", 16),
    ("github_pat_", 16),
    ("glpat-", 16),
    ("xoxb-", 10),
    ("xoxp-", 10),
    ("AKIA", 16),
    ("AIza", 20),
];

/// Whether a setting of that name usually holds a secret.
pub(crate) fn is_secret_name(name: &str) -> bool {
    let upper = name.to_ascii_uppercase();
    NAMES.iter().any(|word| upper.contains(word))
}

/// Whether a value is a token by its look.
pub(crate) fn is_secret_value(value: &str) -> bool {
    let value = value.strip_prefix("Bearer ").unwrap_or(value);
    value.starts_with("ey") && value.len() > 40 && value.contains('.') || token_in(value)
}

/// Whether a text holds a token or a private key anywhere.
pub(crate) fn has_secret(text: &str) -> bool {
    token_in(text) || text.contains("-----BEGIN") && text.contains("PRIVATE KEY-----")
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

fn token_in(text: &str) -> bool {
    PREFIXES.iter().any(|(prefix, least)| {
        text.match_indices(prefix).any(|(at, _)| {
            let starts = !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '-');
            let rest = text[at + prefix.len()..].chars();
            let body = rest.take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
            let body: Vec<char> = body.collect();
            starts && body.len() >= *least && body.iter().any(char::is_ascii_digit)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_told_from_words() {
        assert!(is_secret_value("ghp_0123456789abcdefABCDEF"));
        assert!(has_secret("use `sk-proj-0123456789abcdef` here"));
        assert!(!has_secret("the task-management-and-planning-2024 skill"));
        assert!(!is_secret_value("debug"));
        assert!(is_secret_name("x-api-key") && !is_secret_name("LOG_LEVEL"));
        assert!(is_secret_file(".env.local") && !is_secret_file(".env.example"));
    }
}
