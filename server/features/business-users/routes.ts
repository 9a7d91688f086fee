import type { businessUserEndpoints } from '../../../contract/business-users.ts'
import { actFor } from '../../core/act-for.ts'
import { requireBusiness } from '../../core/businesses/hold-business.ts'
import { presentBusiness } from '../../core/businesses/present-business.ts'
import type { Handlers } from '../../http/handlers.ts'
import { addMember, createMember } from './add-member.ts'
import { changeMember, setMemberRole } from './change-member.ts'
import { importMembers } from './import-members.ts'
import { acceptInvitation, declineInvitation, getInvitation } from './invitations.ts'
import { inviteMember, resendInvitation } from './invite-member.ts'
import { getBusinessUser, listBusinessUsers } from './list-business-users.ts'
import { listOwnMemberships } from './own-memberships.ts'
import { remindMember } from './remind-member.ts'
import { removeMember } from './remove-member.ts'
import { transferBusiness } from './transfer-business.ts'

export const businessUserRoutes: Handlers<keyof typeof businessUserEndpoints> = {
  listOwnMemberships: async ({ ctx, query }) => ({ status: 200, body: await listOwnMemberships(ctx, query) }),
  listBusinessUsers: async ({ ctx, query }) => ({ status: 200, body: await listBusinessUsers(ctx, query) }),
  getBusinessUser: async ({ ctx, params }) => ({
    status: 200,
    body: await getBusinessUser(ctx, params.user_id),
  }),
  updateBusinessUser: async ({ ctx, params, json }) => ({
    status: 200,
    body: await changeMember(ctx, params.user_id, json),
  }),
  setBusinessUserRole: async ({ ctx, params, json }) => ({
    status: 200,
    body: await setMemberRole(ctx, params.user_id, json),
  }),
  removeBusinessUser: async ({ ctx, params }) => {
    await removeMember(ctx, params.user_id)
    return { status: 204 }
  },
  inviteBusinessUser: async ({ ctx, json, idempotencyKey }) => ({
    status: 201,
    body: await inviteMember(ctx, json, idempotencyKey),
  }),
  addBusinessUser: async ({ ctx, json, idempotencyKey }) => ({
    status: 201,
    body: await addMember(ctx, json, idempotencyKey),
  }),
  createBusinessUser: async ({ ctx, query, json, idempotencyKey }) => ({
    status: 201,
    body: await createMember(ctx, query, json, idempotencyKey),
  }),
  resendInvitation: async ({ ctx, params }) => ({
    status: 200,
    body: await resendInvitation(ctx, params.user_id),
  }),
  remindBusinessUser: async ({ ctx, params }) => {
    await remindMember(ctx, params.user_id)
    return { status: 204 }
  },
  importBusinessUsers: async ({ ctx, parts }) => ({ status: 200, body: await importMembers(ctx, parts()) }),
  transferBusiness: async ({ ctx, params, json }) => {
    await transferBusiness(ctx, json.user_id)
    // The caller is an admin from now on.
    ctx.actor = await actFor(ctx, params.business_id)
    return { status: 200, body: await presentBusiness(ctx, requireBusiness(ctx).id) }
  },
  getInvitation: async ({ ctx, params }) => ({ status: 200, body: await getInvitation(ctx, params.token) }),
  acceptInvitation: async ({ ctx, params, json }) => ({
    status: 200,
    body: await acceptInvitation(ctx, params.token, json),
  }),
  declineInvitation: async ({ ctx, params }) => {
    await declineInvitation(ctx, params.token)
    return { status: 204 }
  },
}
