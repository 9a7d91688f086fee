import { describe, expect, it } from 'vitest'
import { faultOf, optionFields, withoutDefaults } from './options-schema.ts'

const schema = {
  type: 'object',
  properties: {
    quality: { type: 'integer', title: 'Quality', minimum: 1, maximum: 100, default: 80 },
    width: { type: 'integer', minimum: 1 },
    fit: { type: 'string', enum: ['inside', 'cover'], default: 'inside' },
    strip_metadata: { type: 'boolean', default: true },
    background: { type: 'string', pattern: '^#[0-9a-f]{6}$', default: '#ffffff' },
    pages: { type: 'string', pattern: '^[0-9,-]*$' },
    matrix: { type: 'array' },
  },
}
const fields = optionFields(schema)
const field = (name: string) => fields.find((one) => one.name === name)!

describe('optionFields', () => {
  it('draws each kind by its own control and leaves out what it cannot draw', () => {
    expect(fields.map(({ name, kind }) => [name, kind])).toEqual([
      ['quality', 'number'],
      ['width', 'number'],
      ['fit', 'choice'],
      ['strip_metadata', 'switch'],
      ['background', 'colour'],
      ['pages', 'text'],
    ])
  })
  it('makes a label of a name without a title', () => {
    expect(field('strip_metadata').label).toBe('Strip metadata')
  })
  it('survives a schema without properties', () => {
    expect([optionFields({}), optionFields(undefined)]).toEqual([[], []])
  })
})

describe('faultOf', () => {
  it.each([
    ['quality', 0, 'low'],
    ['quality', 101, 'high'],
    ['quality', Number.NaN, 'number'],
    ['quality', 80, null],
    ['width', undefined, null],
    ['pages', '1-3,5', null],
    ['pages', 'all', 'pattern'],
  ])('%s %s: %s', (name, value, fault) => {
    expect(faultOf(field(name), value)).toBe(fault)
  })
})

it('sends a choice as the schema has it, and not as its word', () => {
  const [field] = optionFields({ properties: { rotate: { type: 'integer', enum: [0, 90], default: 0 } } })
  expect(field).toMatchObject({ kind: 'choice', initial: 0 })
  expect(field?.kind === 'choice' && field.choices.map(({ raw }) => raw)).toEqual([0, 90])
})

it('keeps only what differs from the defaults', () => {
  expect(withoutDefaults(fields, { quality: 80, fit: 'cover', width: undefined, gone: 1 })).toEqual({
    fit: 'cover',
  })
})
