import { FileQuestionMarkIcon } from 'lucide-react'
import { classNames } from '../lib/class-names.ts'
import { type Family, familyIcons } from './family.ts'

/** Includes the family's hue. Has no accessible name, because the text next to it says the same. */
export function FamilyIcon({ family, small }: { family: Family | null; small?: boolean }) {
  const size = small ? 'size-3.5' : undefined
  // Unknown families have no hue.
  if (family === null) return <FileQuestionMarkIcon className={classNames(size, 'text-ink-soft')} />
  const Icon = familyIcons[family]
  return <Icon data-family={family} className={classNames(size, 'text-(--family)')} />
}
