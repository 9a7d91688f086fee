import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const Check = z
  .object({
    status: z.enum(['ok', 'degraded', 'down']),
    detail: z.string().meta({ description: 'For a person.' }),
    latency_ms: z.number().nullable(),
  })
  .meta({ id: 'HealthCheck' })

export const Health = z
  .object({
    status: z.enum(['ok', 'degraded', 'down']).meta({ description: 'The worst of the checks.' }),
    version: z.string(),
    checks: z.object({
      database: Check,
      cache: Check.meta({ description: 'PostgreSQL serves as the cache.' }),
      storage: Check,
      broker: Check.meta({ description: 'The queue of jobs.' }),
      engines: Check,
    }),
  })
  .meta({ id: 'Health' })

export const statusEndpoints = {
  getHealth: endpoint({
    method: 'GET',
    path: '/api/v1/health/',
    auth: 'open',
    area: 'status',
    summary: 'Probe of database, cache, storage and task broker',
    responses: { 200: Health, 503: Health },
  }),
} as const
