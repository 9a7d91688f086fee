import { describe, expect, it } from 'vitest'
import { changeText } from './change-text.ts'

describe('a change in the audit log', () => {
  it('says what it was and what it became', () => {
    expect(changeText({ before: { role: 'employee' }, after: { role: 'manager' } })).toBe(
      'role: employee → manager',
    )
  })
  it('says what came, or went, alone', () => {
    expect(changeText({ before: {}, after: { role: 'viewer' } })).toBe('role: viewer')
    expect(changeText({ before: { status: 'active' }, after: {} })).toBe('status: active')
  })
  it('names each field once, those from before first', () => {
    expect(changeText({ before: { city: 'Porto' }, after: { documents: 4, city: 'Braga' } })).toBe(
      'city: Porto → Braga, documents: 4',
    )
  })
  it('shows what is empty, and tells it from no and from zero', () => {
    expect(changeText({ before: { city: '', tax_id: null }, after: { city: 'Braga', tax_id: '5' } })).toBe(
      'city: – → Braga, tax_id: – → 5',
    )
    expect(
      changeText({ before: { is_active: true, documents: 2 }, after: { is_active: false, documents: 0 } }),
    ).toBe('is_active: true → false, documents: 2 → 0')
  })
  it('shows values with parts, and nothing where nothing changed', () => {
    expect(
      changeText({
        before: { second_factor: { required: false } },
        after: { second_factor: { required: true } },
      }),
    ).toBe('second_factor: {"required":false} → {"required":true}')
    expect(changeText({ before: {}, after: {} })).toBe('')
  })
})
