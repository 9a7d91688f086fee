import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSession } from './account.ts'
import type { Input, Output } from './client.ts'
import { invalidateSoon, q } from './query-client.ts'

export type UsageSummary = Output<'getUsageSummary'>
export type UsageTrend = Output<'getUsageTrend'>
export type TrendRow = UsageTrend['rows'][number]
type TrendQuery = NonNullable<Input<'getUsageTrend'>['query']>

/**
 * Days begin where the person is now, as they do in history; the profile's zone is for those who
 * ask without a browser.
 */
function here(): { time_zone?: string } {
  if (!zoneHere) {
    // Asked for once: the first formatter takes the browser longer than the rest of the frame.
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    zoneHere = /^[A-Za-z]/.test(zone ?? '') ? { time_zone: zone } : {}
  }
  return zoneHere
}
let zoneHere: { time_zone?: string } | undefined

/** Visitors have no usage: it is asked for once somebody is known to be signed in. */
const useCommon = () => ({ enabled: Boolean(useSession().data), staleTime: 10_000 })

export const useUsageSummary = () => useQuery({ ...q('getUsageSummary', { query: here() }), ...useCommon() })

/**
 * Until when the credits last, for the frame of every page: asked for seldom, and an error takes
 * nothing away.
 */
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

/** Something began, ended or was taken away. */
export function invalidateUsage(): void {
  invalidateSoon('getUsageSummary')
  invalidateSoon('getUsageTrend')
}
