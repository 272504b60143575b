"""fastmcp as a client: it checks every structured answer against the published output schema."""

import asyncio
import sys

from fastmcp import Client
from fastmcp.client.transports import StdioTransport

SOURCE = "@startuml\nA -> B : hi\n@enduml\n"
EDIT = {"kind": "add_message", "args": {"from": "B", "to": "A"}}
CALLS = {
    **{name: {"source": SOURCE} for name in [
        "puml_parse", "puml_check", "puml_render_svg", "puml_normalize", "puml_explain", "puml_lint_readability",
        "puml_dump_ast", "puml_dump_model", "puml_dump_scene", "puml_view",
    ]},
    "puml_export": {"source": SOURCE, "format": "pdf"},
    "puml_apply_edit": {"source": SOURCE, "edit": EDIT},
    "puml_list_primitives": {},
    "puml_project": {},
    "puml_diff": {"before": SOURCE, "after": SOURCE.replace("hi", "ho")},
    "puml_convert": {"source": SOURCE, "to": "mermaid"},
    "puml_render_file": {"source": SOURCE, "output_path": "fast.svg", "write": True, "overwrite": True},
    "verify": {"code": "flowchart TD\n A --> B"},
    "render": {"code": "flowchart TD\n A --> B"},
    "svg": {"code": "flowchart TD\n A --> B"},
    "encodePlantUML": {"plantumlCode": SOURCE},
    "decodePlantUML": {"encoded": "SyfFKj2rKt3CoKnELR1Io4ZDoSa70000"},
}


async def main():
    async with Client(StdioTransport(command=sys.argv[1], args=sys.argv[2:])) as client:
        await client.ping()
        names = {tool.name for tool in await client.list_tools()}
        assert names == set(CALLS), names ^ set(CALLS)
        for name, arguments in CALLS.items():
            answer = await client.call_tool(name, arguments)
            # A picture comes with its facts as text: some hosts show their model nothing beside structured content.
            if name == "puml_view":
                assert [it.type for it in answer.content] == ["text", "image"], answer
            else:
                assert answer.structured_content, name


asyncio.run(main())
