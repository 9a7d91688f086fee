/** A calendar day of a URL parameter, "2026-11-21"; null for anything else. */
export const dayOfSearch = (value: string | null): string | null =>
  value !== null && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : null

/** The instant at which a local day begins, or the day `plusDays` after it. */
export const startOfDay = (value: string, plusDays = 0): string => {
  const [year = 0, month = 1, date = 1] = value.split('-').map(Number)
  return new Date(year, month - 1, date + plusDays).toISOString()
}
