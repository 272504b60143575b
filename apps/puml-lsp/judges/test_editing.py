"""Edits a diagram as Neovim and as Visual Studio Code would, by their own capabilities."""

import os

import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

COMMAND = os.environ["PUML_LSP"].split("\n")
TEXT = "@startuml\nactor Alice\nAlice->Bob:hi 😀 Alice\nend\n@enduml\n"
URI = "file:///judged/a.puml"


@pytest_lsp.fixture(
    scope="module",
    params=["neovim", "visual_studio_code"],
    config=ClientServerConfig(server_command=COMMAND),
)
async def client(request, lsp_client: LanguageClient):
    lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda *_: None)
    params = types.InitializeParams(capabilities=client_capabilities(request.param))
    result = await lsp_client.initialize_session(params)
    lsp_client.pulls = params.capabilities.text_document.diagnostic is not None
    lsp_client.utf8 = result.capabilities.position_encoding == types.PositionEncodingKind.Utf8
    item = types.TextDocumentItem(uri=URI, language_id="puml", version=1, text=TEXT)
    lsp_client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    yield
    await lsp_client.shutdown_session()


def document():
    return types.TextDocumentIdentifier(uri=URI)


def at(line, character):
    return types.Position(line=line, character=character)


async def findings(client):
    if client.pulls:
        params = types.DocumentDiagnosticParams(text_document=document())
        return (await client.text_document_diagnostic_async(params)).items
    if URI not in client.diagnostics:
        await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    return client.diagnostics[URI]


async def test_diagnostics(client: LanguageClient):
    found = await findings(client)
    assert [it.code for it in found] == ["syntax/no-open-group"]
    assert found[0].range.start.line == 3


async def test_completion(client: LanguageClient):
    params = types.CompletionParams(text_document=document(), position=at(2, 7))
    found = await client.text_document_completion_async(params)
    assert "Alice" in [it.label for it in found.items]


async def test_hover(client: LanguageClient):
    params = types.HoverParams(text_document=document(), position=at(2, 1))
    found = await client.text_document_hover_async(params)
    assert found.contents.value.startswith("**Alice** (actor)")


async def test_rename(client: LanguageClient):
    params = types.RenameParams(text_document=document(), position=at(2, 1), new_name="Carol")
    found = await client.text_document_rename_async(params)
    places = [(it.range.start.line, it.range.start.character) for it in found.changes[URI]]
    assert sorted(places) == [(1, 6), (2, 0)]


async def test_formatting(client: LanguageClient):
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    params = types.DocumentFormattingParams(text_document=document(), options=options)
    found = await client.text_document_formatting_async(params)
    assert "Alice -> Bob : hi 😀 Alice" in [it.new_text for it in found]


async def test_symbols(client: LanguageClient):
    params = types.DocumentSymbolParams(text_document=document())
    found = await client.text_document_document_symbol_async(params)
    assert [it.name for it in found] == ["Alice", "Bob"]


async def test_call_hierarchy(client: LanguageClient):
    params = types.CallHierarchyPrepareParams(text_document=document(), position=at(2, 1))
    items = await client.text_document_prepare_call_hierarchy_async(params)
    assert [(it.name, it.detail) for it in items] == [("Alice", "actor")]
    out = await client.call_hierarchy_outgoing_calls_async(types.CallHierarchyOutgoingCallsParams(item=items[0]))
    assert [(it.to.name, len(it.from_ranges)) for it in out] == [("Bob", 1)]
    into = await client.call_hierarchy_incoming_calls_async(types.CallHierarchyIncomingCallsParams(item=items[0]))
    assert list(into) == []


MACROS = "!procedure $ask($who, $what)\n$who -> B : $what\n!endprocedure\n$ask(A, \n"


async def test_macros(client: LanguageClient):
    uri = "untitled:macros.puml"
    item = types.TextDocumentItem(uri=uri, language_id="puml", version=1, text=MACROS)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    where = {"text_document": types.TextDocumentIdentifier(uri=uri), "position": at(3, 8)}
    told = await client.text_document_signature_help_async(types.SignatureHelpParams(**where))
    assert (told.signatures[0].label, told.active_parameter) == ("$ask($who, $what)", 1)
    where["position"] = at(3, 2)
    place = await client.text_document_definition_async(types.DefinitionParams(**where))
    assert (place.range.start.line, place.range.start.character) == (0, 11)
    context = types.ReferenceContext(include_declaration=True)
    found = await client.text_document_references_async(types.ReferenceParams(context=context, **where))
    assert len(found) == 2


PAGE = "# Page\n\n```puml\nA -> B\nend\n```\n\nend\n"


async def test_fences(client: LanguageClient):
    uri = "file:///judged/page.md"
    item = types.TextDocumentItem(uri=uri, language_id="markdown", version=1, text=PAGE)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    page = types.TextDocumentIdentifier(uri=uri)
    params = types.DocumentDiagnosticParams(text_document=page)
    found = (await client.text_document_diagnostic_async(params)).items
    assert [(it.code, it.range.start.line) for it in found] == [("syntax/no-open-group", 4)]
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(text_document=page))
    assert [it.name for it in symbols] == ["A", "B"]
    report = await client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams(previous_result_ids=[]))
    assert uri in [it.uri for it in report.items]


async def test_actions_tokens_and_folds(client: LanguageClient):
    place = types.Range(start=at(3, 0), end=at(3, 3))
    context = types.CodeActionContext(diagnostics=[])
    params = types.CodeActionParams(text_document=document(), range=place, context=context)
    found = await client.text_document_code_action_async(params)
    assert "remove the line" in [it.title for it in found]
    tokens = await client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(text_document=document())
    )
    assert len(tokens.data) % 5 == 0 and tokens.data
    folds = await client.text_document_folding_range_async(
        types.FoldingRangeParams(text_document=document())
    )
    assert [(it.start_line, it.end_line) for it in folds] == [(0, 3)]


async def test_an_edit_behind_an_emoji(client: LanguageClient):
    """Takes the name behind the emoji out and sees the server's text through the layout of its line."""
    emoji = 4 if client.utf8 else 2
    start = 14 + emoji
    change = types.TextDocumentContentChangePartial(
        range=types.Range(start=at(2, start), end=at(2, start + 6)), text="!"
    )
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(uri=URI, version=2),
            content_changes=[change],
        )
    )
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    params = types.DocumentFormattingParams(text_document=document(), options=options)
    found = await client.text_document_formatting_async(params)
    assert "Alice -> Bob : hi 😀!" in [it.new_text for it in found]
