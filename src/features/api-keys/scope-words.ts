import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Scope } from '../../api/access.ts'

/** What each scope lets a key do; a scope without its words does not compile. */
export const SCOPE_WORDS: Record<Scope, MessageDescriptor> = {
  'convert:read': msg`See formats, operations, conversions and their results`,
  'convert:write': msg`Convert, cancel and collect files`,
  'history:read': msg`See what was converted`,
  'history:write': msg`Hide and remove what was converted`,
  'account:read': msg`See the profile`,
  'account:write': msg`Change names, language and time zone`,
  'mfa:read': msg`See the status of two-factor authentication`,
  'usage:read': msg`See credits used and conversions over time`,
  'storage:read': msg`See and download stored files`,
  'storage:write': msg`Store, rename and delete files`,
  'shares:read': msg`See share links and who used them`,
  'shares:write': msg`Share files and take links back`,
  'signing:read': msg`See signing sessions and take their documents`,
  'signing:write': msg`Send documents for signature and end it`,
  'pipelines:read': msg`See pipelines and what they were run on`,
  'pipelines:write': msg`Change pipelines and run them`,
  'webhooks:read': msg`See webhooks, their deliveries and what was sent`,
  'webhooks:write': msg`Change webhooks, test them and send events again`,
  'billing:read': msg`See plans, purchases and invoices`,
  'tokens:introspect': msg`Ask what a token of this instance stands for`,
}

export const ALL_SCOPES = Object.keys(SCOPE_WORDS) as Scope[]
export const CONVERT_ONLY: readonly Scope[] = ['convert:read', 'convert:write']

type ScopeArea = Scope extends `${infer Area}:${string}` ? Area : never

/** What the scopes are grouped by: the part before the colon; one without its word does not compile. */
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

/** Scopes by area, in the order of the contract. A right of a newer instance stands as its own name. */
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
