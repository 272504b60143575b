//! How often a client may ask: one token bucket for each address. The time is given by the caller.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Addresses remembered before those with full buckets are forgotten.
const REMEMBERED: usize = 10_000;

/// Buckets that hold `capacity` requests each and fill up again within `period`.
#[derive(Debug)]
pub(crate) struct Buckets {
    capacity: f64,
    period: Duration,
    levels: Mutex<HashMap<IpAddr, Level>>,
}

#[derive(Debug, Clone, Copy)]
struct Level {
    tokens: f64,
    at: Instant,
}

impl Buckets {
    /// A capacity of 0 never refuses.
    pub(crate) fn new(capacity: u32, period: Duration) -> Self {
        Self { capacity: f64::from(capacity), period, levels: Mutex::default() }
    }

    /// Takes one request out of a client's bucket, or says how long until there is one.
    pub(crate) fn take(&self, client: IpAddr, now: Instant) -> Result<(), Duration> {
        if self.capacity == 0.0 {
            return Ok(());
        }
        let mut levels = self.levels.lock().unwrap_or_else(PoisonError::into_inner);
        if levels.len() >= REMEMBERED {
            levels.retain(|_, level| self.filled(*level, now) < self.capacity);
        }
        let level =
            levels.entry(network(client)).or_insert(Level { tokens: self.capacity, at: now });
        let tokens = self.filled(*level, now);
        let allowed = tokens >= 1.0;
        *level = Level { tokens: if allowed { tokens - 1.0 } else { tokens }, at: now };
        if allowed { Ok(()) } else { Err(self.period.mul_f64((1.0 - tokens) / self.capacity)) }
    }

    fn filled(&self, level: Level, now: Instant) -> f64 {
        let passed = now.saturating_duration_since(level.at).as_secs_f64();
        let gained = passed / self.period.as_secs_f64() * self.capacity;
        (level.tokens + gained).min(self.capacity)
    }
}

/// One client has a whole /64 of IPv6 addresses to choose from, so that is what counts as one.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_hours(1);

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let buckets = Buckets::new(100, HOUR);
        let client = address("192.0.2.1");
        let start = Instant::now();
        for _ in 0..100 {
            assert_eq!(buckets.take(client, start), Ok(()));
        }
        let wait = buckets.take(client, start).unwrap_err();
        assert_eq!(wait.as_secs(), 36);
        assert_eq!(buckets.take(address("192.0.2.2"), start), Ok(()));
        assert_eq!(buckets.take(client, start + wait), Ok(()));
        assert!(buckets.take(client, start + wait).is_err());
        for _ in 0..100 {
            assert_eq!(buckets.take(client, start + 3 * HOUR), Ok(()));
        }
        assert!(buckets.take(client, start + 3 * HOUR).is_err());
    }

    #[test]
    fn addresses_of_one_network_share_a_bucket() {
        let buckets = Buckets::new(1, HOUR);
        let now = Instant::now();
        assert_eq!(buckets.take(address("2001:db8::1"), now), Ok(()));
        assert!(buckets.take(address("2001:db8::2"), now).is_err());
        assert_eq!(buckets.take(address("2001:db8:0:1::1"), now), Ok(()));
        assert_eq!(buckets.take(address("::ffff:192.0.2.1"), now), Ok(()));
        assert!(buckets.take(address("192.0.2.1"), now).is_err());
    }

    #[test]
    fn full_buckets_are_forgotten_when_there_are_many() {
        let buckets = Buckets::new(2, Duration::from_secs(1));
        let start = Instant::now();
        for number in 0..REMEMBERED as u32 {
            buckets.take(IpAddr::V4(number.into()), start).unwrap();
        }
        buckets.take(address("192.0.2.1"), start + HOUR).unwrap();
        assert_eq!(buckets.levels.lock().unwrap().len(), 1);
    }

    #[test]
    fn no_capacity_is_no_limit() {
        let buckets = Buckets::new(0, HOUR);
        assert_eq!(buckets.take(address("192.0.2.1"), Instant::now()), Ok(()));
    }
}
