import type { z } from 'zod'
import {
  type ImportedPipeline,
  PIPELINE_LIMITS,
  PipelineDocument,
  PipelineStep,
} from '../../../contract/pipelines.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { plainText } from '../../core/plain-text.ts'
import { checkSteps, stepFacts } from './check-steps.ts'
import { readStirling } from './stirling.ts'

type Imported = z.input<typeof ImportedPipeline>
type Unmapped = Imported['unmapped']

/**
 * What a document says, before it is looked at whether it can run here. `at` is the step's number
 * there.
 */
export interface ReadDocument {
  source: Imported['source']
  name: string
  description: string
  steps: { at: number; step: PipelineStep }[]
  unmapped: Unmapped
}

/**
 * Reads a pipeline from a document, ours or Stirling-PDF's. What cannot be mapped is named and left
 * out; what is left is a draft, and may still have to be mended. Nothing is saved.
 * @throws ApiProblem pipeline_unreadable
 */
export async function importPipeline(ctx: Context, document: Record<string, unknown>): Promise<Imported> {
  const read = readOwn(document) ?? readStirling(document)
  if (!read)
    throw new ApiProblem(
      'pipeline_unreadable',
      'This is not a pipeline exported from Filewright or Stirling-PDF.',
    )
  const { steps, unmapped } = knownSteps(ctx, read)
  const { plans: _, ...check } = checkSteps(ctx, steps, await stepFacts(ctx, steps))
  const { source } = read
  const name = plainText(read.name).trim().slice(0, 120) || 'Imported pipeline'
  return { ...check, source, name, description: plainText(read.description).slice(0, 500), steps, unmapped }
}

/** Takes out the operations and the options that this instance does not have. */
function knownSteps({ platform: { engines } }: Context, { steps, unmapped }: ReadDocument) {
  const missing: Unmapped = [...unmapped]
  const known: PipelineStep[] = []
  for (const { at, step } of steps.slice(0, PIPELINE_LIMITS.steps)) {
    const operations = engines
      .operations({ family: 'document' })
      .filter(({ operation }) => operation === step.operation)
    if (operations.length === 0) {
      missing.push({ step: at, what: step.operation, why: 'This operation is not available here.' })
      continue
    }
    const names = new Set(operations.flatMap(({ options }) => Object.keys(options.properties)))
    const options = Object.entries(step.options).filter(([name]) => {
      if (names.has(name)) return true
      missing.push({
        step: at,
        what: `options.${name}`,
        why: 'The operation does not have this option here.',
      })
      return false
    })
    known.push({ ...step, options: Object.fromEntries(options) })
  }
  if (steps.length > PIPELINE_LIMITS.steps)
    missing.push({
      step: PIPELINE_LIMITS.steps + 1,
      what: 'steps',
      why: `No more than ${PIPELINE_LIMITS.steps} steps are kept.`,
    })
  return { steps: known, unmapped: missing.sort((a, b) => (a.step ?? 0) - (b.step ?? 0)) }
}

function readOwn(document: Record<string, unknown>): ReadDocument | null {
  const parsed = PipelineDocument.safeParse(document)
  if (!parsed.success) return null
  const { name, description, steps } = parsed.data
  const unmapped: Unmapped = []
  const read = steps.map(({ files, left_out, ...step }, index) => {
    const at = index + 1
    for (const option of left_out)
      unmapped.push({
        step: at,
        what: `options.${option}`,
        why: 'It is secret and not part of the export. Enter it again.',
      })
    for (const { file_name } of files)
      unmapped.push({
        step: at,
        what: plainText(file_name).slice(0, 255),
        why: 'Choose this file from your storage again.',
      })
    return { at, step: PipelineStep.safeParse(step) }
  })
  return {
    source: 'filewright',
    name,
    description,
    unmapped,
    steps: read.flatMap(({ at, step }) => {
      if (step.success) return [{ at, step: step.data }]
      unmapped.push({ step: at, what: 'step', why: 'It is not a valid step.' })
      return []
    }),
  }
}
