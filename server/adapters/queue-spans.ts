import type { SpanOptions } from '../platform.ts'

const attributesOf = (queue: string, operation: 'send' | 'process') => ({
  'messaging.system': 'pg-boss',
  'messaging.destination.name': queue,
  'messaging.operation.name': operation,
  'messaging.operation.type': operation,
})

/**
 * Name and options of the span that sends jobs to a queue. `id` is what the job is for, where it is
 * one.
 */
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
 * Name and options of the span in which a job is handled. It belongs to the span that sent the job,
 * in this process or another one; `link` is for what happens so much later that it is a trace of
 * its own.
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

/** What a job carries of the span that sends it; nothing where nothing is followed. */
export const carried = (traceparent: string | null): { traceparent?: string } =>
  traceparent === null ? {} : { traceparent }
