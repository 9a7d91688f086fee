import { expect, it } from 'vitest'
import { leftState } from './content-state.ts'

it.each([
  ['', 0, 0],
  ['q 1 0 0 1 5 5 cm Q', 0, 0],
  ['q q Q', 0, 1],
  ['Q q Q Q q', 2, 1],
  ['(q q (Q) \\) q) Tj q', 0, 1],
  ['<7171> Tj [(q)2(Q)]TJ /q gs', 0, 0],
  ['q % Q Q Q\rQ', 0, 0],
  ['q BI /W 1 /H 1 ID \u0001q Q EIq Q\n EI Q', 0, 0],
  ['q BI ID never ends Q', 0, 1],
  ['(never ends q', 0, 0],
  ['<</q 1>> BDC q EMC', 0, 1],
])('knows what %j leaves behind', (content, below, open) => {
  expect(leftState(content)).toEqual({ below, open })
})

it('reads a long content in one go', () => {
  expect(leftState('q (x) Tj Q '.repeat(200_000))).toEqual({ below: 0, open: 0 })
})
