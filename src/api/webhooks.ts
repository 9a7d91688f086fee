import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { EventType } from '../../contract/events.ts'
import type { Delivery, Webhook, WebhookStats } from '../../contract/webhooks.ts'
import { call, type Input, type Output } from './client.ts'
import type { ApiError } from './errors.ts'
import { fromOthers, polled } from './polling.ts'
import { invalidate, keyOf, q, queryClient } from './query-client.ts'
import { scrolled } from './scrolled.ts'

export type { Delivery, EventType, Webhook, WebhookStats }
export type WebhookBody = NonNullable<Input<'createWebhook'>['body']>
export type WebhookChange = NonNullable<Input<'updateWebhook'>['body']>
export type CatalogEntry = Output<'listEventTypes'>['results'][number]
export type DeliveryFilters = Omit<
  NonNullable<Input<'listDeliveries'>['query']>,
  'page' | 'cursor' | 'page_size'
>
export type Attempt = Delivery['attempts'][number]
export type DetailedWebhookStats = Output<'getWebhookStats'>
export type Recovery = Output<'recoverWebhook'>

/**
 * `MAX_WEBHOOKS`, `RECOVER_AT_ONCE`, `DELIVERY_DAYS` and `MAX_GRACE_HOURS`; the contract's code is
 * not in page bundles.
 */
export const MOST_WEBHOOKS = 100
export const KEPT_DAYS = 30
export const MOST_GRACE_HOURS = 168

/** Deliveries change without this page: polled slowly, and fast while one is due. */
const EVERY = 15_000
/** The newest deliveries are polled faster, for users who test an endpoint. */
const NEWEST = 4000
const DUE = 1000

/** All webhooks: an account has at most one page of them. */
export const useWebhooks = () =>
  useQuery({
    ...q('listWebhooks', { query: { page_size: MOST_WEBHOOKS } }),
    ...polled(() => EVERY),
  })

const webhookKey = (webhook_id: string) => keyOf('getWebhook', { params: { webhook_id } })

export const useWebhook = (webhook_id: string) =>
  useQuery({
    ...q('getWebhook', { params: { webhook_id } }),
    ...polled(() => EVERY),
  })

/** The event types, with how often each occurred. */
export const useEventTypes = () => useQuery({ ...q('listEventTypes'), staleTime: 300_000 })

/** Validates a webhook URL without sending anything to it. Null sends no request. */
export const useUrlCheck = (url: string | null) =>
  useQuery<boolean, ApiError>({
    queryKey: ['checkWebhookUrl', url],
    queryFn: async ({ signal }) => {
      await call('checkWebhookUrl', { body: { url: url ?? '' } }, { signal })
      return true
    },
    enabled: url !== null,
    staleTime: 60_000,
    throwOnError: false,
  })

/** Writes the webhook without its secret to the cache and invalidates the list. */
function refresh({ secret: _, ...webhook }: Webhook): void {
  queryClient.setQueryData(webhookKey(webhook.webhook_id), webhook)
  void invalidate('listWebhooks')
}

/** The key is the same for every attempt, so that a lost response creates no second webhook. */
export const useCreateWebhook = () =>
  useMutation({
    mutationFn: ({ body, key }: { body: WebhookBody; key: string }) =>
      call('createWebhook', { body }, { idempotencyKey: key }),
    onSuccess: refresh,
    gcTime: 0,
  })

export const useUpdateWebhook = () =>
  useMutation({
    mutationFn: ({ webhook_id, body }: { webhook_id: string; body: WebhookChange }) =>
      call('updateWebhook', { params: { webhook_id }, body }),
    onSuccess: (webhook) => {
      refresh(webhook)
      // Disabling cancels pending deliveries.
      void invalidateDeliveries(webhook.webhook_id)
    },
  })

export const useDeleteWebhook = () =>
  useMutation({
    mutationFn: (webhook_id: string) => call('deleteWebhook', { params: { webhook_id } }),
    onSuccess: () => invalidate('listWebhooks'),
  })

export const useRotateSecret = () =>
  useMutation({
    mutationFn: ({ webhook_id, grace_hours }: { webhook_id: string; grace_hours: number }) =>
      call('rotateWebhookSecret', { params: { webhook_id }, body: { grace_hours } }),
    onSuccess: refresh,
    gcTime: 0,
  })

/** The poll interval of a delivery: short from just before its next attempt until its result. */
export function followDelivery(
  { status, next_attempt_at }: Pick<Delivery, 'status' | 'next_attempt_at'>,
  now = Date.now(),
): number | false {
  if (status !== 'pending') return false
  const away = next_attempt_at === null ? 0 : Date.parse(next_attempt_at) - now
  return away > EVERY ? EVERY : Math.max(DUE, away)
}

