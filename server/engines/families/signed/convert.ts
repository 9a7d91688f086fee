import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { withArticle } from '../../kernel/article.ts'
import { EngineFailure, type Format, type Job, type JobOutput } from '../../kernel/engine.ts'
import { conversion } from '../../kernel/entry.ts'
import { formatNamed } from '../../kernel/formats.ts'
import type { Limits } from '../../kernel/limits.ts'
import type { CatalogEntry } from '../../kernel/module.ts'
import type { StepRunner } from '../../kernel/run-step.ts'
import { sentence } from '../../kernel/sentence.ts'
import { readHead } from '../../kernel/source/head.ts'
import { decodeText } from '../../kernel/source/text.ts'
import { checkSource } from '../detection/check.ts'
import { detectFormat } from '../detection/detect.ts'
import type { SignedRequest } from './signed-child.ts'

export const SIGNED_READER = 'PKI.js'

/** Formats of signed content that are returned unchanged, besides all targets of PDF. */
const CONTENTS = [
  'pdf',
  'docx',
  'xlsx',
  'pptx',
  'odt',
  'ods',
  'odp',
  'rtf',
  'txt',
  'html',
  'csv',
  'xml',
  'eml',
  'jpg',
  'png',
  'tiff',
]

/**
 * The entries of signed containers: their content is known only after opening, so all targets of
 * the usual contents are offered; an unsupported target fails with a sentence that names both
 * formats.
 */
export function throughSignature(entries: readonly CatalogEntry[]): CatalogEntry[] {
  const conversions = entries.filter(({ operation }) => operation.operation === 'convert')
  const fromPdf = conversions
    .filter(({ operation }) => operation.from.includes('pdf'))
    .flatMap(({ operation }) => operation.to)
  return [...new Set([...CONTENTS, ...fromPdf])].map((target) =>
    conversion({
      family: 'document',
      engine: SIGNED_READER,
      from: ['p7m'],
      target,
      schema: z.strictObject({}),
      kinds: ['signed'],
      run: (job, run, limits) => convertContent(job, run, limits, conversions),
    }),
  )
}

/** A JSON report on the signatures. */
export async function reportSignatures(job: Job, run: StepRunner): Promise<JobOutput> {
  const { path, warnings } = await open(job, run, 'report')
  return { path, format: 'json', warnings }
}

async function convertContent(
  job: Job,
  run: StepRunner,
  limits: Limits,
  conversions: readonly CatalogEntry[],
): Promise<JobOutput> {
  const { path, warnings } = await open(job, run, 'content')
  const { format, label } = await contentFormat(path)
  const { target } = job
  if (target === format || (target === 'txt' && format === 'xml')) return { path, format: target, warnings }
  const entry = conversions.find(
    ({ operation }) => operation.from.includes(format) && operation.to.includes(target),
  )
  if (!entry) throw otherContent(format, label, target)
  await checkSource(path, format, limits)
  // A unique name: later steps have inputs in the same folder.
  const input = `${path}.${format}`
  renameSync(path, input)
  const options = entry.schema.parse({})
  const made = await entry.run({ ...job, inputs: [{ path: input, format }], options }, run, limits)
  return { ...made, warnings: [...warnings, ...made.warnings] }
}

async function open(job: Job, run: StepRunner, wanted: SignedRequest['wanted']) {
  const [source] = job.inputs
  if (!source)
    throw new EngineFailure('internal', sentence`No file was given. Choose a file, then try again.`)
  const [input, output] = ['source.p7m', wanted === 'report' ? 'report.json' : 'content']
  const request: SignedRequest = { input, output, wanted }
  const { folder, result } = await run('signed', [{ path: source.path, name: input }], request)
  return { path: join(folder, output), warnings: result.warnings }
}

/**
 * XML (invoices) is the most frequent content besides PDF. A nameless file is detected as XML only
 * by its start.
 */
async function contentFormat(path: string): Promise<Pick<Format, 'format' | 'label'>> {
  const { head, size } = await readHead(path, 64 * 1024)
  if (size === 0)
    throw new EngineFailure(
      'source_empty',
      sentence`The signed content is empty. Choose a file with something in it.`,
    )
  if (/^content-(type|transfer-encoding)\s*:/i.test(head.toString('latin1', 0, 100)))
    return { format: 'eml', label: 'EML' }
  const found = await detectFormat({ path, filename: 'content' })
  if (found && found.format !== 'txt') return found
  const text = decodeText(head, size === head.length)
  if (text?.trimStart().startsWith('<?xml')) return { format: 'xml', label: 'XML' }
  return found ?? { format: 'unknown', label: 'unknown' }
}

function otherContent(format: string, label: string, target: string): EngineFailure {
  const wanted = formatNamed(target)?.label ?? target
  const holds =
    format === 'unknown'
      ? sentence`The signed content is of a kind that is not known here.`
      : sentence`The file holds ${withArticle(label)} file.`
  const instead = format === 'unknown' ? 'JSON to read about the signatures' : label
  return new EngineFailure(
    'source_unsupported',
    sentence`${holds} It can’t become ${wanted}. Choose ${instead} as the target.`,
  )
}
