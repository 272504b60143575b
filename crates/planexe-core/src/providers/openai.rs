//! `openai:<model>@<base_url>`: any chat-completions endpoint. Asks for structured output, steps down
//! where an endpoint cannot do it, lets a model mend its answers, and keeps what was answered.
#![expect(clippy::disallowed_methods, reason = "calls have time-outs and are timed")]

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use serde_json::{Value, json};

use planner::{Answer, Call, Level, Provider, ProviderError, Question};

use super::calls::Calls;
use super::schema;

mod exchange;
mod reply;
mod retry;

use exchange::{Exchange, Trouble, UNREACHABLE};
use reply::{Reply, json_in};
pub use retry::Patience;
use retry::Retries;

/// Finds the value of an environment variable by its name.
pub type Keys = Arc<dyn Fn(&str) -> Option<String> + Send + Sync>;

/// The endpoints a program may call, and how their keys are found.
#[derive(Clone)]
pub struct Endpoints {
    /// Where models may be asked. Loopback addresses need no entry.
    pub allowed: Vec<Endpoint>,
    /// The value of an environment variable; asked at every call, so that no key is kept.
    pub keys: Keys,
    /// How long to wait, and how often to try.
    pub patience: Patience,
    calls: Calls,
}

/// One base address and the name of the environment variable that has its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// Such as `https://api.openai.com/v1`.
    pub base_url: String,
    /// The name of a variable, never a key.
    pub key_name: Option<String>,
}

impl Endpoints {
    /// Endpoints whose finished calls are kept below `folder`.
    pub fn new(folder: &Path, allowed: Vec<Endpoint>, keys: Keys) -> Self {
        Self { allowed, keys, patience: Patience::default(), calls: Calls::new(folder) }
    }

    /// The provider of a name like `openai:<model>@<base_url>`; none when it is something else or its
    /// address is neither allowed nor on this machine.
    pub(crate) fn find(&self, name: &str) -> Option<Arc<dyn Provider>> {
        let rest = name.strip_prefix("openai:")?;
        let (model, base_url) = rest.split_at_checked(rest.find("@http")?)?;
        let base_url = base_url[1..].trim_end_matches('/');
        let url = reqwest::Url::parse(base_url).ok()?;
        let known =
            self.allowed.iter().find(|it| it.base_url.trim_end_matches('/') == base_url).cloned();
        let endpoint = match known {
            Some(endpoint) => endpoint,
            None if is_loopback(&url) => Endpoint { base_url: base_url.to_owned(), key_name: None },
            None => return None,
        };
        if model.is_empty() {
            return None;
        }
        Some(Arc::new(OpenAi {
            model: model.to_owned(),
            endpoint: Endpoint { base_url: base_url.to_owned(), ..endpoint },
            endpoints: self.clone(),
            form: AtomicUsize::new(0),
        }))
    }
}

fn is_loopback(url: &reqwest::Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let address = host.trim_matches(['[', ']']).parse::<std::net::IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

/// One model behind one address.
struct OpenAi {
    model: String,
    endpoint: Endpoint,
    endpoints: Endpoints,
    /// The first form that this endpoint has not refused, by position in [`FORMS`].
    form: AtomicUsize,
}

/// How strictly an answer is asked for. Endpoints that refuse one get the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// With a schema, and as little chance as possible.
    Strict,
    /// With a schema; for models that take no temperature.
    Schema,
    /// Any JSON object; the schema is in the prompt.
    Object,
    /// Text with JSON somewhere in it.
    Text,
}

const FORMS: [Form; 4] = [Form::Strict, Form::Schema, Form::Object, Form::Text];

const SYSTEM: &str = "You work on one step of a project plan. Answer with one JSON object that fits the \
    schema you are given, and with nothing around it. Be specific to this project, in plain words of the \
    language that its prompt is written in. What the material does not say and you know of the field begins \
    with \"Model knowledge:\".";

/// What is asked in one call.
struct Asked<'a> {
    said: &'a [(&'a str, String)],
    schema: &'a Value,
    task: &'a str,
    is_repair: bool,
}

/// Tokens of all calls for one answer.
#[derive(Debug, Default, Clone, Copy)]
struct Usage {
    sent: u64,
    received: u64,
    calls: u32,
    /// Entries of lists that said the same again and were left out.
    repeated: usize,
}

