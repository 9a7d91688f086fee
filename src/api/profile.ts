import { useMutation, useQuery } from '@tanstack/react-query'
import { keepUser } from './account.ts'
import { call, type Input, urlOf } from './client.ts'
import { invalidate, q } from './query-client.ts'

// What the Account page asks for. Who is signed in is every page's concern and stands in
// account.ts.

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

/**
 * Where to send the browser. It is asked first whether sensitive acts are open: the way back leads
 * through no dialog.
 */
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

/**
 * Whether a download of one's data may begin, and where it is: a link cannot ask for a confirmation
 * itself.
 */
export const useExportUrl = () =>
  useMutation({
    mutationFn: async () => {
      await call('checkStepUp', {}, { opens: 'exportMe' })
      return urlOf('exportMe')
    },
  })

/** Ends all sessions, this one too: whoever calls it leads away, and forgets the session then. */
export const useDeleteAccount = () => useMutation({ mutationFn: () => call('deleteMe') })
