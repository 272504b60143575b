"""The live runner of the evals: a task is done by Claude Code and by Codex, and its report says so."""

import claude
from assemble import built
from hosts import Room
from model import Model

TASK = "basic_authoring/smallest"
SOURCE = "@startuml\nparticipant Client\nparticipant Server\nClient -> Server : ping\nServer --> Client : pong\n@enduml\n"
ANSWER = f"It passed puml_check.\n\n```puml\n{SOURCE}```\n"


def judge(score, hosts, pack):
    model = Model([(claude.PREFIX + "puml_check", {"source": SOURCE}), ANSWER], lambda body: bool(body.get("tools")))
    attempt(score, hosts, pack, "claude", hosts.claude[0], model, lambda room: claude.environment(model))
    model = Model([("mcp__puml/puml_check", {"source": SOURCE}), ANSWER], lambda body: True)
    attempt(score, hosts, pack, "codex", hosts.codex[0], model, lambda room: configure(room, hosts, pack, model))


def attempt(score, hosts, pack, host, program, model, prepare):
    room = Room(hosts)
    try:
        report = room.folder / "report.md"
        command = [built()["puml-agent-evals"], "live", "--host", host, "--program", program, "--pack", pack]
        _, output = room.run([*command, "--filter", TASK, "--report", report], prepare(room))
        text = report.read_text() if report.exists() else output
        score.add("live", f"{host} does {TASK}", "| basic_authoring | with the pack | 1 | 1 | 1 |" in text, text)
    finally:
        model.close()
        room.close()


def configure(room, hosts, pack, model):
    """Installs the plugin and makes the scripted model the one that Codex asks."""
    for words in [["plugin", "marketplace", "add", pack], ["plugin", "add", "puml-agent-pack@straightedge"]]:
        room.run([*hosts.codex, *words])
    config = room.home / ".codex" / "config.toml"
    provider = f'[model_providers.scripted]\nname = "scripted"\nbase_url = "http://127.0.0.1:{model.port}/v1"\nwire_api = "responses"\n'
    config.write_text(f'model_provider = "scripted"\n{config.read_text()}\n{provider}')
    return {}
