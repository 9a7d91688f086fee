import { type QueryClient, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type {
  Notification,
  NotificationGroup,
  NotificationList,
  NotificationSettings,
  NotificationType,
} from '../../contract/notifications.ts'
import { call } from './client.ts'
import type { ApiError } from './errors.ts'
import { polled } from './polling.ts'
import { invalidate, keyOf, q, queryClient } from './query-client.ts'
import { scrolled } from './scrolled.ts'

export type { Notification, NotificationGroup, NotificationType }

/**
 * `NOTIFICATION_GROUPS`, `UNREAD_LIMIT` and `READ_AT_ONCE`; the contract's code is not in page
 * bundles.
 */
export const GROUPS = [
  'conversions',
  'signing',
  'sharing',
  'account',
] as const satisfies readonly NotificationGroup[]
export const MOST_UNREAD = 100

const EVERY = 30_000
/** Number of rows in the panel. */
const NEWEST = 20

const newest = (group: NotificationGroup | null) =>
  q('listNotifications', { query: { page_size: NEWEST, ...(group && { group }) } })

/**
 * The newest notifications and the unread count, polled while the window is visible; with `always`
 * also while it is hidden.
 */
export const useNewestNotifications = (group: NotificationGroup | null = null, always = false) =>
  useQuery({
    ...newest(group),
    ...polled(() => EVERY, always),
    staleTime: EVERY / 2,
    throwOnError: false,
  })

export const useNotifications = (group: NotificationGroup | null) =>
  useInfiniteQuery({
    ...scrolled<Notification>(['listNotifications', 'scroll', group], (page, signal) =>
      call('listNotifications', { query: { ...page, ...(group && { group }) } }, { signal }),
    ),
    ...polled(() => EVERY),
  })

/** Ids of single notifications, or the time up to which all are read. */
export type Read = { ids: string[] } | { until: string }

const isMeant = (read: Read, { id, created_at }: Notification) =>
  'ids' in read ? read.ids.includes(id) : created_at <= read.until

/** Updates the cache optimistically. */
export function writeRead(client: QueryClient, read: Read): void {
  const marked = (list: NotificationList): NotificationList => {
    const changed = list.results.filter((one) => !one.is_read && isMeant(read, one)).length
    if (changed === 0) return list
    return {
      ...list,
      // At the limit of the count, the remaining number is unknown.
      unread: list.unread >= MOST_UNREAD ? list.unread : Math.max(0, list.unread - changed),
      results: list.results.map((one) => (isMeant(read, one) ? { ...one, is_read: true } : one)),
    }
  }
  client.setQueriesData<unknown>({ queryKey: ['listNotifications'] }, (data: unknown) => {
    if (isScrolled(data)) return { ...data, pages: data.pages.map(marked) }
    return isListed(data) ? marked(data) : data
  })
}

const isListed = (data: unknown): data is NotificationList =>
  typeof data === 'object' && data !== null && 'results' in data
const isScrolled = (data: unknown): data is { pages: NotificationList[] } =>
  typeof data === 'object' && data !== null && 'pages' in data

export const useReadNotifications = () =>
  useMutation<unknown, ApiError, Read>({
    mutationFn: (read) =>
      call('readNotifications', { body: 'ids' in read ? read : { all: true, until: read.until } }),
    onMutate: (read) => writeRead(queryClient, read),
    onSettled: () => invalidate('listNotifications'),
  })

export const useNotificationSettings = () => useQuery(q('getNotificationSettings'))

export const useMuteNotifications = () =>
  useMutation<NotificationSettings, ApiError, NotificationGroup[]>({
    mutationFn: (muted) => call('putNotificationSettings', { body: { muted } }),
    onMutate: (muted) => queryClient.setQueryData(keyOf('getNotificationSettings'), { muted }),
    onError: () => void invalidate('getNotificationSettings'),
    onSuccess: () => invalidate('listNotifications'),
  })
