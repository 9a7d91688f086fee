import type { ComboboxGroup, ComboboxItem } from '../../ui/combobox.tsx'

const offsets = new Map<string, string>()

/** "GMT+1", as it is there now. */
function offsetOf(zone: string): string {
  const known = offsets.get(zone)
  if (known !== undefined) return known
  let found = ''
  try {
    found =
      new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' })
        .formatToParts()
        .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  } catch {
    // A zone that is newer than this browser has no offset here.
  }
  offsets.set(zone, found)
  return found
}

/**
 * How far it is from Greenwich now. A component, so that four hundred are reckoned only once the
 * list is open.
 */
export const Offset = ({ zone }: { zone: string }) => offsetOf(zone)

const item = (zone: string): ComboboxItem => ({
  value: zone,
  label: zone
    .slice(zone.indexOf('/') + 1)
    .replaceAll('_', ' ')
    .replaceAll('/', ', '),
  words: zone.replaceAll(/[_/]/g, ' '),
  note: <Offset zone={zone} />,
})

/**
 * Every zone that the browser knows by its part of the world, and the one that is set in any case.
 */
export function timeZoneGroups(set: string): ComboboxGroup[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', set])
  const groups = new Map<string, ComboboxItem[]>()
  for (const zone of [...zones].sort()) {
    const part = zone.includes('/') ? (zone.split('/', 1)[0] as string) : 'UTC'
    const group = groups.get(part) ?? []
    group.push(item(zone))
    groups.set(part, group)
  }
  return [...groups].map(([name, items]) => ({ name, items }))
}
