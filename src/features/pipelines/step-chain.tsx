import { useLingui } from '@lingui/react/macro'
import { ChevronRightIcon } from 'lucide-react'
import { operationIcon } from './icons.ts'
import { useStepLabel } from './use-step-label.ts'

type StepChainProps = {
  steps: readonly { operation: string; target_format: string }[]
  checks: readonly { label: string }[]
  /** The number of named steps; the others are counted. */
  most?: number
}

/** The steps in order, on at most two lines. */
export function StepChain({ steps, checks, most = 4 }: StepChainProps) {
  const { t } = useLingui()
  const stepLabel = useStepLabel()
  const named = steps.map((step, index) => stepLabel(step, checks[index]?.label))
  const rest = Math.max(0, steps.length - most)
  return (
    <span className="flex min-w-0 items-end gap-1.5 text-small" title={named.join(' › ')}>
      <span className="sr-only">{named.join(', ')}</span>
      <span
        aria-hidden="true"
        className="flex max-h-[2lh] min-w-0 flex-wrap items-center gap-x-1 overflow-hidden"
      >
        {steps.slice(0, most).map((step, index) => {
          const Icon = operationIcon(step.operation)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place here
            <span key={index} className="flex max-w-full min-w-0 items-center gap-1">
              {index > 0 && <ChevronRightIcon className="size-3 flex-none text-ink-faint" />}
              <Icon className="size-3.5 flex-none text-ink-soft" />
              <span className="truncate">{named[index]}</span>
            </span>
          )
        })}
      </span>
      {rest > 0 && (
        <span aria-hidden="true" className="flex-none text-ink-soft">
          {t`+${rest}`}
        </span>
      )}
    </span>
  )
}
