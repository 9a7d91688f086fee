import { create } from 'zustand'

/**
 * Uploads are a machine outside React, so that they go on while pages come and go. It sends a multipart form to an
 * address and keeps what was answered; what either means is not its business.
 */

export type UploadState = 'waiting' | 'uploading' | 'paused' | 'offline' | 'retrying' | 'failed' | 'done'

export interface UploadOutcome {
  /** 0 when there was no answer. */
  status: number
  body: unknown
}

/** A form's fields in their order; a name may come several times. */
export type FormParts = readonly (readonly [name: string, value: string | File])[]

export interface NewUpload {
  id: string
  /** Of the (first) file. */
  name: string
  /** How many files go together: 1 for most. */
  fileCount: number
  /** Fields go before files, so that a refusal can come before their bytes. */
  parts: FormParts
  url: string
  /** The same for every attempt: an attempt whose answer was lost must not convert, and charge, twice. */
  idempotencyKey: string
}

export interface Upload extends NewUpload {
  /** Of all files in it. */
  size: number
  state: UploadState
  sent: number
  attempts: number
  outcome: UploadOutcome | null
}

interface Uploads {
  uploads: Upload[]
  /** Bytes a second over the last few seconds, of all together. */
  speed: number
}

export const useUploads = create<Uploads>(() => ({ uploads: [], speed: 0 }))

const AT_ONCE = 2
const MAX_ATTEMPTS = 4
/** Over this window the speed is measured: long enough to be calm, short enough to notice. */
const WINDOW_MS = 4000

const requests = new Map<string, XMLHttpRequest>()
const retries = new Map<string, ReturnType<typeof setTimeout>>()
let samples: { at: number; bytes: number }[] = []

