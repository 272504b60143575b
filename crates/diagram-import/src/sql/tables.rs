//! Tables with their columns, keys and references, gathered from statements.

use sqlparser::ast::{
    AlterTableOperation, ColumnDef, ColumnOption, Expr, ForeignKeyConstraint, Ident, IndexColumn,
    ObjectName, Statement, TableConstraint, UserDefinedTypeRepresentation,
};

#[derive(Debug, Default)]
pub(super) struct Tables {
    pub(super) all: Vec<Table>,
    pub(super) enums: Vec<(String, Vec<String>)>,
}

#[derive(Debug, Default)]
pub(super) struct Table {
    pub(super) name: String,
    pub(super) columns: Vec<Column>,
    /// The columns of the primary key.
    pub(super) key: Vec<String>,
    /// Other sets of columns that are unique.
    unique: Vec<Vec<String>>,
    pub(super) references: Vec<Reference>,
}

#[derive(Debug)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) kind: String,
    is_needed: bool,
}

/// A foreign key.
#[derive(Debug)]
pub(super) struct Reference {
    pub(super) columns: Vec<String>,
    pub(super) table: String,
}

impl Table {
    pub(super) fn is_needed(&self, column: &str) -> bool {
        let named = self.columns.iter().find(|it| it.name == column);
        self.key.iter().any(|it| it == column) || named.is_some_and(|it| it.is_needed)
    }

    /// Whether no two rows have the same values in these columns.
    pub(super) fn is_unique(&self, columns: &[String]) -> bool {
        let all = std::iter::once(&self.key).chain(&self.unique);
        let mut sets = all.filter(|it| !it.is_empty());
        sets.any(|set| set.iter().all(|it| columns.contains(it)))
    }

    fn column(&mut self, definition: &ColumnDef) {
        let name = definition.name.value.clone();
        let mut is_needed = false;
        for option in &definition.options {
            match &option.option {
                ColumnOption::NotNull => is_needed = true,
                ColumnOption::PrimaryKey(_) => self.key.push(name.clone()),
                ColumnOption::Unique(_) => self.unique.push(vec![name.clone()]),
                ColumnOption::ForeignKey(key) => self.refer(vec![name.clone()], key),
                _ => {}
            }
        }
        let kind = definition.data_type.to_string();
        self.columns.push(Column { name, kind, is_needed });
    }

    fn constrain(&mut self, constraint: &TableConstraint) {
        match constraint {
            TableConstraint::PrimaryKey(it) => self.key.extend(indexed(&it.columns)),
            TableConstraint::Unique(it) => self.unique.push(indexed(&it.columns)),
            TableConstraint::ForeignKey(it) => {
                self.refer(it.columns.iter().map(|it| it.value.clone()).collect(), it);
            }
            _ => {}
        }
    }

    fn refer(&mut self, columns: Vec<String>, key: &ForeignKeyConstraint) {
        self.references.push(Reference { columns, table: last(&key.foreign_table) });
    }
}

impl Tables {
    pub(super) fn take(&mut self, statement: &Statement) {
        match statement {
            Statement::CreateTable(it) => {
                let mut table = Table { name: last(&it.name), ..Table::default() };
                it.columns.iter().for_each(|it| table.column(it));
                it.constraints.iter().for_each(|it| table.constrain(it));
                // The last definition of a table counts.
                self.all.retain(|it| it.name != table.name);
                self.all.push(table);
            }
            Statement::AlterTable(it) => {
                let name = last(&it.name);
                let Some(table) = self.all.iter_mut().find(|it| it.name == name) else { return };
                for operation in &it.operations {
                    match operation {
                        AlterTableOperation::AddConstraint { constraint, .. } => {
                            table.constrain(constraint);
                        }
                        AlterTableOperation::AddColumn { column_def, .. } => {
                            table.column(column_def);
                        }
                        _ => {}
                    }
                }
            }
            Statement::CreateType {
                name,
                representation: Some(UserDefinedTypeRepresentation::Enum { labels }),
            } => {
                let labels = labels.iter().map(|it| it.value.clone()).collect();
                self.enums.push((last(name), labels));
            }
            _ => {}
        }
    }
}

/// The name without database and schema.
fn last(name: &ObjectName) -> String {
    let part = name.0.last().and_then(|it| it.as_ident());
    part.map_or_else(|| name.to_string(), |it| it.value.clone())
}

fn indexed(columns: &[IndexColumn]) -> Vec<String> {
    let name = |it: &IndexColumn| match &it.column.expr {
        Expr::Identifier(Ident { value, .. }) => value.clone(),
        other => other.to_string(),
    };
    columns.iter().map(name).collect()
}
