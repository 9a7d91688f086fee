import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { EmailGate, Share, ShareState } from '../../contract/shares.ts'
import { call, type Input, type Output } from './client.ts'
import { invalidate, keyOf, q, queryClient } from './query-client.ts'
import { scrolled } from './scrolled.ts'

export type { EmailGate, Share, ShareState }
export type ShareFilters = Omit<NonNullable<Input<'listShares'>['query']>, 'page' | 'cursor' | 'page_size'>
export type ShareEvent = Output<'listShareEvents'>['results'][number]
export type ShareBody = Input<'createShare'>['body']

/** What others do with a link is not told here: it is asked for again whenever somebody looks. */
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

/** Without a network it fails at once, and says so, instead of waiting behind the button. */
const atOnce = { networkMode: 'always' } as const

/** What a file says of its links has changed as well. */
function refresh(share: Share | null): void {
  if (share) queryClient.setQueryData(shareKey(share.link_id), share)
  void invalidate('listShares')
  void invalidate('listUserFiles')
}

/** The key is the same for every attempt, so that a lost answer does not make a second link. */
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

/** The newest of one's own files, or those with a part of this in their names. */
export const useFilesToShare = (search: string) =>
  useQuery({
    ...q('listUserFiles', { query: { page_size: 20, ...(search && { q: search }) } }),
    placeholderData: keepPreviousData,
  })

/** Results that are still kept, the newest first. */
export const useResultsToShare = (search: string) =>
  useQuery({
    ...q('listConversions', { query: { page_size: 20, status: 'completed', ...(search && { q: search }) } }),
    placeholderData: keepPreviousData,
  })
