//! Confirm tokens: what ties an apply to the plan that was reviewed. They live in memory, for ten minutes at most.
//! A token is looked up by its digest, so that the time of a lookup tells nothing about it.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use agentpack_core::{Code, Digest, Error, Plan, Result};
use serde_json::{Value as Json, json};

use crate::envelope::sorted;

/// The longest life of a token.
pub(crate) const LIFE: Duration = Duration::from_mins(10);
/// More open reviews than this mean that nobody is looking at them.
const MOST: usize = 1024;
const SHOWN_PATHS: usize = 50;

/// The arguments a plan was made for, spelled one way: what is left out and what is the default are the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Binding {
    pub(crate) repo: Option<String>,
    pub(crate) profile: Option<String>,
    pub(crate) target: Option<String>,
    pub(crate) machine: Option<String>,
    /// Not part of the hash: the plan's paths already say it.
    pub(crate) project: std::path::PathBuf,
}

/// The hash of a reviewed plan: over the binding and the plan's data, keys sorted.
pub(crate) fn plan_hash(binding: &Binding, data: &Json) -> String {
    let bound = json!({
        "machine": binding.machine, "profile": binding.profile, "repo": binding.repo, "target": binding.target,
    });
    Digest::of(sorted(json!({"binding": bound, "data": data})).to_string()).to_string()
}

/// A review that waits for its approval.
#[derive(Debug, Clone)]
struct Review {
    expires: Duration,
    binding: Binding,
    hash: String,
    changes: BTreeMap<String, String>,
}

/// Reviews that may still be confirmed, by the digest of their token; the token itself is not kept.
#[derive(Debug)]
pub(crate) struct Tokens {
    life: Duration,
    reviews: HashMap<Digest, Review>,
}

/// A token as it is handed out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) text: String,
    pub(crate) expires: Duration,
}

impl Tokens {
    /// An empty store; `life` is cut to ten minutes.
    pub(crate) fn new(life: Duration) -> Self {
        Self { life: life.min(LIFE), reviews: HashMap::new() }
    }

    /// A token for a plan that is about to be reviewed.
    pub(crate) fn issue(
        &mut self,
        now: Duration,
        binding: Binding,
        hash: String,
        plan: &Plan,
    ) -> Result<Token> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|error| {
            Error::new(Code::IoFailed, format!("the system gives no random bytes: {error}"))
        })?;
        // The digest of random bytes is as random, and already knows how to be text.
        let text = Digest::of(bytes).to_string();
        // An expired review stays for one more life, so that its token is answered with EXPIRED.
        self.reviews.retain(|_, review| review.expires + self.life > now);
        if self.reviews.len() >= MOST
            && let Some(oldest) =
                self.reviews.iter().min_by_key(|(_, review)| review.expires).map(|(key, _)| *key)
        {
            self.reviews.remove(&oldest);
        }
        let expires = now + self.life;
        let review = Review { expires, binding, hash, changes: fingerprints(plan) };
        self.reviews.insert(Digest::of(&text), review);
        Ok(Token { text, expires })
    }

    /// Refuses a token that is missing, unknown, too old, or for other arguments.
    pub(crate) fn check(&self, now: Duration, token: &str, binding: &Binding) -> Result<()> {
        if token.is_empty() {
            let message = "deploy_apply needs the confirm_token of a reviewed deploy";
            return Err(refusal(Code::ConfirmTokenRequired, message));
        }
        let Some(review) = self.reviews.get(&Digest::of(token)) else {
            return Err(refusal(Code::ConfirmTokenMismatch, "confirm_token is not known here"));
        };
        if now >= review.expires {
            return Err(refusal(Code::ConfirmTokenExpired, "confirm_token has expired"));
        }
        if review.binding != *binding {
            return Err(refusal(
                Code::ConfirmTokenMismatch,
                "confirm_token was issued for other arguments",
            )
            .with("reason_code", "confirm_token_mismatch")
            .with("mismatch", "arguments"));
        }
        Ok(())
    }

    /// Refuses a plan that is not the reviewed one, and says which paths differ.
    pub(crate) fn check_plan(&self, token: &str, hash: &str, plan: &Plan) -> Result<()> {
        let Some(review) = self.reviews.get(&Digest::of(token)) else {
            return Err(refusal(Code::ConfirmTokenMismatch, "confirm_token is not known here"));
        };
        if review.hash == hash {
            return Ok(());
        }
        let now = fingerprints(plan);
        let only_in = |a: &BTreeMap<String, String>, b: &BTreeMap<String, String>| {
            a.keys()
                .filter(|path| !b.contains_key(*path))
                .take(SHOWN_PATHS)
                .cloned()
                .collect::<Vec<_>>()
        };
        let changed: Vec<_> = now
            .iter()
            .filter(|(path, print)| review.changes.get(*path).is_some_and(|old| old != *print))
            .map(|(path, _)| path.clone())
            .take(SHOWN_PATHS)
            .collect();
        let delta = json!({"added": only_in(&now, &review.changes), "removed": only_in(&review.changes, &now), "changed": changed});
        Err(refusal(
            Code::ConfirmTokenMismatch,
            "confirm_token does not match the current deploy plan",
        )
        .with("confirm_plan_hash", hash)
        .with("expected_confirm_plan_hash", review.hash.clone())
        .with("delta", delta))
    }

    /// Uses a token up.
    pub(crate) fn consume(&mut self, token: &str) {
        self.reviews.remove(&Digest::of(token));
    }
}

