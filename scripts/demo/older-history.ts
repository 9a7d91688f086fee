import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Family } from '../../contract/families.ts'
import { grantCredits } from '../../server/core/credits/ledger.ts'
import {
  conversions,
  creditEntries,
  creditHolds,
  creditLots,
  owners,
  users,
} from '../../server/core/schema.ts'
import { sentence } from '../../server/engines/kernel/sentence.ts'
import type { Platform, Transaction } from '../../server/platform.ts'

const DAY = 86_400_000
const OLDER = 400
const FIRST_DAY = 90
/** What is younger than this still has its files, so the real conversions are put there. */
const KEPT_DAYS = 6
/** So many conversions, one after the other, then a pause. */
const SITTING = 5

const DOCUMENTS = [
  'Lease',
  'Invoice',
  'Handover protocol',
  'Offer',
  'Minutes',
  'Survey',
  'Reference',
  'Inventory',
  'Insurance',
  'Letter to the owner',
]
const IMAGES = [
  'Kitchen',
  'Bathroom',
  'Facade',
  'View from the balcony',
  'Floor plan',
  'Meter',
  'Crack in the wall',
  'Portrait',
]
const PLACES = [
  '14 Harbour Row',
  '3 Gull Lane',
  'The Old Dock',
  'Möwenweg 3',
  '22 Mole Street',
  'Lock Keeper’s House',
  '7 Sailmaker Yard',
]

/** What the office converts. */
const KINDS: readonly Kind[] = [
  {
    family: 'image',
    upTo: 0.34,
    names: IMAGES,
    sources: ['jpg', 'jpg', 'png', 'tiff', 'webp'],
    targets: ['webp', 'webp', 'avif', 'png'],
    credits: 1,
    bytes: [200_000, 6_000_000],
    shrinks: [0.2, 0.7],
    seconds: 1.5,
    options: { quality: 80, effort: 4 },
  },
  {
    family: 'video',
    upTo: 0.43,
    names: ['Walk-through', 'Balcony', 'Handover, filmed'],
    sources: ['mov', 'mp4'],
    targets: ['mp4', 'webm'],
    credits: 4,
    bytes: [20_000_000, 180_000_000],
    shrinks: [0.2, 0.5],
    seconds: 60,
    options: {},
  },
  {
    family: 'font',
    upTo: 0.48,
    names: ['Harbour Sans', 'Harbour Sans Bold', 'Signpost'],
    sources: ['ttf', 'otf'],
    targets: ['woff2'],
    credits: 1,
    bytes: [40_000, 300_000],
    shrinks: [0.4, 0.6],
    seconds: 0.4,
    options: {},
  },
  {
    family: 'model',
    upTo: 0.53,
    names: ['Floor plan', 'Stairwell', 'Facade'],
    sources: ['obj', 'stl'],
    targets: ['glb'],
    credits: 2,
    bytes: [400_000, 9_000_000],
    shrinks: [0.3, 0.6],
    seconds: 3,
    options: {},
  },
  {
    family: 'document',
    upTo: 1,
    names: DOCUMENTS,
    sources: ['docx', 'docx', 'md', 'html', 'odt', 'txt'],
    targets: ['pdf', 'pdf', 'pdf', 'epub', 'rtf'],
    credits: 2,
    bytes: [4000, 900_000],
    shrinks: [0.6, 1.6],
    seconds: 4,
    options: {},
  },
]

interface Kind {
  family: Family
  /** Of all work, with those before it. */
  upTo: number
  names: readonly string[]
  sources: readonly string[]
  targets: readonly string[]
  credits: number
  bytes: readonly [from: number, to: number]
  /** What the result is of the original. */
  shrinks: readonly [from: number, to: number]
  seconds: number
  options: Record<string, unknown>
}

const FAILURES = [
  ['source_damaged', sentence`The file is damaged. Check that it opens elsewhere.`],
  [
    'source_encrypted',
    sentence`The document is protected by a password. Remove it, then convert the file again.`,
  ],
  [
    'time_limit',
    sentence`The conversion took too long and was stopped. Try a smaller file, or split it into parts.`,
  ],
  ['cancelled', sentence`You stopped this conversion.`],
] as const

