import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/** A JSON body with its ETag. */
export interface Revalidated {
  json: string
  etag: string
}

export function revalidated(body: unknown): Revalidated {
  const json = JSON.stringify(body)
  // Weak, because the same body is sent in several content encodings.
  return { json, etag: `W/"${createHash('sha256').update(json).digest('base64url')}"` }
}

/** Sends a JSON body with its ETag, or 304 if the client has the same body (RFC 9110, 13.1.2). */
export function sendRevalidated(reply: FastifyReply, { json, etag }: Revalidated) {
  reply.headers({ 'cache-control': 'private, no-cache', etag, vary: 'accept-encoding' })
  if (matches(reply.request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(json)
}

/** Compares weakly: only the quoted parts count. A tag may contain commas. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch?.trim() === '*') return true
  const tags: string[] = ifNoneMatch?.match(/"[^"]*"/g) ?? []
  return tags.includes(etag.slice(2))
}
