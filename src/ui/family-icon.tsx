import { FileQuestionMarkIcon } from 'lucide-react'
import { classNames } from '../lib/class-names.ts'
import { type Family, familyIcons } from './family.ts'

/** The hue comes with the icon. Beside a word that says the same, so it has no name of its own. */
export function FamilyIcon({ family, small }: { family: Family | null; small?: boolean }) {
  const size = small ? 'size-3.5' : undefined
  // What is not known has no hue.
  if (family === null) return <FileQuestionMarkIcon className={classNames(size, 'text-ink-soft')} />
  const Icon = familyIcons[family]
  return <Icon data-family={family} className={classNames(size, 'text-(--family)')} />
}
