//! What is counted, and how it reads in the Prometheus text format.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

/// Upper bounds of the latency buckets, in seconds.
const BOUNDS: [f64; 13] =
    [0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// Everything that is counted. Reading and counting go on side by side.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// By route, method and status.
    pub(crate) requests: Family<Counter, 3>,
    /// Seconds until the head of the answer, by route.
    pub(crate) seconds: Family<Histogram, 1>,
    /// Tool calls, by tool.
    pub(crate) tools: Family<Counter, 1>,
    /// Refusals by code.
    pub(crate) errors: Family<Counter, 1>,
    /// Connections refused, by status.
    pub(crate) refused_connections: Family<Counter, 1>,
    /// Requests being worked on.
    pub(crate) in_flight: Gauge,
    /// Open connections.
    pub(crate) connections: Gauge,
}

impl Metrics {
    /// All of it as the body of an answer to `GET /metrics`.
    pub(crate) fn text(&self) -> String {
        let mut out = String::with_capacity(4096);
        let labels = ["route", "method", "status"];
        self.requests.write(&mut out, "straightedge_requests", "Requests answered.", labels);
        let help = "Time until the head of an answer.";
        self.seconds.write(&mut out, "straightedge_request_seconds", help, ["route"]);
        self.tools.write(&mut out, "straightedge_tool_calls", "Tool calls by tool.", ["tool"]);
        self.errors.write(&mut out, "straightedge_errors", "Refusals by code.", ["code"]);
        let help = "Connections refused.";
        self.refused_connections.write(
            &mut out,
            "straightedge_refused_connections",
            help,
            ["status"],
        );
        self.in_flight.write(&mut out, "straightedge_in_flight", "Requests being worked on.");
        self.connections.write(&mut out, "straightedge_connections", "Open connections.");
        out
    }
}

/// One metric with a cell for each combination of label values.
#[derive(Debug)]
pub(crate) struct Family<C, const N: usize> {
    cells: RwLock<BTreeMap<[String; N], Arc<C>>>,
}

impl<C, const N: usize> Default for Family<C, N> {
    fn default() -> Self {
        Self { cells: RwLock::default() }
    }
}

impl<C: Cell, const N: usize> Family<C, N> {
    /// The cell of these label values, made when it is first asked for.
    pub(crate) fn with(&self, labels: [&str; N]) -> Arc<C> {
        let labels = labels.map(str::to_owned);
        let known = self.cells.read().unwrap_or_else(PoisonError::into_inner).get(&labels).cloned();
        known.unwrap_or_else(|| {
            let mut cells = self.cells.write().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(cells.entry(labels).or_default())
        })
    }

    fn write(&self, out: &mut String, name: &str, help: &str, labels: [&str; N]) {
        heading(out, &format!("{name}{}", C::SUFFIX), help, C::KIND);
        for (values, cell) in &*self.cells.read().unwrap_or_else(PoisonError::into_inner) {
            let pairs: Vec<String> = labels
                .iter()
                .zip(values)
                .map(|(label, value)| format!("{label}=\"{}\"", escaped(value)))
                .collect();
            cell.write(out, name, &pairs.join(","));
        }
    }
}

/// A number that can be counted up or written down.
pub(crate) trait Cell: Default {
    const KIND: &'static str;
    /// Counters end in `_total`.
    const SUFFIX: &'static str;
    fn write(&self, out: &mut String, name: &str, labels: &str);
}

/// A count that never goes down until the process ends.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add_one(&self) {
        self.0.fetch_add(1, Relaxed);
    }
}

impl Cell for Counter {
    const KIND: &'static str = "counter";
    const SUFFIX: &'static str = "_total";

    fn write(&self, out: &mut String, name: &str, labels: &str) {
        line(out, &format!("{name}_total"), labels, self.0.load(Relaxed));
    }
}

