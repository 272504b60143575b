//! The notifications, one file each: what the client tells and nobody answers.

mod did_change;
mod did_change_configuration;
mod did_change_watched_files;
mod did_change_workspace_folders;
mod did_close;
mod did_open;
mod did_save;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::fault::Fault;
use crate::server::Server;

/// Takes a notification; unknown ones are passed over, as the protocol wants.
pub(crate) fn take(server: &mut Server, method: &str, params: Value) -> Result<(), Fault> {
    match method {
        "initialized" => server.greet(),
        "textDocument/didOpen" => did_open::take(server, read(params)?),
        "textDocument/didChange" => did_change::take(server, read(params)?),
        "textDocument/didSave" => did_save::take(server, &read(params)?),
        "textDocument/didClose" => did_close::take(server, read(params)?),
        "workspace/didChangeConfiguration" => {
            did_change_configuration::take(server, read(params)?);
        }
        "workspace/didChangeWatchedFiles" => did_change_watched_files::take(server, &read(params)?),
        "workspace/didChangeWorkspaceFolders" => {
            did_change_workspace_folders::take(server, &read(params)?);
        }
        _ => {}
    }
    Ok(())
}

fn read<P: DeserializeOwned>(params: Value) -> Result<P, Fault> {
    serde_json::from_value(params).map_err(|it| Fault::Params(it.to_string()))
}
