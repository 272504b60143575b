//! Who is named in one diagram as written: each element with every place that mentions it.

use std::collections::HashMap;

use puml_compiler::editor::{EditorTree, Mention, Role};
use puml_syntax::ast::Name;

/// The elements of a diagram in the order of their first mention.
pub(crate) struct Cast {
    pub(crate) members: Vec<Member>,
    places: HashMap<String, usize>,
}

/// One element.
pub(crate) struct Member {
    pub(crate) code: String,
    /// The keyword of its declaration; nothing without one.
    pub(crate) keyword: Option<&'static str>,
    /// Its declaration, by place in `places`; the first use is none.
    pub(crate) declared: Option<usize>,
    /// What is drawn where that differs from the code.
    pub(crate) shown: Option<String>,
    /// In reading order, at least one.
    pub(crate) places: Vec<Place>,
    /// Relations that begin and that end here.
    pub(crate) relations: (u32, u32),
}

/// A place that names an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) name: Name,
    pub(crate) stmt: usize,
    pub(crate) role: Role,
}

impl Cast {
    pub(crate) fn of(tree: &dyn EditorTree) -> Self {
        let mut cast = Self { members: Vec::new(), places: HashMap::new() };
        for stmt in 0..tree.len() {
            for mention in tree.mentions(stmt) {
                cast.add(stmt, mention);
            }
        }
        cast
    }

    pub(crate) fn member(&self, code: &str) -> Option<&Member> {
        self.places.get(code).map(|it| &self.members[*it])
    }

    /// The element whose name an offset touches, and the name there.
    pub(crate) fn at(
        &self,
        tree: &dyn EditorTree,
        source: &str,
        stmt: usize,
        at: u32,
    ) -> Option<(&Member, Name)> {
        let found = mention_at(tree, source, stmt, at)?;
        Some((self.member(&found.code)?, found.name))
    }

    fn add(&mut self, stmt: usize, mention: Mention) {
        let Mention { name, code, role, declared } = mention;
        let place = *self.places.entry(code).or_insert_with_key(|code| {
            self.members.push(Member {
                code: code.clone(),
                keyword: None,
                declared: None,
                shown: None,
                places: Vec::new(),
                relations: (0, 0),
            });
            self.members.len() - 1
        });
        let member = &mut self.members[place];
        match role {
            Role::Declares if member.declared.is_none() => {
                member.declared = Some(member.places.len());
                member.keyword = declared.keyword;
                member.shown = declared.shown;
            }
            Role::From | Role::To => {
                let relations = &mut member.relations;
                *(if role == Role::From { &mut relations.0 } else { &mut relations.1 }) += 1;
                member.shown = member.shown.take().or(declared.shown);
            }
            Role::Declares | Role::Other => {}
        }
        member.places.push(Place { name, stmt, role });
    }
}

/// The name that an offset touches, without a look at the other statements.
pub(crate) fn mention_at(
    tree: &dyn EditorTree,
    source: &str,
    stmt: usize,
    at: u32,
) -> Option<Mention> {
    tree.mentions(stmt).into_iter().find(|it| it.name.outer(source).touches(at))
}

impl Member {
    /// Where it is declared, or else first named.
    pub(crate) fn origin(&self) -> Place {
        self.places[self.declared.unwrap_or(0)]
    }
}
