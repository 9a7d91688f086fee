import type { ServiceRun } from '../../core/service-runs.ts'

/** What may be seen or heard of a shared file before it is downloaded, and how a worker makes it. */
export const PREVIEWS = {
  picture: { operation: 'thumbnail', options: { size: 1280 } },
  sample: { operation: 'sample' },
} as const satisfies Record<string, ServiceRun>