type Listener = (upload: Upload) => void
const listeners = new Set<Listener>()
/** Tells of every upload that got an answer, or none after every attempt. */
export function onUploadSettled(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const filesOf = (parts: FormParts): File[] =>
  parts.map(([, value]) => value).filter((value) => value instanceof File)

const all = () => useUploads.getState().uploads
const find = (id: string) => all().find((upload) => upload.id === id)
const change = (id: string, patch: Partial<Upload>) =>
  useUploads.setState({ uploads: all().map((one) => (one.id === id ? { ...one, ...patch } : one)) })

export function enqueueUploads(items: NewUpload[]): void {
  const fresh = items.map(
    (item): Upload => ({
      ...item,
      size: filesOf(item.parts).reduce((sum, { size }) => sum + size, 0),
      state: 'waiting',
      sent: 0,
      attempts: 0,
      outcome: null,
    }),
  )
  const ids = new Set(fresh.map((item) => item.id))
  useUploads.setState({ uploads: [...all().filter((one) => !ids.has(one.id)), ...fresh] })
  pump()
}

/** Stops sending and keeps the place in the queue. Resuming sends the file from its start. */
export function pauseUpload(id: string): void {
  const upload = find(id)
  if (!upload || upload.state === 'done' || upload.state === 'failed') return
  stop(id)
  change(id, { state: 'paused' })
  pump()
}

export function resumeUpload(id: string): void {
  const upload = find(id)
  if (upload?.state !== 'paused' && upload?.state !== 'failed') return
  change(id, { state: 'waiting', sent: 0, attempts: 0, outcome: null })
  pump()
}

export function cancelUpload(id: string): void {
  stop(id)
  useUploads.setState({ uploads: all().filter((one) => one.id !== id) })
  pump()
}

/** When someone signs out: what waits is not to be sent in the name of whoever comes next. */
export function cancelAllUploads(): void {
  for (const { id } of all()) stop(id)
  useUploads.setState({ uploads: [] })
  pump()
}

export const isActive = ({ state }: Upload): boolean => state !== 'done' && state !== 'failed'

export function pauseAllUploads(): void {
  for (const upload of all().filter(isActive)) {
    stop(upload.id)
    change(upload.id, { state: 'paused' })
  }
}

export function resumeAllUploads(): void {
  for (const { id, state } of all()) {
    if (state === 'paused') change(id, { state: 'waiting', sent: 0, attempts: 0 })
  }
  pump()
}

/** Takes out what has ended. */
export function clearSettledUploads(): void {
  useUploads.setState({ uploads: all().filter(isActive) })
}

function stop(id: string): void {
  const request = requests.get(id)
  requests.delete(id)
  request?.abort()
  clearTimeout(retries.get(id))
  retries.delete(id)
}

function pump(): void {
  if (requests.size === 0) samples = []
  if (navigator.onLine === false) waitForNetwork()
  else
    while (requests.size < AT_ONCE) {
      const next = all().find((upload) => upload.state === 'waiting')
      if (!next) return
      send(next)
    }
}

/** `offline` is a state of its own, so that the tray can say why nothing moves. */
function waitForNetwork(): void {
  for (const { id, state } of all()) if (state === 'waiting') change(id, { state: 'offline' })
}

export function networkIsBack(): void {
  for (const { id, state } of all()) {
    if (state !== 'offline' && state !== 'retrying') continue
    stop(id)
    change(id, { state: 'waiting', sent: 0 })
  }
  pump()
}

function send(upload: Upload): void {
  const { id } = upload
  const form = new FormData()
  for (const [name, value] of upload.parts) form.append(name, value)

  const request = new XMLHttpRequest()
  requests.set(id, request)
  change(id, { state: 'uploading', sent: 0, attempts: upload.attempts + 1 })
  request.upload.onprogress = ({ loaded }) => {
    if (requests.get(id) !== request) return
    const before = find(id)?.sent ?? 0
    measure(Math.max(0, loaded - before))
    // The form's own bytes are counted too; the files are what is shown.
    change(id, { sent: Math.min(upload.size, loaded) })
  }
  request.onload = () => settle(id, request, { status: request.status, body: parse(request.responseText) })
  request.onerror = () => settle(id, request, { status: 0, body: null })
  request.open('POST', upload.url)
  request.setRequestHeader('accept', 'application/json')
  request.setRequestHeader('idempotency-key', upload.idempotencyKey)
  request.send(form)
}

function settle(id: string, request: XMLHttpRequest, outcome: UploadOutcome): void {
  if (requests.get(id) !== request) return
  requests.delete(id)
  const upload = find(id)
  if (!upload) {
    pump()
    return
  }
  if (outcome.status === 0 && navigator.onLine === false) change(id, { state: 'offline', sent: 0 })
  else if (isPassing(outcome.status) && upload.attempts < MAX_ATTEMPTS) {
    change(id, { state: 'retrying', sent: 0 })
    retries.set(
      id,
      setTimeout(
        () => {
          retries.delete(id)
          change(id, { state: 'waiting' })
          pump()
        },
        1000 * 2 ** upload.attempts,
      ),
    )
  } else {
    const done = outcome.status >= 200 && outcome.status < 300
    change(id, { state: done ? 'done' : 'failed', outcome, sent: done ? upload.size : upload.sent })
    const settled = find(id)
    if (settled) for (const listener of listeners) listener(settled)
  }
  pump()
}

/** No answer, or one that says "not now": the same upload may succeed in a moment. */
const isPassing = (status: number): boolean =>
  status === 0 || status === 429 || status === 502 || status === 503

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function measure(bytes: number): void {
  const now = Date.now()
  samples = [...samples.filter(({ at }) => now - at < WINDOW_MS), { at: now, bytes }]
  const first = samples[0]
  const span = first ? now - first.at : 0
  if (span < 250) return
  const total = samples.reduce((sum, sample) => sum + sample.bytes, 0)
  useUploads.setState({ speed: Math.round((total * 1000) / span) })
}

export interface UploadTotals {
  /** Everything of this round, what has been sent of it included. */
  files: number
  done: number
  bytes: number
  sent: number
  /** Null while nothing is moving. */
  secondsLeft: number | null
}

export function totalsOf({ uploads, speed }: Uploads): UploadTotals {
  const bytes = uploads.reduce((sum, one) => sum + one.size, 0)
  const sent = uploads.reduce((sum, one) => sum + one.sent, 0)
  const moving = uploads.some((one) => one.state === 'uploading')
  const left = uploads
    .filter((one) => one.state === 'uploading' || one.state === 'waiting')
    .reduce((sum, one) => sum + one.size - one.sent, 0)
  return {
    files: uploads.length,
    done: uploads.filter((one) => one.state === 'done').length,
    bytes,
    sent,
    secondsLeft: moving && speed > 0 ? left / speed : null,
  }
}

/** Listens for the network, and asks before a page is closed that still sends. Called once, at the start. */
export function startUploads(): void {
  addEventListener('online', networkIsBack)
  addEventListener('beforeunload', (event) => {
    if (all().some((upload) => isActive(upload) && upload.state !== 'paused')) event.preventDefault()
  })
}
