"""A scripted model on loopback: it answers a host's requests with the steps of a script, and keeps what it was sent.

It speaks as much of the Messages and Responses APIs as Claude Code and Codex need for a whole turn.
"""

import http.server
import json
import threading


class Model:
    """A script is a list of steps; each is a tool call `(name, arguments)` or a final text."""

    def __init__(self, script, is_ours):
        self.script = script
        self.is_ours = is_ours
        self.requests = []
        self.lock = threading.Lock()
        model = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"{}")
                if "count_tokens" in self.path:
                    return self.reply("application/json", json.dumps({"input_tokens": 1}))
                step = model.next(body)
                events = responses(step) if "/responses" in self.path else messages(step)
                text = "".join(f"event: {it['type']}\ndata: {json.dumps(it)}\n\n" for it in events)
                self.reply("text/event-stream", text)

            def do_GET(self):
                self.reply("application/json", json.dumps({"data": [], "models": []}))

            def reply(self, kind, text):
                data = text.encode()
                self.send_response(200)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def next(self, body):
        """The step for a request. Requests beside the turn, such as one for a title, get a word and use no step."""
        with self.lock:
            if not self.is_ours(body):
                return "ok"
            self.requests.append(json.dumps(body, ensure_ascii=False))
            at = len(self.requests) - 1
            return self.script[at] if at < len(self.script) else "The script is over."

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def messages(step):
    """A step as events of the Messages API."""
    usage = {"input_tokens": 1, "output_tokens": 1}
    start = {"id": "msg_1", "type": "message", "role": "assistant", "model": "scripted", "content": [], "stop_reason": None, "usage": usage}
    yield {"type": "message_start", "message": start}
    if isinstance(step, str):
        yield {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}
        yield {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": step}}
        reason = "end_turn"
    else:
        name, arguments = step
        block = {"type": "tool_use", "id": f"toolu_{abs(hash((name, json.dumps(arguments)))) % 10**12}", "name": name, "input": {}}
        yield {"type": "content_block_start", "index": 0, "content_block": block}
        yield {"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": json.dumps(arguments)}}
        reason = "tool_use"
    yield {"type": "content_block_stop", "index": 0}
    yield {"type": "message_delta", "delta": {"stop_reason": reason, "stop_sequence": None}, "usage": {"output_tokens": 1}}
    yield {"type": "message_stop"}


def responses(step):
    """A step as events of the Responses API."""
    yield {"type": "response.created", "response": {"id": "resp_1"}}
    if isinstance(step, str):
        item = {"type": "message", "role": "assistant", "id": "msg_1", "content": [{"type": "output_text", "text": step}]}
    else:
        name, arguments = step
        namespace, _, bare = name.rpartition("/")
        call = f"call_{abs(hash((name, json.dumps(arguments)))) % 10**12}"
        item = {"type": "function_call", "id": "fc_1", "call_id": call, "name": bare, "arguments": json.dumps(arguments)}
        if namespace:
            item["namespace"] = namespace
    yield {"type": "response.output_item.done", "output_index": 0, "item": item}
    usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
    yield {"type": "response.completed", "response": {"id": "resp_1", "usage": usage}}
