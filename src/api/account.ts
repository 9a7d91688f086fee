import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { User } from '../../contract/account.ts'
import { call } from './client.ts'
import { ApiError } from './errors.ts'
import { queryClient } from './query-client.ts'

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
export const useLogOut = () =>
  useMutation({
    mutationFn: () => call('logOut'),
    onSuccess: () => {
      queryClient.clear()
      queryClient.setQueryData(sessionQuery.queryKey, null)
    },
  })
