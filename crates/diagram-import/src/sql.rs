//! SQL that creates tables, as an entity relationship diagram.

mod statements;
mod tables;

use diag::SourceId;

use crate::names::{Aliases, field};
use crate::page::Page;
use crate::place::{left_out, nothing};
use crate::{Import, Made, Origin};
use statements::read;
use tables::{Reference, Table, Tables};

pub(crate) fn diagram(file: &str, text: &str, source: SourceId) -> Made {
    let statements = read(text, source)?;
    let mut tables = Tables::default();
    for statement in &statements.all {
        tables.take(statement);
    }
    if tables.all.is_empty() {
        let hint = "the diagram shows what `CREATE TABLE` statements say";
        return Err(nothing(source, "no table is created here", hint));
    }
    let mut page = Page::default();
    page.begin("", Origin::Sql, file);
    page.put("set separator none");
    page.put("hide circle");
    let mut aliases = Aliases::of_classes();
    for table in &tables.all {
        entity(&mut page, &mut aliases, table);
    }
    for (name, labels) in &tables.enums {
        page.put(&format!("enum {} {{", aliases.declared(name, name)));
        for label in labels {
            page.put(&format!("  {}", field(label, "")));
        }
        page.put("}");
    }
    for table in &tables.all {
        for reference in &table.references {
            let label = crate::names::line(&reference.columns.join(", "));
            let (from, to) = (aliases.of(&reference.table), aliases.of(&table.name));
            page.put(&format!("{from} {} {to} : {label}", arrow(table, reference)));
        }
        for column in &table.columns {
            let kind = column.kind.rsplit('.').next().unwrap_or_default().trim_matches('"');
            if tables.enums.iter().any(|it| it.0 == kind) {
                let (from, to) = (aliases.of(&table.name), aliases.of(kind));
                let label = crate::names::line(&column.name);
                page.put(&format!("{from} ..> {to} : {label}"));
            }
        }
    }
    page.end();
    let diagnostics = statements.unread.into_iter().map(|(span, what)| left_out(span, what));
    Ok(Import { source: page.finish(), diagnostics: diagnostics.collect() })
}

/// Keys first, then a line, then the rest; `*` marks what must not be null.
fn entity(page: &mut Page, aliases: &mut Aliases, table: &Table) {
    page.put(&format!("entity {} {{", aliases.declared(&table.name, &table.name)));
    let (keys, rest): (Vec<_>, Vec<_>) =
        table.columns.iter().partition(|it| table.key.contains(&it.name));
    let has_both = !keys.is_empty() && !rest.is_empty();
    for (index, column) in keys.iter().chain(&rest).enumerate() {
        if has_both && index == keys.len() {
            page.put("  --");
        }
        let mut marks = String::new();
        if index < keys.len() {
            marks.push_str(" <<PK>>");
        }
        if table.references.iter().any(|it| it.columns.contains(&column.name)) {
            marks.push_str(" <<FK>>");
        }
        let star = if table.is_needed(&column.name) { "* " } else { "" };
        page.put(&format!("  {star}{}{marks}", field(&column.name, &column.kind)));
    }
    page.put("}");
}

/// The feet of a relationship: from the table that is referred to, to the one that refers.
fn arrow(table: &Table, reference: &Reference) -> &'static str {
    let is_needed = reference.columns.iter().all(|it| table.is_needed(it));
    match (is_needed, table.is_unique(&reference.columns)) {
        (true, true) => "||--o|",
        (true, false) => "||--o{",
        (false, true) => "|o--o|",
        (false, false) => "|o--o{",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHOP: &str = "
CREATE TYPE status AS ENUM ('open', 'shipped');
CREATE TABLE customers (id SERIAL PRIMARY KEY, email VARCHAR(200) NOT NULL UNIQUE);
CREATE TABLE \"order items\" (
  order_id INT NOT NULL REFERENCES orders(id), line INT, note TEXT, PRIMARY KEY (order_id, line)
);
CREATE TABLE orders (id INT PRIMARY KEY, customer INT, state status NOT NULL);
ALTER TABLE ONLY public.orders ADD CONSTRAINT of FOREIGN KEY (customer) REFERENCES public.customers (id);
CREATE INDEX by_customer ON orders (customer);
";

    #[test]
    fn tables_are_entities_and_foreign_keys_are_relationships() {
        let made = diagram("shop.sql", SHOP, SourceId(0)).unwrap();
        assert_eq!(made.diagnostics, []);
        for line in [
            "entity customers {",
            "  * id : SERIAL <<PK>>",
            "  * {field} email : VARCHAR(200)",
            "entity \"order items\" as order_items {",
            "  * order_id : INT <<PK>> <<FK>>",
            "  --",
            "  note : TEXT",
            "enum status {",
            "orders ||--o{ order_items : order_id",
            "customers |o--o{ orders : customer",
            "orders ..> status : state",
        ] {
            assert!(made.source.lines().any(|it| it == line), "{line}\n{}", made.source);
        }
    }

    #[test]
    fn dialects_are_found_by_trying() {
        let mysql = "CREATE TABLE `a b` (`id` int(11) NOT NULL AUTO_INCREMENT, KEY `k` (`id`), \
                     PRIMARY KEY (`id`)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;";
        let made = diagram("x.sql", mysql, SourceId(0)).unwrap();
        assert!(made.source.contains("entity \"a b\" as a_b {"), "{}", made.source);
        let server = "CREATE TABLE [dbo].[T] ([Id] [int] IDENTITY(1,1) NOT NULL)";
        let made = diagram("x.sql", server, SourceId(0)).unwrap();
        assert!(made.source.contains("entity T {"), "{}", made.source);
    }

    #[test]
    fn data_of_a_dump_is_passed_over() {
        let dump = "CREATE TABLE t (id int);\nCOPY t (id) FROM stdin;\n1\tit's\n\\.\nSET x = 1;\n";
        let made = diagram("x.sql", dump, SourceId(0)).unwrap();
        assert_eq!(made.diagnostics, []);
        assert!(made.source.contains("entity t {"));
    }

    #[test]
    fn a_table_that_cannot_be_read_is_named() {
        let text = "CREATE TABLE a (id int);\nCREATE TABLE b (id int,, x int);\n";
        let made = diagram("x.sql", text, SourceId(0)).unwrap();
        assert_eq!(made.diagnostics.len(), 1);
        assert_eq!(made.diagnostics[0].code, crate::codes::LEFT_OUT);
        assert!(made.diagnostics[0].span.slice(text).starts_with("CREATE TABLE b"));
        let found = diagram("x.sql", "select 1;", SourceId(0)).unwrap_err();
        assert_eq!(found.code, crate::codes::NOTHING_TO_DRAW);
    }
}
