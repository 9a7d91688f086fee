import { CircleAlertIcon, CircleCheckIcon, CircleDashedIcon, CircleDotIcon, ClockIcon } from 'lucide-react'
import type { Requirement } from './requirement.ts'

const ICONS = {
  missing: [CircleDashedIcon, 'text-ink-faint'],
  ready: [CircleDotIcon, 'text-accent'],
  submitted: [ClockIcon, 'text-accent'],
  accepted: [CircleCheckIcon, 'text-ok'],
  rejected: [CircleAlertIcon, 'text-bad'],
} as const

/** The status of a requirement. The text next to it says the same. */
export function ItemIcon({ status }: { status: Requirement['status'] }) {
  const [Icon, colour] = ICONS[status]
  return <Icon aria-hidden="true" className={`mt-0.5 size-4.5 flex-none ${colour}`} />
}
