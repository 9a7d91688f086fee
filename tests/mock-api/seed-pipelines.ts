import type { Db } from './db.ts'
import { advanceRuns, newItem } from './pipeline-runs.ts'
import { emptyPipelines, type StoredPipeline, type StoredRun, type StoredStep } from './stored-pipelines.ts'

const HOUR = 3_600_000
const id = (kind: number, index: number) => `018f2d6e-4${kind}00-7000-8000-${String(index).padStart(12, '0')}`

const PIPELINES: {
  name: string
  description: string
  steps: (Partial<StoredStep> & { operation: string })[]
}[] = [
  {
    name: 'Stamp and protect',
    description: 'For files sent outside the company.',
    steps: [
      { operation: 'watermark', options: { text: 'COPY' } },
      { operation: 'page_numbers' },
      { operation: 'encrypt', sealed: { user_password: 'harbour' } },
    ],
  },
  {
    name: 'Monthly statements to the archive, with numbers at the foot, made small, and without their authors',
    description: '',
    steps: [
      { operation: 'page_numbers' },
      { operation: 'metadata', options: { remove_all: true } },
      { operation: 'flatten' },
      { operation: 'optimize' },
    ],
  },
  {
    name: 'Redact for the register',
    description: 'Addresses and names go for good.',
    steps: [
      { operation: 'redact', options: { emails: true } },
      { operation: 'convert', target_format: 'docx' },
    ],
  },
]

/** Three pipelines, and runs that ended well, partly, and not at all. */
export function seedPipelines(db: Db, owner: string, now = Date.now()) {
  const store = emptyPipelines()
  const at = (away: number) => new Date(now - away).toISOString()
  store.pipelines = PIPELINES.map(({ name, description, steps }, index): StoredPipeline => {
    return {
      id: id(0, index + 1),
      owner,
      name,
      description,
      steps: steps.map((step, place) => ({
        id: id(1, index * 10 + place + 1),
        target_format: 'pdf',
        options: {},
        files: [],
        files_first: false,
        sealed: {},
        ...step,
      })),
      lastRunAt: index < 2 ? at((index + 1) * 5 * HOUR) : null,
      createdAt: at((index + 20) * 24 * HOUR),
      updatedAt: at((index + 1) * 7 * HOUR),
    }
  })
  const runs: [pipeline: number, away: number, files: string[]][] = [
    [0, 5 * HOUR, ['Offer 114.pdf', 'Offer 115.pdf', 'Offer 116 damaged.pdf']],
    [1, 10 * HOUR, Array.from({ length: 24 }, (_, index) => `Statement ${index + 1}.pdf`)],
    [0, 40 * HOUR, ['Lease encrypted.pdf']],
  ]
  store.runs = runs.map(([of, away, files], index): StoredRun => {
    const pipeline = store.pipelines[of] as StoredPipeline
    const run: StoredRun = {
      id: id(2, index + 1),
      owner,
      pipelineId: pipeline.id,
      name: pipeline.name,
      dryRun: false,
      steps: pipeline.steps.map(({ operation, target_format }) => ({
        operation,
        label: LABELS[operation] ?? operation,
        target: target_format,
      })),
      items: [],
      createdAt: at(away),
    }
    run.items = files.map((name, place) => ({
      ...newItem(db, run, { name, bytes: 182_000 + place * 31_000, key: null }, place, run.steps.length),
      startsAt: now - away + place * 400,
      stepMs: 640,
    }))
    return run
  })
  db.pipelines = store
  advanceRuns(db, now)
}

const LABELS: Record<string, string> = {
  watermark: 'Add watermark',
  page_numbers: 'Add page numbers',
  encrypt: 'Encrypt with password',
  metadata: 'Edit metadata',
  flatten: 'Flatten forms and comments',
  optimize: 'Compress',
}
