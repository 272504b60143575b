//! `!include` and its relatives: what is asked for, what of it is taken, and where it may come from.

use diag::{SourceId, Span};

use super::directive::{Directive, IncludeMode, directive};
use super::expression::clip;
use super::fault::{Fault, Outcome};
use super::library;
use super::line::{self, Line};
use super::machine::{Body, Machine};
use crate::codes::preprocess as codes;
use puml_family::{Libraries, Refusal, Wanted};

impl Machine<'_> {
    /// `!include` of a file, an address or a library file, whole or one block of it.
    pub(super) fn include(&mut self, mode: IncludeMode, target: &str, at: Span) -> Outcome<()> {
        let target = self.target(target)?;
        let (path, block) = match target.rsplit_once('!') {
            Some((path, block)) if !path.is_empty() && !target.starts_with('<') => {
                (path, Some(block))
            }
            _ => (target.as_str(), None),
        };
        if block.is_none() && self.replay(path, at)? {
            return Ok(());
        }
        self.include_text(mode, path, block, at)
    }

    /// Includes a text line by line.
    pub(super) fn include_text(
        &mut self,
        mode: IncludeMode,
        path: &str,
        block: Option<&str>,
        at: Span,
    ) -> Outcome<()> {
        let Some((id, name)) = self.load(path, at)? else { return Ok(()) };
        let key = format!("{name}!{}", block.unwrap_or_default());
        if !self.included.insert(key) {
            match mode {
                IncludeMode::Once => {
                    return Err(Fault::new(codes::INCLUDED_AGAIN, format!("`{}` is already included", clip(path)))
                        .hint("`!include` takes a text once and `!include_many` as often as it is asked for"));
                }
                IncludeMode::Any | IncludeMode::Url => return Ok(()),
                IncludeMode::Many => {}
            }
        }
        let all = line::lines(self.sources, id);
        let Some(lines) = chosen(&all, block) else {
            let block = block.unwrap_or_default();
            return Err(Fault::new(
                codes::CANNOT_INCLUDE,
                format!("`{}` has no diagram `{block}`", clip(path)),
            ));
        };
        self.run_included(&line::logical(&lines), at)
    }

    /// `!includesub FILE!NAME`, or `!includesub NAME` of a part that was read before.
    pub(super) fn include_sub(&mut self, target: &str, at: Span) -> Outcome<()> {
        let target = self.target(target)?;
        let Some((path, name)) = target.rsplit_once('!') else {
            let Some(lines) = self.subs.get(&target).cloned() else {
                return Err(Fault::new(codes::CANNOT_INCLUDE, format!("no part `{}` was read before this line", clip(&target)))
                    .hint("`!startsub NAME` … `!endsub` marks a part; `FILE!NAME` names one of another file"));
            };
            return self.run_included(&lines, at);
        };
        let Some((id, _)) = self.load(path, at)? else { return Ok(()) };
        let all = line::logical(&line::lines(self.sources, id));
        let lines = part(&all, name);
        if lines.is_empty() {
            return Err(Fault::new(
                codes::CANNOT_INCLUDE,
                format!("`{}` has no part `{name}`", clip(path)),
            ));
        }
        self.run_included(&lines, at)
    }

    /// `!theme NAME from PLACE`: the theme's file is read like an include.
    pub(super) fn include_theme(&mut self, name: &str, place: &str, at: Span) -> Outcome<()> {
        let place = self.target(place)?;
        let from = self.sources.source(at.source).name().to_owned();
        let loaded = self.world.load(Wanted::Theme { from: &from, name, place: &place });
        let loaded = match loaded {
            Ok(loaded) => loaded,
            // A theme of a library is a matter of looks: the diagram is the same without it.
            Err(_) if place.starts_with('<') && self.options.libraries == Libraries::Optional => {
                let message = format!("the theme `{name}` is not here: the usual look is taken");
                return Err(Fault::new(codes::MISSING_LIBRARY, message));
            }
            Err(refusal) => {
                let wanted = format!("{name} from {place}");
                return Err(refused(&wanted, codes::CANNOT_INCLUDE, refusal));
            }
        };
        let id = self.sources.add(loaded.name, loaded.text);
        let all = line::lines(self.sources, id);
        let lines = chosen(&all, None).unwrap_or_default();
        self.run_included(&line::logical(&lines), at)
    }

    fn target(&mut self, written: &str) -> Outcome<String> {
        let written =
            written.strip_prefix('"').and_then(|it| it.strip_suffix('"')).unwrap_or(written);
        let target = self.expand(written)?;
        if target.trim().is_empty() {
            return Err(Fault::new(codes::CANNOT_INCLUDE, "nothing is named to include"));
        }
        Ok(target.trim().to_owned())
    }

    /// The text that is asked for; nothing for a file of a library that the caller can do without.
    fn load(&mut self, path: &str, at: Span) -> Outcome<Option<(SourceId, String)>> {
        let from = self.sources.source(at.source).name().to_owned();
        let named = library::name(path);
        if let Some(text) = named.as_deref().and_then(library::built_in) {
            let name = format!("<{}>", named.as_deref().unwrap_or_default());
            return Ok(Some((self.keep(name.clone(), text.into()), name)));
        }
        let (wanted, code) = if let Some(library) = &named {
            (Wanted::Library(library), codes::NO_LIBRARY)
        } else if is_url(path) {
            (Wanted::Url(path), codes::URL_REFUSED)
        } else {
            (Wanted::File { from: &from, path }, codes::CANNOT_INCLUDE)
        };
        let mut loaded = self.world.load(wanted);
        // The library is there and has no such file: a name that is written by hand is wrong then.
        let is_wrong = loaded == Err(Refusal::Missing) && !is_url(path);
        if loaded.is_err() && named.is_some() && is_url(path) {
            // An address of a library may still be opened by a world that opens addresses.
            loaded = self.world.load(Wanted::Url(path)).or(loaded);
        }
        let loaded = match loaded {
            Ok(loaded) => loaded,
            Err(refusal) => {
                if let Some(name) = named.as_deref().filter(|it| library::is_known(it))
                    && self.options.libraries == Libraries::Optional
                    && !is_wrong
                {
                    self.miss_library(name, at);
                    return Ok(None);
                }
                return Err(refused(path, code, refusal));
            }
        };
        self.spend(loaded.text.len())?;
        if loaded.text.len() > self.options.limits.output as usize {
            return Err(Fault::new(
                codes::LIMIT_REACHED,
                format!("`{}` is too large to include", clip(path)),
            )
            .stop());
        }
        Ok(Some((self.keep(loaded.name.clone(), loaded.text), loaded.name)))
    }

    /// Keeps a text among the sources, once.
    fn keep(&mut self, name: String, text: String) -> SourceId {
        let known = self.sources.iter().find(|(_, it)| it.name() == name && **it.text() == *text);
        let known = known.map(|(id, _)| id);
        known.unwrap_or_else(|| self.sources.add(name, text))
    }

    /// Remembers a library that is not there and says so once.
    fn miss_library(&mut self, name: &str, at: Span) {
        let library = name.split('/').next().unwrap_or(name).to_owned();
        if self.missing.contains(&library) {
            return;
        }
        let message = format!(
            "the library `{library}` is not here: its elements are drawn as boxes with their names"
        );
        let hint = "name the folder that holds it with `--library` or `PUML_LIBRARY`";
        self.missing.push(library);
        self.tell(at, Fault::new(codes::MISSING_LIBRARY, message).hint(hint));
    }

    /// What the caller wants read before the first line of every diagram.
    pub(super) fn preludes(&mut self) -> Outcome<()> {
        let options = self.options;
        for (name, text) in &options.preludes {
            self.spend(text.len())?;
            let id = self.keep(name.clone(), text.clone());
            let all = line::lines(self.sources, id);
            let lines = chosen(&all, None).unwrap_or_default();
            self.run_included(&line::logical(&lines), self.here)?;
        }
        Ok(())
    }

    fn run_included(&mut self, lines: &[Line], at: Span) -> Outcome<()> {
        self.deeper()?;
        let outer = self.frame;
        self.frame = Some(self.out.pieces.frame(outer, at, "included here"));
        self.places.push((at, "included here"));
        let flow = self.run(lines, Body::Lines);
        self.places.pop();
        self.frame = outer;
        self.shallower();
        flow.map(|_| ())
    }

    /// Counts a call, an include or a nested argument; refuses past the bound.
    pub(super) fn deeper(&mut self) -> Outcome<()> {
        self.depth += 1;
        if self.depth <= self.options.limits.depth {
            return Ok(());
        }
        self.depth -= 1;
        let limit = self.options.limits.depth;
        Err(Fault::new(
            codes::LIMIT_REACHED,
            format!("calls and includes are nested deeper than {limit} levels"),
        )
        .stop())
    }

    /// Ends what [`Machine::deeper`] began.
    pub(super) fn shallower(&mut self) {
        self.depth -= 1;
    }
}

