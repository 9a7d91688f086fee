import { describe, expect, it } from 'vitest'
import type { PdfField } from '../pdf/index.ts'
import { fromForm } from './form-fields.ts'

const widget = (name: string, type: PdfField['type'], more: Partial<PdfField> = {}): PdfField => ({
  id: `${name} ${type} ${more.on ?? ''}`,
  name,
  type,
  page: 1,
  rect: [72, 100, 172, 120],
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
    expect(
      found(
        widget('print', 'button'),
        widget('hidden', 'text', { rect: [0, 0, 0, 0] }),
        widget('fixed', 'text', { readOnly: true }),
      ),
    ).toEqual([])
    expect(fromForm([widget('name', 'text')], 'ana', new Set(['name']))).toEqual([])
  })
})
