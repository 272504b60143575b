//! What was too large to answer with: kept for a while under an address, readable in ranges.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sha2::{Digest as _, Sha256};
use toolserver::{Contents, Link, Template, ToolError, Variables};

/// Outputs that are kept; the oldest goes first.
const MOST: usize = 64;
/// Bytes that are kept in all.
const MOST_BYTES: usize = 64 << 20;
/// What a reader is advised to take at a time.
const STEP: usize = 256 << 10;

/// The latest large outputs. An address is the digest of its content, so only those who were given it can read it.
#[derive(Clone, Default)]
pub(crate) struct Outputs {
    kept: Arc<Mutex<VecDeque<Output>>>,
}

struct Output {
    id: String,
    mime_type: &'static str,
    bytes: Arc<[u8]>,
}

impl Outputs {
    /// Keeps an output and gives the link to it. The name ends the address.
    pub(crate) fn keep(&self, name: &str, mime_type: &'static str, bytes: Vec<u8>) -> Link {
        let id = digest(&bytes);
        let link = Link {
            uri: format!("puml://outputs/{id}/{name}"),
            name: name.to_owned(),
            description: format!(
                "{} bytes. Read the whole, or a part with ?offset=0&length={STEP}.",
                bytes.len()
            ),
            mime_type: mime_type.to_owned(),
            size: Some(bytes.len() as u64),
            ..Link::default()
        };
        let mut kept = self.lock();
        kept.retain(|it| it.id != id);
        kept.push_back(Output { id, mime_type, bytes: bytes.into() });
        while kept.len() > MOST
            || (kept.len() > 1 && kept.iter().map(|it| it.bytes.len()).sum::<usize>() > MOST_BYTES)
        {
            kept.pop_front();
        }
        link
    }

    /// The family of addresses under which outputs are read.
    pub(crate) fn template(&self) -> Template {
        let outputs = self.clone();
        Template {
            title: "Large outputs".to_owned(),
            ..Template::new(
                "puml://outputs/{id}/{name}{?offset,length}",
                "outputs",
                "A picture or export that was too large to answer with; tools link to it. offset and length count bytes.",
                move |call, variables| outputs.read(variables, call.limits().output_bytes),
            )
        }
    }

    fn read(&self, variables: &Variables, limit: usize) -> Result<Option<Contents>, ToolError> {
        let found = self
            .lock()
            .iter()
            .find(|it| it.id == variables["id"])
            .map(|it| (it.mime_type, Arc::clone(&it.bytes)));
        let Some((mime_type, bytes)) = found else { return Ok(None) };
        Ok(Some(match std::str::from_utf8(&bytes) {
            Ok(text) => {
                let range = range(variables, text.len(), limit)?;
                let [start, end] = [range.start, range.end].map(|at| text.floor_char_boundary(at));
                Contents::text(mime_type, &text[start..end])
            }
            // Bytes grow by a third on their way out.
            Err(_) => {
                Contents::bytes(mime_type, &bytes[range(variables, bytes.len(), limit / 4 * 3)?])
            }
        }))
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Output>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Half of the SHA-256, in hexadecimal digits.
fn digest(bytes: &[u8]) -> String {
    let half: [u8; 16] = Sha256::digest(bytes)[..16].try_into().expect("a digest has 32 bytes");
    format!("{:032x}", u128::from_be_bytes(half))
}

/// The part that `offset` and `length` name, cut to what there is.
pub(crate) fn range(
    variables: &Variables,
    size: usize,
    limit: usize,
) -> Result<std::ops::Range<usize>, ToolError> {
    let number = |name: &str| match variables.get(name) {
        None => Ok(None),
        Some(text) => text.parse::<usize>().map(Some).map_err(|_| {
            ToolError::new("resource/range", format!("{name} is a number of bytes, not {text:?}"))
        }),
    };
    let start = number("offset")?.unwrap_or(0).min(size);
    let end = number("length")?.map_or(size, |length| start.saturating_add(length).min(size));
    if end - start > limit {
        return Err(ToolError::new(
            "resource/range",
            format!(
                "{} bytes are too many for one read; ask for parts with ?offset=0&length={STEP}",
                end - start
            ),
        ));
    }
    Ok(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use toolserver::Body;

    fn variables(uri: &str, range: &[(&str, &str)]) -> Variables {
        let id = uri.split('/').nth(3).unwrap_or_default().to_owned();
        let given = range.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        [("id".to_owned(), id)].into_iter().chain(given).collect()
    }

    #[test]
    fn ranges_of_text_join_to_the_whole() {
        let outputs = Outputs::default();
        let text = "aé→😀".repeat(7);
        let link = outputs.keep("a.svg", "image/svg+xml", text.clone().into_bytes());
        let mut joined = String::new();
        for offset in (0..text.len()).step_by(3) {
            let part = variables(&link.uri, &[("offset", &offset.to_string()), ("length", "3")]);
            let Some(Contents { body: Body::Text(part), .. }) = outputs.read(&part, 100).unwrap()
            else {
                panic!("text stays text");
            };
            joined.push_str(&part);
        }
        assert_eq!(joined, text);
    }

    #[test]
    fn a_read_past_the_limit_says_how_to_go_on() {
        let outputs = Outputs::default();
        let link = outputs.keep("a.png", "image/png", vec![0xff; 100]);
        let error = outputs.read(&variables(&link.uri, &[]), 80).unwrap_err();
        assert!(error.message.contains("offset=0"), "{error}");
        let part = outputs.read(&variables(&link.uri, &[("offset", "90")]), 80).unwrap().unwrap();
        assert_eq!(part.body, Body::Bytes(vec![0xff; 10]));
        assert!(outputs.read(&variables(&link.uri, &[("offset", "x")]), 80).is_err());
        assert_eq!(outputs.read(&variables("puml://outputs/none/a.png", &[]), 80), Ok(None));
    }

    #[test]
    fn the_oldest_output_makes_room() {
        let outputs = Outputs::default();
        let first = outputs.keep("0", "text/plain", vec![0]);
        for number in 1..=MOST {
            outputs.keep("n", "text/plain", number.to_string().into_bytes());
        }
        assert_eq!(outputs.read(&variables(&first.uri, &[]), 80), Ok(None));
        assert_eq!(outputs.lock().len(), MOST);
    }
}
