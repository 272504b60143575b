//! Creating, listing and freezing sessions.

use serde_json::{Value, json};

use planner::{Digest, Kind};

use super::Engine;
use super::recovery::Grace;
use crate::artifact::{ArtifactPath, ArtifactUri, Author};
use crate::clock::Timestamp;
use crate::error::{Error, Result};
use crate::event::EventKind;
use crate::session::{Caller, Config, Session, SessionId, SessionState};
use crate::store::{self, Change, Commit, Created, Expected, Guard, NewArtifact};

/// Longest idea, in bytes.
const LONGEST_IDEA: usize = 256 * 1024;
/// Longest title taken from an idea, in characters.
const SHOWN_TITLE: usize = 80;
/// Longest title, in bytes.
const LONGEST_TITLE: usize = 300;

/// What a session is made of.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// The idea in the client's words; becomes `prompt.md`.
    pub idea: String,
    /// Fixed from now on.
    pub config: Config,
    /// Anything the client wants to keep with it.
    pub metadata: Value,
    /// Makes the request repeatable: the same id gives the same session.
    pub client_request_id: Option<String>,
}

impl Engine {
    /// Creates a session with its `prompt.md`. The flag is true when an earlier, equal request
    /// created it already.
    pub fn create(&self, caller: &Caller, new: NewSession) -> Result<(Session, bool)> {
        if new.idea.trim().is_empty() || new.idea.len() > LONGEST_IDEA {
            return Err(Error::argument("idea must have 1 byte to 256 KiB of text"));
        }
        new.config.check()?;
        self.check_models(&new.config)?;
        if new.config.luigi.is_central() && self.parts.luigid.is_none() {
            return Err(Error::argument(
                "config.luigi.scheduler \"central\" needs a server that was started with --luigid; \
                 use \"local\"",
            ));
        }
        let asks_agent = |model: &String| model.split(',').any(|name| name.trim() == "agent");
        let models = [&new.config.planner_model, &new.config.validator_model];
        if new.config.luigi.is_central() && models.into_iter().any(asks_agent) {
            return Err(Error::argument(
                "the model \"agent\" answers on the machine that asks; with \
                 config.luigi.scheduler \"central\" that is any of them",
            ));
        }
        let now = Timestamp::now();
        let id = SessionId::random(now)?;
        let prompt = format!("{}\n", new.idea.trim_end());
        let sha256 = self.parts.blobs.put(prompt.as_bytes())?;
        let fingerprint = Digest::of(json!([prompt, new.config]).to_string().as_bytes());
        let session = Session {
            id: id.clone(),
            owner: caller.0.clone(),
            config: new.config,
            metadata: titled(new.metadata, &new.idea),
            state: SessionState::Created,
            created_at: now,
            updated_at: now,
        };
        let path: ArtifactPath = "prompt.md".parse().expect("a valid path");
        let data = json!({
            "path": path, "artifact_uri": ArtifactUri::new(&id, &path),
            "kind": Kind::Intermediate, "sha256": sha256, "by": "user",
        });
        let changes = [
            Change::Event(EventKind::SessionCreated, json!({ "session_id": id })),
            Change::Artifact(NewArtifact {
                path: path.clone(),
                sha256,
                size: prompt.len() as u64,
                kind: Kind::Intermediate,
                author: Author::User("idea".to_owned()),
                pinned: false,
                expected: Expected::Anything,
            }),
            Change::Event(EventKind::ArtifactCreated, data),
        ];
        let window = self.parts.options.same_request_window;
        let request = store::NewSession {
            session: session.clone(),
            client_request_id: new.client_request_id,
            fingerprint,
            same_since: window.map(|span| Timestamp(now.0 - span.as_millis() as i64)),
        };
        match self.parts.store.create(&request, &changes)? {
            Created::Known(session) => Ok((*session, true)),
            Created::New => {
                // Large content that was there already may have gone with another session meanwhile.
                self.parts.blobs.put(prompt.as_bytes())?;
                self.parts.view.prepare(&id)?;
                self.parts.show(&id, &path)?;
                Ok((session, false))
            }
        }
    }

    pub(super) fn check_models(&self, config: &Config) -> Result<()> {
        for model in [&config.planner_model, &config.validator_model] {
            if self.parts.providers.find(model).is_none() {
                return Err(Error::argument(format!("model {model:?} is not available"))
                    .with(json!({ "available": self.models() })));
            }
        }
        Ok(())
    }

