"""Codex: marketplace and installation, its app server (plugin, skills, every tool), and a whole turn."""

import json
import subprocess

from hosts import Room
from model import Model
from turns import CALLS, FILE, LOOK, NEED_A_ROOT, REPAIRED, TURN

SKILLS = ["puml-diagram-author", "puml-docs-integrator", "puml-sequence-author", "puml-sequence-reviewer"]


def judge(score, hosts, pack):
    room = Room(hosts)
    try:
        for words in [["plugin", "marketplace", "add", pack], ["plugin", "add", "puml-agent-pack@straightedge"], ["mcp", "list"]]:
            status, output = room.run([*hosts.codex, *words])
            score.add("codex", " ".join(map(str, words[:3])).replace(str(pack), "PACK"), status == 0, output)
        app_server(score, hosts, pack, room)
        authoring(score, hosts, room)
        looking(score, hosts, room)
    finally:
        room.close()


class AppServer:
    """JSON lines with `codex app-server`."""

    def __init__(self, hosts, room):
        self.process = subprocess.Popen(
            [str(it) for it in [*hosts.codex, "app-server"]],
            env=room.environment, cwd=room.project, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )
        self.next = 0
        self.ask("initialize", {"clientInfo": {"name": "judges", "version": "1"}})
        self.tell({"method": "initialized"})

    def tell(self, message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def ask(self, method, params):
        self.next += 1
        self.tell({"id": self.next, "method": method, "params": params})
        for line in self.process.stdout:
            message = json.loads(line)
            if message.get("id") == self.next and "method" not in message:
                return message.get("result") or {"error": message.get("error")}
        return {"error": "the app server ended"}

    def close(self):
        self.process.stdin.close()
        self.process.terminate()
        self.process.wait()


def app_server(score, hosts, pack, room):
    server = AppServer(hosts, room)
    try:
        read = server.ask("plugin/read", {"pluginName": "puml-agent-pack", "marketplacePath": str(pack / ".agents" / "plugins" / "marketplace.json")})
        text = json.dumps(read)
        score.add("codex", "plugin/read: display name", "puml Diagrams" in text, text)
        score.add("codex", "plugin/read: prompts", "Create a sequence diagram for this flow" in text, text)
        score.add("codex", "plugin/read: skills", all(it in text for it in SKILLS), text)
        score.add("codex", "plugin/read: pictures", all(it in text for it in ["icon.png", "logo.png", "screenshot-preview.png"]), text)
        listed = json.dumps(server.ask("skills/list", {"cwds": [str(room.project)]}))
        score.add("codex", "skills/list", all(f"puml-agent-pack:{it}" in listed for it in SKILLS), listed)
        thread = server.ask("thread/start", {"cwd": str(room.project)})
        thread_id = thread.get("thread", {}).get("id")
        status = server.ask("mcpServerStatus/list", {"threadId": thread_id})
        ours = next((it for it in status.get("data", []) if it.get("name") == "puml"), {})
        tools = ours.get("tools", {})
        names = sorted(tools if isinstance(tools, dict) else [it["name"] for it in tools])
        score.add("codex", f"mcpServerStatus/list: {len(names)} tools", len(names) >= 15, json.dumps(status)[:4000])
        for name in names:
            arguments = CALLS.get(name, NEED_A_ROOT.get(name))
            if arguments is None:
                score.add("codex", f"tool/call {name}", False, "the judges have no arguments for it")
                continue
            result = server.ask("mcpServer/tool/call", {"threadId": thread_id, "server": "puml", "tool": name, "arguments": arguments})
            refused = result.get("isError") or result.get("error")
            score.add("codex", f"tool/call {name}", bool(refused) == (name in NEED_A_ROOT), json.dumps(result)[:4000])
    finally:
        server.close()


def turn(hosts, room, steps, prompt):
    """A whole turn; gives the host's exit status, its output and what the model was sent."""
    script = [step if isinstance(step, str) else (f"mcp__puml/{step[0]}", step[1]) for step in steps]
    model = Model(script, lambda body: True)
    try:
        provider = f'{{name="scripted",base_url="http://127.0.0.1:{model.port}/v1",wire_api="responses"}}'
        command = [*hosts.codex, "exec", "--skip-git-repo-check", "--json", "-c", 'model_provider="scripted"', "-c", f"model_providers.scripted={provider}"]
        status, output = room.run([*command, prompt])
        return status, output, model.requests + [""] * 4
    finally:
        model.close()


def looking(score, hosts, room):
    (room.project / FILE).write_text(REPAIRED)
    status, output, sent = turn(hosts, room, LOOK, "Look at the diagrams of this project.")
    # Codex hands on the structured part of an answer alone where there is one; puml_view has none.
    shown = "input_image" in sent[1] and "data:image/png;base64," in sent[1] and "longest_label" in sent[1]
    score.add("codex", "turn: puml_view shows a file of the project as a picture", shown, sent[1][-2000:])
    score.add("codex", "turn: puml_project finds the file without help", r'\"total\":1' in sent[2].replace(" ", "").replace("\\\\", "\\"), sent[2][-2000:])
    score.add("codex", "turn: the look is delivered", status == 0 and "nothing overlaps" in output, output[-2000:])


def authoring(score, hosts, room):
    status, output, sent = turn(hosts, room, TURN, "Draw A to B and render it.")
    score.add("codex", "turn: skills are offered", "puml-sequence-author" in sent[0], sent[0][:2000])
    score.add("codex", "turn: the failing check reaches the model", "syntax/unknown-statement" in sent[1], sent[1][-2000:])
    score.add("codex", "turn: the picture reaches the model", "<svg" in sent[3], sent[3][-2000:])
    score.add("codex", "turn: the answer is delivered", status == 0 and "It passed puml_check" in output, output[-2000:])
