import { addEndpoints, call, type Output } from './client.ts'
import { invitationEndpoints } from './invitation-endpoints.gen.ts'
import { changeUser } from './sign-in.ts'

// For invitation links, with and without an account; does not load the query library.
addEndpoints(invitationEndpoints)

export type Invitation = Output<'getInvitation'>

/** The invitation of a link's token. @throws ApiError not_found, link_expired */
export const getInvitation = (token: string): Promise<Invitation> =>
  call('getInvitation', { params: { token } })

/**
 * Makes the signed-in user a member. `otherAccount`: although their address is not the invited one.
 */
export async function acceptInvitation(token: string, otherAccount: boolean): Promise<void> {
  await call('acceptInvitation', { params: { token }, body: { other_account: otherAccount } })
  await changeUser()
}

export const declineInvitation = (token: string): Promise<unknown> =>
  call('declineInvitation', { params: { token } })
