import type { FormatEntry, OperationEntry } from '../../contract/convert.ts'
import type { Family } from '../../contract/families.ts'
import { PDF_OPERATIONS } from './pdf-operations.ts'

/**
 * A small catalog in the shape of the real one: enough of each kind to draw every control of the
 * options form.
 */

const ROWS: [format: string, label: string, family: Family, mime: string, extensions: string][] = [
  ['pdf', 'PDF', 'document', 'application/pdf', 'pdf'],
  [
    'docx',
    'DOCX',
    'document',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'docx',
  ],
  ['odt', 'ODT', 'document', 'application/vnd.oasis.opendocument.text', 'odt'],
  ['rtf', 'RTF', 'document', 'application/rtf', 'rtf'],
  ['epub', 'EPUB', 'document', 'application/epub+zip', 'epub'],
  ['html', 'HTML', 'document', 'text/html', 'html htm'],
  ['md', 'Markdown', 'document', 'text/markdown', 'md markdown'],
  ['txt', 'Plain text', 'document', 'text/plain', 'txt text log'],
  ['latex', 'LaTeX', 'document', 'application/x-tex', 'tex latex'],
  ['rst', 'reStructuredText', 'document', 'text/x-rst', 'rst'],
  [
    'pptx',
    'PPTX',
    'document',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'pptx',
  ],
  ['xlsx', 'XLSX', 'document', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['csv', 'CSV', 'document', 'text/csv', 'csv'],
  ['json', 'JSON', 'document', 'application/json', 'json'],
  ['jpg', 'JPEG', 'image', 'image/jpeg', 'jpg jpeg'],
  ['png', 'PNG', 'image', 'image/png', 'png'],
  ['webp', 'WebP', 'image', 'image/webp', 'webp'],
  ['avif', 'AVIF', 'image', 'image/avif', 'avif'],
  ['gif', 'GIF', 'image', 'image/gif', 'gif'],
  ['tiff', 'TIFF', 'image', 'image/tiff', 'tiff tif'],
  ['svg', 'SVG', 'image', 'image/svg+xml', 'svg'],
  ['bmp', 'BMP', 'image', 'image/bmp', 'bmp'],
  ['heic', 'HEIC', 'image', 'image/heic', 'heic heif'],
  ['ttf', 'TTF', 'font', 'font/ttf', 'ttf'],
  ['otf', 'OTF', 'font', 'font/otf', 'otf'],
  ['woff', 'WOFF', 'font', 'font/woff', 'woff'],
  ['woff2', 'WOFF2', 'font', 'font/woff2', 'woff2'],
  ['mp4', 'MP4', 'video', 'video/mp4', 'mp4 m4v'],
  ['webm', 'WebM', 'video', 'video/webm', 'webm'],
  ['mov', 'MOV', 'video', 'video/quicktime', 'mov'],
  ['mp3', 'MP3', 'audio', 'audio/mpeg', 'mp3'],
  ['wav', 'WAV', 'audio', 'audio/wav', 'wav'],
  ['flac', 'FLAC', 'audio', 'audio/flac', 'flac'],
  ['glb', 'GLB', 'model', 'model/gltf-binary', 'glb'],
  ['obj', 'OBJ', 'model', 'model/obj', 'obj'],
  ['stl', 'STL', 'model', 'model/stl', 'stl'],
]

const FONTS = ['ttf', 'otf', 'woff', 'woff2']
const VIDEOS = ['mp4', 'webm', 'mov']
const SOUNDS = ['mp3', 'wav', 'flac']
const MODELS = ['glb', 'obj', 'stl']

const TEXTUAL = ['docx', 'odt', 'rtf', 'epub', 'html', 'md', 'txt', 'latex', 'rst']
const RASTER = ['jpg', 'png', 'webp', 'avif', 'gif', 'tiff', 'bmp']
const IMAGE_SOURCES = [...RASTER, 'svg', 'heic']

const object = (properties: Record<string, Record<string, unknown>>) => ({
  type: 'object',
  properties,
  additionalProperties: false,
})

const opens = {
  password: { type: 'string', title: 'Password', format: 'password', writeOnly: true, default: '' },
}
const page = {
  paper: { type: 'string', title: 'Paper', enum: ['a4', 'letter', 'a5'], default: 'a4' },
  margin_mm: { type: 'integer', title: 'Margin (mm)', minimum: 0, maximum: 60, default: 25 },
  toc: { type: 'boolean', title: 'Table of contents', default: false },
}
const quality = { type: 'integer', title: 'Quality', minimum: 1, maximum: 100, default: 80 }
const imageOptions = {
  width: { type: 'integer', title: 'Width', minimum: 1, maximum: 30_000 },
  height: { type: 'integer', title: 'Height', minimum: 1, maximum: 30_000 },
  fit: {
    type: 'string',
    title: 'Fit',
    enum: ['inside', 'cover', 'contain', 'fill', 'outside'],
    default: 'inside',
  },
  focal_x: { type: 'integer', title: 'Focal point X', minimum: 0, maximum: 100, default: 50 },
  focal_y: { type: 'integer', title: 'Focal point Y', minimum: 0, maximum: 100, default: 50 },
  rotate: { type: 'number', title: 'Rotate', enum: [0, 90, 180, 270], default: 0 },
  flip: { type: 'boolean', title: 'Flip vertical', default: false },
  flop: { type: 'boolean', title: 'Flip horizontal', default: false },
  crop_x: { type: 'integer', title: 'Crop X', minimum: 0, maximum: 100_000 },
  crop_y: { type: 'integer', title: 'Crop Y', minimum: 0, maximum: 100_000 },
  crop_width: { type: 'integer', title: 'Crop width', minimum: 1, maximum: 100_000 },
  crop_height: { type: 'integer', title: 'Crop height', minimum: 1, maximum: 100_000 },
  background: { type: 'string', title: 'Background', pattern: '^#[0-9a-fA-F]{6}$', default: '#ffffff' },
  strip_metadata: { type: 'boolean', title: 'Remove metadata', default: true },
}

const operation = (
  family: Family,
  from: string[],
  to: string[],
  credits: number,
  properties: Record<string, Record<string, unknown>> = {},
): OperationEntry => ({
  operation: 'convert',
  label: 'Convert',
  family,
  engine: 'mock',
  min_files: 1,
  max_files: 1,
  from,
  to,
  credits,
  options: object(properties),
})

export const OPERATIONS: OperationEntry[] = [
  operation('document', [...TEXTUAL, 'pptx', 'xlsx', 'csv'], ['pdf'], 2, { ...page, ...opens }),
  operation('document', [...TEXTUAL, 'pdf'], TEXTUAL, 1, opens),
  operation('document', ['xlsx'], ['csv', 'html'], 1),
  operation('document', ['csv'], ['xlsx', 'html'], 1),
  operation('document', ['pdf'], ['png', 'jpg', 'webp'], 2, {
    dpi: { type: 'integer', title: 'Resolution (dpi)', minimum: 36, maximum: 600, default: 150 },
    pages: {
      type: 'string',
      title: 'Pages',
      pattern: '^[0-9,\\- ]*$',
      description: '1-3, 5. Empty: all of them.',
      default: '',
    },
  }),
  operation('image', IMAGE_SOURCES, ['jpg', 'webp'], 1, { quality, ...imageOptions }),
  operation('image', IMAGE_SOURCES, ['avif'], 2, {
    quality: { ...quality, default: 55 },
    effort: { type: 'integer', title: 'Effort', minimum: 0, maximum: 9, default: 4 },
    lossless: { type: 'boolean', title: 'Lossless', default: false },
    ...imageOptions,
  }),
  operation('image', IMAGE_SOURCES, ['png', 'gif', 'tiff', 'bmp'], 1, imageOptions),
  operation('font', FONTS, FONTS, 1),
  operation('video', VIDEOS, [...VIDEOS, 'gif', ...SOUNDS], 4, {
    start: { type: 'number', title: 'Start (s)', minimum: 0, maximum: 86_400, default: 0 },
    mute: { type: 'boolean', title: 'Remove audio', default: false },
  }),
  operation('audio', SOUNDS, SOUNDS, 2, {
    bitrate: { type: 'integer', title: 'Bit rate (kbit/s)', minimum: 32, maximum: 320, default: 192 },
  }),
  operation('model', MODELS, MODELS, 2),
  {
    ...operation('document', ['pdf', 'jpg', 'png'], ['pdf'], 1),
    operation: 'merge',
    label: 'Merge into one PDF',
    min_files: 2,
    max_files: 100,
  },
  ...PDF_OPERATIONS,
  operation('image', IMAGE_SOURCES, ['pdf'], 1, { paper: { ...page.paper, enum: ['fit', 'a4', 'letter'] } }),
]

const CONVERSIONS = OPERATIONS.filter((entry) => entry.operation === 'convert')

export const FORMATS: FormatEntry[] = ROWS.map(([format, label, family, mime, extensions]) => ({
  format,
  label,
  family,
  mime_types: [mime],
  extensions: extensions.split(' '),
  inputs: [
    ...new Set(
      CONVERSIONS.filter(({ to }) => to.includes(format)).flatMap(({ from }) =>
        from.filter((f) => f !== format),
      ),
    ),
  ],
  outputs: [
    ...new Set(
      CONVERSIONS.filter(({ from }) => from.includes(format)).flatMap(({ to }) =>
        to.filter((t) => t !== format),
      ),
    ),
  ],
}))

export const normalise = (name: string, family?: Family): string | null => {
  const plain = name.trim().toLowerCase().replace(/^\./, '')
  const found = FORMATS.filter(({ format, extensions }) => format === plain || extensions.includes(plain))
  return (found.find((one) => one.family === family) ?? found[0])?.format ?? null
}

export const operationFor = (from: string, to: string, name = 'convert'): OperationEntry | undefined =>
  OPERATIONS.find(
    (entry) =>
      entry.operation === name &&
      entry.from.includes(from) &&
      entry.to.includes(to) &&
      (from !== to || name !== 'convert'),
  )

/** What a name's ending says. */
export const formatOf = (name: string) => normalise(name.slice(name.lastIndexOf('.') + 1))
export const familyOf = (name: string) =>
  FORMATS.find(({ format }) => format === formatOf(name))?.family ?? 'other'
