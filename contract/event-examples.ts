import type { EventObject, EventType } from './events.ts'

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

/** An example of `data.object` for each type of event: what a test with this type sends. */
export const EVENT_EXAMPLES: { [T in EventType]: EventObject<T> } = {
  'conversion.completed': conversion,
  'conversion.failed': {
    ...conversion,
    status: 'failed',
    state: 'failed',
    progress: null,
    error: { code: 'source_damaged', message: 'The file is damaged and cannot be opened.' },
    download_url: null,
    output: null,
    credits_charged: 0,
  },
  'conversion.deleted': { ...conversion, download_url: null },
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
  'webhook.test': {
    webhook_id: ID,
    message: 'This is a test of the webhook.',
  },
}
