//! From the words of dot to a graph, by its published grammar.

use std::collections::HashMap;

use diag::{Diagnostic, SourceId, Span};

use super::graph::{Attributes, Edge, Graph, Group, Node};
use super::tokens::{Token, tokens};
use crate::place::unreadable;

/// The deepest nesting of subgraphs.
const DEPTH: usize = 64;

type Read<T> = Result<T, Box<Diagnostic>>;

pub(super) fn parse(text: &str, source: SourceId) -> Read<Graph> {
    let mut parser = Parser {
        tokens: tokens(text, source)?,
        at: 0,
        graph: Graph::default(),
        nodes: HashMap::new(),
    };
    parser.header()?;
    parser.body(&mut Scope::default(), 0)?;
    if *parser.token() != Token::End {
        return Err(
            parser.wrong("nothing may follow the graph; further graphs need files of their own")
        );
    }
    Ok(parser.graph)
}

/// Where statements stand, and what holds for the nodes and edges there.
#[derive(Debug, Clone, Default)]
struct Scope {
    group: Option<usize>,
    nodes: Attributes,
    edges: Attributes,
    /// The nodes that statements of this scope name.
    members: Vec<usize>,
}

struct Parser {
    tokens: Vec<(Token, Span)>,
    at: usize,
    graph: Graph,
    nodes: HashMap<String, usize>,
}

