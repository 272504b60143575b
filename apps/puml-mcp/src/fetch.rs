//! Included texts from the network, for calls that ask on a server that lets them, and for users who name the hosts.
//! A server reaches public addresses only: a diagram must not read what lies inside somebody's network.

use std::io::Read as _;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, ToSocketAddrs as _};
use std::sync::Once;
use std::time::Duration;

use diagrams::{Loaded, Refusal};
use reqwest::Url;
use reqwest::blocking::Client;
use reqwest::redirect::Policy;

/// The time limit for one text.
const PATIENCE: Duration = Duration::from_secs(10);

/// The text behind a public address, up to this many bytes; otherwise the reason why there is none.
pub fn fetch(url: &str, limit: usize) -> Result<String, String> {
    Fetcher::new(limit).text(url).map_err(|refusal| match refusal {
        Refusal::Missing => "there is nothing at the address".to_owned(),
        Refusal::Denied(reason) | Refusal::Unreadable(reason) => reason,
    })
}

/// The text behind an address, which may be relative to that of the source that asks, on a host that the user named;
/// anything else is refused with the way to allow it.
pub fn fetch_from_hosts(
    hosts: &[String],
    from: Option<&str>,
    address: &str,
    limit: usize,
) -> Result<Loaded, Refusal> {
    let url = joined(from, address)?;
    let host = url.host_str().unwrap_or_default();
    if !hosts.iter().any(|it| it.eq_ignore_ascii_case(host)) {
        let reason = format!("{host} is not among the hosts of --include-host");
        return Err(Refusal::Denied(reason));
    }
    let text = Fetcher { reach: Reach::Anywhere, limit }.text(url.as_str())?;
    Ok(Loaded { text, name: url.into() })
}

fn joined(from: Option<&str>, address: &str) -> Result<Url, Refusal> {
    let joined = match from {
        Some(base) => Url::parse(base).and_then(|it| it.join(address)),
        None => Url::parse(address),
    };
    joined.map_err(|error| Refusal::Denied(format!("{address:?}: {error}")))
}

/// Fetches texts within bounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fetcher {
    reach: Reach,
    /// Bytes of one text.
    limit: usize,
}

/// Which addresses may be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    Public,
    /// For users who name the host themselves.
    Anywhere,
}

impl Fetcher {
    pub(crate) fn new(limit: usize) -> Self {
        Self { reach: Reach::Public, limit }
    }

    /// The text behind an address, which may be relative to the address of the source that asks.
    pub(crate) fn load(self, from: Option<&str>, address: &str) -> Result<Loaded, Refusal> {
        let url = joined(from, address)?;
        Ok(Loaded { text: self.text(url.as_str())?, name: url.into() })
    }

    /// The text behind an address. Redirections are not followed, and a name that leads to a private address is refused.
    pub(crate) fn text(self, url: &str) -> Result<String, Refusal> {
        let url = Url::parse(url).map_err(|error| Refusal::Denied(format!("{url:?}: {error}")))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(Refusal::Denied("only http and https addresses are opened".to_owned()));
        }
        let addresses = self.addresses(&url)?;
        let host = url.host_str().unwrap_or_default();
        install_tls();
        let client = Client::builder()
            .timeout(PATIENCE)
            .redirect(Policy::none())
            .no_proxy()
            // What was checked is what is asked, whatever the name leads to a moment later.
            .resolve_to_addrs(host, &addresses)
            .build()
            .map_err(|error| Refusal::Unreadable(error.to_string()))?;
        let answer = client
            .get(url.clone())
            .send()
            .map_err(|error| Refusal::Unreadable(error.to_string()))?;
        if !answer.status().is_success() {
            return Err(Refusal::Unreadable(format!("{url} answers {}", answer.status())));
        }
        let mut bytes = Vec::new();
        answer
            .take(self.limit as u64 + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| Refusal::Unreadable(error.to_string()))?;
        if bytes.len() > self.limit {
            return Err(Refusal::Unreadable(format!("{url} has more than {} bytes", self.limit)));
        }
        String::from_utf8(bytes)
            .map_err(|_| Refusal::Unreadable(format!("{url} is not UTF-8 text")))
    }

    fn addresses(self, url: &Url) -> Result<Vec<SocketAddr>, Refusal> {
        let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
        let port = url.port_or_known_default().unwrap_or(80);
        let found: Vec<SocketAddr> = (host, port)
            .to_socket_addrs()
            .map_err(|error| Refusal::Unreadable(format!("{host}: {error}")))?
            .collect();
        if found.iter().all(|it| self.reaches(it.ip())) {
            Ok(found)
        } else {
            Err(Refusal::Denied(format!("{host} is no public address")))
        }
    }

    fn reaches(self, address: IpAddr) -> bool {
        match self.reach {
            Reach::Public => is_public(address),
            Reach::Anywhere => true,
        }
    }
}

