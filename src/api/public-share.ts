import type { PublicShare } from '../../contract/shares.ts'
import { addEndpoints, call } from './client.ts'
import { landingEndpoints } from './landing-endpoints.gen.ts'

addEndpoints(landingEndpoints)

export type { PublicShare }
/** The credentials that open a locked link. They go in a body, never in a URL. */
export type ShareCredentials = { password?: string; email?: string; code?: string }

const params = (token: string) => ({ params: { token } })

export const getPublicShare = (token: string) => call('getPublicShare', params(token))
export const openPublicShare = (token: string, given: ShareCredentials) =>
  call('openPublicShare', { ...params(token), body: given })
export const sendShareCode = (token: string, given: { email: string; password?: string }) =>
  call('sendShareCode', { ...params(token), body: given })
/** To download it, or to display it in the page. */
export type Purpose = 'take' | 'read'
export const redeemPublicShare = (token: string, to: Purpose) =>
  call('redeemPublicShare', { ...params(token), body: { to } })
export const reportPublicShare = (token: string, given: { reason: string; email?: string }) =>
  call('reportPublicShare', { ...params(token), body: given })
