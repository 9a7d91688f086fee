import type { z } from 'zod'
import { PipelineStep, type PipelineTemplates } from '../../../contract/pipelines.ts'
import type { Context } from '../../core/context.ts'
import { checkSteps, stepFacts } from './check-steps.ts'

type Template = z.input<typeof PipelineTemplates>['templates'][number]

const step = (operation: string, options: Record<string, unknown> = {}, target_format = 'pdf') =>
  PipelineStep.parse({ operation, options, target_format })

/** What people do to PDFs again and again. */
const TEMPLATES: readonly { template: string; name: string; description: string; steps: PipelineStep[] }[] = [
  {
    template: 'ready-to-send',
    name: 'Ready to send',
    description: 'Compresses images and removes metadata.',
    steps: [step('optimize', { pictures: 'medium' }), step('metadata', { remove_all: true })],
  },
  {
    template: 'draft-copy',
    name: 'Draft with page numbers',
    description: 'Numbers the pages and writes DRAFT across them.',
    steps: [step('page_numbers'), step('watermark', { text: 'DRAFT' })],
  },
  {
    template: 'without-personal-data',
    name: 'Without personal data',
    description: 'Permanently removes e-mail addresses, phone, account and card numbers, and metadata.',
    steps: [
      step('redact', { emails: true, phone_numbers: true, bank_accounts: true, card_numbers: true }),
      step('metadata', { remove_all: true }),
    ],
  },
  {
    template: 'searchable-archive',
    name: 'Searchable archive',
    description: 'Recognizes text in scans, repairs the file and compresses it.',
    steps: [step('ocr'), step('repair'), step('optimize', { pictures: 'light' })],
  },
  {
    template: 'print-a4',
    name: 'For printing on A4',
    description: 'Flattens forms and comments, puts every page on A4 and numbers the pages.',
    steps: [step('flatten'), step('resize_pages', { paper: 'a4' }), step('page_numbers')],
  },
  {
    template: 'final-copy',
    name: 'Final copy',
    description: 'Flattens forms and comments, adds a watermark and prevents changes.',
    steps: [
      step('flatten'),
      step('watermark', { text: 'COPY', position: 'bottom_right', size: 24 }),
      step('encrypt', { allow_changes: false }),
    ],
  },
  {
    template: 'to-word',
    name: 'PDF to Word',
    description: 'Repairs the file and converts its text to a document.',
    steps: [step('repair'), step('convert', {}, 'docx')],
  },
]

/** Those that can run on this instance, with their prices. */
export async function listTemplates(ctx: Context): Promise<Template[]> {
  const facts = await stepFacts(ctx, [])
  return TEMPLATES.map((template) => {
    const { plans: _, ...check } = checkSteps(ctx, template.steps, facts)
    return { ...template, ...check }
  }).filter(({ valid }) => valid)
}
