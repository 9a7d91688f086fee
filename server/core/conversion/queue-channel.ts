import { createHash } from 'node:crypto'

/**
 * The channel on which pg-boss notifies of new jobs, with the queue's name as payload. The
 * channel's name derives from the schema's.
 */
export const QUEUED_CHANNEL = `pgboss_${createHash('sha224').update('pgboss').digest('hex').slice(0, 24)}`

/** Quick jobs, and jobs that may take minutes: each kind has its own slots in a worker. */
export const QUICK_QUEUE = 'convert'
export const LONG_QUEUE = 'convert_long'
export const CONVERSION_QUEUES = [QUICK_QUEUE, LONG_QUEUE]
