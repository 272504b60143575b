"""Claude Code: its validator, its loader, its marketplace, and whole turns with a scripted model."""

import json
import re

from hosts import Room
from model import Model
from turns import BROKEN, FILE, LOOK, REPAIRED, TURN

PREFIX = "mcp__plugin_puml-agent-pack_puml__"


def judge(score, hosts, pack):
    room = Room(hosts)
    try:
        validator(score, hosts, pack, room)
        loader(score, hosts, pack, room)
        marketplace(score, hosts, pack, room)
        authoring(score, hosts, pack, room)
        editing(score, hosts, pack, room)
        looking(score, hosts, pack, room)
    finally:
        room.close()


def validator(score, hosts, pack, room):
    for what in [pack, pack / ".claude-plugin" / "plugin.json"]:
        status, output = room.run([*hosts.claude, "plugin", "validate", "--strict", "--profile", "directory", what])
        score.add("claude", f"plugin validate --strict {what.name}", status == 0 and "passed" in output, output)


def loader(score, hosts, pack, room):
    status, output = room.run([*hosts.claude, "--plugin-dir", pack, "mcp", "list"])
    score.add("claude", "mcp list connects", bool(re.search(r"puml.*Connected", output)), output)
    log = room.folder / "loader.log"
    room.run([*hosts.claude, "--plugin-dir", pack, "-p", "hi", "--debug-file", log])
    text = log.read_text()
    for line in ["Total plugin skills loaded: 4", "Total plugin agents loaded: 2", "Total plugin commands loaded: 4"]:
        score.add("claude", f"loader: {line}", line in text, text)
    faults = [it for it in text.splitlines() if "puml" in it and ("[ERROR]" in it or "nvalid" in it)]
    score.add("claude", "loader: no fault about the pack", not faults, "\n".join(faults))


def marketplace(score, hosts, pack, room):
    for words in [["plugin", "marketplace", "add", pack], ["plugin", "install", "puml-agent-pack@straightedge"], ["plugin", "list"]]:
        status, output = room.run([*hosts.claude, *words])
        score.add("claude", " ".join(map(str, words[:2])), status == 0, output)
    score.add("claude", "the plugin is installed", "puml-agent-pack@straightedge" in output, output)


def environment(model):
    """What makes the host ask the scripted model."""
    return {
        "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{model.port}",
        "ANTHROPIC_API_KEY": "scripted",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        # All tools are offered at once, so that the script can name them.
        "ENABLE_TOOL_SEARCH": "false",
    }


def turn(hosts, pack, room, script, prompt, tools):
    """A whole turn; gives the host's events and what the model was sent."""
    model = Model(script, lambda body: bool(body.get("tools")))
    try:
        command = [*hosts.claude, "--plugin-dir", pack, "-p", prompt, "--allowedTools", ",".join(tools)]
        status, output = room.run([*command, "--output-format", "stream-json", "--verbose"], environment(model))
        return status, output, model.requests
    finally:
        model.close()


def authoring(score, hosts, pack, room):
    script = [step if isinstance(step, str) else (PREFIX + step[0], step[1]) for step in TURN]
    tools = [PREFIX + "puml_check", PREFIX + "puml_render_svg"]
    status, output, requests = turn(hosts, pack, room, script, "Draw A to B and render it.", tools)
    sent = requests + [""] * 4
    score.add("claude", "turn: skills are offered", "puml-sequence-author" in sent[0], sent[0][:2000])
    score.add("claude", "turn: the failing check reaches the model", "syntax/unknown-statement" in sent[1], sent[1][-2000:])
    score.add("claude", "turn: the passing check reaches the model", r'\"ok\":true' in sent[2].replace(" ", ""), sent[2][-2000:])
    score.add("claude", "turn: the picture reaches the model", "<svg" in sent[3], sent[3][-2000:])
    events = [json.loads(it) for it in output.splitlines() if it.startswith("{")]
    final = next((it.get("result", "") for it in events if it.get("type") == "result"), "")
    score.add("claude", "turn: the answer is the checked source", status == 0 and REPAIRED in final, output[-2000:])


def editing(score, hosts, pack, room):
    file = str(room.project / "a.puml")
    check = (PREFIX + "puml_check", {"source": REPAIRED})
    # Diagnostics arrive beside the turn; a few more steps give the language server time to start.
    script = [("Write", {"file_path": file, "content": BROKEN}), check, check, check, "The file has an error."]
    _, output, requests = turn(hosts, pack, room, script, "Write a.puml.", ["Write", PREFIX + "puml_check"])
    seen = [it for it in requests if "new-diagnostics" in it and "syntax/unknown-statement" in it]
    score.add("claude", "turn: diagnostics of a written .puml reach the model", bool(seen), output[-2000:])


def looking(score, hosts, pack, room):
    (room.project / FILE).write_text(REPAIRED)
    script = [step if isinstance(step, str) else (PREFIX + step[0], step[1]) for step in LOOK]
    tools = [PREFIX + "puml_view", PREFIX + "puml_project"]
    status, output, requests = turn(hosts, pack, room, script, "Look at the diagrams of this project.", tools)
    sent = requests + [""] * 3
    score.add("claude", "turn: puml_view shows a file of the project as a picture", '"image/png"' in sent[1] and "longest_label" in sent[1], sent[1][-2000:])
    score.add("claude", "turn: puml_project finds the file", FILE in sent[2].replace(sent[1][-100:], "") and r'\"total\":' in sent[2].replace(" ", ""), sent[2][-2000:])
    score.add("claude", "turn: the look is delivered", status == 0 and "nothing overlaps" in output, output[-2000:])
