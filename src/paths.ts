/** Every URL of the dashboard is made here, and nowhere else. */

export interface HistorySearch {
  q?: string
  family?: string
  status?: string
  format?: string
  cost?: string
  /** The id of who made it. */
  by?: string
  hidden?: '1'
  from?: string
  to?: string
  sort?: string
}

export interface StorageSearch {
  q?: string
  family?: string
  source?: string
  by?: string
  shared?: '1'
  deleted?: '1'
  sort?: string
  view?: string
}

export interface SharesSearch {
  q?: string
  by?: string
  state?: string
  /** Asks for the file of a new link. */
  new?: '1'
}

export interface PipelinesSearch {
  tab?: string
  q?: string
  by?: string
  sort?: string
  /** Only the runs of this one. */
  pipeline?: string
  /** Asks for a document to be read. */
  import?: '1'
}

export interface PdfSearch {
  /** A stored file's id. */
  file?: string
  conversion?: string
  /** From 1. */
  page?: string
}

export interface SigningSearch {
  tab?: string
  by?: string
  state?: string
  q?: string
  sort?: string
}

/** What is scanned for: where its PDF goes. */
export type ScanPurpose = 'convert' | 'storage' | 'signing'

export interface NewSigningSearch {
  /** A stored file's id. */
  file?: string
  conversion?: string
  template?: string
}

export interface BusinessesSearch {
  /** Asks for the name of a new one. */
  new?: '1'
}

export type BusinessTab =
  | 'overview'
  | 'profile'
  | 'verification'
  | 'members'
  | 'roles'
  | 'policies'
  | 'api-keys'
  | 'audit'

export interface WebhooksSearch {
  state?: string
  q?: string
}

/** What the page of a webhook shows, and the dialog over it. */
export interface WebhookSearch {
  status?: string
  type?: string
  since?: string
  until?: string
  q?: string
  /** The id of the delivery that is open. */
  delivery?: string
  /** Time that the chart is of, and whether a table stands in its place. */
  range?: string
  view?: string
  /** Asks since when missed events are sent again; a time is proposed. */
  recover?: string
}

export interface NotificationsSearch {
  group?: string
  /** The settings are open. */
  settings?: '1'
}

export interface OverviewSearch {
  days?: string
  view?: string
  family?: string
}

export interface AccountsSearch {
  q?: string
  state?: string
}

export interface AdminAuditSearch {
  act?: string
  /** The ids of an account, and of an administrator. */
  account?: string
  by?: string
}

export type BillingTab = 'overview' | 'plans' | 'ledger' | 'purchases' | 'settings'

export interface LedgerSearch {
  direction?: string
  area?: string
  /** The id of who caused it. */
  by?: string
  lot?: string
  from?: string
  to?: string
}

function withSearch(path: string, search: object = {}): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(search))
    if (typeof value === 'string' && value) query.set(key, value)
  return query.size > 0 ? `${path}?${query}` : path
}

export const paths = {
  overview: (search?: OverviewSearch) => withSearch('/', search),
  convert: () => '/convert',
  history: (search?: HistorySearch) => withSearch('/history', search),
  conversion: (id: string) => `/history/${encodeURIComponent(id)}`,
  /** The same page, at what came out. */
  result: (id: string) => `/history/${encodeURIComponent(id)}#result`,
  pdf: (search?: PdfSearch) => withSearch('/pdf', search),
  storage: (search?: StorageSearch) => withSearch('/storage', search),
  storedFile: (id: string) => `/storage/${encodeURIComponent(id)}`,
  shares: (search?: SharesSearch) => withSearch('/shares', search),
  share: (id: string) => `/shares/${encodeURIComponent(id)}`,
  pipelines: (search?: PipelinesSearch) => withSearch('/pipelines', search),
  newPipeline: (search?: { template?: string }) => withSearch('/pipelines/new', search),
  /**
   * `step` is counted from 1; `run` asks for files; `try` is the dry run that stands beside the
   * steps.
   */
  pipeline: (id: string, search?: { step?: string; run?: '1'; try?: string }) =>
    withSearch(`/pipelines/${encodeURIComponent(id)}`, search),
  pipelineRun: (id: string) => `/pipelines/runs/${encodeURIComponent(id)}`,
  scan: (search?: { for?: ScanPurpose }) => withSearch('/scan', search),
  scanSession: (id: string, search?: { for?: string }) =>
    withSearch(`/scan/${encodeURIComponent(id)}`, search),
  signing: (search?: SigningSearch) => withSearch('/signing', search),
  newSigning: (search?: NewSigningSearch) => withSearch('/signing/new', search),
  /** While it is a draft, the desk on which it is made ready. */
  signingSession: (id: string) => `/signing/${encodeURIComponent(id)}`,
  webhooks: (search?: WebhooksSearch) => withSearch('/webhooks', search),
  newWebhook: () => '/webhooks/new',
  /** With the request of a delivery, or with nothing. */
  verifySignature: (search?: { webhook: string; delivery: string }) => withSearch('/webhooks/verify', search),
  webhook: (id: string, search?: WebhookSearch) => withSearch(`/webhooks/${encodeURIComponent(id)}`, search),
  notifications: (search?: NotificationsSearch) => withSearch('/notifications', search),
  billing: (tab: BillingTab = 'overview', search?: LedgerSearch) =>
    withSearch(`/billing${tab === 'overview' ? '' : `/${tab}`}`, search),
  /** Where the checkout leads back to. */
  billingReturn: (search: { purchase: string; cancelled?: '1' }) => withSearch('/billing/return', search),
  businesses: (search?: BusinessesSearch) => withSearch('/businesses', search),
  business: (id: string, tab: BusinessTab = 'overview', search?: object) =>
    withSearch(`/businesses/${encodeURIComponent(id)}${tab === 'overview' ? '' : `/${tab}`}`, search),
  /** For administrators of the instance. */
  admin: () => '/admin',
  accounts: (search?: AccountsSearch) => withSearch('/admin/accounts', search),
  managedAccount: (id: string) => `/admin/accounts/${encodeURIComponent(id)}`,
  adminAudit: (search?: AdminAuditSearch) => withSearch('/admin/audit', search),
  businessQueue: () => '/admin/businesses',
  billingAdmin: () => '/admin/billing',
  businessReview: (id: string) => `/admin/businesses/${encodeURIComponent(id)}`,
  /** Of an invitation whose link this tab has opened. */
  invitation: () => '/invitation',
  signIn: (search?: { return?: string }) => withSearch('/sign-in', search),
  signInCode: (search?: { return?: string }) => withSearch('/sign-in/code', search),
  forgotPassword: () => '/forgot-password',
  account: () => '/account',
  /** The part of the account's page where the password is changed, with the cursor in it. */
  password: () => '/account#password',
  security: (search?: { 'set-up'?: 'totp' | 'email' | 'sms'; manage?: 'totp' | 'email' | 'sms' }) =>
    withSearch('/security', search),
  apiKeys: () => '/security/api-keys',
  securityLog: (search?: { only?: 'failed' }) => withSearch('/security/log', search),
  outbox: (search?: { message?: string }) => withSearch('/outbox', search),
  signUp: (search?: { return?: string }) => withSearch('/sign-up', search),
  /** For anybody, without an account. */
  verify: () => '/verify',
  /** For anybody, without an account. */
  pricing: () => '/pricing',
  /** For who is signed in, and for anybody where it is public. */
  status: () => '/status',
  components: () => '/components',
} as const
