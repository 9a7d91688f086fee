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
 * Backup codes that were made and that nobody has said to have kept. The service shows them once,
 * so they stay until then, whichever page one goes to; whoever signs out takes them along.
 */
const FRESH = ['freshBackupCodes']
const keepFresh = (codes: BackupCodes | null): void => void queryClient.setQueryData(FRESH, codes)
export const forgetFreshCodes = (): void => keepFresh(null)
export const useFreshCodes = (): BackupCodes | null =>
  useQuery<BackupCodes | null>({ queryKey: FRESH, queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY })
    .data ?? null

/** What stands elsewhere and follows from a change of the second factors. */
const refresh = () =>
  Promise.all(
    (['getMe', 'getMfaStatus', 'getMfaSecurity', 'listTrustedDevices', 'listSecurityEvents'] as const).map(
      (name) => invalidate(name),
    ),
  )

/** A set-up is begun by one of these three, and finished by `useConfirmFactor` with a code. */
export const useSetupTotp = () => useMutation({ mutationFn: () => call('setupTotp') })
export const useSetupEmail = () => useMutation({ mutationFn: () => call('setupEmail') })
export const useSetupSms = () =>
  useMutation({ mutationFn: (phone: string) => call('setupSms', { body: { phone } }) })

/** The first factor answers with backup codes, which are shown this once. */
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
 * Confirms who one is, which opens sensitive acts for this session. A way that sends a code is
 * asked to by `sendCode`.
 */
export const useConfirmIdentity = () =>
  useMutation({
    mutationFn: (body: Input<'verifyMfa'>['body']) => call('verifyMfa', { body }),
    onSuccess: () => Promise.all([refresh(), invalidate('listSessions')]),
  })
