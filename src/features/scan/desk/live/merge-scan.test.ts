import { expect, test } from 'vitest'
import type { ScanPage, ScanSession } from '../../../../api/scan.ts'
import { isSame, mergeScan, movedCorner, withPage } from './merge-scan.ts'

const AT = '2026-11-21T10:00:00.000Z'
const page = (id: string, position: number, more: Partial<ScanPage> = {}): ScanPage => ({
  ...{ page_id: id, position, state: 'ready', width: 3000, height: 4000, size_bytes: 1000 },
  settings: { quad: null, rotation: 0, filter: 'clean', layout: 'page' },
  ...{
    version: 1,
    photo_version: 1,
    is_retake_requested: false,
    phone_id: null,
    changed_by: null,
    changed_at: AT,
    created_at: AT,
  },
  image_url: `/image/${id}/`,
  ...more,
})
const session = (revision: number, pages: ScanPage[]): ScanSession => ({
  ...{ session_id: 's', title: '', status: 'paired', revision, desk_name: null, phones: [], pages },
  ...{ conversion_id: null, created_by: null, created_at: AT, expires_at: AT, ended_at: null },
})

test('a late answer reverts nothing', () => {
  const known = session(5, [page('a', 1)])
  expect(mergeScan(known, session(4, []))).toBe(known)
  expect(mergeScan(known, session(6, [])).pages).toEqual([])
  expect(mergeScan(undefined, known)).toBe(known)
})

test('a page that is known in a newer version keeps it, at its new place', () => {
  const known = session(5, [page('a', 1, { version: 3 }), page('b', 2)])
  const merged = mergeScan(known, session(6, [page('b', 1), page('a', 2, { version: 2 })]))
  expect(merged.pages.map(({ page_id, version, position }) => [page_id, version, position])).toEqual([
    ['b', 1, 1],
    ['a', 3, 2],
  ])
})

test('the answer to a change replaces its page; an older one does not', () => {
  const known = session(5, [page('a', 1, { version: 2 })])
  expect(withPage(known, page('a', 1, { version: 3 })).pages[0]?.version).toBe(3)
  expect(withPage(known, page('a', 1))).toBe(known)
  expect(withPage(known, page('b', 2)).pages).toHaveLength(2)
})

const QUAD: NonNullable<ScanPage['settings']['quad']> = [
  [0.1, 0.1],
  [0.9, 0.1],
  [0.9, 0.9],
  [0.1, 0.9],
]

test('the corner that moved farthest is named', () => {
  expect(movedCorner(QUAD, [QUAD[0], [0.85, 0.1], [0.9, 0.89], QUAD[3]])).toBe(1)
  expect(movedCorner(QUAD, [[0.1001, 0.1], QUAD[1], QUAD[2], QUAD[3]])).toBeNull()
  expect(movedCorner(null, QUAD)).toBeNull()
})

test('settings are the same where nothing differs that is seen', () => {
  const { settings } = page('a', 1)
  expect(isSame(settings, { ...settings })).toBe(true)
  expect(isSame(settings, { ...settings, quad: QUAD })).toBe(false)
  expect(isSame(settings, { ...settings, rotation: 90 })).toBe(false)
})
