const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const

/**
 * 24_600_000 → "24.6 MB", 412_000 → "412 KB". 1 MB = 1,000,000 B. Kilobytes are whole; larger units
 * have one decimal below 100. The space does not break.
 */
export function formatBytes(bytes: number, locale?: string): string {
  let unit = 0
  let value = Math.max(0, bytes)
  // 999,950 B would otherwise read "1,000 KB".
  while (unit < UNITS.length - 1 && roundTo(value, unit) >= 1000) {
    value /= 1000
    unit += 1
  }
  const number = formatter(locale, decimals(value, unit)).format(value)
  return `${number}\u00a0${UNITS[unit]}`
}

// Cached: a list formats many sizes, and creating a formatter costs more than a call.
const made = new Map<string, Intl.NumberFormat>()

function formatter(locale: string | undefined, maximumFractionDigits: number): Intl.NumberFormat {
  const key = `${locale} ${maximumFractionDigits}`
  let found = made.get(key)
  if (!found) {
    found = new Intl.NumberFormat(locale, { maximumFractionDigits })
    made.set(key, found)
  }
  return found
}

const decimals = (value: number, unit: number) => (unit >= 2 && value < 99.95 ? 1 : 0)

function roundTo(value: number, unit: number): number {
  const scale = 10 ** decimals(value, unit)
  return Math.round(value * scale) / scale
}
