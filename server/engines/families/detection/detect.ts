import { fileTypeFromBuffer } from 'file-type'
import type { Format } from '../../kernel/engine.ts'
import { formatNamed, formatOfName } from '../../kernel/formats.ts'
import { compoundContent, isCompound } from '../../kernel/source/compound.ts'
import { readHead } from '../../kernel/source/head.ts'
import { iworkFormat } from '../../kernel/source/iwork-members.ts'
import { mailFormat } from '../../kernel/source/mail-head.ts'
import { looksSigned } from '../../kernel/source/signed-head.ts'
import { decodeText, formatOfMarkup } from '../../kernel/source/text.ts'
import { readZipDirectory, readZipEntry, type ZipEntry } from '../../kernel/source/zip.ts'
import { archiveFormat } from '../archive/detect.ts'
import { COMICS } from '../comic/formats.ts'
import { fontFormat, isSvgFont } from '../font/detect.ts'
import { imageFormat } from '../image/detect.ts'
import { mediaFormat } from '../media/detect.ts'
import { archivedModel, modelFormat } from '../model/detect.ts'
import { subtitleFormat } from '../subtitle/detect.ts'

const HEAD_BYTES = 64 * 1024
/** Directory sectors of a compound file may be anywhere; old office formats are rarely larger. */
const COMPOUND_BYTES = 16 * 1024 * 1024

/**
 * Detects a format by content. The name decides between text formats, and for a ZIP or compound
 * file with an unreadable directory, which is then damaged. Null if unknown.
 */
export async function detectFormat(file: { path: string; filename: string }): Promise<Format | null> {
  const name = await detectName(file)
  return name === null ? null : formatNamed(name)
}

async function detectName({ path, filename }: { path: string; filename: string }): Promise<string | null> {
  const { head, size } = await readHead(path, HEAD_BYTES)
  if (size === 0) return null
  const claimed = formatOfName(filename)?.format ?? null
  if (isCompound(head)) {
    const content = compoundContent((await readHead(path, COMPOUND_BYTES)).head)
    if (content === 'encrypted') return claimed && OFFICE_XML.includes(claimed) ? claimed : 'docx'
    return content === 'other' ? null : content
  }
  // First, since the body of a message may look like anything.
  const mail = mailFormat(head, claimed)
  if (mail) return mail
  if (looksSigned(head)) return 'p7m'
  if (head.length > 3 && head.readUInt16BE(0) === 0x504b) return zipFormat(path, claimed)
  const magic =
    formatOfMagic(head) ??
    archiveFormat(head, filename) ??
    imageFormat(head, claimed) ??
    fontFormat(head, claimed) ??
    mediaFormat(head, claimed, path) ??
    // XML may be a model; its extension doesn't tell.
    modelFormat(head, claimed === 'xml' ? null : claimed, size)
  if (magic) return magic
  const subtitles = subtitleFormat(head, claimed)
  if (subtitles) return subtitles
  const known = await fileTypeFromBuffer(head).catch(() => undefined)
  if (known && !TEXT_TYPES.has(known.mime)) return KNOWN_TYPES[known.ext] ?? null
  // A TIFF may have its first IFD far from the start, where file-type doesn't look.
  if (!known && /^(II[*+]\0|MM\0[*+])/.test(head.toString('latin1', 0, 4))) return 'tiff'
  const text = decodeText(head, size === head.length)
  return text === null ? null : textFormat(text, claimed, !/\.[^./\\]+$/.test(filename))
}

const OFFICE_XML = ['docx', 'xlsx', 'pptx']
const ZIP_FORMATS = [
  ...OFFICE_XML,
  'odt',
  'ods',
  'odp',
  'epub',
  '3mf',
  'zip',
  'cbz',
  'pages',
  'numbers',
  'key',
]

/**
 * A ZIP-based format by its required members, or a model with textures; by its name if the
 * directory is unreadable.
 */
function zipFormat(path: string, claimed: string | null): string | null {
  let entries: ZipEntry[]
  try {
    entries = readZipDirectory(path, 65_535)
  } catch {
    return claimed && ZIP_FORMATS.includes(claimed) ? claimed : null
  }
  const comic = claimed !== null && claimed in COMICS ? 'cbz' : null
  const names = entries.map(({ name }) => name)
  return zipContent(path, entries) ?? comic ?? iworkFormat(names, claimed) ?? archivedModel(names) ?? 'zip'
}

