//! Cutting lists into pages. A cursor is a place in the list, opaque to clients.

use rmcp::model::{ErrorData, PaginatedRequestParams};

pub(super) struct Page<T> {
    pub(super) items: Vec<T>,
    pub(super) next: Option<String>,
}

pub(super) fn of<T>(
    items: Vec<T>,
    request: Option<PaginatedRequestParams>,
    size: usize,
) -> Result<Page<T>, ErrorData> {
    from_cursor(items, request.and_then(|request| request.cursor).as_deref(), size)
}

pub(super) fn from_cursor<T>(
    items: Vec<T>,
    cursor: Option<&str>,
    size: usize,
) -> Result<Page<T>, ErrorData> {
    let total = items.len();
    let start = match cursor {
        None => 0,
        Some(cursor) => cursor
            .strip_prefix("from-")
            .and_then(|number| number.parse().ok())
            .filter(|start| *start < total)
            .ok_or_else(|| {
                ErrorData::invalid_params(format!("there is no page {cursor:?}"), None)
            })?,
    };
    let end = start.saturating_add(size.max(1));
    Ok(Page {
        items: items.into_iter().skip(start).take(end - start).collect(),
        next: (end < total).then(|| format!("from-{end}")),
    })
}
