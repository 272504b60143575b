#!/usr/bin/env python3
"""What planexe promises about speed, beside Luigi in the same run, as Markdown tables; fails where a promise is broken.

    planexe.py MEASURE LUIGI_PYTHON

The fastest of three runs counts, since noise only ever adds."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

TASKS = "1000"
HERE = pathlib.Path(__file__).parent
broken = []


def answer(*command, folder):
    # ext4 searches past every inode that was freed within the last minutes before it gives out a new one: what a run
    # has written stays until all are measured.
    place = {"TMPDIR": folder, "MEASURE_KEEP": "1"}
    told = subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, **place})
    return json.loads(told.stdout)


def best(key, *command, folder):
    return min((answer(*command, folder=folder) for _ in range(3)), key=key)


def promise(name, holds):
    if not holds:
        broken.append(name)
    return "kept" if holds else "BROKEN"


def overhead(measure, python, places):
    """The promise is judged where files cost next to nothing, so that engines are compared and not file systems."""
    def cpu(told):
        return told["cpu_ms_per_task"]

    print("\n| overhead per no-op task | planexe CPU ms | Luigi CPU ms | ratio | promise: 1/10 |\n|---|---|---|---|---|")
    for place, folder in places.items():
        for workers in "12":
            ours = cpu(best(cpu, measure, "overhead", TASKS, workers, folder=folder))
            theirs = cpu(best(cpu, python, str(HERE / "luigi_noop.py"), TASKS, workers, folder=folder))
            kept = promise(f"overhead with {workers} workers", ours * 10 <= theirs) if place == "in memory" else ""
            row = f"{TASKS} tasks, {workers} worker(s), files {place}"
            print(f"| {row} | {ours:.2f} | {theirs:.2f} | 1/{theirs / ours:.0f} | {kept} |")


def burst(measure, folder):
    told = best(lambda it: it["status_ms"]["p99"], measure, "burst", "10", folder=folder)
    print("\n| while a run logs 10,000 lines/s | calls | p50 ms | p99 ms | promise |\n|---|---|---|---|---|")
    for name, key, limit in [("status", "status_ms", 10), ("list of 5,000 artifacts", "list_5000_ms", 40)]:
        it = told[key]
        kept = promise(name, it["p99"] <= limit)
        print(f"| {name} | {it['count']} | {it['p50']:.1f} | {it['p99']:.1f} | {limit} ms: {kept} |")
    # The program itself ends with an error when an event is missing.
    print(f"\n{told['events']} events without a gap; {told['log_bytes']} bytes of log; stopped in {told['stop_ms']:.0f} ms")


def main():
    measure, python = sys.argv[1:]
    with tempfile.TemporaryDirectory(dir="/dev/shm") as memory, tempfile.TemporaryDirectory() as disk:
        overhead(measure, python, {"in memory": memory, "on disk": disk})
        burst(measure, disk)
    sys.exit(f"broken: {', '.join(broken)}" if broken else 0)


main()