/// The client library wants one provider for the whole process.
fn install_tls() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Another part of the program may have chosen the same already.
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
}

fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => {
            if let Some(mapped) = address.to_ipv4_mapped() {
                return is_public_v4(mapped);
            }
            // Public unicast addresses lie in 2000::/3; 2002::/16 wraps an older address.
            let first = address.segments()[0];
            (0x2000..0x4000).contains(&first) && first != 0x2002
        }
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_shared = a == 100 && (64..128).contains(&b);
    let is_reserved =
        a == 0 || a >= 240 || (a == 192 && b == 0 && c == 0) || (a == 198 && (b == 18 || b == 19));
    !(address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation()
        || is_shared
        || is_reserved)
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::TcpListener;

    use super::*;

    /// Answers one request with these bytes, and gives the address to ask.
    fn answering(answer: &'static [u8]) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = [0; 1024];
            let _ = stream.read(&mut request);
            stream.write_all(answer).unwrap();
        });
        format!("http://{address}/part.iuml")
    }

    fn fetched(answer: &'static [u8]) -> Result<String, Refusal> {
        Fetcher { reach: Reach::Anywhere, limit: 20 }.text(&answering(answer))
    }

    #[test]
    fn a_text_is_fetched_within_its_bounds() {
        let text = fetched(b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nA -> B");
        assert_eq!(text.as_deref(), Ok("A -> B"));
        for answer in [
            &b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"[..],
            b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\nContent-Length: 0\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n\xff\xfe",
            b"nonsense\r\n\r\n",
        ] {
            assert!(matches!(fetched(answer), Err(Refusal::Unreadable(_))));
        }
    }

    #[test]
    fn only_hosts_that_were_named_are_asked() {
        let ask = |hosts: &[&str], address: &str| {
            let hosts: Vec<String> = hosts.iter().map(|it| (*it).to_owned()).collect();
            fetch_from_hosts(&hosts, None, address, 20)
        };
        let address = answering(b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nA -> B");
        let Err(Refusal::Denied(reason)) = ask(&["example.org"], &address) else {
            panic!("another host was named");
        };
        assert!(reason.contains("127.0.0.1") && reason.contains("--include-host"), "{reason}");
        assert_eq!(ask(&["127.0.0.1"], &address).unwrap().text, "A -> B");
    }

    #[test]
    fn only_public_addresses_of_the_web_are_reached() {
        let fetcher = Fetcher::new(20);
        for url in [
            "http://127.0.0.1:1/x",
            "http://localhost/x",
            "http://10.0.0.1/x",
            "http://169.254.169.254/latest/meta-data",
            "http://[::1]/x",
            "http://[::ffff:127.0.0.1]/x",
            "http://0x7f000001/x",
            "http://100.64.0.1/",
            "file:///etc/passwd",
            "ftp://example.org/x",
            "nothing",
        ] {
            assert!(matches!(fetcher.text(url), Err(Refusal::Denied(_))), "{url}");
        }
    }

    #[test]
    fn public_addresses_are_told_from_others() {
        for address in ["93.184.215.14", "8.8.8.8", "2606:4700::1"] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
        for address in [
            "192.168.1.1",
            "224.0.0.1",
            "0.0.0.0",
            "255.255.255.255",
            "198.18.0.1",
            "fd00::1",
            "fe80::1",
            "2002:7f00:1::",
            "64:ff9b::7f00:1",
            "::",
        ] {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
    }
}
