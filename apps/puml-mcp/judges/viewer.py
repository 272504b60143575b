"""The viewer in a real browser: a host of MCP Apps in a page shows it, and every answer comes from the real server.

usage: viewer.py PUML_MCP [ARGUMENTS…]; CHROMIUM names the browser.
"""

import html
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE = "@startuml\nactor Alice\nAlice -> Bob : grüezi\n@enduml\n"
BROKEN = "@startuml\nparticpant Ällis\nÄllis -> Bob : hi\n@enduml\n"
FIXED = BROKEN.replace("particpant", "participant")
UI = {"extensions": {"io.modelcontextprotocol/ui": {"mimeTypes": ["text/html;profile=mcp-app"]}}}


class Server:
    """The server on stdin and stdout."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.last = 0
        hello = {"protocolVersion": "2025-11-25", "capabilities": UI, "clientInfo": {"name": "viewer", "version": "1"}}
        self.ask("initialize", hello)
        self.say({"method": "notifications/initialized"})

    def say(self, message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.process.stdin.flush()

    def ask(self, method, params):
        self.last += 1
        self.say({"id": self.last, "method": method, "params": params})
        for line in self.process.stdout:
            answer = json.loads(line)
            if answer.get("id") == self.last:
                return answer["result"]
        raise SystemExit(f"{method}: the server left")

    def call(self, name, arguments):
        return self.ask("tools/call", {"name": name, "arguments": arguments})


# The host: it answers what the view asks with what the server said, and plays the user.
HOST = """<!doctype html><meta charset="utf-8"><iframe id="view" style="width:800px;height:600px"></iframe><pre id="seen"></pre>
<script>
const GIVEN = __GIVEN__;
const seen = { asked: [], context: [] };
const view = document.getElementById("view");
const say = (message) => view.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
const key = (args) => JSON.stringify([args.source, args.theme ?? null]);
let ready;
const isReady = new Promise((resolve) => { ready = resolve; });
window.addEventListener("message", ({ source, data }) => {
  if (source !== view.contentWindow) return;
  seen.asked.push(data.method);
  if (data.method === "ui/initialize") {
    seen.hello = data.params;
    return say({ id: data.id, result: { protocolVersion: "2026-01-26", hostInfo: { name: "judge", version: "1" },
      hostCapabilities: { serverTools: {}, serverResources: {} }, hostContext: { theme: "dark" } } });
  }
  if (data.method === "ui/notifications/initialized") return ready();
  if (data.method === "tools/call") {
    const answer = GIVEN.answers[key(data.params.arguments)];
    return say(answer ? { id: data.id, result: answer } : { id: data.id, error: { code: -32000, message: "not given" } });
  }
  if (data.method === "ui/update-model-context") seen.context.push(data.params.content[0].text);
  if (data.id !== undefined) say({ id: data.id, result: {} });
});
const settle = () => new Promise((resolve) => setTimeout(resolve, 150));
const inside = (selector) => view.contentDocument.querySelector(selector);
async function play() {
  view.srcdoc = GIVEN.page;
  await isReady;
  say({ method: "ui/notifications/tool-input", params: { arguments: { source: GIVEN.source } } });
  say({ method: "ui/notifications/tool-result", params: GIVEN.view });
  await settle();
  seen.drawn = inside("#picture svg")?.textContent.includes("Alice");
  const before = inside("#picture").style.transform;
  inside("#in").click();
  seen.zoomed = inside("#picture").style.transform !== before;
  inside("#picture [data-line='3']").dispatchEvent(new MouseEvent("click", { bubbles: true }));
  seen.line = inside("#said").textContent;
  inside("#theme").value = "dark";
  inside("#theme").dispatchEvent(new Event("change"));
  await settle();
  seen.dark = inside("#picture svg").outerHTML !== GIVEN.light && inside("#picture svg") !== null;
  inside("#theme").value = "";
  say({ method: "ui/notifications/tool-input", params: { arguments: { source: GIVEN.broken } } });
  say({ method: "ui/notifications/tool-result", params: GIVEN.failed });
  await settle();
  seen.findings = inside("#findings").textContent;
  inside("#findings button").click();
  await settle();
  seen.repaired = inside("#findings").textContent === "" && inside("#picture svg").textContent.includes("Ällis");
  document.getElementById("seen").textContent = JSON.stringify(seen);
}
play().catch((error) => { document.getElementById("seen").textContent = JSON.stringify({ ...seen, error: String(error) }); });
</script>
"""


def main():
    server = Server(sys.argv[1:])
    tools = {tool["name"]: tool for tool in server.ask("tools/list", {})["tools"]}
    address = tools["puml_view"]["_meta"]["ui"]["resourceUri"]
    page = server.ask("resources/read", {"uri": address})["contents"][0]
    assert page["mimeType"] == "text/html;profile=mcp-app", page["mimeType"]
    answers = {}
    for source, theme in [(SOURCE, None), (SOURCE, "dark"), (FIXED, None)]:
        more = {"theme": theme} if theme else {}
        answers[json.dumps([source, theme], ensure_ascii=False, separators=(",", ":"))] = server.call("puml_render_svg", {"source": source, **more})
    given = {
        "page": page["text"], "source": SOURCE, "broken": BROKEN, "answers": answers,
        "view": server.call("puml_view", {"source": SOURCE}),
        "failed": server.call("puml_render_svg", {"source": BROKEN}),
    }
    seen = browse(HOST.replace("__GIVEN__", json.dumps(given).replace("<", "\\u003c")))
    print(json.dumps({key: seen.get(key) for key in ["drawn", "zoomed", "line", "dark", "findings", "repaired", "error"]}, ensure_ascii=False))
    assert seen["hello"]["protocolVersion"] == "2026-01-26", seen
    assert seen["drawn"] and seen["zoomed"] and seen["dark"] and seen["repaired"], seen
    assert seen["line"] == "line 3: Alice -> Bob : grüezi", seen["line"]
    assert "ui/notifications/size-changed" in seen["asked"], seen["asked"]
    assert any(FIXED in it for it in seen["context"]), seen["context"]


def browse(text):
    """What the page says it saw."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "host.html")
        path.write_text(text, encoding="utf-8")
        browser = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=15000", "--dump-dom", path.as_uri()]
        shown = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
    return json.loads(html.unescape(re.search(r'<pre id="seen">(.*?)</pre>', shown, re.S).group(1)))


main()
