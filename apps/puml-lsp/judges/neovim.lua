-- Opens a file in a headless Neovim and works on it with the server: diagnostics, completion, hover,
-- rename, layout, edits with emoji. Neovim applies the answers itself; the buffer is what counts.
local command = vim.split(vim.env.PUML_LSP, '\n')
local path = vim.env.PUML_FOLDER .. '/a.puml'
local patience = 20000

local function check(condition, what)
  if not condition then
    error('judge: ' .. what, 0)
  end
  io.stdout:write('  ' .. what .. '\n')
end

local function judge()
  vim.fn.writefile({ '@startuml', 'actor Alice', 'Alice->Bob:hi Alice', 'end', '@enduml' }, path)
  vim.cmd('edit ' .. path)
  vim.bo.fileencoding = 'utf-8'
  local buffer = vim.api.nvim_get_current_buf()
  local client = vim.lsp.start_client({ name = 'puml', cmd = command, root_dir = vim.env.PUML_FOLDER })
  check(client ~= nil, 'the server starts')
  vim.lsp.buf_attach_client(buffer, client)

  local function lines()
    return vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
  end
  local function codes()
    local found = {}
    for _, it in ipairs(vim.diagnostic.get(buffer)) do
      table.insert(found, (it.code or it.user_data.lsp.code) .. ':' .. it.lnum)
    end
    return table.concat(found, ' ')
  end
  local function ask(method, line, character, more)
    local params = vim.tbl_extend('force', {
      textDocument = { uri = vim.uri_from_bufnr(buffer) },
      position = { line = line, character = character },
    }, more or {})
    local answers = vim.lsp.buf_request_sync(buffer, method, params, patience)
    local answer = answers and answers[client]
    check(answer and not answer.error, method .. ' is answered')
    return answer.result
  end

  vim.wait(patience, function() return codes() ~= '' end, 20)
  check(codes() == 'syntax/no-open-group:3', 'diagnostics come: ' .. codes())

  local found = false
  for _, it in ipairs(ask('textDocument/completion', 2, 7).items) do
    found = found or it.label == 'Alice'
  end
  check(found, 'completion offers Alice')
  check(ask('textDocument/hover', 2, 1).contents.value:find('**Alice** (actor)', 1, true), 'hover knows Alice')

  vim.api.nvim_buf_set_lines(buffer, 3, 4, false, { 'Bob->Alice:漢字 😀' })
  vim.wait(patience, function() return codes() == '' end, 20)
  check(codes() == '', 'the finding goes with its line')

  local edit = ask('textDocument/rename', 1, 6, { newName = 'The user' })
  vim.lsp.util.apply_workspace_edit(edit, 'utf-16')
  check(lines()[2] == 'actor "The user"' and lines()[3] == '"The user"->Bob:hi Alice', 'rename leaves texts alone')

  local options = { tabSize = 2, insertSpaces = true }
  local edits = ask('textDocument/formatting', 0, 0, { options = options })
  vim.lsp.util.apply_text_edits(edits, buffer, 'utf-16')
  check(lines()[3] == '"The user" -> Bob : hi Alice', 'layout of the line: ' .. lines()[3])
  check(lines()[4] == 'Bob -> "The user" : 漢字 😀', 'layout behind wide letters: ' .. lines()[4])
  edits = ask('textDocument/formatting', 0, 0, { options = options })
  check(#edits == 0, 'nothing is left to lay out')

  local item = ask('textDocument/prepareCallHierarchy', 2, 2)[1]
  local calls = ask('callHierarchy/outgoingCalls', 2, 2, { item = item })
  check(#calls == 1 and calls[1].to.name == 'Bob', 'the hierarchy tells whom Alice sends to')
  vim.api.nvim_buf_set_lines(buffer, 4, 4, false, { '!$x = %strlen(' })
  local help = ask('textDocument/signatureHelp', 4, 14)
  check(help.signatures[1].label == '%strlen(text)', 'a call tells what it takes')

  vim.lsp.stop_client(client)
  check(vim.wait(patience, function() return vim.lsp.client_is_stopped(client) end, 20), 'the server leaves')
end

local ok, problem = pcall(judge)
if not ok then
  io.stderr:write(tostring(problem) .. '\n')
  vim.cmd('cquit 1')
end
vim.cmd('qall!')
