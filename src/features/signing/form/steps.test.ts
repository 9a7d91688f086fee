import { describe, expect, it } from 'vitest'
import { type Filled, faultOf, inOrder, isDone, isOpen, presets, type SignField } from './steps.ts'

const field = (settings: Partial<SignField>): SignField => ({
  id: settings.id ?? 'a',
  kind: 'text',
  places: [{ page: 1, rect: { x: 0, y: 0, width: 10, height: 10 } }],
  label: '',
  help: '',
  required: true,
  value: null,
  read_only: false,
  options: [],
  max_length: null,
  min: null,
  max: null,
  ...settings,
})
const at = (id: string, page: number, x: number, y: number) =>
  field({ id, places: [{ page, rect: { x, y, width: 10, height: 10 } }] })
const filled = (values: Filled['values'], more: Partial<Filled> = {}): Filled => ({
  values,
  signature: null,
  initials: null,
  ...more,
})
const mark = { how: 'drawn', picture: 'AA==', text: '' } as const

describe('what is to be filled in', () => {
  it('comes page by page, from the top, along the line; what is fixed does not come', () => {
    const fields = [at('d', 2, 0, 700), at('c', 1, 0, 100), at('b', 1, 50, 600), at('a', 1, 0, 600)]
    const fixed = field({ id: 'x', read_only: true, value: 'y' })
    expect(inOrder([...fields, fixed]).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
  })

  it.each([
    [{}, {}, false],
    [{}, { a: '' }, false],
    [{}, { a: 'x' }, true],
    [{ required: false }, {}, true],
    [{ value: 'given' }, {}, true],
    [{ value: 'given' }, { a: '' }, false],
    [{ kind: 'checkbox' }, { a: false }, false],
    [{ kind: 'checkbox' }, { a: true }, true],
    [{ kind: 'number', min: 1, max: 5 }, { a: '6' }, false],
    [{ kind: 'number', required: false }, { a: 'x' }, false],
    [{ max_length: 2 }, { a: '😀😀' }, true],
    [{ max_length: 2 }, { a: 'abc' }, false],
  ] as const)('%j with %j is done: %s', (settings, values, done) => {
    expect(isDone(field(settings as Partial<SignField>), filled(values))).toBe(done)
  })

  it('has a signature, where one is asked for', () => {
    const signature = field({ kind: 'signature' })
    expect(isDone(signature, filled({}))).toBe(false)
    expect(isDone(signature, filled({}, { initials: mark }))).toBe(false)
    expect(isDone(signature, filled({}, { signature: mark }))).toBe(true)
  })

  it('is asked for until it is done; what is optional and empty, once', () => {
    const none = new Set<string>()
    const optional = field({ required: false })
    expect(isOpen(field({}), filled({}), new Set(['a']))).toBe(true)
    expect(isOpen(field({}), filled({ a: 'x' }), none)).toBe(false)
    expect(isOpen(optional, filled({}), none)).toBe(true)
    expect(isOpen(optional, filled({ a: 'x' }), none)).toBe(false)
    expect(isOpen(optional, filled({}), new Set(['a']))).toBe(false)
    const initials = field({ kind: 'initials', required: false })
    expect(isOpen(initials, filled({}), none)).toBe(true)
    expect(isOpen(initials, filled({}, { initials: mark }), none)).toBe(false)
  })

  it.each([
    ['number', 'x', 'number'],
    ['number', '0', 'low'],
    ['number', '9', 'high'],
    ['date', '22.11.2026', 'date'],
    ['date', '2026-11-22', null],
  ] as const)('a %s of %j is %s', (kind, value, fault) => {
    expect(faultOf(field({ kind, min: 1, max: 5 }), filled({ a: value }))).toBe(fault)
  })

  it('knows who one is, and the day where one is', () => {
    const fields = [
      field({ id: 'n', kind: 'name' }),
      field({ id: 'd', kind: 'date' }),
      field({ id: 'g', kind: 'name', value: 'Given' }),
    ]
    expect(presets(fields, 'Maren', new Date(2026, 0, 5, 23, 59))).toEqual({ n: 'Maren', d: '2026-01-05' })
  })
})
