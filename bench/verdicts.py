#!/usr/bin/env python3
"""Lets the three programs judge the same diagrams: verdicts.py PROGRAMS FOLDER...

PROGRAMS is a folder with puml, puml-mcp and puml-lsp. For every diagram file below each FOLDER it asks the command line
(`puml check`), the MCP server (`puml_check`) and the language server (diagnostics) for a verdict, lets the language
server lay the text out, and checks what came out. Prints a row a folder; exit status 1 if any two disagree, if a layout
changes a verdict, or if the layout is not that of `puml fmt`.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

ENDINGS = {".puml", ".plantuml", ".iuml", ".pu"}


class Mcp:
    def __init__(self, programs, root):
        command = [programs / "puml-mcp", "--root", root]
        self.process = subprocess.Popen(command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.next = 0
        client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "verdicts", "version": "1"}}
        self.ask("initialize", client)
        self.say({"method": "notifications/initialized"})

    def say(self, message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.process.stdin.flush()

    def ask(self, method, params):
        self.next += 1
        self.say({"id": self.next, "method": method, "params": params})
        while True:
            message = json.loads(self.process.stdout.readline())
            if message.get("id") == self.next:
                return message["result"]

    def verdict(self, path):
        result = self.ask("tools/call", {"name": "puml_check", "arguments": {"path": path}})
        # A file that is refused as a whole, such as one over the limits, is not valid either.
        return not result.get("isError") and result["structuredContent"]["ok"]

    def close(self):
        self.process.stdin.close()
        self.process.wait(timeout=30)


class Lsp:
    def __init__(self, programs, root):
        self.process = subprocess.Popen([programs / "puml-lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.next = 0
        capabilities = {"general": {"positionEncodings": ["utf-16"]}, "textDocument": {"diagnostic": {}}}
        folders = [{"uri": pathlib.Path(root).as_uri(), "name": "corpus"}]
        self.ask("initialize", {"processId": None, "rootUri": None, "workspaceFolders": folders, "capabilities": capabilities})
        self.say({"method": "initialized", "params": {}})

    def say(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def ask(self, method, params):
        self.next += 1
        self.say({"id": self.next, "method": method, "params": params})
        while True:
            length = 0
            while line := self.process.stdout.readline().strip():
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            message = json.loads(self.process.stdout.read(length))
            if message.get("id") == self.next and "method" not in message:
                return message.get("result")

    def read(self, uri, text):
        """Whether the text has no error, and the text as the server lays it out."""
        item = {"uri": uri, "languageId": "puml", "version": 1, "text": text}
        self.say({"method": "textDocument/didOpen", "params": {"textDocument": item}})
        document = {"textDocument": {"uri": uri}}
        items = self.ask("textDocument/diagnostic", document)["items"]
        options = {"tabSize": 2, "insertSpaces": True}
        edits = self.ask("textDocument/formatting", {**document, "options": options}) or []
        self.say({"method": "textDocument/didClose", "params": document})
        return all(it.get("severity") != 1 for it in items), applied(text, edits)

    def close(self):
        self.ask("shutdown", None)
        self.say({"method": "exit"})
        self.process.wait(timeout=30)


def applied(text, edits):
    """The text after edits in UTF-16 columns."""
    units = text.encode("utf-16-le")
    starts, at = [0], 0
    for line in text.split("\n")[:-1]:
        at += len(line.encode("utf-16-le")) + 2
        starts.append(at)

    def offset(position):
        line = position["line"]
        return min(starts[line] + 2 * position["character"], len(units)) if line < len(starts) else len(units)

    # Of edits at one place the first in the list comes first in the text.
    for _, edit in sorted(enumerate(edits), key=lambda it: (offset(it[1]["range"]["start"]), it[0]), reverse=True):
        start, end = offset(edit["range"]["start"]), offset(edit["range"]["end"])
        units = units[:start] + edit["newText"].encode("utf-16-le") + units[end:]
    return units.decode("utf-16-le")


def command_line(programs, root, paths):
    """The verdict of `puml check` on each file."""
    done = subprocess.run([programs / "puml", "check", "--json", "--deny-undrawn", *paths], cwd=root, capture_output=True, text=True)
    return {it["file"]: it["ok"] for it in json.loads(done.stdout)["files"]}


def formatted(programs, text):
    done = subprocess.run([programs / "puml", "fmt", "-"], input=text, capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else None


def judge(programs, folder, work):
    paths = sorted(str(it.relative_to(folder)) for it in folder.rglob("*") if it.suffix in ENDINGS)
    texts = {it: (folder / it).read_text(errors="replace").replace("\r\n", "\n") for it in paths}
    paths = [it for it in paths if len(texts[it]) < 200_000]
    told = command_line(programs, folder, paths)
    mcp, lsp = Mcp(programs, folder), Lsp(programs, folder)
    differ, laid_out = [], {}
    for path in paths:
        is_ok, text = lsp.read((folder / path).as_uri(), texts[path])
        if not told[path] == mcp.verdict(path) == is_ok:
            differ.append(path)
        laid_out[path] = text
    mcp.close()
    lsp.close()
    for path, text in laid_out.items():
        target = work / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
    # What is included lies beside the originals.
    for path in (it for it in folder.rglob("*") if it.is_file() and it.suffix not in ENDINGS):
        target = work / path.relative_to(folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    after = command_line(programs, work, paths)
    changed = [it for it in paths if after[it] != told[it]]
    sample = paths[:: max(1, len(paths) // 50)]
    unlike = [it for it in sample if formatted(programs, texts[it]) not in (None, laid_out[it])]
    print(f"| {folder.parent.name if folder.name == 'files' else folder.name} | {len(paths)} | {sum(told.values())} | {len(differ)} | {len(changed)} | {len(unlike)} of {len(sample)} |", flush=True)
    for path in [*differ, *changed, *unlike]:
        print(f"{folder / path}", file=sys.stderr)
    return not (differ or changed or unlike)


def main():
    programs = pathlib.Path(sys.argv[1]).resolve()
    print("| folder | files | valid | verdicts that differ | verdicts changed by the layout | layouts unlike `puml fmt` |\n|---|---|---|---|---|---|")
    results = []
    for folder in sys.argv[2:]:
        with tempfile.TemporaryDirectory() as work:
            results.append(judge(programs, pathlib.Path(folder).resolve(), pathlib.Path(work)))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
