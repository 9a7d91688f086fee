import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { Account, AccountSummary } from '../../contract/admin-accounts.ts'
import type { AdminAct, AdminEvent } from '../../contract/admin-audit.ts'
import type { PendingConversion, QuarantinedFile } from '../../contract/admin-work.ts'
import { call, type Input, type Output, urlOf } from './client.ts'
import { fromOthers, polled } from './polling.ts'
import { invalidate, q } from './query-client.ts'
import { scrolled } from './scrolled.ts'

export type { Account, AccountSummary, AdminAct, AdminEvent, PendingConversion, QuarantinedFile }
export type AccountFile = Output<'listAccountFiles'>['results'][number]

type Listed = 'page' | 'page_size' | 'cursor' | 'sort_by' | 'sort_dir'
export type AccountFilters = Omit<NonNullable<Input<'listAccounts'>['query']>, Listed>
export type AdminAuditFilters = Omit<NonNullable<Input<'listAdminEvents'>['query']>, Listed>

export const useAccounts = (filters: AccountFilters) =>
  useInfiniteQuery({
    ...scrolled<AccountSummary>(['listAccounts', filters], (page, signal) =>
      call('listAccounts', { query: { ...filters, ...page } }, { signal }),
    ),
    ...fromOthers,
  })

export const useManagedAccount = (account_id: string) =>
  useQuery({ ...q('getAccount', { params: { account_id } }), ...fromOthers })

export const useAccountFiles = (account_id: string) =>
  useInfiniteQuery({
    ...scrolled<AccountFile>(['listAccountFiles', account_id], (page, signal) =>
      call('listAccountFiles', { params: { account_id }, query: page }, { signal }),
    ),
    ...fromOthers,
  })

export const useQuarantine = () =>
  useInfiniteQuery({
    ...scrolled<QuarantinedFile>(
      ['listQuarantine'],
      (page, signal) => call('listQuarantine', { query: page }, { signal }),
      20,
    ),
    ...fromOthers,
  })

/** The oldest queued or running conversions, or the one with an id. */
export const usePendingConversions = (conversion_id?: string) =>
  useQuery({
    ...q('listPendingConversions', { query: { page_size: 20, ...(conversion_id && { conversion_id }) } }),
    ...polled(() => 5_000),
    placeholderData: keepPreviousData,
  })

export const useAdminAudit = (filters: AdminAuditFilters) =>
  useInfiniteQuery({
    ...scrolled<AdminEvent>(['listAdminEvents', filters], (page, signal) =>
      call('listAdminEvents', { query: { ...filters, ...page } }, { signal }),
    ),
    ...fromOthers,
  })

export const adminAuditUrl = (filters: AdminAuditFilters): string =>
  urlOf('exportAdminEvents', { query: filters })

function refresh(): void {
  const names = [
    'listAccounts',
    'getAccount',
    'listAccountFiles',
    'listQuarantine',
    'listAdminEvents',
  ] as const
  for (const name of names) void invalidate(name)
}

export const useLockAccount = (account_id: string) =>
  useMutation({
    mutationFn: (reason: string) => call('lockAccount', { params: { account_id }, body: { reason } }),
    onSettled: refresh,
  })

export const useUnlockAccount = (account_id: string) =>
  useMutation({
    mutationFn: (reason: string) => call('unlockAccount', { params: { account_id }, body: { reason } }),
    onSettled: refresh,
  })

export const useResetSecondFactor = (account_id: string) =>
  useMutation({
    mutationFn: (checked: string) => call('resetSecondFactor', { params: { account_id }, body: { checked } }),
    onSettled: refresh,
  })

export const useSendPasswordLink = (account_id: string) =>
  useMutation({
    mutationFn: () => call('sendPasswordLink', { params: { account_id } }),
    onSettled: refresh,
  })

export const useCancelConversionOf = (conversion_id: string) =>
  useMutation({
    mutationFn: (reason: string) =>
      call('cancelConversionOf', { params: { conversion_id }, body: { reason } }),
    onSettled: () => {
      refresh()
      void invalidate('listPendingConversions')
      void invalidate('getAdminOverview')
    },
  })

/** A file by one of its ids. */
export type FileToQuarantine = Omit<NonNullable<Input<'quarantineFile'>['body']>, 'reason'>

export const useQuarantineFile = (file: FileToQuarantine) =>
  useMutation({
    mutationFn: (reason: string) => call('quarantineFile', { body: { ...file, reason } }),
    onSettled: refresh,
  })

export const useReleaseFile = (quarantine_id: string) =>
  useMutation({
    mutationFn: (reason: string) => call('releaseFile', { params: { quarantine_id }, body: { reason } }),
    onSettled: refresh,
  })
