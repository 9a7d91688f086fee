import { headersNow } from './acting.ts'
import { type SentRequest, sendRequest, type UploadOutcome } from './send-request.ts'

/**
 * How an upload is sent. It is begun as often as it takes, and remembers by itself what it need not
 * send again.
 */
export interface Sender {
  /** Of all files in it, in bytes. */
  size: number
  /** It goes on where it stood; else it begins again. */
  resumes: boolean
  /** Bytes that have arrived for certain. */
  kept: () => number
  /** Answers with what stops it. */
  start: (told: { onProgress: (sent: number) => void; onEnd: (outcome: UploadOutcome) => void }) => () => void
  /** Nobody wants it any more: what has arrived of it can go. */
  giveUp: () => void
}

/** A form's fields in their order; a name may come several times. */
export type FormParts = readonly (readonly [name: string, value: string | File])[]

/** All in one form. Fields go before files, so that a refusal can come before their bytes. */
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
      // The form's own bytes are counted too; the files are what is shown.
      const progress = (sent: number) => onProgress(Math.min(size, sent))
      return sendRequest({ method: 'POST', url, headers, body, onProgress: progress, onAnswer: onEnd })
    },
    giveUp() {},
  }
}

/** Small enough that a cut costs little, large enough that the requests themselves cost nothing. */
export const PIECE_BYTES = 8_000_000
/** A service that never agrees where the upload stands is not asked for ever. */
const MOST_CORRECTIONS = 5

/** Where a service takes uploads in pieces. */
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
 * Piece by piece. After a cut the service is asked how much it has, and the next piece begins
 * there; a last answer that was lost is found that way too. The outcome's body is the session, with
 * the stored file.
 */
export function pieceSender(file: File, routes: PieceRoutes, idempotencyKey: string): Sender {
  let id: string | null = null
  let offset = 0
  /** The last request's answer did not come: only the service knows where the upload stands. */
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
        // One key for one session: after the service has forgotten a session, the same key would
        // bring it up again.
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
