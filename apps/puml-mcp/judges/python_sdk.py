"""The official Python SDK as a client: a whole piece of work, after a handshake and in whichever era it picks."""

import asyncio
import sys

import mcp
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

PARAMETERS = StdioServerParameters(command=sys.argv[1], args=sys.argv[2:])
BROKEN = "@startuml\nparticipnt A\nA -> B : hi\n@enduml\n"


async def work(client):
    """Check, repair by the fix, check again, draw, export, read, ask."""
    checked = (await client.call_tool("puml_check", {"source": BROKEN})).structured_content
    assert not checked["ok"] and checked["diagnostics"], checked
    edit = checked["diagnostics"][0]["fixes"][0]["edits"][0]
    start, end = (edit["range"][side]["offset"] for side in ("start", "end"))
    source = BROKEN[:start] + edit["text"] + BROKEN[end:]
    checked = (await client.call_tool("puml_check", {"source": source})).structured_content
    assert checked["ok"] and checked["summary"]["participants"] == 2, checked
    drawn = (await client.call_tool("puml_render_svg", {"source": source})).structured_content
    assert drawn["svg"].startswith("<svg") and drawn["width"] > 0, drawn
    exported = await client.call_tool("puml_export", {"source": source, "format": "png"})
    kinds = [block.type for block in exported.content]
    assert kinds == ["text", "image", "resource_link"], kinds
    picture = await client.read_resource(str(exported.content[2].uri))
    assert picture.contents[0].blob == exported.content[1].data
    written = await client.call_tool(
        "puml_export", {"path": "login.puml", "format": "svg", "outputPath": "login.svg", "write": True, "overwrite": True})
    assert written.structured_content["written"], written
    refused = await client.call_tool("puml_check", {"path": "../../etc/passwd"})
    assert refused.is_error, refused
    resources = (await client.list_resources()).resources
    assert len(resources) >= 17, resources
    assert "login.puml" in (await client.read_resource("puml://project/diagrams")).contents[0].text
    prompt = await client.get_prompt("write_sequence_diagram", {"description": "a login"})
    assert "puml_check" in prompt.messages[0].content.text


async def after_a_handshake():
    async with stdio_client(PARAMETERS) as streams, ClientSession(*streams) as session:
        await session.initialize()
        await work(session)


async def in_whichever_era():
    async with mcp.Client(PARAMETERS) as client:
        await work(client)


asyncio.run(after_a_handshake())
asyncio.run(in_whichever_era())
