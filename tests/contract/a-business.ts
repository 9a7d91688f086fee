import { expect } from 'vitest'
import type { BusinessUser } from '../../contract/business-users.ts'
import type { Business } from '../../contract/businesses.ts'
import type { Role } from '../../contract/permissions.ts'
import type { Caller, Callers } from './caller.ts'

export const BUSINESSES = '/auth/api/v1/business/'
export const INVITATIONS = '/auth/api/v1/invitations/'
/** What a verification asks of the profile. */
export const DETAILS = {
  legal_name: 'Harbour & Company Lda',
  registration_number: 'PT 509 442 013',
  address_line1: '14 Harbour Row',
  city: 'Porto',
  country: 'PT',
}

export interface Place {
  business: Business
  /** Where the business itself is. */
  one: string
  /** Where the rest of it is: members, verification, policies. */
  at: string
  users: string
  /** Acting for it. */
  acting: { 'x-business-id': string }
}

let made = 0
/** A name that no other business of the instance has. */
export const newName = () => `Harbour ${Date.now().toString(36)}${++made} & Co`

export async function aBusiness(me: Caller, fields: object = {}): Promise<Place> {
  const { status, body } = await me.call('POST', BUSINESSES, { name: newName(), ...fields })
  expect(status).toBe(201)
  const business: Business = body
  const at = `/auth/api/v1/businesses/${business.business_id}/`
  return {
    business,
    one: `${BUSINESSES}${business.business_id}/`,
    at,
    users: `${at}users/`,
    acting: { 'x-business-id': business.business_id },
  }
}

export const idOf = async (caller: Caller): Promise<string> =>
  (await caller.call('GET', '/api/v1/user/me/')).body.id

/** Somebody new, added to the business with this role. */
export async function aMember({ someone }: Callers, owner: Caller, { users }: Place, role: Role) {
  const caller = await someone()
  const user_id = await idOf(caller)
  const { status, body } = await owner.call('POST', `${users}create/`, { user_id, role })
  expect(status).toBe(201)
  const member: BusinessUser = body
  return { caller, member, at: `${users}${user_id}/` }
}

/** The token of an invitation that was mailed. */
export const tokenIn = (link: string): string => {
  const { pathname, hash } = new URL(link)
  expect(pathname).toBe('/invitation')
  return hash.slice('#token='.length)
}
