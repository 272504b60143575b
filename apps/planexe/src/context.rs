//! What every command needs: the engine, who calls, which session is meant, and how to answer.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use planexe_core::{
    ArtifactUri, Bucket, Caller, Cluster, Engine, Error, ErrorCode, Options, Reach, Result,
    Scripted, SessionId,
};
use serde_json::Value;

/// Options of every command.
#[derive(Debug, Args)]
pub(crate) struct Shared {
    /// Answer in JSON on stdout
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// The session; without it, the newest one
    #[arg(short, long, global = true, value_name = "ID")]
    pub(crate) session: Option<String>,
    /// Where sessions live [default: the user's data folder]
    #[arg(long, global = true, env = "PLANEXE_HOME", value_name = "FOLDER")]
    pub(crate) home: Option<PathBuf>,
    /// Sessions of many machines: postgres://…, instead of --home
    #[arg(long, global = true, env = "PLANEXE_STORE", value_name = "URL", hide_env_values = true)]
    pub(crate) store: Option<String>,
    /// Where large artifacts lie: s3://bucket/prefix, with the usual AWS_… variables
    #[arg(long, global = true, env = "PLANEXE_OBJECTS", value_name = "URL", requires = "store")]
    pub(crate) objects: Option<String>,
    /// The scheduler that hands tasks to workers: http://127.0.0.1:8082
    #[arg(long, global = true, env = "PLANEXE_LUIGID", value_name = "URL", requires = "store")]
    pub(crate) luigid: Option<String>,
    /// Let plain HTTP to luigid leave this machine
    #[arg(long, global = true)]
    pub(crate) trust_network: bool,
    /// Act as this subject instead of the OS user
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) subject: Option<String>,
    /// Another endpoint for models `openai:<model>@<URL>`, and the environment variable with its key
    #[arg(
        long,
        global = true,
        env = "PLANEXE_ENDPOINTS",
        value_delimiter = ',',
        value_name = "URL[=VARIABLE]"
    )]
    pub(crate) endpoint: Vec<String>,
    /// Offer the model `scripted`, which follows a script file: delays, failures, hangs
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) script: Option<PathBuf>,
}

impl Shared {
    /// The folder that sessions live in.
    pub(crate) fn home(&self) -> Result<PathBuf> {
        self.home.clone().or_else(data_folder).ok_or_else(|| {
            Error::argument("no home folder is known; pass --home or set PLANEXE_HOME")
        })
    }
}

/// An open engine and the answers to "for whom" and "about what".
pub(crate) struct Context {
    pub(crate) engine: Arc<Engine>,
    pub(crate) caller: Caller,
    pub(crate) is_json: bool,
    session: Option<String>,
}

impl Context {
    /// Opens the engine.
    pub(crate) fn open(shared: Shared) -> Result<Self> {
        let home = shared.home()?;
        let mut providers = planexe::providers(&home, &shared.endpoint)?;
        if let Some(script) = shared.script {
            providers = providers.with("scripted", Arc::new(Scripted::new(script)));
        }
        let (graph, options) = (planexe_core::pipeline(), Options::default());
        let engine = match shared.store {
            None => Engine::open(&home, graph, providers, options)?,
            Some(database) => {
                let cluster = Cluster {
                    database,
                    bucket: shared.objects.as_deref().map(bucket).transpose()?,
                    luigid: shared.luigid,
                    reach: if shared.trust_network { Reach::Trusted } else { Reach::Safe },
                    scratch: home,
                };
                Engine::connect(&cluster, graph, providers, options)?
            }
        };
        let caller = match shared.subject {
            Some(subject) => Caller(subject),
            None => Caller(whoami::username().map_err(|error| {
                Error::internal(format!("the OS user is not known ({error}); pass --subject"))
            })?),
        };
        Ok(Self { engine: Arc::new(engine), caller, is_json: shared.json, session: shared.session })
    }

