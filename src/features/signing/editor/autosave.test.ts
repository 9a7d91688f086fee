import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import { createAutosave, type KeptState } from './autosave.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function keeping(answers: (() => Promise<void>)[] = []) {
  const sent: string[] = []
  const states: string[] = []
  const keeper = createAutosave<string>({
    send: (version) => {
      sent.push(version)
      return answers.shift()?.() ?? Promise.resolve()
    },
    onState: ({ state }: KeptState) => void states.push(state),
  })
  return { keeper, sent, states }
}
const refusing = (code: ConstructorParameters<typeof ApiError>[0], status: number) => () =>
  Promise.reject(new ApiError(code, status))

describe('what keeps a draft', () => {
  it('sends the newest version once, a moment after the last change', async () => {
    const { keeper, sent } = keeping()
    for (const version of ['a', 'b', 'c']) keeper.put(version)
    expect(sent).toEqual([])
    await vi.runAllTimersAsync()
    expect(sent).toEqual(['c'])
    expect(keeper.isBehind()).toBe(false)
  })

  it('sends one at a time, and what came meanwhile after it', async () => {
    let answer = () => {}
    const { keeper, sent } = keeping([() => new Promise((resolve) => (answer = resolve))])
    keeper.put('a')
    await vi.advanceTimersByTimeAsync(1000)
    keeper.put('b')
    await vi.advanceTimersByTimeAsync(1000)
    expect(sent).toEqual(['a'])
    answer()
    expect(await keeper.flush()).toBe(true)
    expect(sent).toEqual(['a', 'b'])
  })

  it('retries when the network is back, and loses nothing meanwhile', async () => {
    const { keeper, sent, states } = keeping([refusing('offline', 0)])
    keeper.put('a')
    expect(await keeper.flush()).toBe(false)
    expect(keeper.isBehind()).toBe(true)
    expect(states.at(-1)).toBe('failed')
    keeper.wake()
    await vi.runAllTimersAsync()
    expect(sent).toEqual(['a', 'a'])
    expect(states.at(-1)).toBe('kept')
  })

  it('does not send again what is refused for what it says, until it says something else', async () => {
    const { keeper, sent } = keeping([refusing('invalid_request', 422)])
    keeper.put('a')
    await vi.runAllTimersAsync()
    expect(sent).toEqual(['a'])
    keeper.put('b')
    await vi.runAllTimersAsync()
    expect(sent).toEqual(['a', 'b'])
  })

  it('overwrites nothing that was changed elsewhere unless it is told to', async () => {
    const { keeper, sent, states } = keeping([refusing('signing_changed', 409)])
    keeper.put('a')
    await vi.runAllTimersAsync()
    keeper.put('b')
    await vi.runAllTimersAsync()
    expect(await keeper.flush()).toBe(false)
    expect(sent).toEqual(['a'])
    expect(states.at(-1)).toBe('changed')
    keeper.settle('send')
    await vi.runAllTimersAsync()
    expect(sent).toEqual(['a', 'b'])
    expect(states.at(-1)).toBe('kept')
  })
})
