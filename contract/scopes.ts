/**
 * Scopes of API keys. Each has the name of the permission that operations require.
 */
export const SCOPES = {
  'convert:read': 'See formats, operations, conversions and their results',
  'convert:write': 'Convert, cancel and collect files',
  'history:read': 'See what was converted',
  'history:write': 'Hide and remove what was converted',
  'account:read': 'See the profile',
  'account:write': 'Change names, language and time zone',
  'mfa:read': 'See the status of two-factor authentication',
  'usage:read': 'See credits used and conversions over time',
  'storage:read': 'See and download stored files',
  'storage:write': 'Store, rename and delete files',
  'shares:read': 'See share links and who used them',
  'shares:write': 'Share files and take links back',
  'signing:read': 'See signing sessions and take their documents',
  'signing:write': 'Send documents for signature and end it',
  'pipelines:read': 'See pipelines and what they were run on',
  'pipelines:write': 'Change pipelines and run them',
  'webhooks:read': 'See webhooks, their deliveries and what was sent',
  'webhooks:write': 'Change webhooks, test them and send events again',
  'billing:read': 'See plans, purchases and invoices',
  'tokens:introspect': 'Ask what a token of this instance stands for',
} as const

export type Scope = keyof typeof SCOPES
export const SCOPE_NAMES = Object.keys(SCOPES) as [Scope, ...Scope[]]
