-- Runs after clean-up.lua. Templates don't escape some metadata (keywords and lang in Typst, geometry
-- in LaTeX), so only the keys below pass, each with a known type.

local function has(set, value) return (' ' .. set .. ' '):find(' ' .. value .. ' ', 1, true) ~= nil end

local TYPST = 'pdf typst'
local TEX = 'latex beamer context texinfo'
local HTML = 'html epub revealjs'
local INLINES = { 'title', 'subtitle', 'date' }
local STRINGS = { 'description', 'subject', 'category', 'publisher', 'rights' }

local target

-- Line breaks could start a directive in line-based formats (Org, reStructuredText, man pages).
local function line(text) return (text:gsub('[%s%c]+', ' '):gsub('^ ', ''):gsub(' $', '')) end

local function string(value)
  if type(value) == 'boolean' or value == nil then return nil end
  local text = line(pandoc.utils.stringify(value))
  return text ~= '' and text or nil
end

local function none() return {} end
local function content(el) return el.content end

local PLAIN = {
  RawInline = none,
  RawBlock = none,
  Note = none,
  Link = content,
  Span = content,
  Cite = content,
  Image = function(el) return el.caption end,
  Code = function(el) return pandoc.Code(line(el.text)) end,
  Str = function(el) if el.text:find '[%s%c]' then return pandoc.Str(line(el.text)) end end,
  LineBreak = function() return pandoc.Space() end,
  SoftBreak = function() return pandoc.Space() end,
  -- The writers of these formats copy formulas verbatim.
  Math = function(el)
    if has(TEX, target) then return pandoc.Str(line(el.text)) end
  end,
}

local function inlines(value)
  local kind = pandoc.utils.type(value)
  if kind == 'Blocks' then value, kind = pandoc.utils.blocks_to_inlines(value), 'Inlines' end
  if kind ~= 'Inlines' then
    local text = string(value)
    return text and pandoc.Inlines { pandoc.Str(text) }
  end
  local clean = pandoc.Span(value):walk(PLAIN).content
  return #clean > 0 and clean or nil
end

local function blocks(value)
  local kind = pandoc.utils.type(value)
  if kind ~= 'Blocks' then
    local text = inlines(value)
    return text and pandoc.Blocks { pandoc.Para(text) }
  end
  local clean = pandoc.Div(value):walk(PLAIN).content
  return #clean > 0 and clean or nil
end

local function list(value, each)
  local values = pandoc.utils.type(value) == 'List' and value or { value }
  local result = pandoc.List {}
  for _, one in ipairs(values) do
    local item = each(one)
    if item then result:insert(item) end
  end
  return #result > 0 and result or nil
end

-- EPUB and structured front matter give authors and titles as maps.
local function named(value)
  local kind = pandoc.utils.type(value)
  if kind == 'table' then value = value.name or value.text or value.literal end
  return inlines(value)
end

-- A BCP 47 language tag, or nil.
local function language(value)
  local tag = (string(value) or ''):gsub('_', '-')
  if #tag > 35 or not tag:match '^%a%a%a?%f[%A]' then return nil end
  for part in (tag .. '-'):gmatch '(.-)%-' do
    if #part > 8 or not part:match '^%w+$' then return nil end
  end
  return tag
end

local function typstString(text)
  return pandoc.RawInline('typst', '"' .. text:gsub('[\\"]', '\\%0') .. '"')
end

local function keywords(value)
  local words = list(value, string)
  if not words or not has(TYPST, target) then return words end
  return words:map(function(word) return pandoc.Inlines { typstString(word) } end)
end

local function firstHeading(doc)
  for _, block in ipairs(doc.blocks) do
    if block.t == 'Header' then return pandoc.utils.stringify(block) end
  end
end

function Pandoc(doc)
  local given = doc.meta
  target = string(given['filewright-target']) or ''
  local meta = {
    title = named(given.title),
    author = list(given.author or given.creator, named),
    lang = language(given.lang or given.language),
    keywords = keywords(given.keywords),
    abstract = blocks(given.abstract),
    tags = list(given.tags, string),
    categories = list(given.categories, string),
  }
  for _, name in ipairs(INLINES) do meta[name] = meta[name] or inlines(given[name]) end
  for _, name in ipairs(STRINGS) do meta[name] = string(given[name]) end
  -- A notebook's kernel metadata; its writer quotes all of it.
  if target == 'ipynb' then meta.jupyter = given.jupyter end
  if target == 'pdf' and not meta.lang then meta.lang = 'en' end
  if not meta.title then
    local title = firstHeading(doc)
    if target == 'epub' then meta.title = title or 'Document' end
    if has(HTML, target) then meta.pagetitle = title or 'Document' end
  end
  doc.meta = meta
  return doc
end
