"""The puml program for Python: where it is, and pictures for tools that build documents.

The wheel `puml` contains the program. Without it, the one that the variable PUML names or that is on the PATH is used.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sysconfig
import tempfile

LANGUAGES = ("puml", "plantuml", "mermaid")
# A picture in a page sees none of the fonts of that page, so it carries its own; options may say otherwise.
FONTS = ("--text", "embedded")


class DiagramError(Exception):
    """A diagram has errors; the text has a line for each: `page:line:column: error[code]: message`."""


def program():
    """The path of the puml program."""
    if chosen := os.environ.get("PUML"):
        return chosen
    name = "puml.exe" if os.name == "nt" else "puml"
    for scheme in (sysconfig.get_default_scheme(), f"{os.name}_user"):
        file = pathlib.Path(sysconfig.get_path("scripts", scheme)) / name
        if file.is_file():
            return str(file)
    if found := shutil.which("puml"):
        return found
    raise FileNotFoundError("there is no puml program: install the package `puml`, or name the program in the variable PUML")


def draw(text, language, page, line, *, format="svg", options=()):
    """Draws a fence of a page; gives the bytes of each picture.

    `line` is the page's line that the text begins at, counted from 1; errors count from there. Files are included from the page's folder.
    """
    page = pathlib.Path(page)
    with tempfile.TemporaryDirectory(prefix="puml-") as work:
        # A page with nothing but this fence, at its own line: findings have the page's numbers.
        file = pathlib.Path(work) / "page.md"
        marks = "`" * (max([2, *map(len, re.findall("`+", text))]) + 1)
        before = "\n" * max(0, line - 2)
        file.write_text(f"{before}{marks}{language}\n{text.rstrip()}\n{marks}\n", encoding="utf-8")
        command = [program(), "--quiet", "render", str(file), "--json", "--format", format, "--output", f"{work}/out/", "--include-root", str(page.parent), *FONTS, *options]
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
        try:
            answer = json.loads(done.stdout)["files"][0]
        except (ValueError, LookupError):
            raise DiagramError(f"{page}:{line}: error: {done.stderr.strip() or 'puml gives no answer'}") from None
        if not answer["ok"]:
            raise DiagramError("\n".join(_told(it, file, page) for it in answer.get("diagnostics", []) if it["severity"] == "error") or f"{page}:{line}: error: {answer.get('problem')}")
        return [pathlib.Path(it).read_bytes() for it in answer["written"]]


def _told(finding, file, page):
    where = finding["range"]["start"]
    name = page if pathlib.Path(finding["file"]).name == file.name else finding["file"]
    hints = "".join(f" ({it})" for it in finding.get("hints", [])[:1])
    return f"{name}:{where['line']}:{where['column']}: error[{finding['code']}]: {finding['message']}{hints}"


def fences(text, languages=LANGUAGES):
    """The fences of a Markdown text in these languages: language, text, first line of the text, and the range of lines to replace, from 0."""
    found, opened = [], None
    lines = text.split("\n")
    for number, line in enumerate(lines):
        mark = re.match(r"([ \t]*)(`{3,}|~{3,})[ \t]*(?:\{?\.?([\w-]*))?", line)
        if opened is None:
            if mark:
                opened = (number, mark[1], mark[2], (mark[3] or "").lower())
        elif mark and mark[2].startswith(opened[2]) and line.strip() == mark[2]:
            begin, indent, _, language = opened
            if language in languages:
                body = "\n".join(it.removeprefix(indent) for it in lines[begin + 1 : number])
                found.append((language, body, begin + 2, range(begin, number + 1), indent))
            opened = None
    return found
