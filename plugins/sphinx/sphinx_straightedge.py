"""A Sphinx extension: the directives `puml` and `mermaid`. HTML gets SVG, LaTeX PDF, everything else text art; findings are Sphinx's own
errors, at their page and line."""

import hashlib
import os
import pathlib
import posixpath

import puml
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective


class diagram(nodes.General, nodes.Element):
    """A diagram as its source; the writer of a format draws it."""


class Diagram(SphinxDirective):
    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec = {"alt": directives.unchanged, "align": lambda it: directives.choice(it, ("left", "center", "right"))}

    def run(self):
        page, line, text = pathlib.Path(self.env.doc2path(self.env.docname)), self.content_offset + 1, "\n".join(self.content)
        if self.arguments:
            relative, absolute = self.env.relfn2path(self.arguments[0])
            self.env.note_dependency(relative)
            page, line = pathlib.Path(absolute), 1
            try:
                text = page.read_text(encoding="utf-8")
            except OSError as problem:
                return [self.state.document.reporter.error(f"{self.arguments[0]}: {problem.strerror}", line=self.lineno)]
        node = diagram(text=text, language=self.name, page=str(page), line=line, alt=self.options.get("alt", "diagram"), align=self.options.get("align"))
        try:
            _drawn(node, "svg", self.config)
        except puml.DiagramError as problem:
            return [self._error(it) for it in str(problem).splitlines()]
        self.set_source_info(node)
        return [node]

    def _error(self, finding):
        """Sphinx writes the place itself, when it is a place of this page."""
        own = str(self.env.doc2path(self.env.docname))
        name, line, _, message = finding.split(":", 3)
        if name != own:
            return self.state.document.reporter.error(finding, line=self.lineno)
        return self.state.document.reporter.error(message.strip(), line=int(line))


def _drawn(node, format, config):
    return puml.draw(node["text"], node["language"], node["page"], node["line"], format=format, options=config.puml_options)


def _files(translator, node, format):
    """Writes the pictures; gives their names."""
    builder = translator.builder
    for picture in _drawn(node, format, builder.config):
        name = f"diagram-{hashlib.sha256(picture).hexdigest()[:16]}.{format}"
        folder = pathlib.Path(builder.outdir) / builder.imagedir
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(picture)
        yield name


def html(self, node):
    place = f' align-{node["align"]}' if node["align"] else ""
    for name in _files(self, node, "svg"):
        source = posixpath.join(self.builder.imgpath, name)
        self.body.append(f'<p class="diagram{place}"><img src="{self.attval(source)}" alt="{self.attval(node["alt"])}"></p>\n')
    raise nodes.SkipNode


def latex(self, node):
    for name in _files(self, node, "pdf"):
        # LaTeX is run in the folder that it is written to.
        self.body.append("\n\\noindent\\sphinxincludegraphics{%s}\n" % os.path.join(self.builder.imagedir, name))
    raise nodes.SkipNode


def text(self, node):
    art = [it.decode() for it in _drawn(node, "utxt", self.builder.config)]
    if hasattr(self, "new_state"):
        self.new_state(0)
        self.add_text("\n".join(art))
        self.end_state(wrap=False)
    else:
        self.body.append("\n".join(art))
    raise nodes.SkipNode


def setup(app):
    app.add_config_value("puml_options", [], "env")
    app.add_node(diagram, html=(html, None), latex=(latex, None), text=(text, None), man=(text, None))
    for name in ("puml", "mermaid"):
        app.add_directive(name, Diagram)
    return {"version": "0.1.0", "parallel_read_safe": True, "parallel_write_safe": True}
