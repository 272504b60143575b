"""One function per host: a turn with a scripted model, or the host's own lists, against a deployment."""

import json

from deployment import TOKEN, WORDS, Deployment
from hosts import Room
from model import Model

# All at once, so that every host could find what belongs to another.
TARGETS = [
    "amp", "claude_code", "cline", "codex", "copilot_cli", "cursor", "gemini_cli", "goose", "junie", "kiro", "opencode", "qwen_code", "roo", "vscode",
    "windsurf", "zed",
]


def judge(score, hosts, program, only):
    for host in [claude, codex, copilot, opencode, qwen, goose, gemini, cline, amp]:
        if only and host.__name__ not in only:
            continue
        room = Room(hosts)
        try:
            host(score, hosts, room, Deployment(program, room, TARGETS))
        finally:
            room.close()


def once(score, host, sent, kinds):
    """The first request holds the word of each kind exactly once."""
    for kind in kinds:
        count = sent.count(WORDS[kind])
        score.add(host, f"{kind}: once, not twice", count == 1, f"{count} times in\n{around(sent, WORDS[kind])}")


def never(score, host, sent, kinds):
    for kind in kinds:
        score.add(host, f"{kind}: not before a file asks for it", WORDS[kind] not in sent, around(sent, WORDS[kind]))


def around(text, word):
    parts = text.split(word)
    return "\n…\n".join(f"{before[-300:]}{word}{after[:100]}" for before, after in zip(parts, parts[1:])) or text[:2000]


def hooked(score, host, deployment):
    lines = deployment.lines(deployment.hooks)
    score.add(host, "hook: runs once for a prompt, and not for another tool", lines == ["ran"], str(lines))


def served(score, host, deployment):
    lines = deployment.lines(deployment.starts)
    ok = bool(lines) and all(it == f"started {TOKEN}" for it in lines)
    score.add(host, "server: starts with the variable of the user", ok, str(lines))


def turn(room, command, environment, is_ours=lambda body: True, prepare=lambda port: None, steps=()):
    """Runs a host against a model that takes the steps and answers; gives the status, the output and the requests."""
    model = Model([*steps, "All done."], is_ours)
    try:
        prepare(model.port)
        words = [str(it).replace("PORT", str(model.port)) for it in command]
        more = {name: value.replace("PORT", str(model.port)) for name, value in environment.items()}
        status, output = room.run(words, {"JUDGE_TOKEN": TOKEN, **more})
        return status, output, [*model.requests, ""]
    finally:
        model.close()


def claude(score, hosts, room, deployment):
    environment = {
        "ANTHROPIC_BASE_URL": "http://127.0.0.1:PORT",
        "ANTHROPIC_API_KEY": "scripted",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "ENABLE_TOOL_SEARCH": "false",
    }
    # Servers of the project are approved as a person would.
    local = room.project / ".claude" / "settings.local.json"
    local.write_text(json.dumps({"enableAllProjectMcpServers": True}))
    command = [*hosts.claude, "-p", "Say hi.", "--allowedTools", "Bash"]
    steps = [("Bash", {"command": "echo hi", "description": "Says hi."})]
    status, output, requests = turn(room, command, environment, lambda body: bool(body.get("tools")), steps=steps)
    score.add("claude", "a turn ends well", status == 0, output)
    once(score, "claude", requests[0], ["instructions", "skill", "agent"])
    never(score, "claude", requests[0], ["rule"])
    hooked(score, "claude", deployment)
    served(score, "claude", deployment)


def codex(score, hosts, room, deployment):
    provider = '{name="scripted",base_url="http://127.0.0.1:PORT/v1",wire_api="responses"}'
    trusted = f'projects."{room.project}".trust_level="trusted"'
    options = ["-c", 'model_provider="scripted"', "-c", f"model_providers.scripted={provider}", "-c", trusted]
    status, output, requests = turn(room, [*hosts.codex, "exec", "--skip-git-repo-check", *options, "Say hi."], {})
    score.add("codex", "a turn ends well", status == 0, output)
    once(score, "codex", requests[0], ["instructions", "skill", "command"])
    never(score, "codex", requests[0], ["rule"])
    served(score, "codex", deployment)


def copilot(score, hosts, room, deployment):
    environment = {
        "COPILOT_PROVIDER_TYPE": "anthropic",
        "COPILOT_PROVIDER_BASE_URL": "http://127.0.0.1:PORT",
        "COPILOT_PROVIDER_API_KEY": "scripted",
        "COPILOT_MODEL": "scripted",
        "COPILOT_OFFLINE": "true",
    }
    config = room.home / ".copilot" / "config.json"
    config.parent.mkdir(exist_ok=True)
    config.write_text(json.dumps({"trustedFolders": [str(room.project)]}))
    steps = [("bash", {"command": "echo hi", "description": "Says hi."})]
    status, output, requests = turn(room, [*hosts.copilot, "-p", "Say hi.", "--allow-all-tools"], environment, steps=steps)
    score.add("copilot", "a turn ends well", status == 0, output)
    once(score, "copilot", requests[0], ["instructions", "skill", "command", "agent"])
    never(score, "copilot", requests[0], ["rule"])
    hooked(score, "copilot", deployment)
    served(score, "copilot", deployment)


