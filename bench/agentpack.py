#!/usr/bin/env python3
"""Rolls 10,000 files out with agentpack and its peers, all to the same folder of a project, and prints Markdown tables.

    agentpack.py AGENTPACK PEERS

Every program starts from an empty project for a first rollout, and from its own result for the second. Each runs three
times, taking turns; the fastest counts. A peer that fails is said to fail. Nothing is deleted between two runs: some file
systems make new files slowly for minutes after many were deleted, and whoever comes next would pay."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

RUNS = 3
LAYOUTS = [(1000, 10), (1, 10000)]
PROMISES = {"CPU s": 0.150, "peak MB": 40, "copies": 4.0, "growth KiB": 64}


def skills(folder, modules, files):
    for module in range(modules):
        place = folder / f"s{module}"
        place.mkdir(parents=True)
        head = f"---\nname: s{module}\ndescription: Skill number {module}.\n---\n\n"
        (place / "SKILL.md").write_text(head + "word " * 390)
        for number in range(files - 1):
            (place / f"f{number}.md").write_text(f"{module} {number} " + "word " * 400)


class World:
    """One project per program, with the same skills where the program looks for them."""

    def __init__(self, root, modules, files):
        self.home = root / "home"
        self.attic = root / "attic"
        self.attic.mkdir()
        self.source = root / "skills"
        self.repo = self.home / ".agentpack/repo"
        skills(self.source, modules, files)
        shutil.copytree(self.source, self.repo / "skills")
        listed = "".join(
            f"  - {{id: 'skill:s{n}', type: skill, tags: [base], source: {{local_path: {{path: skills/s{n}}}}}}}\n"
            for n in range(modules)
        )
        (self.repo / "agentpack.yaml").write_text(
            "version: 1\nprofiles: {default: {include_tags: [base]}}\n"
            "targets: {codex: {mode: files, scope: project}}\nmodules:\n" + listed
        )
        self.projects = {name: root / name for name in ("cp", "agentpack", "rulesync", "ruler")}
        for name, project in self.projects.items():
            (project / ".git").mkdir(parents=True)
            if name in ("rulesync", "ruler"):
                shutil.copytree(self.source, project / f".{name}/skills")
        (self.projects["ruler"] / ".ruler/AGENTS.md").write_text("# Rules\n")

    def forget(self, name):
        """Puts what a program has written aside."""
        attic = self.attic / str(len(list(self.attic.iterdir())))
        attic.mkdir()
        written = [self.projects[name] / ".agents"]
        if name == "agentpack":
            written += [self.home / ".agentpack/state", self.projects[name] / ".agentpack.owned.json"]
        for place in written:
            if place.exists():
                place.rename(attic / place.name)

    def run(self, name, command):
        """CPU seconds, wall seconds and peak megabytes; None when it fails."""
        project = self.projects[name]
        environment = {"HOME": str(self.home), "PATH": os.environ["PATH"]}
        with tempfile.NamedTemporaryFile() as peak:
            timed = ["/usr/bin/time", "--quiet", "--format", "%M", "--output", peak.name, *command]
            start = time.monotonic()
            child = subprocess.Popen(
                timed, cwd=project, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            _, status, usage = os.wait4(child.pid, 0)
            wall = time.monotonic() - start
            if status != 0:
                return None
            return usage.ru_utime + usage.ru_stime, wall, int(peak.read()) / 1024

    def best(self, commands, before=lambda name: None):
        """The fastest run of each command, by name: CPU, wall and memory each at their best."""
        runs = {name: [] for name in commands}
        for _ in range(RUNS):
            for name, command in commands.items():
                before(name)
                runs[name].append(self.run(name, command))
        return {name: None if None in results else tuple(map(min, zip(*results))) for name, results in runs.items()}


def table(title, commands, results):
    print(f"\n| {title} | CPU s | wall s | peak MB | CPU of the first | wall of the first |")
    print("|---|---|---|---|---|---|")
    first = None
    for name, command in commands.items():
        shown = " ".join([pathlib.Path(command[0]).name, *command[1:2]]) if name != "cp" else "cp -r"
        if results[name] is None:
            print(f"| {shown} | failed | | | | |")
            continue
        seconds, wall, megabytes = results[name]
        first = first or (max(seconds, 1e-9), wall)
        ratios = f"{seconds / first[0]:.1f}x | {wall / first[1]:.1f}x"
        print(f"| {shown} | {seconds:.3f} | {wall:.3f} | {megabytes:.0f} | {ratios} |")
    print()


def size(folder):
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def verdict(what, value, limit, unit):
    word = "kept" if value <= limit else "broken"
    print(f"Promise {word}: {what}, {value:.3g} {unit} of at most {limit:g}.\n")


def measure(program, peers, folder, modules, files):
    world = World(folder, modules, files)
    title = f"{modules:,} {'skill' if modules == 1 else 'skills'} of {files:,} files"
    deploy = [program, "deploy", "--apply", "--yes", "--json"]
    rulesync = [f"{peers}/rulesync", "generate", "--targets", "codexcli", "--features", "skills", "--silent"]
    ruler = [f"{peers}/ruler", "apply", "--agents", "codex", "--skills", "--no-gitignore"]
    copy = ["sh", "-c", f"mkdir -p .agents && cp -r '{world.source}' .agents/skills"]
    commands = {"cp": copy, "agentpack": deploy, "rulesync": rulesync, "ruler": ruler}
    first = world.best(commands, world.forget)
    table(f"first rollout: {title}", commands, first)
    if first["cp"] and first["agentpack"]:
        for at, what in enumerate(("CPU", "wall")):
            ratio = first["agentpack"][at] / first["cp"][at]
            verdict(f"a first deploy beside cp -r, {what}", ratio, PROMISES["copies"], "copies")
    # Files younger than a second are read again on purpose.
    time.sleep(1.5)
    plan = [program, "plan", "--json"]
    world.run("agentpack", plan)
    commands = {"agentpack": plan, "rulesync": rulesync, "ruler": ruler}
    again = world.best(commands)
    table(f"nothing changed: {title}", commands, again)
    if again["agentpack"]:
        verdict("a plan without changes", again["agentpack"][0], PROMISES["CPU s"], "CPU seconds")
        verdict("its memory", again["agentpack"][2], PROMISES["peak MB"], "MB")
    state = world.home / ".agentpack/state"
    before = size(state)
    changed = world.repo / "skills/s0/f0.md"
    changed.write_text(changed.read_text() + "x")
    time.sleep(1.5)
    if world.run("agentpack", deploy):
        verdict("state after a change of one byte", (size(state) - before) / 1024, PROMISES["growth KiB"], "KiB more")


def main():
    program, peers = sys.argv[1], sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        for modules, files in LAYOUTS:
            root = pathlib.Path(folder) / str(modules)
            root.mkdir()
            measure(program, peers, root, modules, files)


main()
