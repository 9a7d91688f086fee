/**
 * Formats that pandoc reads, with its names. Filewright reads `plain` itself: see
 * `pandoc-child.ts`.
 */
export const READERS: Readonly<Record<string, string>> = {
  docx: 'docx',
  odt: 'odt',
  rtf: 'rtf',
  html: 'html',
  md: 'markdown',
  gfm: 'gfm',
  txt: 'plain',
  epub: 'epub',
  latex: 'latex',
  rst: 'rst',
  ipynb: 'ipynb',
  fb2: 'fb2',
  pptx: 'pptx',
  xlsx: 'xlsx',
  org: 'org',
  textile: 'textile',
  docbook: 'docbook',
  jats: 'jats',
  opml: 'opml',
  typst: 'typst',
  djot: 'djot',
  asciidoc: 'asciidoc',
  man: 'man',
  csv: 'csv',
  mediawiki: 'mediawiki',
  dokuwiki: 'dokuwiki',
  jira: 'jira',
  muse: 'muse',
}

/** Markdown without pandoc's own attributes and fences, which other programs don't support. */
const MARKDOWN = [
  'markdown',
  ...[
    'header_attributes',
    'fenced_divs',
    'bracketed_spans',
    'native_divs',
    'native_spans',
    'raw_attribute',
    'raw_tex',
  ],
  ...[
    'link_attributes',
    'inline_code_attributes',
    'fenced_code_attributes',
    'simple_tables',
    'multiline_tables',
    'grid_tables',
  ],
  ...['smart', 'implicit_figures', 'citations'],
].join('-')

export interface Writer {
  to: string
  /** The option set of the target. */
  group: 'page' | 'book' | 'text' | 'none'
  /** A required member of a result in a ZIP container. */
  member?: string
  options?: Record<string, unknown>
}

const MATHML = { 'html-math-method': { method: 'mathml' } }

/** Formats that pandoc writes. */
export const WRITERS: Readonly<Record<string, Writer>> = {
  docx: { to: 'docx', group: 'page', member: 'word/document.xml' },
  odt: { to: 'odt', group: 'book', member: 'content.xml' },
  rtf: { to: 'rtf', group: 'book' },
  html: { to: 'html5', group: 'page', options: MATHML },
  epub: { to: 'epub3', group: 'page', member: 'META-INF/container.xml', options: MATHML },
  latex: { to: 'latex', group: 'page' },
  typst: { to: 'typst', group: 'page' },
  md: { to: MARKDOWN, group: 'text' },
  gfm: { to: 'gfm', group: 'text' },
  txt: { to: 'plain', group: 'text' },
  rst: { to: 'rst', group: 'text' },
  asciidoc: { to: 'asciidoc', group: 'text' },
  org: { to: 'org', group: 'text' },
  djot: { to: 'djot', group: 'text' },
  textile: { to: 'textile', group: 'none' },
  mediawiki: { to: 'mediawiki', group: 'none' },
  dokuwiki: { to: 'dokuwiki', group: 'none' },
  xwiki: { to: 'xwiki', group: 'none' },
  jira: { to: 'jira', group: 'none' },
  muse: { to: 'muse', group: 'text' },
  bbcode: { to: 'bbcode', group: 'none' },
  ansi: { to: 'ansi', group: 'text' },
  man: { to: 'man', group: 'none' },
  docbook: { to: 'docbook5', group: 'none' },
  jats: { to: 'jats', group: 'none' },
  tei: { to: 'tei', group: 'none' },
  fb2: { to: 'fb2', group: 'none' },
  icml: { to: 'icml', group: 'none' },
  opml: { to: 'opml', group: 'none' },
  ipynb: { to: 'ipynb', group: 'none' },
  pptx: { to: 'pptx', group: 'none', member: 'ppt/presentation.xml' },
  revealjs: { to: 'revealjs', group: 'none', options: MATHML },
  beamer: { to: 'beamer', group: 'none' },
  texinfo: { to: 'texinfo', group: 'none' },
  context: { to: 'context', group: 'book' },
}
