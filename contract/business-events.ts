import { z } from 'zod'
import { BUSINESS_EVENTS } from './business-states.ts'
import { BUSINESS, BUSINESS_PROBLEMS, businessParams } from './businesses.ts'
import { BYTES, endpoint } from './endpoint.ts'
import { listOf, listQuery } from './lists.ts'

const instant = z.iso.datetime()

export const BusinessEvent = z
  .object({
    id: z.uuid().meta({ description: 'Id of the event.' }),
    kind: z.enum(BUSINESS_EVENTS).meta({ description: 'Type of the event.' }),
    at: instant.meta({ description: 'Time of the event.' }),
    actor: z
      .object({
        kind: z
          .enum(['member', 'api_key', 'administrator', 'system', 'invited'])
          .meta({ description: 'Type of the actor.' }),
        user_id: z
          .uuid()
          .nullable()
          .meta({ description: 'Id of the user; null if the actor is not a user.' }),
        name: z.string().meta({ description: 'Name at that time.' }),
      })
      .meta({ description: 'Actor of the event.' }),
    target: z.string().nullable().meta({
      description: 'Target of the event, such as the name of a user or document; null if there is none.',
    }),
    before: z.record(z.string(), z.unknown()).meta({ description: 'Changed fields before the event.' }),
    after: z.record(z.string(), z.unknown()).meta({ description: 'Changed fields after the event.' }),
    reason: z.string().nullable().meta({ description: 'Reason, if given.' }),
    address: z.string().nullable().meta({ description: 'IP address of the request.' }),
  })
  .meta({ id: 'BusinessEvent', description: 'An entry of the audit log of a business.' })
export type BusinessEvent = z.infer<typeof BusinessEvent>
const AuditQuery = listQuery(['created_at']).extend({
  kind: z.enum(BUSINESS_EVENTS).optional().meta({ description: 'Only events of this kind.' }),
  actor_id: z.uuid().optional().meta({ description: 'Only actions of this user.' }),
  since: z.iso
    .datetime({ offset: true })
    .optional()
    .meta({ description: 'Only events at this time or later.' }),
  until: z.iso.datetime({ offset: true }).optional().meta({ description: 'Only events before this time.' }),
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
      'Lists all changes of members, roles, verification, status and policies, newest first, with their actor and the values before and after.',
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
    description: 'Returns all entries that match the filters, as CSV in UTF-8. Formulas are quoted.',
    params: businessParams,
    query: AuditQuery.pick({ kind: true, actor_id: true, since: true, until: true, query: true }),
    responses: { 200: BYTES },
    problems: BUSINESS_PROBLEMS,
    extension: true,
  }),
} as const
