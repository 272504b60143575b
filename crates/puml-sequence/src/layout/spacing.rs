//! The distances of the drawing, in pixels. One place, so that the whole picture keeps one rhythm.

/// Between rows: from an arrow to the label of the next one.
pub(super) const ROW_GAP: f64 = 9.0;
/// From a label to its arrow.
pub(super) const LABEL_GAP: f64 = 4.0;
/// On both sides of a label along its arrow.
pub(super) const LABEL_INSET: f64 = 10.0;
/// What a row keeps below its arrow, so that heads never touch the next label.
pub(super) const ARROW_BELOW: f64 = 4.0;
/// An arrow without a label still has this much air above.
pub(super) const BARE_ARROW_ABOVE: f64 = 8.0;
/// Between neighbouring heads.
pub(super) const HEAD_GAP: f64 = 24.0;
/// From the last row to the bottom heads.
pub(super) const TAIL: f64 = 16.0;
/// From the heads to the line that marks where a page is cut.
pub(super) const SEAM: f64 = 8.0;
/// Half of an activation bar, and how far each nested one moves to the right.
pub(super) const BAR: f64 = 5.0;
/// From the edge of anything to a lifeline it does not belong to, bars included.
pub(super) const CLEARANCE: f64 = BAR + 7.0;
/// How far a self message swings out.
pub(super) const LOOP_WIDTH: f64 = 26.0;
/// How high the loop of a self message is at least.
pub(super) const LOOP_HEIGHT: f64 = 14.0;
/// The least length of a short arrow.
pub(super) const SHORT_ARROW: f64 = 44.0;
/// From a note to the lifeline, bar or frame it stands at.
pub(super) const NOTE_GAP: f64 = 8.0;
/// How far notes and references over several lifelines stand out beyond them.
pub(super) const OVERHANG: f64 = 22.0;
/// From what a frame holds to its border, on every side.
pub(super) const FRAME_PAD: f64 = 12.0;
/// Above a frame, beside the gap of the row before it.
pub(super) const FRAME_GAP: f64 = 14.0;
/// From a frame's tab to its label.
pub(super) const TAB_GAP: f64 = 8.0;
/// From what a box encloses to its border.
pub(super) const ENCLOSURE_PAD: f64 = 10.0;
/// Between two boxes, and between a box and what is outside.
pub(super) const ENCLOSURE_GAP: f64 = 10.0;
/// Half of the cross that ends a lifeline.
pub(super) const CROSS: f64 = 6.0;
/// From the message that ends a lifeline down to the cross.
pub(super) const CROSS_DROP: f64 = 11.0;

pub(super) use puml_family::page::crisp;
