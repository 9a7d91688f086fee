import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** A request that the test responds to. */
class FakeRequest {
  static all: FakeRequest[] = []
  upload: { onprogress?: (event: { loaded: number }) => void } = {}
  onload?: () => void
  onerror?: () => void
  status = 0
  responseText = ''
  headers: Record<string, string> = {}
  body: FormData | null = null
  method = ''
  url = ''
  aborted = false
  constructor() {
    FakeRequest.all.push(this)
  }
  open(method: string, url: string) {
    this.method = method
    this.url = url
  }
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
const { formSender, pieceSender, PIECE_BYTES } = await import('./senders.ts')

const add = (...ids: string[]) =>
  uploads.enqueueUploads(
    ids.map((id) => ({
      id,
      name: `${id}.txt`,
      fileCount: 1,
      url: '/convert/',
      sender: formSender(
        '/convert/',
        [
          ['target_format', 'pdf'],
          ['file', new File(['x'.repeat(1000)], `${id}.txt`)],
        ],
        `key-${id}`,
      ),
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
    uploads.enqueueUploads([{ id, name, fileCount: 2, url, sender: formSender(url, parts, 'key-m') }])
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

  it('stands still, and counts no further, when the network goes while it sends', () => {
    add('a')
    request(0).upload.onprogress?.({ loaded: 400 })
    network.onLine = false
    uploads.networkIsGone()
    expect(states().a).toBe('offline')
    expect(request(0).aborted).toBe(true)
    expect(uploads.useUploads.getState().speed).toBe(0)
    expect(uploads.totalsOf(uploads.useUploads.getState()).secondsLeft).toBeNull()
    network.onLine = true
    uploads.networkIsBack()
    expect(states().a).toBe('uploading')
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

describe('an upload in pieces', () => {
  const routes = {
    begin: '/uploads/',
    at: (id: string) => `/uploads/${id}/`,
    append: (id: string, offset: number) => `/uploads/${id}/?offset=${offset}`,
  }
  const SIZE = 2 * PIECE_BYTES + 500
  const store = (size = SIZE) => {
    const file = new File([new Uint8Array(size)], 'film.mp4')
    const sender = pieceSender(file, routes, 'key')
    uploads.enqueueUploads([{ id: 'film', name: file.name, fileCount: 1, url: routes.begin, sender }])
  }
  const film = () => uploads.useUploads.getState().uploads.find(({ id }) => id === 'film')
  const session = (offset: number, file: object | null = null) => ({ upload_id: 'u1', offset, file })
  const last = () => FakeRequest.all.at(-1)!
  const asked = () => FakeRequest.all.map(({ method, url }) => `${method} ${url}`)
  /** Until the first chunk has arrived. */
  const begin = () => {
    store()
    last().answer(201, session(0))
    last().answer(200, session(PIECE_BYTES))
  }

  it('sends piece after piece, and is done with the last', () => {
    begin()
    expect((last().body as unknown as Blob).size).toBe(PIECE_BYTES)
    last().upload.onprogress?.({ loaded: 1000 })
    expect(film()).toMatchObject({ state: 'uploading', sent: PIECE_BYTES + 1000, size: SIZE })
    last().answer(200, session(2 * PIECE_BYTES))
    expect((last().body as unknown as Blob).size).toBe(500)
    last().answer(200, session(SIZE, { id: 'f1' }))
    expect(film()).toMatchObject({ state: 'done', sent: SIZE, outcome: { body: { file: { id: 'f1' } } } })
    expect(asked()).toEqual([
      'POST /uploads/',
      'PATCH /uploads/u1/?offset=0',
      `PATCH /uploads/u1/?offset=${PIECE_BYTES}`,
      `PATCH /uploads/u1/?offset=${2 * PIECE_BYTES}`,
    ])
  })

  it('goes on after a cut from where the service says that it stands', async () => {
    begin()
    last().upload.onprogress?.({ loaded: 5000 })
    last().onerror?.()
    expect(film()).toMatchObject({ state: 'retrying', sent: PIECE_BYTES })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(asked().at(-1)).toBe('GET /uploads/u1/')
    last().answer(200, session(PIECE_BYTES + 4000))
    expect(asked().at(-1)).toBe(`PATCH /uploads/u1/?offset=${PIECE_BYTES + 4000}`)
    expect(film()).toMatchObject({ state: 'uploading', sent: PIECE_BYTES + 4000 })
  })

  it('does not store twice what was stored before its answer was lost', async () => {
    begin()
    last().answer(200, session(2 * PIECE_BYTES))
    last().answer(503, { code: 'unavailable' })
    await vi.advanceTimersByTimeAsync(20_000)
    last().answer(200, session(SIZE, { id: 'f1' }))
    expect(film()).toMatchObject({ state: 'done', outcome: { body: { file: { id: 'f1' } } } })
    expect(asked().filter((one) => one.startsWith('POST'))).toHaveLength(1)
  })

  it('keeps its place while it is paused, and while there is no network', () => {
    begin()
    last().upload.onprogress?.({ loaded: 5000 })
    uploads.pauseUpload('film')
    expect(film()).toMatchObject({ state: 'paused', sent: PIECE_BYTES })
    uploads.resumeUpload('film')
    expect(asked().at(-1)).toBe('GET /uploads/u1/')
    last().answer(200, session(PIECE_BYTES))
    network.onLine = false
    last().onerror?.()
    expect(film()).toMatchObject({ state: 'offline', sent: PIECE_BYTES })
    network.onLine = true
    uploads.networkIsBack()
    expect(asked().at(-1)).toBe('GET /uploads/u1/')
  })

  it('lets itself be told that it stands elsewhere, and not for ever', () => {
    begin()
    for (let time = 0; time < 6; time += 1) {
      expect(film()?.state).toBe('uploading')
      last().answer(409, { code: 'upload_offset_mismatch', offset: 100 })
      if (last().method === 'GET') last().answer(200, session(100))
    }
    expect(film()?.state).toBe('failed')
  })

  it('begins again, under another key, where the service has forgotten it', async () => {
    begin()
    last().onerror?.()
    await vi.advanceTimersByTimeAsync(20_000)
    last().answer(404, { code: 'not_found' })
    expect(asked().at(-1)).toBe('POST /uploads/')
    expect(last().headers['idempotency-key']).not.toBe(request(0).headers['idempotency-key'])
    last().answer(201, { ...session(0), upload_id: 'u2' })
    expect(asked().at(-1)).toBe('PATCH /uploads/u2/?offset=0')
  })

  it('sends nothing where there is no room for it', () => {
    store()
    last().answer(413, { code: 'storage_quota_exceeded', available_bytes: 10 })
    expect(film()).toMatchObject({ state: 'failed', sent: 0, outcome: { status: 413 } })
    expect(asked()).toEqual(['POST /uploads/'])
    uploads.resumeUpload('film')
    expect(request(1).headers['idempotency-key']).toBe(request(0).headers['idempotency-key'])
  })

  it('tells the service when it is given up', () => {
    begin()
    uploads.cancelUpload('film')
    expect(asked().at(-1)).toBe('DELETE /uploads/u1/')
    expect(film()).toBeUndefined()
  })

  it('is not given up by being taken off the list once it is stored', () => {
    store(10)
    last().answer(201, session(0))
    last().answer(200, session(10, { id: 'f1' }))
    uploads.cancelUpload('film')
    expect(asked()).toHaveLength(2)
  })

  it('has as many tries again after each piece that arrived', async () => {
    begin()
    for (let cut = 1; cut < 8; cut += 1) {
      last().onerror?.()
      await vi.advanceTimersByTimeAsync(20_000)
      last().answer(200, session(PIECE_BYTES + cut))
    }
    expect(film()?.state).toBe('uploading')
  })
})
