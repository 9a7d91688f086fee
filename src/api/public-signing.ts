import type { SignatureMark, SignerState, SigningView } from '../../contract/signing-public.ts'
import { addEndpoints, call } from './client.ts'
import { signEndpoints } from './sign-endpoints.gen.ts'

addEndpoints(signEndpoints)

export type { SignatureMark, SignerState, SigningView }
export type Signed = {
  values: Record<string, string | boolean>
  signature: SignatureMark | null
  initials: SignatureMark | null
}

const params = (token: string) => ({ params: { token } })

export const viewSigning = (token: string) => call('viewSigning', params(token))
export const sign = (token: string, signed: Signed) =>
  call('sign', { ...params(token), body: { consent: true, ...signed } })
export const declineSigning = (token: string, reason: string) =>
  call('declineSigning', { ...params(token), body: { reason } })
export const openSigning = (token: string, code: string) =>
  call('openSigning', { ...params(token), body: { code } })
export const sendSigningCode = (token: string) => call('sendSigningCode', params(token))

export type Delegation = { name: string; email: string; reason: string }
export const delegateSigning = (token: string, delegate: Delegation) =>
  call('delegateSigning', { ...params(token), body: delegate })

/** A URL to draw on another device; it revokes the previous one. */
export const beginDeviceDrawing = (token: string, kind: 'signature' | 'initials') =>
  call('beginDeviceDrawing', { ...params(token), body: { kind } })
export const getDeviceDrawing = (token: string) => call('getDeviceDrawing', params(token))
/** On the other device: whose signature is drawn. */
export const viewDevice = (device: string) => call('viewDevice', { params: { device } })
export const drawOnDevice = (device: string, image: string) =>
  call('drawOnDevice', { params: { device }, body: { picture: image } })

export function attachToSigning(token: string, field: string, file: File) {
  const form = new FormData()
  form.append('file', file)
  return call('attachToSigning', { params: { token, field_id: field } }, { form })
}
