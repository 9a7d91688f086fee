import { describe, expect, it } from 'vitest'
import type { PdfField } from '../../pdf/viewer/index.ts'
import { fromForm, isSeen } from './form-fields.ts'

const widget = (name: string, type: PdfField['type'], more: Partial<PdfField> = {}): PdfField => ({
  id: `${name} ${type} ${more.on ?? ''}`,
  name,
  type,
  page: 1,
  rect: [72, 100, 172, 120],
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
const found = (...form: PdfField[]) => fromForm(form, 'ana', new Set())

it.each([
  ['on the page', [72, 100, 172, 120], true],
  ['upside down', [172, 120, 72, 100], true],
  ['without extent', [0, 0, 0, 0], false],
  ['as thin as a line', [72, 100, 172, 102], false],
  ['beside the page', [620, 100, 720, 120], false],
  ['over its edge', [550, 100, 650, 120], false],
] as const)('a place %s is seen or not', (_, rect, seen) => {
  expect(isSeen(widget('a', 'text', { rect }), [0, 0, 595, 842])).toBe(seen)
})

describe('the fields of a PDF’s form', () => {
  it('become fields of the same kind, where they stand', () => {
    const fields = found(
      widget('tenant.name', 'text', {
        tooltip: 'Tenant, full name',
        required: true,
        maxLength: 40,
        value: 'Ana',
      }),
      widget('move_in', 'date', { rect: [172, 120, 72, 100] }),
      widget('rooms', 'choice', {
        options: [
          { value: '1', label: 'One' },
          { value: '2', label: 'Two' },
        ],
      }),
      widget('sign', 'signature'),
    )
    expect(fields).toMatchObject([
      {
        kind: 'text',
        label: 'Tenant, full name',
        required: true,
        max_length: 40,
        value: 'Ana',
        form_field: 'tenant.name',
      },
      {
        kind: 'date',
        label: 'move_in',
        places: [{ page: 1, rect: { x: 72, y: 100, width: 100, height: 20 } }],
      },
      { kind: 'choice', options: ['One', 'Two'] },
      { kind: 'signature', required: true },
    ])
  })

  it('are one field for all its circles, each with its option; a single circle is a box to tick', () => {
    const [radio] = found(
      widget('paid', 'radio', { on: 'monthly', value: 'monthly' }),
      widget('paid', 'radio', { on: 'yearly', rect: [112, 100, 128, 116] }),
    )
    expect(radio).toMatchObject({
      kind: 'radio',
      options: ['monthly', 'yearly'],
      value: 'monthly',
      places: [{ option: 'monthly' }, { option: 'yearly' }],
    })
    expect(found(widget('read', 'radio', { on: 'yes' }))).toMatchObject([
      { kind: 'checkbox', value: false, options: [] },
    ])
  })

  it('are left out where nobody could fill them in, and where they are there already', () => {
    expect(found(widget('print', 'button'), widget('fixed', 'text', { readOnly: true }))).toEqual([])
    expect(fromForm([widget('name', 'text')], 'ana', new Set(['name']))).toEqual([])
  })
})
