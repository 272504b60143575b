"""Wheels with the program inside: `puml`, and `straightedge-tools` with every name. No Python is needed to run them but to start the links."""

import base64
import hashlib
import os
import zipfile

from . import HOME, LINKS, PUML_SUMMARY, ROOT, SUMMARY, version

# How hard the program is packed, 1 to 9; tests are in a hurry.
LEVEL = int(os.environ.get("WHEEL_LEVEL", "6"))


def write(build, extras, out):
    """Writes both wheels; gives their paths."""
    tag = f"py3-none-{build.platform.wheel}"
    if needed := build.glibc():
        tag = tag.format(f"{needed[0]}_{needed[1]}")
    module = (ROOT / "packaging/wheel/puml/__init__.py").read_bytes()
    puml = {"puml/__init__.py": module, f"puml-{version()}.data/scripts/puml{build.ending}": build.program, **_shared("puml", extras, ["puml"])}
    name = "straightedge_tools"
    program = f"{name}-{version()}.data/scripts/straightedge{build.ending}"
    tools = {f"{name}/__init__.py": _links(), program: build.program, **_shared(name, extras, ["straightedge", *LINKS[1:]])}
    # The name puml belongs to the other wheel, so that both can be installed.
    points = "[console_scripts]\n" + "".join(f"{it} = {name}:{it.replace('-', '_')}\n" for it in LINKS[1:])
    tools[f"{name}-{version()}.dist-info/entry_points.txt"] = points.encode()
    return [_wheel(out, "puml", tag, puml, PUML_SUMMARY, build), _wheel(out, name, tag, tools, SUMMARY, build)]


def _links():
    lines = ['"""Starts the program straightedge under its other names."""', "import os", "import subprocess", "import sys", "import sysconfig", "", "", "def _start(name):"]
    lines += ["    program = os.path.join(sysconfig.get_path('scripts'), 'straightedge' + ('.exe' if os.name == 'nt' else ''))"]
    lines += ["    if os.name == 'posix':", "        os.execv(program, [name, *sys.argv[1:]])", "    sys.exit(subprocess.run([program, name, *sys.argv[1:]]).returncode)", ""]
    for name in LINKS[1:]:
        lines += ["", f"def {name.replace('-', '_')}():", f"    _start({name!r})", ""]
    return "\n".join(lines).encode()


def _shared(package, extras, programs):
    """Completions and manual pages of these programs, below the environment's share folder."""
    files = {}
    for path in sorted(extras.rglob("*")):
        name = path.stem.removeprefix("_")
        if path.is_file() and any(name == it or path.suffix == ".1" and name.startswith(f"{it}-") and name not in LINKS for it in programs):
            files[f"{package}-{version()}.data/data/share/{path.relative_to(extras).as_posix()}"] = path.read_bytes()
    return files


def _wheel(out, name, tag, files, summary, build):
    info = f"{name}-{version()}.dist-info"
    readme = (ROOT / "packaging/wheel/README.md").read_text()
    metadata = f"Metadata-Version: 2.4\nName: {name.replace('_', '-')}\nVersion: {version()}\nSummary: {summary}\nLicense-Expression: MIT OR Apache-2.0\nRequires-Python: >=3.10\n"
    metadata += f"Project-URL: Homepage, {HOME}\nDescription-Content-Type: text/markdown\n"
    for file in build.licences:
        metadata += f"License-File: {file}\n"
        files[f"{info}/licenses/{file}"] = build.licences[file]
    files[f"{info}/METADATA"] = f"{metadata}\n{readme}".encode()
    platforms = tag.removeprefix("py3-none-").split(".")
    tags = "".join(f"Tag: py3-none-{it}\n" for it in platforms)
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: straightedge\nRoot-Is-Purelib: false\n{tags}".encode()
    record = "".join(f"{path},sha256={_digest(text)},{len(text)}\n" for path, text in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    file = out / f"{name}-{version()}-{tag}.whl"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as wheel:
        for path, text in files.items():
            entry = zipfile.ZipInfo(path)
            entry.external_attr = (0o100755 if ".data/scripts/" in path else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, text, compresslevel=LEVEL)
    return file


def _digest(text):
    return base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b"=").decode()
