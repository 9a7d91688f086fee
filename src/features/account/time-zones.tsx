import type { ComboboxGroup, ComboboxItem } from '../../ui/combobox.tsx'

const offsets = new Map<string, string>()

/** The current offset: "GMT+1". */
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
    // A zone that this browser does not know has no offset.
  }
  offsets.set(zone, found)
  return found
}

/**
 * The current UTC offset. A component, so that 400 offsets are computed only when the list is open.
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

/** All zones of the browser by region, always including the current one. */
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
