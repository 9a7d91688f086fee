import { describe, expect, it } from 'vitest'
import { rankGroups, rankOf } from './rank-matches.ts'

describe('the rank of a match', () => {
  it.each([
    ['Storage', 'storage', 'Storage report.pdf'],
    ['Signing', 'sign', 'Design.pdf'],
    ['Sign out', 'sign o', 'Signing'],
    ['New API key', 'api key', 'Key figures.xlsx'],
    ['Lease.docx', 'lease', 'The release.docx'],
    ['Übersicht', 'uber', 'Huber.pdf'],
  ])('%s comes before another for “%s”: %s', (first, query, second) => {
    expect(rankOf({ label: first }, query)).toBeGreaterThan(rankOf({ label: second }, query))
  })

  it('counts a name more than the words beside it, and keeps what a server found', () => {
    expect(rankOf({ label: 'Shares' }, 'share')).toBeGreaterThan(
      rankOf({ label: 'Send', words: ['share'] }, 'share'),
    )
    expect(rankOf({ label: 'Send', words: ['share'] }, 'share')).toBeGreaterThan(0)
    expect(rankOf({ label: 'a.png', found: true }, 'heic')).toBeGreaterThan(0)
    expect(rankOf({ label: 'a.png' }, 'heic')).toBe(0)
  })
})

it('orders groups by their best match', () => {
  const groups = [
    { name: 'Pages', items: [{ label: 'Security log' }, { label: 'Billing' }] },
    { name: 'Files', items: [{ label: 'old log.txt' }, { label: 'log.txt' }] },
  ]
  expect(rankGroups(groups, 'log').map(({ name, items }) => [name, items.map(({ label }) => label)])).toEqual(
    [
      ['Files', ['log.txt', 'old log.txt']],
      ['Pages', ['Security log']],
    ],
  )
  expect(rankGroups(groups, '')).toEqual(groups)
})
