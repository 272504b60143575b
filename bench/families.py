#!/usr/bin/env python3
"""Writes a diagram of a family and a size to standard output: families.py FAMILY SIZE."""
import sys


def block(kind, lines):
    return "\n".join([f"@start{kind}", *lines, f"@end{kind}", ""])


def class_diagram(size):
    """Packages of ten classes; every class extends one before it and uses another."""
    lines = []
    for package in range(0, size, 10):
        lines.append(f"package part{package // 10} {{")
        for it in range(package, min(package + 10, size)):
            lines += [f"class C{it} {{", "  -name: String", "  +find(id: int): C0", "}"]
        lines.append("}")
    lines += [f"C{it // 3} <|-- C{it}" for it in range(1, size)]
    lines += [f"C{it} --> C{(it * 7 + 3) % size} : uses" for it in range(0, size, 5)]
    return block("uml", lines)


def description(size):
    lines = [f"component Part{it}" for it in range(size)]
    lines += [f"Part{it // 3} --> Part{it} : calls" for it in range(1, size)]
    return block("uml", lines)


def state(size):
    lines = ["[*] --> S0"]
    lines += [f"S{it} --> S{it + 1} : step {it}" for it in range(size - 1)]
    lines += [f"S{it} --> S{it // 2} : back" for it in range(10, size, 10)]
    return block("uml", [*lines, f"S{size - 1} --> [*]"])


def activity(size):
    lines = ["start"]
    for it in range(size // 4):
        lines += [f":prepare {it};", f"if (ready {it}?) then (yes)", f":do {it};", "else (no)", f":wait {it};", "endif", f":note {it};"]
    return block("uml", [*lines, "stop"])


def tree(kind, size):
    return block(kind, ["* root", *(f"{'*' * (2 + it % 4)} node {it}" for it in range(size))])


def json(size):
    return block("json", ["{", *(f'"key{it}": {{"id": {it}, "name": "value {it}"}},' for it in range(size)), '"end": null', "}"])


def gantt(size):
    lines = ["Project starts 2027-01-04", "saturday are closed", "sunday are closed", "[Task 0] lasts 3 days"]
    for it in range(1, size):
        lines += [f"[Task {it}] lasts {1 + it % 5} days", f"[Task {it}] starts at [Task {it // 2}]'s end"]
    return block("gantt", lines)


def timing(size):
    lines = ['robust "Web" as W', 'concise "User" as U', "@0", "W is Idle", "U is Waiting"]
    for it in range(1, size):
        lines += [f"@{it * 100}", f"W is {'Busy' if it % 2 else 'Idle'}", f"U is s{it % 7}"]
    return block("uml", lines)


FAMILIES = {
    "class": class_diagram, "description": description, "state": state, "activity": activity, "json": json, "gantt": gantt,
    "timing": timing, "mindmap": lambda size: tree("mindmap", size), "wbs": lambda size: tree("wbs", size),
}
sys.stdout.write(FAMILIES[sys.argv[1]](int(sys.argv[2])))