fn refusal(code: Code, message: &str) -> Error {
    Error::new(code, message).with(
        "hint",
        "call deploy again, show the plan, then call deploy_apply with its confirm_token",
    )
}

/// What each change does, by path, for telling two plans apart.
fn fingerprints(plan: &Plan) -> BTreeMap<String, String> {
    let print = |change: &agentpack_core::Change| {
        (change.path.display().to_string(), change.data().to_string())
    };
    plan.changes.iter().map(print).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn binding() -> Binding {
        Binding { repo: None, profile: None, target: None, machine: None, project: "/p".into() }
    }

    fn empty_plan() -> Plan {
        Plan::empty("default", vec![agentpack_core::Host::named("codex").unwrap()])
    }

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn the_plan_hash_of_an_empty_plan_is_the_published_one() {
        let mut data = empty_plan().data();
        data["applied"] = false.into();
        assert_eq!(
            plan_hash(&binding(), &data),
            "3c8c71e4120a7e0bde4f70146a3d7e3df46d87b622ade513b848db2235472a2f"
        );
    }

    #[test]
    fn the_plan_hash_follows_targets_and_bound_arguments_and_not_the_order_of_keys() {
        let hash = |binding: &Binding, data: &Json| plan_hash(binding, data);
        let codex = empty_plan().data();
        let both = Plan::empty("default", agentpack_core::Host::all().take(2).collect()).data();
        assert_ne!(hash(&binding(), &codex), hash(&binding(), &both));
        let other = Binding { machine: Some("m".into()), ..binding() };
        assert_ne!(hash(&binding(), &codex), hash(&other, &codex));
        let reversed: serde_json::Map<_, _> =
            codex.as_object().unwrap().clone().into_iter().rev().collect();
        assert_eq!(hash(&binding(), &codex), hash(&binding(), &Json::Object(reversed)));
    }

    #[test]
    fn a_token_expires_by_the_clock_and_says_so() {
        let mut tokens = Tokens::new(at(9999));
        let token = tokens.issue(at(100), binding(), "h".into(), &empty_plan()).unwrap();
        assert_eq!(token.expires, at(700));
        assert!(tokens.check(at(699), &token.text, &binding()).is_ok());
        assert_eq!(
            tokens.check(at(700), &token.text, &binding()).unwrap_err().code,
            Code::ConfirmTokenExpired
        );
        tokens.issue(at(1299), binding(), "h".into(), &empty_plan()).unwrap();
        assert_eq!(
            tokens.check(at(1299), &token.text, &binding()).unwrap_err().code,
            Code::ConfirmTokenExpired
        );
        tokens.issue(at(1301), binding(), "h".into(), &empty_plan()).unwrap();
        assert_eq!(
            tokens.check(at(1301), &token.text, &binding()).unwrap_err().code,
            Code::ConfirmTokenMismatch
        );
    }

    #[test]
    fn ten_thousand_reviews_stay_bounded_and_the_newest_work() {
        let mut tokens = Tokens::new(LIFE);
        let mut last = None;
        for second in 0..10_000 {
            last =
                Some(tokens.issue(at(second / 100), binding(), "h".into(), &empty_plan()).unwrap());
        }
        assert!(tokens.reviews.len() <= MOST);
        assert!(tokens.check(at(100), &last.unwrap().text, &binding()).is_ok());
    }

    #[test]
    fn a_token_of_another_session_is_unknown() {
        let mut one = Tokens::new(LIFE);
        let token = one.issue(at(0), binding(), "h".into(), &empty_plan()).unwrap();
        let two = Tokens::new(LIFE);
        assert_eq!(
            two.check(at(0), &token.text, &binding()).unwrap_err().code,
            Code::ConfirmTokenMismatch
        );
        assert_eq!(two.check(at(0), "", &binding()).unwrap_err().code, Code::ConfirmTokenRequired);
    }

    #[test]
    fn a_used_token_is_unknown() {
        let mut tokens = Tokens::new(LIFE);
        let token = tokens.issue(at(0), binding(), "h".into(), &empty_plan()).unwrap();
        tokens.consume(&token.text);
        assert_eq!(
            tokens.check(at(0), &token.text, &binding()).unwrap_err().code,
            Code::ConfirmTokenMismatch
        );
    }
}
