import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ScanSession } from '../../../../api/public-scan.ts'
import { fakeServer } from '../queue/fake-world.ts'
import { pollSession } from './poll-session.ts'

const { server } = fakeServer()
const session = (more: Partial<ScanSession> = {}): ScanSession => ({ ...server.session(), ...more })
const answer = (status: number, body: unknown) => () => new Response(JSON.stringify(body), { status })
const gone = () => {
  throw new TypeError('no network')
}
/** Responses in order; the last one ends the session. */
function follow(...answers: (() => Response)[]) {
  const asked: string[] = []
  const life = new AbortController()
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push(
      `${new URL(url, 'http://desk').searchParams} ${new Headers(init.headers).get('authorization')}`,
    )
    await Promise.resolve()
    const next = answers.shift()
    if (!next) life.abort(new Error('one request too many'))
    return next ? next() : gone()
  })
  const seen: (number | boolean)[] = []
  const outcome = {
    onSession: ({ revision }: ScanSession) => seen.push(revision),
    onReachable: (isReachable: boolean) => seen.push(isReachable),
  }
  const pauses: number[] = []
  const pause = async (seconds: number) => void pauses.push(Math.floor(seconds))
  return { asked, seen, life, pauses, ended: pollSession('secret', outcome, life.signal, pause) }
}

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('localStorage', { getItem: () => 'my-phone', setItem: () => {} })
})
afterEach(() => vi.unstubAllGlobals())

describe('following a session', () => {
  it('waits for the next revision, and stops with the session', async () => {
    const { asked, seen, ended } = follow(
      answer(200, session({ revision: 4 })),
      answer(200, session({ revision: 5 })),
      answer(404, { code: 'not_found', status: 404, detail: 'Gone.' }),
    )
    await ended
    expect(asked).toEqual([
      'phone_id=my-phone Bearer secret',
      'since=4&wait=25&phone_id=my-phone Bearer secret',
      'since=5&wait=25&phone_id=my-phone Bearer secret',
    ])
    expect(seen).toEqual([true, 4, true, 5])
  })

  it('stops with a session that says that it has ended', async () => {
    const { asked, ended } = follow(answer(200, session({ status: 'ended' })))
    await ended
    expect(asked).toHaveLength(1)
  })

  it('asks again after a network that was away, at once and without waiting', async () => {
    const { asked, seen, pauses, ended } = follow(
      answer(200, session({ revision: 4 })),
      gone,
      answer(502, '<h1>Bad gateway</h1>'),
      answer(200, session({ revision: 9, status: 'expired' })),
    )
    await ended
    expect(seen).toEqual([true, 4, false, false, true, 9])
    expect(asked.at(-1)).toBe('phone_id=my-phone Bearer secret')
    expect(pauses).toEqual([1, 2])
  })

  it('does not ask without end where a proxy answers at once', async () => {
    const { pauses, ended } = follow(
      answer(200, session({ revision: 4 })),
      answer(200, session({ revision: 4 })),
      answer(200, session({ revision: 4, status: 'ended' })),
    )
    await ended
    expect(pauses).toEqual([1])
  })

  it('ends with its signal', async () => {
    const { life, ended } = follow(() => {
      life.abort(new Error('left'))
      return gone()
    })
    await expect(ended).rejects.toThrow('left')
  })
})
