import { PHOTO_SIZE, SCAN_PHOTOS } from './seed-scan-photos.ts'
import { emptyScans, type ScanStore, type StoredPage, type StoredScan } from './stored-scans.ts'

const MINUTE = 60_000
const id = (kind: number, index: number) => `018f2d6e-6${kind}00-7000-8000-${String(index).padStart(12, '0')}`

/** The open session of the seed. */
export const OPEN_SCAN = id(0, 1)
export const SCAN_TOKEN = 'seeded-pairing-token-of-the-open-session-00'
const PHONES = { ines: id(2, 1), maren: id(2, 2) } as const

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

function photographed(photo: number, at: string): StoredPage {
  const { quad, webp } = SCAN_PHOTOS[photo] ?? { quad: null, webp: '' }
  return {
    id: id(1, photo + 1),
    ...{ preview: null, photo: bytesOf(webp), type: 'image/webp', size: PHOTO_SIZE },
    settings: { quad, rotation: 0, filter: 'clean', layout: 'page' },
    ...{
      version: 1,
      photoVersion: 1,
      isRetakeRequested: false,
      phoneId: PHONES.ines,
      changedBy: PHONES.ines,
    },
    ...{ changedAt: at, createdAt: at, deletedAt: null },
  }
}

/** An open session with three pages and two phones, one that led to a PDF, and one that expired. */
export function seedScans(owner: string, madeConversion: string | null, now = Date.now()): ScanStore {
  const at = (away: number) => new Date(now - away).toISOString()
  const session = (index: number, more: Partial<StoredScan>): StoredScan => ({
    ...{ id: id(0, index), owner, deskName: 'Maren', title: '', revision: 1, phones: [], pages: [] },
    ...{ tokens: [], code: null, conversionId: null, createdAt: at(0), lastUsed: now, endedAt: null },
    waiting: new Set(),
    ...more,
  })
  const phones = [
    { id: PHONES.ines, name: 'Ines', device: 'Chrome on Android', lastSeen: now, stays: true },
    { id: PHONES.maren, name: 'Maren', device: 'Safari on iPhone', lastSeen: now, stays: true },
  ]
  return {
    ...emptyScans(),
    sessions: [
      session(1, {
        ...{ title: 'Kitchen fit-out, delivery notes', revision: 7, phones, tokens: [SCAN_TOKEN] },
        pages: SCAN_PHOTOS.map((_, index) => photographed(index, at((5 - index) * MINUTE))),
        createdAt: at(8 * MINUTE),
      }),
      session(2, {
        ...{ title: 'Receipts, October', revision: 31, conversionId: madeConversion },
        ...{
          createdAt: at(26 * 60 * MINUTE),
          lastUsed: now - 25 * 60 * MINUTE,
          endedAt: at(25 * 60 * MINUTE),
        },
      }),
      session(3, {
        createdAt: at(4 * 1440 * MINUTE),
        lastUsed: now - 4 * 1440 * MINUTE + MINUTE,
        revision: 3,
      }),
    ],
  }
}
