import { NO_POLICIES } from './businesses.ts'
import type { EventObject, EventType } from './events.ts'
import { permissionsOf } from './permissions.ts'
import { StoredFamily } from './storage.ts'

const ORIGIN = 'https://files.example.com'
const ID = '019ab1c2-3d4e-7f50-8a6b-7c8d9e0f1a2b'
const BEGUN = '2026-03-04T09:15:02.118Z'
const ENDED = '2026-03-04T09:15:04.902Z'
const EXPIRES = '2026-03-11T09:15:02.118Z'

const conversion: EventObject<'conversion.completed'> = {
  conversion_id: ID,
  id: ID,
  status: 'completed',
  state: 'completed',
  family: 'document',
  operation: 'convert',
  source_format: 'docx',
  target_format: 'pdf',
  filename: 'Offer.docx',
  size_bytes: 48_213,
  file_count: 1,
  s3_key: `originals/${ID}`,
  options: {},
  progress: 1,
  stage: null,
  stage_message: null,
  error: null,
  download_url: `${ORIGIN}/api/v1/pdf_handler/${ID}/download/`,
  output: {
    filename: 'Offer.pdf',
    format: 'pdf',
    size_bytes: 91_402,
    sha256: '9f2c1ea8d7b6450f3e1d2c4b5a69788716253443526178899aabbccddeeff001',
    s3_key: `results/${ID}`,
    pages: 3,
    warnings: [],
    warning_messages: [],
  },
  credits_quoted: 2,
  credits_charged: 2,
  external_token: 'order-4711',
  batch_id: null,
  delivery: null,
  created_by: '019ab1c2-0000-7000-8000-000000000001',
  created_at: BEGUN,
  started_at: BEGUN,
  completed_at: ENDED,
  expires_at: EXPIRES,
}

const batch: EventObject<'batch.completed'> = {
  batch_id: '019ab1c2-0000-7000-8000-000000000008',
  id: '019ab1c2-0000-7000-8000-000000000008',
  status: 'completed',
  state: 'completed',
  filename: 'Filewright 2026-03-04.zip',
  total: 1,
  pending: 0,
  completed: 1,
  failed: 0,
  size_bytes: 91_402,
  download_url: `${ORIGIN}/api/v1/docs_core/batch/019ab1c2-0000-7000-8000-000000000008/download/`,
  conversions: [{ ...conversion, batch_id: '019ab1c2-0000-7000-8000-000000000008' }],
}

const run: EventObject<'pipeline.run.completed'> = {
  run_id: ID,
  id: ID,
  conversion_id: null,
  pipeline_id: '019ab1c2-0000-7000-8000-000000000002',
  name: 'Archive invoices',
  status: 'completed',
  state: 'completed',
  dry_run: false,
  steps: [
    {
      operation: 'compress',
      label: 'Compress',
      target_format: 'pdf',
      waiting: 0,
      running: 0,
      completed: 2,
      failed: 0,
      skipped: 0,
      duration_ms: 812,
    },
  ],
  total: 2,
  pending: 0,
  completed: 2,
  failed: 0,
  credits_quoted: 4,
  credits_charged: 4,
  download_url: `${ORIGIN}/api/v1/docs_core/batch/${ID}/download/`,
  created_by: '019ab1c2-0000-7000-8000-000000000001',
  created_at: BEGUN,
  completed_at: ENDED,
  expires_at: EXPIRES,
}

const FILE = '019ab1c2-0000-7000-8000-000000000003'
const SHA256 = '9f2c1ea8d7b6450f3e1d2c4b5a69788716253443526178899aabbccddeeff001'

const scanPage: EventObject<'scan.page.added'> = {
  page_id: '019ab1c2-0000-7000-8000-000000000031',
  session_id: '019ab1c2-0000-7000-8000-000000000030',
  position: 1,
  state: 'ready',
  width: 3000,
  height: 4000,
  size_bytes: 1_843_200,
  settings: {
    quad: [
      [0.1, 0.08],
      [0.9, 0.1],
      [0.92, 0.93],
      [0.07, 0.9],
    ],
    rotation: 0,
    filter: 'clean',
    layout: 'page',
  },
  version: 1,
  photo_version: 2,
  is_retake_requested: false,
  phone_id: '019ab1c2-0000-7000-8000-000000000032',
  changed_by: '019ab1c2-0000-7000-8000-000000000032',
  changed_at: BEGUN,
  created_at: BEGUN,
  image_url:
    '/api/v1/pdf_handler/scan/sessions/019ab1c2-0000-7000-8000-000000000030/pages/019ab1c2-0000-7000-8000-000000000031/image/',
}

