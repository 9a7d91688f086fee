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
  description: 'Action of an administrator.',
  example: 'account.locked',
})

export const AdminEvent = z
  .object({
    id: z.uuid().meta({ description: 'Id of the entry.' }),
    act: AdminActName,
    at: z.iso.datetime().meta({ description: 'Time of the action.' }),
    administrator: z
      .object({
        user_id: z.uuid().meta({ description: 'Id of the administrator’s account.' }),
        name: z.string().meta({ description: 'User name at that time.' }),
      })
      .meta({ description: 'Administrator who performed the action.' }),
    account: z
      .object({
        account_id: z.uuid().meta({ description: 'Id of the account.' }),
        name: z.string().meta({
          description: 'User name or name of the business at that time; empty for a visitor.',
        }),
      })
      .nullable()
      .meta({ description: 'Account that the action changed; null if there was none.' }),
    target: z.string().nullable().meta({
      description:
        'Other target of the action, such as a file name, an id or a code; null if there was none.',
    }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Reason given by the administrator; null if there was none.' }),
    detail: z
      .record(z.string(), z.string())
      .meta({ description: 'Details of the action, such as amounts.', example: { credits: '250' } }),
    address: z.string().meta({ description: 'IP address of the request.' }),
  })
  .meta({ id: 'AdminEvent', description: 'An entry of the audit log of the instance.' })
export type AdminEvent = z.infer<typeof AdminEvent>

const AuditQuery = listQuery(['created_at']).extend({
  act: AdminActName.optional().meta({ description: 'Only entries with this action.' }),
  administrator_id: z.uuid().optional().meta({ description: 'Only actions of this administrator.' }),
  account_id: z.uuid().optional().meta({ description: 'Only actions on this account.' }),
  since: z.iso
    .datetime({ offset: true })
    .optional()
    .meta({ description: 'Only entries at this time or later.' }),
  until: z.iso.datetime({ offset: true }).optional().meta({ description: 'Only entries before this time.' }),
})

export const adminAuditEndpoints = {
  listAdminEvents: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/v1/admin/audit/',
    summary: 'List the audit log of the instance',
    description:
      'Lists the actions of administrators, newest first, with the account, the reason and the IP address. Entries are never changed or removed.',
    query: AuditQuery,
    responses: { 200: listOf('AdminEventList', AdminEvent) },
  }),
  exportAdminEvents: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/v1/admin/audit/export/',
    summary: 'Export the audit log of the instance as CSV',
    description: 'Returns all entries that match the filters, as CSV in UTF-8. Formulas are quoted.',
    query: AuditQuery.pick({ act: true, administrator_id: true, account_id: true, since: true, until: true }),
    responses: { 200: BYTES },
  }),
} as const
