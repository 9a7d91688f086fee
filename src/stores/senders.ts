import { headersNow } from './acting.ts'
import { type SentRequest, sendRequest, type UploadOutcome } from './send-request.ts'

/**
 * How an upload is sent. It can be started several times, and does not send what has already
 * arrived.
 */
export interface Sender {
  /** The total of all files, in bytes. */
  size: number
  /** Whether it resumes where it stopped; otherwise it starts again. */
  resumes: boolean
  /** Bytes that the server has confirmed. */
  kept: () => number
  /** Returns a function that aborts it. */
  start: (told: { onProgress: (sent: number) => void; onEnd: (outcome: UploadOutcome) => void }) => () => void
  /** Discards the upload and what has arrived of it. */
  giveUp: () => void
}

/** A form's fields in order; names may repeat. */
export type FormParts = readonly (readonly [name: string, value: string | File])[]

/** One form. Fields go before files, so that a refusal can come before their bytes. */
export function formSender(url: string, parts: FormParts, idempotencyKey: string): Sender {
  const size = parts.reduce((sum, [, value]) => sum + (value instanceof File ? value.size : 0), 0)
  const acting = headersNow()
  return {
    size,
    resumes: false,
    kept: () => 0,
    start({ onProgress, onEnd }) {
      const body = new FormData()
      for (const [name, value] of parts) body.append(name, value)
      const headers = { ...acting, 'idempotency-key': idempotencyKey }
      // The progress includes the form's own bytes; only the files' are shown.
      const progress = (sent: number) => onProgress(Math.min(size, sent))
      return sendRequest({ method: 'POST', url, headers, body, onProgress: progress, onAnswer: onEnd })
    },
    giveUp() {},
  }
}

/** Small enough that a disconnect costs little, large enough that requests add no overhead. */
export const PIECE_BYTES = 8_000_000
/** Gives up when the server's offset does not match this often. */
const MOST_CORRECTIONS = 5

/** Routes of a resumable upload. */
export interface PieceRoutes {
  begin: string
  at: (id: string) => string
  append: (id: string, offset: number) => string
}

interface Session {
  upload_id: string
  offset: number
  file: object | null
}

const asSession = ({ status, body }: UploadOutcome): Session | null =>
  status >= 200 && status < 300 && typeof body === 'object' && body !== null && 'upload_id' in body
    ? (body as Session)
    : null

/**
 * Uploads in chunks. After a disconnect it asks the server for the offset and resumes there, which
 * also covers a lost last response. The outcome's body is the session, with the stored file.
 */
export function pieceSender(file: File, routes: PieceRoutes, idempotencyKey: string): Sender {
  let id: string | null = null
  let offset = 0
  /** The last request had no response: only the server knows the offset. */
  let unsure = false
  let sessions = 0
  const acting = headersNow()

  function start({ onProgress, onEnd }: Parameters<Sender['start']>[0]): () => void {
    let stop = () => {}
    let corrections = 0
    const ask = (request: SentRequest) => {
      stop = sendRequest({ ...request, headers: { ...acting, ...request.headers } })
    }
    function end(outcome: UploadOutcome) {
      unsure = id !== null
      onEnd(outcome)
    }
    function take(session: Session, outcome: UploadOutcome) {
      id = session.upload_id
      offset = session.offset
      unsure = false
      onProgress(offset)
      if (session.file) onEnd(outcome)
      else send(id)
    }
    function begin() {
      sessions += 1
      ask({
        method: 'POST',
        url: routes.begin,
        // One key per session: after the server has dropped a session, the same key would return it
        // again.
        headers: { 'content-type': 'application/json', 'idempotency-key': `${idempotencyKey}-${sessions}` },
        body: JSON.stringify({ file_name: file.name, size_bytes: file.size }),
        onAnswer(outcome) {
          const session = asSession(outcome)
          if (session) return take(session, outcome)
          sessions -= 1
          end(outcome)
        },
      })
    }
    function find(known: string) {
      ask({
        method: 'GET',
        url: routes.at(known),
        onAnswer(outcome) {
          const session = asSession(outcome)
          if (session) take(session, outcome)
          else if (outcome.status === 404) {
            id = null
            offset = 0
            begin()
          } else end(outcome)
        },
      })
    }
    function send(known: string) {
      const from = offset
      ask({
        method: 'PATCH',
        url: routes.append(known, from),
        headers: { 'content-type': 'application/octet-stream' },
        body: file.slice(from, from + PIECE_BYTES),
        onProgress: (sent) => onProgress(Math.min(file.size, from + sent)),
        onAnswer(outcome) {
          const session = asSession(outcome)
          if (session) return take(session, outcome)
          corrections += 1
          if (outcome.status === 409 && corrections <= MOST_CORRECTIONS) find(known)
          else end(outcome)
        },
      })
    }
    if (id === null) begin()
    else if (unsure) find(id)
    else send(id)
    return () => {
      unsure = true
      stop()
    }
  }

  return {
    size: file.size,
    resumes: true,
    kept: () => offset,
    start,
    giveUp() {
      if (id !== null) sendRequest({ method: 'DELETE', url: routes.at(id), headers: acting, onAnswer() {} })
    },
  }
}
