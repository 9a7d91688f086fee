import type { User } from '../../contract/account.ts'
import type { MfaMethod } from '../../contract/mfa.ts'
import type { ProviderName } from '../../contract/sign-in.ts'
import { call, type Input, type Output } from './client.ts'

export type { MfaMethod, ProviderName }

/**
 * Sign-in without the query library, so that its pages load little code. The next page loads the
 * cache.
 */

/**
 * Clears the cache of the guest who was here before. Conversions stay and are followed, so that the
 * file list of Convert stays; everything else is refetched.
 */
export async function changeUser(user?: User): Promise<void> {
  const [{ queryClient }, { sessionQuery }] = await Promise.all([
    import('./query-client.ts'),
    import('./account.ts'),
  ])
  const kept: readonly unknown[] = ['getConversion', 'followed']
  queryClient.removeQueries({ predicate: ({ queryKey }) => !kept.includes(queryKey[0]) })
  if (user) queryClient.setQueryData(sessionQuery.queryKey, user)
}

/** Ends this session, to sign in with another account. */
export async function leaveSession(): Promise<void> {
  await call('logOut')
  await changeUser()
}

export type MfaRequired = Extract<Output<'logIn'>, { mfa_required: true }>

/** Null: signed in. Otherwise a second factor is required. */
export async function logIn(body: Input<'logIn'>['body']): Promise<MfaRequired | null> {
  const answer = await call('logIn', { body })
  if ('mfa_required' in answer) return answer
  await changeUser(answer.user)
  return null
}

export async function signUp(body: Input<'signUp'>['body'], idempotencyKey: string): Promise<void> {
  const { user } = await call('signUp', { body }, { idempotencyKey })
  await changeUser(user)
}

/** Sends a code, for methods that send one. Only a new sign-in resets the attempts. */
export const sendCode = (method: MfaMethod) => call('challengeMfa', { body: { method } })

/** The second step of a sign-in. */
export async function finishLogIn(body: Input<'verifyMfa'>['body']): Promise<void> {
  await call('verifyMfa', { body })
  await changeUser()
}

export type Provider = Output<'listProviders'>['providers'][number]
let providers: Provider[] | null = null

/** The loaded providers; null until loaded. */
export const knownProviders = (): Provider[] | null => providers

/**
 * The sign-in providers of this instance, requested once; empty on error, so that the form works
 * without them. Requested with the page's code, so that their row does not shift the layout.
 */
export async function loadProviders(): Promise<Provider[]> {
  try {
    providers ??= (await call('listProviders')).providers
    return providers
  } catch {
    return []
  }
}

export const startProvider = (provider: ProviderName) => call('startProvider', { params: { provider } })

/**
 * Links the provider account, from which the browser was redirected, to the user of this session.
 */
export const linkIdentity = (body: Input<'linkIdentity'>['body']) => call('linkIdentity', { body })

export const requestPasswordReset = (email: string) => call('requestPasswordReset', { body: { email } })

/** Ends every session; the user signs in with the new password. */
export async function resetPassword(body: Input<'resetPassword'>['body']): Promise<void> {
  await call('resetPassword', { body })
  await changeUser()
}

export async function verifyEmail(token: string): Promise<string> {
  const { email } = await call('verifyEmail', { body: { token } })
  await changeUser()
  return email
}

/** For the signed-in user; `unauthenticated` without a session. */
export const sendVerification = () => call('sendVerification')