const { session_id: _session, ...page } = scanPage
const scanSession: EventObject<'scan.completed'> = {
  session_id: '019ab1c2-0000-7000-8000-000000000030',
  title: 'Delivery notes',
  status: 'completed',
  revision: 7,
  desk_name: 'Maren',
  phones: [
    {
      phone_id: '019ab1c2-0000-7000-8000-000000000032',
      name: 'Ines',
      device: 'Chrome 144 on Android',
      is_connected: true,
      last_seen_at: ENDED,
      pages: 1,
    },
  ],
  pages: [page],
  conversion_id: ID,
  created_by: '019ab1c2-0000-7000-8000-000000000001',
  created_at: BEGUN,
  expires_at: EXPIRES,
  ended_at: null,
}

const share: EventObject<'share.created'> = {
  link_id: ID,
  id: ID,
  token: null,
  url: null,
  name: 'Offer.pdf',
  message: '',
  file_id: FILE,
  conversion_id: null,
  file: {
    file_name: 'Offer.pdf',
    file_size_bytes: 91_402,
    format: 'pdf',
    family: 'document',
    sha256: SHA256,
  },
  state: 'active',
  has_password: true,
  email_gate: 'none',
  allow_preview: true,
  notify: false,
  max_downloads: 10,
  downloads: 0,
  views: 0,
  expires_at: EXPIRES,
  revoked_at: null,
  last_viewed_at: null,
  last_downloaded_at: null,
  created_by: '019ab1c2-0000-7000-8000-000000000001',
  created_at: BEGUN,
}

const file: EventObject<'file.created'> = {
  id: FILE,
  file_name: 'Offer.pdf',
  s3_key: `outputs/${FILE}`,
  file_size_bytes: 91_402,
  storage_bytes_recorded: 91_402,
  created_by: '019ab1c2-0000-7000-8000-000000000001',
  created_at: BEGUN,
  updated_at: BEGUN,
  family: 'document',
  format: 'pdf',
  sha256: SHA256,
  source: 'conversion',
  conversion_id: ID,
  thumbnail_url: `${ORIGIN}/api/v1/user/storage/files/${FILE}/thumbnail/`,
  download_url: `${ORIGIN}/api/v1/user/storage/files/${FILE}/content/`,
  share_count: 0,
  versions: 0,
  deleted_at: null,
  purge_at: null,
}

const storage: EventObject<'storage.quota.warning'> = {
  used_bytes: 8_120_000_000,
  recorded_bytes: 8_120_000_000,
  quota_bytes: 10_000_000_000,
  available_bytes: 1_880_000_000,
  files: 4211,
  families: StoredFamily.options.map((family) => ({
    family,
    files: family === 'document' ? 4211 : 0,
    bytes: family === 'document' ? 8_120_000_000 : 0,
  })),
  deleted: { files: 0, bytes: 0 },
}

const RECIPIENT = '019ab1c2-0000-7000-8000-000000000004'
const SESSION = `${ORIGIN}/api/v1/pdf_handler/signing/sessions/${ID}`

const sent: EventObject<'signing.sent'> = {
  session_id: ID,
  id: ID,
  status: 'open',
  state: 'open',
  title: 'Lease',
  message: 'Please sign until Friday.',
  document: {
    file_name: 'Lease.pdf',
    size_bytes: 120_388,
    pages: 4,
    sha256: SHA256,
    download_url: `${SESSION}/document/`,
  },
  recipients: [
    {
      id: RECIPIENT,
      name: 'Ada Byron',
      email: 'ada@example.com',
      role: 'signer',
      group: 1,
      access: 'link',
      may_delegate: false,
      message: '',
      state: 'invited',
      delegated_from: null,
      invited_at: BEGUN,
      viewed_at: null,
      done_at: null,
      reminded_at: null,
      decline_reason: null,
      token: null,
      sign_url: null,
    },
  ],
  fields: [
    {
      id: '019ab1c2-0000-7000-8000-000000000005',
      recipient_id: RECIPIENT,
      kind: 'signature',
      places: [{ page: 4, rect: { x: 72, y: 96, width: 180, height: 48 } }],
      label: '',
      help: '',
      required: true,
      value: null,
      read_only: false,
      options: [],
      max_length: null,
      min: null,
      max: null,
      form_field: null,
    },
  ],
  attachments: [],
  done: 0,
  acting: 1,
  show_signatures: false,
  deadline_at: EXPIRES,
  reminders: null,
  result: null,
  problem: null,
  void_reason: null,
  created_by: '019ab1c2-0000-7000-8000-000000000001',
  created_at: BEGUN,
  updated_at: BEGUN,
  sent_at: BEGUN,
  ended_at: null,
}
const opened = withRecipient(sent, { state: 'viewed', viewed_at: ENDED })
const signed = { ...withRecipient(opened, { state: 'done', done_at: ENDED }), done: 1 }

