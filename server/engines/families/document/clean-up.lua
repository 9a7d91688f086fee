-- Runs on every document between reading and writing. Removes elements that make a writer fail (empty
-- links, missing images), load external resources or run code in the result. Reports removals with
-- `pandoc.log.warn`, in messages that `warnings.ts` maps.

local target, html, embeds, typeset

local EMBEDS = {}
for name in ('docx odt rtf epub html pptx fb2 ipynb pdf revealjs icml opml'):gmatch '%S+' do EMBEDS[name] = true end
local HTML = { html = true, epub = true, revealjs = true }
local SCHEMES = { http = true, https = true, mailto = true, tel = true, ftp = true }
local PLAIN_TAGS = {}
for name in ('a abbr b blockquote br caption cite code dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i '
  .. 'ins kbd li mark ol p pre q rp rt ruby s samp small span strong sub summary sup table tbody td tfoot th thead tr u ul '
  .. 'var wbr'):gmatch '%S+' do
  PLAIN_TAGS[name] = true
end

local function say(what) pandoc.log.warn('filewright:' .. what) end

local function fetched(src)
  local ok, mime, data = pcall(pandoc.mediabag.fetch, src)
  if ok and data ~= nil and #data > 0 then return mime or '', data end
end

-- Image types that Typst decodes; others (EMF, WMF, TIFF, BMP) make it fail.
local function typesettable(mime, data)
  local head = data:sub(1, 16)
  return head:sub(1, 8) == '\137PNG\r\n\26\n' or head:sub(1, 3) == '\255\216\255' or head:sub(1, 4) == 'GIF8'
    or (head:sub(1, 4) == 'RIFF' and head:sub(9, 12) == 'WEBP') or (mime:match 'svg' and data:find('<svg', 1, true) ~= nil)
end

local function caption(image)
  return pandoc.Emph(#image.caption > 0 and image.caption or { pandoc.Str '[image]' })
end

local function image(el)
  local mime, data = fetched(el.src)
  if embeds then
    if not data then say 'missing-image' return caption(el) end
    if typeset and not typesettable(mime, data) then say 'foreign-image' return caption(el) end
    return nil
  end
  -- Text formats refer to images: names and URLs are kept, embedded images are dropped.
  if data and not el.src:match '^data:' then say 'inner-image' return caption(el) end
  if el.src:match '^file:' then say 'missing-image' return caption(el) end
end

local ids = {}

local function unsafe(name, value)
  local lower = name:lower()
  return lower:match '^on' or lower == 'srcdoc' or lower == 'src' or lower == 'srcset' or lower == 'data-src'
    or lower == 'background' or lower == 'poster' or lower == 'formaction'
    or (lower == 'style' and (value:lower():match 'url' or value:lower():match 'import'))
    -- The Typst writer writes these values as code.
    or lower:match '^typst'
end

local function safeAttributes(el)
  local changed = false
  for name, value in pairs(el.attributes or {}) do
    if unsafe(name, value) then
      el.attributes[name] = nil
      changed = true
    end
  end
  return changed
end

-- Registered for each element type with attributes: a filter on every word is too slow.
local function attributes(el)
  local changed = safeAttributes(el)
  if el.identifier and el.identifier ~= '' then
    -- Typst fails on duplicate labels; links target the first.
    if ids[el.identifier] then
      el.identifier = ''
      changed = true
    end
    ids[el.identifier] = true
  end
  if changed then return el end
end

-- Some writers don't escape a code block's language (Typst, AsciiDoc, reStructuredText).
local function code(el)
  local kept = el.classes:filter(function(name) return name:match '^[%w_+.#-]+$' end)
  if #kept == #el.classes then return attributes(el) end
  el.classes = kept
  return attributes(el) or el
end

local function tableParts(el)
  local function rows(list)
    for _, row in ipairs(list) do
      safeAttributes(row)
      for _, cell in ipairs(row.cells) do safeAttributes(cell) end
    end
  end
  for _, part in ipairs { el.head, el.foot } do
    safeAttributes(part)
    rows(part.rows)
  end
  for _, body in ipairs(el.bodies) do
    safeAttributes(body)
    rows(body.head)
    rows(body.body)
  end
  attributes(el)
  return el
end

local function link(el)
  if el.target == '' then return el.content end
  if el.target:sub(1, 1) == '#' then
    if typeset and not ids[el.target:sub(2)] then return el.content end
    return nil
  end
  local scheme = el.target:gsub('[%s%c]', ''):match '^(%a[%w+.-]*):'
  if scheme and not SCHEMES[scheme:lower()] then
    say 'unsafe-link'
    return el.content
  end
end

-- Raw HTML keeps plain tags without attributes; tags that load or run something are removed.
local function tags(text)
  text = text:gsub('<!%-%-.-%-%->', ''):gsub('<[sS][cC][rR][iI][pP][tT].-</[sS][cC][rR][iI][pP][tT]%s*>', '')
    :gsub('<[sS][tT][yY][lL][eE].-</[sS][tT][yY][lL][eE]%s*>', '')
  return (text:gsub('<(/?)(%a[%w:-]*)([^>]*)>?', function(slash, name, rest)
    name = name:lower()
    if not PLAIN_TAGS[name] then return '' end
    local href = name == 'a' and slash == '' and rest:match 'href%s*=%s*["\']?(https?://[^"\'%s>]+)'
    return '<' .. slash .. name .. (href and (' href="' .. href:gsub('[<>"]', '') .. '"') or '') .. '>'
  end))
end

local function raw(el)
  if el.format == 'typst' and typeset then return {} end
  if not el.format:match 'html' then return nil end
  if not embeds then return nil end
  if el.text:lower():match '^%s*<img' then
    local ok, doc = pcall(pandoc.read, el.text, 'html')
    if ok and doc.blocks[1] and doc.blocks[1].content then
      local content = doc:walk { Image = image }.blocks[1].content
      return el.t == 'RawInline' and content or pandoc.Plain(content)
    end
    return {}
  end
  if not html then return nil end
  local kept = tags(el.text)
  if kept == el.text then return nil end
  if kept:match '^%s*$' then return {} end
  return el.t == 'RawInline' and pandoc.RawInline('html', kept) or pandoc.RawBlock('html', kept)
end

function Pandoc(doc)
  local meta = doc.meta
  target = pandoc.utils.stringify(meta['filewright-target'] or '')
  html, embeds, typeset = HTML[target], EMBEDS[target], target == 'pdf' or target == 'typst'
  local blank = pandoc.utils.stringify(meta['filewright-blank'] or '')
  local most = tonumber(pandoc.utils.stringify(meta['filewright-blocks'] or ''))
  if most and #doc.blocks > most then doc.blocks = pandoc.Blocks { table.unpack(doc.blocks, 1, most) } end
  if #doc.blocks == 0 then
    if blank == 'refused' then error 'filewright:empty' end
    say 'blank'
  end
  local first = { RawBlock = raw, RawInline = raw }
  for name in ('Header Div Figure Span Link Image'):gmatch '%S+' do first[name] = attributes end
  first.Code, first.CodeBlock, first.Table = code, code, tableParts
  doc = doc:walk(first)
  if target == 'md' or target == 'gfm' then
    -- Divs and spans without a Markdown equivalent would be written as HTML.
    local function open(el) return el.content end
    doc = doc:walk { Div = open, Span = open }
  end
  return doc:walk {
    Link = link,
    Image = image,
    Cite = function(el) if typeset then return el.content end end,
  }
end
