import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { User } from '../../contract/account.ts'
import { call, firstAnswer } from './client.ts'
import type { ApiError } from './errors.ts'
import { queryClient } from './query-client.ts'

export type { User }

/** The signed-in user, or null. Null is data, not an error: guests may convert too. */
export const sessionQuery = queryOptions<User | null, ApiError>({
  queryKey: ['getMe'],
  queryFn: async ({ signal }) => (await call('getSession', {}, { signal })).user,
  initialData: () => firstAnswer('getSession')?.user,
  staleTime: 60_000,
})

export const useSession = () => useQuery(sessionQuery)

/** Clears the cache, which belongs to the user who signed out. */
export function forgetSession(): void {
  queryClient.clear()
  queryClient.setQueryData(sessionQuery.queryKey, null)
}

export const useLogOut = () => useMutation({ mutationFn: () => call('logOut'), onSuccess: forgetSession })

/** Writes the user of a response to the cache. */
export const keepUser = (user: User): void => void queryClient.setQueryData(sessionQuery.queryKey, user)

export const useKeepAccount = () =>
  useMutation({ mutationFn: () => call('keepAccount'), onSuccess: keepUser })

/** Sends to the pending address, or to the current one if none is pending. */
export const useSendVerification = () => useMutation({ mutationFn: () => call('sendVerification') })
