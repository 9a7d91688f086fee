import { describe, expect, it } from 'vitest'
import { beginSteps, undoStep } from './undo-steps.ts'

interface Draft {
  fields: Record<string, string>
  flatten: boolean
}
const EMPTY: Draft = { fields: {}, flatten: false }
const START = beginSteps(EMPTY)
const step = undoStep<Draft>
const fill = (value: string) => ({
  kind: 'change' as const,
  of: 'field name',
  change: (draft: Draft) => ({ ...draft, fields: { name: value } }),
})
const flatten = { kind: 'change' as const, of: null, change: (draft: Draft) => ({ ...draft, flatten: true }) }

describe('steps', () => {
  it('are one for one field, however many letters were typed', () => {
    const typed = [fill('A'), fill('An'), fill('Ana')].reduce(step, START)
    expect(typed.now.fields).toEqual({ name: 'Ana' })
    expect(step(typed, { kind: 'undo' }).now).toBe(EMPTY)
  })

  it('go back and on again; a change after going back ends what lay ahead', () => {
    const two = [fill('Ana'), flatten].reduce(step, START)
    const back = step(two, { kind: 'undo' })
    expect(back.now).toMatchObject({ flatten: false, fields: { name: 'Ana' } })
    expect(step(back, { kind: 'redo' }).now).toEqual(two.now)
    // After undo, a letter in the same field is a separate step.
    const other = step(back, fill('Eva'))
    expect(other.future).toEqual([])
    expect(step(other, { kind: 'undo' }).now.fields).toEqual({ name: 'Ana' })
  })

  it('are none where nothing changes, or there is nowhere to go', () => {
    expect(step(START, { kind: 'undo' })).toBe(START)
    expect(step(START, { kind: 'redo' })).toBe(START)
    expect(step(START, { kind: 'change', of: null, change: (draft) => draft })).toBe(START)
  })
})
