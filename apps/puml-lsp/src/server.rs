//! The main loop: takes messages in order, owns the documents, hands requests to workers and sends
//! what they answer.

mod client;
mod config;
mod document;
mod documents;
mod pool;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, never, unbounded};
use gen_lsp_types as lsp;
use lsp_server::{Message, Notification, ReqQueue, Request, RequestId, Response};
use puml_source::OpenTexts;
use puml_syntax::format::Form;
use serde_json::Value;

use crate::capabilities;
use crate::fault::Fault;
use crate::notifications;
use crate::requests::{self, diagnostic};
use crate::transport::{self, Connection};

pub(crate) use client::Client;
pub(crate) use config::Config;
pub(crate) use document::{Document, Part, SentTokens};
pub(crate) use documents::Documents;
use pool::Pool;

/// How long a text rests before its findings are worked out unasked.
const REST: Duration = Duration::from_millis(120);

/// How a conversation ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// With `shutdown` and `exit`.
    Asked,
    /// The client left without a word.
    Unasked,
}

/// What a request may look at: a snapshot that no later edit changes.
pub(crate) struct Context {
    pub(crate) client: Arc<Client>,
    pub(crate) config: Arc<Config>,
    pub(crate) documents: Documents,
    pub(crate) folders: Vec<PathBuf>,
    pub(crate) open: OpenTexts,
    sender: Sender<String>,
    pub(crate) known: Arc<Mutex<KnownFindings>>,
    layout_explained: Arc<AtomicBool>,
    cancelled: Arc<AtomicBool>,
}

/// The findings of files that are not open, by address, each with a digest of what they were worked out from: clients
/// ask for the whole workspace every few seconds.
pub(crate) type KnownFindings = HashMap<String, (u64, Vec<lsp::Diagnostic>)>;

impl Context {
    /// The document as the editor shows it now; an error if the editor has not opened it.
    pub(crate) fn document(&self, uri: &lsp::Uri) -> Result<&Arc<Document>, Fault> {
        self.documents.get(uri).ok_or_else(|| Fault::NotOpen(uri.0.clone()))
    }

    /// Whether the client still waits for the answer.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// The form of layout that the settings nearest to a document ask for. Nothing where these do not hold: the user is
    /// told why.
    pub(crate) fn form(
        &self,
        document: &Document,
        options: lsp::FormattingOptions,
    ) -> Option<Form> {
        self.explain_layout(options);
        let Some(folder) = document.path.as_deref().and_then(Path::parent) else {
            return Some(Form::default());
        };
        puml_source::form(folder, Path::new(""))
            .map_err(|it| self.tell(lsp::MessageType::Error, it.to_string()))
            .ok()
    }

    /// Says, once in a conversation, why an editor's options do not change the layout.
    fn explain_layout(&self, options: lsp::FormattingOptions) {
        let is_canonical = options.insert_spaces && options.tab_size == 2;
        if is_canonical || self.layout_explained.swap(true, Ordering::Relaxed) {
            return;
        }
        let message = "The layout is that of the text and of `.puml.toml`, so that `puml fmt --check` agrees with every \
            editor: tabSize and insertSpaces are not used."
            .to_owned();
        let params = lsp::LogMessageParams { kind: lsp::MessageType::Info, message };
        // A client that left needs not be told.
        let _ = self.sender.send(notification::<lsp::LogMessageNotification>(params));
    }

    /// Tells the user something outside of an answer.
    pub(crate) fn tell(&self, kind: lsp::MessageType, message: String) {
        let params = lsp::ShowMessageParams { kind, message };
        // A client that left needs not be told.
        let _ = self.sender.send(notification::<lsp::ShowMessageNotification>(params));
    }
}

/// What a worker brings back.
enum Done {
    /// With the result as JSON text.
    Answer(RequestId, Result<String, Fault>),
    Findings(Arc<Document>, Vec<lsp::Diagnostic>),
}

/// What the server asked the client.
pub(crate) enum Asked {
    Configuration,
    Acknowledgement,
}

