import type { Family } from '../../../contract/families.ts'
import type { Format } from './engine.ts'
import { FONTS } from './format-tables/fonts.ts'
import { AUDIO, VIDEO } from './format-tables/media.ts'
import { MODELS } from './format-tables/models.ts'

/** MIME types and extensions, separated by spaces. */
export type FormatRow = [format: string, label: string, mimeTypes: string, extensions: string]

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const MICROSOFT = 'application/vnd.ms'
const OASIS = 'application/vnd.oasis.opendocument'

/** Labels in their usual spelling. Results get the first MIME type and the first extension. */
const DOCUMENTS: FormatRow[] = [
  ['pdf', 'PDF', 'application/pdf', 'pdf'],
  // Files with macros and templates count as the same format; macros never run.
  [
    'docx',
    'DOCX',
    `${OFFICE}.wordprocessingml.document ${MICROSOFT}-word.document.macroenabled.12`,
    'docx docm dotx dotm',
  ],
  ['odt', 'ODT', `${OASIS}.text ${OASIS}.text-template`, 'odt ott'],
  ['rtf', 'RTF', 'application/rtf text/rtf', 'rtf'],
  ['epub', 'EPUB', 'application/epub+zip', 'epub'],
  ['html', 'HTML', 'text/html application/xhtml+xml', 'html htm xhtml'],
  ['md', 'Markdown', 'text/markdown', 'md markdown mdown mkd'],
  ['gfm', 'GitHub Markdown', 'text/markdown', 'md'],
  ['txt', 'Plain text', 'text/plain', 'txt text log'],
  ['latex', 'LaTeX', 'application/x-tex text/x-tex', 'tex latex'],
  ['typst', 'Typst', 'text/vnd.typst', 'typ'],
  ['rst', 'reStructuredText', 'text/x-rst', 'rst'],
  ['asciidoc', 'AsciiDoc', 'text/asciidoc', 'adoc asciidoc'],
  ['org', 'Org', 'text/org', 'org'],
  ['textile', 'Textile', 'text/x-textile', 'textile'],
  ['djot', 'Djot', 'text/x-djot', 'dj djot'],
  ['mediawiki', 'MediaWiki', 'text/x-wiki', 'mediawiki wiki'],
  ['dokuwiki', 'DokuWiki', 'text/x-dokuwiki', 'dokuwiki'],
  ['xwiki', 'XWiki', 'text/x-xwiki', 'xwiki'],
  ['jira', 'Jira', 'text/x-jira', 'jira'],
  ['muse', 'Muse', 'text/x-muse', 'muse'],
  ['bbcode', 'BBCode', 'text/x-bbcode', 'bbcode'],
  ['docbook', 'DocBook', 'application/docbook+xml', 'dbk docbook'],
  ['jats', 'JATS', 'application/jats+xml', 'jats'],
  ['tei', 'TEI', 'application/tei+xml', 'tei'],
  ['fb2', 'FB2', 'application/x-fictionbook+xml', 'fb2'],
  ['icml', 'InCopy ICML', 'application/x-icml+xml', 'icml'],
  ['opml', 'OPML', 'text/x-opml', 'opml'],
  ['ipynb', 'Jupyter Notebook', 'application/x-ipynb+json', 'ipynb'],
  ['man', 'Man page', 'text/troff', 'man 1 2 3 4 5 6 7 8'],
  ['texinfo', 'Texinfo', 'application/x-texinfo', 'texi texinfo'],
  ['context', 'ConTeXt', 'text/x-context', 'ctx'],
  ['ansi', 'ANSI text', 'text/plain', 'ansi'],
  [
    'pptx',
    'PPTX',
    `${OFFICE}.presentationml.presentation ${MICROSOFT}-powerpoint.presentation.macroenabled.12`,
    'pptx pptm ppsx ppsm potx potm',
  ],
  ['revealjs', 'reveal.js slides', 'text/html', 'html'],
  ['beamer', 'Beamer slides', 'application/x-tex', 'tex'],
  [
    'xlsx',
    'XLSX',
    `${OFFICE}.spreadsheetml.sheet ${MICROSOFT}-excel.sheet.macroenabled.12`,
    'xlsx xlsm xltx xltm',
  ],
  ['csv', 'CSV', 'text/csv', 'csv'],
  // Needs LibreOffice; listed so that users read "not on this server" and not "unknown file".
  ['doc', 'DOC', 'application/msword', 'doc dot'],
  ['xls', 'XLS', 'application/vnd.ms-excel', 'xls xlt'],
  ['ppt', 'PPT', 'application/vnd.ms-powerpoint', 'ppt pps pot'],
  ['ods', 'ODS', `${OASIS}.spreadsheet ${OASIS}.spreadsheet-template`, 'ods ots'],
  ['odp', 'ODP', `${OASIS}.presentation ${OASIS}.presentation-template`, 'odp otp'],
  ['srt', 'SubRip', 'application/x-subrip', 'srt'],
  ['vtt', 'WebVTT', 'text/vtt', 'vtt'],
  ['ass', 'ASS subtitles', 'text/x-ssa', 'ass ssa'],
  ['eml', 'EML', 'message/rfc822', 'eml'],
  ['mbox', 'MBOX (mailbox)', 'application/mbox', 'mbox mbx'],
  ['msg', 'MSG (Outlook)', 'application/vnd.ms-outlook', 'msg'],
  [
    'p7m',
    'P7M (signed file)',
    'application/pkcs7-mime application/x-pkcs7-mime application/pkcs7-signature',
    'p7m p7s',
  ],
  [
    'mobi',
    'MOBI (Kindle)',
    'application/x-mobipocket-ebook application/vnd.amazon.ebook application/vnd.amazon.mobi8-ebook',
    'mobi azw azw3 prc',
  ],
  ['pages', 'Pages', 'application/vnd.apple.pages', 'pages'],
  ['numbers', 'Numbers', 'application/vnd.apple.numbers', 'numbers'],
  ['key', 'Keynote', 'application/vnd.apple.keynote', 'key'],
  // Also the result of `inspect`.
  ['json', 'JSON', 'application/json', 'json'],
  ['tsv', 'TSV', 'text/tab-separated-values', 'tsv tab'],
  ['ndjson', 'JSON Lines', 'application/x-ndjson application/jsonl', 'ndjson jsonl'],
  ['yaml', 'YAML', 'application/yaml application/x-yaml text/yaml', 'yaml yml'],
  ['xml', 'XML', 'application/xml text/xml', 'xml'],
  ['parquet', 'Parquet', 'application/vnd.apache.parquet', 'parquet'],
  ['sqlite', 'SQLite', 'application/vnd.sqlite3 application/x-sqlite3', 'sqlite sqlite3 db'],
]