function withRecipient(
  session: EventObject<'signing.sent'>,
  facts: Partial<EventObject<'signing.sent'>['recipients'][number]>,
): EventObject<'signing.sent'> {
  return {
    ...session,
    updated_at: ENDED,
    recipients: session.recipients.map((one) => ({ ...one, ...facts })),
  }
}

const endedAs = <S extends EventObject<'signing.sent'>['status']>(
  session: EventObject<'signing.sent'>,
  status: S,
) => ({ ...session, status, state: status, updated_at: ENDED, ended_at: ENDED })

const BUSINESS_ID = 'biz_7hq2m4kx9tpz3w5c'

const business: EventObject<'business.verification.changed'> = {
  id: 12,
  business_id: BUSINESS_ID,
  name: 'Harbour & Co',
  legal_name: 'Harbour & Co GmbH',
  registration_number: 'HRB 12345',
  tax_id: 'DE123456789',
  industry: 'Logistics',
  website: 'https://harbour.example.com',
  email: 'office@harbour.example.com',
  phone: '',
  address_line1: 'Quay 4',
  address_line2: '',
  city: 'Hamburg',
  state: '',
  postal_code: '20457',
  country: 'DE',
  description: '',
  is_active: true,
  is_verified: true,
  status: 'active',
  status_reason: null,
  verification_status: 'verified',
  verification_reason: null,
  owner_id: '019ab1c2-0000-7000-8000-000000000001',
  owner_name: 'Ada Byron',
  documents: [],
  verification_events: [],
  requirements: [],
  policies: NO_POLICIES,
  role: null,
  permissions: [],
  members: 8,
  invitations: 1,
  credits_available: 4200,
  storage_bytes: 91_402,
  created_at: BEGUN,
  updated_at: ENDED,
  submitted_at: BEGUN,
  verified_at: ENDED,
  closed_at: null,
}

const member: EventObject<'business.member.joined'> = {
  id: '019ab1c2-0000-7000-8000-000000000006',
  user_id: '019ab1c2-0000-7000-8000-000000000007',
  business_id: BUSINESS_ID,
  business: {
    id: 12,
    business_id: BUSINESS_ID,
    name: 'Harbour & Co',
    status: 'active',
    verification_status: 'verified',
    is_active: true,
    credits_available: 4200,
    members: 8,
  },
  username: 'grace',
  name: 'Grace Hopper',
  email: 'grace@example.com',
  role: 'employee',
  permissions: {},
  effective_permissions: permissionsOf('employee'),
  is_primary_contact: false,
  status: 'active',
  has_second_factor: true,
  second_factor_due: null,
  last_active_at: null,
  credits_this_month: 0,
  invited_by: 'Ada Byron',
  invited_at: BEGUN,
  expires_at: null,
  joined_at: ENDED,
  created_at: BEGUN,
  updated_at: ENDED,
}

const PURCHASE = 'b6f0a4c2-58d1-4c02-9a44-0d6f6c3e7a10'

const purchase: EventObject<'purchase.completed'> = {
  purchase_id: PURCHASE,
  kind: 'pack',
  item: 'pack-1000',
  name: '1,000 credits',
  interval: null,
  status: 'fulfilled',
  price: { amount: 1200, currency: 'EUR' },
  tax: { amount: 276, currency: 'EUR' },
  refunded: { amount: 0, currency: 'EUR' },
  credits: 1000,
  failure: null,
  checkout_url: null,
  expires_at: null,
  return_to: '/convert',
  provider_reference: 'pi_3SYw8dK2eZvKYlo21BvBgWcM',
  invoice_number: '2026-000117',
  invoice_url: `/api/v1/subscription/purchases/${PURCHASE}/invoice.pdf`,
  receipt_url: null,
  created_by: null,
  created_at: BEGUN,
  completed_at: ENDED,
}

const subscription: EventObject<'subscription.renewed'> = {
  plan: 'studio',
  name: 'Studio',
  interval: 'month',
  status: 'active',
  price: { amount: 2900, currency: 'EUR' },
  credits: 2000,
  limits: {
    max_upload_bytes: 10_000_000_000,
    keep_hours: 720,
    parallel_conversions: 6,
    requests_per_minute: 600,
    members: 10,
  },
  storage_bytes: 250_000_000_000,
  current_period_start: BEGUN,
  current_period_end: EXPIRES,
  cancel_at_period_end: false,
  next_plan: null,
  grace_until: null,
  payment_method: { brand: 'visa', last4: '4242', expires: '2028-11' },
  addons: [],
}