/// The state of one conversation.
pub(crate) struct Server {
    pub(crate) client: Arc<Client>,
    pub(crate) config: Arc<Config>,
    pub(crate) documents: Documents,
    pub(crate) folders: Vec<PathBuf>,
    pub(crate) open: OpenTexts,
    roots: Vec<PathBuf>,
    /// The settings as they came last.
    settings: Value,
    sender: Sender<String>,
    known: Arc<Mutex<KnownFindings>>,
    layout_explained: Arc<AtomicBool>,
    pending: ReqQueue<Arc<AtomicBool>, Asked>,
    pool: Pool,
    done: Sender<Done>,
    due: HashMap<String, Instant>,
    phase: Phase,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Waiting,
    Serving,
    Leaving,
}

/// Serves a client until it leaves. `roots` are folders that files may always be included from.
pub fn serve(connection: Connection, roots: Vec<PathBuf>) -> Ending {
    let (done, results) = unbounded();
    let mut server = Server {
        client: Arc::default(),
        config: Arc::default(),
        documents: Documents::default(),
        folders: Vec::new(),
        open: OpenTexts::default(),
        roots,
        settings: Value::Null,
        sender: connection.sender,
        known: Arc::default(),
        layout_explained: Arc::default(),
        pending: ReqQueue::default(),
        pool: Pool::start(),
        done,
        due: HashMap::new(),
        phase: Phase::Waiting,
    };
    server.run(&connection.receiver, &results)
}

impl Server {
    fn run(&mut self, receiver: &Receiver<Message>, results: &Receiver<Done>) -> Ending {
        loop {
            let timer = self.due.values().min().map_or(never(), |it| crossbeam_channel::at(*it));
            crossbeam_channel::select! {
                recv(receiver) -> message => match message {
                    Ok(Message::Notification(it)) if it.method == "exit" => {
                        let asked = self.phase == Phase::Leaving;
                        return if asked { Ending::Asked } else { Ending::Unasked };
                    }
                    Ok(message) => self.take(message),
                    Err(_) => return Ending::Unasked,
                },
                recv(results) -> done => if let Ok(done) = done {
                    self.bring(done);
                },
                recv(timer) -> _ => self.check_due(),
            }
        }
    }

    fn take(&mut self, message: Message) {
        match message {
            Message::Request(request) => self.request(request),
            Message::Response(response) => self.answered(response),
            Message::Notification(it) => self.notified(it),
        }
    }

    fn request(&mut self, request: Request) {
        let early = match (self.phase, request.method.as_str()) {
            (Phase::Waiting, "initialize") => Some(self.initialize(request.params.clone())),
            (Phase::Waiting, _) => Some(Err(Fault::TooEarly)),
            (Phase::Serving, "initialize") => {
                Some(Err(Fault::Misplaced("initialize comes only once")))
            }
            (Phase::Serving, "shutdown") => {
                self.phase = Phase::Leaving;
                Some(Ok("null".to_owned()))
            }
            (Phase::Leaving, _) => Some(Err(Fault::Misplaced("the server is shutting down"))),
            (Phase::Serving, _) => None,
        };
        match early {
            Some(result) => self.answer(&request.id, result),
            None => self.dispatch(request),
        }
    }

    /// Hands a request to a worker, with a snapshot of everything it may look at.
    fn dispatch(&mut self, request: Request) {
        let cancelled = Arc::new(AtomicBool::new(false));
        self.pending.incoming.register(request.id.clone(), Arc::clone(&cancelled));
        let context = self.context(cancelled);
        let done = self.done.clone();
        self.pool.run(move || {
            let Request { id, method, params } = request;
            let result = if context.is_cancelled() {
                Err(Fault::Cancelled)
            } else {
                pool::guarded(|| requests::answer(&context, &method, params))
            };
            // The loop that would take the answer may be gone.
            let _ = done.send(Done::Answer(id, result));
        });
    }