type Row = typeof conversions.$inferInsert
type Entry = typeof creditEntries.$inferInsert

/**
 * Three months of believable work behind the real conversions: rows whose files have expired, with
 * every credit of theirs in the ledger, and the real ones spread over the last days. All or
 * nothing.
 */
export async function addOlderHistory(platform: Platform, owner: string, real: readonly string[]) {
  const now = platform.clock().getTime()
  const next = random(20_260_401)
  const rows = Array.from({ length: OLDER }, (_, at) => olderRow(owner, now, at, next))
  await platform.db.transaction(async (tx) => {
    // The ledger only grows; a made-up past needs its rows dated back.
    await tx.execute(sql`alter table credit_entries disable trigger credit_entries_append_only`)
    const since = new Date(now - (FIRST_DAY + 2) * DAY)
    await tx.update(users).set({ createdAt: since }).where(eq(users.id, owner))
    await tx.update(owners).set({ createdAt: since }).where(eq(owners.id, owner))
    const spent = rows.reduce((sum, row) => sum + (row.creditsCharged ?? 0), 0)
    const reference = randomUUID()
    await grantCredits({ clock: () => since }, tx, owner, {
      ...{ source: 'adjustment', reference, credits: spent + 500 },
    })
    await tx.insert(conversions).values(rows)
    await tx.insert(creditHolds).values(rows.map(holdOf))
    await spread(tx, real, next)
    await rewriteLedger(tx, owner, since, rows)
    await tx.execute(sql`alter table credit_entries enable trigger credit_entries_append_only`)
  })
}

function olderRow(owner: string, now: number, at: number, next: () => number): Row {
  const pick = <T>(from: readonly T[]) => from[Math.floor(next() * from.length)] as T
  const within = ([from, to]: readonly [number, number], power = 1) => from + next() ** power * (to - from)
  const work = next()
  const kind = KINDS.find(({ upTo }) => work < upTo) as Kind
  const source = pick(kind.sources)
  // Nothing is converted into what it is.
  const target = pick(kind.targets.filter((one) => one !== source))
  const name = `${pick(kind.names)}, ${pick(PLACES)}${next() < 0.2 ? ` (${2 + Math.floor(next() * 4)})` : ''}`
  const size = Math.round(within(kind.bytes, 3))
  const created = workingTime(now, at, next)
  const ended = new Date(created.getTime() + 400 + next() * kind.seconds * 1000)
  const failure = next() < 0.06 ? pick(FAILURES) : null
  const price = kind.credits
  return {
    id: randomUUID(),
    ownerId: owner,
    family: kind.family,
    operation: 'convert',
    status: failure ? 'failed' : 'completed',
    sourceFormat: source,
    targetFormat: target,
    filename: `${name}.${source}`,
    sizeBytes: size,
    options: kind.options,
    progress: failure ? null : 1,
    ...(failure && { errorCode: failure[0], errorMessage: failure[1] }),
    ...(!failure && {
      output: {
        filename: `${name}.${target}`,
        format: target,
        size_bytes: Math.round(size * within(kind.shrinks)),
        sha256: Array.from({ length: 64 }, () => Math.floor(next() * 16).toString(16)).join(''),
        ...(target === 'pdf' && { pages: 1 + Math.floor(next() * 11) }),
        warnings: [],
      },
    }),
    creditsQuoted: price,
    creditsCharged: failure ? 0 : price,
    attempts: 1,
    createdAt: created,
    startedAt: new Date(created.getTime() + 30 + next() * 200),
    completedAt: ended,
    expiresAt: new Date(created.getTime() + 7 * DAY),
  }
}

/** More in the last weeks than in the first, little at night, less on Saturdays and Sundays. */
function workingTime(now: number, at: number, next: () => number): Date {
  const days = 8 + (FIRST_DAY - 8) * (at / OLDER) ** 1.3
  const day = new Date(now - days * DAY)
  if ([0, 6].includes(day.getUTCDay()) && next() < 0.7) day.setTime(day.getTime() - 2 * DAY)
  day.setUTCHours(8 + Math.floor((next() + next()) * 5), Math.floor(next() * 60), Math.floor(next() * 60), 0)
  // Never into the days whose files are still kept.
  return new Date(Math.min(day.getTime(), now - 7.5 * DAY))
}

