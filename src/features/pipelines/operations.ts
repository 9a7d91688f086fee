import type { OperationEntry } from '../../api/convert.ts'

export const GROUPS = ['pages', 'look', 'protect', 'tidy', 'convert', 'other'] as const
export type Group = (typeof GROUPS)[number]

const GROUP_OF: Record<string, Group> = {
  crop_pages: 'pages',
  delete_pages: 'pages',
  extract_pages: 'pages',
  merge: 'pages',
  reorder_pages: 'pages',
  resize_pages: 'pages',
  rotate_pages: 'pages',
  split: 'pages',
  page_numbers: 'look',
  watermark: 'look',
  flatten: 'look',
  decrypt: 'protect',
  encrypt: 'protect',
  redact: 'protect',
  metadata: 'tidy',
  ocr: 'tidy',
  optimize: 'tidy',
  repair: 'tidy',
  convert: 'convert',
  extract_images: 'convert',
}

/** Operations that the server runs for its own pages. */
const NO_STEPS = new Set(['inspect', 'sample', 'thumbnail', 'waveform'])

/** An operation that a step can be. */
export interface Choice {
  operation: string
  target: string
  label: string
  group: Group
  credits: number
  /** All its input formats. */
  from: readonly string[]
  /** The maximum number of additional input files; 0 for none. */
  others: number
}

/** One per operation and target; several engines for different formats are one choice. */
export function choicesOf(operations: readonly OperationEntry[]): Choice[] {
  const choices = new Map<string, Choice>()
  for (const { operation, label, to, from, credits, max_files } of operations) {
    if (NO_STEPS.has(operation)) continue
    for (const target of to) {
      const key = `${operation}:${target}`
      const known = choices.get(key)
      choices.set(key, {
        operation,
        target,
        label,
        group: GROUP_OF[operation] ?? 'other',
        credits: known?.credits ?? credits,
        from: known ? [...new Set([...known.from, ...from])] : from,
        others: max_files - 1,
      })
    }
  }
  return [...choices.values()]
}

/** Whether it accepts the previous step's output. If that is unknown, everything is accepted. */
export const canFollow = ({ from, operation, target }: Choice, format: string | null): boolean =>
  format === null || (from.includes(format) && !(operation === 'convert' && target === format))

export const entryOf = (
  operations: readonly OperationEntry[],
  { operation, target }: { operation: string; target: string },
  from: string | null,
): OperationEntry | undefined => {
  const all = operations.filter((one) => one.operation === operation && one.to.includes(target))
  return all.find((one) => from !== null && one.from.includes(from)) ?? all[0]
}
