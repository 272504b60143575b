//! How sure the end is: many simulated projects with durations between least and most.

use super::{Days, Network};

/// Enough for whole days; the last digit of a percentage still wobbles with the seed.
const PROJECTS: usize = 2000;
/// Fixed, so that equal plans have equal odds.
const SEED: u64 = 0x005e_ed0f_91a7;

/// What came of the simulated projects.
pub(super) struct Chance {
    pub(super) p50: u32,
    pub(super) p80: u32,
    pub(super) p95: u32,
    /// Of a hundred projects, in how many each task had no float.
    pub(super) criticality: Vec<u32>,
    pub(super) starts_p80: Vec<u32>,
    pub(super) ends_p80: Vec<u32>,
}

/// Draws durations from triangles and takes the ends that come out.
pub(super) fn simulate(network: &Network, days: &[Days]) -> Chance {
    let mut dice = Dice(SEED);
    let mut totals = Vec::with_capacity(PROJECTS);
    let mut begins = vec![Vec::with_capacity(PROJECTS); days.len()];
    let mut ends = vec![Vec::with_capacity(PROJECTS); days.len()];
    let mut critical = vec![0_usize; days.len()];
    for _ in 0..PROJECTS {
        let drawn: Vec<u32> = days.iter().map(|&it| triangle(it, dice.share())).collect();
        let starts = network.earliest(&drawn);
        let total = network.end(&starts, &drawn);
        let latest = network.latest(&drawn, total);
        for task in 0..days.len() {
            begins[task].push(starts[task]);
            ends[task].push(starts[task] + drawn[task]);
            critical[task] += usize::from(starts[task] == latest[task]);
        }
        totals.push(total);
    }
    totals.sort_unstable();
    let p80 = |all: &mut Vec<u32>| {
        all.sort_unstable();
        percentile(all, 80)
    };
    Chance {
        p50: percentile(&totals, 50),
        p80: percentile(&totals, 80),
        p95: percentile(&totals, 95),
        starts_p80: begins.iter_mut().map(p80).collect(),
        ends_p80: ends.iter_mut().map(p80).collect(),
        criticality: critical.iter().map(|&count| (count * 100 / PROJECTS) as u32).collect(),
    }
}

/// The smallest value that this many of a hundred do not exceed.
fn percentile(sorted: &[u32], percent: usize) -> u32 {
    sorted[(sorted.len() * percent).div_ceil(100).max(1) - 1]
}

/// The duration at a share of the probability, on a triangle; only exact operations, so that every
/// machine draws the same.
fn triangle(days: Days, share: f64) -> u32 {
    let (min, likely, max) = (f64::from(days.min), f64::from(days.likely), f64::from(days.max));
    if max <= min {
        return days.min;
    }
    let peak = (likely - min) / (max - min);
    let value = if share < peak {
        min + (share * (max - min) * (likely - min)).sqrt()
    } else {
        max - ((1.0 - share) * (max - min) * (max - likely)).sqrt()
    };
    // A day begun is a day used, as in the expected duration.
    (value - 1e-9).ceil() as u32
}

/// SplitMix64: short, and the same everywhere.
struct Dice(u64);

impl Dice {
    /// Between 0 and 1.
    fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) >> 11) as f64 / (1_u64 << 53) as f64
    }
}
