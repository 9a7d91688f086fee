import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { User } from '../../contract/account.ts'
import { call, type Input } from './client.ts'
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

/** Everything in the cache belonged to whoever was here before. */
function changeUser(user: User | null): void {
  queryClient.clear()
  queryClient.setQueryData(sessionQuery.queryKey, user)
}

export const useLogIn = () =>
  useMutation({
    mutationFn: (body: Input<'logIn'>['body']) => call('logIn', { body }),
    onSuccess: ({ user }) => changeUser(user),
  })

export const useSignUp = () =>
  useMutation({
    mutationFn: ({ key, ...body }: Input<'signUp'>['body'] & { key: string }) =>
      call('signUp', { body }, { idempotencyKey: key }),
    onSuccess: ({ user }) => changeUser(user),
  })

export const useLogOut = () =>
  useMutation({ mutationFn: () => call('logOut'), onSuccess: () => changeUser(null) })
