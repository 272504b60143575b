//! Rate limits: one token bucket for each client address. The time is given by the caller.

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

/// What a client learns about its bucket, for the `RateLimit-*` headers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Quota {
    /// Requests the bucket holds when it is full.
    pub(crate) limit: u32,
    /// Requests left.
    pub(crate) remaining: u32,
    /// Until the bucket is full again.
    pub(crate) reset: Duration,
    /// Until there is a request again; zero while there is one.
    pub(crate) wait: Duration,
}

impl Buckets {
    /// A capacity of 0 never refuses.
    pub(crate) fn new(capacity: u32, period: Duration) -> Self {
        Self { capacity: f64::from(capacity), period, levels: Mutex::default() }
    }

    /// Takes one request out of a client's bucket; refused when there is none. No quota where there is no limit.
    pub(crate) fn take(&self, client: IpAddr, now: Instant) -> Result<Option<Quota>, Quota> {
        if self.capacity == 0.0 {
            return Ok(None);
        }
        self.level(client, now, |tokens| {
            if *tokens < 1.0 {
                return Err(self.quota(*tokens));
            }
            *tokens -= 1.0;
            Ok(Some(Quota { wait: Duration::ZERO, ..self.quota(*tokens) }))
        })
    }

    /// Refuses while a client's bucket is empty; takes nothing.
    pub(crate) fn check(&self, client: IpAddr, now: Instant) -> Result<(), Quota> {
        if self.capacity == 0.0 {
            return Ok(());
        }
        self.level(
            client,
            now,
            |tokens| {
                if *tokens > 0.0 { Ok(()) } else { Err(self.quota(*tokens)) }
            },
        )
    }

    /// Takes an amount that is known only afterwards; a bucket may owe as much as it holds.
    pub(crate) fn charge(&self, client: IpAddr, amount: f64, now: Instant) {
        if self.capacity > 0.0 {
            self.level(client, now, |tokens| *tokens = (*tokens - amount).max(-self.capacity));
        }
    }

    /// What is missing in a client's bucket; nothing where there is no limit.
    pub(crate) fn used(&self, client: IpAddr, now: Instant) -> f64 {
        if self.capacity == 0.0 {
            return 0.0;
        }
        self.level(client, now, |tokens| self.capacity - *tokens)
    }

    fn quota(&self, tokens: f64) -> Quota {
        let time = |missing: f64| self.period.mul_f64(missing.max(0.0) / self.capacity);
        Quota {
            limit: self.capacity as u32,
            remaining: tokens.max(0.0) as u32,
            reset: time(self.capacity - tokens),
            wait: time(1.0 - tokens),
        }
    }

    /// Looks at what a client has now, and changes it.
    fn level<T>(&self, client: IpAddr, now: Instant, change: impl FnOnce(&mut f64) -> T) -> T {
        let mut levels = self.levels.lock().unwrap_or_else(PoisonError::into_inner);
        if levels.len() >= REMEMBERED {
            levels.retain(|_, level| self.filled(*level, now) < self.capacity);
        }
        let level =
            levels.entry(network(client)).or_insert(Level { tokens: self.capacity, at: now });
        let mut tokens = self.filled(*level, now);
        let changed = change(&mut tokens);
        *level = Level { tokens, at: now };
        changed
    }

    fn filled(&self, level: Level, now: Instant) -> f64 {
        let passed = now.saturating_duration_since(level.at).as_secs_f64();
        let gained = passed / self.period.as_secs_f64() * self.capacity;
        (level.tokens + gained).min(self.capacity)
    }
}

/// One client has a whole /64 of IPv6 addresses to choose from, so that is what counts as one.
pub(crate) fn network(address: IpAddr) -> IpAddr {
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
        for left in (0..100).rev() {
            let quota = buckets.take(client, start).unwrap().unwrap();
            assert_eq!((quota.limit, quota.remaining, quota.wait), (100, left, Duration::ZERO));
        }
        let quota = buckets.take(client, start).unwrap_err();
        assert_eq!((quota.remaining, quota.wait.as_secs(), quota.reset), (0, 36, HOUR));
        assert!(buckets.take(address("192.0.2.2"), start).is_ok());
        assert!(buckets.take(client, start + quota.wait).is_ok());
        assert!(buckets.take(client, start + quota.wait).is_err());
        for _ in 0..100 {
            assert!(buckets.take(client, start + 3 * HOUR).is_ok());
        }
        assert!(buckets.take(client, start + 3 * HOUR).is_err());
    }

    #[test]
    fn what_is_charged_afterwards_is_paid_before_the_next_time() {
        let buckets = Buckets::new(60, Duration::from_mins(1));
        let client = address("192.0.2.1");
        let start = Instant::now();
        assert!(buckets.check(client, start).is_ok());
        buckets.charge(client, 62.0, start);
        let quota = buckets.check(client, start).unwrap_err();
        assert_eq!(quota.wait, Duration::from_secs(3));
        assert!(buckets.check(client, start + quota.wait).is_ok());
        buckets.charge(client, 1e9, start);
        assert!(buckets.check(client, start + Duration::from_secs(61)).is_ok());
    }

    #[test]
    fn addresses_of_one_network_share_a_bucket() {
        let buckets = Buckets::new(1, HOUR);
        let now = Instant::now();
        assert!(buckets.take(address("2001:db8::1"), now).is_ok());
        assert!(buckets.take(address("2001:db8::2"), now).is_err());
        assert!(buckets.take(address("2001:db8:0:1::1"), now).is_ok());
        assert!(buckets.take(address("::ffff:192.0.2.1"), now).is_ok());
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
        assert_eq!(buckets.take(address("192.0.2.1"), Instant::now()), Ok(None));
        buckets.charge(address("192.0.2.1"), 1e9, Instant::now());
        assert!(buckets.check(address("192.0.2.1"), Instant::now()).is_ok());
    }
}
