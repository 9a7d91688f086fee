import type { billingAdminEndpoints } from '../../../contract/billing-admin.ts'
import type { Handlers } from '../../http/handlers.ts'
import { adjustCredits } from './adjust-credits.ts'
import { createPromoCode, listPromoCodes, retirePromoCode } from './promo-codes.ts'
import { listAccountPurchases, refundPurchase } from './purchases.ts'
import { getBillingSummary } from './summary.ts'

export const billingAdminRoutes: Handlers<keyof typeof billingAdminEndpoints> = {
  getBillingSummary: async ({ ctx }) => ({ status: 200, body: await getBillingSummary(ctx) }),
  listAccountPurchases: async ({ ctx, query }) => ({
    status: 200,
    body: await listAccountPurchases(ctx, query),
  }),
  refundPurchase: async ({ ctx, params, json, idempotencyKey }) => ({
    status: 200,
    body: await refundPurchase(ctx, params.purchase_id, json, idempotencyKey),
  }),
  listPromoCodes: async ({ ctx, query }) => ({ status: 200, body: await listPromoCodes(ctx, query) }),
  createPromoCode: async ({ ctx, json }) => ({ status: 201, body: await createPromoCode(ctx, json) }),
  retirePromoCode: async ({ ctx, params }) => ({
    status: 200,
    body: await retirePromoCode(ctx, params.promo_id),
  }),
  adjustCredits: async ({ ctx, json, idempotencyKey }) => ({
    status: 201,
    body: await adjustCredits(ctx, json, idempotencyKey),
  }),
}
