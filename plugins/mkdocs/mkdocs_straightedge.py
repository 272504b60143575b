"""A MkDocs plug-in: fences in puml, plantuml and mermaid become pictures; a diagram with errors stops the build at its page and line."""

import hashlib
import os
import posixpath

import puml
from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File


class Settings(Config):
    languages = config_options.Type(list, default=list(puml.LANGUAGES))
    options = config_options.Type(list, default=[])
    folder = config_options.Type(str, default="assets/diagrams")


class Diagrams(BasePlugin[Settings]):
    def on_page_markdown(self, markdown, page, config, files):
        lines = markdown.split("\n")
        # What stood above the text that MkDocs hands out, such as front matter, counts.
        source = page.file.content_string
        above = source[: len(source) - len(markdown)].count("\n") if source.endswith(markdown) else 0
        problems = []
        for language, text, line, span, indent in reversed(puml.fences(markdown, self.config.languages)):
            try:
                pictures = puml.draw(text, language, self._shown(page), line + above, options=self.config.options)
            except puml.DiagramError as problem:
                problems.append(str(problem))
                continue
            links = [self._link(it, page, config, files) for it in pictures]
            lines[span.start : span.stop] = [indent + " ".join(links)]
        if problems:
            raise PluginError("\n".join(reversed(problems)))
        return "\n".join(lines)

    @staticmethod
    def _shown(page):
        path = page.file.abs_src_path or page.file.src_uri
        shorter = os.path.relpath(path)
        return path if shorter.startswith("..") else shorter

    def _link(self, picture, page, config, files):
        uri = posixpath.join(self.config.folder, hashlib.sha256(picture).hexdigest()[:16] + ".svg")
        if uri not in files.src_uris:
            files.append(File.generated(config, uri, content=picture))
        return f"![diagram]({posixpath.relpath(uri, posixpath.dirname(page.file.src_uri) or '.')})"
