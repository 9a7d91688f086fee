/** Parses `1:02:03.45`, `01:02:03,450` or `02:03.450` to milliseconds; null if invalid. */
export function readTime(text: string): number | null {
  const [, hours = '0', minutes = '', seconds = '', fraction = ''] =
    /^\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,:](\d{1,6}))?\s*$/.exec(text) ?? []
  if (minutes === '') return null
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return whole * 1000 + Math.round(Number(`0.${fraction || '0'}`) * 1000)
}

/** Formats milliseconds as `01:02:03.450` with a choice of decimal mark. */
export function writeTime(time: number, mark = '.'): string {
  const { hours, minutes, seconds, rest } = partsOf(time)
  return `${padded(hours)}:${padded(minutes)}:${padded(seconds)}${mark}${padded(rest, 3)}`
}

/** Formats milliseconds as ASS hundredths: `1:02:03.45`. */
export function writeHundredths(time: number): string {
  const { hours, minutes, seconds, rest } = partsOf(Math.round(time / 10) * 10)
  return `${hours}:${padded(minutes)}:${padded(seconds)}.${padded(rest / 10)}`
}

const padded = (value: number, digits = 2) => String(value).padStart(digits, '0')

function partsOf(time: number) {
  return {
    hours: Math.floor(time / 3_600_000),
    minutes: Math.floor(time / 60_000) % 60,
    seconds: Math.floor(time / 1000) % 60,
    rest: time % 1000,
  }
}
