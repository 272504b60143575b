//! The program itself: its address, its refusals, its end.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Command, Stdio};

fn serve(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_straightedge"));
    command.arg("serve").args(arguments).args(["--diagrams-only"]);
    for variable in ["STRAIGHTEDGE_TOKEN", "STRAIGHTEDGE_LISTEN", "STRAIGHTEDGE_LOG"] {
        command.env_remove(variable);
    }
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn an_address_others_can_reach_wants_a_token_or_a_word() {
    let refused = serve(&["--listen", "0.0.0.0:0"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let told = String::from_utf8_lossy(&refused.stderr);
    assert!(told.contains("--token") && told.contains("--public"), "{told}");
    let refused = serve(&["--token", " "]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn an_address_that_is_taken_is_named() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let refused = serve(&["--listen", &address]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains(&address));
}

#[cfg(unix)]
#[test]
fn it_says_where_it_listens_logs_json_and_ends_when_told() {
    let mut child = serve(&["--listen", "127.0.0.1:0"]).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("listening on http://").expect("the address");
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    let request = format!("GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    std::io::Write::write_all(&mut stream, request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let told = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert!(told.success());
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(0));
    let log = String::from_utf8_lossy(&ended.stderr).into_owned();
    let lines: Vec<serde_json::Value> =
        log.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
    let request = lines.iter().find(|line| line["message"] == "request").expect("a request");
    assert_eq!(request["route"], "/healthz");
    assert_eq!(request["status"], 200);
    assert!(request["id"].as_str().is_some_and(|id| answer.contains(id)), "{request}");
    assert_eq!(lines.last().unwrap()["message"], "stopped");
}

#[cfg(unix)]
#[test]
fn the_owner_gets_a_link_with_a_token_that_is_kept() {
    let home = tempfile::tempdir().unwrap();
    let start = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_straightedge"));
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--plans"])
            .arg(home.path().join("plans"));
        command.env("XDG_DATA_HOME", home.path()).env_remove("STRAIGHTEDGE_TOKEN");
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (first, second) = (lines.next().unwrap().unwrap(), lines.next().unwrap().unwrap());
        child.kill().unwrap();
        child.wait().unwrap();
        (first, second)
    };
    let (first, link) = start();
    let address = first.strip_prefix("listening on ").expect("the address");
    let (page, token) = link.split_once("#token=").expect("a token");
    assert!(page.ends_with(&format!("{address}/plans")), "{page}");
    let (_, again) = start();
    assert_eq!(again.split_once("#token=").unwrap().1, token);
    let printed = Command::new(env!("CARGO_BIN_EXE_straightedge"))
        .arg("token")
        .env("XDG_DATA_HOME", home.path())
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&printed.stdout).trim(), token);
}
