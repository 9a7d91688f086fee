-- A filter of the system's pandoc that never returns: it reads one job per line and answers with a
-- line, so that the template and syntax definitions are loaded once.
--
-- Job: reader, table of contents (0 or 1), numbered headings (0 or 1), source and result path,
-- separated by tabs.
-- Answer: any number of `warning` lines with a name; then `done`, or `failed` with a reason.

local CLEAN_UP, METADATA = table.unpack(PANDOC_STATE.input_files)
-- The command line's options: template, highlighting style, formulas as MathML.
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

-- The document has no access to files or the network.
local fetch = pandoc.mediabag.fetch
pandoc.mediabag.fetch = function(source)
  if source:match '^data:' then return fetch(source) end
end

local function convert(from, toc, numbered, source, result)
  local doc = pandoc.read(bytes(source), from)
  doc.meta['filewright-target'] = 'html'
  doc.meta['filewright-blank'] = 'refused'
  doc.meta['filewright-blocks'] = nil
  -- Loaded for each document, since it stores the labels seen.
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
