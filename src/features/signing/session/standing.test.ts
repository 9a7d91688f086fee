import { describe, expect, it } from 'vitest'
import type { AuditLog } from '../../../api/signing.ts'
import { isAddress } from '../../../lib/is-address.ts'
import { endsAt } from './deadline.ts'
import { logCsv } from './log-files.ts'

describe('a deadline', () => {
  const now = new Date('2026-11-22T12:00:00')
  it('is the end of its last day, days from now, or none', () => {
    expect(endsAt('date', '2026-11-22', now)).toBe(new Date('2026-11-22T23:59:59').toISOString())
    expect(endsAt('7', '', now)).toBe(new Date('2026-11-29T12:00:00').toISOString())
    expect(endsAt('none', '', now)).toBeNull()
  })
  it('is no day that is over, and not nothing', () => {
    expect(endsAt('date', '2026-11-21', now)).toBeUndefined()
    expect(endsAt('date', '', now)).toBeUndefined()
  })
})

it('a name in the exported log is never a formula, and commas stay in their cell', () => {
  const row = {
    ...{ number: 1, event: 'acted' as const, at: '2026-11-22T12:00:00.000Z', recipient_id: null },
    ...{ ip: null, device: 'Firefox, on Linux', facts: {}, previous: '0', hash: '1' },
    who: '=HYPERLINK("x")',
  }
  const log: AuditLog = { rows: [row], intact: true, first_broken: null }
  expect(logCsv(log).split('\r\n')[1]).toBe(
    `1,acted,2026-11-22T12:00:00.000Z,"'=HYPERLINK(""x"")",,"Firefox, on Linux",{},0,1`,
  )
})

it.each([
  ['a@b.example', true],
  ['a@b', false],
  ['a b@c.example', false],
  ['@c.example', false],
])('%s is a whole address: %s', (text, whole) => expect(isAddress(text)).toBe(whole))
