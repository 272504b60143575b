"""A project with one module of every kind, each with a word of its own, deployed by the real program."""

import json
import subprocess

WORDS = {kind: f"MARK{kind.upper()}7421" for kind in ["instructions", "rule", "skill", "command", "agent", "tool"]}
TOKEN = "token-of-the-judge"

SERVER = """import json, os, sys
open(sys.argv[1], "a").write("started " + os.environ.get("JUDGE_TOKEN", "without a token") + "\\n")
for line in sys.stdin:
    message = json.loads(line)
    method = message.get("method")
    if method == "initialize":
        result = {"protocolVersion": message["params"]["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": {"name": "judge", "version": "1"}}
    elif method == "tools/list":
        result = {"tools": [{"name": "judge_tool", "description": "WORD says nothing.", "inputSchema": {"type": "object", "properties": {}}}]}
    elif "id" in message:
        result = {}
    else:
        continue
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
"""


class Deployment:
    """What was deployed into a room, and what the hosts left behind there."""

    def __init__(self, program, room, targets):
        self.room = room
        self.program = program
        self.hooks = room.folder / "hooks.log"
        self.starts = room.folder / "starts.log"
        self.repo = room.home / ".agentpack" / "repo"
        subprocess.run(["git", "init", "--quiet", room.project], check=True)
        self.modules = []
        self.write()
        lines = ["version: 1", "profiles: {default: {include_tags: [base]}}", "targets:"]
        lines += [f"  {host}: {{mode: files, scope: both}}" for host in targets]
        text = "\n".join([*lines, "modules:", *self.modules]) + "\n"
        (self.repo / "agentpack.yaml").write_text(text)
        self.answer = self.run("deploy", "--apply", "--yes")

    def run(self, *words):
        status, output = self.room.run([self.program, *words, "--json"])
        answer = json.loads(output)
        if status:
            raise RuntimeError(output)
        return answer["data"]

    def module(self, kind, name, path, text, more=""):
        file = self.repo / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        place = path.rsplit("/", 1)[0] if kind in ["instructions", "skill"] else path
        self.modules.append(f"  - {{id: '{kind}:{name}', type: {kind}, tags: [base], {more}source: {{local_path: {{path: {place}}}}}}}")

    def write(self):
        script = self.room.folder / "server.py"
        script.write_text(SERVER.replace("WORD", WORDS["tool"]))
        self.module("instructions", "base", "base/AGENTS.md", f"# {WORDS['instructions']}\n")
        self.module("instructions", "rust", "rust/AGENTS.md", f"# {WORDS['rule']}\n", "metadata: {globs: ['**/*.rs']}, ")
        self.module("skill", "judge-skill", "skills/judge-skill/SKILL.md", f"---\nname: judge-skill\ndescription: {WORDS['skill']} tells a skill.\n---\n\nTell it.\n")
        self.module("command", "judge-go", "commands/judge-go.md", f"---\ndescription: {WORDS['command']} goes.\n---\n\nGo to $ARGUMENTS.\n")
        self.module("agent", "judge-critic", "agents/judge-critic.md", f"---\nname: judge-critic\ndescription: {WORDS['agent']} finds faults.\n---\n\nFind faults.\n")
        server = {"command": "/usr/bin/python3", "args": [str(script), str(self.starts)], "env": {"JUDGE_TOKEN": "${JUDGE_TOKEN}"}}
        for scope in ["project", "user"]:
            self.module("mcp", f"judge-{scope}", f"mcp/{scope}.json", json.dumps(server), f"scope: {scope}, ")
        hook = {"event": "prompt_submit", "command": f"echo ran >> {self.hooks}"}
        self.module("hook", "judge-hook", "hooks/judge.json", json.dumps(hook))
        # No turn uses the tool that this one waits for.
        other = {"event": "before_tool", "matcher": "NotebookEdit", "command": f"echo other >> {self.hooks}"}
        self.module("hook", "judge-other", "hooks/other.json", json.dumps(other))

    def lines(self, file):
        return file.read_text().splitlines() if file.exists() else []
