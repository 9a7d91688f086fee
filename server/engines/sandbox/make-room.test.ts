import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type MemoryHolder, makeRoom } from './make-room.ts'

interface Holder extends MemoryHolder {
  killed: boolean
}

const holder = (heldBytes: number, busy = false): Holder => ({
  heldBytes,
  busy,
  killed: false,
  kill() {
    this.killed = true
  },
})

it('ends the largest idle child first, and no more than needed', () => {
  const children = [holder(10), holder(60), holder(30)]
  expect(makeRoom(100, 50, children)).toBe(true)
  expect(children.map(({ killed }) => killed)).toEqual([false, true, false])
})

it('waits for busy children, and ends none in vain', () => {
  const children = [holder(80, true), holder(10)]
  expect(makeRoom(100, 30, children)).toBe(false)
  expect(children.some(({ killed }) => killed)).toBe(false)
})

it('keeps to the budget unless a job is alone, whatever the children hold', () => {
  const size = fc.integer({ min: 0, max: 100 })
  fc.assert(
    fc.property(size, size, fc.array(fc.tuple(size, fc.boolean())), (budget, needed, sizes) => {
      const children = sizes.map(([bytes, busy]) => holder(bytes, busy))
      const fits = makeRoom(budget, needed, children)
      const kept = children.filter(({ killed }) => !killed)
      expect(children.some(({ busy, killed }) => busy && killed)).toBe(false)
      const held = kept.reduce((sum, { heldBytes }) => sum + heldBytes, needed)
      const isAlone = !children.some(({ busy }) => busy)
      if (fits) expect(held <= budget || (isAlone && held === needed)).toBe(true)
      else expect(kept).toHaveLength(children.length)
    }),
  )
})
