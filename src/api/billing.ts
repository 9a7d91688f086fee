import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { OperationName } from '../../contract/contract.ts'
import { call, type Input, type Output, urlOf } from './client.ts'
import { fromOthers, polled } from './polling.ts'
import type { PricingPlan } from './pricing.ts'
import { invalidate, q, queryClient } from './query-client.ts'
import { scrolled } from './scrolled.ts'

export * from './pricing.ts'

export type Balance = Output<'getBalance'>
export type Alert = Balance['alerts'][number]
export type Lot = Balance['lots'][number]
export type Plan = Output<'getSubscription'>
export type PlanChange = Output<'changeSubscription'>
export type Purchase = Output<'getPurchase'>
export type LedgerLine = Output<'listLedger'>['results'][number]
export type LedgerSums = Output<'sumLedger'>
export type Spending = Output<'getSpending'>
export type BillingSettings = Output<'getBillingSettings'>
export type BillingSettingsChange = NonNullable<Input<'updateBillingSettings'>['body']>
export type Money = Purchase['price']
export type Interval = NonNullable<PricingPlan['interval']>
export type LedgerFilters = Omit<
  NonNullable<Input<'listLedger'>['query']>,
  'page' | 'cursor' | 'page_size' | 'sort' | 'sort_dir'
>
export type CancelReason = NonNullable<NonNullable<Input<'cancelSubscription'>['query']>['reason']>

/** While a payment is pending, the server queries the provider at most this often. */
const PAYMENT_EVERY = 2000
const DAY = 86_400_000

export const useBalance = (enabled = true) => useQuery({ ...q('getBalance'), ...fromOthers, enabled })
export const usePlan = () => useQuery({ ...q('getSubscription'), ...fromOthers })
export const useLedgerSums = (period: { since?: string; until?: string }) =>
  useQuery({ ...q('sumLedger', { query: period }), ...fromOthers })

/** Spending of the current calendar month in UTC, like the spend limit. */
export const useSpending = () => useQuery({ ...q('getSpending', { query: {} }), ...fromOthers })

/** The last 30 whole days, so that the query key stays the same while the page is open. */
export const useSpendingOf30Days = () => {
  const until = Math.ceil(Date.now() / DAY) * DAY
  const query = {
    since: new Date(until - 30 * DAY).toISOString(),
    until: new Date(until).toISOString(),
  }
  return useQuery({ ...q('getSpending', { query }), staleTime: 60_000 })
}

export const useLedger = (filters: LedgerFilters) =>
  useInfiniteQuery({
    ...scrolled<LedgerLine>(['listLedger', filters], (page, signal) =>
      call('listLedger', { query: { ...filters, ...page } }, { signal }),
    ),
    ...fromOthers,
  })

export const ledgerExportUrl = (filters: LedgerFilters): string => urlOf('exportLedger', { query: filters })

/**
 * Origin-relative, with the business as a parameter, because the browser loads it without headers.
 */
export const invoiceUrl = (purchase_id: string): string =>
  urlOf('downloadInvoice', { params: { purchase_id } })

export const usePurchases = (filters: { status?: Purchase['status'] } = {}) =>
  useInfiniteQuery(
    scrolled<Purchase>(['listPurchases', filters], (page, signal) =>
      call('listPurchases', { query: { ...filters, ...page } }, { signal }),
    ),
  )

const isSettled = ({ status }: Purchase) => status !== 'pending' && status !== 'paid'

/** A purchase, polled until it is paid and fulfilled. */
export const usePurchase = (purchase_id: string, enabled = true) =>
  useQuery({
    ...q('getPurchase', { params: { purchase_id }, query: { refresh: 'true' } }),
    enabled,
    ...polled<Purchase>((purchase) => !(purchase && isSettled(purchase)) && PAYMENT_EVERY, true),
  })

/** Queries that a payment, a promo code or a plan change invalidates. */
const CHANGED = [
  'getBalance',
  'getSubscription',
  'listLedger',
  'sumLedger',
  'listPurchases',
  'getDocumentCredits',
  'getUsageSummary',
  'getSpending',
] as const satisfies OperationName[]

export function refreshBilling(): void {
  for (const name of CHANGED) void invalidate(name)
}

/** What is bought, and the path to return to afterwards. */
export type PurchaseRequest = (
  | { pack: string }
  | { plan: string; interval: Interval }
  | { addon: string }
) & {
  return_to?: string
}

