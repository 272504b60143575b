"""A Debian package: the program, links by name, completions, manual pages, copyright."""

import gzip
import os
import pathlib
import shutil
import subprocess
import tempfile

from . import HOME, LINKS, ROOT, SUMMARY, version

DESCRIPTION = """ puml checks and draws PlantUML and Mermaid diagrams without Java or a browser,
 for shells, editors (puml-lsp) and agents (puml-mcp). agentpack rolls out the
 configuration of coding agents and takes it back. planexe builds project plans
 that can be stopped, edited and resumed. straightedge serves all of it."""


def write(build, extras, out):
    """Writes the package; gives its path, or nothing where the platform has none."""
    if not build.platform.deb:
        return None
    with tempfile.TemporaryDirectory() as work:
        tree = pathlib.Path(work) / "tree"
        bin, share, doc = tree / "usr/bin", tree / "usr/share", tree / "usr/share/doc/straightedge"
        bin.mkdir(parents=True)
        doc.mkdir(parents=True)
        (bin / "straightedge").write_bytes(build.program)
        (bin / "straightedge").chmod(0o755)
        for name in LINKS:
            (bin / name).symlink_to("straightedge")
        shutil.copytree(extras, share, dirs_exist_ok=True)
        for page in (share / "man/man1").iterdir():
            _packed(page, page.read_bytes())
            page.unlink()
        _packed(doc / "changelog", (ROOT / "CHANGELOG.md").read_bytes())
        (doc / "copyright").write_text(_copyright())
        for name in ["NOTICE.md", "THIRD-PARTY-LICENSES.txt"]:
            _packed(doc / name, build.licences[name])
        size = sum(it.stat().st_size for it in tree.rglob("*") if it.is_file()) // 1024
        (tree / "DEBIAN").mkdir()
        (tree / "DEBIAN/control").write_text(_control(build, size))
        for path in [tree, *tree.rglob("*")]:
            if path.is_dir():
                path.chmod(0o755)
            elif not path.is_symlink() and path != bin / "straightedge":
                path.chmod(0o644)
        file = out / f"straightedge_{version()}_{build.platform.deb}.deb"
        # The same bytes for the same files.
        environment = {**os.environ, "SOURCE_DATE_EPOCH": "315532800"}
        subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", f"-z{os.environ.get('DEB_LEVEL', '6')}", "--build", tree, file], check=True, env=environment, stdout=subprocess.DEVNULL)
        return file


def _packed(path, text):
    path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(text, 9, mtime=0))


def _control(build, size):
    needed = build.glibc()
    depends = f"Depends: libc6 (>= {needed[0]}.{needed[1]}), libgcc-s1\n" if needed else ""
    return (
        f"Package: straightedge\nVersion: {version()}\nArchitecture: {build.platform.deb}\nMaintainer: Straightedge <packages@straightedge.example>\n"
        f"Installed-Size: {size}\n{depends}Section: text\nPriority: optional\nHomepage: {HOME}\nDescription: {SUMMARY.split(',')[0].lower()}\n{DESCRIPTION}\n"
    )


def _copyright():
    texts = {"MIT": (ROOT / "LICENSE-MIT").read_text(), "Apache-2.0": (ROOT / "LICENSE-APACHE").read_text()}
    parts = ["Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: *\nCopyright: the Straightedge authors\nLicense: MIT or Apache-2.0\nComment: parts by others are listed in NOTICE.md.gz and THIRD-PARTY-LICENSES.txt.gz\n"]
    for name, text in texts.items():
        lines = "".join(f" {it.rstrip() or '.'}\n" for it in text.strip().splitlines())
        parts.append(f"License: {name}\n{lines}")
    return "\n".join(parts)
