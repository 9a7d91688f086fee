/**
 * Detects a file's format by its first bytes, so that targets are offered before the upload. The
 * server decides: it reads the whole file. Returns the short format name; null if unknown, as for
 * text.
 */

const ascii = (bytes: Uint8Array, start: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(start, start + length))

const starts = (bytes: Uint8Array, ...magic: number[]): boolean =>
  magic.every((byte, index) => bytes[index] === byte)

/** The bytes to read. Office files have their identifying names within the first entries. */
export const SNIFF_BYTES = 8192

type Test = [format: string, test: (bytes: Uint8Array) => boolean]

const TESTS: Test[] = [
  ['pdf', (b) => ascii(b, 0, 1024).includes('%PDF-')],
  ['png', (b) => starts(b, 0x89, 0x50, 0x4e, 0x47)],
  ['jpg', (b) => starts(b, 0xff, 0xd8, 0xff)],
  ['gif', (b) => ascii(b, 0, 4) === 'GIF8'],
  ['webp', (b) => ascii(b, 0, 4) === 'RIFF' && ascii(b, 8, 4) === 'WEBP'],
  ['tiff', (b) => starts(b, 0x49, 0x49, 0x2a, 0) || starts(b, 0x4d, 0x4d, 0, 0x2a)],
  ['bmp', (b) => ascii(b, 0, 2) === 'BM' && b[6] === 0 && b[7] === 0],
  ['ico', (b) => starts(b, 0, 0, 1, 0)],
  ['psd', (b) => ascii(b, 0, 4) === '8BPS'],
  ['qoi', (b) => ascii(b, 0, 4) === 'qoif'],
  ['hdr', (b) => ascii(b, 0, 10) === '#?RADIANCE'],
  ['jxl', (b) => starts(b, 0xff, 0x0a) || ascii(b, 4, 4) === 'JXL '],
  ['avif', (b) => ascii(b, 4, 4) === 'ftyp' && /avi[fs]/.test(ascii(b, 8, 24))],
  ['heic', (b) => ascii(b, 4, 4) === 'ftyp' && /hei[cxms]|hev[cx]|mif1/.test(ascii(b, 8, 24))],
  ['m4a', (b) => ascii(b, 4, 4) === 'ftyp' && /^M4[AB]/.test(ascii(b, 8, 3))],
  ['3gp', (b) => ascii(b, 4, 4) === 'ftyp' && /^3g/.test(ascii(b, 8, 2))],
  ['mov', (b) => ascii(b, 4, 4) === 'ftyp' && ascii(b, 8, 2) === 'qt'],
  ['mp4', (b) => ascii(b, 4, 4) === 'ftyp'],
  ['webm', (b) => starts(b, 0x1a, 0x45, 0xdf, 0xa3) && ascii(b, 0, 64).includes('webm')],
  ['mkv', (b) => starts(b, 0x1a, 0x45, 0xdf, 0xa3)],
  ['avi', (b) => ascii(b, 0, 4) === 'RIFF' && ascii(b, 8, 4) === 'AVI '],
  ['wav', (b) => ascii(b, 0, 4) === 'RIFF' && ascii(b, 8, 4) === 'WAVE'],
  ['flac', (b) => ascii(b, 0, 4) === 'fLaC'],
  ['opus', (b) => ascii(b, 0, 4) === 'OggS' && ascii(b, 0, 64).includes('OpusHead')],
  ['ogv', (b) => ascii(b, 0, 4) === 'OggS' && ascii(b, 0, 64).includes('theora')],
  ['ogg', (b) => ascii(b, 0, 4) === 'OggS'],
  ['flv', (b) => ascii(b, 0, 3) === 'FLV'],
  ['aiff', (b) => ascii(b, 0, 4) === 'FORM' && /^AIF[FC]/.test(ascii(b, 8, 4))],
  ['amr', (b) => ascii(b, 0, 5) === '#!AMR'],
  ['mp3', (b) => ascii(b, 0, 3) === 'ID3' || (b[0] === 0xff && ((b[1] ?? 0) & 0xe6) === 0xe2)],
  ['rtf', (b) => ascii(b, 0, 5) === '{\\rtf'],
  ['ttf', (b) => starts(b, 0, 1, 0, 0) || ascii(b, 0, 4) === 'true'],
  ['ttc', (b) => ascii(b, 0, 4) === 'ttcf'],
  ['pfa', (b) => /^%!(PS-AdobeFont|FontType1)/.test(ascii(b, 0, 16))],
  ['pfb', (b) => starts(b, 0x80, 1) && ascii(b, 6, 14) === '%!PS-AdobeFont'],
  ['otf', (b) => ascii(b, 0, 4) === 'OTTO'],
  ['woff', (b) => ascii(b, 0, 4) === 'wOFF'],
  ['woff2', (b) => ascii(b, 0, 4) === 'wOF2'],
  ['glb', (b) => ascii(b, 0, 4) === 'glTF'],
]

/**
 * The first names in a ZIP identify it: OpenDocument and EPUB by `mimetype`, Office by its folders.
 */
const ZIPPED: [format: string, mark: string][] = [
  ['odt', 'opendocument.text'],
  ['ods', 'opendocument.spreadsheet'],
  ['odp', 'opendocument.presentation'],
  ['epub', 'application/epub+zip'],
  ['docx', 'word/'],
  ['pptx', 'ppt/'],
  ['xlsx', 'xl/'],
]

export function sniffBytes(bytes: Uint8Array): string | null {
  if (ascii(bytes, 0, 4) === 'PK\u0003\u0004') {
    const text = new TextDecoder('latin1').decode(bytes.subarray(0, SNIFF_BYTES))
    return ZIPPED.find(([, mark]) => text.includes(mark))?.[0] ?? null
  }
  const found = TESTS.find(([, test]) => test(bytes))?.[0]
  if (found) return found
  return /^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)?(<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i.test(
    ascii(bytes, 0, 1024),
  )
    ? 'svg'
    : null
}
