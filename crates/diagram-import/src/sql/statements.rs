//! The statements of a text, in the dialect that reads most of its tables.

use diag::{Diagnostic, SourceId, Span};
use sqlparser::ast::Statement;
use sqlparser::dialect::{
    Dialect, GenericDialect, MsSqlDialect, MySqlDialect, PostgreSqlDialect, SQLiteDialect,
};
use sqlparser::keywords::Keyword;
use sqlparser::parser::{Parser, ParserError};
use sqlparser::tokenizer::{Token, TokenWithSpan, Tokenizer};

use crate::place::{line_from, unreadable};

/// What was read, and what was not although it is about tables.
#[derive(Debug, Default)]
pub(super) struct Statements {
    pub(super) all: Vec<Statement>,
    pub(super) unread: Vec<(Span, String)>,
}

pub(super) fn read(text: &str, source: SourceId) -> Result<Statements, Box<Diagnostic>> {
    let cleaned = without_data(text);
    let dialects: [&dyn Dialect; 5] = [
        &GenericDialect {},
        &PostgreSqlDialect {},
        &MySqlDialect {},
        &MsSqlDialect {},
        &SQLiteDialect {},
    ];
    let mut best: Option<Statements> = None;
    let mut first = None;
    for dialect in dialects {
        match in_dialect(dialect, &cleaned, text, source) {
            Ok(found) if found.unread.is_empty() => return Ok(found),
            Ok(found) => {
                if best.as_ref().is_none_or(|it| found.unread.len() < it.unread.len()) {
                    best = Some(found);
                }
            }
            Err(found) => first = first.or(Some(found)),
        }
    }
    match (best, first) {
        (Some(best), _) => Ok(best),
        (None, Some(found)) => Err(found),
        (None, None) => Ok(Statements::default()),
    }
}

fn in_dialect(
    dialect: &dyn Dialect,
    cleaned: &str,
    text: &str,
    source: SourceId,
) -> Result<Statements, Box<Diagnostic>> {
    let tokens = Tokenizer::new(dialect, cleaned).tokenize_with_location().map_err(|error| {
        let (line, column) = (error.location.line as usize, error.location.column as usize);
        let span = line_from(text, source, line, column);
        unreadable(span, format!("this is not SQL: {}", error.message))
    })?;
    let mut statements = Statements::default();
    for tokens in tokens.split(|it| it.token == Token::SemiColon) {
        let mut words = tokens.iter().filter(|it| !matches!(it.token, Token::Whitespace(_)));
        let Some(begin) = words.next() else { continue };
        let place = begin.span.start;
        let is_about_tables = is_about_tables(begin, words);
        match Parser::new(dialect).with_tokens_with_locations(tokens.to_vec()).parse_statement() {
            Ok(Statement::CreateVirtualTable { name, .. }) => {
                let span = line_from(text, source, place.line as usize, place.column as usize);
                let why = format!("the columns of the virtual table {name} are its module's");
                statements.unread.push((span, why));
            }
            Ok(statement) => statements.all.push(statement),
            Err(error) if is_about_tables => {
                let span = line_from(text, source, place.line as usize, place.column as usize);
                let why = reason(&error);
                statements.unread.push((span, format!("this statement is not understood: {why}")));
            }
            Err(_) => {}
        }
    }
    Ok(statements)
}

/// `CREATE TABLE`, `CREATE TEMPORARY TABLE`, `ALTER TABLE` and the like.
fn is_about_tables<'t>(
    begin: &TokenWithSpan,
    rest: impl Iterator<Item = &'t TokenWithSpan>,
) -> bool {
    let keyword = |it: &TokenWithSpan| match &it.token {
        Token::Word(word) => word.keyword,
        _ => Keyword::NoKeyword,
    };
    matches!(keyword(begin), Keyword::CREATE | Keyword::ALTER)
        && rest.take(4).any(|it| keyword(it) == Keyword::TABLE)
}

fn reason(error: &ParserError) -> String {
    match error {
        ParserError::TokenizerError(message) | ParserError::ParserError(message) => {
            message.split(" at Line:").next().unwrap_or_default().to_owned()
        }
        ParserError::RecursionLimitExceeded => "it is nested too deep".to_owned(),
    }
}

/// The rows of `COPY … FROM stdin`, commands of psql and separators of batches are blanked out; lines stay in place.
fn without_data(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    let mut is_data = false;
    for line in text.split_inclusive('\n') {
        let plain = line.trim();
        let is_command = plain.starts_with('\\')
            || plain.eq_ignore_ascii_case("go")
            || plain.to_ascii_lowercase().starts_with("delimiter ");
        if is_data || is_command {
            is_data &= plain != "\\.";
            cleaned.push_str(if plain.eq_ignore_ascii_case("go") { ";\n" } else { "\n" });
            continue;
        }
        let lower = plain.to_ascii_lowercase();
        is_data = lower.starts_with("copy ") && lower.ends_with("from stdin;");
        cleaned.push_str(line);
    }
    cleaned
}
