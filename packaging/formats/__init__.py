"""What all packages share: the version, the platforms, and the files of one platform."""

import dataclasses
import pathlib
import re
import subprocess
import tarfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# Other names of the one program.
LINKS = ["puml", "puml-lsp", "puml-mcp", "agentpack", "planexe"]
SUMMARY = "Diagrams that are checked before they are shown, agent packs with undo, plans built like software"
PUML_SUMMARY = "Checks and draws PlantUML and Mermaid diagrams; no Java, no browser"
# A place holder: a release is published under the address of its repository.
HOME = "https://github.com/straightedge/straightedge"


@dataclasses.dataclass(frozen=True)
class Platform:
    target: str
    npm: tuple | None
    wheel: str
    deb: str | None


PLATFORMS = {
    it.target: it
    for it in [
        Platform("x86_64-unknown-linux-musl", ("linux", "x64"), "manylinux_2_17_x86_64.musllinux_1_1_x86_64", "amd64"),
        Platform("aarch64-unknown-linux-musl", ("linux", "arm64"), "manylinux_2_17_aarch64.musllinux_1_1_aarch64", "arm64"),
        # Needs the C library it was built with, or a newer one.
        Platform("x86_64-unknown-linux-gnu", ("linux", "x64"), "manylinux_{}_x86_64", "amd64"),
        Platform("aarch64-unknown-linux-gnu", ("linux", "arm64"), "manylinux_{}_aarch64", "arm64"),
        Platform("aarch64-apple-darwin", ("darwin", "arm64"), "macosx_11_0_arm64", None),
        Platform("x86_64-apple-darwin", ("darwin", "x64"), "macosx_10_12_x86_64", None),
        Platform("x86_64-pc-windows-msvc", ("win32", "x64"), "win_amd64", None),
    ]
}


def version():
    return re.search(r'^version = "(.+)"', (ROOT / "Cargo.toml").read_text(), re.M)[1]


@dataclasses.dataclass
class Build:
    """One platform of a release: its archive and what is in it."""

    platform: Platform
    archive: pathlib.Path
    sha256: str
    program: bytes
    licences: dict

    @property
    def ending(self):
        return ".exe" if "windows" in self.platform.target else ""

    def glibc(self):
        """The oldest C library that the program runs with, such as (2, 34); nothing for a static one."""
        needed = [tuple(map(int, it.split(b"."))) for it in re.findall(rb"GLIBC_(\d+\.\d+)", self.program)]
        return max(needed) if needed and self.platform.target.endswith("gnu") else None


def builds(release):
    """Every platform that a release has the archive of the one program for."""
    sums = dict(reversed(it.split("  ")) for it in (release / "SHA256SUMS").read_text().splitlines())
    found = []
    for target, platform in PLATFORMS.items():
        for archive in release.glob(f"straightedge-{version()}-{target}.*"):
            if archive.name.endswith((".tar.gz", ".zip")):
                held = _read(archive)
                program = next(held.pop(it) for it in list(held) if it.startswith("straightedge"))
                found.append(Build(platform, archive, sums[archive.name], program, held))
    if not found:
        raise SystemExit(f"{release} has no archive of straightedge {version()}; cargo xtask bundle writes it")
    return found


def _read(archive):
    if archive.suffix == ".zip":
        with zipfile.ZipFile(archive) as held:
            return {it.split("/", 1)[1]: held.read(it) for it in held.namelist()}
    with tarfile.open(archive) as held:
        return {it.name.split("/", 1)[1]: held.extractfile(it).read() for it in held if it.isfile()}


def extras(found, work):
    """Completions and manual pages, written by the first program that runs here: a folder such as /usr/share."""
    for build in found:
        file = work / f"straightedge{build.ending}"
        file.write_bytes(build.program)
        file.chmod(0o755)
        try:
            subprocess.run([file, "extras", work / "share"], check=True)
        except OSError:
            continue
        return work / "share"
    raise SystemExit("no program of this release runs on this machine, so completions and manual pages cannot be written")
