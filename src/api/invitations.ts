import { addEndpoints, call, type Output } from './client.ts'
import { invitationEndpoints } from './invitation-endpoints.gen.ts'
import { changeUser } from './sign-in.ts'

// Of an invitation's link, for people with and without an account, and without the query library.
addEndpoints(invitationEndpoints)

export type Invitation = Output<'getInvitation'>

/** Of a link's token. @throws ApiError not_found, link_expired */
export const getInvitation = (token: string): Promise<Invitation> =>
  call('getInvitation', { params: { token } })

/**
 * Makes the signed-in person a member. `otherAccount`: although the account has another address
 * than the invited one.
 */
export async function acceptInvitation(token: string, otherAccount: boolean): Promise<void> {
  await call('acceptInvitation', { params: { token }, body: { other_account: otherAccount } })
  await changeUser()
}

export const declineInvitation = (token: string): Promise<unknown> =>
  call('declineInvitation', { params: { token } })