    fn context(&self, cancelled: Arc<AtomicBool>) -> Context {
        Context {
            client: Arc::clone(&self.client),
            config: Arc::clone(&self.config),
            documents: self.documents.clone(),
            folders: self.folders.clone(),
            open: self.open.clone(),
            sender: self.sender.clone(),
            known: Arc::clone(&self.known),
            layout_explained: Arc::clone(&self.layout_explained),
            cancelled,
        }
    }

    fn bring(&mut self, done: Done) {
        match done {
            Done::Answer(id, result) => {
                // A request that was cancelled meanwhile is answered already.
                if self.pending.incoming.complete(&id).is_some() {
                    self.answer(&id, result);
                }
            }
            Done::Findings(document, diagnostics) => {
                let current = self.documents.get(&document.uri);
                if current.is_some_and(|it| Arc::ptr_eq(it, &document)) {
                    let (uri, version) = (document.uri.clone(), Some(document.version));
                    let params = lsp::PublishDiagnosticsParams { uri, version, diagnostics };
                    self.notify::<lsp::PublishDiagnosticsNotification>(params);
                }
            }
        }
    }

    fn answered(&mut self, response: Response) {
        let asked = self.pending.outgoing.complete(response.id);
        if let (Some(Asked::Configuration), Ok(Value::Array(values))) =
            (asked, response.response_result)
            && let Some(value) = values.into_iter().next()
        {
            self.configure(value);
        }
    }

    fn notified(&mut self, notification: Notification) {
        if notification.method == "$/cancelRequest" {
            if let Ok(params) = serde_json::from_value::<lsp::CancelParams>(notification.params) {
                self.cancel(&match params.id {
                    lsp::Id::Int(id) => id.into(),
                    lsp::Id::String(id) => id.into(),
                });
            }
        } else if self.phase == Phase::Serving {
            // Nobody waits for an answer, so a notification that makes no sense can only be passed over.
            let Notification { method, params } = notification;
            let _ = pool::guarded(|| notifications::take(self, &method, params));
        }
    }

    fn cancel(&mut self, id: &RequestId) {
        if let Some(cancelled) = self.pending.incoming.complete(id) {
            cancelled.store(true, Ordering::Relaxed);
            self.answer(id, Err(Fault::Cancelled));
        }
    }

