/** Creates every URL of the dashboard. */

export interface HistorySearch {
  q?: string
  family?: string
  status?: string
  format?: string
  cost?: string
  /** The id of the user who created it. */
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
  /** Opens the file selection of a new link. */
  new?: '1'
}

export interface PipelinesSearch {
  tab?: string
  q?: string
  by?: string
  sort?: string
  /** Only the runs of this pipeline. */
  pipeline?: string
  /** Opens the import of a document. */
  import?: '1'
}

export interface PdfSearch {
  /** A stored file's id. */
  file?: string
  conversion?: string
  /** Starts at 1. */
  page?: string
}

export interface SigningSearch {
  tab?: string
  by?: string
  state?: string
  q?: string
  sort?: string
}

/** The purpose of a scan: where its PDF goes. */
export type ScanPurpose = 'convert' | 'storage' | 'signing'

export interface NewSigningSearch {
  /** A stored file's id. */
  file?: string
  conversion?: string
  template?: string
}

export interface BusinessesSearch {
  /** Opens the dialog for the name of a new one. */
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

/** The state of a webhook's page, and the dialog over it. */
export interface WebhookSearch {
  status?: string
  type?: string
  since?: string
  until?: string
  q?: string
  /** The id of the open delivery. */
  delivery?: string
  /** The time range of the chart, and whether a table replaces it. */
  range?: string
  view?: string
  /** Opens the recovery of missed events, with a suggested time. */
  recover?: string
}

export interface NotificationsSearch {
  group?: string
  /** Opens the settings. */
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
  /** The id of the user who caused it. */
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
  /** The same page, scrolled to the result. */
  result: (id: string) => `/history/${encodeURIComponent(id)}#result`,
  pdf: (search?: PdfSearch) => withSearch('/pdf', search),
  storage: (search?: StorageSearch) => withSearch('/storage', search),
  storedFile: (id: string) => `/storage/${encodeURIComponent(id)}`,
  shares: (search?: SharesSearch) => withSearch('/shares', search),
  share: (id: string) => `/shares/${encodeURIComponent(id)}`,
  pipelines: (search?: PipelinesSearch) => withSearch('/pipelines', search),
  newPipeline: (search?: { template?: string }) => withSearch('/pipelines/new', search),
  /** `step` starts at 1; `run` opens the file selection; `try` is the dry run beside the steps. */
  pipeline: (id: string, search?: { step?: string; run?: '1'; try?: string }) =>
    withSearch(`/pipelines/${encodeURIComponent(id)}`, search),
  pipelineRun: (id: string) => `/pipelines/runs/${encodeURIComponent(id)}`,
  scan: (search?: { for?: ScanPurpose }) => withSearch('/scan', search),
  scanSession: (id: string, search?: { for?: string }) =>
    withSearch(`/scan/${encodeURIComponent(id)}`, search),
  signing: (search?: SigningSearch) => withSearch('/signing', search),
  newSigning: (search?: NewSigningSearch) => withSearch('/signing/new', search),
  /** The editor for a draft, otherwise the request's page. */
  signingSession: (id: string) => `/signing/${encodeURIComponent(id)}`,
  webhooks: (search?: WebhooksSearch) => withSearch('/webhooks', search),
  newWebhook: () => '/webhooks/new',
  /** With the request of a delivery, or empty. */
  verifySignature: (search?: { webhook: string; delivery: string }) => withSearch('/webhooks/verify', search),
  webhook: (id: string, search?: WebhookSearch) => withSearch(`/webhooks/${encodeURIComponent(id)}`, search),
  notifications: (search?: NotificationsSearch) => withSearch('/notifications', search),
  billing: (tab: BillingTab = 'overview', search?: LedgerSearch) =>
    withSearch(`/billing${tab === 'overview' ? '' : `/${tab}`}`, search),
  /** The return URL of the checkout. */
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
  /** The invitation whose link this tab has opened. */
  invitation: () => '/invitation',
  signIn: (search?: { return?: string }) => withSearch('/sign-in', search),
  signInCode: (search?: { return?: string }) => withSearch('/sign-in/code', search),
  forgotPassword: () => '/forgot-password',
  account: () => '/account',
  /** The password section of the account page, with its field focused. */
  password: () => '/account#password',
  security: (search?: { 'set-up'?: 'totp' | 'email' | 'sms'; manage?: 'totp' | 'email' | 'sms' }) =>
    withSearch('/security', search),
  apiKeys: () => '/security/api-keys',
  securityLog: (search?: { only?: 'failed' }) => withSearch('/security/log', search),
  outbox: (search?: { message?: string }) => withSearch('/outbox', search),
  signUp: (search?: { return?: string }) => withSearch('/sign-up', search),
  /** Public; needs no account. */
  verify: () => '/verify',
  /** Public; needs no account. */
  pricing: () => '/pricing',
  /** For signed-in users, and for everyone if it is public. */
  status: () => '/status',
  components: () => '/components',
} as const
