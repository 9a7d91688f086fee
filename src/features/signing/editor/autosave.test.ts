import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import { createAutosave, type SaveState } from './autosave.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function autosaveOf(answers: (() => Promise<void>)[] = []) {
  const sent: string[] = []
  const states: string[] = []
  const autosave = createAutosave<string>({
    send: (version) => {
      sent.push(version)
      return answers.shift()?.() ?? Promise.resolve()
    },
    onState: ({ state }: SaveState) => void states.push(state),
  })
  return { autosave, sent, states }
}
const refusing = (code: ConstructorParameters<typeof ApiError>[0], status: number) => () =>
  Promise.reject(new ApiError(code, status))

describe('what keeps a draft', () => {
  it('sends the newest version once, a moment after the last change', async () => {
    const { autosave, sent } = autosaveOf()
    for (const version of ['a', 'b', 'c']) autosave.put(version)
    expect(sent).toEqual([])
    await vi.runAllTimersAsync()
    expect(sent).toEqual(['c'])
    expect(autosave.isBehind()).toBe(false)
  })

  it('sends one at a time, and what came meanwhile after it', async () => {
    let answer = () => {}
    const { autosave, sent } = autosaveOf([() => new Promise((resolve) => (answer = resolve))])
    autosave.put('a')
    await vi.advanceTimersByTimeAsync(1000)
    autosave.put('b')
    await vi.advanceTimersByTimeAsync(1000)
    expect(sent).toEqual(['a'])
    answer()
    expect(await autosave.flush()).toBe(true)
    expect(sent).toEqual(['a', 'b'])
  })

  it('retries when the network is back, and loses nothing meanwhile', async () => {
    const { autosave, sent, states } = autosaveOf([refusing('offline', 0)])
    autosave.put('a')
    expect(await autosave.flush()).toBe(false)
    expect(autosave.isBehind()).toBe(true)
    expect(states.at(-1)).toBe('failed')
    autosave.wake()
    await vi.runAllTimersAsync()
    expect(sent).toEqual(['a', 'a'])
    expect(states.at(-1)).toBe('saved')
  })

  it('does not send again what is refused for what it says, until it says something else', async () => {
    const { autosave, sent } = autosaveOf([refusing('invalid_request', 422)])
    autosave.put('a')
    await vi.runAllTimersAsync()
    expect(sent).toEqual(['a'])
    autosave.put('b')
    await vi.runAllTimersAsync()
    expect(sent).toEqual(['a', 'b'])
  })

  it('overwrites nothing that was changed elsewhere unless it is told to', async () => {
    const { autosave, sent, states } = autosaveOf([refusing('signing_changed', 409)])
    autosave.put('a')
    await vi.runAllTimersAsync()
    autosave.put('b')
    await vi.runAllTimersAsync()
    expect(await autosave.flush()).toBe(false)
    expect(sent).toEqual(['a'])
    expect(states.at(-1)).toBe('changed')
    autosave.settle('send')
    await vi.runAllTimersAsync()
    expect(sent).toEqual(['a', 'b'])
    expect(states.at(-1)).toBe('saved')
  })
})
