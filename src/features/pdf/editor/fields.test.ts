import { describe, expect, it } from 'vitest'
import type { PdfField } from '../viewer/index.ts'
import {
  type FormField,
  faultOf,
  fitsDate,
  formFields,
  heldBy,
  labelOf,
  nextField,
  valuesOf,
} from './fields.ts'

const place = (more: Partial<PdfField>): PdfField => ({
  id: '1R',
  name: 'a',
  type: 'text',
  page: 1,
  rect: [0, 0, 10, 10],
  rotation: 0,
  fontSize: null,
  value: null,
  on: null,
  options: [],
  editable: false,
  several: false,
  required: false,
  readOnly: false,
  multiline: false,
  password: false,
  comb: false,
  align: 'left',
  maxLength: null,
  tooltip: '',
  format: null,
  ...more,
})
const field = (more: Partial<PdfField>): FormField => formFields([place(more)])[0]!

describe('fields', () => {
  it('are one for all their places, and buttons are none', () => {
    const fields = formFields([
      place({ name: 'colour', type: 'radio', on: 'red' }),
      place({ name: 'reset', type: 'button' }),
      place({ name: 'colour', type: 'radio', on: 'blue' }),
    ])
    expect(fields.map(({ name, places }) => [name, places.length])).toEqual([['colour', 2]])
  })

  it('are called what the form’s maker wrote, or what the name says', () => {
    expect(labelOf(field({ name: 'f1', tooltip: ' Tenant, full name ' }))).toBe('Tenant, full name')
    expect(labelOf(field({ name: 'form1[0].page1[0].full_name[0]' }))).toBe('Full name')
    expect(labelOf(field({ name: 'moveInDate' }))).toBe('Move In Date')
  })

  it('hold what was filled in, and else what the file says', () => {
    expect(heldBy(field({ value: 'Ana' }), {})).toBe('Ana')
    expect(heldBy(field({ value: 'Ana' }), { a: '' })).toBe('')
    expect(heldBy(field({ type: 'list' }), {})).toEqual([])
  })

  it('say what is wrong with a value', () => {
    expect(faultOf(field({ required: true }), '')).toBe('required')
    expect(faultOf(field({ required: true, type: 'checkbox' }), false)).toBe('required')
    expect(faultOf(field({}), '')).toBeNull()
    expect(faultOf(field({ maxLength: 3 }), 'four')).toBe('long')
    expect(faultOf(field({ format: 'number' }), '£1')).toBe('number')
    expect(faultOf(field({ format: 'number' }), '1,340.00')).toBeNull()
    expect(faultOf(field({ type: 'date', format: 'dd/mm/yyyy' }), '14/2/2027')).toBe('date')
    expect(faultOf(field({ type: 'date', format: 'd/m/yyyy' }), '14/2/2027')).toBeNull()
  })

  it.each([
    ['dd/mm/yyyy', '14/02/2027', true],
    ['dd/mm/yyyy', '32/02/2027', false],
    ['mm/dd/yy', '02/14/27', true],
    ['dd-mmm-yyyy', '14-Feb-2027', true],
    ['mmmm d, yyyy', 'February 4, 2027', true],
    ['yyyy.mm.dd', '2027x02x14', false],
    ['yyyy-mm-dd HH:MM', '2027-02-14 09:30', true],
  ])('a date of %s: %s', (pattern, value, fits) => {
    expect(fitsDate(value, pattern)).toBe(fits)
  })

  it('are gone through around the end', () => {
    const fields = formFields([place({ name: 'a' }), place({ name: 'b' }), place({ name: 'c' })])
    expect(nextField(fields, 'c', () => true)?.name).toBe('a')
    expect(nextField(fields, null, ({ name }) => name === 'b')?.name).toBe('b')
    expect(nextField(fields, 'a', () => false)).toBeNull()
  })
})

describe('values that pages draw', () => {
  const fields = formFields([
    place({ id: '1R', name: 'name', page: 1 }),
    place({ id: '2R', name: 'name', page: 3, rotation: 90 }),
    place({ id: '3R', name: 'read', type: 'checkbox', on: 'Yes' }),
    place({ id: '4R', name: 'pays', type: 'radio', on: 'monthly' }),
    place({ id: '5R', name: 'pays', type: 'radio', on: 'yearly' }),
    place({ id: '6R', name: 'extras', type: 'list' }),
    place({ id: '7R', name: 'seal', type: 'signature' }),
  ])

  it('are those that were filled in, at every place of their field', () => {
    expect(valuesOf(fields, {})).toEqual(new Map())
    const values = valuesOf(fields, { name: 'Ana', extras: ['Garage'] })
    expect([...values]).toEqual([
      [
        1,
        [
          ['1R', 'Ana'],
          ['6R', ['Garage']],
        ],
      ],
      [3, [['2R', 'Ana', 90]]],
    ])
  })

  it('say of each box and button whether it is on', () => {
    expect(valuesOf(fields, { read: 'Yes', pays: 'yearly' }).get(1)).toEqual([
      ['3R', true],
      ['4R', false],
      ['5R', true],
    ])
    expect(valuesOf(fields, { read: false }).get(1)).toEqual([['3R', false]])
  })
})
