"""npm packages: `puml-cli` and `straightedge` start the program out of the package of the platform, which npm chooses among optional ones."""

import io
import json
import os
import tarfile

from . import HOME, LINKS, PLATFORMS, PUML_SUMMARY, ROOT, SUMMARY, version

NAMES = {"puml-cli": (["puml"], PUML_SUMMARY), "straightedge": (["straightedge", *LINKS[1:]], SUMMARY)}


def write(found, extras, out):
    """Writes the package of each platform that was built, and those that choose among all; gives their paths."""
    written = []
    for build in found:
        system, processor = build.platform.npm
        name = f"straightedge-{system}-{processor}"
        about = {"description": f"The program straightedge for {system} {processor}", "os": [system], "cpu": [processor], "preferUnplugged": True}
        if build.glibc():
            about["libc"] = ["glibc"]
        files = {f"bin/straightedge{build.ending}": build.program, **build.licences}
        written.append(_package(out, name, about, files))
    platforms = sorted({f"straightedge-{system}-{processor}" for system, processor in (it.npm for it in PLATFORMS.values())})
    launcher = (ROOT / "packaging/npm/launcher.js").read_bytes()
    for name, (programs, summary) in NAMES.items():
        pages = {f"man/{it.name}": it.read_bytes() for it in sorted((extras / "man/man1").iterdir()) if it.stem in programs}
        about = {
            "description": summary,
            "main": "launcher.js",
            "bin": {it: f"bin/{it}.js" for it in programs},
            "man": [f"./{it}" for it in pages],
            "optionalDependencies": {it: version() for it in platforms},
        }
        files = {"launcher.js": launcher, "README.md": (ROOT / "packaging/npm/README.md").read_bytes(), **pages}
        for program in programs:
            files[f"bin/{program}.js"] = f"#!/usr/bin/env node\nrequire('../launcher.js').start('{program}');\n".encode()
        written.append(_package(out, name, about, files))
    return written


def _package(out, name, about, files):
    manifest = {"name": name, "version": version(), "license": "MIT OR Apache-2.0", "homepage": HOME, "repository": {"type": "git", "url": f"git+{HOME}.git"}, "engines": {"node": ">=18"}, **about}
    files = {"package.json": (json.dumps(manifest, indent=2) + "\n").encode(), **files}
    file = out / f"{name}-{version()}.tgz"
    with tarfile.open(file, "w:gz", compresslevel=int(os.environ.get("NPM_LEVEL", "6"))) as archive:
        for path, text in files.items():
            entry = tarfile.TarInfo(f"package/{path}")
            entry.size, entry.mode, entry.mtime = len(text), 0o755 if path.startswith("bin/") else 0o644, 315532800
            archive.addfile(entry, io.BytesIO(text))
    return file
