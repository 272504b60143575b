"""A client of raw lines: what goes over the pipe, byte by byte, with nothing in between that could be lenient."""

import json
import subprocess
import sys

server = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def say(line):
    server.stdin.write(line + "\n")
    server.stdin.flush()


def hear():
    return json.loads(server.stdout.readline())


def ask(number, method, params):
    say(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}))
    while True:
        answer = hear()
        if answer.get("id") == number:
            return answer


def call(number, tool, arguments):
    return ask(number, "tools/call", {"name": tool, "arguments": arguments})["result"]


modern = {"_meta": {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "raw", "version": "1"},
}}
found = ask(1, "server/discover", modern)["result"]
assert "2026-07-28" in found["supportedVersions"], found
hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}
assert ask(2, "initialize", hello)["result"]["protocolVersion"] == "2025-06-18"
say('{"jsonrpc":"2.0","method":"notifications/initialized"}')
assert ask(3, "ping", {})["result"] == {}
checked = call(4, "puml_check", {"source": "A -> B"})
assert checked["structuredContent"] == json.loads(checked["content"][0]["text"]), checked
assert call(5, "puml_check", {"source": 7, "x": 1})["isError"]
assert ask(6, "tools/call", {"name": "nothing"})["error"]["code"] == -32602
assert ask(7, "nothing/here", {})["error"]["code"] == -32601
say("this is not JSON")
assert hear()["error"]["code"] == -32700
say('{"jsonrpc":"2.0","id":8}')
assert hear()["error"]["code"] == -32600
assert call(9, "puml_check", {"source": "A -> B"})["structuredContent"]["ok"]
server.stdin.close()
assert server.wait(timeout=10) == 0
assert server.stdout.read() == ""
