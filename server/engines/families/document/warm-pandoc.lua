-- Run by the system's pandoc as a filter, this never gives the document back: it stays, takes one job a line, and answers
-- with a line. What pandoc would load at each start (its template, the highlighting of code) is then loaded once.
--
-- A job: reader, table of contents (0 or 1), numbered headings (0 or 1), source's path, result's path, with tabs between.
-- An answer: `warning` and its name, any number of them; then `done`, or `failed` and a reason in one line.

local CLEAN_UP, METADATA = table.unpack(PANDOC_STATE.input_files)
-- As the command line set them: the template, the colours of code, formulas as MathML.
local options = PANDOC_WRITER_OPTIONS

local function answer(...)
  io.stdout:write(table.concat({ ... }, '\t'), '\n')
  io.stdout:flush()
end

local function bytes(path)
  local file = assert(io.open(path, 'rb'))
  local content = file:read 'a'
  file:close()
  return content
end

pandoc.log = { warn = function(what) answer('warning', what) end }

-- The document's world is the document: nothing else is fetched, neither from the disk nor from the network.
local fetch = pandoc.mediabag.fetch
pandoc.mediabag.fetch = function(source)
  if source:match '^data:' then return fetch(source) end
end

local function convert(from, toc, numbered, source, result)
  local doc = pandoc.read(bytes(source), from)
  doc.meta['filewright-target'] = 'html'
  doc.meta['filewright-blank'] = 'refused'
  doc.meta['filewright-blocks'] = nil
  -- Anew for each document, since it remembers the labels that it has seen.
  dofile(CLEAN_UP)
  doc = Pandoc(doc)
  dofile(METADATA)
  doc = Pandoc(doc)
  options.table_of_contents = toc == '1'
  options.number_sections = numbered == '1'
  local html = pandoc.write(doc, 'html5', options)
  local file = assert(io.open(result, 'wb'))
  assert(file:write(html))
  assert(file:close())
end

answer 'ready'
for line in io.lines() do
  local ok, reason = pcall(convert, table.unpack(pandoc.List { line:match '(.-)\t(.-)\t(.-)\t(.-)\t(.*)' }))
  if ok then answer 'done' else answer('failed', (tostring(reason):gsub('^%S+%.lua:%d+: ', ''):gsub('%s+', ' '))) end
end
os.exit(0)
