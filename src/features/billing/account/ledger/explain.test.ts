import { describe, expect, it } from 'vitest'
import type { LedgerLine } from '../../../../api/billing.ts'
import { causePath } from './cause.ts'
import { explain } from './explain.ts'
import { itemsOf } from './items.ts'

const ID = '018f2d6e-1000-7000-8000-000000000001'
const lot = (credits: number) => ({ lot_id: ID, source: 'plan' as const, name: 'Studio', credits })
const cause = (more: object = {}): NonNullable<LedgerLine['cause']> => ({
  ...{ name: 'a.docx', source_format: 'docx', target_format: 'pdf', operation: 'convert' },
  ...{ units: null, parent_id: null, reason: null, ...more },
})
const line = (more: Partial<LedgerLine>): LedgerLine => ({
  ...{ entry_id: 1, kind: 'charge', source: 'conversion', reference: ID, area: 'document', credits: -3 },
  ...{ balance: 10, quoted: 5, lots: [lot(-3)], cause: cause(), created_by: null, created_by_name: null },
  created_at: '2026-11-21T10:00:00.000Z',
  ...more,
})

describe('why an entry has its amount', () => {
  it('says what was quoted, charged and released, and of which lots', () =>
    expect(explain(line({ lots: [lot(-2), lot(-1)] })).map(({ kind }) => kind)).toEqual([
      ...['quoted', 'charged', 'released', 'lot', 'lot'],
    ]))
  it('says the rate where it was quoted for a number of files', () => {
    const of = (units: number) => explain(line({ quoted: 6, credits: -6, cause: cause({ units }) }))[0]
    expect(of(3)).toEqual({ kind: 'rate', credits: 6, rate: 2, units: 3, unit: 'file' })
    expect(of(0)).toEqual({ kind: 'quoted', credits: 6 })
    expect(of(4)).toEqual({ kind: 'quoted', credits: 6 })
  })
  it('says nothing of a release where all was charged', () =>
    expect(explain(line({ quoted: 3 })).map(({ kind }) => kind)).toEqual(['quoted', 'charged', 'lot']))
  it('gives the reason of an adjustment and who made it', () => {
    const adjusted = line({
      ...{ kind: 'adjust', source: 'adjustment', quoted: null, credits: 50, lots: [lot(50)] },
      ...{ cause: cause({ reason: 'Goodwill' }), created_by_name: 'Ada' },
    })
    expect(explain(adjusted)).toEqual([
      { kind: 'reason', text: 'Goodwill' },
      { kind: 'lot', lot: lot(50) },
      { kind: 'by', name: 'Ada' },
    ])
  })
})

describe('where a cause is seen', () => {
  it.each([
    [line({}), `/history/${ID}`],
    [line({ source: 'pipeline_run', cause: cause({ parent_id: 'run' }) }), '/pipelines/runs/run'],
    [line({ source: 'pack', kind: 'grant' }), '/billing/purchases'],
    [line({ source: 'plan', kind: 'expire' }), null],
    [line({ source: 'signup', kind: 'grant' }), null],
    [line({ cause: null }), null],
  ])('%#', (entry, path) => expect(causePath(entry)).toBe(path))
})

it('puts entries under their days', () => {
  const items = itemsOf([
    line({ entry_id: 3, created_at: '2026-11-21T12:00:00.000Z' }),
    line({ entry_id: 2, created_at: '2026-11-21T11:00:00.000Z' }),
    line({ entry_id: 1, created_at: '2026-11-19T12:00:00.000Z' }),
  ])
  expect(items.map(({ kind, key }) => (kind === 'day' ? 'day' : key))).toEqual(['day', '3', '2', 'day', '1'])
})
