const LABELS: Record<string, string> = {
  SUMMARY: 'Event',
  DTSTART: 'Begins',
  DTEND: 'Ends',
  LOCATION: 'Place',
  ORGANIZER: 'Organizer',
  DESCRIPTION: 'Description',
}
const MOST_LINES = 200

/**
 * The content of an invitation (RFC 5545) as lines: event, start, end, location, organizer,
 * description.
 */
export function calendarText(source: string): string {
  const lines = source.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const shown: string[] = []
  let inEvent = false
  for (const line of lines) {
    if (/^BEGIN:VEVENT/i.test(line)) inEvent = true
    else if (/^END:VEVENT/i.test(line)) inEvent = false
    const found = /^([A-Z]+)((?:;[^:";]*(?:"[^"]*")?)*):(.*)$/i.exec(line.slice(0, 5000))
    const label = LABELS[found?.[1]?.toUpperCase() ?? '']
    if (!inEvent || !found || !label || shown.length >= MOST_LINES) continue
    const zone = /TZID=([^;:]+)/i.exec(found[2] ?? '')?.[1]
    const value = unescapeText(found[3] ?? '')
    shown.push(
      `${label}: ${label === 'Begins' || label === 'Ends' ? timeOf(value, zone) : value.replace(/^mailto:/i, '')}`,
    )
  }
  return shown.join('\n')
}

function timeOf(value: string, zone: string | undefined): string {
  const parts = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?$/.exec(value)
  if (!parts) return value
  const [, year, month, day, hour, minute, utc] = parts
  const time = hour === undefined ? '' : ` ${hour}:${minute}${utc ? ' UTC' : ''}`
  return `${year}-${month}-${day}${time}${zone ? ` (${zone})` : ''}`
}

const unescapeText = (value: string) =>
  value.replace(/\\([nN,;\\])/g, (_, one: string) => (one.toLowerCase() === 'n' ? '\n' : one))
