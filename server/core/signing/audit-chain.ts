import { createHash } from 'node:crypto'

/** An event before its position in the chain is known. Times are UTC, in milliseconds. */
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
  /** From 1, without gaps. */
  number: number
  /** SHA-256 of the previous row in hexadecimal; 64 zeros for the first row. */
  previous: string
  hash: string
}

export const START = '0'.repeat(64)

/**
 * The next row of a session's log. The caller has locked the session, so that no two rows have the
 * same predecessor.
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
 * The number of the first row that was changed or breaks the chain; null if there is none. Rows
 * missing at the end are detected by the last hash, which the sealed file contains: `end`.
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

/** A canonical serialization: deterministic for equal rows. */
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
