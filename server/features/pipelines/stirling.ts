import { z } from 'zod'
import { PipelineStep } from '../../../contract/pipelines.ts'
import type { ReadDocument } from './import-pipeline.ts'

/**
 * Documents of Stirling-PDF: `{ name, pipeline: [{ operation: '/api/v1/general/rotate-pdf',
 * parameters }] }` (its documentation, Automate and Folder Scanning).
 */
const Document = z.object({
  name: z.string().default(''),
  description: z.string().default(''),
  pipeline: z
    .array(
      z.object({ operation: z.string().max(200), parameters: z.record(z.string(), z.unknown()).default({}) }),
    )
    .min(1)
    .max(200),
})

type Parameters = Record<string, unknown>

/** How one of its operations is said here; `taken` are the parameters that have a counterpart. */
interface Mapping {
  operation: string
  target?: (given: Parameters) => string
  options?: (given: Parameters) => Record<string, unknown>
  taken: readonly string[]
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const number = (value: unknown, otherwise: number) =>
  Number.isFinite(Number(value)) ? Number(value) : otherwise
const truth = (value: unknown) => value === true || value === 'true'
/** `all` and empty mean every page there as here. */
const pages = (value: unknown) => (/^\s*all\s*$/i.test(text(value)) ? '' : text(value))

const POSITIONS = [
  'top_left',
  'top',
  'top_right',
  'top_left',
  'top',
  'top_right',
  'bottom_left',
  'bottom',
  'bottom_right',
] as const
const PAPERS: readonly string[] = ['a3', 'a4', 'a5', 'letter', 'legal']

/** By the last two parts of its address. */
const MAPPINGS: Readonly<Record<string, Mapping>> = {
  'general/rotate-pdf': {
    operation: 'rotate_pages',
    options: ({ angle }) => ({ angle: number(angle, 90) }),
    taken: ['angle'],
  },
  'general/remove-pages': {
    operation: 'delete_pages',
    options: ({ pageNumbers }) => ({ pages: pages(pageNumbers) }),
    taken: ['pageNumbers'],
  },
  'general/rearrange-pages': {
    operation: 'reorder_pages',
    options: ({ customMode, pageNumbers }) =>
      customMode === 'REVERSE_ORDER' ? { reverse: true } : { order: pages(pageNumbers) },
    taken: ['pageNumbers', 'customMode'],
  },
  'general/split-pages': { operation: 'split', taken: [] },
  'general/scale-pages': {
    operation: 'resize_pages',
    options: ({ pageSize }) => {
      const paper = text(pageSize).toLowerCase()
      return PAPERS.includes(paper) ? { paper } : {}
    },
    taken: ['pageSize'],
  },
  'general/merge-pdfs': { operation: 'merge', taken: [] },
  'misc/compress-pdf': {
    operation: 'optimize',
    options: ({ optimizeLevel }) => {
      const level = number(optimizeLevel, 5)
      return { pictures: level <= 2 ? 'light' : level <= 5 ? 'medium' : 'strong' }
    },
    taken: ['optimizeLevel', 'linearize'],
  },
  'misc/ocr-pdf': { operation: 'ocr', taken: [] },
  'misc/flatten': { operation: 'flatten', taken: [] },
  'misc/repair': { operation: 'repair', taken: [] },
  'misc/add-page-numbers': {
    operation: 'page_numbers',
    options: ({ position, startingNumber }) => ({
      position: POSITIONS[number(position, 8) - 1] ?? 'bottom',
      start: number(startingNumber, 1),
    }),
    taken: ['position', 'startingNumber'],
  },
  'misc/update-metadata': {
    operation: 'metadata',
    options: ({ title, author, subject, keywords, deleteAll }) => ({
      title: text(title),
      author: text(author),
      subject: text(subject),
      keywords: text(keywords),
      remove_all: truth(deleteAll),
    }),
    taken: ['title', 'author', 'subject', 'keywords', 'deleteAll'],
  },
  'security/add-watermark': {
    operation: 'watermark',
    options: ({ watermarkText, fontSize, rotation, opacity }) => ({
      ...(text(watermarkText) && { text: text(watermarkText) }),
      size: Math.round(number(fontSize, 60)),
      angle: ((Math.round(number(rotation, 45)) % 360) + 360) % 360,
      opacity: Math.min(100, Math.max(1, Math.round(number(opacity, 0.25) * 100))),
    }),
    taken: ['watermarkText', 'fontSize', 'rotation', 'opacity', 'watermarkType'],
  },
  'security/add-password': { operation: 'encrypt', taken: [] },
  'security/remove-password': { operation: 'decrypt', taken: [] },
  'security/auto-redact': {
    operation: 'redact',
    options: ({ listOfText, wholeWordSearch }) => ({
      terms: text(listOfText)
        .split('\n')
        .filter((term) => term.trim() !== ''),
      whole_words: truth(wholeWordSearch),
    }),
    taken: ['listOfText', 'wholeWordSearch'],
  },
  'pdf/word': {
    operation: 'convert',
    target: ({ outputFormat }) => text(outputFormat) || 'docx',
    taken: ['outputFormat'],
  },
  'pdf/text': {
    operation: 'convert',
    target: ({ outputFormat }) => text(outputFormat) || 'txt',
    taken: ['outputFormat'],
  },
  'pdf/html': { operation: 'convert', target: () => 'html', taken: [] },
  'pdf/markdown': { operation: 'convert', target: () => 'md', taken: [] },
  'pdf/img': {
    operation: 'convert',
    target: ({ imageFormat }) => text(imageFormat) || 'png',
    taken: ['imageFormat'],
  },
}

/** Says nothing of the file itself. */
const ASIDE: ReadonlySet<string> = new Set(['fileInput', 'fileId'])

/** Null where it is none of these documents. */
export function readStirling(document: Record<string, unknown>): ReadDocument | null {
  const parsed = Document.safeParse(document)
  if (!parsed.success) return null
  const { name, description, pipeline } = parsed.data
  const unmapped: ReadDocument['unmapped'] = []
  const steps = pipeline.flatMap(({ operation, parameters }, index) => {
    const at = index + 1
    const path = operation.split('/').filter(Boolean).slice(-2).join('/')
    const mapping = Object.hasOwn(MAPPINGS, path) ? MAPPINGS[path] : undefined
    if (!mapping) {
      unmapped.push({ step: at, what: operation, why: 'This operation is not available here.' })
      return []
    }
    for (const given of Object.keys(parameters))
      if (!mapping.taken.includes(given) && !ASIDE.has(given))
        unmapped.push({
          step: at,
          what: given.slice(0, 100),
          why: 'It has no equivalent here. Check the options of the step.',
        })
    const step = PipelineStep.safeParse({
      operation: mapping.operation,
      target_format: mapping.target?.(parameters) ?? 'pdf',
      options: mapping.options?.(parameters) ?? {},
    })
    if (!step.success) {
      unmapped.push({ step: at, what: operation, why: 'Its parameters could not be read.' })
      return []
    }
    return [{ at, step: step.data }]
  })
  return { source: 'stirling', name, description, steps, unmapped }
}
