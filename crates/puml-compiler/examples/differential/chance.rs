//! Random choices that a seed repeats on every machine.

/// A stream of numbers: SplitMix64.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64, number: u64) -> Self {
        // The streams of neighbouring numbers must not be the same one, shifted.
        let mut chance = Self(Self(seed).next() ^ Self(!number).next().rotate_left(17));
        chance.next();
        chance
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// True so often in a hundred.
    pub(crate) fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of several.
    pub(crate) fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }

    /// One of several, or nothing, so often in a hundred.
    pub(crate) fn maybe<'a>(&mut self, percent: usize, all: &[&'a str]) -> &'a str {
        if self.percent(percent) { self.of(all) } else { "" }
    }
}
