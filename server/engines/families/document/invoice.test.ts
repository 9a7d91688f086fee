import { expect, it } from 'vitest'
import { type Invoice, sourceOf } from './invoice.ts'

const invoice: Invoice = {
  ...{ number: '2026-000001', issued: '2026-11-27', net: '€12.00', tax: '€0.00', total: '€12.00' },
  seller: { lines: ['Filewright', '1 Quay'], tax_id: 'PT1' },
  buyer: { lines: ['Ada'], tax_id: null },
  items: [{ name: '1,000 credits', note: null, amount: '€12.00' }],
  ...{ payment: 'Paid', is_test: false },
}

it('writes what a name holds as a string, and never as code', () => {
  const hostile = '"] #panic("x") \\ #include "/etc/passwd"'
  const source = sourceOf({ ...invoice, buyer: { lines: [hostile], tax_id: null } })
  expect(source).toContain('#"\\"] #panic(\\"x\\") \\\\ #include \\"/etc/passwd\\""')
  expect(source.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')).not.toMatch(/panic|include/)
})

it('says that no real money was paid, and where it was it does not', () => {
  expect(sourceOf({ ...invoice, is_test: true })).toContain('no real money')
  expect(sourceOf(invoice)).not.toContain('no real money')
})
