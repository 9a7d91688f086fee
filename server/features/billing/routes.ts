import type { billingEndpoints } from '../../../contract/billing-endpoints.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { handleEvent } from '../../core/billing/sync.ts'
import { madeAnswer } from '../../http/file-answer.ts'
import type { Handlers } from '../../http/handlers.ts'
import { getBalance } from './balance.ts'
import { downloadInvoice } from './invoice.ts'
import { exportLedger, listLedger, sumLedger } from './ledger.ts'
import { openPortal } from './portal.ts'
import { getPricing, getRateCard } from './pricing.ts'
import { redeemPromoCode } from './promo-codes.ts'
import {
  getPurchase,
  listPurchases,
  returnFromCheckout,
  startPackPurchase,
  startStoragePurchase,
  startSubscription,
} from './purchases.ts'
import { getBillingSettings, updateBillingSettings } from './settings.ts'
import { getSpending } from './spending.ts'
import {
  cancelSubscription,
  changeSubscription,
  getSubscription,
  resumeSubscription,
} from './subscription.ts'
import { completeTask, listTasks } from './tasks.ts'

export const billingRoutes: Handlers<keyof typeof billingEndpoints> = {
  getPricing: async ({ ctx }) => ({ status: 200, body: await getPricing(ctx) }),
  getRateCard: async ({ ctx }) => ({ status: 200, body: await getRateCard(ctx) }),
  getBalance: async ({ ctx }) => ({ status: 200, body: await getBalance(ctx) }),
  redeemPromoCode: async ({ ctx, json, idempotencyKey }) => ({
    status: 200,
    body: await redeemPromoCode(ctx, json.code, idempotencyKey),
  }),
  listPurchases: async ({ ctx, query }) => ({ status: 200, body: await listPurchases(ctx, query) }),
  startSubscription: async ({ ctx, json, idempotencyKey }) => ({
    status: 201,
    body: await startSubscription(ctx, json, idempotencyKey),
  }),
  startPackPurchase: async ({ ctx, json, idempotencyKey }) => ({
    status: 201,
    body: await startPackPurchase(ctx, json, idempotencyKey),
  }),
  purchaseCallback: async ({ ctx, query }) => ({
    status: 302,
    location: await returnFromCheckout(ctx, query),
  }),
  startStoragePurchase: async ({ ctx, json, idempotencyKey }) => ({
    status: 201,
    body: await startStoragePurchase(ctx, json, idempotencyKey),
  }),
  storageCallback: async ({ ctx, query }) => ({
    status: 302,
    location: await returnFromCheckout(ctx, query),
  }),
  completeTask: async ({ ctx, json }) => ({ status: 201, body: await completeTask(ctx, json) }),
  listTasks: async ({ ctx, query }) => ({ status: 200, body: await listTasks(ctx, query) }),
  receiveProviderEvent: async ({ ctx, signed }) => {
    const event = ctx.platform.payments.verifyEvent(signed.body, signed.signature)
    if (!event)
      throw new ApiProblem('signature_invalid', 'The signature of this event is missing, wrong or too old.')
    await handleEvent(ctx.platform, event)
    return { status: 204 }
  },
  listLedger: async ({ ctx, query }) => ({ status: 200, body: await listLedger(ctx, query) }),
  sumLedger: async ({ ctx, query }) => ({ status: 200, body: await sumLedger(ctx, query) }),
  exportLedger: async ({ ctx, query }) =>
    madeAnswer({ type: 'text/csv; charset=utf-8', ...(await exportLedger(ctx, query)) }),
  getSpending: async ({ ctx, query }) => ({ status: 200, body: await getSpending(ctx, query) }),
  getSubscription: async ({ ctx }) => ({ status: 200, body: await getSubscription(ctx) }),
  cancelSubscription: async ({ ctx, query }) => ({ status: 200, body: await cancelSubscription(ctx, query) }),
  changeSubscription: async ({ ctx, json }) => ({ status: 200, body: await changeSubscription(ctx, json) }),
  resumeSubscription: async ({ ctx }) => ({ status: 200, body: await resumeSubscription(ctx) }),
  getPurchase: async ({ ctx, params, query }) => ({
    status: 200,
    body: await getPurchase(ctx, params.purchase_id, query.refresh === 'true'),
  }),
  downloadInvoice: async ({ ctx, params, gone }) =>
    madeAnswer(await downloadInvoice(ctx, params.purchase_id, gone)),
  getBillingSettings: async ({ ctx }) => ({ status: 200, body: await getBillingSettings(ctx) }),
  updateBillingSettings: async ({ ctx, json }) => ({
    status: 200,
    body: await updateBillingSettings(ctx, json),
  }),
  openPortal: async ({ ctx }) => ({ status: 200, body: await openPortal(ctx) }),
}