const holdOf = (row: Row): typeof creditHolds.$inferInsert => ({
  ...{
    reference: row.id,
    ownerId: row.ownerId,
    source: 'conversion',
    area: row.family,
    createdBy: row.createdBy,
  },
  ...{ credits: row.creditsQuoted, charged: row.creditsCharged, endedAt: row.completedAt },
  createdAt: row.createdAt as Date,
})

/**
 * Every entry of the account again, in the order of a past that has been made up, taken from its
 * lots as they are used.
 */
async function rewriteLedger(tx: Transaction, owner: string, since: Date, older: readonly Row[]) {
  const written = await tx.select().from(creditEntries).where(eq(creditEntries.ownerId, owner))
  const entries = written.map(({ id: _, ...entry }): Entry => entry)
  const lots = await tx
    .update(creditLots)
    .set({ createdAt: since, remaining: sql`credits` })
    .where(eq(creditLots.ownerId, owner))
    .returning()
  const real = new Map(
    (await tx.select().from(conversions).where(eq(conversions.ownerId, owner))).map((row) => [row.id, row]),
  )
  const charges = [
    ...entries.filter(({ kind }) => kind === 'charge'),
    ...older
      .filter(({ creditsCharged }) => creditsCharged)
      .map(
        (row): Entry => ({
          ...{ ownerId: owner, kind: 'charge', source: 'conversion', reference: row.id, area: row.family },
          ...{ createdBy: row.createdBy, credits: -(row.creditsCharged ?? 0), quoted: row.creditsQuoted },
          ...{ balance: 0, lotIds: [], lotCredits: [], createdAt: row.completedAt as Date },
        }),
      ),
  ].map((entry) => ({ ...entry, createdAt: real.get(entry.reference)?.completedAt ?? entry.createdAt }))
  charges.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  let balance = 0
  const rewritten = [...entries.filter(({ kind }) => kind === 'grant'), ...charges].map((entry) => {
    balance += entry.credits
    if (entry.kind === 'grant') return { ...entry, balance, createdAt: since }
    const parts: [string, number][] = []
    let left = -entry.credits
    for (const lot of lots) {
      const taken = Math.min(left, lot.remaining)
      left -= taken
      lot.remaining -= taken
      if (taken > 0) parts.push([lot.id, -taken])
    }
    return {
      ...entry,
      balance,
      lotIds: parts.map(([id]) => id),
      lotCredits: parts.map(([, taken]) => taken),
    }
  })
  await tx.delete(creditEntries).where(eq(creditEntries.ownerId, owner))
  await tx.insert(creditEntries).values(rewritten)
  for (const { id, remaining } of lots)
    await tx.update(creditLots).set({ remaining }).where(eq(creditLots.id, id))
  const charged = charges.reduce((sum, { credits }) => sum - credits, 0)
  await tx
    .update(owners)
    .set({ creditsAvailable: balance, creditsCharged: charged })
    .where(eq(owners.id, owner))
}

/**
 * The real conversions happened just now; they are put over the last days, a few at a sitting, the
 * latest of them today.
 */
async function spread(tx: Transaction, ids: readonly string[], next: () => number) {
  const sittings = Math.ceil(ids.length / SITTING)
  let pause = 0
  for (const [at, id] of [...ids].reverse().entries()) {
    pause = at % SITTING === 0 ? 0 : pause + 20 + next() * 200
    const seconds = ((Math.floor(at / SITTING) / sittings) * KEPT_DAYS * DAY) / 1000 + 60 + pause
    const back = sql`${Math.round(seconds)} * interval '1 second'`
    await tx.execute(sql`
      update conversions set created_at = created_at - ${back}, started_at = started_at - ${back},
        completed_at = completed_at - ${back}, expires_at = expires_at - ${back} where id = ${id}`)
  }
}

/** Numbers in 0..1, the same ones every time (a linear congruential generator will do). */
function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}
