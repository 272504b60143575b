//! Money: what the work costs, what may be missing, and what a month needs once it runs. Pure
//! arithmetic on whole units of one currency.

use serde::{Deserialize, Serialize};

use crate::id::{StageId, WorkId};

/// Least, likely and most, in whole units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Spread {
    pub(crate) min: i64,
    pub(crate) likely: i64,
    pub(crate) max: i64,
}

impl Spread {
    /// Whether the three points are in order.
    pub(crate) fn is_ordered(self) -> bool {
        0 <= self.min && self.min <= self.likely && self.likely <= self.max
    }

    fn mean(self) -> f64 {
        (self.min as f64 + 4.0 * self.likely as f64 + self.max as f64) / 6.0
    }

    fn variance(self) -> f64 {
        let deviation = (self.max - self.min) as f64 / 6.0;
        deviation * deviation
    }
}

/// One amount to be paid.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Line {
    /// The stage it belongs to.
    pub(crate) stage: StageId,
    /// The task that causes it.
    pub(crate) task: WorkId,
    pub(crate) item: String,
    #[serde(flatten)]
    pub(crate) amount: Spread,
    /// Where the amount comes from.
    pub(crate) basis: String,
}

/// The sum of all lines and the reserve for what they leave open.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sum {
    /// The likely amounts.
    pub(crate) subtotal: i64,
    pub(crate) contingency: i64,
    pub(crate) contingency_basis: String,
    pub(crate) total: i64,
}

/// The reserve never falls below a tenth: what nobody thought of costs as well.
const LEAST_RESERVE: f64 = 0.10;
/// The normal distribution's value below which 80 of 100 cases lie.
const P80: f64 = 0.8416;

/// Adds the lines up. The reserve covers 80 of 100 outcomes of the spreads, and at least a tenth.
pub(crate) fn sum(lines: &[Line]) -> Sum {
    let subtotal: i64 = lines.iter().map(|line| line.amount.likely).sum();
    let mean: f64 = lines.iter().map(|line| line.amount.mean()).sum();
    let variance: f64 = lines.iter().map(|line| line.amount.variance()).sum();
    let by_spread = mean + P80 * variance.sqrt() - subtotal as f64;
    let least = subtotal as f64 * LEAST_RESERVE;
    let (reserve, basis) = if by_spread > least {
        (by_spread, "covers 80 of 100 outcomes of the spreads")
    } else {
        (least, "a tenth of the subtotal, which is more than the spreads ask for")
    };
    let contingency = reserve.round() as i64;
    Sum {
        subtotal,
        contingency,
        contingency_basis: basis.to_owned(),
        total: subtotal + contingency,
    }
}

/// What a month needs once it runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct BreakEven {
    pub(crate) monthly_costs: i64,
    pub(crate) unit: String,
    /// What remains of one sale, in hundredths.
    pub(crate) contribution_cents: i64,
    pub(crate) per_month: i64,
    /// Absent when the unit is counted by the month.
    pub(crate) per_day: Option<i64>,
    pub(crate) open_days: u64,
    pub(crate) basis: String,
}

/// The number of sales that pays for a month; none without costs or contribution.
pub(crate) fn break_even(
    monthly_costs: i64,
    unit: &str,
    contribution_cents: i64,
    open_days: u64,
    basis: &str,
) -> Option<BreakEven> {
    if monthly_costs <= 0 || contribution_cents <= 0 {
        return None;
    }
    let per_month = (monthly_costs * 100 + contribution_cents - 1) / contribution_cents;
    let per_day = (open_days > 0).then(|| (per_month as u64).div_ceil(open_days) as i64);
    Some(BreakEven {
        monthly_costs,
        unit: unit.to_owned(),
        contribution_cents,
        per_month,
        per_day,
        open_days,
        basis: basis.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(min: i64, likely: i64, max: i64) -> Line {
        let text = String::new;
        let amount = Spread { min, likely, max };
        Line { stage: "W1".into(), task: "W1.1".into(), item: text(), amount, basis: text() }
    }

    #[test]
    fn certain_amounts_keep_a_tenth_and_wide_ones_more() {
        let certain = sum(&[line(100, 100, 100), line(50, 50, 50)]);
        assert_eq!((certain.subtotal, certain.contingency, certain.total), (150, 15, 165));
        let wide = sum(&[line(100, 200, 900)]);
        assert!(wide.contingency > 100, "{wide:?}");
        assert_eq!(wide.total, wide.subtotal + wide.contingency);
    }

    #[test]
    fn a_month_is_paid_for_by_whole_sales() {
        let month = break_even(9_900, "guest", 460, 26, "").unwrap();
        assert_eq!((month.per_month, month.per_day), (2153, Some(83)));
        assert!(break_even(0, "guest", 460, 26, "").is_none());
    }
}
