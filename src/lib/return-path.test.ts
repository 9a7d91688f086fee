import { describe, expect, it } from 'vitest'
import { safeReturn } from './return-path.ts'

describe('safeReturn', () => {
  it('keeps a path of ours with its query', () => {
    expect(safeReturn('/history?status=failed#row')).toBe('/history?status=failed#row')
  })
  it.each(['https://other.example', '//other.example', '/\\other.example', 'javascript:alert(1)', '', null])(
    'leads nowhere else: %s',
    (path) => expect(safeReturn(path)).toBeNull(),
  )
})