fn is_url(path: &str) -> bool {
    ["http://", "https://"]
        .iter()
        .any(|it| path.get(..it.len()).is_some_and(|start| start.eq_ignore_ascii_case(it)))
}

fn refused(path: &str, code: diag::Code, refusal: Refusal) -> Fault {
    let path = clip(path);
    match refusal {
        Refusal::Missing => Fault::new(code, format!("`{path}` is not found")),
        Refusal::Denied(reason) => {
            Fault::new(code, format!("`{path}` cannot be included: {reason}"))
        }
        Refusal::Unreadable(reason) => {
            Fault::new(code, format!("`{path}` cannot be read: {reason}"))
        }
    }
}

/// The lines of one block: the one asked for by number or name, else the first, else all lines.
fn chosen(lines: &[Line], block: Option<&str>) -> Option<Vec<Line>> {
    let mut count = 0;
    let mut idx = front_matter(lines);
    let first = idx;
    while idx < lines.len() {
        let Some(prefix) = line::start_prefix(lines[idx].text()) else {
            idx += 1;
            continue;
        };
        let header = &lines[idx].text()[prefix..];
        let sign = &lines[idx].text()[..prefix];
        let end =
            lines[idx..].iter().position(|it| line::is_end(line::without_prefix(it, sign).text()));
        let end = end.map_or(lines.len(), |it| idx + it);
        let is_wanted = match block {
            None => true,
            Some(wanted) => wanted.parse() == Ok(count) || block_name(header) == Some(wanted),
        };
        if is_wanted {
            return Some(
                lines[idx + 1..end].iter().map(|it| line::without_prefix(it, sign)).collect(),
            );
        }
        count += 1;
        idx = end + 1;
    }
    block.is_none().then(|| lines[first..].to_vec())
}

/// The name in `@startuml name` or `@startuml(id=name)`.
fn block_name(header: &str) -> Option<&str> {
    if let Some((_, rest)) = header.split_once("(id=") {
        return rest.split(')').next().map(str::trim);
    }
    header.split_whitespace().nth(1)
}

/// The first line after a YAML header between `---` lines.
fn front_matter(lines: &[Line]) -> usize {
    if lines.first().is_none_or(|it| it.text().trim_end() != "---") {
        return 0;
    }
    lines.iter().skip(1).position(|it| it.text().trim_end() == "---").map_or(0, |at| at + 2)
}

/// The lines between `!startsub NAME` and `!endsub`, all of that name.
fn part(lines: &[Line], name: &str) -> Vec<Line> {
    let mut taken = Vec::new();
    let mut inside = false;
    for line in lines {
        match directive(line.text()) {
            Some(Directive::StartSub(found)) => inside = found == name,
            Some(Directive::EndSub) => inside = false,
            _ if inside => taken.push(line.clone()),
            _ => {}
        }
    }
    taken
}
