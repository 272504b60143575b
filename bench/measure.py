#!/usr/bin/env python3
"""Runs commands and prints CPU seconds, peak memory and last output line of each as a Markdown table.

    measure.py --title T NAME COMMAND [ARG...] [-- NAME COMMAND [ARG...]]...

Each command runs five times; the fastest counts, since noise only ever adds. The last row is the growth from the
first command to the last."""
import os
import subprocess
import sys
import tempfile


def measured(command):
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(command, stdout=out)
        _, status, usage = os.wait4(child.pid, 0)
        if status != 0:
            sys.exit(f"{command[0]} failed")
        out.seek(0)
        lines = out.read().decode().strip().splitlines()
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, lines[-1] if lines else ""


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
    title, words = sys.argv[2], sys.argv[3:]
    print(f"\n| {title} | CPU s | peak MB | says |\n|---|---|---|---|")
    times = []
    for name, *command in split(words):
        seconds, megabytes, says = min(measured(command) for _ in range(5))
        times.append(seconds)
        print(f"| {name} | {seconds:.3f} | {megabytes:.0f} | {says} |")
    if len(times) > 1:
        print(f"| growth | {times[-1] / max(times[0], 1e-9):.1f}x | | |")


main()
