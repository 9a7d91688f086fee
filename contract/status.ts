import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Family } from './families.ts'

const Check = z
  .object({
    status: z.enum(['ok', 'degraded', 'down']).meta({ description: 'Whether the part works.' }),
    detail: z.string().meta({ description: 'For a person.' }),
    latency_ms: z.number().nullable().meta({ description: 'Duration of the probe in milliseconds.' }),
  })
  .meta({ id: 'HealthCheck', description: 'State of one part.' })

export const Health = z
  .object({
    status: z.enum(['ok', 'degraded', 'down']).meta({ description: 'The worst of the checks.' }),
    version: z.string().meta({ description: 'Version of the platform.' }),
    checks: z
      .object({
        database: Check,
        cache: Check.meta({ description: 'PostgreSQL serves as the cache.' }),
        storage: Check,
        broker: Check.meta({ description: 'The queue of jobs.' }),
        engines: Check,
      })
      .meta({ description: 'State of each part.' }),
  })
  .meta({ id: 'Health', description: 'Health of the platform.' })

export const FamilyHealth = z
  .object({
    status: z.enum(['ok', 'degraded', 'down']).meta({ description: 'The worst of the checks.' }),
    checks: z
      .object({ database: Check, storage: Check, broker: Check, engines: Check })
      .meta({ description: 'State of each part.' }),
    engines: z
      .record(z.string(), z.object({ installed: z.boolean(), version: z.string().nullable() }))
      .meta({ description: 'The engines of these families.' }),
  })
  .meta({ id: 'FamilyHealth', description: 'Health of a family of conversions.' })

/** Parts of the service as a person knows them. */
export const STATUS_PARTS = ['conversions', 'files', 'pages', 'mail', 'webhooks'] as const
export type StatusPart = (typeof STATUS_PARTS)[number]
export const STATUS_CAUSES = ['slow', 'families'] as const
export type StatusCause = (typeof STATUS_CAUSES)[number]
/** Days of the history, today included. */
export const STATUS_DAYS = 90

const PartName = z.enum(STATUS_PARTS).meta({ description: 'Id of the part.' })
const State = z.enum(['ok', 'degraded', 'down', 'unknown'])
const instant = z.iso.datetime()
const minutes = z.int().min(0)

export const StatusDay = z
  .object({
    date: z.iso.date().meta({ description: 'Day (UTC).' }),
    state: State.meta({ description: 'Worst state of the day; `unknown` where nothing was checked.' }),
    minutes_down: minutes.meta({ description: 'Minutes in the state `down`.' }),
    minutes_degraded: minutes.meta({ description: 'Minutes in the state `degraded`.' }),
  })
  .meta({ id: 'StatusDay', description: 'A part on one day.' })
export type StatusDay = z.infer<typeof StatusDay>

const affected = z
  .array(Family)
  .meta({ description: 'Families of conversions that do not work; empty where all or none are affected.' })

export const PartStatus = z
  .object({
    part: PartName,
    name: z.string().meta({ description: 'Name of the part.', example: 'Conversions' }),
    state: State.meta({ description: 'State now; `unknown` if there was no check in the last minutes.' }),
    since: instant.nullable().meta({ description: 'Since when; null if it was never checked.' }),
    sentence: z.string().meta({ description: 'What the state means for a person.' }),
    families: affected,
    days: z.array(StatusDay).meta({ description: 'The last 90 days, oldest first.' }),
  })
  .meta({ id: 'PartStatus', description: 'A part of the service with its history.' })
export type PartStatus = z.infer<typeof PartStatus>

export const StatusIncident = z
  .object({
    part: PartName,
    state: z.enum(['degraded', 'down']).meta({ description: 'The worst state in this time.' }),
    since: instant.meta({ description: 'When it began.' }),
    until: instant.nullable().meta({ description: 'When it ended; null while it lasts.' }),
    families: affected,
  })
  .meta({ id: 'StatusIncident', description: 'A time in which a part did not work fully.' })
export type StatusIncident = z.infer<typeof StatusIncident>

export const ServiceStatus = z
  .object({
    status: State.meta({ description: 'The worst state of the parts.' }),
    public: z.boolean().meta({ description: 'Whether people without an account can see this.' }),
    checked_at: instant.nullable().meta({ description: 'Time of the last check; null if there was none.' }),
    parts: z.array(PartStatus).meta({ description: 'The parts that this instance has.' }),
    incidents: z
      .array(StatusIncident)
      .meta({ description: 'Incidents of the last 90 days, newest first, at most 100.' }),
  })
  .meta({ id: 'ServiceStatus', description: 'State of the service, for people.' })
export type ServiceStatus = z.infer<typeof ServiceStatus>

export const statusEndpoints = {
  getStatus: endpoint({
    method: 'GET',
    path: '/api/v1/status/',
    auth: 'anyone',
    area: 'status',
    summary: 'Get the status of the service',
    description:
      'Returns the state of each part now and on each of the last 90 days, as checked every minute. Needs an account unless the instance publishes its status; without one the answer is 404. Up to 10 seconds old.',
    responses: { 200: ServiceStatus },
    problems: ['not_found'],
    extension: true,
  }),
  getHealth: endpoint({
    method: 'GET',
    path: '/api/v1/health/',
    auth: 'open',
    area: 'status',
    summary: 'Get the health of the platform',
    description: 'Probes database, cache, storage and task broker, and measures each. Needs no credentials.',
    responses: { 200: Health, 503: Health },
  }),
  getMediaHealth: endpoint({
    method: 'GET',
    path: '/api/v1/media_core/health/',
    auth: 'open',
    area: 'status',
    summary: 'Get the health of the media service',
    description: 'Probes what image, audio, video and 3D conversions need.',
    responses: { 200: FamilyHealth, 503: FamilyHealth },
  }),
  getFontHealth: endpoint({
    method: 'GET',
    path: '/api/v1/fonts/health/',
    auth: 'open',
    area: 'status',
    summary: 'Get the health of the font service',
    description: 'Probes what font conversions need and measures each part.',
    responses: { 200: FamilyHealth, 503: FamilyHealth },
  }),
} as const
