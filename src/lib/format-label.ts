/**
 * Names of formats that are not their keys in capitals: those of the catalog, for pages that have
 * not loaded it.
 */
export const FORMAT_NAMES: Record<string, string> = {
  md: 'Markdown',
  gfm: 'GitHub Markdown',
  txt: 'Plain text',
  latex: 'LaTeX',
  typst: 'Typst',
  rst: 'reStructuredText',
  asciidoc: 'AsciiDoc',
  org: 'Org',
  textile: 'Textile',
  djot: 'Djot',
  mediawiki: 'MediaWiki',
  dokuwiki: 'DokuWiki',
  xwiki: 'XWiki',
  jira: 'Jira',
  muse: 'Muse',
  bbcode: 'BBCode',
  docbook: 'DocBook',
  icml: 'InCopy ICML',
  ipynb: 'Jupyter Notebook',
  man: 'Man page',
  texinfo: 'Texinfo',
  context: 'ConTeXt',
  ansi: 'ANSI text',
  revealjs: 'reveal.js slides',
  beamer: 'Beamer slides',
  srt: 'SubRip',
  vtt: 'WebVTT',
  ass: 'ASS subtitles',
  mbox: 'MBOX (mailbox)',
  msg: 'MSG (Outlook)',
  p7m: 'P7M (signed file)',
  mobi: 'MOBI (Kindle)',
  pages: 'Pages',
  numbers: 'Numbers',
  key: 'Keynote',
  ndjson: 'JSON Lines',
  parquet: 'Parquet',
  sqlite: 'SQLite',
  tgz: 'TAR.GZ',
  tbz2: 'TAR.BZ2',
  txz: 'TAR.XZ',
  tzst: 'TAR.ZST',
  jpg: 'JPEG',
  webp: 'WebP',
  jxl: 'JPEG XL',
  jp2: 'JPEG 2000',
  j2k: 'JPEG 2000 codestream',
  cur: 'Cursor',
  exr: 'OpenEXR',
  farbfeld: 'farbfeld',
  svgfont: 'SVG font',
  t42: 'Type 42',
  pt3: 'Type 3',
  webm: 'WebM',
  mpg: 'MPEG',
  ts: 'MPEG-TS',
  opus: 'Opus',
  gltf: 'glTF',
  dae: 'Collada',
  blend: 'Blender',
  x: 'DirectX',
  lwo: 'LightWave',
  ac: 'AC3D',
  md2: 'Quake II',
  b3d: 'Blitz3D',
  cob: 'trueSpace',
  smd: 'Valve SMD',
  ms3d: 'MilkShape 3D',
  ase: '3ds Max ASE',
  ogex: 'OpenGEX',
}

/** A format's name for people, the same in every place: "DOCX", "JPEG", "Markdown". */
export const formatLabel = (format: string): string => FORMAT_NAMES[format] ?? format.toUpperCase()

/** Letters that a box of a table has room for. */
const BOX = 5

/**
 * The same where there is room for one short word: "MD" for Markdown, and the name where it is as
 * short.
 */
export function formatCode(format: string): string {
  const label = formatLabel(format)
  return label.length <= BOX || label.length <= format.length ? label : format.toUpperCase()
}
