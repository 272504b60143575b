//! `A : text`, `A <<stereotype>>`, `url of A is [[…]]`.

use puml_syntax::grammar;
use puml_syntax::{Cursor, Miss};

use super::{Read, name};
use crate::ast::{AddressOf, Member, Stereotyped, StmtKind};

/// `A : text`, blanks on both sides of the colon.
pub(super) fn member(mut cursor: Cursor<'_>) -> Read {
    let Some(owner) = cursor.quoted().or_else(|| name::word(&mut cursor)) else {
        return Err(Miss::Other);
    };
    if !cursor.blanks() || !cursor.eat(":") || !cursor.blanks() || cursor.at_end() {
        return Err(Miss::Other);
    }
    Ok(StmtKind::Member(Member { owner, text: cursor.rest_range() }))
}

/// `A <<text>>`.
pub(super) fn stereotyped(mut cursor: Cursor<'_>) -> Read {
    let Some(owner) = cursor.quoted().or_else(|| name::word(&mut cursor)) else {
        return Err(Miss::Other);
    };
    cursor.blanks();
    let stereotypes = grammar::stereotypes(&mut cursor);
    if stereotypes.is_empty() || !cursor.at_end() {
        return Err(Miss::Other);
    }
    Ok(StmtKind::Stereotyped(Box::new(Stereotyped { owner, stereotypes })))
}

/// `url [of|for] A [is] [[…]]`.
pub(super) fn url(mut cursor: Cursor<'_>) -> Read {
    if !cursor.keyword("url") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let mut ahead = cursor;
    if (ahead.keyword("of") || ahead.keyword("for")) && ahead.blanks() {
        cursor = ahead;
    }
    let Some(owner) = cursor.quoted().or_else(|| name::word(&mut cursor)) else {
        return Err(Miss::Other);
    };
    if !cursor.blanks() {
        return Err(Miss::Other);
    }
    let mut ahead = cursor;
    if ahead.keyword("is") && ahead.blanks() {
        cursor = ahead;
    }
    let Some(link) = grammar::link(&mut cursor).filter(|_| cursor.at_end()) else {
        return Err(Miss::Other);
    };
    Ok(StmtKind::Url(Box::new(AddressOf { owner, link })))
}
