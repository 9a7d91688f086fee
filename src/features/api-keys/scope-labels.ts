import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Scope } from '../../api/access.ts'

/** Texts of scopes; a missing one is a type error. */
export const SCOPE_WORDS: Record<Scope, MessageDescriptor> = {
  'convert:read': msg`View formats, operations, conversions and results`,
  'convert:write': msg`Convert files, cancel conversions, download results`,
  'history:read': msg`View conversions`,
  'history:write': msg`Hide and delete conversions`,
  'account:read': msg`View profile`,
  'account:write': msg`Edit names, language and time zone`,
  'mfa:read': msg`View two-factor authentication status`,
  'usage:read': msg`View credit usage and conversions over time`,
  'storage:read': msg`View and download stored files`,
  'storage:write': msg`Store, rename and delete files`,
  'shares:read': msg`View share links and who used them`,
  'shares:write': msg`Share files and revoke links`,
  'signing:read': msg`View signature requests, download documents`,
  'signing:write': msg`Send and void signature requests`,
  'pipelines:read': msg`View pipelines and their runs`,
  'pipelines:write': msg`Edit and run pipelines`,
  'webhooks:read': msg`View webhooks, deliveries and payloads`,
  'webhooks:write': msg`Edit and test webhooks, resend events`,
  'billing:read': msg`View plans, purchases and invoices`,
  'tokens:introspect': msg`Introspect tokens`,
}

export const ALL_SCOPES = Object.keys(SCOPE_WORDS) as Scope[]
export const CONVERT_ONLY: readonly Scope[] = ['convert:read', 'convert:write']

type ScopeArea = Scope extends `${infer Area}:${string}` ? Area : never

/** The area of a scope is the part before the colon; a missing text is a type error. */
export const AREA_WORDS: Record<ScopeArea, MessageDescriptor> = {
  convert: msg`Convert`,
  history: msg`History`,
  account: msg`Account`,
  mfa: msg`Two-factor`,
  usage: msg`Usage`,
  storage: msg`Storage`,
  shares: msg`Shares`,
  signing: msg`Signing`,
  pipelines: msg`Pipelines`,
  webhooks: msg`Webhooks`,
  tokens: msg`Tokens`,
  billing: msg`Billing`,
}
const RIGHTS: Record<string, MessageDescriptor> = {
  read: msg`read`,
  write: msg`write`,
  introspect: msg`look up`,
}

export interface ScopeGroup {
  area: string
  name: MessageDescriptor
  scopes: { scope: Scope; right: MessageDescriptor }[]
}

/**
 * Scopes by area, in the contract's order. Unknown scopes of a newer instance are shown by name.
 */
export function groupsOf(scopes: readonly Scope[]): ScopeGroup[] {
  const groups = new Map<string, ScopeGroup>()
  for (const scope of scopes) {
    const [area = '', right = ''] = scope.split(':')
    const plain = (name: string): MessageDescriptor => ({ id: name, message: name })
    const group = groups.get(area) ?? { area, name: AREA_WORDS[area as ScopeArea] ?? plain(area), scopes: [] }
    group.scopes.push({ scope, right: RIGHTS[right] ?? plain(right) })
    groups.set(area, group)
  }
  return [...groups.values()]
}
