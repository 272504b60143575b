//! Tables of learned weights: what each cue says for or against the roles of a fact, or the kinds of a project.
//! `cargo run -p planner --example prompts -- learn` fits them to the prompts in `tests/prompts`.

use std::collections::HashMap;

/// Names and what each cue says for or against them.
pub(crate) struct Weights {
    names: Vec<&'static str>,
    cues: HashMap<&'static str, Vec<(usize, f32)>>,
}

impl Weights {
    /// Reads lines of a cue and its weights: `<@by deadline 1.4 start -0.3`.
    pub(crate) fn read(text: &'static str) -> Self {
        let (mut names, mut cues) = (Vec::new(), HashMap::<_, Vec<_>>::new());
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut words = line.split(' ');
            let cue = words.next().expect("a line has a cue");
            while let (Some(name), Some(weight)) = (words.next(), words.next()) {
                let known = names.iter().position(|it| *it == name);
                let idx = known.unwrap_or_else(|| {
                    names.push(name);
                    names.len() - 1
                });
                let weight = weight.parse().expect("a weight is a number");
                cues.entry(cue).or_default().push((idx, weight));
            }
        }
        Self { names, cues }
    }

    /// The names, in the order of the shares.
    pub(crate) fn names(&self) -> &[&'static str] {
        &self.names
    }

    /// The share of each name by the cues and how much there is of each; they add up to 1.
    pub(crate) fn shares<'c>(&self, cues: impl Iterator<Item = (&'c String, f32)>) -> Vec<f32> {
        let mut scores = vec![0.0_f32; self.names.len()];
        for (cue, much) in cues {
            for &(name, weight) in self.cues.get(cue.as_str()).into_iter().flatten() {
                scores[name] += much * weight;
            }
        }
        let most = scores.iter().copied().fold(f32::MIN, f32::max);
        let powers: Vec<f32> = scores.iter().map(|score| (score - most).exp()).collect();
        let sum: f32 = powers.iter().sum();
        powers.into_iter().map(|power| power / sum).collect()
    }

    /// What a cue says for a name.
    pub(crate) fn weight(&self, cue: &str, name: usize) -> f32 {
        let mut all = self.cues.get(cue).into_iter().flatten();
        all.find(|it| it.0 == name).map_or(0.0, |it| it.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_follow_the_cues_and_add_up() {
        let table = Weights::read("# comment\nby deadline 2.0 start -1.0\nfrom start 2.0\n");
        assert_eq!(table.names(), ["deadline", "start"]);
        let cues = ["by".to_owned(), "unheard".to_owned()];
        let shares = table.shares(cues.iter().map(|cue| (cue, 1.0)));
        assert!(shares[0] > 0.9 && (shares[0] + shares[1] - 1.0).abs() < 1e-6, "{shares:?}");
        assert!((table.weight("from", 1) - 2.0).abs() < 1e-6);
        assert!(table.weight("from", 0).abs() < 1e-6);
    }
}
