import { expect, it } from 'vitest'
import type { PdfField } from '../../pdf/viewer/index.ts'
import { coveredBy } from './covered.ts'

const widget = (id: string, page: number, ...rect: [number, number, number, number]) =>
  ({ id, page, rect }) as unknown as PdfField

it('leaves out the fields of the form that are filled in here, and no other', () => {
  const form = [
    widget('same', 1, 72, 100, 172.2, 120),
    widget('upside down', 1, 300, 120, 200, 100),
    widget('on another page', 2, 72, 100, 172, 120),
    widget('larger', 1, 72, 100, 180, 120),
  ]
  const place = (x: number) => ({ places: [{ page: 1, rect: { x, y: 100, width: 100, height: 20 } }] })
  expect(coveredBy(form, [place(72), place(200)]).map(({ id }) => id)).toEqual(['same', 'upside down'])
})