const ARCHIVES: FormatRow[] = [
  // Also the result format of several files: each page as an image, in one archive.
  ['zip', 'ZIP', 'application/zip application/x-zip-compressed', 'zip'],
  ['tar', 'TAR', 'application/x-tar', 'tar'],
  ['tgz', 'TAR.GZ', 'application/x-gtar-compressed', 'tar.gz tgz'],
  ['tbz2', 'TAR.BZ2', 'application/x-bzip-compressed-tar', 'tar.bz2 tbz2 tbz tb2'],
  ['txz', 'TAR.XZ', 'application/x-xz-compressed-tar', 'tar.xz txz'],
  ['tzst', 'TAR.ZST', 'application/x-zstd-compressed-tar', 'tar.zst tzst'],
  ['7z', '7Z', 'application/x-7z-compressed', '7z'],
  ['rar', 'RAR', 'application/vnd.rar application/x-rar-compressed', 'rar'],
  ['gz', 'GZ', 'application/gzip', 'gz'],
  ['bz2', 'BZ2', 'application/x-bzip2', 'bz2'],
  ['xz', 'XZ', 'application/x-xz', 'xz'],
  ['zst', 'ZST', 'application/zstd', 'zst'],
  // Comics: archives of images.
  ['cbz', 'CBZ', 'application/vnd.comicbook+zip application/x-cbz', 'cbz'],
  ['cbr', 'CBR', 'application/vnd.comicbook-rar application/x-cbr', 'cbr'],
  ['cb7', 'CB7', 'application/x-cb7', 'cb7'],
  ['cbt', 'CBT', 'application/x-cbt', 'cbt'],
]

