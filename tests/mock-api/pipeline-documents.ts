import type { PipelineStep } from '../../contract/pipelines.ts'
import { OPERATIONS } from './formats.ts'
import { MockProblem } from './handler.ts'

interface Unmapped {
  step: number | null
  what: string
  why: string
}

interface Read {
  source: 'filewright' | 'stirling'
  name: string
  description: string
  steps: PipelineStep[]
  unmapped: Unmapped[]
}

type Loose = Record<string, unknown>
const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null
const textOf = (value: unknown, otherwise = '') => (typeof value === 'string' ? value : otherwise)

/** What another program calls the same. */
const STIRLING: Record<string, string> = {
  'add-watermark': 'watermark',
  'add-page-numbers': 'page_numbers',
  'add-password': 'encrypt',
  'remove-password': 'decrypt',
  'compress-pdf': 'optimize',
  'rotate-pdf': 'rotate_pages',
  'remove-pages': 'delete_pages',
  'auto-redact': 'redact',
  repair: 'repair',
  flatten: 'flatten',
}

/** Reads a document as a pipeline, and says what of it has no counterpart here. */
export function readDocument(document: Loose): Read {
  if (document.format === 'filewright-pipeline' && Array.isArray(document.steps)) return readOwn(document)
  if (Array.isArray(document.pipeline)) return readStirling(document)
  throw new MockProblem('pipeline_unreadable', 'This is no pipeline of a kind that is known here.')
}

function readOwn(document: Loose): Read {
  const unmapped: Unmapped[] = []
  const steps = (document.steps as Loose[]).flatMap((given, index): PipelineStep[] => {
    const step = index + 1
    const operation = textOf(given.operation)
    if (!OPERATIONS.some((one) => one.operation === operation)) {
      unmapped.push({ step, what: operation, why: 'There is nothing here that does this.' })
      return []
    }
    for (const name of (given.left_out ?? []) as string[])
      unmapped.push({ step, what: `options.${name}`, why: 'Secrets are not written down. Give it again.' })
    for (const file of (given.files ?? []) as Loose[])
      unmapped.push({ step, what: `files: ${textOf(file.file_name)}`, why: 'Choose the file again.' })
    const options = isLoose(given.options) ? given.options : {}
    return [
      {
        operation,
        target_format: textOf(given.target_format, 'pdf'),
        options,
        files: [],
        files_first: given.files_first === true,
      },
    ]
  })
  return {
    source: 'filewright',
    name: textOf(document.name, 'Pipeline'),
    description: textOf(document.description),
    steps,
    unmapped,
  }
}

function readStirling(document: Loose): Read {
  const unmapped: Unmapped[] = []
  const steps = (document.pipeline as Loose[]).flatMap((given, index): PipelineStep[] => {
    const step = index + 1
    const operation = STIRLING[textOf(given.operation).split('/').at(-1) ?? '']
    const entry = OPERATIONS.find((one) => one.operation === operation)
    if (!operation || !entry) {
      unmapped.push({ step, what: textOf(given.operation), why: 'There is nothing here that does this.' })
      return []
    }
    const known = (entry.options.properties ?? {}) as Loose
    const options: Loose = {}
    for (const [name, value] of Object.entries(isLoose(given.parameters) ? given.parameters : {})) {
      const own = name === 'watermarkText' ? 'text' : name
      if (own in known) options[own] = value
      else if (name !== 'fileInput') unmapped.push({ step, what: name, why: 'It has no counterpart here.' })
    }
    return [{ operation, target_format: 'pdf', options, files: [], files_first: false }]
  })
  return {
    source: 'stirling',
    name: textOf(document.name, 'Pipeline'),
    description: '',
    steps,
    unmapped,
  }
}

const step = (operation: string, options: Loose = {}, target_format = 'pdf'): PipelineStep => ({
  operation,
  target_format,
  options,
  files: [],
  files_first: false,
})

export const TEMPLATES = [
  {
    template: 'share-safely',
    name: 'Share safely',
    description: 'Takes out what a PDF tells of its author, flattens forms and comments, and makes it small.',
    steps: [step('metadata', { remove_all: true }), step('flatten'), step('optimize')],
  },
  {
    template: 'stamp-and-number',
    name: 'Stamp and number',
    description: 'A watermark over each page, and its number at the foot.',
    steps: [step('watermark', { text: 'DRAFT' }), step('page_numbers')],
  },
  {
    template: 'for-the-web',
    name: 'For the web',
    description: 'Smaller images, and a first page that shows before the rest has arrived.',
    steps: [step('repair'), step('optimize', { pictures: 'strong', linearize: true })],
  },
  {
    template: 'redact-and-word',
    name: 'Redact, then Word',
    description: 'Removes e-mail addresses for good and makes a document that can be edited.',
    steps: [step('redact', { emails: true }), step('convert', {}, 'docx')],
  },
]
