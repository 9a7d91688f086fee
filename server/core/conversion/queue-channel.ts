import { createHash } from 'node:crypto'

/**
 * Where pg-boss tells that a job was sent; what it tells is the name of the queue. The name comes
 * from that of its schema.
 */
export const QUEUED_CHANNEL = `pgboss_${createHash('sha224').update('pgboss').digest('hex').slice(0, 24)}`

/** Quick jobs, and those that may take minutes: each has places of its own in a worker. */
export const QUICK_QUEUE = 'convert'
export const LONG_QUEUE = 'convert_long'
export const CONVERSION_QUEUES = [QUICK_QUEUE, LONG_QUEUE]