/** The shortest poll interval of several deliveries. */
export function followDeliveries(
  deliveries: readonly Parameters<typeof followDelivery>[0][],
): number | false {
  const times = deliveries.map((one) => followDelivery(one)).filter((time) => time !== false)
  return times.length > 0 && Math.min(...times)
}

const deliveryKey = (webhook_id: string, delivery_id: string) =>
  keyOf('getDelivery', { params: { webhook_id, delivery_id } })

export const useDelivery = (webhook_id: string, delivery_id: string | null) =>
  useQuery({
    ...q('getDelivery', { params: { webhook_id, delivery_id: delivery_id ?? '' } }),
    ...polled<Delivery>((delivery) => followDeliveries(delivery ? [delivery] : [])),
    enabled: delivery_id !== null,
    throwOnError: false,
  })

export const useDeliveries = (webhook_id: string, filters: DeliveryFilters) =>
  useInfiniteQuery({
    ...scrolled<Delivery>(['listDeliveries', webhook_id, filters], (page, signal) =>
      call('listDeliveries', { params: { webhook_id }, query: { ...filters, ...page } }, { signal }),
    ),
    ...polled<{ pages: { results: Delivery[] }[] }>((list) => {
      const pages = list?.pages ?? []
      // After scrolling there are many pages, which are all refetched.
      const pause = pages.length > 1 ? EVERY : NEWEST
      return Math.min(pause, followDeliveries(pages.flatMap(({ results }) => results)) || EVERY)
    }),
  })

/** Statistics change with each delivery; long ranges change little and cost the database more. */
export const statsEvery = (hours: number): number => (hours <= 24 ? EVERY : 4 * EVERY)

export const useWebhookStats = (webhook_id: string, hours: number) =>
  useQuery({
    ...q('getWebhookStats', { params: { webhook_id }, query: { hours } }),
    ...polled(() => statsEvery(hours)),
    // The previous range stays while another one loads, but never another webhook's.
    placeholderData: (previous, query) => {
      const [, input] = (query?.queryKey ?? []) as [string, Input<'getWebhookStats'>?]
      return input?.params.webhook_id === webhook_id ? previous : undefined
    },
  })

const invalidateDeliveries = (webhook_id: string) =>
  queryClient.invalidateQueries({ queryKey: ['listDeliveries', webhook_id] })

/** Writes the delivery to the cache and invalidates the list and the statistics. */
function arrived(delivery: Delivery): void {
  const { webhook_id, delivery_id } = delivery
  queryClient.setQueryData(deliveryKey(webhook_id, delivery_id), delivery)
  void invalidateDeliveries(webhook_id)
  void queryClient.invalidateQueries({ queryKey: webhookKey(webhook_id) })
}

export const useTestWebhook = () =>
  useMutation({
    mutationFn: ({ webhook_id, type }: { webhook_id: string; type?: EventType }) =>
      call('testWebhook', { params: { webhook_id }, body: type ? { type } : {} }),
    onSuccess: arrived,
  })

export const useResendDelivery = () =>
  useMutation({
    mutationFn: ({ webhook_id, delivery_id }: Delivery) =>
      call('resendDelivery', { params: { webhook_id, delivery_id } }),
    onSuccess: arrived,
  })

export const useCancelDelivery = () =>
  useMutation({
    mutationFn: ({ webhook_id, delivery_id }: Delivery) =>
      call('cancelDelivery', { params: { webhook_id, delivery_id } }),
    onSuccess: arrived,
  })

/** How many events since a time would be sent again. */
export const useRecoverCount = (webhook_id: string, since: string | null) =>
  useQuery<Recovery, ApiError>({
    queryKey: ['recoverWebhook', webhook_id, since],
    queryFn: ({ signal }) =>
      call(
        'recoverWebhook',
        { params: { webhook_id }, body: { since: since ?? '', dry_run: true } },
        { signal },
      ),
    enabled: since !== null,
    ...fromOthers,
    throwOnError: false,
  })

export const useRecover = () =>
  useMutation({
    mutationFn: ({ webhook_id, since }: { webhook_id: string; since: string }) =>
      call('recoverWebhook', { params: { webhook_id }, body: { since } }),
    onSuccess: (_, { webhook_id }) => {
      void invalidateDeliveries(webhook_id)
      void queryClient.invalidateQueries({ queryKey: webhookKey(webhook_id) })
    },
  })
