import { describe, expect, it } from 'vitest'
import { layoutOf } from './layout.ts'
import { optionFields } from './options-schema.ts'

const fieldsOf = (...names: string[]) =>
  optionFields({ properties: Object.fromEntries(names.map((name) => [name, { type: 'integer' }])) })
const names = (fields: { name: string }[]) => fields.map(({ name }) => name)

describe('the layout of options', () => {
  it('has groups in one order, whatever order the schema has', () => {
    const { groups, more } = layoutOf(
      fieldsOf('quality', 'effort', 'width', 'height', 'crop_x', 'strip_metadata', 'something_new'),
      {},
    )
    expect(groups.map(({ id }) => id)).toEqual(['crop', 'size', 'quality', 'metadata', 'other'])
    expect(names(more)).toEqual(['effort'])
  })

  it('hides nothing of a short form, and loses no option', () => {
    expect(layoutOf(fieldsOf('effort', 'background'), {}).more).toEqual([])
    const all = fieldsOf('quality', 'effort', 'fit', 'width', 'unknown', 'password', 'toc')
    const { groups, more } = layoutOf(all, {})
    expect(names([...groups.flatMap(({ fields }) => fields), ...more]).sort()).toEqual(names(all).sort())
  })

  it('asks how both sides are met once there are both', () => {
    const fields = fieldsOf('width', 'height', 'fit', 'quality', 'effort', 'rotate')
    expect(names(layoutOf(fields, { width: 64 }).more)).toEqual(['fit', 'effort'])
    const { groups, more } = layoutOf(fields, { width: 64, height: 64 })
    expect(names(groups.find(({ id }) => id === 'size')?.fields ?? [])).toEqual(['width', 'height', 'fit'])
    expect(names(more)).toEqual(['effort'])
  })

  it('has a focal point only where the image is cut to a size', () => {
    const fields = fieldsOf('width', 'height', 'fit', 'focal_x', 'focal_y')
    const sizes = (values: object) => names(layoutOf(fields, { ...values }).groups[0]?.fields ?? [])
    expect(sizes({ width: 64, fit: 'cover' })).toEqual(['width', 'height', 'fit'])
    expect(sizes({ width: 64, height: 64 })).toEqual(['width', 'height', 'fit'])
    expect(sizes({ width: 64, height: 64, fit: 'cover' })).toEqual(names(fields))
  })
})