    /// The session that is meant: the one named, or the newest.
    pub(crate) fn session(&self) -> Result<SessionId> {
        if let Some(id) = &self.session {
            return id.parse();
        }
        let newest = self.engine.sessions(&self.caller)?.into_iter().next();
        newest.map(|session| session.id).ok_or_else(|| {
            Error::new(
                ErrorCode::SessionNotFound,
                "there is no session yet; `planexe new` makes one",
            )
        })
    }

    /// An artifact by its URI, or by its path in the session that is meant.
    pub(crate) fn artifact(&self, name: &str) -> Result<ArtifactUri> {
        if name.starts_with("planexe://") {
            return name.parse();
        }
        Ok(ArtifactUri::new(&self.session()?, &name.parse()?))
    }

    /// Prints `value` with `--json`, otherwise `text`.
    pub(crate) fn answer(&self, value: &Value, text: &str) -> Result<()> {
        if self.is_json { print(&format!("{value:#}\n")) } else { print(text) }
    }
}

/// Writes to stdout. A reader that went away, as in `planexe read … | head`, is no failure.
pub(crate) fn print(text: &str) -> Result<()> {
    print_bytes(text.as_bytes())
}

/// Writes bytes to stdout.
pub(crate) fn print_bytes(bytes: &[u8]) -> Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Error::internal(format!("stdout: {error}")))
        }
        _ => Ok(()),
    }
}

/// Writes a line for people to stderr.
pub(crate) fn say(text: &str) {
    // Nobody is left to tell when stderr is gone.
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// Says why a command could not be done.
pub(crate) fn complain(error: &Error, is_json: bool) {
    if is_json {
        // The exit code still tells.
        let _ = print(&format!("{:#}\n", error.to_json()));
    } else {
        say(&format!("planexe: {} ({}){}", error.message, error.code.as_str(), faults(error)));
    }
}

/// Every fault of what was refused, one line each, with its place.
fn faults(error: &Error) -> String {
    let all = error.details["faults"].as_array().into_iter().flatten();
    all.filter_map(|it| it.as_str()).map(|it| format!("\n  {it}")).collect()
}

/// The bucket behind `s3://name/prefix`, with keys and server from the usual variables.
fn bucket(address: &str) -> Result<Bucket> {
    let rest = address.strip_prefix("s3://").filter(|rest| !rest.is_empty());
    let rest = rest.ok_or_else(|| {
        Error::argument(format!(
            "{address:?} is not a bucket that other machines can reach; use s3://bucket/prefix"
        ))
    })?;
    let (name, prefix) = rest.split_once('/').unwrap_or((rest, ""));
    // A compose file passes on what is not set as empty.
    let told = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let needed =
        |name: &str| told(name).ok_or_else(|| Error::argument(format!("set {name} for {address}")));
    Ok(Bucket {
        name: name.to_owned(),
        prefix: prefix.to_owned(),
        endpoint: told("AWS_ENDPOINT_URL"),
        region: told("AWS_REGION").unwrap_or_else(|| "us-east-1".to_owned()),
        access_key: needed("AWS_ACCESS_KEY_ID")?,
        secret_key: needed("AWS_SECRET_ACCESS_KEY")?,
    })
}

fn data_folder() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let data = variable("XDG_DATA_HOME").map(PathBuf::from);
    let data = data.or_else(|| Some(PathBuf::from(variable("HOME")?).join(".local/share")));
    data.or_else(|| variable("LOCALAPPDATA").map(PathBuf::from)).map(|data| data.join("planexe"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_fault_of_a_refused_answer_is_shown_with_its_place() {
        let mut error = Error::argument("the answer does not fit its schema");
        assert_eq!(faults(&error), "");
        error.details = json!({ "faults": ["/facts/1: no such kind", "/facts/2: no quote"] });
        assert_eq!(faults(&error), "\n  /facts/1: no such kind\n  /facts/2: no quote");
    }
}
