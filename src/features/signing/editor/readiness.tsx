import { useLingui } from '@lingui/react/macro'
import { CircleAlertIcon, CircleCheckIcon } from 'lucide-react'
import type { Fault } from './draft.ts'

/** The message of a fault, and what to do. */
export function useFaultLabels(): (fault: Fault) => string {
  const { t } = useLingui()
  return (fault) => {
    switch (fault.kind) {
      case 'no_title':
        return t`Enter a title.`
      case 'no_signer':
        return t`Add at least one signer.`
      case 'deadline_over':
        return t`The deadline has passed. Choose a later date.`
      case 'no_signature': {
        const { name } = fault.recipient
        return t`${name} needs a signature field.`
      }
    }
  }
}

/** Whether it can be sent, and what is missing. */
export function Readiness({ faults }: { faults: readonly Fault[] }) {
  const { t } = useLingui()
  const words = useFaultLabels()
  if (faults.length === 0)
    return (
      <p role="status" className="flex items-start gap-2 px-3 pb-3 text-small">
        <CircleCheckIcon className="mt-px size-3.5 flex-none text-ok" />
        {t`Every signer has a signature field.`}
      </p>
    )
  return (
    <div role="status" className="px-3 pb-3 text-small">
      <ul className="grid gap-1.5">
        {faults.map((fault) => (
          <li
            key={fault.kind === 'no_signature' ? fault.recipient.id : fault.kind}
            className="flex items-start gap-2"
          >
            <CircleAlertIcon className="mt-px size-3.5 flex-none text-warn" />
            {words(fault)}
          </li>
        ))}
      </ul>
    </div>
  )
}
