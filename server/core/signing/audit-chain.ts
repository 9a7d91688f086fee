import { createHash } from 'node:crypto'

/** What happened, before it has its place in the chain. Times are UTC, to the millisecond. */
export interface AuditEventInput {
  event: string
  at: Date
  who: string
  recipientId: string | null
  ip: string | null
  device: string | null
  facts: Readonly<Record<string, string>>
}

export interface Link extends AuditEventInput {
  sessionId: string
  /** From 1, without a gap. */
  number: number
  /** SHA-256 of the row before, in hexadecimal; of the first, 64 zeros. */
  previous: string
  hash: string
}

export const START = '0'.repeat(64)

/**
 * The next row of a session's log. Whoever calls it holds the session, so that no two rows follow
 * the same one.
 */
export function nextLink(
  sessionId: string,
  last: Pick<Link, 'number' | 'hash'> | null,
  what: AuditEventInput,
): Link {
  const row = { ...what, sessionId, number: (last?.number ?? 0) + 1, previous: last?.hash ?? START }
  return { ...row, hash: hashOf(row) }
}

/**
 * The number of the first row that is not what it was, or does not follow the one before it; null
 * where all of them do. Rows that were cut off at the end are told by the last hash, which stands
 * in the sealed file: `end`.
 */
export function firstBroken(rows: readonly Link[], end: Pick<Link, 'number' | 'hash'> | null): number | null {
  let previous = START
  for (const [index, row] of rows.entries()) {
    const number = index + 1
    if (row.number !== number || row.previous !== previous || row.hash !== hashOf(row)) return number
    previous = row.hash
  }
  if (!end) return null
  const there = rows[end.number - 1]
  return there?.hash === end.hash ? null : Math.min(end.number, rows.length + 1)
}

/** One way to write a row down: the same for the same row, whatever made it. */
function hashOf({
  sessionId,
  number,
  event,
  at,
  who,
  recipientId,
  ip,
  device,
  facts,
  previous,
}: Omit<Link, 'hash'>) {
  const sorted = Object.entries(facts).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const said = [sessionId, number, event, at.toISOString(), who, recipientId, ip, device, sorted, previous]
  return createHash('sha256').update(JSON.stringify(said)).digest('hex')
}
