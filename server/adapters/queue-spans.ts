import type { SpanOptions } from '../platform.ts'

const attributesOf = (queue: string, operation: 'send' | 'process') => ({
  'messaging.system': 'pg-boss',
  'messaging.destination.name': queue,
  'messaging.operation.name': operation,
  'messaging.operation.type': operation,
})

/** Name and options of the span that sends jobs to a queue. `id` is the object of a single job. */
export const producerSpan = (
  queue: string,
  { id, count = 1 }: { id?: string | undefined; count?: number },
): [string, SpanOptions] => [
  `send ${queue}`,
  {
    kind: 'producer',
    attributes: {
      ...attributesOf(queue, 'send'),
      'messaging.message.id': id,
      ...(count > 1 && { 'messaging.batch.message_count': count }),
    },
  },
]

/**
 * Name and options of the span that handles a job. Its parent is the sending span, possibly of
 * another process; `link` is for jobs that run much later and start a new trace.
 */
export const consumerSpan = (
  queue: string,
  id: string,
  {
    parent,
    link,
    retryCount,
  }: { parent?: string | undefined; link?: string | undefined; retryCount?: number },
): [string, SpanOptions] => [
  `process ${queue}`,
  {
    kind: 'consumer',
    attributes: {
      ...attributesOf(queue, 'process'),
      'messaging.message.id': id,
      'filewright.retries': retryCount,
    },
    parent: parent ?? null,
    link,
  },
]

/** The `traceparent` that a job carries; empty without tracing. */
export const carried = (traceparent: string | null): { traceparent?: string } =>
  traceparent === null ? {} : { traceparent }
