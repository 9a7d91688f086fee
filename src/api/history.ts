import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { Conversion } from '../../contract/conversion.ts'
import { call, firstAnswer, type Input, urlOf } from './client.ts'
import { invalidate, keyOf, q, queryClient } from './query-client.ts'
import { scrolled } from './scrolled.ts'
import { invalidateUsage } from './usage.ts'

export type { Conversion }
export type ConversionFilters = Omit<
  NonNullable<Input<'listConversions'>['query']>,
  'page' | 'cursor' | 'ids'
>

export const useHistory = (filters: ConversionFilters) =>
  useInfiniteQuery(
    scrolled<Conversion>(
      ['listConversions', 'scroll', filters],
      (page, signal) => call('listConversions', { query: { ...filters, ...page } }, { signal }),
      50,
      (page) => firstAnswer('listConversions', { query: { ...filters, ...page } }),
    ),
  )

/** Counts by family and the cost of the filtered conversions. The sort order is no filter. */
export const useHistorySummary = ({ sort_by: _, sort_dir: __, ...filters }: ConversionFilters) =>
  useQuery({ ...q('summariseConversions', { query: filters }), placeholderData: keepPreviousData })

/** The URL of the filtered list as CSV. */
export const exportUrl = ({ page_size: _, ...filters }: ConversionFilters): string =>
  urlOf('exportConversions', { query: filters })

/** The most recent conversions, for the overview and the command palette. */
export const useRecentConversions = (filters: ConversionFilters & { page_size: number }) =>
  useQuery(q('listConversions', { query: filters }))

export const useConversion = (id: string) => useQuery(q('getConversion', { params: { conversion_id: id } }))

/**
 * A conversion from the cache, which its follower updates. Requests it only if it is not cached.
 */
export const conversionQuery = (id: string) => ({
  ...q('getConversion', { params: { conversion_id: id } }),
  staleTime: Number.POSITIVE_INFINITY,
  throwOnError: false,
})

export const conversionKey = (id: string) => keyOf('getConversion', { params: { conversion_id: id } })

/** Concurrent delete requests. */
const REMOVED_AT_ONCE = 4

/** Deletes several conversions. Returns those that could not be deleted. */
export const useRemoveConversions = () =>
  useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const failed: { id: string; error: unknown }[] = []
      const queue = [...ids]
      const worker = async () => {
        for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
          try {
            await call('removeConversion', { params: { conversion_id: id } })
            queryClient.removeQueries({ queryKey: conversionKey(id) })
          } catch (error) {
            failed.push({ id, error })
          }
        }
      }
      await Promise.all(Array.from({ length: REMOVED_AT_ONCE }, worker))
      return failed
    },
    onSettled: () => {
      void invalidate('getDocumentCredits')
      return invalidateHistory()
    },
  })

/** The limit of files in one ZIP. */
export const MOST_PACKED = 500

/** The limit of conversions that one request may hide. */
const MOST_HIDDEN = 500

/** Hides conversions from every list, or shows them again. */
export const useHideConversions = () =>
  useMutation({
    mutationFn: async ({ ids, hidden }: { ids: readonly string[]; hidden: boolean }) => {
      for (let from = 0; from < ids.length; from += MOST_HIDDEN)
        await call('hideDocuments', { body: { conversion_ids: ids.slice(from, from + MOST_HIDDEN), hidden } })
    },
    onSettled: invalidateHistory,
  })

/** Resolves once the lists are up to date. */
function invalidateHistory(): Promise<void> {
  void invalidate('summariseConversions')
  invalidateUsage()
  return invalidate('listConversions')
}