    /// The caller's sessions, newest first.
    pub fn sessions(&self, caller: &Caller) -> Result<Vec<Session>> {
        Ok(self.parts.store.sessions(&caller.0)?)
    }

    /// Freezes a session for good. Doing it twice is fine.
    pub fn archive(&self, caller: &Caller, id: &SessionId) -> Result<Session> {
        let session = self.session(caller, id)?;
        if session.state != SessionState::Archived {
            self.parts.recover(id, Grace::None)?;
            let changes = [Change::Archive, Change::Event(EventKind::SessionArchived, json!({}))];
            let at = Timestamp::now();
            self.parts.store.commit(&Commit {
                session: id,
                guard: Guard::Idle,
                changes: &changes,
                at,
            })?;
            self.parts.changes.notify();
        }
        self.session(caller, id)
    }

    /// Gives a session another title. Nothing else about it changes, so that it may be running.
    pub fn rename(&self, caller: &Caller, id: &SessionId, title: &str) -> Result<Session> {
        let title = tidied(title);
        if title.is_empty() || title.len() > LONGEST_TITLE {
            return Err(Error::argument("title must have 1 to 300 bytes of text"));
        }
        let mut metadata = self.open_session(caller, id)?.metadata;
        if !metadata.is_object() {
            metadata = json!({});
        }
        metadata["title"] = json!(title);
        let changes = [Change::Describe(metadata)];
        let commit =
            Commit { session: id, guard: Guard::None, changes: &changes, at: Timestamp::now() };
        self.parts.store.commit(&commit)?;
        self.parts.changes.notify();
        self.session(caller, id)
    }

    /// Removes a session with everything in it, for good. An active run must be stopped first.
    pub fn remove(&self, caller: &Caller, id: &SessionId) -> Result<()> {
        self.session(caller, id)?;
        self.parts.recover(id, Grace::None)?;
        let orphans = self.parts.store.remove(id)?;
        self.parts.blobs.forget(&orphans)?;
        self.parts.view.remove(id)?;
        self.parts.changes.notify();
        Ok(())
    }
}

/// A client's metadata with a title: its own, or the first line of the idea.
fn titled(mut metadata: Value, idea: &str) -> Value {
    if !metadata.is_object() {
        metadata = json!({});
    }
    let given = metadata["title"].as_str().map(tidied).filter(|title| !title.is_empty());
    metadata["title"] = json!(given.unwrap_or_else(|| first_line(idea)));
    metadata
}

/// A title in one line with single spaces, without the marks of a heading.
fn tidied(title: &str) -> String {
    let words: Vec<&str> = title.split_whitespace().collect();
    let is_mark = |word: &&&str| word.bytes().all(|byte| byte == b'#');
    let marks = words.iter().take_while(is_mark).count();
    words[marks..].join(" ")
}

/// The first line that says something, without marks of a heading, cut at a word.
fn first_line(text: &str) -> String {
    let mut lines =
        text.lines().map(|line| line.trim_start_matches(['#', '>', '-', '*', ' ']).trim());
    let line = tidied(lines.find(|line| !line.is_empty()).unwrap_or_default());
    if line.chars().count() <= SHOWN_TITLE {
        return line;
    }
    let cut: String = line.chars().take(SHOWN_TITLE).collect();
    let whole = cut.rfind(' ').filter(|&at| at > cut.len() / 2).unwrap_or(cut.len());
    format!("{}…", cut[..whole].trim_end_matches([',', ';', ':', '.', ' ']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_the_client_s_or_the_first_line_of_the_idea() {
        let title = |metadata: Value, idea: &str| titled(metadata, idea)["title"].clone();
        assert_eq!(title(json!({ "title": "Mine" }), "An idea"), "Mine");
        assert_eq!(title(json!({ "title": " " }), "\n\n# An idea\nmore"), "An idea");
        assert_eq!(title(json!("a text"), "An idea"), "An idea");
        assert_eq!(title(json!({ "title": " ##  A   choir\nsings" }), "x"), "A choir sings");
        assert_eq!(title(json!({ "title": "#1 of  all" }), "x"), "#1 of all");
        assert_eq!(title(json!({}), "A  street \t festival"), "A street festival");
        let long = "word ".repeat(40);
        let cut = title(json!({}), &long);
        assert_eq!(cut, format!("{}…", "word ".repeat(16).trim_end()));
        assert_eq!(title(json!({}), &"ä".repeat(200)), format!("{}…", "ä".repeat(80)));
    }
}
