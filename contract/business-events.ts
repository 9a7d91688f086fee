import { z } from 'zod'
import { BUSINESS_EVENTS } from './business-states.ts'
import { BUSINESS, BUSINESS_PROBLEMS, businessParams } from './businesses.ts'
import { BYTES, endpoint } from './endpoint.ts'
import { listOf, listQuery } from './lists.ts'

const instant = z.iso.datetime()

export const BusinessEvent = z
  .object({
    id: z.uuid().meta({ description: 'Id of the event.' }),
    kind: z.enum(BUSINESS_EVENTS).meta({ description: 'What happened.' }),
    at: instant.meta({ description: 'When it happened.' }),
    actor: z
      .object({
        kind: z
          .enum(['member', 'api_key', 'administrator', 'system', 'invited'])
          .meta({ description: 'What acted.' }),
        user_id: z.uuid().nullable().meta({ description: 'Id of the person, if it was one.' }),
        name: z.string().meta({ description: 'Name at that time.' }),
      })
      .meta({ description: 'Who acted.' }),
    target: z.string().nullable().meta({ description: 'What it is about: a person’s name, a document.' }),
    before: z.record(z.string(), z.unknown()).meta({ description: 'What was changed, as it was.' }),
    after: z.record(z.string(), z.unknown()).meta({ description: 'What was changed, as it became.' }),
    reason: z.string().nullable().meta({ description: 'The reason that was given, if any.' }),
    address: z.string().nullable().meta({ description: 'Network address of the request.' }),
  })
  .meta({ id: 'BusinessEvent', description: 'One entry of the audit log of a business.' })
export type BusinessEvent = z.infer<typeof BusinessEvent>
const AuditQuery = listQuery(['created_at']).extend({
  kind: z.enum(BUSINESS_EVENTS).optional().meta({ description: 'Only events of this kind.' }),
  actor_id: z.uuid().optional().meta({ description: 'Only acts of this person.' }),
  since: z.iso.datetime({ offset: true }).optional().meta({ description: 'Not before this moment.' }),
  until: z.iso.datetime({ offset: true }).optional().meta({ description: 'Before this moment.' }),
  query: z.string().max(100).optional().meta({ description: 'Part of a name.' }),
})
export const BusinessEventList = listOf('BusinessEventList', BusinessEvent)

const area = 'businesses'

export const businessEventEndpoints = {
  listBusinessEvents: endpoint({
    method: 'GET',
    path: `${BUSINESS}audit/`,
    auth: 'account',
    permission: 'audit:read',
    area,
    summary: 'List the audit log of a business',
    description:
      'Lists every change of members, roles, verification, status and policies, the newest first, with who did it and what was before and after.',
    params: businessParams,
    query: AuditQuery,
    responses: { 200: BusinessEventList },
    problems: BUSINESS_PROBLEMS,
    extension: true,
  }),
  exportBusinessEvents: endpoint({
    method: 'GET',
    path: `${BUSINESS}audit/export/`,
    auth: 'account',
    permission: 'audit:read',
    area,
    summary: 'Export the audit log as CSV',
    description: 'Returns all entries that the filters leave, as CSV in UTF-8. Formulas are quoted.',
    params: businessParams,
    query: AuditQuery.pick({ kind: true, actor_id: true, since: true, until: true, query: true }),
    responses: { 200: BYTES },
    problems: BUSINESS_PROBLEMS,
    extension: true,
  }),
} as const
