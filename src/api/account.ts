import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { User } from '../../contract/account.ts'
import { call, firstAnswer } from './client.ts'
import type { ApiError } from './errors.ts'
import { queryClient } from './query-client.ts'

export type { User }

/**
 * Who is signed in, or null. Nobody being signed in is an answer, not an error: visitors may
 * convert too.
 */
export const sessionQuery = queryOptions<User | null, ApiError>({
  queryKey: ['getMe'],
  queryFn: async ({ signal }) => (await call('getSession', {}, { signal })).user,
  initialData: () => firstAnswer('getSession')?.user,
  staleTime: 60_000,
})

export const useSession = () => useQuery(sessionQuery)

/** Everything in the cache belonged to whoever has just left. */
export function forgetSession(): void {
  queryClient.clear()
  queryClient.setQueryData(sessionQuery.queryKey, null)
}

export const useLogOut = () => useMutation({ mutationFn: () => call('logOut'), onSuccess: forgetSession })

/** The profile as the service has just given it. */
export const keepUser = (user: User): void => void queryClient.setQueryData(sessionQuery.queryKey, user)

export const useKeepAccount = () =>
  useMutation({ mutationFn: () => call('keepAccount'), onSuccess: keepUser })

/** To the address that waits, else to the present one. */
export const useSendVerification = () => useMutation({ mutationFn: () => call('sendVerification') })
