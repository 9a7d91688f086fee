import { z } from 'zod'
import { BYTES, endpoint } from './endpoint.ts'
import { listOf, listQuery } from './lists.ts'

/** The audit log of an instance: actions of its administrators. */

const admin = { auth: 'admin', sessionOnly: true, area: 'admin', extension: true } as const

/**
 * Audit actions by operation. Every administrator operation that changes something has one.
 */
export const ADMIN_ACTS = {
  lockAccount: 'account.locked',
  unlockAccount: 'account.unlocked',
  resetSecondFactor: 'account.second_factor_reset',
  sendPasswordLink: 'account.password_link_sent',
  endSessionsOf: 'sessions.ended',
  cancelConversionOf: 'conversion.cancelled',
  retryFailures: 'conversions.retried',
  quarantineFile: 'file.quarantined',
  releaseFile: 'file.released',
  refundPurchase: 'purchase.refund_requested',
  createPromoCode: 'promo_code.created',
  retirePromoCode: 'promo_code.retired',
  adjustCredits: 'credits.adjusted',
  startReview: 'business.review_started',
  reviewVerification: 'business.verification_decided',
  verifyBusiness: 'business.verification_set',
  setBusinessStatus: 'business.status_changed',
} as const
export type AdminAct = (typeof ADMIN_ACTS)[keyof typeof ADMIN_ACTS]
const ACT_NAMES = Object.values(ADMIN_ACTS) as [AdminAct, ...AdminAct[]]

export const AdminActName = z.enum(ACT_NAMES).meta({
  id: 'AdminAct',
  description: 'What an administrator did.',
  example: 'account.locked',
})

export const AdminEvent = z
  .object({
    id: z.uuid().meta({ description: 'Id of the entry.' }),
    act: AdminActName,
    at: z.iso.datetime().meta({ description: 'When it happened.' }),
    administrator: z
      .object({
        user_id: z.uuid().meta({ description: 'Id of the account of the administrator.' }),
        name: z.string().meta({ description: 'User name when it happened.' }),
      })
      .meta({ description: 'Who did it.' }),
    account: z
      .object({
        account_id: z.uuid().meta({ description: 'Id of the account.' }),
        name: z.string().meta({
          description: 'User name, or name of the business, when it happened; empty for a visitor.',
        }),
      })
      .nullable()
      .meta({ description: 'The account that it was done to; null if it was none.' }),
    target: z.string().nullable().meta({
      description: 'What it was about beside the account: a file name, an id, a code; null if nothing.',
    }),
    reason: z.string().nullable().meta({ description: 'The reason that was given; null if none.' }),
    detail: z
      .record(z.string(), z.string())
      .meta({ description: 'Further facts, such as numbers.', example: { credits: '250' } }),
    address: z.string().meta({ description: 'Network address of the request.' }),
  })
  .meta({ id: 'AdminEvent', description: 'An entry of the audit log of the instance.' })
export type AdminEvent = z.infer<typeof AdminEvent>

const AuditQuery = listQuery(['created_at']).extend({
  act: AdminActName.optional().meta({ description: 'Only this act.' }),
  administrator_id: z.uuid().optional().meta({ description: 'Only acts of this administrator.' }),
  account_id: z.uuid().optional().meta({ description: 'Only acts on this account.' }),
  since: z.iso.datetime({ offset: true }).optional().meta({ description: 'From this time on.' }),
  until: z.iso.datetime({ offset: true }).optional().meta({ description: 'Before this time.' }),
})

export const adminAuditEndpoints = {
  listAdminEvents: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/v1/admin/audit/',
    summary: 'List the audit log of the instance',
    description:
      'Lists what administrators did, newest first, with the account, the reason and the network address. Entries are never changed or removed.',
    query: AuditQuery,
    responses: { 200: listOf('AdminEventList', AdminEvent) },
  }),
  exportAdminEvents: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/v1/admin/audit/export/',
    summary: 'Export the audit log of the instance as CSV',
    description: 'Returns all entries that the filters leave, as CSV in UTF-8. Formulas are quoted.',
    query: AuditQuery.pick({ act: true, administrator_id: true, account_id: true, since: true, until: true }),
    responses: { 200: BYTES },
  }),
} as const
