import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { User } from '../../contract/account.ts'
import { call, type Input, urlOf } from './client.ts'
import { ApiError } from './errors.ts'
import { invalidate, q, queryClient } from './query-client.ts'

export type { User }

/** Who is signed in, or null. Nobody being signed in is an answer, not an error: visitors may convert too. */
export const sessionQuery = queryOptions<User | null, ApiError>({
  queryKey: ['getMe'],
  queryFn: ({ signal }) =>
    call('getMe', {}, { signal }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }),
  staleTime: 60_000,
})

export const useSession = () => useQuery(sessionQuery)

/** Everything in the cache belonged to whoever has just left. */
export function forgetSession(): void {
  queryClient.clear()
  queryClient.setQueryData(sessionQuery.queryKey, null)
}

export const useLogOut = () => useMutation({ mutationFn: () => call('logOut'), onSuccess: forgetSession })

const keepUser = (user: User): void => void queryClient.setQueryData(sessionQuery.queryKey, user)

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

/** To the address that waits, else to the present one. */
export const useSendVerification = () => useMutation({ mutationFn: () => call('sendVerification') })

export const useIdentities = () => useQuery(q('listIdentities'))
export const useProviders = () => useQuery({ ...q('listProviders'), staleTime: 600_000 })

/** Where to send the browser. It is asked first whether sensitive acts are open: the way back leads through no dialog. */
export const useStartLink = () =>
  useMutation({
    mutationFn: async (provider: 'google' | 'github') => {
      await call('checkStepUp')
      return call('startProvider', { params: { provider } })
    },
  })

export const useUnlinkIdentity = () =>
  useMutation({
    mutationFn: (identity_id: string) => call('unlinkIdentity', { params: { identity_id } }),
    onSuccess: () => invalidate('listIdentities'),
  })

/** Whether a download of one's data may begin, and where it is: a link cannot ask for a confirmation itself. */
export const useExportUrl = () =>
  useMutation({
    mutationFn: async () => {
      await call('checkStepUp')
      return urlOf('exportMe')
    },
  })

/** Ends all sessions, this one too: whoever calls it leads away, and forgets the session then. */
export const useDeleteAccount = () => useMutation({ mutationFn: () => call('deleteMe') })

export const useKeepAccount = () =>
  useMutation({ mutationFn: () => call('keepAccount'), onSuccess: keepUser })
