import { expect, test } from 'vitest'
import { gather } from './gather.ts'

/** Work that records its calls, each of which the test ends. */
function slow() {
  const calls: { items: readonly number[]; end: () => void }[] = []
  const ask = gather<number, number>(
    3,
    (items) =>
      new Promise((resolve) => {
        calls.push({ items, end: () => resolve(items.map((one) => one * 10)) })
      }),
  )
  const called = async (count: number) => {
    while (calls.length < count) await new Promise(setImmediate)
    return calls[count - 1] as (typeof calls)[number]
  }
  return { calls, ask, called }
}

test('what is asked in one turn is one call, and each gets its own answer', async () => {
  const { ask, called } = slow()
  const answers = Promise.all([ask(1), ask(2), ask(3)])
  const { items, end } = await called(1)
  expect(items).toEqual([1, 2, 3])
  end()
  expect(await answers).toEqual([10, 20, 30])
})

test('what comes during a call waits for the next, which takes no more than it may', async () => {
  const { calls, ask, called } = slow()
  const first = ask(1)
  const one = await called(1)
  const rest = Promise.all([2, 3, 4, 5].map(ask))
  await new Promise(setImmediate)
  expect(calls).toHaveLength(1)
  one.end()
  expect(await first).toBe(10)
  const two = await called(2)
  expect(two.items).toEqual([2, 3, 4])
  two.end()
  const three = await called(3)
  expect(three.items).toEqual([5])
  three.end()
  expect(await rest).toEqual([20, 30, 40, 50])
})

test('one that fails fails alone, and the next call is made', async () => {
  const ask = gather<string, string>(10, async (items) => {
    if (items.includes('bad')) throw new Error('no')
    return items.map((item) => item.toUpperCase())
  })
  const ended = await Promise.allSettled(['a', 'bad', 'b'].map(ask))
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await ask('c')).toBe('C')
})
