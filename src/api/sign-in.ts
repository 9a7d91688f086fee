import type { User } from '../../contract/account.ts'
import { call, type Input } from './client.ts'

/**
 * Opening a session, without the query library: the sign-in page is to be there at once and loads as little as it can.
 * The cache comes with the page that follows.
 */

/**
 * What is in the cache is of whoever was here before: the same person as a visitor. Their conversions stay, so that the
 * list of files on Convert goes on where it was; everything else is asked for anew.
 */
async function changeUser(user: User): Promise<void> {
  const [{ queryClient }, { sessionQuery }] = await Promise.all([
    import('./query-client.ts'),
    import('./account.ts'),
  ])
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'getConversion' })
  queryClient.setQueryData(sessionQuery.queryKey, user)
}

export async function logIn(body: Input<'logIn'>['body']): Promise<void> {
  const { user } = await call('logIn', { body })
  await changeUser(user)
}

export async function signUp(body: Input<'signUp'>['body'], idempotencyKey: string): Promise<void> {
  const { user } = await call('signUp', { body }, { idempotencyKey })
  await changeUser(user)
}
