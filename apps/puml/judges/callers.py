"""Unmodified tools that call PlantUML's command line build small sites with puml: python3 callers.py PROGRAM."""

import logging
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import markdown
import pypandoc

PUML = str(pathlib.Path(sys.argv[1]).resolve())
BIN = pathlib.Path(sys.executable).parent
PART = "participant Alice\nparticipant Bob\n"
DIAGRAM = "@startuml\n!include part.puml\nAlice -> Bob : hello\n@enduml\n"


def run(command, cwd, text=None):
    """Runs a tool in a folder with no PlantUML and no Java at hand, and gives what it prints."""
    environment = {**os.environ, "PATH": f"{BIN}:/usr/bin:/bin", "PLANTUML_BIN": PUML}
    done = subprocess.run(command, cwd=cwd, input=text, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, f"{command}: {done.stdout}\n{done.stderr}"
    return done.stdout


def sphinx(folder):
    """sphinxcontrib-plantuml: a directive, an included file and a diagram with an error."""
    (folder / "conf.py").write_text(
        f"extensions = ['sphinxcontrib.plantuml']\nplantuml = {PUML!r}\nplantuml_output_format = 'svg'\n"
    )
    (folder / "part.puml").write_text(PART)
    (folder / "index.rst").write_text(
        "Title\n=====\n\n.. uml::\n\n   !include part.puml\n   Alice -> Bob : hello\n\n.. uml::\n\n   class Order\n"
    )
    run([str(BIN / "sphinx-build"), "-q", "-W", ".", "out"], folder)
    drawn = [it.read_text() for it in (folder / "out/_images").glob("*.svg")]
    assert len(drawn) == 2 and any("hello" in it for it in drawn) and any("Order" in it for it in drawn), drawn


def plantuml_markdown(folder):
    """plantuml-markdown with a local command: every format, and the style of the root that it takes apart."""
    (folder / "config.puml").write_text("skinparam sequenceMessageAlign center\n")
    options = {"plantuml_markdown": {"plantuml_cmd": PUML, "config": str(folder / "config.puml")}}
    told = []
    logging.getLogger("MARKDOWN").addFilter(lambda record: told.append(record.getMessage()))
    page = '```plantuml format="{}" {}\n@startuml\nAlice -> Bob : hello\n@enduml\n```\n'
    for form, more, wanted in [
        ("svg", "", "data:image/svg+xml;base64,"),
        ("svg_inline", "", "<svg"),
        ("svg_inline", 'width="300px"', "max-width:300px"),
        ("png", "", "data:image/png;base64,"),
        ("txt", "", "hello"),
    ]:
        html = markdown.markdown(page.format(form, more), extensions=["plantuml_markdown"], extension_configs=options)
        assert wanted in html and "color: red" not in html, f"{form}: {html[:400]}"
    assert not told, told


def mkdocs(folder):
    """mkdocs-build-plantuml-plugin draws the files of a folder before the site is built."""
    source = folder / "docs/diagrams/src"
    source.mkdir(parents=True)
    (source / "login.puml").write_text(DIAGRAM)
    (source / "part.puml").write_text(f"@startuml\n{PART}@enduml\n")
    (folder / "docs/index.md").write_text("# Title\n\n![login](diagrams/out/login.svg)\n")
    (folder / "mkdocs.yml").write_text(
        "site_name: Test\nplugins:\n  - build_plantuml:\n"
        f"      render: local\n      bin_path: {PUML}\n      output_format: svg\n"
        "      diagram_root: docs/diagrams\n      output_folder: out\n      input_folder: src\n"
    )
    run([str(BIN / "mkdocs"), "build", "--quiet"], folder)
    assert "hello" in (folder / "site/diagrams/out/login.svg").read_text()


def pandoc(folder):
    """pandoc-plantuml-filter in a run of pandoc: a document with a diagram, its picture as SVG and as PNG."""
    (folder / "page.md").write_text("# Title\n\n```{.plantuml caption=\"Login\"}\nAlice -> Bob : hello\n```\n")
    for form, wanted in [("svg", b"hello"), ("png", b"\x89PNG")]:
        command = [pypandoc.get_pandoc_path(), "page.md", "-t", "html", f"--metadata=plantuml-format:{form}"]
        html = run([*command, "--filter", "pandoc-plantuml"], folder)
        picture = re.search(rf'<img\s+src="([^"]*\.{form})"', html)
        assert picture, html
        assert wanted in (folder / picture[1]).read_bytes()


def vscode(folder):
    """The call lines of the PlantUML extension of VS Code: check, preview, image map and export."""
    (folder / "part.puml").write_text(PART)
    java = ["-Djava.awt.headless=true", f"-Dplantuml.include.path={folder}", "-jar", "plantuml.jar"]
    named = ["-charset", "utf-8", "-filename", "page.puml"]
    assert "hello" in run([PUML, *java, "-pipeimageindex", "0", "-tsvg", "-pipe", *named], folder, DIAGRAM)
    assert run([PUML, *java, "-pipeimageindex", "0", "-pipemap", *named], folder, DIAGRAM) == ""
    assert run([PUML, *java, "-syntax", *named], folder, DIAGRAM).startswith("SEQUENCE")


for judge in [sphinx, plantuml_markdown, mkdocs, pandoc, vscode]:
    with tempfile.TemporaryDirectory() as folder:
        judge(pathlib.Path(folder))
    print(f"{judge.__name__} is content")
