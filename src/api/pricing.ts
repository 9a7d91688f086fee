import { useQuery } from '@tanstack/react-query'
import { call, type Output } from './client.ts'
import type { ApiError } from './errors.ts'

export type Pricing = Output<'getPricing'>
export type PricingPlan = Pricing['plans'][number]
export type Pack = Pricing['packs'][number]
export type RateCard = Output<'getRateCard'>
export type Rate = RateCard['items'][number]

/** Prices change with a restart of the instance. Public, so it needs no session or business. */
export const usePricing = () =>
  useQuery<Pricing, ApiError>({
    queryKey: ['getPricing'],
    queryFn: ({ signal }) => call('getPricing', {}, { signal }),
    staleTime: 300_000,
  })

export const useRateCard = () =>
  useQuery<RateCard, ApiError>({
    queryKey: ['getRateCard'],
    queryFn: ({ signal }) => call('getRateCard', {}, { signal }),
    staleTime: 300_000,
  })
