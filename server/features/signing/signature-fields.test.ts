import { expect, it } from 'vitest'
import { LastPage, signatureFields } from './signature-fields.ts'

const signers = (count: number) => Array.from({ length: count }, () => ({ id: crypto.randomUUID() }))
const page = (rotation: LastPage['rotation'], width = 595, height = 842): LastPage => ({
  ...{ x: 10, y: 20, width, height },
  rotation,
})
const rectsOf = (count: number, on: LastPage | null) =>
  signatureFields(signers(count), 7, on).map(({ places: [place] }) => place?.rect ?? expect.fail())

it('gives each signer one signature field on the last page', () => {
  const people = signers(3)
  const fields = signatureFields(people, 7, null)
  expect(fields.map(({ recipient_id }) => recipient_id)).toEqual(people.map(({ id }) => id))
  expect(new Set(fields.map(({ id }) => id)).size).toBe(3)
  for (const { kind, required, places } of fields)
    expect([kind, required, places.length, places[0]?.page]).toEqual(['signature', true, 1, 7])
})

it.each([0, 90, 180, 270] as const)('stands at the foot of a page that is turned by %d°', (rotation) => {
  const on = page(rotation)
  const [rect] = rectsOf(1, on)
  // 36 points from the left edge and from the foot of the page as it is seen.
  expect(rect).toEqual(
    {
      0: { x: 46, y: 56, width: 180, height: 48 },
      90: { x: 10 + 595 - 84, y: 56, width: 48, height: 180 },
      180: { x: 10 + 595 - 216, y: 20 + 842 - 84, width: 180, height: 48 },
      270: { x: 46, y: 20 + 842 - 216, width: 48, height: 180 },
    }[rotation],
  )
})

it.each([
  [1, 595, 842],
  [50, 595, 842],
  [50, 842, 595],
  [4, 60, 40],
])('keeps %d fields on a page of %d × %d points, none over another', (count, width, height) => {
  for (const rotation of [0, 90, 180, 270] as const) {
    const rects = rectsOf(count, page(rotation, width, height))
    for (const [at, one] of rects.entries()) {
      expect(Math.min(one.width, one.height)).toBeGreaterThan(0)
      expect(one.x).toBeGreaterThanOrEqual(10)
      expect(one.y).toBeGreaterThanOrEqual(20)
      expect(one.x + one.width).toBeLessThanOrEqual(10 + width)
      expect(one.y + one.height).toBeLessThanOrEqual(20 + height)
      for (const other of rects.slice(at + 1))
        expect(
          one.x + one.width <= other.x ||
            other.x + other.width <= one.x ||
            one.y + one.height <= other.y ||
            other.y + other.height <= one.y,
        ).toBe(true)
    }
  }
})

it.each([
  ['as large as coordinates go', { x: -20_000, y: -20_000, width: 20_000, height: 20_000 }, true],
  ['wider than coordinates go', { x: 0, y: 0, width: 20_001, height: 842 }, false],
  ['beyond the coordinates', { x: 19_990, y: 0, width: 595, height: 842 }, false],
  ['below the coordinates', { x: 0, y: -1e9, width: 595, height: 842 }, false],
  ['without a height', { x: 0, y: 0, width: 595, height: 0 }, false],
])('takes a page that is %s only if its fields can be placed', (_, box, taken) => {
  for (const rotation of [0, 90, 180, 270] as const) {
    const page = LastPage.safeParse({ ...box, rotation })
    expect(page.success).toBe(taken)
    if (page.data) expect(rectsOf(50, page.data)).toHaveLength(50)
  }
})
