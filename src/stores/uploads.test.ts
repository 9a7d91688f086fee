import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** A request that the test answers by hand. */
class FakeRequest {
  static all: FakeRequest[] = []
  upload: { onprogress?: (event: { loaded: number }) => void } = {}
  onload?: () => void
  onerror?: () => void
  status = 0
  responseText = ''
  headers: Record<string, string> = {}
  body: FormData | null = null
  aborted = false
  constructor() {
    FakeRequest.all.push(this)
  }
  open() {}
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send(body: FormData) {
    this.body = body
  }
  abort() {
    this.aborted = true
  }
  answer(status: number, body: unknown) {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.onload?.()
  }
}

const network = { onLine: true }
vi.stubGlobal('XMLHttpRequest', FakeRequest)
vi.stubGlobal('navigator', network)
const uploads = await import('./uploads.ts')

const add = (...ids: string[]) =>
  uploads.enqueueUploads(
    ids.map((id) => ({
      id,
      name: `${id}.txt`,
      fileCount: 1,
      url: '/convert/',
      parts: [
        ['target_format', 'pdf'] as const,
        ['file', new File(['x'.repeat(1000)], `${id}.txt`)] as const,
      ],
      idempotencyKey: `key-${id}`,
    })),
  )
const states = () =>
  Object.fromEntries(uploads.useUploads.getState().uploads.map((one) => [one.id, one.state]))
const request = (index: number) => FakeRequest.all[index]!

beforeEach(() => {
  vi.useFakeTimers()
  network.onLine = true
  FakeRequest.all = []
})
afterEach(() => {
  for (const { id } of uploads.useUploads.getState().uploads) uploads.cancelUpload(id)
  vi.useRealTimers()
})

describe('uploads', () => {
  it('sends two at once and goes on with the next when one is done', () => {
    add('a', 'b', 'c')
    expect(states()).toEqual({ a: 'uploading', b: 'uploading', c: 'waiting' })
    request(0).answer(202, { conversion_id: '1' })
    expect(states()).toEqual({ a: 'done', b: 'uploading', c: 'uploading' })
  })

  it('sends the form in its order, and names the attempt by its key', () => {
    add('a')
    expect([...(request(0).body?.keys() ?? [])]).toEqual(['target_format', 'file'])
    expect(request(0).headers['idempotency-key']).toBe('key-a')
  })

  it('counts all files of one form', () => {
    const file = (name: string, size: number) => ['file', new File(['x'.repeat(size)], name)] as const
    const parts = [['operation', 'merge'] as const, file('a.pdf', 300), file('b.pdf', 700)]
    const [id, name, url] = ['m', 'a.pdf', '/convert/']
    uploads.enqueueUploads([{ id, name, fileCount: 2, url, parts, idempotencyKey: 'key-m' }])
    expect(uploads.useUploads.getState().uploads[0]).toMatchObject({ size: 1000 })
    request(0).upload.onprogress?.({ loaded: 2000 })
    expect(uploads.useUploads.getState().uploads[0]?.sent).toBe(1000)
  })

  it('pauses by stopping, and resumes from the start with the same key', () => {
    add('a')
    request(0).upload.onprogress?.({ loaded: 600 })
    expect(uploads.useUploads.getState().uploads[0]?.sent).toBe(600)
    uploads.pauseUpload('a')
    expect([states().a, request(0).aborted]).toEqual(['paused', true])
    uploads.resumeUpload('a')
    expect(uploads.useUploads.getState().uploads[0]).toMatchObject({ state: 'uploading', sent: 0 })
    expect(request(1).headers['idempotency-key']).toBe('key-a')
  })

  it('tries again after a lost connection, a few times, and says so when it gives up', async () => {
    const settled = vi.fn()
    const stop = uploads.onUploadSettled(settled)
    add('a')
    for (let attempt = 0; attempt < 4; attempt += 1) {
      request(attempt).onerror?.()
      await vi.advanceTimersByTimeAsync(20_000)
    }
    expect(FakeRequest.all).toHaveLength(4)
    expect(states().a).toBe('failed')
    expect(settled).toHaveBeenCalledOnce()
    stop()
  })

  it('does not try a refusal again', () => {
    add('a')
    request(0).answer(400, { code: 'unsupported_source' })
    expect(uploads.useUploads.getState().uploads[0]).toMatchObject({
      state: 'failed',
      outcome: { status: 400, body: { code: 'unsupported_source' } },
    })
  })

  it('waits for the network and goes on by itself', () => {
    network.onLine = false
    add('a')
    expect(states().a).toBe('offline')
    network.onLine = true
    uploads.networkIsBack()
    expect(states().a).toBe('uploading')
    network.onLine = false
    request(0).onerror?.()
    expect(states().a).toBe('offline')
  })

  it('ignores what a stopped request still says', () => {
    add('a')
    uploads.pauseUpload('a')
    request(0).answer(202, {})
    expect(states().a).toBe('paused')
  })

  it('sends nothing more when someone signs out', () => {
    add('a', 'b', 'c')
    uploads.cancelAllUploads()
    expect([request(0).aborted, request(1).aborted, states()]).toEqual([true, true, {}])
    request(0).answer(202, {})
    expect(FakeRequest.all).toHaveLength(2)
  })

  it('sums up what is left', () => {
    add('a', 'b', 'c')
    request(0).upload.onprogress?.({ loaded: 100 })
    vi.advanceTimersByTime(1000)
    request(0).upload.onprogress?.({ loaded: 600 })
    const totals = uploads.totalsOf(uploads.useUploads.getState())
    expect(totals).toMatchObject({ files: 3, done: 0, bytes: 3000, sent: 600 })
    expect(totals.secondsLeft).toBeCloseTo(2400 / 600, 1)
  })
})
