#!/usr/bin/env python3
"""Keeps the tables of one area in docs/benchmarks.md, with the machine and the day they were measured on.

    record.py AREA TABLES

The first comment line of bench/areas/AREA says what the section is about. Other sections stay as they are."""
import datetime
import os
import pathlib
import platform
import re
import sys

PAGE = pathlib.Path("docs/benchmarks.md")
HEAD = """# Benchmarks

Every table is one run of `bench/run AREA` on one machine: ours and its peers on the same input, each command five times,
the fastest counted. CPU is user and system time of the process and its children; memory is the peak of one process.
The ratio is to the first row. What could not be installed is said so. Measure again with `bench/run`.
"""


def processor():
    names = re.findall(r"model name\s*:\s*(.+)", pathlib.Path("/proc/cpuinfo").read_text())
    return f"{len(names)} x {names[0]}" if names else platform.processor()


def section(area, tables):
    about = pathlib.Path(f"bench/areas/{area}").read_text().splitlines()[0].lstrip("# ")
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    today = datetime.date.today().isoformat()
    where = f"Measured {today} with `bench/run {area}` on {processor()}, {memory:.0f} GiB, {platform.system()}."
    return f"## {area}\n\n{about}\n\n{where}\n\n{tables.strip()}\n"


def main():
    area, tables = sys.argv[1], pathlib.Path(sys.argv[2]).read_text()
    text = PAGE.read_text() if PAGE.exists() else HEAD
    parts = dict(re.findall(r"(?ms)^## (\S+)\n(.*?)(?=^## |\Z)", text))
    sections = {name: f"## {name}\n{body.rstrip()}\n" for name, body in parts.items()}
    sections[area] = section(area, tables)
    PAGE.write_text("\n".join([HEAD, *(sections[name] for name in sorted(sections))]))


main()
