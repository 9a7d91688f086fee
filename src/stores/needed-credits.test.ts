import { afterEach, describe, expect, it } from 'vitest'
import { needCredits, settleNeededCredits, useNeededCredits } from './needed-credits.ts'

const need = (required: number | null) => ({ reason: 'balance' as const, required, available: 3 })

afterEach(() => settleNeededCredits(false))

describe('credits that are needed', () => {
  it('are asked for once by all who need them, and added up', async () => {
    const both = Promise.all([needCredits(need(5)), needCredits(need(7))])
    expect(useNeededCredits.getState().need).toMatchObject({ required: 12, available: 3 })
    settleNeededCredits(true)
    expect(await both).toEqual([true, true])
    expect(useNeededCredits.getState().need).toBeNull()
  })

  it('are asked for anew after an answer', async () => {
    const first = needCredits(need(5))
    settleNeededCredits(false)
    expect(await first).toBe(false)
    const second = needCredits(need(2))
    expect(useNeededCredits.getState().need?.required).toBe(2)
    settleNeededCredits(true)
    expect(await second).toBe(true)
  })
})
