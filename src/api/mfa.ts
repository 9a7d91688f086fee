import { skipToken, useMutation, useQuery } from '@tanstack/react-query'
import type { FactorKind, MfaMethod } from '../../contract/mfa.ts'
import { call, type Input, type Output } from './client.ts'
import { invalidate, q, queryClient } from './query-client.ts'

export type { FactorKind, MfaMethod }
export type MfaStatus = Output<'getMfaStatus'>
export type MfaSecurity = Output<'getMfaSecurity'>
export type BackupCodes = Output<'regenerateBackupCodes'>
export type ScorePart = MfaSecurity['score'][number]
export type TrustedDevice = Output<'listTrustedDevices'>['results'][number]

export const useMfaStatus = () => useQuery(q('getMfaStatus'))
export const useMfaSecurity = () => useQuery(q('getMfaSecurity'))
export const useTrustedDevices = () => useQuery(q('listTrustedDevices'))

/**
 * New backup codes that the user has not confirmed as saved. The server shows them once, so they
 * stay in the cache until then; signing out clears them.
 */
const FRESH = ['freshBackupCodes']
const keepFresh = (codes: BackupCodes | null): void => void queryClient.setQueryData(FRESH, codes)
export const forgetFreshCodes = (): void => keepFresh(null)
export const useFreshCodes = (): BackupCodes | null =>
  useQuery<BackupCodes | null>({ queryKey: FRESH, queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY })
    .data ?? null

/** Invalidates the queries that depend on the second factors. */
const refresh = () =>
  Promise.all(
    (['getMe', 'getMfaStatus', 'getMfaSecurity', 'listTrustedDevices', 'listSecurityEvents'] as const).map(
      (name) => invalidate(name),
    ),
  )

/** One of these three starts a setup, and `useConfirmFactor` completes it with a code. */
export const useSetupTotp = () => useMutation({ mutationFn: () => call('setupTotp') })
export const useSetupEmail = () => useMutation({ mutationFn: () => call('setupEmail') })
export const useSetupSms = () =>
  useMutation({ mutationFn: (phone: string) => call('setupSms', { body: { phone } }) })

/** The response for the first factor contains the backup codes, which are shown only once. */
export const useConfirmFactor = () =>
  useMutation({
    mutationFn: ({ method, code }: { method: FactorKind; code: string }) =>
      call('confirmMfa', { params: { method }, body: { code } }),
    onSuccess: ({ backup_codes }) => {
      if (backup_codes) keepFresh(backup_codes)
      return refresh()
    },
  })

export const useRemoveFactor = () =>
  useMutation({
    mutationFn: (method: FactorKind) => call('removeMfa', { params: { method } }),
    onSuccess: ({ is_enabled }) => {
      if (!is_enabled) forgetFreshCodes()
      return refresh()
    },
  })

export const useRegenerateBackupCodes = () =>
  useMutation({
    mutationFn: () => call('regenerateBackupCodes'),
    onSuccess: (codes) => {
      keepFresh(codes)
      return refresh()
    },
  })

export const useRemoveTrustedDevice = () =>
  useMutation({
    mutationFn: (device_id: string) => call('removeTrustedDevice', { params: { device_id } }),
    onSuccess: refresh,
  })

/**
 * Step-up authentication, which allows sensitive operations in this session. Methods with codes
 * need `sendCode` first.
 */
export const useConfirmIdentity = () =>
  useMutation({
    mutationFn: (body: Input<'verifyMfa'>['body']) => call('verifyMfa', { body }),
    onSuccess: () => Promise.all([refresh(), invalidate('listSessions')]),
  })
