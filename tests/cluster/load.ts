import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { UploadSession } from '../../contract/storage.ts'
import { type Client, signUp } from '../server/harness.ts'
import { until } from '../server/process.ts'
import { SLOW, WORK, type Work } from './work.ts'

const EVERY_MS = 800
/** Where so much is under way already, no more is begun: the cluster is behind, or away. */
const MOST = 24
/** A person gives up, and tries again. */
const PATIENCE_MS = 35_000
const AGAIN_MS = 250
const CATCHES_UP_WITHIN_SECONDS = 240
const FILES = '/api/v1/user/storage/files/'

/** A request: when it began, when it ended, and what of it is wrong. */
export interface Attempt {
  at: number
  ended: number
  what: 'convert' | 'upload' | 'read' | 'wait'
  error: string | null
}

/** A conversion that was accepted. Times are of this process' clock, in milliseconds. */
export interface Piece {
  id: string
  acceptedAt: number
  endedAt: number | null
  status: string | null
}

/**
 * One account that converts a file of each family in turn, stores files, and looks at its history.
 * What fails is asked for again with the same idempotency key, until it is accepted.
 */
export class Load {
  readonly #client: Client
  readonly attempts: Attempt[] = []
  readonly pieces: Piece[] = []
  /** Acknowledged files, by id. */
  readonly stored = new Map<string, string>()
  readonly #running = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #turn = 0

  /** Not where a version that kept pieces on its own disk runs beside this one. */
  readonly #hasPieces: boolean

  private constructor(client: Client, hasPieces: boolean) {
    this.#client = client
    this.#hasPieces = hasPieces
  }

  static async signUp(url: string, { hasPieces = true } = {}): Promise<Load> {
    return new Load(await signUp(url), hasPieces)
  }

  begin(): void {
    this.#timer = setInterval(() => {
      if (this.#running.size >= MOST) return
      const turn = this.#turn++
      const kinds = Object.values(WORK)
      const kind = kinds[turn % kinds.length]
      if (kind) this.#keep(this.#convert(kind))
      if (turn % 3 === 0) this.#keep(this.#store(turn))
      if (turn % 6 === 1 && this.#hasPieces) this.#keep(this.#storeInPieces(turn))
      this.#keep(this.#read())
    }, EVERY_MS)
  }

  /** Adds conversions that take seconds. */
  addSlow(count: number): void {
    for (let at = 0; at < count; at++) this.#keep(this.#convert(SLOW))
  }

  /** Begins nothing more, and resolves once everything that was begun has ended. */
  async rest(): Promise<void> {
    clearInterval(this.#timer)
    await this.#until(() => this.#running.size === 0)
  }

  /** @throws with the last errors, where it takes too long */
  async #until<T>(ask: () => T | undefined | false): Promise<T> {
    return until(CATCHES_UP_WITHIN_SECONDS, async () => ask()).catch((cause: unknown) => {
      const errors = this.attempts.flatMap(({ what, error }) => (error === null ? [] : [`${what}: ${error}`]))
      throw new Error(`The load has not caught up. Its last errors:\n${errors.slice(-5).join('\n')}`, {
        cause,
      })
    })
  }

  /**
   * Resolves once everything accepted until now has ended, and something that was accepted later.
   * @returns when that was
   */
  async caughtUp(): Promise<number> {
    const now = performance.now()
    const later = await this.#until(() =>
      this.pieces.find(({ acceptedAt, endedAt }) => acceptedAt >= now && endedAt !== null),
    )
    await this.#until(() =>
      this.pieces.every(({ acceptedAt, endedAt }) => acceptedAt > now || endedAt !== null),
    )
    const before = this.pieces.filter(({ acceptedAt }) => acceptedAt <= now)
    return Math.max(later.endedAt ?? 0, ...before.map(({ endedAt }) => endedAt ?? 0))
  }

  #keep(work: Promise<void>) {
    const kept = work.finally(() => this.#running.delete(kept))
    this.#running.add(kept)
  }

  async #convert({ name, content, target, path, wait }: Work) {
    const key = randomUUID()
    const file = content()
    for (;;) {
      const form = new FormData()
      form.append('target_format', target)
      form.append('file', file, name)
      const headers = { 'idempotency-key': key }
      const body = await this.#ask<{ id: string }>('convert', path, 202, {
        method: 'POST',
        headers,
        body: form,
      })
      if (body) return this.#follow(body.id, wait)
      await sleep(AGAIN_MS)
    }
  }

  async #follow(id: string, wait: string | null) {
    const piece: Piece = { id, acceptedAt: performance.now(), endedAt: null, status: null }
    this.pieces.push(piece)
    for (;;) {
      const path = wait ? `/api/v1/${wait}/conversion/wait/${id}/` : `/api/v1/conversion/${id}/`
      const body = await this.#ask<{ status: string }>('wait', path, 200)
      if (body && body.status !== 'pending') {
        Object.assign(piece, { endedAt: performance.now(), status: body.status })
        return
      }
      if (!body || !wait) await sleep(AGAIN_MS)
    }
  }

  async #store(turn: number) {
    const text = `The file ${turn}.`
    const form = new FormData()
    form.append('file', new Blob([text]), `${turn}.txt`)
    const body = await this.#ask<{ id: string }>('upload', `${FILES}upload/`, 201, {
      method: 'POST',
      body: form,
    })
    if (body) this.stored.set(body.id, text)
  }

  /**
   * Sends a file in pieces, each to the process that the balancer chooses, from where the last
   * answer says that it stands.
   */
  async #storeInPieces(turn: number) {
    const text = `The file ${turn}. `.repeat(3000)
    const begun = await this.#ask<UploadSession>('upload', '/api/v1/user/storage/uploads/', 201, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ file_name: `${turn}.txt`, size_bytes: text.length }),
    })
    if (!begun) return
    const at = `/api/v1/user/storage/uploads/${begun.upload_id}/`
    for (let offset = 0; ; ) {
      const sent = await this.#ask<UploadSession>('upload', `${at}?offset=${offset}`, 200, {
        method: 'PATCH',
        headers: { 'content-type': 'application/octet-stream' },
        body: text.slice(offset, offset + Math.ceil(text.length / 3)),
      })
      if (!sent) await sleep(AGAIN_MS)
      const stands = sent ?? (await this.#ask<UploadSession>('read', at, 200))
      if (stands?.file) {
        this.stored.set(stands.file.id, text)
        return
      }
      if (stands) offset = stands.offset
    }
  }

  async #read() {
    await this.#ask('read', '/api/v1/conversion/?page_size=10', 200)
  }

  /** The text of a stored file. */
  async contentOf(id: string): Promise<string> {
    return (await this.#client.fetch(`${FILES}${id}/content/`)).text()
  }

  async #ask<T>(
    what: Attempt['what'],
    path: string,
    wanted: number,
    init: RequestInit = {},
  ): Promise<T | null> {
    const attempt: Attempt = { at: performance.now(), ended: 0, what, error: null }
    try {
      const response = await this.#client.fetch(path, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) })
      const text = await response.text()
      if (response.status === wanted) return JSON.parse(text) as T
      attempt.error = `${response.status} ${text.slice(0, 200)}`
    } catch (error) {
      attempt.error = error instanceof Error ? String(error.cause ?? error) : String(error)
    } finally {
      attempt.ended = performance.now()
      this.attempts.push(attempt)
    }
    return null
  }
}
