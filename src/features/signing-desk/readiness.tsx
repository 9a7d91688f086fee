import { useLingui } from '@lingui/react/macro'
import { CircleAlertIcon, CircleCheckIcon } from 'lucide-react'
import type { Fault } from './draft.ts'

/** What a fault says, and what to do. */
export function useFaultWords(): (fault: Fault) => string {
  const { t } = useLingui()
  return (fault) => {
    switch (fault.kind) {
      case 'no_title':
        return t`It has no title.`
      case 'no_signer':
        return t`Nobody is asked to sign. Add a recipient who signs.`
      case 'deadline_over':
        return t`The day to sign by is over. Choose a later one.`
      case 'no_signature': {
        const { name } = fault.recipient
        return t`${name} has no place to sign. Put a signature on a page for them.`
      }
    }
  }
}

/** Whether it can be sent, and what is missing. */
export function Readiness({ faults }: { faults: readonly Fault[] }) {
  const { t } = useLingui()
  const words = useFaultWords()
  if (faults.length === 0)
    return (
      <p role="status" className="flex items-start gap-2 px-3 pb-3 text-small">
        <CircleCheckIcon className="mt-px size-3.5 flex-none text-ok" />
        {t`Everyone who signs has a place to sign.`}
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
