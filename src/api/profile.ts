import { useMutation, useQuery } from '@tanstack/react-query'
import { keepUser } from './account.ts'
import { call, type Input, urlOf } from './client.ts'
import { invalidate, q } from './query-client.ts'

// Operations of the Account page. The session query is in account.ts, because every page needs it.

export const useUpdateMe = () =>
  useMutation({
    mutationFn: (body: Input<'updateMe'>['body']) => call('updateMe', { body }),
    onSuccess: keepUser,
  })

export const usePutAvatar = () =>
  useMutation({
    mutationFn: (file: File) => {
      const form = new FormData()
      form.append('file', file)
      return call('putAvatar', {}, { form })
    },
    onSuccess: keepUser,
  })

export const useDeleteAvatar = () =>
  useMutation({ mutationFn: () => call('deleteAvatar'), onSuccess: () => invalidate('getMe') })

export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: Input<'changePassword'>['body']) => call('changePassword', { body }),
    onSuccess: () => Promise.all([invalidate('getMe'), invalidate('listSessions')]),
  })

export const useChangeEmail = () =>
  useMutation({
    mutationFn: (email: string) => call('changeEmail', { body: { email } }),
    onSuccess: keepUser,
  })

export const useCancelEmailChange = () =>
  useMutation({ mutationFn: () => call('cancelEmailChange'), onSuccess: keepUser })

export const useIdentities = () => useQuery(q('listIdentities'))
export const useProviders = () => useQuery({ ...q('listProviders'), staleTime: 600_000 })

/** Resolves to the URL to redirect to. Step-up comes first: the redirect back shows no dialog. */
export const useStartLink = () =>
  useMutation({
    mutationFn: async (provider: 'google' | 'github') => {
      await call('checkStepUp', {}, { opens: 'linkIdentity' })
      return call('startProvider', { params: { provider } })
    },
  })

export const useUnlinkIdentity = () =>
  useMutation({
    mutationFn: (identity_id: string) => call('unlinkIdentity', { params: { identity_id } }),
    onSuccess: () => invalidate('listIdentities'),
  })

/** The URL of the data export. Step-up comes first: a link cannot open its dialog. */
export const useExportUrl = () =>
  useMutation({
    mutationFn: async () => {
      await call('checkStepUp', {}, { opens: 'exportMe' })
      return urlOf('exportMe')
    },
  })

/** Ends all sessions, including this one: the caller navigates away and then clears the session. */
export const useDeleteAccount = () => useMutation({ mutationFn: () => call('deleteMe') })
