"""The official Python SDK as a client: both eras, every list, and every tool that needs no arguments."""

import asyncio
import sys

import mcp
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

PARAMETERS = StdioServerParameters(command=sys.argv[1], args=sys.argv[2:])


async def after_a_handshake():
    async with stdio_client(PARAMETERS) as streams, ClientSession(*streams) as session:
        answer = await session.initialize()
        assert answer.capabilities.tools is not None, answer
        tools = (await session.list_tools()).tools
        assert tools, "a server has tools"
        for tool in tools:
            if not tool.input_schema.get("properties"):
                await session.call_tool(tool.name, {})
        if answer.capabilities.resources is not None:
            await session.list_resources()
            await session.list_resource_templates()
        if answer.capabilities.prompts is not None:
            await session.list_prompts()
        refused = await session.call_tool(tools[0].name, {"no-such-argument-anywhere": 1})
        assert refused.is_error, refused


async def in_whichever_era():
    async with mcp.Client(PARAMETERS) as client:
        assert (await client.list_tools()).tools


asyncio.run(after_a_handshake())
asyncio.run(in_whichever_era())