    fn initialize(&mut self, params: Value) -> Result<String, Fault> {
        let params: lsp::InitializeParams =
            serde_json::from_value(params).map_err(|it| Fault::Params(it.to_string()))?;
        self.client = Arc::new(Client::of(&params));
        self.folders = client::folders(&params);
        self.settings = params.initialization_options.unwrap_or_default();
        self.config = Arc::new(Config::read(&self.settings, &self.folders, &self.roots));
        self.phase = Phase::Serving;
        let result = lsp::InitializeResult {
            capabilities: capabilities::announced(&self.client),
            server_info: Some(lsp::ServerInfo {
                name: "puml-lsp".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
        };
        Ok(serde_json::to_string(&result).expect("capabilities are plain data"))
    }

    /// Asks for what the client only tells when asked.
    pub(crate) fn greet(&mut self) {
        let mut registrations = Vec::new();
        if self.client.watches_files {
            registrations.push(capabilities::watched_files());
        }
        if self.client.watches_configuration {
            registrations.push(capabilities::watched_configuration());
        }
        if !registrations.is_empty() {
            let params = lsp::RegistrationParams { registrations };
            self.ask::<lsp::RegistrationRequest>(params, Asked::Acknowledgement);
        }
        self.ask_configuration();
        self.tell_problem();
    }

    /// Shows what is wrong with the settings.
    fn tell_problem(&self) {
        if let Some(message) = self.config.problem.clone() {
            let params = lsp::ShowMessageParams { kind: lsp::MessageType::Warning, message };
            self.notify::<lsp::ShowMessageNotification>(params);
        }
    }

    /// Asks for the settings, if the client can tell them.
    pub(crate) fn ask_configuration(&mut self) {
        if self.client.has_configuration {
            let item = lsp::ConfigurationItem { scope_uri: None, section: Some("puml".to_owned()) };
            let params = lsp::ConfigurationParams { items: vec![item] };
            self.ask::<lsp::ConfigurationRequest>(params, Asked::Configuration);
        }
    }

    /// Takes new settings; everything is worked out anew.
    pub(crate) fn configure(&mut self, settings: Value) {
        if !settings.is_null() {
            self.settings = settings;
            self.reconfigure();
        }
    }

    /// Reads the settings again, because folders that they speak of came or went.
    pub(crate) fn reconfigure(&mut self) {
        let config = Config::read(&self.settings, &self.folders, &self.roots);
        if config != *self.config {
            self.config = Arc::new(config);
            self.tell_problem();
            self.renew(|_| true);
        }
    }

    /// Works the documents out anew that depend on something that changed.
    pub(crate) fn renew(&mut self, which: impl Fn(&Document) -> bool) {
        for uri in self.documents.renew(&self.config, &self.open, which) {
            self.schedule(&uri, Duration::ZERO);
        }
        if self.client.pulls_diagnostics && self.client.refreshes_diagnostics {
            self.ask::<lsp::DiagnosticRefreshRequest>((), Asked::Acknowledgement);
        }
    }

    /// Lets the findings of a document be worked out once it rests, for clients that do not ask.
    pub(crate) fn schedule(&mut self, uri: &lsp::Uri, rest: Duration) {
        if !self.client.pulls_diagnostics {
            self.due.insert(uri.0.clone(), Instant::now() + rest);
        }
    }

    /// As after a keystroke.
    pub(crate) fn schedule_after_edit(&mut self, uri: &lsp::Uri) {
        self.schedule(uri, REST);
    }

    /// Frees a version that nobody asks for any more, while the next requests are answered.
    pub(crate) fn discard(&self, document: Arc<Document>) {
        self.pool.run(move || drop(document));
    }

    /// Takes the findings of a closed document away.
    pub(crate) fn withdraw(&mut self, uri: lsp::Uri) {
        self.due.remove(&uri.0);
        if !self.client.pulls_diagnostics {
            let params = lsp::PublishDiagnosticsParams { uri, version: None, diagnostics: vec![] };
            self.notify::<lsp::PublishDiagnosticsNotification>(params);
        }
    }

    fn check_due(&mut self) {
        let now = Instant::now();
        let mut ready: Vec<String> =
            self.due.iter().filter(|it| *it.1 <= now).map(|it| it.0.clone()).collect();
        ready.sort();
        for uri in ready {
            self.due.remove(&uri);
            let Some(document) = self.documents.get(&lsp::Uri(uri)).cloned() else { continue };
            let context = self.context(Arc::default());
            let done = self.done.clone();
            self.pool.run(move || {
                let found = pool::guarded(|| Ok(diagnostic::diagnostics(&context, &document)));
                // A panic leaves the findings as they were; a request would answer it.
                if let Ok(diagnostics) = found {
                    let _ = done.send(Done::Findings(document, diagnostics));
                }
            });
        }
    }

    fn ask<R: lsp::Request>(&mut self, params: R::Params, asked: Asked) {
        let request = self.pending.outgoing.register(R::METHOD.to_string(), params, asked);
        self.send(transport::text(&request.into()));
    }

    fn notify<N: lsp::Notification>(&self, params: N::Params) {
        self.send(notification::<N>(params));
    }

    fn answer(&self, id: &RequestId, result: Result<String, Fault>) {
        self.send(transport::answer(id, result.map_err(Into::into)));
    }

    fn send(&self, message: String) {
        // A client that left needs no message; its end of the channel ends the loop.
        let _ = self.sender.send(message);
    }
}

/// A message that needs no answer.
fn notification<N: lsp::Notification>(params: N::Params) -> String {
    transport::text(&Notification::new(N::METHOD.to_string(), params).into())
}