impl Provider for OpenAi {
    fn identity(&self) -> String {
        format!("openai:{}@{}", self.model, self.endpoint.base_url)
    }

    fn answer(&self, question: &Question<'_>, call: &Call<'_>) -> Result<Answer, ProviderError> {
        let key = Calls::key(&self.identity(), "", question);
        if let Some(answer) = self.endpoints.calls.find(&key)? {
            call.report.log(Level::Info, "answered before; not asked again");
            return Ok(answer);
        }
        let prompt = question.prompt();
        if prompt.len() > self.endpoints.patience.prompt_bytes {
            let limit = self.endpoints.patience.prompt_bytes;
            let message = format!("the prompt has {} bytes, and {limit} are allowed", prompt.len());
            return Err(ProviderError::Failed(message));
        }
        call.report.prompt(&prompt);
        let schema: Value = serde_json::from_str(&(question.ask.schema)())
            .map_err(|error| ProviderError::Failed(format!("{}: {error}", question.task)))?;
        let begun = Instant::now();
        let mut usage = Usage::default();
        let value = self.converse(question, &prompt, &schema, call, &mut usage)?;
        let seconds = begun.elapsed().as_secs_f64();
        let origin = format!(
            "{}, {} tokens in, {} out, {} calls, {seconds:.1} s",
            self.identity(),
            usage.sent,
            usage.received,
            usage.calls
        );
        let origin = match usage.repeated {
            0 => origin,
            1 => format!("{origin}, 1 repeated entry left out"),
            count => format!("{origin}, {count} repeated entries left out"),
        };
        call.report.log(Level::Info, &origin);
        let answer = Answer { value, origin };
        self.endpoints.calls.keep(&key, &answer)?;
        Ok(answer)
    }
}

impl OpenAi {
    /// Asks, and lets the model mend what does not fit.
    fn converse(
        &self,
        question: &Question<'_>,
        prompt: &str,
        schema: &Value,
        call: &Call<'_>,
        usage: &mut Usage,
    ) -> Result<Value, ProviderError> {
        let mut said: Vec<(&str, String)> = vec![("user", prompt.to_owned())];
        let mut faults = Vec::new();
        let mut was_cut = false;
        let mut was_linted = false;
        for repair in 0..=self.endpoints.patience.repairs {
            if repair > 0 {
                let message = format!("answer does not fit, asked again: {}", faults.join("; "));
                call.report.log(Level::Warn, &message);
            }
            let asked = Asked { said: &said, schema, task: question.task, is_repair: repair > 0 };
            let reply = self.complete(&asked, call, usage)?;
            call.report.prompt(&reply.text);
            match judge(question, schema, &reply, &mut was_linted) {
                Ok((value, repeated)) => {
                    usage.repeated = repeated;
                    return Ok(value);
                }
                Err(found) => faults = found,
            }
            if reply.is_cut {
                // What did not fit twice does not fit a third time.
                if was_cut {
                    break;
                }
                was_cut = true;
                // The torso would only take room; the same beginning may still be known to the endpoint.
                let shorter = format!(
                    "{prompt}\n\nAnswer with few and short entries: a longer answer was cut off."
                );
                said = vec![("user", shorter)];
                continue;
            }
            let mut correction = String::from("That answer cannot be used:\n");
            for fault in &faults {
                let _ = writeln!(correction, "- {fault}");
            }
            correction.push_str("Answer again with the whole JSON object, mended.");
            said.truncate(1);
            said.push(("assistant", reply.text));
            said.push(("user", correction));
        }
        let message = format!("{} gave no usable answer: {}", self.identity(), faults.join("; "));
        Err(ProviderError::Failed(message))
    }

