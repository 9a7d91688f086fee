import { z } from 'zod'
import { endpoint } from './endpoint.ts'

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

export const statusEndpoints = {
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
