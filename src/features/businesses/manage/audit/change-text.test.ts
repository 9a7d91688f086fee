import { describe, expect, it } from 'vitest'
import { changeText } from './change-text.ts'

const words = { fieldOf: (path: string) => path, wordOf: (_: string, value: unknown) => String(value) }
const text = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  changeText({ before, after }, words)

describe('a change in the audit log', () => {
  it('says what it was and what it became', () => {
    expect(text({ role: 'employee' }, { role: 'manager' })).toBe('role: employee → manager')
  })
  it('uses the words that it is given', () => {
    const change = { before: {}, after: { role: 'viewer' } }
    expect(changeText(change, { fieldOf: () => 'Role', wordOf: () => 'Viewer' })).toBe('Role: Viewer')
  })
  it('shows a value alone where there is no other', () => {
    expect(text({}, { role: 'viewer' })).toBe('role: viewer')
    expect(text({ status: 'active' }, {})).toBe('status: active')
  })
  it('names each field once, those from before first', () => {
    expect(text({ city: 'Porto' }, { documents: 4, city: 'Braga' })).toBe('city: Porto → Braga, documents: 4')
  })
  it('shows what is empty, and tells it from no and from zero', () => {
    expect(
      text({ city: '', tax_id: null, domains: [] }, { city: 'Braga', tax_id: '5', domains: ['a.example'] }),
    ).toBe('city: – → Braga, tax_id: – → 5, domains: – → a.example')
    expect(text({ is_active: true, documents: 2 }, { is_active: false, documents: 0 })).toBe(
      'is_active: true → false, documents: 2 → 0',
    )
  })
  it('shows of a value with parts those that changed, and nothing where nothing did', () => {
    expect(
      text({ second_factor: { required: false, days: 14 } }, { second_factor: { required: true, days: 14 } }),
    ).toBe('second_factor.required: false → true')
    expect(text({}, {})).toBe('')
  })
  it('leaves out what means nothing to a person', () => {
    expect(text({}, { file_name: 'a.pdf', sha256: 'ab12', size_bytes: 9 })).toBe('file_name: a.pdf')
  })
})
