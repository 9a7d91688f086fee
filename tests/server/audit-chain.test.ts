import { describe, expect, it } from 'vitest'
import {
  type AuditEventInput,
  firstBroken,
  type Link,
  nextLink,
} from '../../server/core/signing/audit-chain.ts'

const happening = (event: string, facts: Record<string, string> = {}): AuditEventInput => ({
  event,
  at: new Date('2026-11-22T14:00:00.123Z'),
  who: 'Ana Ruiz <ana@example.org>',
  recipientId: null,
  ip: '127.0.0.1',
  device: 'Firefox on Linux',
  facts,
})
function chain(...events: string[]): Link[] {
  const rows: Link[] = []
  for (const event of events)
    rows.push(nextLink('s', rows.at(-1) ?? null, happening(event, { b: '2', a: '1' })))
  return rows
}

describe('an audit log', () => {
  const rows = chain('created', 'sent', 'viewed', 'acted', 'sealed')
  const last = rows.at(-1) ?? null

  it('holds as it was written, in whatever order the facts of a row come back', () => {
    expect(firstBroken(rows, last)).toBeNull()
    expect(
      firstBroken(
        rows.map((row) => ({ ...row, facts: { a: '1', b: '2' } })),
        last,
      ),
    ).toBeNull()
    expect(firstBroken([], null)).toBeNull()
  })

  it('names the row that was changed, whatever of it', () => {
    const changes: Partial<Link>[] = [
      { event: 'declined' },
      { at: new Date('2026-11-22T14:00:00.124Z') },
      { who: 'Ana Ruíz <ana@example.org>' },
      { recipientId: 'r' },
      { ip: null },
      { device: 'Firefox' },
      { facts: { a: '1', b: '3' } },
      { sessionId: 't' },
      { previous: rows[0]?.hash ?? '' },
    ]
    for (const change of changes) {
      const changed = rows.map((row, at) => (at === 2 ? { ...row, ...change } : row))
      expect(firstBroken(changed, last), JSON.stringify(change)).toBe(3)
    }
  })

  it('names the place where one is missing, also at the end, and one whose hash was made anew', () => {
    expect(firstBroken(rows.toSpliced(1, 1), last)).toBe(2)
    expect(firstBroken(rows.slice(0, 3), last)).toBe(4)
    const forged = nextLink('s', rows[1] ?? null, happening('declined'))
    expect(firstBroken(rows.with(2, forged), last)).toBe(4)
    const anew = [...rows.slice(0, 2), forged]
    for (const event of ['acted', 'sealed']) anew.push(nextLink('s', anew.at(-1) ?? null, happening(event)))
    expect(firstBroken(anew, null)).toBeNull()
    expect(firstBroken(anew, last)).toBe(5)
  })
})