/// Counts durations by size.
#[derive(Debug, Default)]
pub(crate) struct Histogram {
    buckets: [AtomicU64; BOUNDS.len()],
    count: AtomicU64,
    microseconds: AtomicU64,
}

impl Histogram {
    pub(crate) fn observe(&self, taken: Duration) {
        let seconds = taken.as_secs_f64();
        if let Some(bucket) = BOUNDS.iter().position(|bound| seconds <= *bound) {
            self.buckets[bucket].fetch_add(1, Relaxed);
        }
        self.count.fetch_add(1, Relaxed);
        self.microseconds.fetch_add(taken.as_micros() as u64, Relaxed);
    }
}

impl Cell for Histogram {
    const KIND: &'static str = "histogram";
    const SUFFIX: &'static str = "";

    fn write(&self, out: &mut String, name: &str, labels: &str) {
        let mut below = 0;
        for (bound, bucket) in BOUNDS.iter().zip(&self.buckets) {
            below += bucket.load(Relaxed);
            line(out, &format!("{name}_bucket"), &format!("{labels},le=\"{bound}\""), below);
        }
        // The total is read last but never less than what the buckets held.
        let count = self.count.load(Relaxed).max(below);
        line(out, &format!("{name}_bucket"), &format!("{labels},le=\"+Inf\""), count);
        let sum = self.microseconds.load(Relaxed) as f64 / 1e6;
        line(out, &format!("{name}_sum"), labels, sum);
        line(out, &format!("{name}_count"), labels, count);
    }
}

/// Goes up and down.
#[derive(Debug, Default)]
pub(crate) struct Gauge(AtomicI64);

/// Counts one for as long as it lives.
#[derive(Debug)]
pub(crate) struct Held<'a>(&'a Gauge);

impl Gauge {
    pub(crate) fn hold(&self) -> Held<'_> {
        self.0.fetch_add(1, Relaxed);
        Held(self)
    }

    fn write(&self, out: &mut String, name: &str, help: &str) {
        heading(out, name, help, "gauge");
        let _ = writeln!(out, "{name} {}", self.0.load(Relaxed));
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Relaxed);
    }
}

fn heading(out: &mut String, name: &str, help: &str, kind: &str) {
    let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

fn line(out: &mut String, name: &str, labels: &str, value: impl std::fmt::Display) {
    let _ = writeln!(out, "{name}{{{labels}}} {value}");
}

fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_follows_the_format() {
        let metrics = Metrics::default();
        metrics.requests.with(["/api/tools", "GET", "200"]).add_one();
        metrics.requests.with(["/api/tools", "GET", "200"]).add_one();
        metrics.errors.with(["A \"quoted\" code"]).add_one();
        metrics.seconds.with(["/api/tools"]).observe(Duration::from_millis(3));
        metrics.seconds.with(["/api/tools"]).observe(Duration::from_mins(1));
        let held = metrics.in_flight.hold();
        let text = metrics.text();
        drop(held);
        for wanted in [
            "# TYPE straightedge_requests_total counter",
            "straightedge_requests_total{route=\"/api/tools\",method=\"GET\",status=\"200\"} 2",
            "straightedge_errors_total{code=\"A \\\"quoted\\\" code\"} 1",
            "# TYPE straightedge_request_seconds histogram",
            "straightedge_request_seconds_bucket{route=\"/api/tools\",le=\"0.0025\"} 0",
            "straightedge_request_seconds_bucket{route=\"/api/tools\",le=\"0.005\"} 1",
            "straightedge_request_seconds_bucket{route=\"/api/tools\",le=\"+Inf\"} 2",
            "straightedge_request_seconds_sum{route=\"/api/tools\"} 60.003",
            "straightedge_request_seconds_count{route=\"/api/tools\"} 2",
            "straightedge_in_flight 1",
        ] {
            assert!(text.lines().any(|line| line == wanted), "{wanted}\nis not in\n{text}");
        }
        assert!(metrics.text().contains("straightedge_in_flight 0"));
    }
}
