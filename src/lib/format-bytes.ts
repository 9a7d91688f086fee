const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const

/**
 * 24_600_000 → "24.6 MB", 412_000 → "412 KB". 1 MB = 1,000,000 B. Kilobytes are whole, from megabytes on there is one
 * decimal below a hundred, and the space does not break.
 */
export function formatBytes(bytes: number, locale?: string): string {
  let unit = 0
  let value = Math.max(0, bytes)
  // 999,950 B would otherwise read "1,000 KB".
  while (unit < UNITS.length - 1 && roundTo(value, unit) >= 1000) {
    value /= 1000
    unit += 1
  }
  const number = new Intl.NumberFormat(locale, {
    maximumFractionDigits: decimals(value, unit),
  }).format(value)
  return `${number}\u00a0${UNITS[unit]}`
}

const decimals = (value: number, unit: number) => (unit >= 2 && value < 99.95 ? 1 : 0)

function roundTo(value: number, unit: number): number {
  const scale = 10 ** decimals(value, unit)
  return Math.round(value * scale) / scale
}
