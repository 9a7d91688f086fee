import { type LucideIcon, ScanTextIcon, SignatureIcon, SquareTerminalIcon, WorkflowIcon } from 'lucide-react'
import type { Family } from '../../../lib/families.ts'
import { FamilyIcon } from '../../../ui/family-icon.tsx'
import { type CreditArea, isFamily } from './areas.ts'

const ICONS: Record<Exclude<CreditArea, Family>, LucideIcon> = {
  pipeline: WorkflowIcon,
  scan: ScanTextIcon,
  signing: SignatureIcon,
  task: SquareTerminalIcon,
}

/** Has no accessible name, because the area's name is next to it. */
export function AreaIcon({ area }: { area: CreditArea }) {
  if (isFamily(area)) return <FamilyIcon family={area} />
  const Icon = ICONS[area]
  return <Icon className="text-ink-soft" />
}
