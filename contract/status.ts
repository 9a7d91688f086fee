import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Family } from './families.ts'

const Check = z
  .object({
    status: z.enum(['ok', 'degraded', 'down']).meta({ description: 'Status of the component.' }),
    detail: z.string().meta({ description: 'Human-readable details.' }),
    latency_ms: z.number().nullable().meta({ description: 'Duration of the probe in milliseconds.' }),
  })
  .meta({ id: 'HealthCheck', description: 'Health of a component.' })

export const Health = z
  .object({
    status: z.enum(['ok', 'degraded', 'down']).meta({ description: 'Worst status of all checks.' }),
    version: z.string().meta({ description: 'Version of Filewright.' }),
    checks: z
      .object({
        database: Check,
        cache: Check.meta({ description: 'Health of the cache, which is PostgreSQL.' }),
        storage: Check,
        broker: Check.meta({ description: 'Health of the task broker, which is the job queue.' }),
        engines: Check,
      })
      .meta({ description: 'Health of the engines.' }),
  })
  .meta({ id: 'Health', description: 'Health of the service.' })

export const FamilyHealth = z
  .object({
    status: z.enum(['ok', 'degraded', 'down']).meta({ description: 'Worst status of all checks.' }),
    checks: z
      .object({ database: Check, storage: Check, broker: Check, engines: Check })
      .meta({ description: 'Health of the engines.' }),
    engines: z
      .record(z.string(), z.object({ installed: z.boolean(), version: z.string().nullable() }))
      .meta({ description: 'Engines of these families.' }),
  })
  .meta({ id: 'FamilyHealth', description: 'Health of a family of conversions.' })

/** Parts of the service as a person knows them. */
export const STATUS_PARTS = ['conversions', 'files', 'pages', 'mail', 'webhooks'] as const
export type StatusPart = (typeof STATUS_PARTS)[number]
export const STATUS_CAUSES = ['slow', 'families'] as const
export type StatusCause = (typeof STATUS_CAUSES)[number]
/** Days of the history, today included. */
export const STATUS_DAYS = 90

const PartName = z.enum(STATUS_PARTS).meta({ description: 'Id of the component.' })
const State = z.enum(['ok', 'degraded', 'down', 'unknown'])
const instant = z.iso.datetime()
const minutes = z.int().min(0)

export const StatusDay = z
  .object({
    date: z.iso.date().meta({ description: 'Day (UTC).' }),
    state: State.meta({ description: 'Worst state of the day; `unknown` if there were no checks.' }),
    minutes_down: minutes.meta({ description: 'Minutes in the state `down`.' }),
    minutes_degraded: minutes.meta({ description: 'Minutes in the state `degraded`.' }),
  })
  .meta({ id: 'StatusDay', description: 'State of a component on one day.' })
export type StatusDay = z.infer<typeof StatusDay>

const affected = z
  .array(Family)
  .meta({ description: 'Conversion families that do not work; empty if all or none are affected.' })

export const PartStatus = z
  .object({
    part: PartName,
    name: z.string().meta({ description: 'Name of the component.', example: 'Conversions' }),
    state: State.meta({ description: 'Current state; `unknown` if there was no recent check.' }),
    since: instant
      .nullable()
      .meta({ description: 'Start of the current state; null if the component was never checked.' }),
    sentence: z.string().meta({ description: 'Human-readable explanation of the state.' }),
    families: affected,
    days: z.array(StatusDay).meta({ description: 'The last 90 days, oldest first.' }),
  })
  .meta({ id: 'PartStatus', description: 'A component of the service with its history.' })
export type PartStatus = z.infer<typeof PartStatus>

export const StatusIncident = z
  .object({
    part: PartName,
    state: z.enum(['degraded', 'down']).meta({ description: 'Worst state during the incident.' }),
    since: instant.meta({ description: 'Start of the incident.' }),
    until: instant.nullable().meta({ description: 'End of the incident; null while it continues.' }),
    families: affected,
  })
  .meta({ id: 'StatusIncident', description: 'A period in which a component did not work fully.' })
export type StatusIncident = z.infer<typeof StatusIncident>

export const ServiceStatus = z
  .object({
    status: State.meta({ description: 'Worst state of all components.' }),
    public: z.boolean().meta({ description: 'Whether guests can see the status.' }),
    checked_at: instant.nullable().meta({ description: 'Time of the last check; null if there was none.' }),
    parts: z.array(PartStatus).meta({ description: 'Components of this instance.' }),
    incidents: z
      .array(StatusIncident)
      .meta({ description: 'Incidents of the last 90 days, newest first, at most 100.' }),
  })
  .meta({ id: 'ServiceStatus', description: 'Status of the service.' })
export type ServiceStatus = z.infer<typeof ServiceStatus>

export const statusEndpoints = {
  getStatus: endpoint({
    method: 'GET',
    path: '/api/v1/status/',
    auth: 'anyone',
    area: 'status',
    summary: 'Get the status of the service',
    description:
      'Returns the state of each component now and on each of the last 90 days. Components are checked every minute. Requires an account unless the instance publishes its status; the response is 404 without one. The response can be up to 10 seconds old.',
    responses: { 200: ServiceStatus },
    problems: ['not_found'],
    extension: true,
  }),
  getHealth: endpoint({
    method: 'GET',
    path: '/api/v1/health/',
    auth: 'open',
    area: 'status',
    summary: 'Get the health of the service',
    description:
      'Probes database, cache, storage and task broker, and measures their response times. Requires no credentials.',
    responses: { 200: Health, 503: Health },
  }),
  getMediaHealth: endpoint({
    method: 'GET',
    path: '/api/v1/media_core/health/',
    auth: 'open',
    area: 'status',
    summary: 'Get the health of the media service',
    description: 'Probes the components for image, audio, video and 3D conversions.',
    responses: { 200: FamilyHealth, 503: FamilyHealth },
  }),
  getFontHealth: endpoint({
    method: 'GET',
    path: '/api/v1/fonts/health/',
    auth: 'open',
    area: 'status',
    summary: 'Get the health of the font service',
    description: 'Probes the components for font conversions and measures their response times.',
    responses: { 200: FamilyHealth, 503: FamilyHealth },
  }),
} as const
