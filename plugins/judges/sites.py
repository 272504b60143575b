"""Builds the site of each plug-in with its tool: pictures must be in it. Then plants a mistake: the tool must fail and name the page and the line.

    sites.py PLUGINS [KEEP]    PLUGINS is a copy of the folder, which is written to; what was built is copied to KEEP
"""

import base64
import os
import pathlib
import re
import shutil
import subprocess
import sys

plugins = pathlib.Path(sys.argv[1])
keep = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 and sys.argv[2] else None
failures = 0


def report(what, ok, detail=""):
    global failures
    failures += not ok
    print(f"{'pass' if ok else 'FAIL'}  {what}" + (f"\n{detail}" if detail and not ok else ""), flush=True)


def run(command, folder, **variables):
    done = subprocess.run(command, cwd=folder, env={**os.environ, **variables}, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout + done.stderr


def pictures(out):
    """The SVG pictures that the pages of a folder show, as files or inside the page."""
    found = []
    for page in out.rglob("*.html"):
        if page.name in ("print.html", "404.html", "toc.html"):
            continue
        for source in re.findall(r'<img[^>]*\ssrc="([^"]+)"', page.read_text()):
            if source.startswith("data:image/svg+xml;base64,"):
                found.append(base64.b64decode(source.split(",", 1)[1]).decode())
            elif source.endswith(".svg") and (page.parent / source).is_file():
                found.append((page.parent / source).read_text())
    return found


def site(name, command, page, out, place, fails=True):
    """Builds a site; then with a mistake in a page, which must be named as `place` writes it."""
    folder = plugins / name / "site"
    status, told = run(command, folder)
    found = pictures(folder / out)
    ok = status == 0 and any("charge" in it and "@font-face" in it for it in found) and any("ask" in it for it in found)
    report(f"{name}: the site has its {len(found)} pictures", ok, told[-3000:])
    if keep:
        shutil.copytree(folder / out, keep / name, dirs_exist_ok=True)
    file = folder / page
    text = file.read_text()
    line = text[: text.index("Shop -> Bank")].count("\n") + 1
    file.write_text(text.replace("Shop -> Bank : charge", "Shop pays the Bank", 1))
    shutil.rmtree(folder / out)
    status, told = run(command, folder)
    wanted = place.format(line=line)
    report(f"{name}: a mistake is told as {wanted}", wanted in told and "begins no statement" in told and (status != 0) == fails, f"{status}: {told[-3000:]}")
    file.write_text(text)


def remark():
    """The plug-in in remark, whose report has lines and columns, and in the compiler of MDX, which Docusaurus uses."""
    folder = plugins / "remark"
    shutil.copytree(os.environ["PUML_JUDGES_NODE"] + "/node_modules", folder / "node_modules", symlinks=True)
    shutil.copy(plugins / "judges/remark.mjs", folder / "judge.mjs")
    site("remark", ["node", "../judge.mjs", "page.md", "out"], "page.md", "out", "{line}:1")


def pre_commit():
    """The hooks of this repository, from a clone of it."""
    hooks, project = plugins / "pre-commit" / "hooks", plugins / "pre-commit" / "project"
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b.example", "-c", "init.defaultBranch=main"]
    for folder in (hooks, project):
        folder.mkdir()
        run([*git, "init", "--quiet"], folder)
    shutil.copy(plugins / "pre-commit/.pre-commit-hooks.yaml", hooks)
    run([*git, "add", "."], hooks)
    run([*git, "commit", "--quiet", "-m", "hooks"], hooks)
    rev = run(["git", "rev-parse", "HEAD"], hooks)[1].strip()
    (project / ".pre-commit-config.yaml").write_text(f"repos:\n- repo: {hooks}\n  rev: {rev}\n  hooks:\n  - id: puml-check\n  - id: puml-fmt\n")
    (project / "page.md").write_text("# T\n\n```puml\nA -> B\n```\n")
    (project / "a.puml").write_text("@startuml\nA->B:hi\n@enduml\n")
    environment = {"PRE_COMMIT_HOME": str(plugins / "pre-commit/cache")}
    run([*git, "add", "."], project)
    status, told = run(["pre-commit", "run", "--all-files"], project, **environment)
    report("pre-commit: puml-check passes, puml-fmt rewrites", status == 1 and "puml check" in told and "Passed" in told and (project / "a.puml").read_text() == "@startuml\nA -> B : hi\n@enduml\n", told)
    (project / "page.md").write_text("# T\n\n```puml\nA -> B\nA pays the B\n```\n")
    run([*git, "add", "."], project)
    status, told = run(["pre-commit", "run", "puml-check", "--all-files"], project, **environment)
    report("pre-commit: a mistake is told as page.md:5:1", status == 1 and "page.md:5:1" in told, told)


def github_action():
    """What the action runs, with its inputs as GitHub hands them over."""
    folder = plugins / "github-action"
    (folder / "docs").mkdir()
    (folder / "docs/page.md").write_text("# T\n\n```puml\nA -> B\n```\n")
    check = ["bash", "./check"]
    status, told = run(check, folder, PATHS="docs")
    report("github-action: diagrams in order pass", status == 0 and "::" not in told, told)
    (folder / "docs/page.md").write_text("# T\n\n```puml\nA -> B\nA pays the B\n```\n")
    status, told = run(check, folder, PATHS="docs", OPTIONS="--deny-warnings")
    report("github-action: a mistake is an annotation at its line", status == 1 and "::error file=docs/page.md,line=5,endLine=5,col=1,title=syntax/unknown-statement::" in told, told)


site("mkdocs", ["mkdocs", "build", "--strict", "--quiet"], "docs/index.md", "site", "docs/index.md:{line}:1: error[syntax/unknown-statement]")
site("sphinx", ["sphinx-build", "-q", "-W", "--keep-going", ".", "out"], "index.rst", "out", "index.rst:{line}: ERROR: error[syntax/unknown-statement]")
remark()
extension = str(plugins / "asciidoctor/asciidoctor-straightedge.rb")
site("asciidoctor", ["asciidoctor", "-r", extension, "--failure-level", "ERROR", "-D", "out", "page.adoc"], "page.adoc", "out", "page.adoc: line {line}: error[syntax/unknown-statement]")
site("mdbook", ["mdbook", "build", "--dest-dir", "out"], "src/orders.md", "out", "src/orders.md:{line}:1")
pre_commit()
github_action()
print(f"{failures} failed" if failures else "all well")
sys.exit(1 if failures else 0)
