import { z } from 'zod'
import { adminAccountEndpoints } from './admin-accounts.ts'
import { adminAuditEndpoints } from './admin-audit.ts'
import { adminWorkEndpoints } from './admin-work.ts'
import { ConversionErrorCode } from './conversion-errors.ts'
import { endpoint } from './endpoint.ts'
import { Family } from './families.ts'

/** Monitoring of an instance, and actions on failures. */

const admin = { auth: 'admin', sessionOnly: true, area: 'admin', extension: true } as const
const count = z.int().min(0)
const instant = z.iso.datetime()

/**
 * Failures that are the server's fault: the same conversion may succeed when it runs again, for
 * free.
 */
export const SERVER_FAULTS = [
  'engine_unavailable',
  'engine_failed',
  'output_wrong',
  'storage_full',
  'internal',
] as const satisfies readonly ConversionErrorCode[]

const Engine = z.object({
  name: z.string().meta({ description: 'Name of the engine.' }),
  family: Family,
  version: z.string().nullable().meta({ description: 'Version of the engine; null if unknown.' }),
  supported_until: z.iso
    .date()
    .nullable()
    .meta({ description: 'Last day of upstream support for this version; null if unknown.' }),
})

export const AdminOverview = z
  .object({
    queues: z
      .array(
        z.object({
          queue: z.string().meta({ description: 'Name of the queue.' }),
          ready: count.meta({ description: 'Number of jobs that are ready to start.' }),
          active: count.meta({ description: 'Number of running jobs.' }),
          deferred: count.meta({ description: 'Number of jobs scheduled for later.' }),
          oldest_seconds: z
            .number()
            .min(0)
            .meta({ description: 'Waiting time of the oldest ready job in seconds.' }),
        }),
      )
      .meta({ description: 'Job queues.' }),
    workers: z
      .array(
        z.object({
          worker_id: z.uuid().meta({ description: 'Random id of the process.' }),
          role: z.enum(['both', 'worker']).meta({ description: 'Role of the process.' }),
          version: z.string().meta({ description: 'Version of Filewright.' }),
          sandbox: z.string().meta({ description: 'Sandbox of the engines.' }),
          confined: z
            .boolean()
            .meta({ description: 'Whether engines have no access to the network and to other files.' }),
          engines: z.array(Engine).meta({ description: 'Engines available to the process.' }),
          since: instant.meta({ description: 'Time the process started.' }),
          seen_at: instant.meta({ description: 'Time of the last heartbeat.' }),
        }),
      )
      .meta({ description: 'Processes with a heartbeat in the last minute.' }),
    failures: z
      .array(
        z.object({
          code: ConversionErrorCode,
          count: count.meta({
            description: 'Number of conversions that failed for this reason in the last hour.',
          }),
          accounts: count.meta({ description: 'Number of accounts and visitors affected.' }),
          retryable: count.meta({
            description:
              'Number of these conversions that failed because of the server, can be retried and have not been retried yet.',
          }),
        }),
      )
      .meta({ description: 'Failed conversions of the last hour by reason, most frequent first.' }),
    disk: z
      .object({
        free_bytes: count.meta({
          description: 'Free space on the disk with uploads and job files, in bytes.',
        }),
        total_bytes: count.meta({ description: 'Size of that disk in bytes.' }),
      })
      .meta({ description: 'Disk of the process that serves the request.' }),
    versions: z
      .object({
        server: z.string().meta({ description: 'Version of Filewright.' }),
        postgresql: z.string().meta({ description: 'Version of PostgreSQL.' }),
      })
      .meta({ description: 'Versions in use.' }),
  })
  .meta({ id: 'AdminOverview', description: 'State of the instance, for administrators.' })
export type AdminOverview = z.infer<typeof AdminOverview>

export const RetryFailures = z
  .object({
    retried: count.meta({ description: 'Number of conversions that were started again.' }),
    skipped: count.meta({
      description:
        'Number of conversions that could not be retried, for example because of a limit of the account.',
    }),
    next: z
      .string()
      .nullable()
      .meta({ description: 'Value of `after` for the next request; null if there are no more failures.' }),
  })
  .meta({ id: 'RetryFailures', description: 'A batch of retried conversions.' })
export type RetryFailures = z.infer<typeof RetryFailures>

export const adminEndpoints = {
  getAdminOverview: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/v1/admin/overview/',
    summary: 'Get the state of the instance',
    description: 'Returns queues, processes, failures of the last hour, free space and versions.',
    responses: { 200: AdminOverview },
  }),
  retryFailures: endpoint({
    ...admin,
    sensitive: true,
    method: 'POST',
    path: '/api/v1/admin/retry/',
    summary: 'Retry failed conversions',
    description:
      'Retries conversions of the last hour that failed because of the server, free of charge: at most 25 per request, each once. Repeat the request with `next` as `after` until `next` is null.',
    json: z
      .strictObject({
        code: ConversionErrorCode.meta({ description: 'Reason of the failures to retry.' }),
        after: z
          .string()
          .regex(/^\d{1,16}\.[0-9a-f-]{36}$/, 'Send `next` of the call before.')
          .optional()
          .meta({ description: '`next` of the previous response.' }),
      })
      .meta({ id: 'RetryFailuresJson', description: 'Failures to retry.' }),
    responses: { 200: RetryFailures },
    problems: ['malformed_body', 'unsupported_media_type'],
  }),
  ...adminAccountEndpoints,
  ...adminWorkEndpoints,
  ...adminAuditEndpoints,
} as const
