import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { Scope } from '../../contract/scopes.ts'
import { call, type Input, type Output, pathOf } from './client.ts'
import { invalidate, q } from './query-client.ts'
import { scrolled } from './scrolled.ts'

export type { Scope }
export type Session = Output<'listSessions'>['results'][number]
export type ApiKey = Output<'listApiKeys'>['results'][number]
export type MadeApiKey = Output<'createApiKey'>
export type SecurityEvent = Output<'listSecurityEvents'>['results'][number]
export type OutboxMessage = Output<'listOutbox'>['results'][number]

export const useSessions = () => useQuery(q('listSessions'))

const refresh = (name: 'listSessions' | 'listApiKeys') => () =>
  Promise.all([invalidate(name), invalidate('listSecurityEvents')])

export const useEndSession = () =>
  useMutation({
    mutationFn: (session_id: string) => call('endSession', { params: { session_id } }),
    onSuccess: refresh('listSessions'),
  })

export const useEndOtherSessions = () =>
  useMutation({ mutationFn: () => call('endOtherSessions'), onSuccess: refresh('listSessions') })

/**
 * The API keys of a business (`biz_…`); null: the user's own, whatever account the tab acts for.
 */
export const useApiKeys = (business: string | null = null) =>
  useQuery({
    queryKey: ['listApiKeys', business],
    queryFn: ({ signal }) => call('listApiKeys', {}, { signal, business }),
  })

/** Only this response contains the key itself. */
export const useCreateApiKey = (business: string | null = null) =>
  useMutation({
    mutationFn: (body: Input<'createApiKey'>['body']) => call('createApiKey', { body }, { business }),
    onSuccess: refresh('listApiKeys'),
  })

export const useRevokeApiKey = (business: string | null = null) =>
  useMutation({
    mutationFn: (key_id: string) => call('revokeApiKey', { params: { key_id } }, { business }),
    onSuccess: refresh('listApiKeys'),
  })

export const useSecurityLog = () =>
  useInfiniteQuery(
    scrolled<SecurityEvent>(['listSecurityEvents', 'scroll'], (query, signal) =>
      call('listSecurityEvents', { query }, { signal }),
    ),
  )

/** A sample request that a new key with these scopes can send; null where none is simple enough. */
export function firstRequest(scopes: readonly Scope[]): { url: string; form: readonly string[] } | null {
  const request = (path: string, ...form: string[]) => ({ url: location.origin + path, form })
  if (scopes.includes('convert:write'))
    return request(pathOf('convertDocument'), 'file=@report.docx', 'target_format=pdf')
  if (scopes.includes('history:read')) return request(pathOf('listConversions'))
  if (scopes.includes('convert:read')) return request(pathOf('getDocumentCredits'))
  if (scopes.includes('account:read')) return request(pathOf('getMe'))
  return null
}

/** Only for administrators of the instance, after step-up authentication. */
export const useOutbox = () =>
  useInfiniteQuery(
    scrolled<OutboxMessage>(['listOutbox', 'scroll'], (query, signal) =>
      call('listOutbox', { query }, { signal }),
    ),
  )
