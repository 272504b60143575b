#!/usr/bin/env python3
"""Runs commands and prints CPU and wall seconds, peak memory and the CPU ratio to the first as a Markdown table.

    measure.py --title T [--runs N] [--input FILE] NAME COMMAND [ARG...] [-- NAME COMMAND [ARG...]]...

Each command runs five times, or N; the fastest counts, since noise only ever adds. A command that fails is said to fail,
never guessed. What a command says is its last line, or the size of the document it writes."""
import os
import subprocess
import sys
import tempfile
import time

def measured(command, source):
    # Memory is read by GNU time: a child of this process would be born with this process's own peak.
    with tempfile.TemporaryFile() as out, tempfile.NamedTemporaryFile() as peak, open(source or os.devnull, "rb") as text:
        start = time.monotonic()
        timed = ["/usr/bin/time", "--quiet", "--format", "%M", "--output", peak.name, *command]
        child = subprocess.Popen(timed, stdin=text, stdout=out, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.monotonic() - start
        if status != 0:
            return None
        out.seek(0)
        written = out.read()
        megabytes = int(peak.read()) / 1024
    lines = written.decode(errors="replace").strip().splitlines()
    last = lines[-1] if lines else ""
    is_line = len(last) < 100 and last.isascii() and not last.startswith("<")
    says = last if is_line else f"{len(written) / 1024:.0f} KB"
    return usage.ru_utime + usage.ru_stime, wall, megabytes, says


def split(words):
    group = []
    for word in words:
        if word == "--":
            yield group
            group = []
        else:
            group.append(word)
    yield group


def main():
    words = sys.argv[1:]
    title, words = words[1], words[2:]
    runs_each = 5
    if words[0] == "--runs":
        runs_each, words = int(words[1]), words[2:]
    source = None
    if words[0] == "--input":
        source, words = words[1], words[2:]
    print(f"\n| {title} | CPU s | wall s | peak MB | times the first | says |\n|---|---|---|---|---|---|")
    first = None
    for name, *command in split(words):
        runs = [measured(command, source) for _ in range(runs_each)]
        if None in runs:
            print(f"| {name} | failed | | | | |")
            continue
        seconds, wall, megabytes, says = min(runs)
        first = first or max(seconds, 1e-9)
        print(f"| {name} | {seconds:.3f} | {wall:.3f} | {megabytes:.0f} | {seconds / first:.1f}x | {says} |")


main()
