import type { FastifyReply, FastifyRequest } from 'fastify'

/** Who waited to be told that their body is wanted (RFC 9110, section 10.1.1), and was. */
const asked = new WeakSet<FastifyRequest['raw']>()

const expects = ({ raw }: FastifyRequest) => /100-continue/i.test(raw.headers.expect ?? '')

/** Whether the caller has not been told to send its body. */
export const waitsToSend = (request: FastifyRequest) => expects(request) && !asked.has(request.raw)

/** Tells a caller that waits to send its body. */
export function goOn(request: FastifyRequest, reply: FastifyReply) {
  if (!waitsToSend(request)) return
  asked.add(request.raw)
  reply.raw.writeContinue()
}

/** Bodies that are streamed to whoever takes them; others are read before anything is looked at. */
export const isStreamed = ({ headers }: FastifyRequest) =>
  /^(multipart\/form-data|application\/octet-stream)\b/i.test(headers['content-type'] ?? '')