def opencode(score, hosts, room, deployment):
    status, output = room.run([*hosts.opencode, "debug", "config"], {"JUDGE_TOKEN": TOKEN})
    config = json.loads(output[output.index("{") :]) if "{" in output else {}
    server = config.get("mcp", {}).get("judge-project", {})
    # Values are masked in this answer.
    score.add("opencode", "server: read with its environment", "JUDGE_TOKEN" in server.get("environment", {}), output[-3000:])
    agent = config.get("agent", {}).get("judge-critic", {})
    score.add("opencode", "agent: read as a subagent", agent.get("mode") == "subagent" and WORDS["agent"] in agent.get("description", ""), str(agent))
    command = config.get("command", {}).get("judge-go", {})
    score.add("opencode", "command: read with its arguments", "$ARGUMENTS" in command.get("template", ""), str(command))
    status, output = room.run([*hosts.opencode, "debug", "skill"])
    score.add("opencode", "skill: once, not twice", output.count(WORDS["skill"]) == 1, output[:3000])


def qwen(score, hosts, room, deployment):
    trusted = room.home / ".qwen" / "trustedFolders.json"
    trusted.parent.mkdir(exist_ok=True)
    trusted.write_text(json.dumps({str(room.project): "TRUST_FOLDER"}))
    status, output = room.run([*hosts.qwen, "mcp", "list"], {"JUDGE_TOKEN": TOKEN})
    for scope in ["project", "user"]:
        score.add("qwen", f"server: of the {scope} scope is listed once", output.count(f"judge-{scope}:") == 1, output)


def goose(score, hosts, room, deployment):
    status, output = room.run([*hosts.goose, "info", "-v"], {"JUDGE_TOKEN": TOKEN})
    score.add("goose", "server: read from config.yaml", "judge-user" in output and "JUDGE_TOKEN" in output, output)
    status, output = room.run([*hosts.goose, "recipe", "list", "--verbose"])
    score.add("goose", "command: read as a recipe", "judge-go" in output, output)
    status, output = room.run([*hosts.goose, "recipe", "validate", room.project / ".goose" / "recipes" / "judge-go.yaml"])
    score.add("goose", "command: the recipe is valid", status == 0, output)


def gemini(score, hosts, room, deployment):
    trusted = room.home / ".gemini" / "trustedFolders.json"
    trusted.parent.mkdir(exist_ok=True)
    trusted.write_text(json.dumps({str(room.project): "TRUST_FOLDER"}))
    status, output = room.run([*hosts.gemini, "mcp", "list"], {"JUDGE_TOKEN": TOKEN})
    score.add("gemini", "server: of the project and of the user connect", output.count("Connected") == 2, output)
    served(score, "gemini", deployment)
    status, output = room.run([*hosts.gemini, "skills", "list"])
    score.add("gemini", "skill: once, not twice", output.count(WORDS["skill"]) == 1, output)


def cline(score, hosts, room, deployment):
    def provide(port):
        settings = {"provider": "anthropic", "apiKey": "scripted", "baseUrl": f"http://127.0.0.1:{port}", "model": "claude-sonnet-4-5"}
        entry = {"settings": settings, "updatedAt": "2026-01-01T00:00:00.000Z", "tokenSource": "manual"}
        file = room.home / ".cline" / "data" / "settings" / "providers.json"
        file.write_text(json.dumps({"version": 1, "lastUsedProvider": "anthropic", "providers": {"anthropic": entry}}))

    command = [*hosts.cline, "--json", "-P", "anthropic", "-k", "scripted", "-m", "claude-sonnet-4-5", "Say hi."]
    status, output, requests = turn(room, command, {}, prepare=provide)
    score.add("cline", "a turn ends well", status == 0, output[-3000:])
    once(score, "cline", requests[0], ["instructions", "tool"])
    count = requests[0].count("judge-skill")
    score.add("cline", "skill: once, not twice", count == 1, f"{count} times in\n{around(requests[0], 'judge-skill')}")
    served(score, "cline", deployment)


def amp(score, hosts, room, deployment):
    # The lists need a key and no service.
    environment = {"AMP_API_KEY": "scripted", "AMP_URL": "http://127.0.0.1:9"}
    status, output = room.run([*hosts.amp, "mcp", "list"], environment)
    for scope in ["project", "user"]:
        score.add("amp", f"server: of the {scope} scope is listed once", output.count(f"judge-{scope} ") == 1, output)
    status, output = room.run([*hosts.amp, "skill", "list"], environment)
    for kind in ["skill", "command"]:
        score.add("amp", f"{kind}: once, not twice", output.count(WORDS[kind]) == 1, output)
