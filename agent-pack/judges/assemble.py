"""Puts a pack together from the tree and freshly built programs, as a release does."""

import functools
import json
import os
import pathlib
import shutil
import subprocess
import tarfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAMS = ["agentpack", "planexe", "puml", "puml-lsp", "puml-mcp", "straightedge"]


@functools.cache
def built():
    """Builds the workspace and says where each program is, by its name."""
    # The whole workspace, as the tests build it: a package alone would get other features of its dependencies.
    command = ["cargo", "build", "--quiet", "--locked", "--workspace", "--all-targets", "--message-format", "json"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    messages = [it for it in map(json.loads, done.stdout.splitlines()) if it.get("executable")]
    bins = [it for it in messages if it["target"]["kind"] == ["bin"] and not it["profile"]["test"]]
    return {it["target"]["name"]: pathlib.Path(it["executable"]) for it in bins}


def programs(folder):
    """Copies the released program without debugging data into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    file = built()["straightedge"]
    if not shutil.which("strip") or subprocess.run(["strip", "-o", folder / file.name, file]).returncode:
        shutil.copy2(file, folder)
    return folder


def bundle(out):
    """A whole release out of programs that are built already."""
    shutil.rmtree(out, ignore_errors=True)
    given = os.environ.get("STRAIGHTEDGE_PROGRAMS")
    folder = pathlib.Path(given) if given else programs(out / "programs")
    command = ["cargo", "xtask", "bundle", "--programs", folder, "--out", out / "release", "--level", "1"]
    subprocess.run(command, cwd=ROOT, check=True)
    return out / "release"


def unpack(archive, out):
    """Unpacks an archive and gives its only folder."""
    if archive.suffix == ".zip":
        shutil.unpack_archive(archive, out)
    else:
        with tarfile.open(archive) as tar:
            tar.extractall(out)
    return next(out.iterdir())


def assemble(folder):
    """The package for all hosts, unpacked."""
    release = bundle(folder.with_name("bundle"))
    shutil.rmtree(folder, ignore_errors=True)
    archive = next(release.glob("puml-agent-pack-all-hosts-*.tar.gz"))
    pack = unpack(archive, folder)
    shutil.rmtree(release.parent)
    return pack
