import type { User } from '../../contract/account.ts'
import type { MfaMethod } from '../../contract/mfa.ts'
import type { ProviderName } from '../../contract/sign-in.ts'
import { call, type Input, type Output } from './client.ts'

export type { MfaMethod, ProviderName }

/**
 * Opening a session, without the query library: the pages around signing in are to be there at once
 * and load as little as they can. The cache comes with the page that follows.
 */

/**
 * The cache is that of the person who was here before, as a visitor. Their conversions stay and are
 * followed, so that the list of files on Convert stays as it was; everything else is asked for
 * anew.
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

/** Ends this session, for who wants to sign in with another account. */
export async function leaveSession(): Promise<void> {
  await call('logOut')
  await changeUser()
}

export type MfaRequired = Extract<Output<'logIn'>, { mfa_required: true }>

/** Null: they are signed in. Else a second factor is wanted. */
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

/**
 * Has a code sent, where the method is one that sends. Begins the tries anew only with a new
 * sign-in.
 */
export const sendCode = (method: MfaMethod) => call('challengeMfa', { body: { method } })

/** The second half of a sign-in. */
export async function finishLogIn(body: Input<'verifyMfa'>['body']): Promise<void> {
  await call('verifyMfa', { body })
  await changeUser()
}

export type Provider = Output<'listProviders'>['providers'][number]
let providers: Provider[] | null = null

/** Those that were found out; null while nobody knows. */
export const knownProviders = (): Provider[] | null => providers

/**
 * Through whom one may sign in here, asked once. None where it cannot be found out: the form stands
 * without them. It is asked while the page's code is on its way, so that their row does not jump
 * in.
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
 * Lets the sign-in at a provider, which the browser has just come back from, open the account of
 * this session.
 */
export const linkIdentity = (body: Input<'linkIdentity'>['body']) => call('linkIdentity', { body })

export const requestPasswordReset = (email: string) => call('requestPasswordReset', { body: { email } })

/** Ends every session; whoever set the password signs in with it. */
export async function resetPassword(body: Input<'resetPassword'>['body']): Promise<void> {
  await call('resetPassword', { body })
  await changeUser()
}

export async function verifyEmail(token: string): Promise<string> {
  const { email } = await call('verifyEmail', { body: { token } })
  await changeUser()
  return email
}

/** Of whoever is signed in; refused with `unauthenticated` where nobody is. */
export const sendVerification = () => call('sendVerification')
