"""fastmcp as a client: it checks structured answers against the published output schemas."""

import asyncio
import sys

from fastmcp import Client
from fastmcp.client.transports import StdioTransport


async def main():
    async with Client(StdioTransport(command=sys.argv[1], args=sys.argv[2:])) as client:
        await client.ping()
        tools = await client.list_tools()
        assert tools, "a server has tools"
        for tool in tools:
            schema = getattr(tool, "input_schema", None) or tool.inputSchema
            if not schema.get("properties"):
                await client.call_tool(tool.name, {}, raise_on_error=False)


asyncio.run(main())
