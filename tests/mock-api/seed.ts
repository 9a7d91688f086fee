import type { Conversion } from '../../contract/conversion.ts'
import type { Family } from '../../contract/families.ts'
import { presentMessage } from '../../server/core/present-message.ts'
import { complete } from './outcome.ts'

/** A life-like history: the same at every start, laid out backwards from now. */

type Row = [
  filename: string,
  family: Family,
  target: string,
  bytes: number,
  credits: number,
  end?: 'encrypted' | 'damaged' | 'cancelled',
]

const FILES: Row[] = [
  ['Q3 board pack.pptx', 'document', 'pdf', 24_600_000, 2],
  ['IMG_4821.HEIC', 'image', 'avif', 3_100_000, 2],
  ['Lease, 14 Harbour Row (final).docx', 'document', 'pdf', 412_000, 2],
  ['storefront-panorama-stitched.tiff', 'image', 'webp', 412_000_000, 1],
  ['INV-2026-11873.docx', 'document', 'pdf', 94_000, 2],
  ['INV-2026-11874.docx', 'document', 'pdf', 96_000, 2],
  ['INV-2026-11876-credit-note.docx', 'document', 'pdf', 88_000, 2, 'encrypted'],
  ['november-ledger.xlsx', 'document', 'csv', 4_200_000, 1],
  ['look-02-knitwear-detail.png', 'image', 'webp', 33_000_000, 1],
  ['look-03-boots.png', 'image', 'avif', 18_000_000, 2],
  ['wordmark-outline.svg', 'image', 'png', 12_000, 1],
  ['look-04-coat.jpg', 'image', 'webp', 9_100_000, 1, 'cancelled'],
  ['Tender response vol 2.odt', 'document', 'docx', 14_300_000, 1],
  ['impeller-test-report.md', 'document', 'docx', 38_000, 1],
  [
    'minutes-2026-11-03-a-rather-long-name-that-nobody-shortened-before-sending-it-on.rtf',
    'document',
    'pdf',
    51_000,
    2,
  ],
  ['scan-0042.jpg', 'image', 'pdf', 2_800_000, 1, 'damaged'],
]

const MINUTE = 60_000

export function seedConversions(count: number, now = Date.now()): Conversion[] {
  return Array.from({ length: count }, (_, index) => {
    const row = FILES[index % FILES.length]
    if (!row) throw new Error('no such row')
    // Three a day at first, thinning out: today, yesterday and some weeks are all there.
    const age = (9 + index * 47 + (index * index) / 2) * MINUTE
    const conversion = seeded(row, index, new Date(now - age))
    // The invoices of a round were run together; one file was compressed and keeps its format.
    if (BATCHED.includes(index)) conversion.batch_id = '018f2d6e-2000-7000-8000-000000000001'
    if (index === COMPRESSED) Object.assign(conversion, COMPRESSION)
    return conversion
  })
}

const BATCHED = [4, 5, 6]
const COMPRESSED = 13
const COMPRESSION = {
  filename: 'impeller-test-report.pdf',
  operation: 'optimize',
  source_format: 'pdf',
  target_format: 'pdf',
}

function seeded([filename, family, target, bytes, credits, end]: Row, index: number, at: Date): Conversion {
  const id = `018f2d6e-1000-7000-8000-${String(index + 1).padStart(12, '0')}`
  const done = new Date(at.getTime() + 8000)
  const conversion: Conversion = {
    conversion_id: id,
    id,
    status: end ? 'failed' : 'completed',
    state: end ? 'failed' : 'completed',
    family,
    operation: 'convert',
    source_format: sourceOf(filename),
    target_format: target,
    filename,
    size_bytes: bytes,
    file_count: 1,
    s3_key: `originals/${id}`,
    options: {},
    progress: end ? 0.4 : 1,
    stage: null,
    stage_message: null,
    queue_position: null,
    error: end ? ERRORS[end] : null,
    download_url: null,
    output: null,
    credits_quoted: credits,
    credits_charged: 0,
    external_token: null,
    batch_id: null,
    delivery: null,
    created_by: '018f2d6e-0000-7000-8000-000000000001',
    created_at: at.toISOString(),
    started_at: new Date(at.getTime() + 900).toISOString(),
    completed_at: done.toISOString(),
    expires_at: new Date(done.getTime() + 7 * 86_400_000).toISOString(),
  }
  if (!end) complete(conversion)
  if (Date.parse(conversion.expires_at ?? '') < Date.now()) {
    conversion.download_url = null
    conversion.s3_key = null
  }
  return conversion
}

const ERRORS = {
  encrypted: { code: 'source_encrypted', ...presentMessage('The document is password-protected.') },
  damaged: { code: 'source_damaged', ...presentMessage('The file ends in the middle of the image.') },
  cancelled: { code: 'cancelled', ...presentMessage('Stopped on request.') },
} as const

const sourceOf = (filename: string): string => {
  const ending = filename.slice(filename.lastIndexOf('.') + 1).toLowerCase()
  return ending === 'jpeg' ? 'jpg' : ending
}
