import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSession } from './account.ts'
import type { Input, Output } from './client.ts'
import { invalidateSoon, q } from './query-client.ts'

export type UsageSummary = Output<'getUsageSummary'>
export type UsageTrend = Output<'getUsageTrend'>
export type TrendRow = UsageTrend['rows'][number]
type TrendQuery = NonNullable<Input<'getUsageTrend'>['query']>

/**
 * Days start in the browser's time zone, as in history; the profile's zone is for clients without a
 * browser.
 */
function here(): { time_zone?: string } {
  if (!zoneHere) {
    // Computed once: the first formatter takes the browser longer than the rest of the layout.
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    zoneHere = /^[A-Za-z]/.test(zone ?? '') ? { time_zone: zone } : {}
  }
  return zoneHere
}
let zoneHere: { time_zone?: string } | undefined

/** Guests have no usage, so the queries wait for a session. */
const useCommon = () => ({ enabled: Boolean(useSession().data), staleTime: 10_000 })

export const useUsageSummary = () => useQuery({ ...q('getUsageSummary', { query: here() }), ...useCommon() })

/** When the credits run out, for every page's layout: refetched rarely, and errors are ignored. */
export const useForecast = (enabled: boolean): UsageSummary['forecast'] | undefined =>
  useQuery({
    ...q('getUsageSummary', { query: enabled ? here() : {} }),
    enabled: useCommon().enabled && enabled,
    staleTime: 300_000,
    throwOnError: false,
  }).data?.forecast

export const useUsageTrend = (query: Pick<TrendQuery, 'days' | 'family'>) =>
  useQuery({
    ...q('getUsageTrend', { query: { ...query, ...here() } }),
    ...useCommon(),
    placeholderData: keepPreviousData,
  })

/** A conversion or file was added, ended or was removed. */
export function invalidateUsage(): void {
  invalidateSoon('getUsageSummary')
  invalidateSoon('getUsageTrend')
}
