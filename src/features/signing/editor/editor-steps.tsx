import { useLingui } from '@lingui/react/macro'
import { CheckIcon } from 'lucide-react'
import { classNames } from '../../../lib/class-names.ts'
import type { Fault } from './draft.ts'

/** Progress: which steps are done, and which is next. */
export function EditorSteps({ faults }: { faults: readonly Fault[] }) {
  const { t } = useLingui()
  const is = (kind: Fault['kind']) => faults.some((fault) => fault.kind === kind)
  const people = !is('no_signer')
  const fields = people && !is('no_signature')
  const steps = [
    { label: t`Document`, done: true },
    { label: t`Recipients`, done: people },
    { label: t`Fields`, done: fields },
    { label: t`Message`, done: false },
  ]
  const now = steps.findIndex(({ done }) => !done)
  return (
    <span className="flex gap-4 text-small max-xl:hidden">
      {steps.map(({ label, done }, at) => (
        <span
          key={label}
          className={classNames(
            'flex items-center gap-1.5',
            at === now ? 'font-medium text-ink' : 'text-ink-soft',
          )}
          {...(at === now && { 'aria-current': 'step' as const })}
        >
          {done ? <CheckIcon className="size-3.5 text-ok" /> : <span>{at + 1}</span>}
          {label}
        </span>
      ))}
    </span>
  )
}
