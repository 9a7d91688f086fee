import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { EmailGate, Share, ShareState } from '../../contract/shares.ts'
import { call, type Input, type Output } from './client.ts'
import { invalidate, keyOf, q, queryClient } from './query-client.ts'
import { scrolled } from './scrolled.ts'

export type { EmailGate, Share, ShareState }
export type ShareFilters = Omit<NonNullable<Input<'listShares'>['query']>, 'page' | 'cursor' | 'page_size'>
export type ShareEvent = Output<'listShareEvents'>['results'][number]
export type ShareBody = Input<'createShare'>['body']

/** Others change links without notice, so they are refetched on mount and focus. */
const fromOthers = { staleTime: 0, refetchOnWindowFocus: true } as const

export const useShares = (filters: ShareFilters) =>
  useInfiniteQuery({
    ...scrolled<Share>(['listShares', 'scroll', filters], (page, signal) =>
      call('listShares', { query: { ...filters, ...page } }, { signal }),
    ),
    ...fromOthers,
  })

const shareKey = (link_id: string) => keyOf('getShare', { params: { link_id } })

export const useShare = (link_id: string) =>
  useQuery({ ...q('getShare', { params: { link_id } }), ...fromOthers })

export const useShareEvents = (link_id: string) =>
  useInfiniteQuery({
    ...scrolled<ShareEvent>(['listShareEvents', link_id], (query, signal) =>
      call('listShareEvents', { params: { link_id }, query }, { signal }),
    ),
    ...fromOthers,
  })

/** Without a network the mutation fails immediately instead of staying paused. */
const atOnce = { networkMode: 'always' } as const

/** Also invalidates the file, which lists its links. */
function refresh(share: Share | null): void {
  if (share) queryClient.setQueryData(shareKey(share.link_id), share)
  void invalidate('listShares')
  void invalidate('listUserFiles')
}

/** The key is the same for every attempt, so that a lost response creates no second link. */
export const useCreateShare = () =>
  useMutation({
    ...atOnce,
    mutationFn: ({ body, key }: { body: ShareBody; key: string }) =>
      call('createShare', { body }, { idempotencyKey: key }),
    onSuccess: refresh,
  })

export const useUpdateShare = () =>
  useMutation({
    ...atOnce,
    mutationFn: ({ link_id, body }: { link_id: string; body: Input<'updateShare'>['body'] }) =>
      call('updateShare', { params: { link_id }, body }),
    onSuccess: refresh,
  })

export const useRenewShare = () =>
  useMutation({
    ...atOnce,
    mutationFn: (link_id: string) => call('renewShare', { params: { link_id } }),
    onSuccess: refresh,
  })

export const useRevokeShare = () =>
  useMutation({
    ...atOnce,
    mutationFn: (link_id: string) => call('revokeShare', { params: { link_id } }),
    onSuccess: (_, link_id) => {
      refresh(null)
      return queryClient.invalidateQueries({ queryKey: shareKey(link_id) })
    },
  })

/** The user's newest files, or those whose names contain the search text. */
export const useFilesToShare = (search: string) =>
  useQuery({
    ...q('listUserFiles', { query: { page_size: 20, ...(search && { q: search }) } }),
    placeholderData: keepPreviousData,
  })

/** Results that are still stored, newest first. */
export const useResultsToShare = (search: string) =>
  useQuery({
    ...q('listConversions', { query: { page_size: 20, status: 'completed', ...(search && { q: search }) } }),
    placeholderData: keepPreviousData,
  })
