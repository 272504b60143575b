//! Icons that no set we may use has, drawn here on a grid of sixteen by sixteen.

pub(super) const APERTURE: &str = r#"<path fill="none" stroke="currentColor" stroke-width="1.4" d="M8 1a7 7 0 1 0 0 14A7 7 0 1 0 8 1M8 1l4 7M14.1 4.5H6M14.1 11.5L10 4.5M8 15l-4-7M1.9 11.5H10M1.9 4.5L6 11.5"/>"#;

pub(super) const ARROW_THICK_BOTTOM: &str = r#"<path d="M6.2 1h3.6v7.4h4.4L8 15 1.8 8.4h4.4z"/>"#;
pub(super) const ARROW_THICK_LEFT: &str = r#"<path d="M15 6.2v3.6H7.6v4.4L1 8l6.6-6.2v4.4z"/>"#;
pub(super) const ARROW_THICK_RIGHT: &str = r#"<path d="M1 6.2v3.6h7.4v4.4L15 8 8.4 1.8v4.4z"/>"#;
pub(super) const ARROW_THICK_TOP: &str = r#"<path d="M6.2 15h3.6V7.6h4.4L8 1 1.8 7.6h4.4z"/>"#;

/// Bootstrap's reaches over its grid.
pub(super) const CROP: &str =
    r#"<path fill="none" stroke="currentColor" stroke-width="1.6" d="M4 1v11h11M1 4h11v11"/>"#;

pub(super) const DOUBLE_QUOTE_SANS_LEFT: &str =
    r#"<path d="M1 3h6v5.5L4 13H1.8l1.6-4H1zM9 3h6v5.5L12 13H9.8l1.6-4H9z"/>"#;
pub(super) const DOUBLE_QUOTE_SANS_RIGHT: &str =
    r#"<path d="M7 13H1V7.5L4 3h2.2L4.6 7H7zM15 13H9V7.5L12 3h2.2l-1.6 4H15z"/>"#;
pub(super) const DOUBLE_QUOTE_SERIF_LEFT: &str = r#"<path d="M6.5 3C3 4 1 6.5 1 10a3 3 0 1 0 3.2-3C4.5 5.8 5.3 5 6.9 4.5zM14.5 3C11 4 9 6.5 9 10a3 3 0 1 0 3.2-3c.3-1.2 1.1-2 2.7-2.5z"/>"#;
pub(super) const DOUBLE_QUOTE_SERIF_RIGHT: &str = r#"<path d="M1.5 13C5 12 7 9.5 7 6a3 3 0 1 0-3.2 3c-.3 1.2-1.1 2-2.7 2.5zM9.5 13c3.5-1 5.5-3.5 5.5-7a3 3 0 1 0-3.2 3c-.3 1.2-1.1 2-2.7 2.5z"/>"#;

pub(super) const FORK: &str = r#"<circle cx="4" cy="3" r="2.2"/><circle cx="12" cy="3.5" r="2.2"/><circle cx="4" cy="13" r="2.2"/><path fill="none" stroke="currentColor" stroke-width="1.8" d="M4 4v9M12 5c0 3.5-2 4-8 4.5"/>"#;

pub(super) const GRID_FOUR_UP: &str = r#"<path d="M1 1h2v2H1zM5 1h2v2H5zM9 1h2v2H9zM13 1h2v2h-2zM1 5h2v2H1zM5 5h2v2H5zM9 5h2v2H9zM13 5h2v2h-2zM1 9h2v2H1zM5 9h2v2H5zM9 9h2v2H9zM13 9h2v2h-2zM1 13h2v2H1zM5 13h2v2H5zM9 13h2v2H9zM13 13h2v2h-2z"/>"#;

pub(super) const LINK_BROKEN: &str = r#"<path fill="none" stroke="currentColor" stroke-width="1.6" d="M7 5l2.2-2.2a2.9 2.9 0 0 1 4 4L11 9M9 11l-2.2 2.2a2.9 2.9 0 0 1-4-4L5 7M3.5 1.5v2.5M1.5 4H4M12.5 14.5V12M14.5 12H12"/>"#;

pub(super) const LOOP_SQUARE: &str = r#"<path fill="none" stroke="currentColor" stroke-width="1.6" d="M2 9V3.5h9M14 7v5.5H5"/><path d="M10.5.5v6l4-3zM5.5 9.5v6l-4-3z"/>"#;

pub(super) const MEDICAL_CROSS: &str = r#"<path d="M5.5 1h5v4.5H15v5h-4.5V15h-5v-4.5H1v-5h4.5z"/>"#;
