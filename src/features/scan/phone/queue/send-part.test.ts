import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeRequest } from './fake-request.ts'
import { PLAIN } from './fake-world.ts'
import { type Part, sendPart } from './send-part.ts'

const PART: Part = {
  ...{ token: 'secret', phone_id: 'phone', page_id: 'page', kind: 'page', sha256: 'hash' },
  file: new Blob(['photo'], { type: 'image/png' }),
  settings: PLAIN,
  replace: false,
}
const ANSWER = { page_id: 'page', version: 3 }
const never = new AbortController().signal

function send(part = PART, signal = never) {
  const shares: number[] = []
  const answer = sendPart(part, (share) => shares.push(share), signal)
  const [request] = FakeRequest.all
  if (!request) throw new Error('no request was made')
  return { answer, request, shares }
}

beforeEach(() => {
  FakeRequest.all.length = 0
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a part on its way', () => {
  it('has its words before the file, and the token in a header', async () => {
    const { answer, request } = send()
    request.answer(201, ANSWER)
    expect(await answer).toEqual(ANSWER)
    expect(request.url).toBe('POST /api/v1/pdf_handler/scan/pair/pages/')
    expect(request.headers.get('authorization')).toBe('Bearer secret')
    const parts = [...(request.body ?? [])].map(([name, value]) => [
      name,
      typeof value === 'string' ? value : value.name,
    ])
    expect(parts).toEqual([
      ['page_id', 'page'],
      ['sha256', 'hash'],
      ['kind', 'page'],
      ['settings', JSON.stringify(PLAIN)],
      ['replace', 'false'],
      ['phone_id', 'phone'],
      ['file', 'page.png'],
    ])
  })

  it('leaves settings and hash out where there are none', async () => {
    const { answer, request } = send({ ...PART, settings: null, sha256: null })
    request.answer(200, ANSWER)
    await answer
    expect([...(request.body?.keys() ?? [])]).toEqual(['page_id', 'kind', 'replace', 'phone_id', 'file'])
  })

  it('says how much was sent', async () => {
    const { answer, request, shares } = send()
    request.progress(25, 100)
    request.progress(100, 100)
    request.answer(201, ANSWER)
    await answer
    expect(shares).toEqual([0.25, 1])
  })

  it.each([
    [409, { code: 'scan_page_conflict', status: 409, detail: 'Another photo.' }, 'scan_page_conflict'],
    [413, '<h1>Too large</h1>', 'body_too_large'],
    [200, '<h1>Sign in to this network</h1>', 'unreachable'],
    [200, { hello: 'captive portal' }, 'unreachable'],
  ])('fails with %i %j as %s', async (status, body, code) => {
    const { answer, request } = send()
    request.answer(status, body)
    await expect(answer).rejects.toMatchObject({ code })
  })

  it('fails without a network', async () => {
    const { answer, request } = send()
    request.fail()
    await expect(answer).rejects.toMatchObject({ status: 0, code: 'unreachable' })
  })

  it('is given up after 20 seconds without progress, and not before', async () => {
    vi.useFakeTimers()
    const { answer, request } = send()
    vi.advanceTimersByTime(19_000)
    request.progress(1, 100)
    vi.advanceTimersByTime(19_000)
    expect(request.isAborted).toBe(false)
    vi.advanceTimersByTime(1000)
    expect(request.isAborted).toBe(true)
    await expect(answer).rejects.toMatchObject({ code: 'unreachable' })
  })

  it('is given up with its signal', async () => {
    const life = new AbortController()
    const { answer, request } = send(PART, life.signal)
    life.abort(new Error('taken again'))
    expect(request.isAborted).toBe(true)
    await expect(answer).rejects.toThrow('taken again')
  })
})
