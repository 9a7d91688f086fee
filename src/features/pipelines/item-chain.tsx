import { useLingui } from '@lingui/react/macro'
import type { RunItem } from '../../api/pipelines.ts'
import { classNames } from '../../lib/class-names.ts'
import { useStepLabels } from './step-word.tsx'

const LOOKS: Record<RunItem['steps'][number]['status'], string> = {
  waiting: 'border-control',
  running: 'border-accent bg-accent-tint',
  completed: 'border-ok bg-ok',
  failed: 'border-bad bg-bad',
  skipped: 'border-dashed border-control',
}

/** A file's progress, one mark per step; screen readers get the state as text. */
export function ItemChain({ item, labels }: { item: RunItem; labels: readonly string[] }) {
  const { t } = useLingui()
  const words = useStepLabels()
  const { steps } = item
  const at = steps.findLastIndex(({ status }) => status !== 'waiting' && status !== 'skipped')
  const [number, count] = [at + 1, steps.length]
  const [label, word] = [labels[at] ?? '', words[steps[at]?.status ?? 'waiting']]
  const text = at < 0 ? words.waiting : t`Step ${number} of ${count}, ${label}: ${word}`
  return (
    <span className="flex min-w-0 items-center gap-0.5" title={text}>
      <span className="sr-only">{text}</span>
      {steps.map(({ status }, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
          key={index}
          aria-hidden="true"
          className={classNames('h-2 max-w-6 min-w-1 flex-1 rounded-[1px] border', LOOKS[status])}
        />
      ))}
    </span>
  )
}
