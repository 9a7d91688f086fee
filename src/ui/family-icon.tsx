import { type Family, familyIcons } from './family.ts'

/** The hue comes with the icon. Beside a word that says the same, so it has no name of its own. */
export function FamilyIcon({ family, small }: { family: Family; small?: boolean }) {
  const Icon = familyIcons[family]
  return <Icon data-family={family} className={small ? 'size-3.5 text-(--family)' : 'text-(--family)'} />
}