/** An example of `data.object` for each type of event: what a test with this type sends. */
export const EVENT_EXAMPLES: { [T in EventType]: EventObject<T> } = {
  'conversion.completed': conversion,
  'conversion.failed': {
    ...conversion,
    status: 'failed',
    state: 'failed',
    progress: null,
    error: {
      code: 'source_damaged',
      message: 'The file is damaged. Check that it opens elsewhere.',
      message_id: 'The file is damaged. Check that it opens elsewhere.',
      message_values: [],
    },
    download_url: null,
    output: null,
    credits_charged: 0,
  },
  'conversion.deleted': { ...conversion, download_url: null },
  'batch.completed': batch,
  'pipeline.run.completed': run,
  'pipeline.run.failed': {
    ...run,
    status: 'failed',
    state: 'failed',
    steps: run.steps.map((step) => ({ ...step, completed: 0, failed: 2, duration_ms: null })),
    completed: 0,
    failed: 2,
    credits_charged: 0,
    download_url: null,
  },
  'signing.sent': sent,
  'signing.opened': opened,
  'signing.signed': { ...signed, status: 'sealing', state: 'sealing' },
  'signing.declined': endedAs(
    withRecipient(opened, { state: 'declined', decline_reason: 'The rent is wrong.' }),
    'declined',
  ),
  'signing.completed': {
    ...endedAs(signed, 'completed'),
    result: {
      file_name: 'Lease, signed.pdf',
      size_bytes: 184_002,
      sha256: SHA256,
      download_url: `${SESSION}/result/`,
      time_stamped: false,
    },
  },
  'signing.expired': endedAs(opened, 'expired'),
  'signing.voided': { ...endedAs(opened, 'voided'), void_reason: 'The lease was changed.' },
  'scan.page.added': scanPage,
  'scan.completed': scanSession,
  'share.created': share,
  'share.downloaded': { ...share, downloads: 1, views: 2, last_viewed_at: ENDED, last_downloaded_at: ENDED },
  'share.revoked': { ...share, state: 'revoked', revoked_at: ENDED },
  'share.expired': { ...share, state: 'expired' },
  'file.created': file,
  'file.deleted': { ...file, storage_bytes_recorded: 0, deleted_at: ENDED, purge_at: EXPIRES },
  'storage.quota.warning': storage,
  'credits.low': { remaining: 82, held: 8, granted: 1000, anonymous: false },
  'credits.exhausted': { remaining: 0, held: 0, granted: 1000, anonymous: false },
  'purchase.completed': purchase,
  'purchase.failed': {
    ...purchase,
    ...{ status: 'failed', failure: 'The card was declined.', provider_reference: null },
    ...{ invoice_number: null, invoice_url: null, receipt_url: null },
  },
  'purchase.refunded': { ...purchase, status: 'refunded', refunded: { amount: 1476, currency: 'EUR' } },
  'subscription.renewed': subscription,
  'subscription.changed': subscription,
  'subscription.cancelled': { ...subscription, cancel_at_period_end: true },
  'subscription.past_due': { ...subscription, status: 'past_due', grace_until: EXPIRES },
  'business.verification.changed': business,
  'business.member.invited': {
    ...member,
    ...{ user_id: null, username: null, has_second_factor: null, status: 'invited' },
    ...{ expires_at: EXPIRES, joined_at: null, updated_at: BEGUN },
  },
  'business.member.joined': member,
  'business.member.changed': {
    ...member,
    role: 'manager',
    effective_permissions: permissionsOf('manager'),
  },
  'business.member.removed': { ...member, status: 'removed', effective_permissions: [] },
  'webhook.test': {
    webhook_id: ID,
    message: 'This is a test of the webhook.',
  },
}

/** What was before, where an event tells of it. */
const PREVIOUS: Partial<Record<EventType, Record<string, unknown>>> = {
  'subscription.changed': { plan: 'starter' },
  'business.verification.changed': { verification_status: 'in_review' },
  'business.member.changed': { role: 'employee' },
}

/** An example of a request body. */
export const eventExample = (type: EventType) => ({
  id: `evt_${ID}`,
  type,
  timestamp: ENDED,
  data: { object: EVENT_EXAMPLES[type], ...(PREVIOUS[type] && { previous: PREVIOUS[type] }) },
})