const IMAGES: FormatRow[] = [
  ['jpg', 'JPEG', 'image/jpeg', 'jpg jpeg jpe jfif'],
  ['png', 'PNG', 'image/png image/apng', 'png apng'],
  ['webp', 'WebP', 'image/webp', 'webp'],
  ['avif', 'AVIF', 'image/avif', 'avif'],
  ['gif', 'GIF', 'image/gif', 'gif'],
  ['tiff', 'TIFF', 'image/tiff', 'tiff tif'],
  ['svg', 'SVG', 'image/svg+xml', 'svg'],
  ['bmp', 'BMP', 'image/bmp', 'bmp dib'],
  ['ico', 'ICO', 'image/x-icon image/vnd.microsoft.icon', 'ico'],
  ['tga', 'TGA', 'image/x-tga', 'tga'],
  ['hdr', 'HDR', 'image/vnd.radiance', 'hdr'],
  ['qoi', 'QOI', 'image/qoi', 'qoi'],
  ['heic', 'HEIC', 'image/heic image/heif', 'heic heif'],
  ['jxl', 'JPEG XL', 'image/jxl', 'jxl'],
  ['psd', 'PSD', 'image/vnd.adobe.photoshop', 'psd'],
  ['jp2', 'JPEG 2000', 'image/jp2', 'jp2'],
  ['j2k', 'JPEG 2000 codestream', 'image/x-jp2-codestream', 'j2k j2c jpc'],
  ['cur', 'Cursor', 'image/x-cursor', 'cur'],
  ['dds', 'DDS', 'image/vnd-ms.dds', 'dds'],
  ['exr', 'OpenEXR', 'image/x-exr', 'exr'],
  ['pcx', 'PCX', 'image/vnd.zbrush.pcx image/x-pcx', 'pcx'],
  ['ppm', 'PPM', 'image/x-portable-pixmap', 'ppm'],
  ['pgm', 'PGM', 'image/x-portable-graymap', 'pgm'],
  ['pbm', 'PBM', 'image/x-portable-bitmap', 'pbm'],
  ['pam', 'PAM', 'image/x-portable-arbitrarymap', 'pam'],
  ['xpm', 'XPM', 'image/x-xpixmap', 'xpm'],
  ['sgi', 'SGI', 'image/sgi', 'sgi rgb rgba bw'],
  ['dpx', 'DPX', 'image/x-dpx', 'dpx'],
  ['fits', 'FITS', 'image/fits', 'fits fit fts'],
  ['farbfeld', 'farbfeld', 'image/x-farbfeld', 'ff'],
]

export const FORMATS: readonly Format[] = [
  ...rows('document', DOCUMENTS),
  ...rows('document', ARCHIVES),
  ...rows('image', IMAGES),
  ...rows('font', FONTS),
  ...rows('video', VIDEO),
  ...rows('audio', AUDIO),
  ...rows('model', MODELS),
]

function rows(family: Family, table: readonly FormatRow[]): Format[] {
  return table.map(([format, label, mimeTypes, extensions]) => ({
    format,
    label,
    family,
    mimeTypes: mimeTypes.split(' '),
    extensions: extensions.split(' '),
  }))
}

const BY_NAME = new Map(FORMATS.map((format) => [format.format, format]))
/** If two formats share an extension (`md`), the first one in the table gets it. */
const BY_EXTENSION = new Map(
  FORMATS.toReversed().flatMap((format) => format.extensions.map((one) => [one, format])),
)
const OTHER_NAMES: Record<string, string> = {
  markdown: 'md',
  tex: 'latex',
  text: 'txt',
  restructuredtext: 'rst',
  jupyter: 'ipynb',
}

/** The format with a canonical name, or null. */
export function formatNamed(name: string): Format | null {
  return BY_NAME.get(name) ?? null
}

/** The format of a file name's extension, or null. */
export function formatOfName(filename: string): Format | null {
  const dot = filename.lastIndexOf('.')
  return dot < 0 ? null : (BY_EXTENSION.get(filename.slice(dot + 1).toLowerCase()) ?? null)
}

/**
 * The canonical name of a caller's format: `.JPEG`, `jpeg` and `image/jpeg` are `jpg`. `family`
 * resolves names that families share (SVG is a drawing and a former font format). Null if unknown.
 */
export function normaliseFormat(given: string, family?: Family): string | null {
  const name = given.trim().toLowerCase().replace(/^\./, '')
  const own = FORMATS.filter((format) => format.family === family)
  const byExtension = own.find(({ extensions }) => extensions.includes(name)) ?? BY_EXTENSION.get(name)
  if (name.includes('/')) {
    const speaks = ({ mimeTypes }: Format) => mimeTypes.includes(name)
    return (own.find(speaks) ?? FORMATS.find(speaks))?.format ?? null
  }
  const named = BY_NAME.get(name) ?? BY_NAME.get(OTHER_NAMES[name] ?? '')
  if (named && (family === undefined || named.family === family)) return named.format
  return (own.find(({ extensions }) => extensions.includes(name)) ?? named ?? byExtension)?.format ?? null
}

/** The file extension of a result format: `tex` for `latex`. */
export function extensionOf(format: string): string {
  return BY_NAME.get(format)?.extensions[0] ?? format
}
