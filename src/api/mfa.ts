import { useMutation, useQuery } from '@tanstack/react-query'
import type { FactorKind, MfaMethod } from '../../contract/mfa.ts'
import { call, type Input, type Output } from './client.ts'
import { invalidate, q } from './query-client.ts'

export type { FactorKind, MfaMethod }
export type MfaStatus = Output<'getMfaStatus'>
export type MfaSecurity = Output<'getMfaSecurity'>
export type BackupCodes = Output<'regenerateBackupCodes'>

export const useMfaStatus = () => useQuery(q('getMfaStatus'))
export const useMfaSecurity = () => useQuery(q('getMfaSecurity'))
export const useTrustedDevices = () => useQuery(q('listTrustedDevices'))

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
    onSuccess: refresh,
  })

export const useRemoveFactor = () =>
  useMutation({
    mutationFn: (method: FactorKind) => call('removeMfa', { params: { method } }),
    onSuccess: refresh,
  })

export const useRegenerateBackupCodes = () =>
  useMutation({ mutationFn: () => call('regenerateBackupCodes'), onSuccess: refresh })

export const useRemoveTrustedDevice = () =>
  useMutation({
    mutationFn: (device_id: string) => call('removeTrustedDevice', { params: { device_id } }),
    onSuccess: refresh,
  })

/** Confirms who one is, which opens sensitive acts for this session. A way that sends a code is asked to by `sendCode`. */
export async function confirmIdentity(body: Input<'verifyMfa'>['body']): Promise<void> {
  await call('verifyMfa', { body })
  await Promise.all([refresh(), invalidate('listSessions')])
}