impl Parser {
    fn token(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn wrong(&self, message: &str) -> Box<Diagnostic> {
        unreadable(self.tokens[self.at].1, message)
    }

    fn step(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    fn takes(&mut self, sign: char) -> bool {
        let found = *self.token() == Token::Sign(sign);
        if found {
            self.step();
        }
        found
    }

    /// The word here, if it is one of these and not in quotes.
    fn keyword(&self) -> Option<String> {
        match self.token() {
            Token::Word { text, is_quoted: false } => Some(text.to_lowercase()),
            _ => None,
        }
    }

    fn word(&mut self) -> Option<String> {
        let Token::Word { text, .. } = self.token() else { return None };
        let mut text = text.clone();
        self.step();
        // Texts in quotes may be joined with `+`.
        while *self.token() == Token::Sign('+') {
            self.step();
            if let Token::Word { text: more, .. } = self.token() {
                text.push_str(more);
                self.step();
            }
        }
        Some(text)
    }

    fn header(&mut self) -> Read<()> {
        if self.keyword().as_deref() == Some("strict") {
            self.step();
        }
        match self.keyword().as_deref() {
            Some("digraph") => self.graph.is_directed = true,
            Some("graph") => {}
            _ => return Err(self.wrong("a graph begins with `graph` or `digraph`")),
        }
        self.step();
        self.word();
        if self.takes('{') { Ok(()) } else { Err(self.wrong("`{` is missing here")) }
    }

    /// Statements up to the closing brace.
    fn body(&mut self, scope: &mut Scope, depth: usize) -> Read<()> {
        if depth > DEPTH {
            return Err(self.wrong("subgraphs are nested too deep"));
        }
        while !self.takes('}') {
            if *self.token() == Token::End {
                return Err(self.wrong("`}` is missing here"));
            }
            if !self.takes(';') && !self.takes(',') {
                self.statement(scope, depth)?;
            }
        }
        Ok(())
    }

    fn statement(&mut self, scope: &mut Scope, depth: usize) -> Read<()> {
        let keyword = self.keyword();
        let next = &self.tokens[(self.at + 1).min(self.tokens.len() - 1)].0;
        if let (Some(word @ ("graph" | "node" | "edge")), Token::Sign('[')) =
            (keyword.as_deref(), next)
        {
            let word = word.to_owned();
            self.step();
            let list = self.attributes()?;
            match word.as_str() {
                "node" => scope.nodes.extend(&list),
                "edge" => scope.edges.extend(&list),
                _ => self.own(scope).extend(&list),
            }
            return Ok(());
        }
        if matches!(self.token(), Token::Word { .. }) && *next == Token::Sign('=') {
            let name = self.word().unwrap_or_default();
            self.step();
            let value = self.word().ok_or_else(|| self.wrong("a value is missing here"))?;
            self.own(scope).set(name, value);
            return Ok(());
        }
        let mut from = self.end(scope, depth)?;
        if !matches!(self.token(), Token::Arrow { .. }) {
            let list = self.attributes()?;
            if let Ends::Node(node) = from {
                self.graph.nodes[node].attributes.extend(&list);
            }
            return Ok(());
        }
        let first = self.graph.edges.len();
        while let Token::Arrow { is_directed } = *self.token() {
            if is_directed != self.graph.is_directed {
                let right = if self.graph.is_directed { "->" } else { "--" };
                return Err(self.wrong(&format!("the edges of this graph are written `{right}`")));
            }
            self.step();
            let to = self.end(scope, depth)?;
            self.join(&from, &to, scope);
            from = to;
        }
        let list = self.attributes()?;
        self.graph.edges[first..].iter_mut().for_each(|it| it.attributes.extend(&list));
        Ok(())
    }

    /// The attributes of the graph or of the subgraph that statements stand in.
    fn own(&mut self, scope: &Scope) -> &mut Attributes {
        match scope.group {
            Some(group) => &mut self.graph.groups[group].attributes,
            None => &mut self.graph.attributes,
        }
    }

    fn join(&mut self, from: &Ends, to: &Ends, scope: &Scope) {
        for &tail in from.nodes() {
            for &head in to.nodes() {
                let name = |it: usize| self.graph.nodes[it].name.clone();
                let (from, to) = (name(tail), name(head));
                self.graph.edges.push(Edge { from, to, attributes: scope.edges.clone() });
            }
        }
    }

    /// A node or a subgraph.
    fn end(&mut self, scope: &mut Scope, depth: usize) -> Read<Ends> {
        let is_subgraph = self.keyword().as_deref() == Some("subgraph");
        if is_subgraph || *self.token() == Token::Sign('{') {
            return self.subgraph(is_subgraph, scope, depth);
        }
        let name = self.word().ok_or_else(|| self.wrong("a node is missing here"))?;
        // A port and a compass point.
        for _ in 0..2 {
            if self.takes(':') {
                self.word().ok_or_else(|| self.wrong("a port is missing here"))?;
            }
        }
        let node = match self.nodes.get(&name).copied() {
            Some(node) => node,
            None => self.node(name, scope),
        };
        scope.members.push(node);
        Ok(Ends::Node(node))
    }

    fn node(&mut self, name: String, scope: &Scope) -> usize {
        let node = self.graph.nodes.len();
        self.nodes.insert(name.clone(), node);
        let attributes = scope.nodes.clone();
        self.graph.nodes.push(Node { name, group: scope.group, attributes });
        node
    }

    fn subgraph(&mut self, is_named: bool, scope: &mut Scope, depth: usize) -> Read<Ends> {
        let mut name = String::new();
        if is_named {
            self.step();
            if matches!(self.token(), Token::Word { .. }) {
                name = self.word().unwrap_or_default();
            }
        }
        if !self.takes('{') {
            return Err(self.wrong("`{` is missing here"));
        }
        let mut inner = Scope { members: Vec::new(), ..scope.clone() };
        if name.starts_with("cluster") {
            inner.group = Some(self.graph.groups.len());
            let attributes = Attributes::default();
            self.graph.groups.push(Group { parent: scope.group, attributes });
        }
        self.body(&mut inner, depth + 1)?;
        scope.members.extend(&inner.members);
        Ok(Ends::Nodes(inner.members))
    }

    fn attributes(&mut self) -> Read<Attributes> {
        let mut list = Attributes::default();
        while self.takes('[') {
            while !self.takes(']') {
                if self.takes(',') || self.takes(';') {
                    continue;
                }
                let name = self.word().ok_or_else(|| self.wrong("`]` is missing here"))?;
                let value = if self.takes('=') { self.word() } else { Some("true".to_owned()) };
                let value = value.ok_or_else(|| self.wrong("a value is missing here"))?;
                list.set(name, value);
            }
        }
        Ok(list)
    }
}

/// What an edge begins or ends at.
enum Ends {
    Node(usize),
    Nodes(Vec<usize>),
}

impl Ends {
    fn nodes(&self) -> &[usize] {
        match self {
            Self::Node(node) => std::slice::from_ref(node),
            Self::Nodes(nodes) => nodes,
        }
    }
}
