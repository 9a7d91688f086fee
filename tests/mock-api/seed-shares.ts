import type { StoredUserFile } from './stored-files.ts'
import { emptyShares, type ShareStore, type StoredShare, type StoredShareEvent } from './stored-shares.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** One in every state and with every lock, each of one of these files. */
export function seedShares(files: readonly StoredUserFile[], now = Date.now()): ShareStore {
  const at = (away: number) => new Date(now + away).toISOString()
  const seeds: ({ file: number } & Partial<StoredShare>)[] = [
    {
      file: 0,
      name: 'The lease to look over',
      message: 'The numbers on page 3 are new.',
      password: 'harbour',
      maxDownloads: 10,
      downloads: 3,
      views: 12,
      expiresAt: at(6 * DAY),
      lastViewedAt: at(-2 * HOUR),
      lastDownloadedAt: at(-3 * HOUR),
    },
    { file: 0, gate: 'ask', expiresAt: at(5 * HOUR), views: 1, lastViewedAt: at(-DAY) },
    { file: 5, name: 'Walk through the harbour', gate: 'confirm', preview: false, notify: true },
    { file: 13 },
    { file: 6, expiresAt: at(-2 * DAY), views: 4, downloads: 2 },
    { file: 9, maxDownloads: 1, downloads: 1, views: 1 },
    { file: 10, revokedAt: at(-3 * DAY), views: 7, downloads: 5 },
    { file: 14, expiresAt: at(20 * DAY) },
  ]
  const store = emptyShares()
  seeds.forEach(({ file, ...given }, index) => {
    const of = files[file]
    if (!of) return
    store.shares.push({
      id: `018f2d6e-3000-7000-8000-${String(index + 1).padStart(12, '0')}`,
      owner: of.owner,
      generation: 0,
      fileId: of.id,
      conversionId: null,
      name: of.name,
      message: '',
      password: null,
      gate: 'none',
      preview: true,
      notify: false,
      maxDownloads: null,
      downloads: 0,
      views: 0,
      expiresAt: null,
      revokedAt: null,
      lastViewedAt: null,
      lastDownloadedAt: null,
      createdAt: at(-(index + 1) * 9 * HOUR),
      ...given,
    })
  })
  const [first] = store.shares
  if (first) store.events = eventsOf(first.id, at)
  return store
}

/** More than a page of them. */
function eventsOf(shareId: string, at: (away: number) => string): StoredShareEvent[] {
  return Array.from({ length: 60 }, (_, index) => ({
    id: `018f2d6e-4000-7000-8000-${String(index + 1).padStart(12, '0')}`,
    shareId,
    kind:
      index % 5 === 1
        ? 'downloaded'
        : index % 7 === 3
          ? 'password_wrong'
          : index % 9 === 4
            ? 'read'
            : 'viewed',
    at: at(-(index + 2) * HOUR),
    address: index % 2 ? '198.51.100.23' : '2001:db8:0:4f1c::7a2e',
    device: index % 3 ? 'Safari 26 on iPhone' : 'Firefox 144 on Linux',
    email: index % 5 === 1 ? 'ines.almeida@harbour.example' : null,
    email_confirmed: index % 10 === 1,
  }))
}
