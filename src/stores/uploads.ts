import { create } from 'zustand'
import type { UploadOutcome } from './send-request.ts'
import type { Sender } from './senders.ts'

/**
 * Uploads run outside React, so that they continue across pages. The sender decides how to send
 * one, and listeners interpret its response.
 */

export type UploadState = 'waiting' | 'uploading' | 'paused' | 'offline' | 'retrying' | 'failed' | 'done'

export interface NewUpload {
  id: string
  /** The name of the (first) file. */
  name: string
  /** Files in this upload: usually 1. */
  fileCount: number
  /** The target URL, by which listeners recognize their uploads. */
  url: string
  sender: Sender
}

export interface Upload extends NewUpload {
  /** The total of all files, in bytes. */
  size: number
  state: UploadState
  sent: number
  attempts: number
  outcome: UploadOutcome | null
}

interface Uploads {
  uploads: Upload[]
  /** Bytes per second over the last few seconds, of all uploads. */
  speed: number
}

export const useUploads = create<Uploads>(() => ({ uploads: [], speed: 0 }))

const AT_ONCE = 2
const MAX_ATTEMPTS = 4
/** The window of the speed: long enough to be steady, short enough to react. */
const WINDOW_MS = 4000

/** Abort functions of the running uploads. */
const sending = new Map<string, () => void>()
const retries = new Map<string, ReturnType<typeof setTimeout>>()
let samples: { at: number; bytes: number }[] = []

type Listener = (upload: Upload) => void
const listeners = new Set<Listener>()
/** Notifies of every upload that got a response, or none after all attempts. */
export function onUploadSettled(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const all = () => useUploads.getState().uploads
const find = (id: string) => all().find((upload) => upload.id === id)
const change = (id: string, patch: Partial<Upload>) =>
  useUploads.setState({ uploads: all().map((one) => (one.id === id ? { ...one, ...patch } : one)) })

export function enqueueUploads(items: NewUpload[]): void {
  const fresh = items.map(
    (item): Upload => ({
      ...item,
      size: item.sender.size,
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

/** Stops sending and keeps the place in the queue. The sender decides what resuming sends again. */
export function pauseUpload(id: string): void {
  const upload = find(id)
  if (!upload || upload.state === 'done' || upload.state === 'failed') return
  halt(upload)
  pump()
}

function halt({ id, sender, sent }: Upload): void {
  stop(id)
  change(id, { state: 'paused', sent: sender.resumes ? sender.kept() : sent })
}

export function resumeUpload(id: string): void {
  const upload = find(id)
  if (upload?.state !== 'paused' && upload?.state !== 'failed') return
  change(id, { state: 'waiting', sent: upload.sender.kept(), attempts: 0, outcome: null })
  pump()
}

export function cancelUpload(id: string): void {
  stop(id)
  const upload = find(id)
  if (upload && upload.state !== 'done') upload.sender.giveUp()
  useUploads.setState({ uploads: all().filter((one) => one.id !== id) })
  pump()
}

/** On sign-out: waiting uploads must not be sent for the next user. */
export function cancelAllUploads(): void {
  for (const { id } of all()) stop(id)
  useUploads.setState({ uploads: [] })
  pump()
}

export const isActive = ({ state }: Upload): boolean => state !== 'done' && state !== 'failed'

export function pauseAllUploads(): void {
  for (const upload of all().filter(isActive)) halt(upload)
}

export function resumeAllUploads(): void {
  for (const { id, state, sender } of all()) {
    if (state === 'paused') change(id, { state: 'waiting', sent: sender.kept(), attempts: 0 })
  }
  pump()
}

/** Removes ended uploads. */
export function clearSettledUploads(): void {
  useUploads.setState({ uploads: all().filter(isActive) })
}

function stop(id: string): void {
  sending.get(id)?.()
  sending.delete(id)
  clearTimeout(retries.get(id))
  retries.delete(id)
}

function pump(): void {
  if (sending.size === 0) samples = []
  if (navigator.onLine === false) waitForNetwork()
  else
    while (sending.size < AT_ONCE) {
      const next = all().find((upload) => upload.state === 'waiting')
      if (!next) return
      send(next)
    }
}

/** `offline` is a separate state, so that the tray can say why nothing is sent. */
function waitForNetwork(): void {
  for (const { id, state } of all()) if (state === 'waiting') change(id, { state: 'offline' })
}

/** Stops running uploads and their progress in the tray. */
export function networkIsGone(): void {
  for (const { id, state, sender } of all()) {
    if (state !== 'uploading') continue
    stop(id)
    change(id, { state: 'offline', sent: sender.kept() })
  }
  samples = []
  useUploads.setState({ speed: 0 })
  waitForNetwork()
}

export function networkIsBack(): void {
  for (const { id, state, sender } of all()) {
    if (state !== 'offline' && state !== 'retrying') continue
    stop(id)
    change(id, { state: 'waiting', sent: sender.kept() })
  }
  pump()
}

function send({ id, sender, attempts }: Upload): void {
  const kept = sender.kept()
  change(id, { state: 'uploading', sent: kept, attempts: attempts + 1 })
  // Set before the start, so that an immediate end can delete the entry.
  sending.set(id, () => {})
  const stopSending = sender.start({
    onProgress(sent) {
      measure(Math.max(0, sent - (find(id)?.sent ?? 0)))
      change(id, { sent })
    },
    onEnd(outcome) {
      sending.delete(id)
      settle(id, outcome, kept)
    },
  })
  if (sending.has(id)) sending.set(id, stopSending)
}

function settle(id: string, outcome: UploadOutcome, bytesBefore: number): void {
  const upload = find(id)
  if (!upload) {
    pump()
    return
  }
  const { sender } = upload
  const sent = sender.kept()
  // Progress resets the attempts: a large file may meet many disconnects.
  const attempts = sent > bytesBefore ? 1 : upload.attempts
  if (outcome.status === 0 && navigator.onLine === false) change(id, { state: 'offline', sent })
  else if (isPassing(outcome.status, sender) && attempts < MAX_ATTEMPTS) {
    change(id, { state: 'retrying', sent, attempts })
    retries.set(
      id,
      setTimeout(
        () => {
          retries.delete(id)
          change(id, { state: 'waiting' })
          pump()
        },
        1000 * 2 ** attempts,
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

const NO_ROOM = 507

/** No response, or a temporary error: the same upload may succeed later. */
const isPassing = (status: number, { resumes }: Sender): boolean =>
  [0, 429, 502, 503].includes(status) || (resumes && status >= 500 && status !== NO_ROOM)

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
  /** All files of this round, including those that were sent. */
  files: number
  done: number
  bytes: number
  sent: number
  /** Null while nothing is sent. */
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

/**
 * Listens for the network, and warns before a page with running uploads is closed. Called once, at
 * startup.
 */
export function startUploads(): void {
  addEventListener('online', networkIsBack)
  addEventListener('offline', networkIsGone)
  addEventListener('beforeunload', (event) => {
    if (all().some((upload) => isActive(upload) && upload.state !== 'paused')) event.preventDefault()
  })
}
