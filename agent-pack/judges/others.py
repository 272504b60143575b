"""Gemini CLI, Copilot CLI and the validator of agentskills.io."""

import os
import subprocess
import sys

from hosts import Room


def judge(score, hosts, pack):
    gemini(score, hosts, pack)
    copilot(score, hosts, pack)
    skills(score, hosts, pack)


def gemini(score, hosts, pack):
    room = Room(hosts)
    try:
        status, output = room.run([*hosts.gemini, "extensions", "validate", pack])
        score.add("gemini", "extensions validate", status == 0, output)
        status, output = room.run([*hosts.gemini, "extensions", "link", "--consent", pack])
        score.add("gemini", "extensions link", status == 0, output)
        status, output = room.run([*hosts.gemini, "extensions", "list"])
        score.add("gemini", "extensions list", "puml-agent-pack" in output, output)
    finally:
        room.close()


def copilot(score, hosts, pack):
    room = Room(hosts)
    try:
        for words in [["plugin", "marketplace", "add", pack], ["plugin", "install", "puml-agent-pack@straightedge"], ["plugin", "list"]]:
            status, output = room.run([*hosts.copilot, *words])
            score.add("copilot", " ".join(map(str, words[:2])), status == 0, output)
        score.add("copilot", "the plugin is installed", "puml-agent-pack" in output, output)
    finally:
        room.close()


def skills(score, hosts, pack):
    environment = {**os.environ, "PYTHONPATH": str(hosts.skills)}
    program = hosts.skills / "bin" / "agentskills"
    for skill in sorted((pack / "skills").iterdir()):
        done = subprocess.run([sys.executable, program, "validate", skill], env=environment, capture_output=True, text=True)
        score.add("agentskills", f"validate {skill.name}", done.returncode == 0, done.stdout + done.stderr)
