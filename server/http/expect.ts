import type { FastifyReply, FastifyRequest } from 'fastify'

/** Requests that expected 100 Continue (RFC 9110, section 10.1.1), and got it. */
const asked = new WeakSet<FastifyRequest['raw']>()

const expects = ({ raw }: FastifyRequest) => /100-continue/i.test(raw.headers.expect ?? '')

/** Whether the client still waits for 100 Continue. */
export const waitsToSend = (request: FastifyRequest) => expects(request) && !asked.has(request.raw)

/** Sends 100 Continue to a client that waits for it. */
export function goOn(request: FastifyRequest, reply: FastifyReply) {
  if (!waitsToSend(request)) return
  asked.add(request.raw)
  reply.raw.writeContinue()
}

/** Whether the body is streamed to the handler; other bodies are read before validation. */
export const isStreamed = ({ headers }: FastifyRequest) =>
  /^(multipart\/form-data|application\/octet-stream)\b/i.test(headers['content-type'] ?? '')
