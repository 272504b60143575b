//! What a data diagram says: tables of rows, each nested value a table of its own.

use diag::Span;
use puml_family::{Label, LookId, Looks, Sprite, Surroundings};

/// Which notation the data is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Notation {
    /// `@startjson`.
    Json,
    /// `@startyaml`.
    Yaml,
}

/// One diagram.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// How it is written.
    pub notation: Notation,
    /// All tables, each after the one that it stands in; none where the data is not valid.
    pub tables: Vec<Table>,
    /// What stands around the picture.
    pub surroundings: Surroundings,
    /// Named bitmaps for text.
    pub sprites: Vec<Sprite>,
    /// All looks that the parts name.
    pub looks: Looks,
}

/// A table by its place in [`Model::tables`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TableId(pub u32);

/// A map, a list, or a value that is all there is.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// What its rows are.
    pub kind: TableKind,
    /// In order.
    pub rows: Vec<Row>,
    /// The table and the row that it is the value of.
    pub parent: Option<(TableId, usize)>,
    /// The text that says so.
    pub origin: Span,
}

/// What the rows of a table are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TableKind {
    /// Names and values.
    Map,
    /// Values in order.
    List,
    /// The one value of a diagram.
    Scalar,
}

/// A key with its value, or one item of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The name; lists have none.
    pub key: Option<Label>,
    /// What stands at the right of the key.
    pub cell: Cell,
    /// How the row looks where it stands out.
    pub highlight: Option<Highlight>,
    /// The text that says so.
    pub origin: Span,
}

/// The looks of a row that stands out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Highlight {
    /// Of the ground behind it.
    pub ground: LookId,
    /// Of its words: those of a table, as far as nothing else is said about rows that stand out.
    pub words: LookId,
}

/// A value in its row.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// What is shown.
    Scalar {
        /// As it is drawn, without quotes.
        label: Label,
        /// What they are.
        kind: ScalarKind,
    },
    /// An object or a list, drawn as another table.
    Table(TableId),
}

/// The kinds of values that are no tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ScalarKind {
    /// A string.
    Text,
    /// A text of YAML in double quotes, as it is written: its escapes are read when it is drawn.
    Quoted,
    /// A number, written as in the source.
    Number,
    /// `true`, `false`, `null`, or a map or list without anything in it.
    Word,
}

impl Model {
    /// The table of an id of this model.
    pub fn table(&self, id: TableId) -> &Table {
        &self.tables[id.0 as usize]
    }

    /// How deep a table stands; the outermost one has 0.
    pub fn depth(&self, id: TableId) -> u32 {
        let mut depth = 0;
        let mut at = id;
        while let Some((parent, _)) = self.table(at).parent {
            depth += 1;
            at = parent;
        }
        depth
    }

    /// The names and positions that lead to a table, from the outside in.
    pub fn path(&self, id: TableId) -> Vec<String> {
        let mut path = Vec::new();
        let mut at = id;
        while let Some((parent, row)) = self.table(at).parent {
            let key = self.table(parent).rows[row].key.as_ref();
            path.push(key.map_or_else(|| row.to_string(), |it| it.text.clone()));
            at = parent;
        }
        path.reverse();
        path
    }
}
