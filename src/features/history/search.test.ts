import { describe, expect, it } from 'vitest'
import { filtersOf, isFiltered, parseView, searchOf } from './search.ts'

const view = (text: string) => parseView(new URLSearchParams(text))

describe('parseView', () => {
  it('falls back for each key by itself', () => {
    expect(view('family=cheese&status=failed&format=../x&from=yesterday&to=2026-11-21&sort=price')).toEqual({
      q: '',
      family: null,
      status: 'failed',
      format: null,
      cost: null,
      by: null,
      hidden: false,
      from: null,
      to: '2026-11-21',
      sortBy: 'created_at',
      sortDir: 'desc',
    })
  })
  it('shows the newest first', () => {
    expect(view('')).toMatchObject({ sortBy: 'created_at', sortDir: 'desc' })
    expect(isFiltered(view(''))).toBe(false)
  })
  it.each([
    ['filename', 'filename', 'asc'],
    ['-size_bytes', 'size_bytes', 'desc'],
    ['created_at', 'created_at', 'asc'],
  ])('sorts by %s', (sort, sortBy, sortDir) => {
    expect(view(`sort=${sort}`)).toMatchObject({ sortBy, sortDir })
  })
})

it('comes back to the same view through the address', () => {
  const once = view(
    'q=lease&family=document&status=completed&format=PDF&from=2026-11-01&to=2026-11-21&hidden=1&sort=filename',
  )
  expect(view(new URLSearchParams({ ...searchOf(once) }).toString())).toEqual(once)
})

it('takes the last day whole', () => {
  const { created_after, created_before } = filtersOf(view('from=2026-11-21&to=2026-11-21'))
  expect(Date.parse(created_before!) - Date.parse(created_after!)).toBe(86_400_000)
})