    /// One reply, however often the endpoint has to be asked for it.
    fn complete(
        &self,
        asked: &Asked<'_>,
        call: &Call<'_>,
        usage: &mut Usage,
    ) -> Result<Reply, ProviderError> {
        let patience = &self.endpoints.patience;
        let key = match &self.endpoint.key_name {
            None => None,
            Some(name) => Some((self.endpoints.keys)(name).ok_or_else(|| {
                ProviderError::Failed(format!(
                    "{}: the environment variable {name} has no key; set it",
                    self.identity()
                ))
            })?),
        };
        let mut retries = Retries::new(patience);
        loop {
            let form = self.form.load(Ordering::Relaxed).min(FORMS.len() - 1);
            let exchange = Exchange {
                base_url: &self.endpoint.base_url,
                key: key.as_deref(),
                body: self.body(asked, FORMS[form]),
                patience,
            };
            usage.calls += 1;
            let trouble = match exchange.run(call) {
                Ok(reply) => {
                    usage.sent += reply.sent;
                    usage.received += reply.received;
                    return Ok(reply);
                }
                Err(trouble) => trouble,
            };
            match trouble {
                Trouble::Cancelled => return Err(ProviderError::Cancelled),
                Trouble::Unsupported(message) if form + 1 < FORMS.len() => {
                    let next = FORMS[form + 1];
                    call.report.log(Level::Warn, &format!("{message}; asking as {next:?}"));
                    // Another task may have stepped down further in the meantime.
                    self.form.fetch_max(form + 1, Ordering::Relaxed);
                }
                Trouble::Unsupported(message) | Trouble::Final(message) => {
                    return Err(ProviderError::Failed(self.told(&message)));
                }
                Trouble::Passing { message, after } => {
                    retries.wait(&message, after, call).map_err(|error| match error {
                        ProviderError::Failed(message) => {
                            ProviderError::Failed(self.told(&message))
                        }
                        other => other,
                    })?;
                }
            }
        }
    }

    /// A failure with the endpoint it is about, and what a person can do.
    fn told(&self, message: &str) -> String {
        let status = message.strip_prefix("HTTP ").and_then(|it| it.get(..3)).unwrap_or_default();
        let way = match (status, &self.endpoint.key_name) {
            ("401" | "403", Some(name)) => format!("check the key in the variable {name}"),
            ("401" | "403", None) => {
                let base_url = &self.endpoint.base_url;
                format!("if it wants a key, name its variable with --endpoint {base_url}=VARIABLE")
            }
            ("402" | "429", _) => "check its quota, or try again later".to_owned(),
            ("404", _) => "check the address and the name of the model".to_owned(),
            _ if message.starts_with(UNREACHABLE) => {
                "check the address and whether it is running".to_owned()
            }
            _ => return format!("{}: {message}", self.identity()),
        };
        format!("{}: {message}; {way}", self.identity())
    }

    fn body(&self, asked: &Asked<'_>, form: Form) -> Value {
        let Asked { said, schema, task, is_repair } = asked;
        let mut system = SYSTEM.to_owned();
        if matches!(form, Form::Object | Form::Text) {
            let _ = write!(system, "\nThe JSON Schema of the answer:\n{schema}");
        }
        let mut messages = vec![json!({ "role": "system", "content": system })];
        let said = said.iter();
        messages.extend(said.map(|(role, content)| json!({ "role": role, "content": content })));
        let mut body = json!({ "model": self.model, "messages": messages, "stream": true });
        match form {
            Form::Strict | Form::Schema => {
                body["response_format"] = json!({
                    "type": "json_schema", "json_schema": { "name": task, "schema": schema },
                });
                body["stream_options"] = json!({ "include_usage": true });
            }
            Form::Object => body["response_format"] = json!({ "type": "json_object" }),
            Form::Text => {}
        }
        if form == Form::Strict {
            // A model that repeats itself would do so again without some chance.
            body["temperature"] = json!(if *is_repair { 0.5 } else { 0.0 });
        }
        body
    }
}

/// The answer in a reply and how many repeated entries it had, or everything that is wrong with it.
fn judge(
    question: &Question<'_>,
    schema: &Value,
    reply: &Reply,
    was_linted: &mut bool,
) -> Result<(Value, usize), Vec<String>> {
    let Some(mut value) = json_in(&reply.text) else {
        let reason = if reply.is_cut { "it was cut off" } else { "it holds no JSON object" };
        return Err(vec![format!("{reason}; answer shorter and only with JSON")]);
    };
    // Who wrote an artifact is said by code, never by whoever wrote it.
    if let Some(fields) = value.as_object_mut() {
        fields.shift_remove("notice");
    }
    // Leaving out what was said already loses nothing, and spares asking again.
    let repeated = schema::drop_repeats(&mut value);
    let faults = schema::faults(schema, &value);
    let faults = if faults.is_empty() {
        question.faults(&value, !std::mem::replace(was_linted, true))
    } else {
        faults
    };
    if faults.is_empty() { Ok((value, repeated)) } else { Err(faults) }
}
