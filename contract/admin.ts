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
  version: z.string().nullable().meta({ description: 'Its version; null if it is unknown.' }),
  supported_until: z.iso
    .date()
    .nullable()
    .meta({ description: 'Last day on which its makers maintain this version; null if they name none.' }),
})

export const AdminOverview = z
  .object({
    queues: z
      .array(
        z.object({
          queue: z.string().meta({ description: 'Name of the queue.' }),
          ready: count.meta({ description: 'Jobs that could begin now.' }),
          active: count.meta({ description: 'Jobs that run.' }),
          deferred: count.meta({ description: 'Jobs that begin later.' }),
          oldest_seconds: z
            .number()
            .min(0)
            .meta({ description: 'How long the oldest ready job has waited.' }),
        }),
      )
      .meta({ description: 'Queues of jobs.' }),
    workers: z
      .array(
        z.object({
          worker_id: z.uuid().meta({ description: 'Random id of the process.' }),
          role: z.enum(['both', 'worker']).meta({ description: 'What it does.' }),
          version: z.string().meta({ description: 'Version of the platform.' }),
          sandbox: z.string().meta({ description: 'How its engines are confined.' }),
          confined: z.boolean().meta({ description: 'Whether engines reach neither network nor files.' }),
          engines: z.array(Engine).meta({ description: 'Engines that it has.' }),
          since: instant.meta({ description: 'When it started.' }),
          seen_at: instant.meta({ description: 'Its last heartbeat.' }),
        }),
      )
      .meta({ description: 'Processes with a heartbeat in the last minute.' }),
    failures: z
      .array(
        z.object({
          code: ConversionErrorCode,
          count: count.meta({ description: 'Conversions that failed so in the last hour.' }),
          accounts: count.meta({ description: 'Accounts and visitors that they belong to.' }),
          retryable: count.meta({
            description: 'Those that failed by a fault of the server, can run again and have not yet.',
          }),
        }),
      )
      .meta({ description: 'Failed conversions of the last hour by reason, most first.' }),
    disk: z
      .object({
        free_bytes: count.meta({ description: 'Free space where uploads and jobs lie.' }),
        total_bytes: count.meta({ description: 'Size of that disk.' }),
      })
      .meta({ description: 'Disk of the process that answers.' }),
    versions: z
      .object({
        server: z.string().meta({ description: 'Version of the platform.' }),
        postgresql: z.string().meta({ description: 'Version of PostgreSQL.' }),
      })
      .meta({ description: 'Versions in use.' }),
  })
  .meta({ id: 'AdminOverview', description: 'State of an instance, for its administrator.' })
export type AdminOverview = z.infer<typeof AdminOverview>

export const RetryFailures = z
  .object({
    retried: count.meta({ description: 'Conversions that run again.' }),
    skipped: count.meta({ description: 'Conversions that could not: a limit of the account, for example.' }),
    next: z.string().nullable().meta({ description: '`after` of the next call; null if there are no more.' }),
  })
  .meta({ id: 'RetryFailures', description: 'A batch of conversions that run again.' })
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
    summary: 'Run failed conversions again',
    description:
      'Runs conversions of the last hour again that failed by a fault of the server, for free: at most 25 in a call, each once. Call it with `next` as `after` until that is null.',
    json: z
      .strictObject({
        code: ConversionErrorCode.meta({ description: 'Why they failed.' }),
        after: z
          .string()
          .regex(/^\d{1,16}\.[0-9a-f-]{36}$/, 'Send `next` of the call before.')
          .optional()
          .meta({ description: '`next` of the call before.' }),
      })
      .meta({ id: 'RetryFailuresJson', description: 'Which failures to retry.' }),
    responses: { 200: RetryFailures },
    problems: ['malformed_body', 'unsupported_media_type'],
  }),
  ...adminAccountEndpoints,
  ...adminWorkEndpoints,
  ...adminAuditEndpoints,
} as const
