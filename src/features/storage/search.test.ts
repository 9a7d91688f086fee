import { describe, expect, it } from 'vitest'
import { filtersOf, isFiltered, parseView, searchOf } from './search.ts'

const view = (search: string) => parseView(new URLSearchParams(search))

describe('the view of Storage', () => {
  it('is what the address says, and goes back into it', () => {
    const search = 'q=lease&family=other&source=upload&shared=1&deleted=1&sort=largest&view=grid'
    expect(view(search)).toEqual({
      q: 'lease',
      family: 'other',
      source: 'upload',
      by: null,
      shared: true,
      deleted: true,
      order: 'largest',
      layout: 'grid',
    })
    expect(new URLSearchParams({ ...searchOf(view(search)) }).toString()).toBe(search)
  })

  it('falls back key by key', () => {
    expect(view('family=cheese&sort=price&view=cloud&shared=perhaps&q=x')).toEqual({ ...view(''), q: 'x' })
    expect(searchOf(view(''))).toEqual({})
  })

  it('asks for what it shows', () => {
    expect(filtersOf(view('q=%20a%20&sort=oldest&shared=1'))).toEqual({
      q: 'a',
      shared: 'true',
      sort_by: 'created_at',
      sort_dir: 'asc',
    })
  })

  it('is filtered by what can be cleared, and by no order', () => {
    expect(isFiltered(view('sort=name&deleted=1&view=grid'))).toBe(false)
    expect(isFiltered(view('family=font'))).toBe(true)
  })
})
