import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Input, Output } from './client.ts'
import { invalidateSoon, q } from './query-client.ts'

export type UsageSummary = Output<'getUsageSummary'>
export type UsageTrend = Output<'getUsageTrend'>
export type TrendRow = UsageTrend['rows'][number]
type TrendQuery = NonNullable<Input<'getUsageTrend'>['query']>

/** Days begin where the person is now, as they do in history; the profile's zone is for those who ask without a browser. */
const here = (): { time_zone?: string } => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return /^[A-Za-z]/.test(zone ?? '') ? { time_zone: zone } : {}
}

export const useUsageSummary = () =>
  useQuery({ ...q('getUsageSummary', { query: here() }), staleTime: 10_000 })

export const useUsageTrend = (query: Pick<TrendQuery, 'days' | 'family'>) =>
  useQuery({
    ...q('getUsageTrend', { query: { ...query, ...here() } }),
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })

/** Something began, ended or was taken away. */
export function invalidateUsage(): void {
  invalidateSoon('getUsageSummary')
  invalidateSoon('getUsageTrend')
}