/** The key is the same for every attempt, so that a lost response creates no second purchase. */
export const useStartPurchase = () =>
  useMutation({
    mutationFn: ({ purchase, key }: { purchase: PurchaseRequest; key: string }) => {
      const options = { idempotencyKey: key }
      if ('pack' in purchase) return call('startPackPurchase', { body: purchase }, options)
      if ('plan' in purchase) return call('startSubscription', { body: purchase }, options)
      return call('startStoragePurchase', { body: { addon: purchase.addon } }, options)
    },
    onSuccess: () => void invalidate('listPurchases'),
  })

export const useRedeemCode = () =>
  useMutation({
    mutationFn: ({ code, key }: { code: string; key: string }) =>
      call('redeemPromoCode', { body: { code } }, { idempotencyKey: key }),
    onSuccess: refreshBilling,
  })

type PlanRequest = { plan: string; interval: Interval }

/** Price and effect of a plan change, computed by the payment provider; nothing is changed. */
export const usePlanPreview = (request: PlanRequest) =>
  useQuery({
    queryKey: ['changeSubscription', request],
    queryFn: ({ signal }) =>
      call('changeSubscription', { body: { ...request, dry_run: true } }, { signal }) as Promise<PlanChange>,
    staleTime: 0,
    gcTime: 0,
    throwOnError: false,
  })

export const useChangePlan = () =>
  useMutation({
    mutationFn: (body: PlanRequest) => call('changeSubscription', { body }),
    onSuccess: refreshBilling,
  })

export const useCancelPlan = () =>
  useMutation({
    mutationFn: (query: { reason?: CancelReason; comment?: string }) => call('cancelSubscription', { query }),
    onSuccess: refreshBilling,
  })

export const useResumePlan = () =>
  useMutation({ mutationFn: () => call('resumeSubscription'), onSuccess: refreshBilling })

export const useOpenPortal = () => useMutation({ mutationFn: () => call('openPortal') })

export const useBillingSettings = (enabled = true) =>
  useQuery({ ...q('getBillingSettings'), ...fromOthers, enabled })

export const useUpdateBillingSettings = () =>
  useMutation({
    mutationFn: (body: BillingSettingsChange) => call('updateBillingSettings', { body }),
    onSuccess: (settings) => {
      queryClient.setQueryData(['getBillingSettings'], settings)
      void invalidate('getBalance')
    },
  })

export type AccountPurchase = Output<'refundPurchase'>
export type BillingSummary = Output<'getBillingSummary'>
export type PromoCode = Output<'createPromoCode'>
export type PromoCodeRequest = NonNullable<Input<'createPromoCode'>['body']>

/** For administrators of the instance. */
export const useBillingSummary = () => useQuery({ ...q('getBillingSummary'), ...fromOthers })

export const useAccountPurchases = (query: string) =>
  useInfiniteQuery(
    scrolled<AccountPurchase>(['listAccountPurchases', query], (page, signal) =>
      call('listAccountPurchases', { query: { ...(query && { query }), ...page } }, { signal }),
    ),
  )

/** The newest promo codes: an instance has a few dozen. */
export const usePromoCodes = () =>
  useQuery({ ...q('listPromoCodes', { query: { page_size: 100 } }), ...fromOthers })

function refreshAdmin(): void {
  for (const name of ['getBillingSummary', 'listAccountPurchases', 'listPromoCodes'] as const)
    void invalidate(name)
}

export const useCreatePromoCode = () =>
  useMutation({
    mutationFn: (body: PromoCodeRequest) => call('createPromoCode', { body }),
    onSuccess: refreshAdmin,
  })

export const useRetirePromoCode = () =>
  useMutation({
    mutationFn: (promo_id: string) => call('retirePromoCode', { params: { promo_id } }),
    onSuccess: refreshAdmin,
  })

/** The key is the same for every attempt, so that nothing is granted or refunded twice. */
export const useAdjustCredits = () =>
  useMutation({
    mutationFn: ({ key, ...body }: { account: string; credits: number; reason: string; key: string }) =>
      call('adjustCredits', { body }, { idempotencyKey: key }),
    onSuccess: refreshAdmin,
  })

export const useRefundPurchase = () =>
  useMutation({
    mutationFn: ({ purchase_id, amount, key }: { purchase_id: string; amount?: number; key: string }) =>
      call(
        'refundPurchase',
        { params: { purchase_id }, body: amount === undefined ? {} : { amount } },
        { idempotencyKey: key },
      ),
    onSuccess: refreshAdmin,
  })