/** The document format of a ZIP's entries, or null for a plain archive. */
function zipContent(path: string, entries: readonly ZipEntry[]): string | null {
  const has = (prefix: string) => entries.some(({ name }) => name.startsWith(prefix))
  let mimetype = ''
  try {
    mimetype = readZipEntry(path, entries, 'mimetype', 200)?.toString('latin1').trim() ?? ''
  } catch {
    // A damaged entry: the names below decide.
  }
  if (mimetype === 'application/epub+zip' || has('META-INF/container.xml')) return 'epub'
  const open = /^application\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation)/.exec(mimetype)?.[1]
  if (open) return { text: 'odt', spreadsheet: 'ods', presentation: 'odp' }[open] ?? null
  if (entries.some(({ name }) => /^([^/]+\.ufo\/)?metainfo\.plist$/.test(name))) return 'ufo'
  if (!has('[Content_Types].xml')) return null
  if (has('word/')) return 'docx'
  if (has('xl/')) return 'xlsx'
  return has('ppt/') ? 'pptx' : null
}

function formatOfMagic(head: Buffer): string | null {
  const start = head.toString('latin1', 0, 1024)
  // A PDF header may follow up to a kilobyte of other data.
  if (start.includes('%PDF-')) return 'pdf'
  // A Palm database has its type at byte 60; Topaz counts as a book, which its engine rejects.
  if (/^(BOOKMOBI|TEXtREAd)/.test(start.slice(60, 68)) || start.startsWith('TPZ0')) return 'mobi'
  if (start.startsWith('{\\rtf')) return 'rtf'
  if (start.startsWith('qoif')) return 'qoi'
  if (start.startsWith('PAR1')) return 'parquet'
  if (start.startsWith('SQLite format 3\0')) return 'sqlite'
  if (start.startsWith('#?RADIANCE') || start.startsWith('#?RGBE')) return 'hdr'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (
    start.startsWith('BM') &&
    head.length > 26 &&
    head.readUInt32LE(6) === 0 &&
    head.readUInt32LE(14) <= 124
  )
    return 'bmp'
  return null
}

/** The file-type package's names of formats with other names in `formats.ts`. */
const KNOWN_TYPES: Record<string, string> = {
  jpg: 'jpg',
  png: 'png',
  apng: 'png',
  webp: 'webp',
  avif: 'avif',
  gif: 'gif',
  tif: 'tiff',
  bmp: 'bmp',
  ico: 'ico',
  heic: 'heic',
  jxl: 'jxl',
  psd: 'psd',
  pdf: 'pdf',
  rtf: 'rtf',
}
/** Text types of file-type, which this module detects itself. */
const TEXT_TYPES = new Set([
  'application/xml',
  'application/json',
  'text/html',
  'text/plain',
  'image/svg+xml',
  'text/vcard',
  'text/calendar',
])

/** Text formats, between which the name may decide. */
export const TEXT_FORMATS = new Set([
  ...[
    'html',
    'md',
    'gfm',
    'txt',
    'latex',
    'typst',
    'rst',
    'asciidoc',
    'org',
    'textile',
    'djot',
    'mediawiki',
    'dokuwiki',
  ],
  ...[
    'xwiki',
    'jira',
    'muse',
    'bbcode',
    'docbook',
    'jats',
    'tei',
    'fb2',
    'icml',
    'opml',
    'ipynb',
    'man',
    'texinfo',
  ],
  ...['srt', 'vtt', 'ass'],
  ...['context', 'ansi', 'csv', 'tsv', 'json', 'ndjson', 'yaml', 'xml'],
])

function textFormat(text: string, claimed: string | null, nameless: boolean): string | null {
  const markup = formatOfMarkup(text)
  if (markup === 'svg' && isSvgFont(text)) return 'svgfont'
  if (markup === 'svg')
    return claimed &&
      claimed !== 'xml' &&
      TEXT_FORMATS.has(claimed) &&
      !/^\s*(<\?xml|<!DOCTYPE svg|<svg)/i.test(text)
      ? claimed
      : 'svg'
  // Many formats are XML: the root element decides.
  if (claimed === 'xml') return markup ?? (/^\ufeff?\s*</.test(text) ? 'xml' : null)
  if (claimed && TEXT_FORMATS.has(claimed)) return claimed
  if (markup) return markup
  // Text without an extension is plain text; with an unknown extension (a playlist, an image) it is
  // unsupported.
  return nameless && text.trim() !== '' ? 'txt' : null
}
